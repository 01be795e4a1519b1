// Turns a Sharetribe listing into a product with one variant.
import { over } from '../../model/money.ts';
import type { Image, ProductDraft, Variant } from '../../model/product.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { filled } from '../kit/text.ts';
import type { ImageRecord, NativeListing, NativeMoney } from './native.ts';
import { STATES } from './status.ts';

/**
 * Currencies whose smallest unit is not a hundredth, as Sharetribe counts them (its web template's
 * settingsCurrency) and ISO 4217 has it; the runtime's own table differs for some.
 */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** Renditions, the best first. */
const RENDITIONS = ['scaled-xlarge', 'scaled-large', 'default'];

export function transformListing(listing: NativeListing, { account, note }: Telling): ProductDraft {
  const { id, attributes, author_name } = listing;
  const known = attributes.publicData ?? {};
  const status = statusOf(listing, note);
  const title = filled(attributes.title);
  const handle = title === null ? null : slug(title);
  const created_at = instant(attributes.createdAt);
  const images = listing.image_records.map((image, index) => imageOf(image, index, id));
  return {
    id,
    title,
    body_html: htmlOf(attributes.description),
    vendor: author_name,
    product_type: filled(known.listingType) ?? filled(known.categoryLevel1),
    handle,
    status,
    tags: tagsOf(known),
    url: account.marketplaceUrl ? `${account.marketplaceUrl}/l/${handle ?? 'no-slug'}/${id}` : null,
    created_at,
    published_at: status === 'active' ? created_at : null,
    variants: [
      {
        id,
        product_id: id,
        title: 'Default Title',
        sku: textOf(known.sku),
        barcode: [known.barcode, known.ean, known.gtin].map(textOf).find((code) => code !== null),
        ...priceOf(attributes.price),
        position: 1,
        ...stockOf(listing.stock),
        requires_shipping:
          typeof known.shippingEnabled === 'boolean' ? known.shippingEnabled : null,
        image_id: images[0]?.id,
        created_at,
      },
    ],
    images,
    image: images[0],
  };
}

function statusOf({ id, attributes: { state } }: NativeListing, note: Note) {
  const known = STATES.get(state ?? '');
  if (!known)
    note({
      code: 'unknown_status',
      message: `Sharetribe has a listing state "${state}" whose meaning is not known; status is null.`,
      field: 'status',
      id,
    });
  return known ?? null;
}

/** Descriptions are plain text. */
function htmlOf(text: string | null | undefined): string | null {
  const plain = filled(text);
  if (plain === null) return null;
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r?\n/g, '<br>');
}

/** As the vendor's web template makes it for its addresses; null where nothing is left. */
function slug(title: string): string | null {
  const text = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return text === '' ? null : text;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? filled(value) : null;

function tagsOf(known: Readonly<Record<string, unknown>>): string[] {
  const levels = [known.categoryLevel1, known.categoryLevel2, known.categoryLevel3];
  const own = Array.isArray(known.tags) ? (known.tags as readonly unknown[]) : [];
  return [...levels, ...own].map(textOf).filter((tag) => tag !== null);
}

/** Nothing for listings without a price, such as inquiries. */
function priceOf(price: NativeMoney | null | undefined): Draft<Variant> {
  if (!price) return {};
  const { amount, currency } = price;
  const places = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2;
  return { price: over(amount, 10 ** places, places), currency };
}

const stockOf = (stock: number | null): Draft<Variant> =>
  stock === null
    ? { inventory_policy: 'continue' }
    : {
        inventory_quantity: stock,
        inventory_management: 'sharetribe',
        inventory_policy: 'deny',
      };

function imageOf({ id, variants }: ImageRecord, index: number, listing: string): Draft<Image> {
  const best = RENDITIONS.map((name) => variants[name]).find((one) => one?.url);
  const rendition = best ?? Object.values(variants).find((one) => one?.url);
  return {
    id,
    src: filled(rendition?.url),
    position: index + 1,
    width: rendition?.width ?? null,
    height: rendition?.height ?? null,
    variant_ids: [listing],
  };
}
