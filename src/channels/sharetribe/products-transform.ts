// Turns a Sharetribe listing into a product with one variant.

import { decimals } from '../../model/currencies.ts';
import { over } from '../../model/money.ts';
import type { Image, ProductDraft, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { reportUnreadable } from '../../model/unreadable-values.ts';
import type { Context, Note } from '../channel.ts';
import { flagIn } from '../kit/flags.ts';
import { part, parts } from '../kit/loose.ts';
import { noteUnknown, noteUnreadable } from '../kit/notes.ts';
import { filled, ownId } from '../kit/text.ts';
import {
  type ImageRecord,
  isMoney,
  type Listing,
  type ListingAttributes,
  type Rendition,
} from './native.ts';
import { slugOf } from './slug.ts';
import { STATES } from './status.ts';

/**
 * Currencies that Sharetribe counts otherwise than ISO 4217 does, by its web template's table
 * (subUnitDivisors in src/config/settingsCurrency.js). Those that the table lacks are the standard's.
 */
const OWN_DECIMALS: ReadonlyMap<string, number> = new Map([['JOD', 2]]);

/** How many decimals Sharetribe counts of a currency. */
export const decimalsOf = (currency: string): number =>
  OWN_DECIMALS.get(currency) ?? decimals(currency);

const VENDOR = 'Sharetribe';

/** Renditions, the best first. */
const RENDITIONS = ['scaled-xlarge', 'scaled-large', 'default'];

/**
 * Goods without a limit have a stock of 10^15, which goes down with each sale. No one counts a
 * thousandth of it, so anything from there upwards is no number of pieces.
 */
const UNLIMITED = 10 ** 12;

/** A listing that buyers can see; drafts, closed ones and those that wait have no page. */
const PUBLIC = 'published';

export function transformListing(listing: Listing, { account, note }: Context): ProductDraft {
  const id = ownId(listing.id);
  const attributes: Partial<ListingAttributes> = part(listing.attributes) ?? {};
  const known = part(attributes.publicData) ?? {};
  const state = filled(attributes.state);
  const title = filled(attributes.title);
  const handle = title === null ? null : slugOf(title);
  const created_at = instant(filled(attributes.createdAt));
  const images = parts(listing.image_records).map((image) => imageOf(image, id));
  return {
    id,
    title,
    body_html: htmlOf(attributes.description),
    vendor: filled(listing.author_name),
    product_type: filled(known.listingType) ?? filled(known.categoryLevel1),
    handle,
    status: statusOf(state, id, note),
    tags: tagsOf(known),
    url:
      account.marketplaceUrl && state === PUBLIC
        ? `${account.marketplaceUrl}/l/${handle ?? 'no-slug'}/${id}`
        : null,
    created_at,
    published_at: state === PUBLIC ? created_at : null,
    variants: [
      {
        id,
        sku: textOf(known.sku),
        barcode: [known.barcode, known.ean, known.gtin].map(textOf).find((code) => code !== null),
        ...priceOf(attributes.price, id, note),
        ...stockOf(listing.stock, known, id, note),
        requires_shipping: flagIn(known.shippingEnabled),
        image_id: images[0]?.id,
        created_at,
      },
    ],
    images,
  };
}

function statusOf(state: string | null, id: string, note: Note) {
  const known = STATES.get(state ?? '');
  if (!known) noteUnknown(note, { vendor: VENDOR, word: state, field: 'status', id });
  return known ?? null;
}

/** Descriptions are plain text. */
function htmlOf(text: unknown): string | null {
  const plain = filled(text);
  if (plain === null) return null;
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r?\n/g, '<br>');
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return filled(value);
  reportUnreadable(value);
  return null;
}

function tagsOf(known: Readonly<Record<string, unknown>>): string[] {
  const levels = [known.categoryLevel1, known.categoryLevel2, known.categoryLevel3];
  const own = Array.isArray(known.tags) ? (known.tags as readonly unknown[]) : [];
  return [...levels, ...own].map(textOf).filter((tag) => tag !== null);
}

/** Nothing for listings without a price, such as inquiries. */
function priceOf(price: unknown, id: string, note: Note): Draft<Variant> {
  if (price === null || price === undefined) return {};
  if (!isMoney(price)) {
    noteUnreadable(note, { vendor: VENDOR, what: 'a price', field: 'variants.price', id });
    return {};
  }
  const { amount, currency } = price;
  const places = decimalsOf(currency);
  return { price: over(amount, 10 ** places, places), currency };
}

/** What is rented, asked for, offered or downloaded has no stock; units and processes of Sharetribe's own template. */
const UNCOUNTED_UNITS: readonly unknown[] = ['day', 'night', 'hour', 'fixed', 'inquiry', 'offer', 'request', 'file']; // biome-ignore format: one list
const UNCOUNTED_PROCESS = /^default-(?:booking|download|inquiry|negotiation)\b/;
const GOODS_PROCESS = /^default-purchase\b/;

/**
 * Only bookings, inquiries, downloads and goods without a limit sell without end. Goods without a record of
 * stock cannot be bought, and stock may be negative: more was sold than there was.
 */
function stockOf(
  stock: unknown,
  { unitType, transactionProcessAlias: alias }: Readonly<Record<string, unknown>>,
  id: string,
  note: Note,
): Draft<Variant> {
  const process = textOf(alias) ?? '';
  if (stock === null) {
    if (UNCOUNTED_UNITS.includes(unitType) || UNCOUNTED_PROCESS.test(process))
      return { inventory_policy: 'continue' };
    const isGoods = unitType === 'item' || GOODS_PROCESS.test(process);
    return isGoods ? { inventory_management: 'sharetribe', inventory_policy: 'deny' } : {};
  }
  if (!Number.isSafeInteger(stock)) {
    noteUnreadable(note, { vendor: VENDOR, what: 'a stock', field: 'variants.inventory_quantity', id }); // biome-ignore format: one sentence
    return {};
  }
  const pieces = stock as number;
  return pieces >= UNLIMITED
    ? { inventory_policy: 'continue' }
    : { inventory_quantity: pieces, inventory_management: 'sharetribe', inventory_policy: 'deny' };
}

function imageOf({ id, variants }: ImageRecord, listing: string): Draft<Image> {
  const renditions = part(variants) ?? {};
  const named = [...RENDITIONS, ...Object.keys(renditions)];
  const best = named
    .map((name) => part<Rendition>(renditions[name]))
    .find((one) => filled(one?.url) !== null);
  return {
    id: filled(id),
    src: filled(best?.url),
    width: best?.width ?? null,
    height: best?.height ?? null,
    variant_ids: [listing],
  };
}
