// The law of sums: an order's totals, its current ones and its refunds are what their parts come to, to the last decimal of the currency.
import { decimals } from './currencies.ts';
import {
  add,
  comesTo,
  compare,
  isZero,
  most,
  negate,
  remainder,
  round,
  subtract,
  sum,
  sumOf,
  times,
} from './money.ts';
import type { MoneySet, Order } from './order.ts';
import type { SumFacts } from './order-draft.ts';
import { fillRefundSets, type Refund, type RefundedOrder } from './refund.ts';

export interface Off {
  readonly field:
    | 'total_line_items_price'
    | 'total_price'
    | 'current_total_price'
    | 'refunds.amount';
  /** What it is above that, or below. */
  readonly by: string;
}

/** Every sum of a record that its parts do not come to. None is named of which a part is not known. */
export function sumsOff(
  order: Order & { readonly refunds?: readonly Refund[] },
  facts?: SumFacts,
): readonly Off[] {
  const found: Off[] = [];
  const noteOff = (field: Off['field'], by: string | undefined) => {
    if (by !== undefined) found.push({ field, by });
  };
  noteOff('total_line_items_price', linesDifference(order));
  noteOff('total_price', difference(order, facts));
  noteOff('current_total_price', currentDifference(order, facts));
  for (const refund of order.refunds ?? [])
    for (const side of SIDES) {
      const rest = restOf(refund, order, side);
      noteOff('refunds.amount', rest === null || isZero(rest) ? undefined : rest);
    }
  return found;
}

/** What the price of all lines differs by from those of each, exactly or with each line rounded. */
function linesDifference(order: Order): string | undefined {
  const { total_line_items_price: total, line_items, currency } = order;
  if (total === null) return undefined;
  const places = decimals(currency);
  if (comesTo(total, line_items, places)) return undefined;
  const prices: string[] = [];
  for (const { price, quantity } of line_items) {
    if (price === null || quantity === null) return undefined;
    prices.push(times(price, quantity, 0));
  }
  const off = (parts: readonly string[]) => round(subtract(total, sum(parts, 0), 0), places);
  const exactly = off(prices);
  if (isZero(exactly) || isZero(off(prices.map((price) => round(price, places))))) return undefined;
  return exactly;
}

const amountOf = (set: MoneySet | Record<string, never> | null): string =>
  (set as MoneySet | null)?.shop_money?.amount ?? '0';

/**
 * The difference between the order's total and what its parts add up to; undefined when they
 * agree, or when the channel gives too little to say. Parts: line items less discounts, plus
 * shipping, tax and duties that are not included in the prices, tips and additional fees.
 */
export function difference(
  order: Order,
  { dutiesIncluded = false, rounding }: SumFacts = {},
): string | undefined {
  const { total_price, total_line_items_price, total_discounts, total_tax } = order;
  if (total_price === null || total_line_items_price === null) return undefined;
  if (order.taxes_included === null) return undefined;
  if (!order.taxes_included && total_tax === null) return undefined;
  const parts = [
    total_line_items_price,
    negate(total_discounts ?? '0'),
    amountOf(order.total_shipping_price_set),
    order.taxes_included ? '0' : (total_tax ?? '0'),
    order.total_tip_received ?? '0',
    dutiesIncluded ? '0' : amountOf(order.original_total_duties_set),
    amountOf(order.original_total_additional_fees_set),
  ];
  // Parts may be written finer than the currency is: what counts is the smallest coin.
  const off = remainder(total_price, parts, decimals(order.currency));
  if (rounding && compare(off, rounding) === 0) return undefined;
  return isZero(off) ? undefined : off;
}

/**
 * The same of what is left after refunds and edits: `current_subtotal_price`, which is after
 * discounts, with tax, duties and fees, and with what is left of shipping and tips, less what was
 * given back for the order as a whole. The record does not say how much of shipping is left: where
 * the channel does not either, it is at most what was charged.
 */
export function currentDifference(
  order: Order & { readonly refunds?: readonly Refund[] },
  { dutiesIncluded = false, rounding, currentShipping, givenBeside }: SumFacts = {},
): string | undefined {
  const { current_total_price: total, current_subtotal_price: subtotal } = order;
  const { current_total_tax: tax, taxes_included: included } = order;
  if (total === null || subtotal === null || included === null) return undefined;
  if (!included && tax === null) return undefined;
  const parts = [
    subtotal,
    included ? '0' : (tax ?? '0'),
    dutiesIncluded ? '0' : amountOf(order.current_total_duties_set),
    amountOf(order.current_total_additional_fees_set),
    currentShipping ?? '0',
  ];
  const off = remainder(total, parts, decimals(order.currency));
  const atMost = sum([
    currentShipping ? '0' : amountOf(order.total_shipping_price_set),
    order.total_tip_received ?? '0',
  ]);
  if (rounding && compare(off, rounding) === 0) return undefined;
  const beside = negate(givenBeside ?? besideOf(order.refunds ?? []));
  if (compare(off, beside) < 0) return subtract(off, beside);
  return compare(off, atMost) > 0 ? subtract(off, atMost) : undefined;
}

const besideOf = (refunds: readonly Refund[]): string =>
  sumOf(refunds, ({ adjustment_amount: amount }) => most(amount ?? '0', '0'));

const SIDES = ['shop_money', 'presentment_money'] as const;
type Side = (typeof SIDES)[number];

const onSide = (side: Side, amount: string | null, set: MoneySet | null): string | null =>
  side === 'shop_money' ? amount : (set?.presentment_money.amount ?? null);

const placesOn = (side: Side, order: RefundedOrder): number =>
  decimals(side === 'shop_money' ? order.currency : order.presentment_currency);

/**
 * What a refund gave back that is in none of its parts: lines, their tax where prices do not
 * include it, shipping, and the adjustment as far as one is named. Null where a part is not known.
 */
function restOf(refund: Refund, order: RefundedOrder, side: Side): string | null {
  if (order.taxes_included === null) return null;
  const { line_items: lines } = refund;
  const shipping = onSide(side, refund.shipping_amount, refund.shipping_amount_set);
  const parts = [
    shipping,
    adjustmentOn(side, refund) ?? '0',
    ...lines.map((line) => onSide(side, line.subtotal, line.subtotal_set)),
  ];
  if (!order.taxes_included) {
    const taxes = lines.map((line) => onSide(side, line.total_tax, line.total_tax_set));
    // Where it is given as a whole, it is that of the lines if no shipping was given back.
    const isWhole = taxes.includes(null) && shipping !== null && isZero(shipping);
    parts.push(...(isWhole ? [onSide(side, refund.tax_amount, refund.tax_amount_set)] : taxes));
  }
  const amount = onSide(side, refund.amount, refund.amount_set);
  const known = parts.filter((part) => part !== null);
  if (amount === null || known.length < parts.length) return null;
  return remainder(amount, known, placesOn(side, order));
}

const adjustmentOn = (side: Side, { adjustment_amount, adjustment_amount_set }: Refund) =>
  onSide(side, adjustment_amount, adjustment_amount_set);

/**
 * Puts what is in none of a refund's parts into its adjustment, so that they come to its amount on
 * both sides, and fills the sets. Returns that rest where the channel names parts that should have
 * come to the amount. Goods that came back for no money are no contradiction, unless an adjustment
 * says what became of it.
 */
export function settleRefund(refund: Refund, order: RefundedOrder): string | undefined {
  const { amount: given, shipping_amount, adjustment_amount, line_items } = refund;
  const isSome = (part: string | null) => part !== null && !isZero(part);
  const isNamed = line_items.length > 0 || isSome(shipping_amount) || adjustment_amount !== null;
  const rests = SIDES.map((side) => restOf(refund, order, side));
  const [amount, presented] = SIDES.map((side, index) => {
    const [rest, named] = [rests[index] ?? null, adjustmentOn(side, refund)];
    return rest === null ? named : add(rest, named ?? '0', placesOn(side, order));
  });
  refund.adjustment_amount = amount ?? null;
  refund.adjustment_amount_set = refund.amount_set && {
    shop_money: { ...refund.amount_set.shop_money, amount: amount ?? null },
    presentment_money: { ...refund.amount_set.presentment_money, amount: presented ?? null },
  };
  fillRefundSets(refund, order);
  if (!isNamed || (!isSome(given) && !isSome(adjustment_amount))) return undefined;
  return rests.find((rest) => rest !== null && !isZero(rest)) ?? undefined;
}
