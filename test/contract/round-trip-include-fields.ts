// What the catalogue says about the fulfillments and the refunds of an order.
import { add } from '../../sandbox/catalogue/amounts.ts';
import type {
  Order as CatalogueOrder,
  Refund as CatalogueRefund,
  Fulfilment,
} from '../../sandbox/catalogue/types.ts';
import type { Fulfillment } from '../../src/model/fulfillment.ts';
import type { Order } from '../../src/model/order.ts';
import type { Refund } from '../../src/model/refund.ts';
import { instantOf } from './instants.ts';
import type { Field, Fields, World } from './round-trip-compare.ts';
import { textOf } from './round-trip-order-fields.ts';

export interface WithLists extends Order {
  readonly fulfillments: readonly Fulfillment[];
  readonly refunds: readonly Refund[];
}

/** One thing of every entry of a list, in no order: no one promises one. */
export const unordered = (values: readonly unknown[]): readonly unknown[] =>
  values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const ofParcels = (
  got: (parcel: Fulfillment, order: WithLists) => unknown,
  expected: (parcel: Fulfilment, order: CatalogueOrder) => unknown,
): Field<CatalogueOrder, WithLists> => ({
  got: (order) => unordered(order.fulfillments.map((one) => got(one, order))),
  expected: (order) => unordered(order.fulfilments.map((one) => expected(one, order))),
});

const ofRefunds = (
  got: (refund: Refund, order: WithLists) => unknown,
  expected: (refund: CatalogueRefund, order: CatalogueOrder, world: World) => unknown,
): Field<CatalogueOrder, WithLists> => ({
  got: (order) => unordered(order.refunds.map((one) => got(one, order))),
  expected: (order, world) => unordered(order.refunds.map((one) => expected(one, order, world))),
});

/** The line by its identifier: one that is not of the order shows as such. */
const lineOf = (id: string | null, { line_items }: WithLists) => {
  const line = line_items.find((one) => one.id === id);
  return line ? line.sku : `no line ${id}`;
};

const skuOf = (id: number, { lines }: CatalogueOrder) =>
  lines.find((one) => one.id === id)?.sku ?? null;

export const FULFILLMENT_FIELDS: Fields<CatalogueOrder, WithLists> = {
  'fulfillments.line_items': ofParcels(
    ({ line_items }, order) =>
      unordered(line_items.map(({ id, quantity }) => [lineOf(id, order), quantity])),
    ({ lines }, order) =>
      unordered(lines.map(({ lineId, quantity }) => [skuOf(lineId, order), quantity])),
  ),
  'fulfillments.status': ofParcels(
    ({ status }) => status,
    () => 'shipped',
  ),
  'fulfillments.created_at': ofParcels(
    ({ created_at }) => instantOf(created_at),
    ({ createdAt }) => createdAt,
  ),
  'fulfillments.tracking_company': ofParcels(
    ({ tracking_company }) => tracking_company,
    ({ carrier }) => carrier,
  ),
  'fulfillments.tracking_numbers': ofParcels(
    ({ tracking_numbers }) => tracking_numbers,
    ({ trackingNumber }) => [trackingNumber],
  ),
  'fulfillments.tracking_urls': ofParcels(
    ({ tracking_urls }) => tracking_urls,
    ({ trackingUrl }) => [trackingUrl],
  ),
};

export const REFUND_FIELDS: Fields<CatalogueOrder, WithLists> = {
  'refunds.amount': ofRefunds(
    ({ currency, amount }) => [currency, amount],
    ({ total }, order, world) => [currencyOf(order, world), textOf(total, order, world)],
  ),
  'refunds.shipping_amount': ofRefunds(
    ({ shipping_amount }) => shipping_amount,
    ({ shipping, shippingTax }, order, world) =>
      textOf(order.taxesIncluded ? shipping : add(shipping, shippingTax), order, world),
  ),
  'refunds.tax_amount': ofRefunds(
    ({ tax_amount }) => tax_amount,
    ({ tax }, order, world) => textOf(tax, order, world),
  ),
  'refunds.adjustment_amount': ofRefunds(
    ({ adjustment_amount }) => adjustment_amount,
    ({ adjustment }, order, world) => textOf(adjustment, order, world),
  ),
  'refunds.reason': ofRefunds(
    ({ reason }) => reason,
    ({ reason }) => reason,
  ),
  'refunds.created_at': ofRefunds(
    ({ created_at }) => instantOf(created_at),
    ({ createdAt }) => createdAt,
  ),
  'refunds.status': ofRefunds(
    ({ status }) => status,
    () => 'completed',
  ),
  'refunds.line_items': ofRefunds(
    ({ line_items }, order) =>
      unordered(line_items.map((one) => [lineOf(one.line_item_id, order), one.quantity])),
    ({ lines }, order) =>
      unordered(lines.map(({ lineId, quantity }) => [skuOf(lineId, order), quantity])),
  ),
  'refunds.line_items.subtotal': ofRefunds(
    ({ line_items }) => unordered(line_items.map(({ subtotal }) => subtotal)),
    ({ lines }, order, world) =>
      unordered(lines.map(({ subtotal }) => textOf(subtotal, order, world))),
  ),
  'refunds.line_items.total_tax': ofRefunds(
    ({ line_items }) => unordered(line_items.map(({ total_tax }) => total_tax)),
    ({ lines }, order, world) => unordered(lines.map(({ tax }) => textOf(tax, order, world))),
  ),
  'refunds.line_items.restock': ofRefunds(
    ({ line_items }) => unordered(line_items.map(({ restock }) => restock)),
    ({ lines, restocked }) => unordered(lines.map(() => restocked)),
  ),
};

const currencyOf = (order: CatalogueOrder, { sides }: World): string =>
  sides[0] === 'shop' ? 'EUR' : order.currency;
