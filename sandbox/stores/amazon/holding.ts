// What of the catalogue a seller on Amazon would have, and the state each order would be in.
import type { Order, Product } from '../../catalogue/types.ts';

/**
 * Amazon sells goods that are sent to an address, paid in full, in the currency of a marketplace.
 * It has no test orders, no tills, no cash on delivery in these countries, and no refund before
 * an order was sent: that is a cancellation.
 */
export function holdsOrder(order: Order): boolean {
  const refundedUnsent =
    order.refunds.length > 0 &&
    order.state !== 'cancelled' &&
    order.fulfilmentStatus !== 'fulfilled';
  return (
    order.shipping !== null &&
    order.source === 'web' &&
    !order.test &&
    order.financialStatus !== 'partially_paid' &&
    !order.payments.some(({ gateway }) => gateway === 'cash_on_delivery') &&
    order.lines.every((line) => line.requiresShipping && line.sku !== null) &&
    !refundedUnsent
  );
}

/**
 * Goods with a SKU, a price and a stock that is counted. What is archived elsewhere is deleted
 * here, and what is sold out can no longer be distinguished from a draft (`isSoldOut`).
 */
export const holdsProduct = (product: Product): boolean =>
  product.kind === 'physical' &&
  product.status !== 'archived' &&
  product.variants.every(({ sku, stock }) => sku !== null && stock.tracked) &&
  (product.status === 'draft' || product.variants.every(({ price }) => price !== null)) &&
  !isSoldOut(product);

export const isSoldOut = (product: Product): boolean =>
  product.variants.every(
    ({ stock }) => stock.tracked && stock.levels.every(({ available }) => available === 0),
  );

export type FulfillmentStatus =
  | 'PENDING'
  | 'UNSHIPPED'
  | 'PARTIALLY_SHIPPED'
  | 'SHIPPED'
  | 'CANCELLED';

export function statusOf(order: Order): FulfillmentStatus {
  if (order.state === 'cancelled') return 'CANCELLED';
  if (order.fulfilmentStatus === 'fulfilled') return 'SHIPPED';
  if (order.fulfilmentStatus === 'partial') return 'PARTIALLY_SHIPPED';
  return order.financialStatus === 'pending' ? 'PENDING' : 'UNSHIPPED';
}

export function bucketOf(order: Order): 'open' | 'closed' | 'cancelled' {
  const status = statusOf(order);
  return status === 'CANCELLED' ? 'cancelled' : status === 'SHIPPED' ? 'closed' : 'open';
}

/** The same states as Orders v0 spells them. */
export const oldStatuses: Readonly<Record<FulfillmentStatus, string>> = {
  PENDING: 'Pending',
  UNSHIPPED: 'Unshipped',
  PARTIALLY_SHIPPED: 'PartiallyShipped',
  SHIPPED: 'Shipped',
  CANCELLED: 'Canceled',
};

/** Every fourth order and product is in Amazon's own warehouses. */
export const isSentByAmazon = ({ id }: Order): boolean => id % 4 === 0;
export const isStoredByAmazon = ({ id }: Product): boolean => id % 4 === 0;
