// How Sharetribe shows changes: listings say when they were created, and never when they changed.
import type { StoreDisplay } from '../../store.ts';
import { madeAt, stateOf } from './listings.ts';

/** A listing has no time of change at all, so that a reader learns of changes by reading them all. */
export const display: StoreDisplay = {
  product: (product) => ({
    state: stateOf(product),
    createdAt: new Date(madeAt(product)).toISOString(),
  }),
  whyNoOrder: () =>
    'Of Sharetribe the sandbox has listings only: it keeps transactions, not orders.',
  whyNoProduct: ({ options }) =>
    options.length > 0
      ? 'A listing has one price and one stock, so that goods in variants cannot be one.'
      : undefined,
  moves: () => ({ product: () => false }),
  deletedOrder: 'Sharetribe never showed it.',
  deletedProduct: 'Gone from every query.',
};
