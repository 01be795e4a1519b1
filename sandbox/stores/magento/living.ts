// How Magento shows changes; moves.ts says which of them update the dates.
import type { StoreDisplay } from '../../store.ts';
import { utcText } from '../../zone.ts';
import { moves } from './moves.ts';
import { isKept } from './shops.ts';

/** As MySQL writes times: `2026-10-28 08:14:22`, in UTC. */
const time = (instant: number): string => utcText(instant).replace('T', ' ');

export const display: StoreDisplay = {
  product: (product) => ({
    status: product.status === 'active' ? 1 : 2,
    created_at: time(product.createdAt),
    updated_at: time(product.updatedAt),
  }),
  whyNoOrder: () => 'Of Magento the sandbox has products only.',
  whyNoProduct: (product) =>
    isKept(product)
      ? undefined
      : product.status === 'archived'
        ? 'Magento has no archive, so that it counts as deleted.'
        : 'Magento has no product without a stock-keeping unit.',
  moves: () => moves,
  listsProduct: (product) => isKept(product) && !product.hidden,
  deletedOrder: 'Magento never showed it.',
  deletedProduct: 'Gone from every list, 404 by its stock-keeping unit.',
};
