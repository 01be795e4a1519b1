// What an order does not hold itself: lines beyond the fiftieth, coupons, refunds, the buyer's account.
import { Fault } from '../../model/faults.ts';
import { isZero } from '../../model/money.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { WarningCode } from '../../model/warnings.ts';
import type { Reading } from '../channel.ts';
import { orZero } from '../kit/amounts.ts';
import { inGroups } from '../kit/groups.ts';
import { count, listed } from '../kit/loose.ts';
import { partOf, readable, readEach } from '../kit/records.ts';
import { ask, readAll, readNamed } from './asks.ts';
import {
  type CatalogRecord,
  type Consignment,
  consignmentsOf,
  type NativeCoupon,
  type NativeCustomer,
  type NativeLine,
  type NativeOrder,
  type NativeRefund,
  type NativeShipment,
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
  const withLines = async (order: NativeOrder) => ({
    ...order,
    line_records: await linesOf(order, reading),
  });
  const whole = await readEach(rows, withLines, reading);
  const coupons = await inGroups(whole, (order) => couponsOf(order, reading));
  const refunds = await refundsOf(whole, reading);
  const found = await customersOf(whole, reading);
  const customers = new Map<unknown, NativeCustomer>(found.map((one) => [one.id, one]));
  const catalog = await catalogOf(whole, reading);
  return whole.map((order, index) => {
    const customer = customers.get(order.customer_id);
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

/**
 * The orders with their shipments, one more ask for each of which something has left: lists of
 * shipments are kept by order.
 */
export const withShipments = (
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeOrder[]> =>
  readEach(
    rows,
    async (order) => {
      const { id, items_shipped } = order;
      if (items_shipped === 0) return { ...order, shipment_records: [] };
      const shipment_records = await partOf(id, 'its list of shipments', reading, (own) =>
        readAll<NativeShipment>(own, `v2/orders/${id}/shipments`),
      );
      return { ...order, shipment_records };
    },
    reading,
  );

/** What a missing scope costs. */
export const WEIGHTS = { field: 'line_items.grams', what: 'lines come without weight' };

/**
 * A consignment shows at most 50 lines and says so in `__warning__`; some orders show none at all.
 * Whenever the pieces do not add up to those of the order, the lines are asked for by themselves.
 */
async function linesOf(order: NativeOrder, reading: Reading): Promise<readonly NativeLine[]> {
  const parts = partsOf(order);
  const shown = shownLines(order);
  const pieces = shown.reduce((sum, { quantity }) => sum + (count(quantity) ?? 0), 0);
  const cut = parts.some((part) => part.__warning__ !== undefined);
  if (!cut && pieces === order.items_total) return shown;
  return partOf(order.id, 'its list of lines', reading, (own) =>
    readAll(own, `v2/orders/${order.id}/products`),
  );
}

function partsOf(order: NativeOrder): readonly Consignment[] {
  const { shipping, pickups, downloads, email } = consignmentsOf(order);
  const kinds = [shipping, pickups, downloads, email?.gift_certificates];
  return kinds.flatMap((kind) => listed<Consignment>(kind));
}

/** The lines that stand in the order itself. */
export const shownLines = (order: NativeOrder): readonly NativeLine[] =>
  partsOf(order).flatMap(({ line_items }) => listed<NativeLine>(line_items));

/** The lines have codes and amounts; what kind a coupon is stands here alone. */
async function couponsOf(order: NativeOrder, reading: Reading): Promise<readonly NativeCoupon[]> {
  if (isZero(orZero(order.coupon_discount))) return [];
  return readAll(reading, `v2/orders/${order.id}/coupons`);
}

/** An order's own figures for refunds are always 0, so refunds are asked for, those of all orders together. */
async function refundsOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, readonly NativeRefund[]>> {
  const ids = rows.map(({ id }) => id);
  const path = 'v3/orders/payment_actions/refunds';
  const found = await readNamed<NativeRefund>(reading, path, 'order_id:in', ids);
  const refunds = readable(found, (row) => ofOrder(row as NativeRefund), reading);
  return Map.groupBy(refunds.filter(isMade), ({ order_id }) => order_id);
}

/** A refund of no one knows which order would be missing in that order's amounts. */
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
const productsOf = ({ line_records }: NativeOrder): readonly number[] =>
  numbersOf(listed<NativeLine>(line_records).map(({ product_id }) => product_id));

/** Each number once; neither 0 nor what is no number. */
const numbersOf = (values: readonly unknown[]): readonly number[] => [
  ...new Set(values.flatMap((value) => count(value) || [])),
];

/**
 * Lines keep the numbers of products and variants that were deleted since, so the catalogue is
 * asked which of them it still has. Undefined where the token may not read it.
 */
async function catalogOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<ReadonlyMap<number, readonly CatalogRecord[]> | undefined> {
  const ids = numbersOf(rows.flatMap(productsOf)).toSorted((a, b) => a - b);
  try {
    const path = 'v3/catalog/variants';
    const only = [['include_fields', 'product_id']] as const;
    const found = await readNamed<CatalogRecord>(reading, path, 'product_id:in', ids, only);
    const kept = found.map(({ id, product_id }) => ({ id, product_id }));
    return Map.groupBy(kept, ({ product_id }) => product_id);
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
}

/** The buyers' accounts, as far as they can be had: an order can do without. */
async function customersOf(
  rows: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeCustomer[]> {
  const ids = numbersOf(rows.map(({ customer_id }) => customer_id));
  if (ids.length === 0) return [];
  const noteMissed = (code: WarningCode, why: string, detail = '') =>
    reading.note({
      code,
      message: `${why}, so customers come without created_at, updated_at, note and tax_exempt${detail}.`,
      field: 'customer',
    });
  try {
    if (await mayReadCustomers(reading))
      return await readNamed(reading, 'v3/customers', 'id:in', ids);
    noteMissed('permission_missing', 'The token lacks the scope "Customers" (read-only)');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const why = 'The buyers’ accounts could not be read';
    noteMissed('customers_unreadable', why, `: ${error.message.replace(/\.$/, '')}`);
  }
  return [];
}

/** Asked once an hour, so that a token without the scope does not spend the quota on refusals. */
const mayReadCustomers = (reading: Reading): Promise<boolean> =>
  reading.remember('customers', HOUR, async () => {
    const { status } = await ask(reading, 'v3/customers', [['limit', '1']], { expect: [403] });
    return status !== 403;
  });
