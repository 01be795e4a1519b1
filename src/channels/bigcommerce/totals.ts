// The amounts of one order, on the side that its prices are on: with tax, or without.
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
import type { NativeFee, NativeLine, NativeOrder, RefundItem } from './native.ts';

export type Totals = ReturnType<typeof totalsOf>;

/** Places that lose nothing on the way to a sum; BigCommerce keeps four. */
const FINE = 8;

export function totalsOf(order: NativeOrder) {
  const places = decimals(order.default_currency_code);
  const all = (amounts: Iterable<Amount>) => sum(amounts, places);
  /** Prices are reliable on this side alone; the other is computed and may be off by rounding. */
  const exactly = (ex: Amount, inc: Amount): Amount => (order.is_tax_inclusive_pricing ? inc : ex);
  const priced = (ex: Amount, inc: Amount) => money(exactly(ex, inc), places);
  const discountOf = ({ applied_discounts }: NativeLine) =>
    all((applied_discounts ?? []).map(({ amount }) => amount));

  const lineItems = priced(order.subtotal_ex_tax, order.subtotal_inc_tax);
  const discounts = all([order.discount_amount, order.coupon_discount]);
  const subtotal = subtract(lineItems, discounts, places);
  const refunds = order.refund_records ?? [];
  const refunded = all(refunds.map(({ total_amount }) => total_amount));
  const lines = new Map((order.line_records ?? []).map((line) => [line.id, line]));
  const returned = all(
    refunds.flatMap(({ items, total_tax }) =>
      items
        .filter(({ item_type }) => item_type === 'PRODUCT')
        .map((item) => returnedOf(item, lines.get(item.item_id), total_tax)),
    ),
  );
  const left = subtract(subtotal, returned, places);

  /**
   * What was given back for goods, on the side of the prices. Amounts of a refund include tax, and
   * are missing where pieces were refunded; then the line's share by pieces stands for it.
   */
  function returnedOf(
    { quantity, requested_amount: amount }: RefundItem,
    line: NativeLine | undefined,
    tax: Amount,
  ): Amount {
    const told = isAmount(amount);
    if (told && (order.is_tax_inclusive_pricing || isZero(tax))) return amount;
    if (!quantity || !line || line.quantity === 0) return told ? amount : '0';
    const gross = times(exactly(line.price_ex_tax, line.price_inc_tax), line.quantity, FINE);
    const paid = subtract(gross, discountOf(line), FINE);
    return over(times(paid, quantity, FINE), line.quantity, places);
  }

  return {
    places,
    all,
    exactly,
    priced,
    discountOf,
    lineItems,
    discounts,
    subtotal,
    shipping: all([
      exactly(order.shipping_cost_ex_tax, order.shipping_cost_inc_tax),
      exactly(order.handling_cost_ex_tax, order.handling_cost_inc_tax),
    ]),
    fees: feesOf(order, exactly, all),
    total: money(order.total_inc_tax, places),
    tax: money(order.total_tax, places),
    refunded,
    current: {
      total: subtract(order.total_inc_tax, refunded, places),
      tax: subtract(order.total_tax, all(refunds.map(({ total_tax }) => total_tax)), places),
      subtotal: compare(left, '0') < 0 ? money('0', places) : left,
    },
  };
}

/** Fees and gift wrapping, which the total holds too; null when there is neither. */
function feesOf(
  order: NativeOrder,
  exactly: (ex: Amount, inc: Amount) => Amount,
  all: (amounts: Iterable<Amount>) => string,
): string | null {
  const fees = Array.isArray(order.fees) ? (order.fees as readonly NativeFee[]) : [];
  const wrapping = exactly(order.wrapping_cost_ex_tax, order.wrapping_cost_inc_tax);
  if (fees.length === 0 && isZero(wrapping)) return null;
  return all([
    wrapping,
    ...fees.map(({ cost_ex_tax, cost_exc_tax, cost_inc_tax }) =>
      exactly(cost_ex_tax ?? cost_exc_tax ?? '0', cost_inc_tax),
    ),
  ]);
}
