// Reads orders: which ones are asked for, page by page, with everything that belongs to them.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import type { Orders, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor, rowsOf, unreadable } from './asks.ts';
import { isWithin, type Range, rangePairs } from './dates.ts';
import { isOrder, type NativeOrder } from './native.ts';
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

interface Step {
  readonly rows: readonly NativeOrder[];
  readonly next?: Place;
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
    const { rows, next } = query.ids
      ? await pick(query, query.ids, after, reading)
      : await walk(query, after, reading);
    return { items: await complete(rows, reading), ...(next && { next }) };
  },

  transform: transformOrder,
};

const created = ({ created_at_min: min, created_at_max: max }: OrderQuery): Range => ({ min, max });
const updated = ({ updated_at_min: min, updated_at_max: max }: OrderQuery): Range => ({ min, max });

/** False for orders that are not to be told, whatever BigCommerce makes of the query. */
function isWanted(order: NativeOrder, query: OrderQuery, { account }: Reading): boolean {
  const statuses = statusIdsOf(query.status);
  return (
    order.status_id !== INCOMPLETE &&
    order.is_deleted !== true &&
    (statuses?.includes(order.status_id) ?? true) &&
    (account.channelId === undefined || String(order.channel_id) === account.channelId) &&
    isWithin(created(query), order.date_created) &&
    isWithin(updated(query), order.date_modified)
  );
}

/** Named orders, one ask each: lists cannot be narrowed to identifiers. */
async function pick(
  query: OrderQuery,
  ids: readonly string[],
  from: number,
  reading: Reading,
): Promise<Step> {
  const wanted = [...new Set(ids.map(Number))].filter((id) => id > from).sort((a, b) => a - b);
  const kept: NativeOrder[] = [];
  let at = 0;
  while (at < wanted.length && kept.length < query.limit) {
    const some = wanted.slice(at, at + query.limit - kept.length);
    at += some.length;
    for (const order of await inGroups(some, (id) => readOne(id, reading)))
      if (order && isWanted(order, query, reading)) kept.push(order);
  }
  // An order that is not there and a store that is not there answer alike.
  if (kept.length === 0) await storeOf(reading, WEIGHTS);
  const after = wanted[at - 1];
  return { rows: kept, ...(at < wanted.length && after !== undefined && { next: { after } }) };
}

async function readOne(id: number, reading: Reading): Promise<NativeOrder | undefined> {
  const ask = { ...askFor(reading, 'v2', `orders/${id}`, INCLUDE), expect: [404] };
  const { status, body } = await reading.call(ask);
  if (status === 404) return undefined;
  const order = (body ?? {}) as NativeOrder;
  if (order.id !== id || !isOrder(order)) throw unreadable({ id });
  return order;
}

/** Orders by identifier, which never changes: each read asks for those beyond the last one. */
async function walk(query: OrderQuery, from: number, reading: Reading): Promise<Step> {
  const kept: NativeOrder[] = [];
  let after = from;
  for (let reads = 0; reads < MOST_READS && kept.length < query.limit; reads++) {
    const wanted = query.limit - kept.length;
    const { rows, more } = await readSome(query, after, wanted, reading);
    kept.push(...rows.filter((order) => isWanted(order, query, reading)));
    if (!more) return { rows: kept };
    after = rows.at(-1)?.id ?? after;
  }
  return { rows: kept, next: { after } };
}

interface Read {
  readonly rows: readonly NativeOrder[];
  /** Whether there may be orders behind these. */
  readonly more: boolean;
}

/** At most `wanted` orders beyond one; BigCommerce takes one status an ask, so lists are merged. */
async function readSome(
  query: OrderQuery,
  after: number,
  wanted: number,
  reading: Reading,
): Promise<Read> {
  const filters: readonly Pairs[] = statusIdsOf(query.status)?.map((id) => [
    ['status_id', String(id)],
  ]) ?? [[]];
  const { channelId } = reading.account;
  const shared: Pairs = [
    ...(channelId === undefined ? [] : ([['channel_id', channelId]] as const)),
    ...rangePairs(created(query), 'min_date_created', 'max_date_created'),
    ...rangePairs(updated(query), 'min_date_modified', 'max_date_modified'),
  ];
  // One more than wanted tells whether there is a next page; V2 counts nothing.
  const lists = await inGroups(filters, (filter) =>
    readList([...filter, ...shared], after, wanted + 1, reading),
  );
  const cut = lists.filter(({ more }) => more);
  // Behind the end of a list that goes on, another list's orders might come too early.
  const horizon = Math.min(...cut.map(({ rows }) => rows.at(-1)?.id ?? after));
  const merged = new Map(lists.flatMap(({ rows }) => rows).map((order) => [order.id, order]));
  const rows = [...merged.values()].filter(({ id }) => id <= horizon).sort((a, b) => a.id - b.id);
  return { rows: rows.slice(0, wanted), more: cut.length > 0 || rows.length > wanted };
}

/** The vendor's advice for calls that are too much for it is to ask for fewer. */
async function readList(
  filters: Pairs,
  after: number,
  count: number,
  reading: Reading,
): Promise<Read> {
  try {
    return await readOnce(filters, after, count, reading);
  } catch (error) {
    if (count <= SMALL || !wasTooMuch(error)) throw error;
    return readOnce(filters, after, Math.ceil(count / 2), reading);
  }
}

const wasTooMuch = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.code === 'channel_invalid_response' || [500, 502, 504].includes(error.status ?? 0));

async function readOnce(
  filters: Pairs,
  after: number,
  count: number,
  reading: Reading,
): Promise<Read> {
  const ask = askFor(reading, 'v2', 'orders', [
    ...filters,
    ['min_id', String(after + 1)],
    ['sort', 'id:asc'],
    ['limit', String(count)],
    ...INCLUDE,
  ]);
  const rows = rowsOf<NativeOrder>(await reading.call(ask), isOrder);
  // A list that does not begin where it was asked to would be walked for ever.
  const stray = rows.find(({ id }) => id <= after);
  if (stray) throw unreadable(stray);
  return { rows, more: rows.length >= count };
}
