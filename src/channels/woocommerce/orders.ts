// Reads orders: which ones are asked for, page by page, and the buyers' accounts beside them.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import type { Orders, Reading } from '../channel.ts';
import { isWithin } from './dates.ts';
import { askFor, collect, type List, type Place, rowsOf } from './listing.ts';
import { isOrder, type NativeCustomer, type NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { abilitiesOf, datePairs } from './shop.ts';
import { groupOf } from './status.ts';

export const orders: Orders<NativeOrder, Place> = {
  filters: {
    ids: 'channel',
    since_id: 'service',
    status: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
  },
  defaults: { status: 'open' },
  id: { pattern: /^\d{1,15}$/, example: '4812' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const { rows, next } = await collect(await listOf(query, reading), query, page, reading);
    return { items: await withCustomers(rows, reading), ...(next && { next }) };
  },

  transform: transformOrder,
};

/** Newest first; after an identifier, oldest first, so that the last one read can be the next. */
async function listOf(query: OrderQuery, reading: Reading): Promise<List<NativeOrder>> {
  const status = query.status ?? 'any';
  return {
    path: 'orders',
    query: [...(await statusPairs(status, reading)), ...(await datePairs(query, reading))],
    order: query.since_id === undefined ? 'desc' : 'asc',
    isWhole: isOrder,
    keep: (order) => {
      const group = groupOf(order.status);
      return group !== 'hidden' && (status === 'any' || group === status) && isWithin(query, order);
    },
  };
}

/** A shop refuses statuses it does not have, and never tells of one that was not asked for. */
async function statusPairs(status: string, reading: Reading): Promise<Pairs> {
  if (status === 'any') return [['status', 'any']];
  const { statuses } = await abilitiesOf(reading);
  const wanted = statuses?.filter((word) => groupOf(word) === status) ?? [];
  return [['status', wanted.join(',') || 'any']];
}

/** When the buyers' accounts were made; an order can do without. */
async function withCustomers(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  const ids = [...new Set(rows.map((order) => order.customer_id).filter((id) => id > 0))];
  if (ids.length === 0) return rows;
  const customers = new Map((await readCustomers(ids, reading)).map((one) => [one.id, one]));
  return rows.map((order) => {
    const customer = customers.get(order.customer_id);
    return customer ? { ...order, customer } : order;
  });
}

async function readCustomers(
  ids: readonly number[],
  reading: Reading,
): Promise<readonly NativeCustomer[]> {
  const ask = askFor(reading, 'customers', [
    ['include', ids.join(',')],
    ['per_page', String(ids.length)],
    // Only those with the role "customer" are listed otherwise; managers buy too.
    ['role', 'all'],
    ['_fields', 'id,date_created_gmt,date_modified_gmt'],
  ]);
  try {
    return rowsOf<NativeCustomer>(await reading.call(ask));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    reading.note({
      code: 'customers_unreadable',
      message: `The buyers’ accounts could not be read, so customers come without created_at and updated_at: ${error.message}`,
      field: 'customer',
    });
    return [];
  }
}
