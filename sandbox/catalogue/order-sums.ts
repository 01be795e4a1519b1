// What follows from the parts of an order: pieces sent and returned, its state of sending, its sums.
import { add, minus, zero } from './amounts.ts';
import type { Amount, Fulfilment, FulfilmentStatus, Line, Order, Refund, Tax } from './types.ts';

/** Pieces by line, over all fulfilments or all refunds. */
export function quantities(
  events: readonly {
    readonly lines: readonly { readonly lineId: number; readonly quantity: number }[];
  }[],
): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>();
  for (const { lines } of events) {
    for (const { lineId, quantity } of lines)
      pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity);
  }
  return pieces;
}

/** Fully sent, except for pieces that were refunded before sending. */
const isHandled = ({ quantity, fulfilledQuantity, refundedQuantity }: Line): boolean =>
  fulfilledQuantity + refundedQuantity >= quantity;

export function fulfilmentStatusOf(
  lines: readonly Line[],
  fulfilments: readonly Fulfilment[],
): FulfilmentStatus {
  if (fulfilments.length === 0) return null;
  return lines.every(isHandled) ? 'fulfilled' : 'partial';
}

interface Sums {
  readonly total: Amount;
  readonly taxes: readonly Tax[];
  readonly totals: Omit<Order['totals'], 'outstanding' | 'giftCards'>;
}

export function totalsOf(
  lines: readonly Line[],
  { shippingLines }: { readonly shippingLines: Order['shippingLines'] },
  tip: Amount,
  included: boolean,
  refunds: readonly Refund[],
): Sums {
  const gross = add(...lines.map((line) => line.gross));
  const lineDiscounts = add(...lines.map((line) => line.discount));
  const shippingDiscounts = add(...shippingLines.map((line) => line.discount));
  const shipping = add(...shippingLines.map((line) => line.price));
  const taxes = gather([...lines, ...shippingLines].flatMap((line) => line.taxes));
  const tax = add(...taxes.map((entry) => entry.amount));
  const discounts = add(lineDiscounts, shippingDiscounts);
  const total = add(minus(gross, discounts), shipping, included ? zero : tax, tip);
  return {
    total,
    taxes,
    totals: {
      lines: gross,
      discounts,
      lineDiscounts,
      shippingDiscounts,
      subtotal: minus(gross, lineDiscounts),
      shipping,
      tax,
      tip,
      total,
      refunded: add(...refunds.map((refund) => refund.total)),
      refundedTax: add(...refunds.map((refund) => refund.tax)),
      weight: lines.reduce((sum, line) => sum + line.grams * line.quantity, 0),
    },
  };
}

/** One entry a rate, in the order of first appearance. */
function gather(taxes: readonly Tax[]): readonly Tax[] {
  const byRate = new Map<number, Tax>();
  for (const tax of taxes) {
    const sofar = byRate.get(tax.rate.id);
    byRate.set(
      tax.rate.id,
      sofar === undefined ? tax : { ...sofar, amount: add(sofar.amount, tax.amount) },
    );
  }
  return [...byRate.values()];
}
