// How bol shows changes; moves.ts says which of them update the dates.
import { firstReason } from '../../living/why.ts';
import type { StoreDisplay } from '../../store.ts';
import { offsetText } from '../../zone.ts';
import { moves } from './moves.ts';
import { timeZone } from './orders.ts';
import { coursesOf, isHeld, notByBol } from './quantities.ts';
import { isOffered } from './shops.ts';

export const display: StoreDisplay = {
  order: (order) => ({
    orderPlacedDateTime: offsetText(timeZone, order.createdAt),
    orderItems: coursesOf(order).map(({ shipped, cancelled, changedAt }) => ({
      quantityShipped: shipped,
      quantityCancelled: cancelled,
      latestChangedDateTime: offsetText(timeZone, changedAt),
    })),
  }),
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
  moves: () => moves,
  listsOrder: isHeld,
  deletedOrder:
    'Orders cannot be deleted at bol; here it is gone from every list, 404 by its number, as it is after three months.',
  deletedProduct: 'The offer is gone; orders still name the reference.',
};
