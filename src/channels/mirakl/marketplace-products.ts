// The seller's offers on one marketplace (OF21): each is a product with one variant.
import { decimals } from '../../model/currencies.ts';
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { type Amount, compare, isAmount, money } from '../../model/money.ts';
import type { ProductDraft } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { instant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Page, Reading } from '../channel.ts';
import { amountIn } from '../kit/amounts.ts';
import { integer, isRecord, parts, texts } from '../kit/loose.ts';
import { createTrail, pick } from '../kit/paging.ts';
import { readable, recordIn } from '../kit/records.ts';
import { filled, ownId } from '../kit/text.ts';
import { askMarketplace, isLast, pageOf } from './marketplace.ts';
import type { MarketplaceOffer } from './native.ts';

const LARGEST_PAGE = 100;
const MOST_READS = 10;

/**
 * Where a walk stands: how many rows are behind it, and the last of them. OF21 pages by counting
 * and has no date to walk by, so each page is read from that row on.
 */
export interface OfferCursor {
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
  cursor: OfferCursor | undefined,
  reading: Reading,
): Promise<Page<MarketplaceOffer, OfferCursor>> {
  if (query.ids) return fetchByIds(query.ids, query, cursor?.offset ?? 0, reading);
  const items: MarketplaceOffer[] = [];
  const trail = createTrail('offers');
  let next: OfferCursor = cursor ?? { offset: 0 };
  for (let reads = 0; reads < MOST_READS; reads++) {
    const { rows, from, isEnd } = await readAfter(next, query.limit - items.length, reading);
    trail.page(rows, (row) => JSON.stringify(row));
    for (const { offer, at } of readable(rows, placed, reading)) {
      const isWanted = matches(offer, query);
      if (isWanted && items.length === query.limit) return { items, next };
      if (isWanted) items.push(offer);
      next = { offset: from + at + 1, last: idOf(offer) };
    }
    if (isEnd) return { items };
    // Rows that cannot be read are gone past, too.
    if (next.offset < from + rows.length) next = { offset: from + rows.length };
    if (items.length === query.limit) break;
  }
  return { items, next };
}

const placed = (row: unknown, at: number) => ({
  offer: recordIn<MarketplaceOffer>(row, 'offer_id', `offers.${at}`),
  at,
});

/** The rows behind the last one, wherever that is now. */
async function readAfter({ offset, last }: OfferCursor, wanted: number, reading: Reading) {
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
  rows.findIndex((row) => isRecord<MarketplaceOffer>(row) && idOf(row) === id);

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
  from: number,
  reading: Reading,
) {
  const { items, next } = await pick<MarketplaceOffer>(
    {
      ids,
      from,
      limit: query.limit,
      read: (id) => readOne(id, reading),
      keep: (offer) => matches(offer, query),
    },
    reading,
  );
  return { items, ...(next !== undefined && { next: { offset: next } }) };
}

async function readOne(
  id: string,
  { account, call }: Reading,
): Promise<MarketplaceOffer | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const ask = askMarketplace(account, 'OF22', `/api/offers/${id}`);
  const { status, body } = await call({ ...ask, expect: [404] });
  if (status === 404) return undefined;
  if (!isRecord<MarketplaceOffer>(body) || idOf(body) !== id)
    throw unreadableRecord(id, 'offer_id');
  return body;
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
  const before = amountIn(pricing?.unit_origin_price);
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
    tags: texts(offer.channels),
    published_at: instant(offer.available_start_date),
    variants: [
      {
        id,
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

function barcodeOf({ product_references }: MarketplaceOffer): string | null {
  const found = parts(product_references).find(({ reference_type }) =>
    BARCODES.includes((filled(reference_type) ?? '').toUpperCase().replace(/[-_ ]/g, '')),
  );
  return filled(found?.reference);
}
