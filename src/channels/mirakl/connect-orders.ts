// Reads orders of Mirakl Connect, walking by creation, which no update can disturb.
import type { Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeZulu } from '../../model/time.ts';
import type { Page, Reading } from '../channel.ts';
import { boundsOf, isBounded, isInTime } from '../kit/bounds.ts';
import { pair } from '../kit/pairs.ts';
import { askConnect, type ConnectCursor, collect, type List } from './connect.ts';
import { secondIn, wholeSecond } from './dates.ts';
import type { ConnectOrder } from './native.ts';
import { connectStatuses, isInBucket } from './status.ts';

const DAY = 86_400_000;
/** What Connect shows where no one says since when. */
const WINDOW = 30 * DAY;
/** Connect and the sales channel, which dates the creation, keep their own clocks. */
const CLOCKS_APART = 3_600_000;
/** Before Connect, and anything sold through it, was there. */
const BEGINNING = Date.UTC(2000, 0, 1);
const LARGEST_PAGE = 100;

export interface ConnectOrderCursor {
  readonly place: ConnectCursor;
  /** The implicit window, as it was on the first page. */
  readonly from?: number;
}

export async function fetchConnectOrders(
  query: OrderQuery,
  page: ConnectOrderCursor | undefined,
  reading: Reading,
): Promise<Page<ConnectOrder, ConnectOrderCursor>> {
  const from = isNarrow(query) ? undefined : (page?.from ?? wholeSecond(reading.now - WINDOW));
  if (from !== undefined) reading.assume('updated_at_min', writeZulu(from));
  const list = listOf(query, from);
  const { items, next } = await collect(list, query.limit, page?.place ?? {}, reading);
  return {
    items,
    ...(next && { next: { place: next, ...(from !== undefined && { from }) } }),
  };
}

const isNarrow = (query: OrderQuery): boolean =>
  query.ids !== undefined ||
  isBounded(boundsOf(query, 'updated_at')) ||
  isBounded(boundsOf(query, 'created_at'));

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
    ...pair('updated_from', since === undefined ? undefined : writeZulu(since)),
    ['sort', oldestFirst ? 'created_at,ASC' : 'created_at,DESC'],
    ['limit', String(narrowed ? LARGEST_PAGE : query.limit)],
  ];
  return {
    what: 'orders',
    ask: (page) => askConnect('orders', [...pairs, ...page]),
    keep: (order) =>
      isInTime(query, order.id, {
        created_at: ['created_at', () => secondIn(order.created_at)],
        updated_at: ['updated_at', () => secondIn(order.updated_at)],
      }) &&
      (query.ids?.includes(order.id) ?? true) &&
      (status === undefined || isInBucket(order, status)),
    isPast: ({ created_at }) => {
      const created = secondIn(created_at);
      if (created === undefined) return false;
      return oldestFirst ? created > upper : created < (query.created_at_min ?? 0) - 1000;
    },
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
