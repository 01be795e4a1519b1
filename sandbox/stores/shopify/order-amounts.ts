// Sums over an order that the vendor gives beside the plain totals: what is left after refunds.
import type { Amount, Discount, Line, Order, Refund } from '../../catalogue/types.ts';
import { minus, nothing, plus, share } from './money.ts';
import { tipPart } from './tips.ts';

/** A fixed amount a piece belongs to its line; all else is spread over the order. */
export function isLineLevel(discount: Discount | undefined): boolean {
  return discount?.kind === 'fixed_product';
}

const isCancelled = (order: Order): boolean => order.state === 'cancelled';

/** A cancellation takes every piece off, whether or not money is given back for it. */
export function currentQuantity(order: Order, line: Line): number {
  return isCancelled(order) ? 0 : line.quantity - line.refundedQuantity;
}

/** What is refunded is taken from what was not yet sent, as the vendor does on a cancellation. */
export function unfulfilledQuantity(order: Order, line: Line): number {
  if (isCancelled(order)) return 0;
  return Math.max(0, line.quantity - line.fulfilledQuantity - line.refundedQuantity);
}

export function lineLevelDiscount(order: Order, line: Line): Amount {
  return plus(
    ...line.allocations
      .filter(({ discount }) => isLineLevel(order.discounts[discount]))
      .map(({ amount }) => amount),
  );
}

export function currentSubtotal(order: Order): Amount {
  if (isCancelled(order)) return nothing;
  const given = order.refunds.flatMap((refund) => refund.lines.map(({ subtotal }) => subtotal));
  return minus(order.totals.subtotal, ...given);
}

/** Discounts go with the pieces they were given on; that on shipping goes with the last of them. */
export function currentDiscounts(order: Order): Amount {
  const onLines = plus(...order.lines.map((line) => left(order, line, line.discount)));
  const gone = order.lines.every((line) => currentQuantity(order, line) === 0);
  return gone ? onLines : plus(onLines, order.totals.shippingDiscounts);
}

function left(order: Order, line: Line, amount: Amount): Amount {
  const gone = line.quantity - currentQuantity(order, line);
  return minus(amount, share(amount, gone, line.quantity));
}

/** What a refund gave back that is no line and no shipping. */
export function adjustmentOf(order: Order, refund: Refund): Amount {
  return tipPart(order, refund) === null ? refund.adjustment : nothing;
}

/** What is left of the goods, shipping and tip: an amount that was given back beside them takes nothing off. */
export function currentTotal(order: Order): Amount {
  if (isCancelled(order)) return nothing;
  const given = order.refunds.map((refund) => minus(refund.total, adjustmentOf(order, refund)));
  return minus(order.totals.total, ...given);
}

export function currentShipping(order: Order): Amount {
  if (isCancelled(order)) return nothing;
  const charged = plus(...order.shippingLines.map(({ total }) => total));
  return minus(charged, ...order.refunds.map(({ shipping }) => shipping));
}

export function currentTax(order: Order): Amount {
  return isCancelled(order) ? nothing : minus(order.totals.tax, order.totals.refundedTax);
}
