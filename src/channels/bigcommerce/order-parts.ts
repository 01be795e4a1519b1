// What an order does not hold itself: lines beyond the fiftieth, coupons, refunds, the buyer's account.
import { Fault } from '../../model/faults.ts';
import { isZero } from '../../model/money.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor, batches, MOST, readAll, rowsOf, unreadable } from './asks.ts';
import {
  consignmentsOf,
  isCoupon,
  isLine,
  isRefund,
  type NativeCoupon,
  type NativeCustomer,
  type NativeLine,
  type NativeOrder,
  type NativeRefund,
} from './native.ts';
import { storeOf } from './store.ts';

const HOUR = 3600;

/** Orders with all that belongs to them. A part that cannot be read fails the whole. */
export async function complete(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeOrder[]> {
  if (rows.length === 0) return rows;
  const store = await storeOf(reading, WEIGHTS);
  const lines = await inGroups(rows, (order) => linesOf(order, reading));
  const coupons = await inGroups(rows, (order) => couponsOf(order, reading));
  const refunds = await refundsOf(rows, reading);
  const customers = await customersOf(rows, reading);
  return rows.map((order, index) => {
    const customer = customers.get(order.customer_id);
    return {
      ...order,
      line_records: lines[index] ?? [],
      coupon_records: coupons[index] ?? [],
      refund_records: refunds.get(order.id) ?? [],
      ...(customer && { customer_record: customer }),
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
  const { shipping = [], pickups = [], downloads = [], email } = consignmentsOf(order) ?? {};
  const parts = [...shipping, ...pickups, ...downloads, ...(email?.gift_certificates ?? [])];
  const shown = parts.flatMap(({ line_items }) => line_items ?? []);
  const pieces = shown.reduce((sum, { quantity }) => sum + quantity, 0);
  const cut = parts.some((part) => part.__warning__ !== undefined);
  if (cut || pieces !== order.items_total)
    return readAll(reading, 'v2', `orders/${order.id}/products`, isLine);
  const broken = shown.find((line) => !isLine(line));
  if (broken) throw unreadable(broken);
  return shown;
}

/** The lines tell codes and amounts; what kind a coupon is stands here alone. */
async function couponsOf(order: NativeOrder, reading: Reading): Promise<readonly NativeCoupon[]> {
  if (isZero(order.coupon_discount)) return [];
  return readAll<NativeCoupon & { id: number }>(
    reading,
    'v2',
    `orders/${order.id}/coupons`,
    isCoupon,
  );
}

/** An order's own figures for refunds are always 0, so refunds are asked for, all in one ask. */
async function refundsOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, readonly NativeRefund[]>> {
  const ids = rows.map(({ id }) => id).join(',');
  const refunds = await readAll<NativeRefund>(
    reading,
    'v3',
    'orders/payment_actions/refunds',
    isRefund,
    [['order_id:in', ids]],
  );
  return Map.groupBy(refunds.filter(isMade), (refund) => refund.order_id);
}

/** A refund that every payment provider declined gave nothing back. */
const isMade = ({ payments = [] }: NativeRefund): boolean =>
  payments.length === 0 || payments.some((payment) => payment.is_declined !== true);

/** When the buyers' accounts were made; an order can do without, and the scope is optional. */
async function customersOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, NativeCustomer>> {
  const ids = [...new Set(rows.map(({ customer_id }) => customer_id).filter((id) => id > 0))];
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
    found.push(...rowsOf<NativeCustomer>(await reading.call(ask)));
  }
  return new Map(found.map((customer) => [customer.id, customer]));
}
