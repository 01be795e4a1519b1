// Reads orders: which ones are asked for, page by page, each with its lines.
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Orders, Reading } from '../channel.ts';
import { isList, listed } from '../kit/loose.ts';
import { partOf, readable, readEach } from '../kit/records.ts';
import { type Bounds, boundPairs, clocksOf, isWithin, mustBeDated } from './dates.ts';
import { collect, type List, MOST, readList, type Spot } from './listing.ts';
import {
  type NativeLine,
  type NativeOrder,
  type NativeOrderRow,
  present,
  type ShopFacts,
} from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { askAt, type Place, placeOf } from './place.ts';
import { mustAfford } from './quota.ts';
import { isPartly, shippedProductsOf } from './shipments.ts';
import { shopOf } from './shop.ts';
import { groupOf, shippedOf } from './status.ts';

/** How far the shop's clock may be ahead of ours. */
const SLACK = 60_000;
/** How often lines are asked for that are said not to be there. */
const TRIES = 3;

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
    keep: around.keep,
    sparse: isSparse(query),
  };
  const spot = page?.at === undefined ? undefined : { at: page.at, tail: page.tail ?? [] };
  const { rows, next, headers } = await collect(list, query.limit, spot, place, reading);
  mustAfford(rows.length + 2 * rows.filter(isPartly).length, headers);
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
    mustBeDated(query, row);
    if (!isWithin(query, row)) return false;
    if (status !== 'any') {
      const group = groupOf(row.status);
      if (group === undefined) noteLeftOut(row, 'status', row.status, note);
      if (group !== status) return false;
    }
    if (shipping === 'any') return true;
    const shipped = shippedOf(row);
    if (shipped === undefined) noteLeftOut(row, 'fulfillment_status', row.shipmentStatus, note);
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
    const { keep, reading } = around;
    const read = await readEach(some, (id) => readOrder(id, around), reading);
    const there = read.filter((order) => order !== undefined);
    const kept = readable(there, (order) => [order as NativeOrderRow].filter(keep), reading);
    found.push(...kept.flat());
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
    if (order?.id === id) return order;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  throw unreadableRecord(id, 'id');
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
  const leftOut = new Set<number>();
  const { place, reading, shop } = around;
  for (const row of rows) {
    const embedded = embeddedIn(row);
    if (embedded) lines.set(row.id, embedded);
  }
  for (let tries = 1; ; tries++) {
    const missing = rows.filter(({ id }) => !lines.has(id) && !leftOut.has(id));
    if (missing.length === 0) break;
    const leaveOut: Reading['leaveOut'] = (fault) => {
      reading.leaveOut(fault);
      leftOut.add(Number(fault.record));
    };
    await readEach(
      missing,
      async ({ id }) => {
        const own = await readLines(id, tries, around);
        if (own) lines.set(id, own);
      },
      { leaveOut },
    );
  }
  return readEach(
    rows.filter(({ id }) => !leftOut.has(id)),
    async (row) => {
      const shipped = isPartly(row) ? await shippedProductsOf(row, place, reading) : undefined;
      return {
        ...row,
        orderProducts: lines.get(row.id) ?? [],
        ...(shipped && { shippedProducts: shipped }),
        shop,
      };
    },
    reading,
  );
}

/** An order that was asked for by itself brings its lines along. */
function embeddedIn({ products }: NativeOrderRow): readonly NativeLine[] | undefined {
  const embedded = present(products)?.resource?.embedded;
  if (!isList(embedded)) return undefined;
  const lines = listed<NativeLine>(embedded);
  return lines.length < MOST ? lines : undefined;
}

/** Undefined where the lines are said not to be there and may be asked for again. */
async function readLines(
  id: number,
  tries: number,
  { place, reading }: Around,
): Promise<readonly NativeLine[] | undefined> {
  try {
    return await partOf(id, 'its list of lines', reading, (own) =>
      readList(`orders/${id}/products`, 'orderProducts', [], place, own),
    );
  } catch (error) {
    if (!isAbsent(error)) throw error;
    if (tries < TRIES) return undefined;
    throw new Fault(
      'channel_failed',
      `Lightspeed lists order ${id} but does not find its lines. Try again.`,
      { status: 404, native: error.native, record: String(id), cause: error },
    );
  }
}
