// Reads orders of one marketplace (OR11). It pages by counting, so the walk goes by creation instead.
import type { Ask, Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeZulu } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { createTrail } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { isWithin, secondOf } from './dates.ts';
import { askMarketplace, isLast, pageOf } from './marketplace.ts';
import type { MarketplaceOrder } from './native.ts';
import { recordOf } from './shapes.ts';
import { marketplaceStates } from './status.ts';

const LARGEST_PAGE = 100;
const MOST_READS = 10;
const SECOND = 1000;

/**
 * Where a walk stands: at the creation of the last order looked at, with those of that second.
 * Counting from the start would lose orders as soon as one leaves the filter; an order's creation
 * never changes.
 */
export interface MarketplacePage {
  /** Missing as long as no order was found that can be read. */
  readonly at?: number;
  readonly seen: readonly string[];
  /** Rows to leap over, where native pages lie within that second and hold nothing new. */
  readonly skip?: number;
}

export async function fetchMarketplaceOrders(
  query: OrderQuery,
  page: MarketplacePage | undefined,
  reading: Reading,
): Promise<{ readonly items: readonly MarketplaceOrder[]; readonly next?: MarketplacePage }> {
  const items: MarketplaceOrder[] = [];
  const order = orderOf(query);
  let place = page;
  let offset = page?.skip ?? 0;
  let trail = createTrail('orders');
  for (let reads = 0; reads < MOST_READS; reads++) {
    const max = Math.min(LARGEST_PAGE, query.limit - items.length + (place?.seen.length ?? 0));
    const { body } = await reading.call(ask(query, order, place, { offset, max }, reading));
    const { rows, total } = pageOf(body, 'orders');
    trail.page(rows.map((row) => JSON.stringify(row)));
    let news = false;
    for (const { row, isWanted } of readable(
      rows,
      (one, index) => placed(one, index, query),
      reading,
    )) {
      if (place && isBehind(row, place, order)) continue;
      if (isWanted && items.length === query.limit)
        return { items, next: place as MarketplacePage };
      if (isWanted) items.push(row);
      place = stepTo(row, place);
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
  const { skip: _, ...next } = place ?? { seen: [] };
  return { items, next: offset > 0 ? { ...next, skip: offset } : next };
}

/** A row that has a place in the walk, which goes by creation. */
function placed(one: unknown, index: number, query: OrderQuery) {
  const row = recordOf<MarketplaceOrder>(one, 'order_id', `orders.${index}`);
  if (Number.isNaN(secondOf(row.created_date)))
    throw unreadableRecord(row.order_id, 'created_date');
  return { row, isWanted: matches(row, query) };
}

type Order = 'asc' | 'desc';

/** Changes since a moment come oldest first; without one the newest orders come first. */
const orderOf = ({ created_at_min, updated_at_min }: OrderQuery): Order =>
  created_at_min === undefined && updated_at_min === undefined ? 'desc' : 'asc';

function isBehind(row: MarketplaceOrder, { at, seen }: MarketplacePage, order: Order): boolean {
  const created = secondOf(row.created_date);
  if (at === undefined) return false;
  if (created === at) return seen.includes(row.order_id);
  return order === 'asc' ? created < at : created > at;
}

function stepTo(row: MarketplaceOrder, place: MarketplacePage | undefined): MarketplacePage {
  const at = secondOf(row.created_date);
  return { at, seen: place?.at === at ? [...place.seen, row.order_id] : [row.order_id] };
}

/**
 * What was asked for is looked at once more: Mirakl takes a while off `start_update_date`, so that
 * nothing is missed, and bounds are sent a second wider.
 */
const matches = (row: MarketplaceOrder, query: OrderQuery): boolean =>
  isWithin(
    query,
    row.order_id,
    { name: 'created_date', at: row.created_date },
    { name: 'last_updated_date', at: row.last_updated_date },
  ) &&
  (query.ids?.includes(row.order_id) ?? true);

function ask(
  query: OrderQuery,
  order: Order,
  place: MarketplacePage | undefined,
  { offset, max }: { readonly offset: number; readonly max: number },
  { account }: Reading,
): Ask {
  const { status = 'any', ids } = query;
  const asc = order === 'asc';
  const pairs: Pairs = [
    ...(ids ? [['order_ids', ids.join(',')] as const] : []),
    ...(status === 'any'
      ? []
      : [['order_state_codes', marketplaceStates(status).join(',')] as const]),
    ...since('start_date', latest(query.created_at_min, asc ? place?.at : undefined)),
    ...until('end_date', earliest(query.created_at_max, asc ? undefined : place?.at)),
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
  at === undefined ? [] : [[name, writeZulu(Math.max(0, secondOf(at) - SECOND))]];

const until = (name: string, at: number | undefined): Pairs =>
  at === undefined ? [] : [[name, writeZulu(secondOf(at) + 2 * SECOND)]];

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

const earliest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
