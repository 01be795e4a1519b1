// Refunds of one order: whole, in part, shipping only, or an amount without lines.
import { add, divide, minus, zero } from './amounts.ts';
import { amountOf, currencies } from './currencies.ts';
import type { Basket, Numbering } from './order-lines.ts';
import type { OrderPlan } from './order-plans.ts';
import type { Amount, CurrencyCode, Instant, Line, Refund, RefundLine } from './types.ts';

interface Terms {
  readonly currency: CurrencyCode;
  readonly included: boolean;
  readonly tip: Amount;
}

export function refundsOf(
  plan: OrderPlan,
  { lines, shippingLines }: Basket,
  { currency, included, tip }: Terms,
  at: Instant,
  latest: Instant,
  numbering: Numbering,
): readonly Refund[] {
  const { refund } = plan;
  if (refund === undefined) return [];
  const make = (
    parts: readonly RefundLine[],
    shipping: Amount,
    shippingTax: Amount,
    adjustment: Amount,
    reason: string | null,
    createdAt: Instant,
  ): Refund => {
    numbering.refund += 1;
    const tax = add(...parts.map((part) => part.tax), shippingTax);
    const total = add(
      ...parts.map((part) => part.subtotal),
      shipping,
      adjustment,
      included ? zero : tax,
    );
    return {
      id: numbering.refund,
      createdAt: Math.min(createdAt, latest),
      reason,
      restocked: parts.length > 0,
      lines: parts,
      shipping,
      shippingTax,
      adjustment,
      total,
      tax,
    };
  };
  const part = (line: Line, quantity: number): RefundLine => {
    numbering.refundLine += 1;
    const whole = quantity === line.quantity;
    const cut = (amount: Amount): Amount =>
      whole ? amount : amountOf(divide(amount.shop * quantity, line.quantity), currency);
    const taxes = line.taxes.map(({ rate, amount }) => ({ rate, amount: cut(amount) }));
    return {
      id: numbering.refundLine,
      lineId: line.id,
      quantity,
      subtotal: cut(line.total),
      taxes,
      tax: add(...taxes.map((tax) => tax.amount)),
    };
  };
  const shipping = add(...shippingLines.map((line) => line.total));
  const shippingTax = add(...shippingLines.map((line) => line.tax));
  const first = lines[0];
  if (first === undefined) return [];
  // Whole lines in foreign currencies, where a share might not come out exactly.
  const some =
    currencies[currency].denominator === 1 && first.quantity > 1
      ? Math.floor(first.quantity / 2)
      : first.quantity;
  switch (refund) {
    case 'full':
      return [
        make(
          lines.map((line) => part(line, line.quantity)),
          shipping,
          shippingTax,
          tip,
          'Returned',
          at,
        ),
      ];
    case 'partial':
      return [make([part(first, some)], zero, zero, zero, 'Zerbrochen, "Deckel" fehlt', at)];
    case 'amount':
      return [make([], zero, zero, amountOf(250, currency), null, at)];
    case 'shipping':
      return [make([], shipping, shippingTax, zero, 'Late delivery', at)];
    case 'twice':
      return [
        make([part(first, some)], zero, zero, zero, 'One piece chipped', at),
        make([], zero, zero, amountOf(100, currency), 'Goodwill', at + 7_200_000),
      ];
  }
}

/** What is left of a total after refunds. */
export function leftOf(total: Amount, refunds: readonly Refund[]): Amount {
  return minus(total, add(...refunds.map((refund) => refund.total)));
}
