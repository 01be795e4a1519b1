// How Sharetribe tells of changes: listings say when they were made, and never when they changed.
import type { StoreTelling } from '../../store.ts';
import { madeAt, stateOf } from './listings.ts';

/** A listing has no time of change at all, so that a reader learns of changes by reading them all. */
export const telling: StoreTelling = {
  product: (product) => ({
    state: stateOf(product),
    createdAt: new Date(madeAt(product)).toISOString(),
  }),
  whyNoOrder: () => 'Of Sharetribe only listings are played: it keeps transactions, not orders.',
  whyNoProduct: ({ options }) =>
    options.length > 0
      ? 'A listing has one price and one stock, so that goods in variants cannot be one.'
      : undefined,
  deletedOrder: 'Sharetribe never told it.',
  deletedProduct: 'Gone from every query.',
};
