// How bol tells of changes; moves.ts says which of them move the dates.
import { firstReason } from '../../living/why.ts';
import type { StoreTelling } from '../../store.ts';
import { offsetText } from '../../zone.ts';
import { timeZone } from './orders.ts';
import { coursesOf, notByBol } from './quantities.ts';
import { isOffered } from './shops.ts';

export const telling: StoreTelling = {
  order: (order) => ({
    orderPlacedDateTime: offsetText(timeZone, order.createdAt),
    orderItems: coursesOf(order).map(({ shipped, cancelled, changedAt }) => ({
      quantityShipped: shipped,
      quantityCancelled: cancelled,
      latestChangedDateTime: offsetText(timeZone, changedAt),
    })),
  }),
  // Doubtful: whether bol moves the date when only its own count of the stock changes.
  product: (product) => ({
    onHoldByRetailer: product.status !== 'active',
    lastModifiedDateTime: `${new Date(product.updatedAt).toISOString().slice(0, 19)}Z`,
  }),
  whyNoOrder: (order) =>
    firstReason(notByBol, order) ?? 'bol keeps orders for three months after their last change.',
  whyNoProduct: (product) =>
    isOffered(product)
      ? undefined
      : 'bol has offers of goods without variants, with an EAN, a price and pieces in stock.',
  deletedOrder:
    'Nobody can delete an order at bol; here it is gone from every list, 404 by its number, as it is after three months.',
  deletedProduct: 'The offer is gone; orders still name the reference.',
};
