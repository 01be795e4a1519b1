// The seller's offers on one marketplace (OF21): each is a product with one variant.

import { decimals } from '../../model/currencies.ts';
import type { Pairs } from '../../model/exchange.ts';
import { compare, money } from '../../model/money.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { instant } from '../../model/time.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { filled } from '../kit/text.ts';
import { DEFAULT_TITLE } from './connect-products.ts';
import { askMarketplace, brokenAnswer, rowsOf } from './marketplace.ts';
import type { Decimal, MarketplaceOffer } from './native.ts';
import { isMarketplaceOffer } from './shapes.ts';

const LARGEST_PAGE = 100;
const MOST_READS = 10;

/**
 * Where a walk stands: how many rows are behind it, and the last of them. OF21 pages by counting
 * and has no date to walk by, so each page is read from that row on.
 */
export interface OfferPage {
  readonly offset: number;
  readonly last?: string;
}

interface Batch {
  readonly fetched: readonly MarketplaceOffer[];
  /** Position of the first of them. */
  readonly from: number;
  readonly total: number;
}

export async function fetchMarketplaceProducts(
  query: ProductQuery,
  page: OfferPage | undefined,
  reading: Reading,
): Promise<{ readonly items: readonly MarketplaceOffer[]; readonly next?: OfferPage }> {
  if (query.ids) return fetchByIds(query.ids, query, page, reading);
  const items: MarketplaceOffer[] = [];
  let place: OfferPage = page ?? { offset: 0 };
  for (let reads = 0; reads < MOST_READS; reads++) {
    const batch = await readAfter(place, query.limit - items.length, reading);
    for (const [index, offer] of batch.fetched.entries()) {
      if (isWanted(offer, query) && items.length === query.limit) return { items, next: place };
      if (isWanted(offer, query)) items.push(offer);
      place = { offset: batch.from + index + 1, last: idOf(offer) };
    }
    if (batch.fetched.length === 0 || place.offset >= batch.total) return { items };
    if (items.length === query.limit) break;
  }
  return { items, next: place };
}

/** The rows behind the last one, wherever that is now. */
async function readAfter({ offset, last }: OfferPage, wanted: number, reading: Reading) {
  if (last === undefined) return read(offset, Math.min(wanted, LARGEST_PAGE), reading);
  const from = Math.max(0, offset - 1);
  const batch = await read(from, Math.min(wanted + 1, LARGEST_PAGE), reading);
  if (batch.fetched.some((offer) => idOf(offer) === last)) return after(batch, last);
  // Offers before it are gone: it has moved up. If it is gone itself, go on where it was.
  const earlier = await read(Math.max(0, offset - LARGEST_PAGE), LARGEST_PAGE, reading);
  return earlier.fetched.some((offer) => idOf(offer) === last) ? after(earlier, last) : batch;
}

function after({ fetched, from, total }: Batch, last: string): Batch {
  const index = fetched.findIndex((offer) => idOf(offer) === last);
  return { fetched: fetched.slice(index + 1), from: from + index + 1, total };
}

async function read(offset: number, max: number, { account, call }: Reading): Promise<Batch> {
  const pairs: Pairs = [
    ['sort', 'productTitle'],
    ['order', 'asc'],
    ['max', String(max)],
    ['offset', String(offset)],
  ];
  const { body } = await call(askMarketplace(account, 'OF21', '/api/offers', pairs));
  const { rows, total } = rowsOf(body, 'offers', isMarketplaceOffer);
  return { fetched: rows, from: offset, total };
}

/** Offers one by one (OF22), a few at a time. */
async function fetchByIds(
  ids: readonly string[],
  query: ProductQuery,
  page: OfferPage | undefined,
  { account, call }: Reading,
) {
  const start = page?.offset ?? 0;
  const here = ids.slice(start, start + query.limit);
  const offers = await inGroups(
    here.filter((id) => /^\d{1,18}$/.test(id)),
    async (id) => {
      const ask = askMarketplace(account, 'OF22', `/api/offers/${id}`);
      const { status, body } = await call({ ...ask, expect: [404] });
      if (status === 404) return undefined;
      if (!isMarketplaceOffer(body)) throw brokenAnswer();
      return body;
    },
  );
  const offset = start + here.length;
  const items = offers.filter((offer) => offer !== undefined);
  return {
    items: items.filter((offer) => isWanted(offer, query)),
    ...(offset < ids.length && { next: { offset } }),
  };
}

const idOf = ({ offer_id }: MarketplaceOffer): string => String(offer_id);

const statusOf = ({ active }: MarketplaceOffer) => (active ? 'active' : 'draft');

const isWanted = (offer: MarketplaceOffer, { status }: ProductQuery): boolean =>
  status === undefined || statusOf(offer) === status;

/** Types of product references that are bar codes. */
const BARCODES = ['EAN', 'EAN13', 'UPC', 'GTIN', 'ISBN'];

export function transformMarketplaceOffer(offer: MarketplaceOffer): ProductDraft {
  const id = idOf(offer);
  const { applicable_pricing: pricing, currency_iso_code: currency, warehouses } = offer;
  const price = pricing?.price ?? offer.price ?? null;
  const before = pricing?.unit_origin_price ?? null;
  const write = (amount: Decimal) => money(amount, placesOf(amount, currency));
  const isReduced = price !== null && before !== null && compare(before, price) > 0;
  return {
    id,
    title: filled(offer.product_title),
    body_html: filled(offer.product_description) ?? filled(offer.description),
    vendor: filled(offer.product_brand),
    product_type: filled(offer.category_label),
    handle: filled(offer.product_sku),
    status: statusOf(offer),
    tags: [...(offer.channels ?? [])],
    published_at: instant(offer.available_start_date),
    variants: [
      {
        id,
        product_id: id,
        title: DEFAULT_TITLE,
        position: 1,
        sku: filled(offer.shop_sku),
        barcode: barcodeOf(offer),
        price: price === null ? null : write(price),
        compare_at_price: isReduced ? write(before) : null,
        currency,
        inventory_quantity: offer.quantity,
        inventory_policy: 'deny',
        inventory_management: 'mirakl',
        inventory_levels: (warehouses ?? []).map(({ code, quantity }) => ({
          location_id: code,
          location_name: null,
          available: quantity,
        })),
        requires_shipping: true,
      },
    ],
  };
}

function barcodeOf({ product_references }: MarketplaceOffer): string | null {
  const found = (product_references ?? []).find(({ reference_type }) =>
    BARCODES.includes(reference_type?.toUpperCase().replace(/[-_ ]/g, '') ?? ''),
  );
  return filled(found?.reference);
}

const placesOf = (amount: Decimal, currency: string): number =>
  Math.max(String(amount).split('.')[1]?.length ?? 0, decimals(currency));
