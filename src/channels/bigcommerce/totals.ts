// The amounts of one order, on the side that its prices are on: with tax, or without.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
  compare,
  isAmount,
  isZero,
  money,
  over,
  placesOf,
  subtract,
  sum,
  times,
} from '../../model/money.ts';
import { amountIn, notBelowZero, orZero } from '../kit/amounts.ts';
import { count, listed } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type {
  AppliedDiscount,
  NativeFee,
  NativeLine,
  NativeOrder,
  NativeRefund,
  RefundItem,
} from './native.ts';

export type Totals = ReturnType<typeof totalsOf>;

/** The currency that all amounts are in; null where it cannot be read. */
export function currencyOf({ default_currency_code: code }: NativeOrder): string | null {
  const text = filled(code)?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(text) ? text : null;
}

export function totalsOf(order: NativeOrder) {
  const currency = currencyOf(order);
  const places = decimals(currency);
  const zero = money('0', places);
  const inclusive = order.is_tax_inclusive_pricing === true;
  const all = (amounts: Iterable<Amount>) => sum(amounts, places);
  const written = (amount: unknown): string | null =>
    isAmount(amount) ? money(amount, places) : null;
  const minus = (a: Amount | null, b: Amount | null): string | null =>
    a === null || b === null ? null : subtract(a, b, places);
  const left = (a: Amount | null, b: Amount | null): string | null => {
    const rest = minus(a, b);
    return rest === null ? null : notBelowZero(rest, places);
  };
  /** Prices are reliable on this side alone; the other is computed and may be off by rounding. */
  const side = (ex: unknown, inc: unknown): unknown => (inclusive ? inc : ex);
  const priced = (ex: unknown, inc: unknown): string | null => written(side(ex, inc));
  /** A cost, and what is charged for handling it. */
  const shippingOf = (costs: ShippingCosts): string | null => {
    const cost = amountIn(side(costs.ex, costs.inc));
    return cost === null ? null : all([cost, orZero(side(costs.handlingEx, costs.handlingInc))]);
  };
  const discountOf = ({ applied_discounts }: NativeLine) =>
    all(listed<AppliedDiscount>(applied_discounts).map(({ amount }) => orZero(amount)));

  const lineItems = priced(order.subtotal_ex_tax, order.subtotal_inc_tax);
  const discounts = all([orZero(order.discount_amount), orZero(order.coupon_discount)]);
  const subtotal = minus(lineItems, discounts);
  const total = written(order.total_inc_tax);
  const tax = written(order.total_tax);

  const refunds = listed<NativeRefund>(order.refund_records);
  /** The sum over all refunds; null where one of them does not say. */
  const summed = (of: (refund: NativeRefund) => unknown): string | null => {
    const amounts = refunds.map(of);
    return amounts.every(isAmount) ? all(amounts) : null;
  };
  const refunded = summed(({ total_amount }) => total_amount);
  const lines = new Map(listed<NativeLine>(order.line_records).map((line) => [line.id, line]));
  const returned = all(
    refunds.flatMap(({ items, total_tax }) =>
      listed<RefundItem>(items)
        .filter(({ item_type }) => item_type === 'PRODUCT')
        .map((item) => returnedOf(item, lines.get(item.item_id ?? 0), orZero(total_tax))),
    ),
  );

  /**
   * What was given back for goods, on the side of the prices. Amounts of a refund include tax, and
   * are missing where pieces were refunded; then the line's share by pieces stands for it.
   */
  function returnedOf(
    { quantity, requested_amount: amount }: RefundItem,
    line: NativeLine | undefined,
    refundTax: Amount,
  ): Amount {
    const known = amountIn(amount);
    if (known !== null && (inclusive || isZero(refundTax))) return known;
    const [pieces = 0, ordered = 0] = [count(quantity), count(line?.quantity)];
    const price = amountIn(side(line?.price_ex_tax, line?.price_inc_tax));
    if (pieces === 0 || ordered === 0 || !line || price === null) return known ?? '0';
    const paid = subtract(times(price, ordered, places), discountOf(line), places);
    // A share that does not divide evenly is cut where the line's own amount ends.
    return over(times(paid, pieces, places), ordered, placesOf(paid));
  }

  return {
    currency,
    places,
    zero,
    priced,
    written,
    shippingOf,
    discountOf,
    lineItems,
    discounts,
    subtotal,
    shipping: shippingOf({
      ex: order.shipping_cost_ex_tax,
      inc: order.shipping_cost_inc_tax,
      handlingEx: order.handling_cost_ex_tax,
      handlingInc: order.handling_cost_inc_tax,
    }),
    fees: feesOf(order, side, all),
    total,
    tax,
    refunded,
    isRefunded: refunded !== null && compare(refunded, '0') > 0,
    current: {
      total: left(total, refunded),
      tax: left(
        tax,
        summed(({ total_tax }) => total_tax),
      ),
      subtotal: left(subtotal, returned),
    },
  };
}

interface ShippingCosts {
  readonly ex: unknown;
  readonly inc: unknown;
  readonly handlingEx: unknown;
  readonly handlingInc: unknown;
}

/** Fees and gift wrapping, which the total holds too; null when there is neither. */
function feesOf(
  order: NativeOrder,
  side: (ex: unknown, inc: unknown) => unknown,
  all: (amounts: Iterable<Amount>) => string,
): string | null {
  const fees = listed<NativeFee>(order.fees);
  const wrapping = orZero(side(order.wrapping_cost_ex_tax, order.wrapping_cost_inc_tax));
  if (fees.length === 0 && isZero(wrapping)) return null;
  return all([
    wrapping,
    ...fees.map(({ cost_ex_tax, cost_exc_tax, cost_inc_tax }) =>
      orZero(side(cost_ex_tax ?? cost_exc_tax, cost_inc_tax)),
    ),
  ]);
}
