// Reads orders: which ones are asked for, page by page, with everything that belongs to them.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Orders, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { readable, readEach } from '../kit/records.ts';
import { askFor, type Numbered, numberedRows } from './asks.ts';
import { isBound, isWithin, millisecondsOf, type Range, rangePairs } from './dates.ts';
import type { NativeOrder } from './native.ts';
import { complete, WEIGHTS } from './order-parts.ts';
import { transformOrder } from './orders-transform.ts';
import { INCOMPLETE, statusIdsOf } from './status.ts';
import { storeOf } from './store.ts';

/** One call brings lines, addresses, costs of shipping, and fees. */
const INCLUDE: Pairs = [
  ['include', 'consignments.line_items,fees'],
  ['consignment_structure', 'object'],
];

/** Most reads for one page of ours, where many orders are left out. */
const MOST_READS = 8;
/** A read this small is not made smaller when BigCommerce cannot manage it. */
const SMALL = 10;

/** The last order that was looked at. */
export interface Place {
  readonly after: number;
}

export const orders: Orders<NativeOrder, Place> = {
  filters: {
    ids: 'channel',
    since_id: 'channel',
    status: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
  },
  id: { pattern: /^[1-9]\d{0,9}$/, example: '2042' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const after = page?.after ?? Number(query.since_id ?? 0);
    const { items, next } = query.ids
      ? await pick(query, query.ids, after, reading)
      : await walk({
          what: 'orders',
          limit: query.limit,
          from: { after },
          most: MOST_READS,
          read: (place: Place, wanted) => readSome(query, place.after, wanted, reading),
          keep: (order) => isWanted(order, query, reading),
          nameOf: ({ id }) => String(id),
        });
    return { items: await complete(items, reading), ...(next && { next }) };
  },

  transform: transformOrder,
};

const created = ({ created_at_min: min, created_at_max: max }: OrderQuery): Range => ({ min, max });
const updated = ({ updated_at_min: min, updated_at_max: max }: OrderQuery): Range => ({ min, max });

/** False for orders that are not to be shown, whatever BigCommerce makes of the query. */
function isWanted(order: NativeOrder, query: OrderQuery, { account }: Reading): boolean {
  const statuses = statusIdsOf(query.status);
  return (
    order.status_id !== INCOMPLETE &&
    order.is_deleted !== true &&
    (statuses?.includes(order.status_id ?? INCOMPLETE) ?? true) &&
    (account.channelId === undefined || String(order.channel_id) === account.channelId) &&
    isWithin(created(query), order.date_created) &&
    isWithin(updated(query), order.date_modified)
  );
}

/** An order that cannot be held against what was asked for is not left out in silence. */
function judged(order: NativeOrder, query: OrderQuery): NativeOrder {
  const needed: readonly (readonly [place: string, isNeeded: boolean, isThere: boolean])[] = [
    ['status_id', statusIdsOf(query.status) !== undefined, Number.isSafeInteger(order.status_id)],
    ['date_created', isBound(created(query)), millisecondsOf(order.date_created) !== undefined],
    ['date_modified', isBound(updated(query)), millisecondsOf(order.date_modified) !== undefined],
  ];
  for (const [place, isNeeded, isThere] of needed)
    if (isNeeded && !isThere) throw unreadableRecord(order.id, place);
  return order;
}

/** Named orders, one ask each: lists cannot be narrowed to identifiers. */
async function pick(
  query: OrderQuery,
  ids: readonly string[],
  from: number,
  reading: Reading,
): Promise<{ readonly items: readonly NativeOrder[]; readonly next?: Place }> {
  const wanted = [...new Set(ids.map(Number))].filter((id) => id > from).sort((a, b) => a - b);
  const kept: NativeOrder[] = [];
  let at = 0;
  while (at < wanted.length && kept.length < query.limit) {
    const some = wanted.slice(at, at + query.limit - kept.length);
    at += some.length;
    for (const order of await readEach(some, (id) => readOne(id, query, reading), reading))
      if (order && isWanted(order, query, reading)) kept.push(order);
  }
  // An order that is not there and a store that is not there answer alike.
  if (kept.length === 0) await storeOf(reading, WEIGHTS);
  const after = wanted[at - 1];
  return { items: kept, ...(at < wanted.length && after !== undefined && { next: { after } }) };
}

async function readOne(
  id: number,
  query: OrderQuery,
  reading: Reading,
): Promise<NativeOrder | undefined> {
  const ask = { ...askFor(reading, 'v2', `orders/${id}`, INCLUDE), expect: [404] };
  const { status, body } = await reading.call(ask);
  if (status === 404) return undefined;
  const order = (body ?? {}) as NativeOrder;
  if (order.id !== id) throw unreadableRecord(id, 'id');
  return judged(order, query);
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
): Promise<Stretch<NativeOrder, Place>> {
  const filters: readonly Pairs[] = statusIdsOf(query.status)?.map((id) => [
    ['status_id', String(id)],
  ]) ?? [[]];
  const { channelId } = reading.account;
  const shared: Pairs = [
    ...(channelId === undefined ? [] : ([['channel_id', channelId]] as const)),
    ...rangePairs(created(query), 'min_date_created', 'max_date_created'),
    ...rangePairs(updated(query), 'min_date_modified', 'max_date_modified'),
  ];
  // One more than wanted shows whether there is a next page; V2 counts nothing.
  const lists = await inGroups(filters, (filter) =>
    readList([...filter, ...shared], after, wanted + 1, reading),
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
    rows: readable(rows, (order) => judged(order as NativeOrder, query), reading),
    ...(goesOn && last !== undefined && { next: { after: last } }),
  };
}

/** The vendor's advice for calls that are too much for it is to ask for fewer. */
async function readList(
  filters: Pairs,
  after: number,
  count: number,
  reading: Reading,
): Promise<Numbered<NativeOrder>> {
  try {
    return await readOnce(filters, after, count, reading);
  } catch (error) {
    if (count <= SMALL || !wasTooMuch(error)) throw error;
    return readOnce(filters, after, Math.ceil(count / 2), reading);
  }
}

const wasTooMuch = (error: unknown): boolean =>
  error instanceof Fault &&
  error.record === undefined &&
  (error.code === 'channel_invalid_response' || [500, 502, 504].includes(error.status ?? 0));

async function readOnce(
  filters: Pairs,
  after: number,
  count: number,
  reading: Reading,
): Promise<Numbered<NativeOrder>> {
  const ask = askFor(reading, 'v2', 'orders', [
    ...filters,
    ['min_id', String(after + 1)],
    ['sort', 'id:asc'],
    ['limit', String(count)],
    ...INCLUDE,
  ]);
  return numberedRows(await reading.call(ask), 'v2', after, count, reading);
}
