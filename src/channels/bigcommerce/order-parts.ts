// What an order does not hold itself: lines beyond the fiftieth, coupons, refunds, the buyer's account.
import { Fault } from '../../model/faults.ts';
import { isZero } from '../../model/money.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { orZero } from '../kit/amounts.ts';
import { inGroups } from '../kit/groups.ts';
import { count, listed } from '../kit/loose.ts';
import { partOf, readable, readEach } from '../kit/records.ts';
import { askFor, batches, MOST, readAll, rowsOf } from './asks.ts';
import {
  type CatalogRecord,
  type Consignment,
  consignmentsOf,
  type NativeCoupon,
  type NativeCustomer,
  type NativeLine,
  type NativeOrder,
  type NativeRefund,
} from './native.ts';
import { storeOf } from './store.ts';

const HOUR = 3600;

/** Orders with all that belongs to them. A part that cannot be read fails its order. */
export async function complete(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  if (rows.length === 0) return rows;
  const store = await storeOf(reading, WEIGHTS);
  const whole = await readEach(
    rows,
    async (order) => ({ ...order, line_records: await linesOf(order, reading) }),
    reading,
  );
  const coupons = await inGroups(whole, (order) => couponsOf(order, reading));
  const refunds = await refundsOf(whole, reading);
  const customers = await customersOf(whole, reading);
  const catalog = await catalogOf(whole, reading);
  return whole.map((order, index) => {
    const customer = customers.get(order.customer_id ?? 0);
    return {
      ...order,
      coupon_records: coupons[index] ?? [],
      refund_records: refunds.get(order.id) ?? [],
      ...(customer && { customer_record: customer }),
      ...(catalog && { catalog_records: productsOf(order).flatMap((id) => catalog.get(id) ?? []) }),
      store,
    };
  });
}

/** What a missing scope costs. */
export const WEIGHTS = { field: 'line_items.grams', what: 'lines come without weight' };

/**
 * A consignment shows at most 50 lines and says so in `__warning__`; some orders show none at all.
 * Whenever the pieces do not add up to those of the order, the lines are asked for by themselves.
 */
async function linesOf(order: NativeOrder, reading: Reading): Promise<readonly NativeLine[]> {
  const { shipping, pickups, downloads, email } = consignmentsOf(order);
  const kinds = [shipping, pickups, downloads, email?.gift_certificates];
  const parts = kinds.flatMap((kind) => listed<Consignment>(kind));
  const shown = parts.flatMap(({ line_items }) => listed<NativeLine>(line_items));
  const pieces = shown.reduce((sum, { quantity }) => sum + (count(quantity) ?? 0), 0);
  const cut = parts.some((part) => part.__warning__ !== undefined);
  if (!cut && pieces === order.items_total) return shown;
  return partOf(order.id, 'its list of lines', reading, (own) =>
    readAll(own, 'v2', `orders/${order.id}/products`),
  );
}

/** The lines have codes and amounts; what kind a coupon is stands here alone. */
async function couponsOf(order: NativeOrder, reading: Reading): Promise<readonly NativeCoupon[]> {
  if (isZero(orZero(order.coupon_discount))) return [];
  return readAll(reading, 'v2', `orders/${order.id}/coupons`);
}

/** An order's own figures for refunds are always 0, so refunds are asked for, all in one ask. */
async function refundsOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, readonly NativeRefund[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id).join(',');
  const found = await readAll<NativeRefund>(reading, 'v3', 'orders/payment_actions/refunds', [
    ['order_id:in', ids],
  ]);
  const refunds = readable(found, (row) => ofOrder(row as NativeRefund), reading);
  return Map.groupBy(refunds.filter(isMade), ({ order_id }) => order_id);
}

/** A refund of nobody knows which order would be missing in that order's amounts. */
function ofOrder(refund: NativeRefund): NativeRefund {
  if (Number.isSafeInteger(refund.order_id)) return refund;
  throw unreadableRecord(refund.id, 'order_id of a refund');
}

/** A refund that every payment provider declined gave nothing back. */
function isMade(refund: NativeRefund): boolean {
  const payments = listed<{ readonly is_declined?: unknown }>(refund.payments);
  return payments.length === 0 || payments.some((payment) => payment.is_declined !== true);
}

/** The numbers of the products that an order's lines name; 0 stands for none. */
const productsOf = ({ line_records }: NativeOrder): readonly number[] => [
  ...new Set(listed<NativeLine>(line_records).flatMap(({ product_id }) => count(product_id) || [])), // biome-ignore format: one thought
];

/**
 * Lines keep the numbers of products and variants that were deleted since, so the catalogue is
 * asked which of them it still has. Undefined where the token may not read it.
 */
async function catalogOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, readonly CatalogRecord[]> | undefined> {
  const ids = [...new Set(rows.flatMap(productsOf))].sort((a, b) => a - b);
  const found: CatalogRecord[] = [];
  try {
    for (const some of batches(ids))
      found.push(
        ...(await readAll<CatalogRecord>(reading, 'v3', 'catalog/variants', [
          ['product_id:in', some.join(',')],
          ['include_fields', 'product_id'],
        ])),
      );
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'permission_missing') throw error;
    reading.note({
      code: 'permission_missing',
      message:
        'The token lacks the scope "Products" (read-only), so product_exists is null, and lines name products that may have been deleted.',
      field: 'line_items.product_exists',
    });
    return undefined;
  }
  const kept = found.map(({ id, product_id }) => ({ id, product_id }));
  return Map.groupBy(kept, ({ product_id }) => product_id);
}

/** When the buyers' accounts were made; an order can do without, and the scope is optional. */
async function customersOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, NativeCustomer>> {
  const ids = [...new Set(rows.flatMap(({ customer_id }) => count(customer_id) || []))];
  if (ids.length === 0) return new Map();
  try {
    if (await mayReadCustomers(reading)) return await readCustomers(ids, reading);
    reading.note({
      code: 'permission_missing',
      message:
        'The token lacks the scope "Customers" (read-only), so customers come without created_at, updated_at, note and tax_exempt.',
      field: 'customer',
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    reading.note({
      code: 'customers_unreadable',
      message: `The buyers’ accounts could not be read, so customers come without created_at, updated_at, note and tax_exempt: ${error.message}`,
      field: 'customer',
    });
  }
  return new Map();
}

/** Asked once an hour, so that a token without the scope does not spend the quota on refusals. */
const mayReadCustomers = (reading: Reading): Promise<boolean> =>
  reading.remember('customers', HOUR, async () => {
    const ask = askFor(reading, 'v3', 'customers', [['limit', '1']]);
    return (await reading.call({ ...ask, expect: [403] })).status !== 403;
  });

async function readCustomers(
  ids: readonly number[],
  reading: Reading,
): Promise<ReadonlyMap<number, NativeCustomer>> {
  const found: NativeCustomer[] = [];
  for (const some of batches(ids)) {
    const ask = askFor(reading, 'v3', 'customers', [
      ['id:in', some.join(',')],
      ['limit', String(MOST)],
    ]);
    found.push(...rowsOf<NativeCustomer>(await reading.call(ask), 'v3'));
  }
  return new Map(found.map((customer) => [customer.id, customer]));
}
