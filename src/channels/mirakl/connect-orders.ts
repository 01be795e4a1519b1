// Reads orders of Mirakl Connect, walking by creation, which no update can disturb.
import type { Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeZulu } from '../../model/time.ts';
import type { Reading } from '../channel.ts';
import { askConnect, collect, type List, type Place } from './connect.ts';
import { isWithin, secondOf } from './dates.ts';
import type { ConnectOrder } from './native.ts';
import { connectStatuses, isInBucket } from './status.ts';

const DAY = 86_400_000;
/** What Connect shows where nobody says since when. */
const WINDOW = 30 * DAY;
/** Connect and the sales channel, which dates the creation, keep their own clocks. */
const CLOCKS_APART = 3_600_000;
/** Before Connect, and anything sold through it, was there. */
const BEGINNING = Date.UTC(2000, 0, 1);
const LARGEST_PAGE = 100;

export interface ConnectPage {
  readonly place: Place;
  /** The implicit window, as it was on the first page. */
  readonly from?: number;
}

export async function fetchConnectOrders(
  query: OrderQuery,
  page: ConnectPage | undefined,
  reading: Reading,
): Promise<{ readonly items: readonly ConnectOrder[]; readonly next?: ConnectPage }> {
  const from = isBounded(query) ? undefined : (page?.from ?? secondOf(reading.now - WINDOW));
  if (from !== undefined) reading.assume('updated_at_min', writeZulu(from));
  const list = listOf(query, from);
  const { items, next } = await collect(list, query.limit, page?.place ?? {}, reading);
  return {
    items,
    ...(next && { next: { place: next, ...(from !== undefined && { from }) } }),
  };
}

const isBounded = (query: OrderQuery): boolean =>
  query.ids !== undefined ||
  [query.updated_at_min, query.updated_at_max, query.created_at_min, query.created_at_max].some(
    (bound) => bound !== undefined,
  );

function listOf(query: OrderQuery, from: number | undefined): List<ConnectOrder> {
  const status = query.status === 'any' ? undefined : query.status;
  const since = query.ids ? undefined : (from ?? lowerBound(query));
  const upper = upperBound(query);
  const oldestFirst = upper !== undefined;
  // What Connect cannot look at itself is looked at here, in pages as large as they come.
  const narrowed =
    oldestFirst ||
    query.created_at_min !== undefined ||
    (status !== undefined && status !== 'open');
  const pairs: Pairs = [
    ...(query.ids ?? []).map((id) => ['order_ids', id] as const),
    ...(status === undefined ? [] : connectStatuses(status)).map(
      (word) => ['statuses', word] as const,
    ),
    ...(since === undefined ? [] : ([['updated_from', writeZulu(since)]] as const)),
    ['sort', oldestFirst ? 'created_at,ASC' : 'created_at,DESC'],
    ['limit', String(narrowed ? LARGEST_PAGE : query.limit)],
  ];
  return {
    what: 'orders',
    ask: (page) => askConnect('orders', [...pairs, ...page]),
    keep: (order) =>
      isWithin(
        query,
        order.id,
        { name: 'created_at', at: order.created_at },
        { name: 'updated_at', at: order.updated_at },
      ) &&
      (query.ids?.includes(order.id) ?? true) &&
      (status === undefined || isInBucket(order, status)),
    isPast: ({ created_at }) =>
      oldestFirst
        ? secondOf(created_at) > upper
        : secondOf(created_at) < (query.created_at_min ?? Number.NEGATIVE_INFINITY) - 1000,
    ...(query.ids && { most: query.ids.length }),
  };
}

/** No order is updated before it is created, so either date bounds the other. */
function lowerBound({ updated_at_min, created_at_min }: OrderQuery): number {
  return Math.max(
    updated_at_min ?? BEGINNING,
    created_at_min === undefined ? BEGINNING : created_at_min - CLOCKS_APART,
    BEGINNING,
  );
}

/** The creation behind which nothing can match. */
function upperBound({ updated_at_max, created_at_max }: OrderQuery): number | undefined {
  if (updated_at_max === undefined) return created_at_max;
  const latest = updated_at_max + CLOCKS_APART;
  return created_at_max === undefined ? latest : Math.min(created_at_max, latest);
}
