// The amounts of one order, on the side that its prices are on: with tax, or without.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
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
  Costs,
  NativeFee,
  NativeLine,
  NativeOrder,
  NativeRefund,
  RefundItem,
} from './native.ts';

export type Totals = ReturnType<typeof totalsOf>;

/** What an order still comes to. */
export interface Left {
  readonly total: string | null;
  readonly tax: string | null;
  readonly subtotal: string | null;
  readonly discounts: string;
  readonly fees: string | null;
}

/** The currency that all amounts are in; null where it cannot be read. */
function currencyOf({ default_currency_code: code }: NativeOrder): string | null {
  const text = filled(code)?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(text) ? text : null;
}

export function totalsOf(order: NativeOrder) {
  const currency = currencyOf(order);
  const places = decimals(currency);
  const zero = money('0', places);
  const inclusive = order.is_tax_inclusive_pricing === true;
  const all = (amounts: readonly Amount[]) => sum(amounts, places);
  const written = (amount: unknown): string | null =>
    isAmount(amount) ? money(amount, places) : null;
  /** Prices are reliable on this side alone; the other is computed and may be off by rounding. */
  const side = <Name extends string>(record: Costs<Name> | undefined, name: Name): unknown =>
    record?.[inclusive ? (`${name}_inc_tax` as const) : (`${name}_ex_tax` as const)];
  /** A cost, and what is charged for handling it. */
  const shippingOf = (cost: unknown, handling: unknown): string | null =>
    isAmount(cost) ? all([cost, orZero(handling)]) : null;
  const discountOf = ({ applied_discounts }: NativeLine) =>
    all(listed<AppliedDiscount>(applied_discounts).map(({ amount }) => orZero(amount)));

  const lineItems = written(side(order, 'subtotal'));
  const discounts = all([orZero(order.discount_amount), orZero(order.coupon_discount)]);
  const subtotal = lineItems === null ? null : subtract(lineItems, discounts, places);
  const total = written(order.total_inc_tax);
  const tax = written(order.total_tax);
  const wrapping = orZero(side(order, 'wrapping_cost'));
  const fees = listed<NativeFee>(order.fees).map((fee) =>
    orZero(side(fee, 'cost') ?? (inclusive ? null : fee.cost_exc_tax)),
  );

  /** With gift wrapping, which the total holds too; null when there is neither. */
  const charged = fees.length === 0 && isZero(wrapping) ? null : all([wrapping, ...fees]);

  const refunds = listed<NativeRefund>(order.refund_records);
  /** The sum over all refunds; null where one of them does not say. */
  const summed = (name: 'total_amount' | 'total_tax'): string | null => {
    const amounts = refunds.map((refund) => refund[name]);
    return amounts.every(isAmount) ? all(amounts) : null;
  };
  const refunded = summed('total_amount');
  const returned = all(
    refunds.flatMap(({ items, total_tax }) =>
      listed<RefundItem>(items)
        .filter(({ item_type }) => item_type === 'PRODUCT')
        .map((item) => returnedOf(item, orZero(total_tax))),
    ),
  );
  const beside = refunds.flatMap(besideOf);
  /** What is left is never below zero. */
  const less = (amount: string | null, back: string | null): string | null =>
    amount === null || back === null ? null : notBelowZero(subtract(amount, back, places), places);

  /**
   * What was given back for goods, on the side of the prices. Amounts of a refund include tax, and
   * are missing where pieces were refunded; then the line's share by pieces stands for it.
   */
  function returnedOf(item: RefundItem, refundTax: Amount): Amount {
    const known = amountIn(item.requested_amount);
    if (known !== null && (inclusive || isZero(refundTax))) return known;
    const line = listed<NativeLine>(order.line_records).findLast(({ id }) => id === item.item_id);
    const [pieces, ordered] = [count(item.quantity), count(line?.quantity)];
    const price = amountIn(side(line, 'price'));
    if (!pieces || !ordered || !line || price === null) return known ?? '0';
    const paid = subtract(times(price, ordered, places), discountOf(line), places);
    // A share that does not divide evenly is cut where the line's own amount ends.
    return over(times(paid, pieces, places), ordered, placesOf(paid));
  }

  return {
    currency,
    places,
    zero,
    priceOf: (line: NativeLine) => written(side(line, 'price')),
    costOf: (consignment: Costs<'cost' | 'handling_cost'>) =>
      shippingOf(side(consignment, 'cost'), side(consignment, 'handling_cost')),
    discountOf,
    written,
    inclusive,
    returnedOf,
    refunded,
    givenBeside: beside.every(isAmount) ? all(beside) : null,
    lineItems,
    discounts,
    subtotal,
    shipping: shippingOf(side(order, 'shipping_cost'), side(order, 'handling_cost')),
    tax,
    total,
    fees: charged,
    left: {
      total: less(total, refunded),
      tax: less(tax, summed('total_tax')),
      subtotal: less(subtotal, returned),
      discounts,
      fees: charged,
    } satisfies Left,
    nothingLeft: {
      total: zero,
      tax: zero,
      subtotal: zero,
      discounts: zero,
      fees: charged && zero,
    } satisfies Left,
    unknownLeft: {
      total: null,
      tax: null,
      subtotal: null,
      discounts,
      fees: charged,
    } satisfies Left,
  };
}

/** Kinds of items that a refund has a place for; what others gave back is beside them. */
const NAMED: readonly unknown[] = ['PRODUCT', 'SHIPPING', 'HANDLING'];

export const besideOf = ({ items }: NativeRefund): readonly unknown[] =>
  listed<RefundItem>(items)
    .filter(({ item_type }) => !NAMED.includes(item_type))
    .map(({ requested_amount }) => requested_amount);
