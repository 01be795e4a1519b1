// What of the catalogue a seller on Amazon would have, and the state each order would be in.
import type { Order, Product } from '../../catalogue/types.ts';
import { isWritten } from '../../living/derived.ts';
import { firstReason, type Reasons } from '../../living/why.ts';

/**
 * Amazon sells goods that are sent to an address, paid in full, in the currency of a marketplace.
 * It has no test orders, no tills, no cash on delivery in these countries, and no refund before
 * an order was sent: that is a cancellation.
 */
export const notByAmazon: Reasons<Order> = [
  ['Amazon sends to an address, and this order has none.', ({ shipping }) => shipping === null],
  ['Amazon has no tills and no orders by hand.', ({ source }) => source !== 'web'],
  ['Amazon has no orders for trial.', ({ test }) => test],
  [
    'Amazon takes no payments in parts.',
    ({ financialStatus }) => financialStatus === 'partially_paid',
  ],
  [
    'Amazon has no cash on delivery in these countries.',
    ({ payments }) => payments.some(({ gateway }) => gateway === 'cash_on_delivery'),
  ],
  [
    'Amazon sells goods that are sent, by their stock-keeping unit.',
    ({ lines }) => lines.some((line) => !line.requiresShipping || line.sku === null),
  ],
  [
    'Amazon knows no refund before an order was sent whole: that is a cancellation.',
    ({ refunds, state, fulfilmentStatus }) =>
      refunds.length > 0 && state !== 'cancelled' && fulfilmentStatus !== 'fulfilled',
  ],
];

export const holdsOrder = (order: Order): boolean => firstReason(notByAmazon, order) === undefined;

/**
 * Goods with a SKU, a price and a stock that is counted. What is archived elsewhere is deleted
 * here, and what is sold out can no longer be distinguished from a draft (`isSoldOut`), unless its
 * stock was written as 0 by an API.
 */
export const holdsProduct = (product: Product): boolean =>
  product.kind === 'physical' &&
  product.status !== 'archived' &&
  product.variants.every(({ sku, stock }) => sku !== null && stock.tracked) &&
  (product.status === 'draft' || product.variants.every(({ price }) => price !== null)) &&
  (!isSoldOut(product) || isWritten(product));

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
