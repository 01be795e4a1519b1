// What of the catalogue a Mirakl seller can hold: marketplaces sell goods, and say less than a shop.
import type { Order, Product } from '../../catalogue/types.ts';
import { firstReason, type Reasons } from '../../living/why.ts';

/** Neither API says whether a part of a line was sent. */
const notSold: Reasons<Order> = [
  ['Marketplaces have no tills and no orders by hand.', ({ source }) => source !== 'web'],
  ['Marketplaces have no orders for trial.', ({ test }) => test],
  ['Marketplaces know no tips.', ({ totals }) => totals.tip.shop !== 0],
  [
    'Marketplaces sell goods that are sent, by their stock-keeping unit.',
    ({ lines }) => lines.some((line) => line.sku === null || !line.requiresShipping),
  ],
  [
    'Mirakl does not say that a part of a line was sent.',
    ({ lines, fulfilments }) =>
      // Unless it was itself asked to: then the line waits for the rest.
      !fulfilments.some(({ by }) => by === 'mirakl') &&
      lines.some(
        ({ fulfilledQuantity, quantity }) =>
          fulfilledQuantity !== 0 && fulfilledQuantity !== quantity,
      ),
  ],
];

/** Connect calls a refund what was given back after sending; before, it is a cancelation. */
export const notByConnect: Reasons<Order> = [
  ...notSold,
  [
    'Connect knows refunds only of what was sent; before, they are cancellations.',
    ({ state, financialStatus, fulfilmentStatus }) =>
      state === 'closed' && financialStatus === 'refunded' && fulfilmentStatus === null,
  ],
];

export const isHeldByConnect = (order: Order): boolean =>
  firstReason(notByConnect, order) === undefined;

/** A marketplace has one currency, and gives all prices in one tax mode. */
export const isHeldByMarketplace = (order: Order, taxesIncluded: boolean): boolean =>
  firstReason(notSold, order) === undefined &&
  order.currency === 'EUR' &&
  order.taxesIncluded === taxesIncluded;

/** Goods without options: each variant would be a product of its own. */
function isSimple({ kind, options, variants }: Product): boolean {
  return kind === 'physical' && options.length === 0 && variants[0]?.sku !== null;
}

/** Connect lists what is on sale; it knows no drafts. */
export const isListedByConnect = (product: Product): boolean =>
  isSimple(product) && product.status === 'active';

/** An offer has a price and a counted stock. Drafts are offers that were switched off. */
export function isOffered(product: Product): boolean {
  const [variant] = product.variants;
  return (
    isSimple(product) &&
    product.status !== 'archived' &&
    variant !== undefined &&
    variant.price !== null &&
    variant.stock.tracked
  );
}
