// Reads orders: which ones are asked for, page by page, each with its lines.
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import type { Orders, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { type Bounds, boundPairs, clocksOf, isWithin } from './dates.ts';
import { collect, type List, MOST, rowsOf, type Spot } from './listing.ts';
import {
  isLine,
  isOrder,
  type NativeLine,
  type NativeOrder,
  type NativeOrderRow,
  type ShopFacts,
} from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { askAt, type Place, placeOf } from './place.ts';
import { mustAfford } from './quota.ts';
import { shopOf } from './shop.ts';
import { groupOf, SHIPMENTS } from './status.ts';

/** How far the shop's clock may be ahead of ours. */
const SLACK = 60_000;
/** How often lines are asked for that are said not to be there. */
const TRIES = 3;
/** More pages of lines than any order has. */
const MOST_LINE_PAGES = 40;

/** Page numbers hold still only below a fixed moment; named orders are read one by one. */
interface Page extends Partial<Spot> {
  readonly until?: number;
  readonly from?: number;
}

export const orders: Orders<NativeOrder, Page> = {
  filters: {
    ids: 'channel',
    since_id: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
    status: 'service',
    fulfillment_status: 'service',
  },
  id: { pattern: /^\d{1,15}$/, example: '315967990' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const place = await placeOf(reading);
    const shop = await shopOf(place, reading);
    const keep = keeperOf(query, reading);
    return query.ids
      ? pick(query.ids, query.limit, page?.from ?? 0, { place, shop, keep, reading })
      : walk(query, page, { place, shop, keep, reading });
  },

  transform: transformOrder,
};

interface Around {
  readonly place: Place;
  readonly shop: ShopFacts;
  readonly keep: (row: NativeOrderRow) => boolean;
  readonly reading: Reading;
}

interface Fetched {
  readonly items: readonly NativeOrder[];
  readonly next?: Page;
}

async function walk(query: OrderQuery, page: Page | undefined, around: Around): Promise<Fetched> {
  const { place, shop, reading } = around;
  // Without it, orders that come in meanwhile would push others onto later pages.
  const until = page?.until ?? Math.min(reading.now + SLACK, query.created_at_max ?? Infinity);
  const bounds: Bounds = {
    created_at_min: query.created_at_min,
    created_at_max: until,
    updated_at_min: query.updated_at_min,
    updated_at_max: query.updated_at_max,
  };
  const list: List<NativeOrderRow> = {
    path: 'orders',
    root: 'orders',
    query: [
      ...boundPairs(bounds, clocksOf(place.cluster, shop.offset)),
      ...(query.since_id === undefined ? [] : ([['since_id', query.since_id]] as const)),
    ],
    isWhole: isOrder,
    keep: around.keep,
    sparse: isSparse(query),
  };
  const spot = page?.at === undefined ? undefined : { at: page.at, tail: page.tail ?? [] };
  const { rows, next, headers } = await collect(list, query.limit, spot, place, reading.call);
  mustAfford(rows.length, headers);
  const items = await withLines(rows, around);
  return { items, ...(next && { next: { ...next, until } }) };
}

/** Windows of time are asked for more widely than wanted, and states not at all. */
const isSparse = (query: OrderQuery): boolean =>
  Object.keys(query).some((name) => name !== 'limit' && name !== 'since_id');

/** Whether an order is among those asked for, whatever the channel made of the query. */
function keeperOf(query: OrderQuery, { note }: Reading): (row: NativeOrderRow) => boolean {
  const { status = 'any', fulfillment_status: shipping = 'any' } = query;
  const since = query.since_id === undefined ? undefined : Number(query.since_id);
  return (row) => {
    if (since !== undefined && row.id <= since) return false;
    if (!isWithin(query, row)) return false;
    if (status !== 'any') {
      const group = groupOf(row.status);
      if (group === undefined) noteLeftOut(row, 'status', row.status, note);
      if (group !== status) return false;
    }
    if (shipping === 'any') return true;
    const told = row.shipmentStatus || 'not_shipped';
    const shipped = SHIPMENTS.get(told);
    if (shipped === undefined) noteLeftOut(row, 'fulfillment_status', told, note);
    return shipped !== undefined && SHIPPING[shipping]?.includes(shipped) === true;
  };
}

const SHIPPING: Readonly<Record<string, readonly (string | null)[]>> = {
  shipped: ['fulfilled'],
  partial: ['partial'],
  unshipped: [null],
  unfulfilled: [null, 'partial'],
};

const noteLeftOut = (row: NativeOrderRow, filter: string, word: unknown, note: Reading['note']) =>
  note({
    code: 'unknown_status',
    message: `Lightspeed has a word that is not known here, "${String(word)}"; such orders are left out where "${filter}" is asked for.`,
    field: filter,
    id: String(row.id),
  });

/** Named orders, newest first: each ask brings the lines along. */
async function pick(
  ids: readonly string[],
  limit: number,
  start: number,
  around: Around,
): Promise<Fetched> {
  const wanted = ids.map(Number).sort((a, b) => b - a);
  const found: NativeOrderRow[] = [];
  let from = start;
  while (from < wanted.length && found.length < limit) {
    const some = wanted.slice(from, from + limit - found.length);
    from += some.length;
    const read = await inGroups(some, (id) => readOrder(id, around));
    found.push(...read.filter((order) => order !== undefined).filter(around.keep));
  }
  const items = await withLines(found, around);
  return { items, ...(from < wanted.length && { next: { from } }) };
}

async function readOrder(
  id: number,
  { place, reading }: Around,
): Promise<NativeOrderRow | undefined> {
  try {
    const { body } = await reading.call(askAt(place, `orders/${id}`));
    const { order } = (body ?? {}) as { order?: NativeOrderRow };
    if (order?.id === id && isOrder(order)) return order;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  throw new Fault('channel_invalid_response', `Lightspeed sent something else than order ${id}.`);
}

const isAbsent = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'channel_failed' && error.status === 404;

/**
 * Rows hold a link to their lines, so each order costs one more ask. Lightspeed sometimes says for
 * a moment that the lines of an order are not there: they are asked for again after the others.
 */
async function withLines(
  rows: readonly NativeOrderRow[],
  around: Around,
): Promise<readonly NativeOrder[]> {
  const lines = new Map<number, readonly NativeLine[]>();
  for (const row of rows) {
    const embedded = embeddedIn(row);
    if (embedded) lines.set(row.id, embedded);
  }
  for (let tries = 1; ; tries++) {
    const missing = rows.filter(({ id }) => !lines.has(id));
    if (missing.length === 0) break;
    await inGroups(missing, async ({ id }) => {
      try {
        lines.set(id, await readLines(id, around));
      } catch (error) {
        if (!isAbsent(error)) throw error;
        if (tries < TRIES) return;
        throw new Fault(
          'channel_failed',
          `Lightspeed lists order ${id} but does not find its lines. Try again.`,
          { status: 404, native: error.native, cause: error },
        );
      }
    });
  }
  return rows.map((row) => ({
    ...row,
    orderProducts: lines.get(row.id) ?? [],
    shop: around.shop,
  }));
}

/** An order that was asked for by itself brings its lines along. */
function embeddedIn({ products }: NativeOrderRow): readonly NativeLine[] | undefined {
  const embedded = products?.resource?.embedded;
  if (!Array.isArray(embedded)) return undefined;
  const whole = embedded.every((line) => Number.isSafeInteger(line?.id) && isLine(line));
  return whole && embedded.length < MOST ? embedded : undefined;
}

async function readLines(
  order: number,
  { place, reading }: Around,
): Promise<readonly NativeLine[]> {
  const lines = new Map<number, NativeLine>();
  for (let page = 1; page <= MOST_LINE_PAGES; page++) {
    const reply = await reading.call(
      askAt(place, `orders/${order}/products`, [
        ['limit', String(MOST)],
        ...(page > 1 ? ([['page', String(page)]] as const) : []),
      ]),
    );
    const rows = rowsOf(reply, 'orderProducts', isLine);
    const before = lines.size;
    for (const line of rows) lines.set(line.id, line);
    if (rows.length < MOST || lines.size === before) break;
  }
  return [...lines.values()];
}
