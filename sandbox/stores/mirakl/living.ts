// How Mirakl shows changes; moves.ts says which of them update the dates.
import type { Catalogue } from '../../catalogue/types.ts';
import { firstReason } from '../../living/why.ts';
import type { StoreDisplay } from '../../store.ts';
import { instant } from './connect-orders.ts';
import { isListedByConnect, isOffered, notByConnect } from './holding.ts';
import { moves } from './moves.ts';
import { connectStatus, marketplaceState } from './status.ts';

export const displayOf = ({ anchor }: Catalogue): StoreDisplay => ({
  order: (order) => ({
    status: connectStatus(order, anchor).status,
    created_at: instant(order.createdAt),
    updated_at: instant(order.updatedAt),
    order_state: marketplaceState(order, anchor),
    last_updated_date: instant(order.updatedAt),
  }),
  // Neither API says when a product or an offer was made or changed.
  product: ({ status }) => ({ active: status === 'active' }),
  whyNoOrder: (order) => firstReason(notByConnect, order),
  whyNoProduct: (product) =>
    isListedByConnect(product) || isOffered(product)
      ? undefined
      : 'Mirakl lists goods on sale that have a stock-keeping unit and no variants.',
  moves: () => moves,
  deletedOrder:
    'Orders cannot be deleted at Mirakl; here it is gone from every list, as it is after the years that an operator keeps it.',
  deletedProduct: 'Gone from every list, 404 by its number.',
});
