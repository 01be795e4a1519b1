// How Shopify shows changes: every one updates `updatedAt`, and what is deleted is simply gone.
import type { StoreDisplay } from '../../store.ts';
import { displayedFulfilment } from './order-fulfilment.ts';
import { printTime, printTimeOrNull } from './time.ts';

/**
 * `Order.updatedAt` is "the date and time when the order was modified last", payments, parcels and
 * refunds included; a product's moves with its stock too, since an adjustment of the inventory
 * counts as an update of the product (the Product resource says so of `updated_at`). So the
 * catalogue's own date of change is Shopify's.
 */
export const display: StoreDisplay = {
  order: (order) => ({
    displayFinancialStatus: order.financialStatus.toUpperCase(),
    displayFulfillmentStatus: displayedFulfilment(order),
    createdAt: printTime(order.createdAt),
    updatedAt: printTime(order.updatedAt),
    cancelledAt: printTimeOrNull(order.cancelledAt),
    closedAt: printTimeOrNull(order.closedAt),
  }),
  product: (product) => ({
    status: product.status.toUpperCase(),
    createdAt: printTime(product.createdAt),
    updatedAt: printTime(product.updatedAt),
    publishedAt: printTimeOrNull(product.publishedAt),
  }),
  whyNoOrder: () => undefined,
  whyNoProduct: () => undefined,
  linesFollow: true,
  deletedOrder: 'Gone from every list, and null by its identifier.',
  deletedProduct: 'Gone from every list, null by its identifier, and null in the lines of orders.',
};
