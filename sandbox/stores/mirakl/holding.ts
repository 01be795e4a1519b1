// What of the catalogue a Mirakl seller can hold: marketplaces sell goods, and say less than a shop.
import type { Order, Product } from '../../catalogue/types.ts';

/**
 * No till, no admin, no test orders and no tips; nothing but goods with a number, which are sent.
 * Neither API says whether a part of a line was sent.
 */
function isSoldOnMarketplaces(order: Order): boolean {
  return (
    order.source === 'web' &&
    !order.test &&
    order.totals.tip.shop === 0 &&
    order.lines.every(
      (line) =>
        line.sku !== null &&
        line.requiresShipping &&
        (line.fulfilledQuantity === 0 || line.fulfilledQuantity === line.quantity),
    )
  );
}

/** Connect calls a refund what was given back after sending; before, it is a cancelation. */
export const isHeldByConnect = (order: Order): boolean =>
  isSoldOnMarketplaces(order) &&
  !(
    order.state === 'closed' &&
    order.financialStatus === 'refunded' &&
    order.fulfilmentStatus === null
  );

/** A marketplace has one currency, and gives all prices in one tax mode. */
export const isHeldByMarketplace = (order: Order, taxesIncluded: boolean): boolean =>
  isSoldOnMarketplaces(order) && order.currency === 'EUR' && order.taxesIncluded === taxesIncluded;

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
