// Reads orders: which ones are asked for, page by page, each with its lines.

import { Fault } from '../../model/faults.ts';
import type { OrderFilter, OrderQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Orders, Reading } from '../channel.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { membersOf } from '../kit/loose.ts';
import * as paging from '../kit/paging.ts';
import { pair } from '../kit/pairs.ts';
import { partOf, readEach } from '../kit/records.ts';
import { without } from '../kit/without.ts';
import { ask, type Connection, isAbsent, serverOf } from './asks.ts';
import { boundPairs, clocksOf, isAskedFor, SLACK } from './dates.ts';
import { fulfillmentsOf } from './fulfillments.ts';
import { mustAfford } from './limits.ts';
import { type Cursor, collect, MOST, readList } from './listing.ts';
import {
  embeddedIn,
  type NativeLine,
  type NativeOrder,
  type NativeOrderRow,
  type ShopFacts,
} from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { scanOrders } from './scan.ts';
import { isPartly, shipmentsOf } from './shipments.ts';
import { shopOf } from './shop.ts';
import { groupOf, shippedOf } from './status.ts';

/** How often lines are asked for that are said not to be there. */
const TRIES = 3;

/** Page numbers hold still only below a fixed moment; named orders are read one by one. */
interface OrderCursor extends Partial<Cursor> {
  readonly until?: number;
  readonly from?: number;
}

/** A reading, and which shop it is of. */
interface Visit extends Reading, Connection {
  readonly shop: ShopFacts;
}

interface Picked {
  readonly rows: readonly NativeOrderRow[];
  readonly next?: OrderCursor;
}

export const orders: Orders<NativeOrder, OrderCursor> = {
  filters: filtersBy<OrderFilter>({
    channel: ['ids', 'since_id', ...bounds('created_at', 'updated_at')],
    service: ['status', 'fulfillment_status'],
  }),
  id: { pattern: /^\d{1,15}$/, example: '315967990' },
  idOf: ({ id }) => id,

  async fetch(query, cursor, reading) {
    const connected = { ...reading, server: await serverOf(reading) };
    const visit: Visit = { ...connected, shop: await shopOf(connected) };
    const { rows, next } = query.ids
      ? await pick(query, query.ids, cursor, visit)
      : await walk(query, cursor, visit);
    return { items: await withLines(rows, isShipped(query), visit), ...(next && { next }) };
  },

  shape: shape({
    numbers: ['orderProducts.*.quantityOrdered', 'orderProducts.*.quantityRefunded'],
    words: ['discountType'],
    flags: ['isDiscounted'],
    objects: [
      'addressBillingCountry',
      'addressBillingRegionData',
      'addressShippingCountry',
      'addressShippingRegionData',
      'customer',
      'customer.resource',
      'customer.resource.embedded',
      'language',
      'quote',
      'quote.resource',
      'orderProducts.*.product',
      'orderProducts.*.product.resource',
      'orderProducts.*.variant',
      'orderProducts.*.variant.resource',
    ],
    needed: ['shop'],
  }),
  scan: scanOrders,
  transform: transformOrder,
  raw: (order) => without(order, 'shop'),
  includes: { fulfillments: fulfillmentsOf },
};

const isShipped = ({ include }: OrderQuery): boolean => include?.includes('fulfillments') === true;

async function walk(
  query: OrderQuery,
  cursor: OrderCursor | undefined,
  visit: Visit,
): Promise<Picked> {
  const { now, server, shop } = visit;
  // Without it, orders that come in meanwhile would push others onto later pages.
  const until = cursor?.until ?? Math.min(now + SLACK, query.created_at_max ?? Infinity);
  const list = {
    path: 'orders',
    root: 'orders',
    query: [
      ...boundPairs({ ...query, created_at_max: until }, clocksOf(server.cluster, shop.offset)),
      ...pair('since_id', query.since_id),
    ],
    keep: keeperOf(query, visit),
    // Windows of time are asked for more widely than wanted, and states not at all.
    sparse: Object.keys(query).some((name) => !['limit', 'since_id', 'include'].includes(name)),
  };
  const from = cursor?.at === undefined ? undefined : { at: cursor.at, tail: cursor.tail ?? [] };
  const { rows, next, headers } = await collect<NativeOrderRow>(list, query.limit, from, visit);
  const parcels = isShipped(query) ? rows : rows.filter(isPartly);
  mustAfford(rows.length + 2 * parcels.length, headers);
  return { rows, ...(next && { next: { ...next, until } }) };
}

/** Whether an order is among those asked for, whatever the channel made of the query. */
function keeperOf(query: OrderQuery, { note }: Reading): (row: NativeOrderRow) => boolean {
  const { since_id: since, status = 'any', fulfillment_status: shipping = 'any' } = query;
  const noteLeftOut = (row: NativeOrderRow, filter: string, word: unknown) =>
    note({
      code: 'unknown_status',
      message: `Lightspeed has a word that is not known here, "${String(word)}"; such orders are left out where "${filter}" is asked for.`,
      field: filter,
      id: String(row.id),
    });
  return (row) => {
    if (since !== undefined && row.id <= Number(since)) return false;
    if (!isAskedFor(query, row)) return false;
    const group = groupOf(row.status);
    if (status !== 'any' && group === undefined) noteLeftOut(row, 'status', row.status);
    if (status !== 'any' && group !== status) return false;
    if (shipping === 'any') return true;
    const shipped = shippedOf(row);
    if (shipped === undefined) noteLeftOut(row, 'fulfillment_status', row.shipmentStatus);
    return shipped !== undefined && SHIPPING[shipping]?.includes(shipped) === true;
  };
}

const SHIPPING: Readonly<Record<string, readonly (string | null)[]>> = {
  shipped: ['fulfilled'],
  partial: ['partial'],
  unshipped: [null],
  unfulfilled: [null, 'partial'],
};

/** Named orders, newest first: each ask brings the lines along. */
async function pick(
  query: OrderQuery,
  named: readonly string[],
  cursor: OrderCursor | undefined,
  visit: Visit,
): Promise<Picked> {
  const ids = named.toSorted((a, b) => Number(b) - Number(a));
  const read = (id: string) => readOrder(Number(id), visit);
  const keep = keeperOf(query, visit);
  const from = cursor?.from ?? 0;
  const { items, next } = await paging.pick({ ids, from, limit: query.limit, read, keep }, visit);
  return { rows: items, ...(next !== undefined && { next: { from: next } }) };
}

async function readOrder(id: number, visit: Visit): Promise<NativeOrderRow | undefined> {
  try {
    const { body } = await ask(visit, `orders/${id}`);
    const order = membersOf(body).order as NativeOrderRow | undefined;
    if (order?.id === id) return order;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  throw unreadableRecord(id, 'id');
}

/**
 * Rows hold a link to their lines, so each order costs one more ask, unless it was asked for by
 * itself. Lightspeed sometimes says for a moment that the lines of an order are not there: they are
 * asked for again after the others.
 */
async function withLines(
  rows: readonly NativeOrderRow[],
  withParcels: boolean,
  visit: Visit,
): Promise<readonly NativeOrder[]> {
  const lines = new Map<number, readonly NativeLine[]>();
  for (const { id, products } of rows) {
    const embedded = embeddedIn<NativeLine>(products);
    if (embedded && embedded.length < MOST) lines.set(id, embedded);
  }
  let missing = rows.filter(({ id }) => !lines.has(id));
  for (let tries = 1; missing.length > 0; tries++) {
    const again: NativeOrderRow[] = [];
    const readOne = async (row: NativeOrderRow) => {
      const own = await readLines(row.id, tries, visit);
      if (own) lines.set(row.id, own);
      else again.push(row);
    };
    await readEach(missing, readOne, visit);
    missing = again;
  }
  // Without its lines an order was left out.
  const whole = rows.filter(({ id }) => lines.has(id));
  const withShipments = async (row: NativeOrderRow): Promise<NativeOrder> => ({
    ...row,
    orderProducts: lines.get(row.id) ?? [],
    ...(await shipmentsOf(row, withParcels, visit)),
    shop: visit.shop,
  });
  return readEach(whole, withShipments, visit);
}

/** Undefined where the lines are said not to be there and may be asked for again. */
async function readLines(
  id: number,
  tries: number,
  visit: Visit,
): Promise<readonly NativeLine[] | undefined> {
  try {
    return await partOf(id, 'its list of lines', visit, (own) =>
      readList<NativeLine>(own, `orders/${id}/products`, 'orderProducts'),
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
