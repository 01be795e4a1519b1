// Reads orders of one marketplace (OR11). It pages by counting, so the walk goes by creation instead.
import type { Ask, Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeZulu } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Page, Reading } from '../channel.ts';
import { isInTime } from '../kit/bounds.ts';
import { createTrail } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { readable, recordIn } from '../kit/records.ts';
import { secondIn, wholeSecond } from './dates.ts';
import { askMarketplace, isLast, pageOf } from './marketplace.ts';
import type { MarketplaceOrder } from './native.ts';
import { marketplaceStates } from './status.ts';

const LARGEST_PAGE = 100;
const MOST_READS = 10;
const SECOND = 1000;

/**
 * Where a walk stands: at the creation of the last order looked at, with those of that second.
 * Counting from the start would lose orders as soon as one leaves the filter; an order's creation
 * never changes.
 */
export interface MarketplaceOrderCursor {
  /** Missing as long as no order was found that can be read. */
  readonly at?: number;
  readonly seen: readonly string[];
  /** Rows to leap over, where native pages lie within that second and hold nothing new. */
  readonly skip?: number;
}

export async function fetchMarketplaceOrders(
  query: OrderQuery,
  page: MarketplaceOrderCursor | undefined,
  reading: Reading,
): Promise<Page<MarketplaceOrder, MarketplaceOrderCursor>> {
  const items: MarketplaceOrder[] = [];
  const order = orderOf(query);
  let cursor = page;
  let offset = page?.skip ?? 0;
  let trail = createTrail('orders');
  for (let reads = 0; reads < MOST_READS; reads++) {
    const max = Math.min(LARGEST_PAGE, query.limit - items.length + (cursor?.seen.length ?? 0));
    const { body } = await reading.call(ask(query, order, cursor, { offset, max }, reading));
    const { rows, total } = pageOf(body, 'orders');
    trail.page(rows, (row) => JSON.stringify(row));
    let news = false;
    const read = readable(rows, (one, index) => placed(one, index, query), reading);
    for (const one of read) {
      if (cursor && isBehind(one, cursor, order)) continue;
      if (one.isWanted && items.length === query.limit)
        return { items, next: cursor as MarketplaceOrderCursor };
      if (one.isWanted) items.push(one.row);
      cursor = stepTo(one, cursor);
      news = true;
    }
    if (isLast(rows, max, offset + rows.length, total)) return { items };
    if (news) {
      // From here on other pages are asked for, which may well begin with the same orders.
      offset = 0;
      trail = createTrail('orders');
    } else offset += rows.length;
    if (items.length === query.limit) break;
  }
  const { skip: _, ...next } = cursor ?? { seen: [] };
  return { items, next: offset > 0 ? { ...next, skip: offset } : next };
}

/** A row that has a place in the walk, which goes by creation. */
function placed(one: unknown, index: number, query: OrderQuery): Placed {
  const row = recordIn<MarketplaceOrder>(one, 'order_id', `orders.${index}`);
  const created = secondIn(row.created_date);
  if (created === undefined) throw unreadableRecord(row.order_id, 'created_date');
  return { row, created, isWanted: matches(row, created, query) };
}

interface Placed {
  readonly row: MarketplaceOrder;
  /** The second in which it was. */
  readonly created: number;
  readonly isWanted: boolean;
}

type Order = 'asc' | 'desc';

/** Changes since a moment come oldest first; without one the newest orders come first. */
const orderOf = ({ created_at_min, updated_at_min }: OrderQuery): Order =>
  created_at_min === undefined && updated_at_min === undefined ? 'desc' : 'asc';

function isBehind(
  { row, created }: Placed,
  { at, seen }: MarketplaceOrderCursor,
  order: Order,
): boolean {
  if (at === undefined) return false;
  if (created === at) return seen.includes(row.order_id);
  return order === 'asc' ? created < at : created > at;
}

const stepTo = (
  { row, created: at }: Placed,
  cursor: MarketplaceOrderCursor | undefined,
): MarketplaceOrderCursor => ({
  at,
  seen: [...(cursor?.at === at ? cursor.seen : []), row.order_id],
});

/**
 * What was asked for is looked at one more time: Mirakl takes a while off `start_update_date`, so that
 * nothing is missed, and bounds are sent a second wider.
 */
const matches = (row: MarketplaceOrder, created: number, query: OrderQuery): boolean =>
  isInTime(query, row.order_id, {
    created_at: ['created_date', () => created],
    updated_at: ['last_updated_date', () => secondIn(row.last_updated_date)],
  }) &&
  (query.ids?.includes(row.order_id) ?? true);

function ask(
  query: OrderQuery,
  order: Order,
  cursor: MarketplaceOrderCursor | undefined,
  { offset, max }: { readonly offset: number; readonly max: number },
  { account }: Reading,
): Ask {
  const { status = 'any', ids } = query;
  const asc = order === 'asc';
  const pairs: Pairs = [
    ...pair('order_ids', ids),
    ...pair('order_state_codes', status === 'any' ? undefined : marketplaceStates(status)),
    ...since('start_date', latest(query.created_at_min, asc ? cursor?.at : undefined)),
    ...until('end_date', earliest(query.created_at_max, asc ? undefined : cursor?.at)),
    ...since('start_update_date', query.updated_at_min),
    ...until('end_update_date', query.updated_at_max),
    ['sort', 'dateCreated'],
    ['order', order],
    ['max', String(max)],
    ['offset', String(offset)],
  ];
  return askMarketplace(account, 'OR11', '/api/orders', pairs);
}

const since = (name: string, at: number | undefined): Pairs =>
  at === undefined ? [] : [[name, writeZulu(Math.max(0, wholeSecond(at) - SECOND))]];

const until = (name: string, at: number | undefined): Pairs =>
  at === undefined ? [] : [[name, writeZulu(wholeSecond(at) + 2 * SECOND)]];

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

const earliest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
