// Reads orders: which ones are asked for, page by page, and what must be read beside them.

import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderFilter, OrderQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import type { Orders, Reading } from '../channel.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { without } from '../kit/without.ts';
import { readNamed, readOne } from './asks.ts';
import { isDatedWithin } from './dates.ts';
import { STATUS_REFUSED } from './explain.ts';
import { type Cursor, type List, readPage } from './listing.ts';
import type { NativeCustomer, NativeOrder, NativeProduct } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { refundsOf } from './refund-records.ts';
import { withRefunds } from './refunds.ts';
import { scanOrders } from './scan.ts';
import {
  abilitiesOf,
  datePairs,
  decimalsOf,
  isForbidden,
  noteLegacyStorage,
  renewAbilities,
} from './shop.ts';
import { groupOf } from './status.ts';
import { numberOf, numbersIn, objectsIn, textsIn, truthOf } from './values.ts';
import { isDoubtful } from './variant-title.ts';

export const orders: Orders<NativeOrder, Cursor> = {
  filters: filtersBy<OrderFilter>({
    channel: ['ids', 'status', ...bounds('created_at', 'updated_at')],
    service: ['since_id'],
  }),
  defaults: { status: 'open' },
  id: { pattern: /^\d{1,15}$/, example: '4812' },
  idOf: ({ id }) => id,

  async fetch(query, page, reading) {
    const [{ items, next }] = await Promise.all([
      read(query, page, reading),
      noteLegacyStorage(query, reading),
    ]);
    return { items: await complete(items, query, reading), ...(next && { next }) };
  },

  shape: shape({
    words: [
      'status',
      'meta_data.*.key',
      'coupon_lines.*.discount_type',
      'refund_records.*.line_items.*.meta_data.*.key',
    ],
  }),
  scan: scanOrders,
  transform: transformOrder,
  raw: (order) => without(order, 'shop_decimals', 'product_attributes'),
  includes: { refunds: refundsOf },
};

/** A status that went with its plugin is refused: then the statuses are asked for again. */
async function read(query: OrderQuery, page: Cursor | undefined, reading: Reading) {
  const once = async () => readPage(await listOf(query, reading), query, page, reading);
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof Fault) || error.reason !== STATUS_REFUSED) throw error;
    await renewAbilities(reading);
    return once();
  }
}

/** Newest first; after an identifier, oldest first, so that the last one read can be the next. */
async function listOf(query: OrderQuery, reading: Reading): Promise<List<NativeOrder>> {
  return {
    path: 'orders',
    query: [
      // What is named is asked for whatever its status and dates: what does not come is not there.
      ...(query.ids ? await statusPairs('any', reading) : await filterPairs(query, reading)),
      ...FINE,
    ],
    order: query.since_id === undefined ? 'desc' : 'asc',
    byItself: FINE,
    keep: keeper(query),
  };
}

/** As the shop keeps them: rounded, net amounts and taxes do not add up to prices. */
const FINE: Pairs = [['dp', '6']];

const filterPairs = async (query: OrderQuery, reading: Reading): Promise<Pairs> => [
  ...(await statusPairs(query.status ?? 'any', reading)),
  ...(await datePairs(query, reading)),
];

const keeper =
  (query: OrderQuery) =>
  (order: NativeOrder): boolean => {
    const { status = 'any' } = query;
    const group = groupOf(order.status);
    return (
      group !== 'hidden' && (status === 'any' || group === status) && isDatedWithin(query, order)
    );
  };

/** A shop refuses statuses it does not have, and lists no order in one that was not asked for. */
async function statusPairs(status: string, reading: Reading): Promise<Pairs> {
  if (status === 'any') return [['status', 'any']];
  const { statuses } = await abilitiesOf(reading);
  const wanted = statuses?.filter((word) => groupOf(word) === status) ?? [];
  return [['status', wanted.join(',') || 'any']];
}

/** Orders with their refunds, their buyers' accounts, and the decimals that the shop rounds to. */
async function complete(
  rows: readonly NativeOrder[],
  query: OrderQuery,
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  if (rows.length === 0) return rows;
  const isIncluded = query.include?.includes('refunds') === true;
  const keep = keeper(query);
  const again = async ({ id }: NativeOrder) => {
    const order = await readOne<NativeOrder>('orders', id, FINE, reading);
    return order && keep(order) ? order : undefined;
  };
  const [refunded, customers, places, attributes] = await Promise.all([
    withRefunds(rows, isIncluded, again, reading),
    readCustomers(rows, reading),
    decimalsOf(reading),
    readAttributes(rows, reading),
  ]);
  const byId = new Map(customers.map((one) => [one.id, one]));
  return refunded.map((order) => {
    const customer = byId.get(numberOf(order.customer_id) ?? 0);
    return {
      ...order,
      ...(customer && { customer }),
      ...(places !== null && { shop_decimals: places }),
      ...(attributes && { product_attributes: attributes }),
    };
  });
}

/**
 * The attributes that variations differ by, of products whose lines leave it in doubt; undefined where
 * none does, or where the key may not read products. Their names alone are read.
 */
async function readAttributes(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<Readonly<Record<string, readonly string[]>> | undefined> {
  const doubtful = rows.flatMap(({ line_items }) => objectsIn(line_items)).filter(isDoubtful);
  const ids = new Set(numbersIn(doubtful.map(({ product_id }) => product_id)));
  if (ids.size === 0) return undefined;
  try {
    const query: Pairs = [
      ['status', 'any'],
      ['_fields', 'id,attributes'],
    ];
    const found = await readNamed<NativeProduct>('products', [...ids], query, reading);
    return Object.fromEntries(
      found.map(({ id, attributes }) => [
        id,
        textsIn(
          objectsIn(attributes)
            .filter(({ variation }) => truthOf(variation))
            .map(({ name }) => name),
        ),
      ]),
    );
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return undefined;
  }
}

/** When the buyers' accounts were made; an order can do without. */
async function readCustomers(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeCustomer[]> {
  const ids = new Set(numbersIn(rows.map((order) => order.customer_id)));
  const query: Pairs = [
    // Only those with the role "customer" are listed otherwise; managers buy too.
    ['role', 'all'],
    ['_fields', 'id,date_created_gmt,date_modified_gmt'],
  ];
  try {
    return await readNamed<NativeCustomer>('customers', [...ids], query, reading);
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
