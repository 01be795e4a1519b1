// Reads orders: which ones are asked for, page by page, with everything that belongs to them.

import type { Pairs } from '../../model/exchange.ts';
import type { OrderFilter, OrderQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Orders, Reading } from '../channel.ts';
import { boundsOf, isInTime } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { inGroups } from '../kit/groups.ts';
import { isRecord } from '../kit/loose.ts';
import { orFewer, pick, type Stretch } from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { mustHave, sift } from '../kit/records.ts';
import { without } from '../kit/without.ts';
import { ask } from './asks.ts';
import { millisecondsOf, rangePairs } from './dates.ts';
import { type Cursor, readNumbered, walkFrom } from './listing.ts';
import type { NativeOrder } from './native.ts';
import { fulfillmentsOf, refundsOf } from './order-lists.ts';
import { complete, shownLines, WEIGHTS, withShipments } from './order-parts.ts';
import { transformOrder } from './orders-transform.ts';
import { scanOrders } from './scan.ts';
import { hiddenBecause, statusIdsOf } from './status.ts';
import { storeOf } from './store.ts';

/** One call brings lines, addresses, costs of shipping, and fees. */
const INCLUDE: Pairs = [
  ['include', 'consignments.line_items,fees'],
  ['consignment_structure', 'object'],
];

export const orders: Orders<NativeOrder, Cursor> = {
  filters: filtersBy<OrderFilter>({
    channel: ['ids', 'since_id', 'status', ...bounds('created_at', 'updated_at')],
  }),
  id: { pattern: /^[1-9]\d{0,9}$/, example: '2042' },
  idOf: ({ id }) => id,

  async fetch(query, cursor, reading) {
    const after = cursor?.after ?? Number(query.since_id ?? 0);
    const { items, next } = query.ids
      ? await readByIds(query, query.ids, after, reading)
      : await walkFrom(
          after,
          'orders',
          query.limit,
          (from, wanted) => readSome(query, from, wanted, reading),
          reading,
        );
    const whole = await complete(items, reading);
    const isShipped = query.include?.includes('fulfillments');
    return {
      items: isShipped ? await withShipments(whole, reading) : whole,
      ...(next && { next }),
    };
  },

  shape: shape({
    numbers: ['coupon_records.*.type', 'line_records.*.quantity'],
    words: [
      'line_records.*.applied_discounts.*.name',
      'coupon_records.*.code',
      'line_records.*.id',
      'line_records.*.applied_discounts.*.code',
      'line_records.*.applied_discounts.*.id',
      'line_records.*.applied_discounts.*.target',
      'refund_records.*.items.*.item_id',
      'refund_records.*.items.*.item_type',
    ],
    objects: ['customer_record', 'store'],
  }),
  scan: scanOrders,
  transform: transformOrder,
  raw: rawOrder,
  includes: { fulfillments: fulfillmentsOf, refunds: refundsOf },
};

/** Lines stand in the order, where its consignments show them all. */
function rawOrder(order: NativeOrder): object {
  const { line_records: lines = [], ...rest } = without(order, 'catalog_records', 'store');
  const shown = new Set(shownLines(order));
  return lines.every((line) => shown.has(line)) ? rest : { ...rest, line_records: lines };
}

/**
 * False for orders that are not to be shown, whatever BigCommerce makes of the query; throws for one
 * that cannot be held against it.
 */
function isWanted(order: NativeOrder, query: OrderQuery, reading: Reading): boolean {
  const { id, status_id: status } = order;
  const statuses = statusIdsOf(query.status);
  mustHave(id, [['status_id', statuses !== undefined, Number.isSafeInteger(status)]]);
  const isInBounds = isInTime(query, id, {
    created_at: ['date_created', () => millisecondsOf(order.date_created)],
    updated_at: ['date_modified', () => millisecondsOf(order.date_modified)],
  });
  return (
    isInBounds &&
    order.is_deleted !== true &&
    hiddenBecause(order, reading) === undefined &&
    (statuses?.some((one) => one === status) ?? true)
  );
}

/** Named orders, one ask each: lists cannot be narrowed to identifiers. */
async function readByIds(
  query: OrderQuery,
  named: readonly string[],
  after: number,
  reading: Reading,
): Promise<{ readonly items: readonly NativeOrder[]; readonly next?: Cursor }> {
  const numbers = [...new Set(named.map(Number))].filter((id) => id > after);
  const ids = numbers.sort((a, b) => a - b).map(String);
  const read = (id: string) => readOne(id, reading);
  const keep = (order: NativeOrder) => {
    const why = order.is_deleted === true ? undefined : hiddenBecause(order, reading);
    if (why !== undefined)
      reading.note({ code: 'record_not_shown', message: why, field: 'ids', id: String(order.id) });
    return isWanted(order, query, reading);
  };
  const { items, next } = await pick({ ids, from: 0, limit: query.limit, read, keep }, reading);
  // An order that is not there and a store that is not there answer alike.
  if (items.length === 0) await storeOf(reading, WEIGHTS);
  return { items, ...(next !== undefined && { next: { after: Number(ids[next - 1]) } }) };
}

async function readOne(id: string, reading: Reading): Promise<NativeOrder | undefined> {
  const { status, body } = await ask(reading, `v2/orders/${id}`, INCLUDE, { expect: [404] });
  if (status === 404) return undefined;
  if (!isRecord<NativeOrder>(body) || body.id !== Number(id)) throw unreadableRecord(id, 'id');
  return body;
}

/**
 * At most `wanted` orders beyond one, by identifier, which never changes. BigCommerce takes one
 * status an ask, so lists are merged.
 */
async function readSome(
  query: OrderQuery,
  after: number,
  wanted: number,
  reading: Reading,
): Promise<Stretch<NativeOrder, Cursor>> {
  const readList = (status: number | undefined, limit: number) =>
    readNumbered<NativeOrder>(reading, 'v2/orders', {
      after,
      limit,
      query: [
        ...pair('status_id', status),
        ...pair('channel_id', reading.account.channelId),
        ...rangePairs(boundsOf(query, 'created_at'), 'min_date_created', 'max_date_created'),
        ...rangePairs(boundsOf(query, 'updated_at'), 'min_date_modified', 'max_date_modified'),
        ...pair('min_id', after + 1),
        ['sort', 'id:asc'],
        ...pair('limit', limit),
        ...INCLUDE,
      ],
    });
  // One more than wanted shows whether there is a next page; V2 counts nothing.
  const lists = await inGroups(statusIdsOf(query.status) ?? [undefined], (status) =>
    orFewer(wanted + 1, (limit) => readList(status, limit)),
  );
  const cut = lists.filter(({ full }) => full);
  // Behind the end of a list that goes on, another list's orders might come too early.
  const horizon = Math.min(...cut.map(({ rows }) => rows.at(-1)?.id ?? after));
  const merged = new Map(lists.flatMap(({ rows }) => rows).map((order) => [order.id, order]));
  const known = [...merged.values()].filter(({ id }) => id <= horizon).sort((a, b) => a.id - b.id);
  const rows = known.slice(0, wanted);
  const last = rows.at(-1)?.id;
  const goesOn = cut.length > 0 || known.length > wanted;
  return {
    rows: sift(rows, (order) => isWanted(order, query, reading), reading),
    ...(goesOn && last !== undefined && { next: { after: last } }),
  };
}
