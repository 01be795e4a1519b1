// How Amazon shows changes; moves.ts says which of them update the dates.
import { firstReason } from '../../living/why.ts';
import type { StoreDisplay } from '../../store.ts';
import { utcText } from '../../zone.ts';
import { holdsProduct, isSoldOut, notByAmazon, statusOf } from './holding.ts';
import { moves } from './moves.ts';

const time = (instant: number): string => `${utcText(instant)}Z`;

/**
 * Both APIs give changes only when they are two minutes old. Doubtful: whether a listing's
 * `lastUpdatedDate` moves with every attribute; that of the handling time does not
 * (amzn/selling-partner-api-models issue 5175). Here it moves with each edit of the listing itself.
 */
export const display: StoreDisplay = {
  order: (order) => ({
    fulfillmentStatus: statusOf(order),
    createdTime: time(order.createdAt),
    lastUpdatedTime: time(order.updatedAt),
  }),
  product: (product) => ({
    status: product.status === 'active' && !isSoldOut(product) ? ['BUYABLE', 'DISCOVERABLE'] : [],
    createdDate: time(product.createdAt),
    lastUpdatedDate: time(product.updatedAt),
  }),
  whyNoOrder: (order) =>
    firstReason(notByAmazon, order) ??
    (order.currency === 'KWD' ? 'Amazon has no marketplace with this currency here.' : undefined),
  whyNoProduct: (product) =>
    holdsProduct(product)
      ? undefined
      : 'Amazon lists goods with a stock-keeping unit, a price and a counted stock; what is archived was deleted there.',
  moves: () => moves,
  linesFollow: true,
  deletedOrder:
    'Orders cannot be deleted at Amazon; here it is gone from every list, 404 by its number, as it is after two years.',
  deletedProduct: 'Gone from every list.',
};
