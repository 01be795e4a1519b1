// The amounts of an order, tax included, so that they add up to what the buyer paid.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
  compare,
  isAmount,
  isZero,
  money,
  over,
  subtract,
  sum,
  times,
} from '../../model/money.ts';
import type { NativeLine, NativeOrder } from './native.ts';
import { groupOf } from './status.ts';

/** Enough decimals for shares of amounts that come with up to four. */
const EXACT = 8;

/** An amount that may be left out. */
export const orZero = (amount: unknown): Amount => (isAmount(amount) ? amount : 0);

export type Totals = ReturnType<typeof totalsOf>;

/**
 * `priceIncl` of an order is the sum of its lines', its shipment's and its payment's; what is
 * missing in it was taken off the order as a whole.
 */
export function totalsOf(order: NativeOrder) {
  const places = decimals(order.shop.currency);
  const minus = (a: Amount, b: Amount) => subtract(a, b, places);
  const lines = order.orderProducts;
  const total = money(order.priceIncl, places);
  const tax = minus(order.priceIncl, order.priceExcl);
  const shipping = money(orZero(order.shipmentPriceIncl), places);
  const shippingDiscount = money(orZero(order.shipmentDiscountIncl), places);
  const fees = money(orZero(order.paymentPriceIncl), places);

  const lineItems = sum(
    lines.map((line) => grossOf(line, places)),
    places,
  );
  const nets = sum(
    lines.map(({ priceIncl }) => priceIncl),
    EXACT,
  );
  const goods = minus(minus(total, shipping), fees);
  // Goods that cost less than the order says are an error of the channel's, which the core tells.
  const subtotal = compare(goods, money(nets, places)) > 0 ? money(nets, places) : goods;
  const cancelled = groupOf(order.status) === 'cancelled';
  const zero = money('0', places);
  const share = (amount: Amount) =>
    isZero(nets) ? zero : over(times(amount, subtotal, EXACT), nets, places);
  const refunded = share(refundOf(lines, ({ priceIncl }) => priceIncl));
  const refundedTax = share(
    refundOf(lines, ({ priceIncl, priceExcl }) => subtract(priceIncl, priceExcl, EXACT)),
  );
  return {
    places,
    zero,
    total,
    tax,
    lineItems,
    subtotal,
    /** Before discounts, like the lines. */
    shipping: sum([shipping, shippingDiscount], places),
    shippingDiscount,
    discounts: sum([minus(lineItems, subtotal), shippingDiscount], places),
    fees: isZero(fees) ? null : fees,
    current: cancelled ? zero : minus(total, refunded),
    currentSubtotal: cancelled ? zero : minus(subtotal, refunded),
    currentTax: cancelled ? zero : minus(tax, refundedTax),
  };
}

/** A line before discounts. */
const grossOf = (line: NativeLine, places: number): string =>
  sum([times(line.basePriceIncl, line.quantityOrdered, EXACT), orZero(line.customIncl)], places);

export const lineDiscountOf = (line: NativeLine, places: number): string =>
  subtract(grossOf(line, places), line.priceIncl, places);

/** What the refunded pieces are worth of something that lines have. */
const refundOf = (lines: readonly NativeLine[], of: (line: NativeLine) => Amount): string =>
  sum(
    lines
      .filter(({ quantityOrdered }) => quantityOrdered > 0)
      .map((line) => over(times(of(line), refundedIn(line), EXACT), line.quantityOrdered, EXACT)),
    EXACT,
  );

export const refundedIn = ({ quantityRefunded = 0, quantityOrdered }: NativeLine): number =>
  Math.min(quantityOrdered, Math.max(0, Number(quantityRefunded) || 0));
