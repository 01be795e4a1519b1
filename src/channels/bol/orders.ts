// Orders: found in bol's lists or by their numbers, each read whole by an ask of its own.

import { Fault } from '../../model/faults.ts';
import type { OrderFilter, OrderQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { writeInstant } from '../../model/time.ts';
import type { Orders, Page, Reading } from '../channel.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { pick } from '../kit/paging.ts';
import { TOGETHER } from './asks.ts';
import { startOf } from './dates.ts';
import type { NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { fulfillmentsOf, withShipments } from './shipments.ts';
import {
  cursorAfter,
  cursorNow,
  edgeOf,
  firstCursor,
  isCutOff,
  type ListCursor,
  matches,
  searchOf,
} from './stages.ts';
import { allowance, isSpent, readOrder, walkList } from './walk.ts';

/** Where a walk over lists stands, or how many of the orders named were read. */
type OrderCursor = ListCursor | { readonly at: number };

export const orders: Orders<NativeOrder, OrderCursor> = {
  filters: filtersBy<OrderFilter>({
    channel: ['ids', 'status', 'updated_at_min'],
    service: ['updated_at_max', ...bounds('created_at')],
  }),
  defaults: { status: 'open' },
  id: { pattern: /^[0-9A-Za-z]{6,20}$/, example: 'C00031K4LM' },
  idOf: (order) => order.orderId,

  async fetch(query, cursor, reading) {
    const page = await read(query, cursor, reading);
    if (!query.include?.includes('fulfillments')) return page;
    return { ...page, items: await withShipments(page.items, reading) };
  },

  shape: shape({
    numbers: ['orderItems.*.quantityCancelled'],
    flags: ['orderItems.*.cancellationRequest'],
    objects: [
      'orderItems.*.offer',
      'orderItems.*.product',
      'shipments.*.transport',
      'shipments.*.shipmentItems.*.fulfilment',
    ],
  }),
  transform: transformOrder,
  includes: { fulfillments: fulfillmentsOf },
};

async function read(
  query: OrderQuery,
  cursor: OrderCursor | undefined,
  reading: Reading,
): Promise<Page<NativeOrder, OrderCursor>> {
  const { ids, limit } = query;
  if (!ids) {
    if (isCutOff(query, reading.now)) noteWindow(reading);
    const start = cursor && 'stage' in cursor ? cursor : firstCursor(query, reading.now);
    return walk(query, start, reading);
  }
  const from = cursor && 'at' in cursor ? cursor.at : 0;
  let isLacking = false;
  const read = async (id: string) => {
    const order = await readOrder(id, reading);
    isLacking ||= order === undefined;
    return order;
  };
  const keep = (order: NativeOrder) => matches(order, query);
  const picking = { ids, from, limit, concurrency: TOGETHER, read, keep };
  const { items, next } = await pick(picking, reading);
  // One that is too old answers as one that never was.
  if (isLacking) noteWindow(reading);
  return { items, ...(next !== undefined && { next: { at: next } }) };
}

function noteWindow({ now, note, assume }: Reading) {
  assume('updated_at_min', writeInstant(startOf(edgeOf(now))));
  note({
    code: 'orders_window',
    message:
      'bol shows an order that is shipped or cancelled for three months after its last change; older ones cannot be read. Open orders are all there.',
    field: 'updated_at_min',
  });
}

/** One page of ours: fewer orders than asked for, or none, where many had to be looked at. */
async function walk(query: OrderQuery, start: ListCursor, reading: Reading): Promise<Walked> {
  const allowed = allowance();
  const items: NativeOrder[] = [];
  const first = cursorNow(start, query, reading.now);
  let cursor: ListCursor | undefined = first;
  while (cursor) {
    const search = searchOf(cursor, query, reading.now);
    const missing = query.limit - items.length;
    try {
      const step = await walkList(search, cursor.mark, missing, allowed, reading);
      items.push(...step.items);
      if (step.mark) return { items, next: { ...cursor, mark: step.mark } };
    } catch (error) {
      // What was read before bol had enough is not thrown away: the next request goes on from here.
      if (cursor === first || !isRateLimited(error)) throw error;
      return { items, next: cursor };
    }
    cursor = cursorAfter(cursor, query, reading.now);
    if (cursor && (items.length >= query.limit || isSpent(allowed))) return { items, next: cursor };
  }
  return { items };
}

interface Walked {
  readonly items: readonly NativeOrder[];
  readonly next?: ListCursor;
}

const isRateLimited = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'channel_rate_limited';
