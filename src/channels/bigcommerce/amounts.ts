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
  Costs,
  NativeFee,
  NativeLine,
  NativeOrder,
  NativeRefund,
  RefundItem,
} from './native.ts';
import { returnedBy } from './refunds.ts';

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
  /** Of a refund: the currency's, or finer where BigCommerce writes it so. */
  const placesIn = ({ total_amount: amount, total_tax }: NativeRefund): number =>
    Math.max(places, ...[amount, total_tax].filter(isAmount).map((one) => placesOf(money(one, 0))));
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

  const lines = listed<NativeLine>(order.line_records);
  const lineOf = ({ item_id }: RefundItem) => lines.findLast(({ id }) => id === item_id);
  const refunds = listed<NativeRefund>(order.refund_records).map((refund) =>
    returnedBy(refund, { inclusive, places: placesIn(refund), shareOf }),
  );
  /** The sum over all refunds; null where one of them does not say. */
  const summed = (name: 'amount' | 'tax' | 'goods' | 'fees'): string | null => {
    const amounts = refunds.map((refund) => refund[name]);
    const known = amounts.filter((one) => one !== null);
    return known.length === amounts.length ? all(known) : null;
  };
  const refunded = summed('amount');
  /** What is left is never below zero, unless it was from the start: a return is an order, too. */
  const less = (amount: string | null, back: string | null): string | null => {
    if (amount === null || back === null) return null;
    const rest = subtract(amount, back, places);
    return compare(amount, '0') < 0 ? rest : notBelowZero(rest, places);
  };

  /** What the pieces of a line came to, on the side of the prices; null where that is not known. */
  function shareOf(item: RefundItem): Amount | null {
    const line = lineOf(item);
    const [pieces, ordered] = [count(item.quantity), count(line?.quantity)];
    const price = amountIn(side(line, 'price'));
    if (!pieces || !ordered || !line || price === null) return null;
    const paid = subtract(times(price, ordered, places), discountOf(line), places);
    // A share that does not divide evenly is cut where the line's own amount ends.
    return over(times(paid, pieces, places), ordered, placesOf(paid));
  }

  /** A discount goes with the pieces it was given on. */
  const discountsBack = all(
    refunds.flatMap(({ lines: back }) =>
      back.map(({ item }) => {
        const line = lineOf(item);
        const [pieces, ordered] = [count(item.quantity), count(line?.quantity)];
        if (!line || !pieces || !ordered) return '0';
        return over(times(discountOf(line), pieces, 0), ordered, places);
      }),
    ),
  );

  return {
    currency,
    places,
    zero,
    priceOf: (line: NativeLine) => written(side(line, 'price')),
    costOf: (consignment: Costs<'cost' | 'handling_cost'>) =>
      shippingOf(side(consignment, 'cost'), side(consignment, 'handling_cost')),
    discountOf,
    written,
    refunds,
    refunded,
    lineItems,
    discounts,
    subtotal,
    shipping: shippingOf(side(order, 'shipping_cost'), side(order, 'handling_cost')),
    tax,
    total,
    fees: charged,
    left: {
      total: less(total, refunded),
      tax: less(tax, summed('tax')),
      subtotal: less(subtotal, summed('goods')),
      discounts: less(discounts, discountsBack) ?? discounts,
      fees: less(charged, summed('fees')),
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
