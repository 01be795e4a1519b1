// The seller's offers on one marketplace (OF21): each is a product with one variant.
import { decimals } from '../../model/currencies.ts';
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { type Amount, compare, isAmount, money } from '../../model/money.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { createTrail } from '../kit/paging.ts';
import { readable, readEach } from '../kit/records.ts';
import { filled, ownId } from '../kit/text.ts';
import { DEFAULT_TITLE } from './connect-products.ts';
import { moment } from './dates.ts';
import { askMarketplace, isLast, pageOf } from './marketplace.ts';
import type { MarketplaceOffer } from './native.ts';
import { integer, recordOf } from './shapes.ts';

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

/** One answer: its rows, where the first of them stands, and how many there are in all. */
interface Batch {
  readonly rows: readonly unknown[];
  readonly from: number;
  /** Whether nothing can come behind them. */
  readonly isEnd: boolean;
}

export async function fetchMarketplaceProducts(
  query: ProductQuery,
  page: OfferPage | undefined,
  reading: Reading,
): Promise<{ readonly items: readonly MarketplaceOffer[]; readonly next?: OfferPage }> {
  if (query.ids) return fetchByIds(query.ids, query, page, reading);
  const items: MarketplaceOffer[] = [];
  const trail = createTrail('offers');
  let place: OfferPage = page ?? { offset: 0 };
  for (let reads = 0; reads < MOST_READS; reads++) {
    const { rows, from, isEnd } = await readAfter(place, query.limit - items.length, reading);
    trail.page(rows.map((row) => JSON.stringify(row)));
    for (const { offer, at } of readable(rows, placed, reading)) {
      const isWanted = matches(offer, query);
      if (isWanted && items.length === query.limit) return { items, next: place };
      if (isWanted) items.push(offer);
      place = { offset: from + at + 1, last: idOf(offer) };
    }
    if (isEnd) return { items };
    // Rows that cannot be read are gone past, too.
    if (place.offset < from + rows.length) place = { offset: from + rows.length };
    if (items.length === query.limit) break;
  }
  return { items, next: place };
}

const placed = (row: unknown, at: number) => ({
  offer: recordOf<MarketplaceOffer>(row, 'offer_id', `offers.${at}`),
  at,
});

/** The rows behind the last one, wherever that is now. */
async function readAfter({ offset, last }: OfferPage, wanted: number, reading: Reading) {
  const max = Math.min(wanted + (last === undefined ? 0 : 1), LARGEST_PAGE);
  if (last === undefined) return read(offset, max, reading);
  const batch = await readAround(offset - 1, last, max, reading);
  const position = positionOf(last, batch);
  if (position < 0) return batch;
  const behind = after(last, batch);
  if (behind.rows.length > 0 || (behind.isEnd && position === 0)) return behind;
  // It is the last row, as so many offers came in front of it: what is behind it comes next.
  const again = await read(behind.from - 1, max, reading);
  const rest = after(last, again);
  const now = positionOf(last, again);
  if ((now >= 0 && rest.rows.length > 0) || (now === 0 && rest.isEnd)) return rest;
  throw standstill();
}

/** Rows from the place where an offer was; if it has moved up, as others went, from before that. */
async function readAround(at: number, id: string, max: number, reading: Reading): Promise<Batch> {
  const batch = await read(Math.max(0, at), max, reading);
  if (positionOf(id, batch) >= 0) return batch;
  const earlier = await read(Math.max(0, at + 1 - LARGEST_PAGE), LARGEST_PAGE, reading);
  return positionOf(id, earlier) < 0 ? batch : earlier;
}

const positionOf = (id: string, { rows }: Batch): number =>
  rows.findIndex((row) => isRecord(row) && idOf(row as unknown as MarketplaceOffer) === id);

function after(id: string, batch: Batch): Batch {
  const behind = positionOf(id, batch) + 1;
  return { ...batch, rows: batch.rows.slice(behind), from: batch.from + behind };
}

async function read(from: number, max: number, { account, call }: Reading): Promise<Batch> {
  const pairs: Pairs = [
    ['sort', 'productTitle'],
    ['order', 'asc'],
    ['max', String(max)],
    ['offset', String(from)],
  ];
  const { body } = await call(askMarketplace(account, 'OF21', '/api/offers', pairs));
  const { rows, total } = pageOf(body, 'offers');
  return { rows, from, isEnd: isLast(rows, max, from + rows.length, total) };
}

const standstill = () =>
  new Fault(
    'channel_invalid_response',
    'The marketplace answered a page of offers that it had answered before. Reading them would never end.',
  );

/** Offers one by one (OF22), a few at a time. */
async function fetchByIds(
  ids: readonly string[],
  query: ProductQuery,
  page: OfferPage | undefined,
  reading: Reading,
) {
  const start = page?.offset ?? 0;
  const here = ids.slice(start, start + query.limit);
  const offers = await readEach(
    here.filter((id) => /^\d{1,18}$/.test(id)),
    async (id) => {
      const ask = askMarketplace(reading.account, 'OF22', `/api/offers/${id}`);
      const { status, body } = await reading.call({ ...ask, expect: [404] });
      if (status === 404) return undefined;
      if (!isRecord(body) || idOf(body as unknown as MarketplaceOffer) !== id)
        throw unreadableRecord(id, 'offer_id');
      return body as unknown as MarketplaceOffer;
    },
    reading,
  );
  const offset = start + here.length;
  const items = offers.filter((offer) => offer !== undefined);
  return {
    items: items.filter((offer) => matches(offer, query)),
    ...(offset < ids.length && { next: { offset } }),
  };
}

const idOf = ({ offer_id }: MarketplaceOffer): string => String(offer_id);

/** Null where the marketplace does not say whether the offer is switched on. */
const statusOf = ({ active }: MarketplaceOffer) =>
  typeof active === 'boolean' ? (active ? 'active' : 'draft') : null;

const matches = (offer: MarketplaceOffer, { status }: ProductQuery): boolean =>
  status === undefined || statusOf(offer) === status;

/** Types of product references that are bar codes. */
const BARCODES = ['EAN', 'EAN13', 'UPC', 'GTIN', 'ISBN'];

export function transformMarketplaceOffer(offer: MarketplaceOffer): ProductDraft {
  const id = ownId(offer.offer_id);
  const { applicable_pricing: pricing } = offer;
  const currency = filled(offer.currency_iso_code);
  const price = [pricing?.price, offer.price].find(isAmount) ?? null;
  const before = [pricing?.unit_origin_price].find(isAmount) ?? null;
  const write = (one: Amount) => money(one, decimals(currency));
  const isReduced = price !== null && before !== null && compare(before, price) > 0;
  return {
    id,
    title: filled(offer.product_title),
    body_html: filled(offer.product_description) ?? filled(offer.description),
    vendor: filled(offer.product_brand),
    product_type: filled(offer.category_label),
    handle: filled(offer.product_sku),
    status: statusOf(offer),
    tags: textsOf(offer.channels),
    published_at: moment(offer.available_start_date),
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
        inventory_quantity: integer(offer.quantity),
        inventory_policy: 'deny',
        inventory_management: 'mirakl',
        inventory_levels: parts(offer.warehouses).map(({ code, quantity }) => ({
          location_id: filled(code),
          location_name: null,
          available: integer(quantity),
        })),
      },
    ],
  };
}

const textsOf = (values: unknown): string[] =>
  Array.isArray(values) ? values.map(filled).filter((text) => text !== null) : [];

function barcodeOf({ product_references }: MarketplaceOffer): string | null {
  const found = parts(product_references).find(({ reference_type }) =>
    BARCODES.includes((filled(reference_type) ?? '').toUpperCase().replace(/[-_ ]/g, '')),
  );
  return filled(found?.reference);
}
