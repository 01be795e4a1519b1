// Whether an order's amounts add up, to the last decimal its currency has.
import { decimals } from './currencies.ts';
import { compare, isZero, round, subtract, sum } from './money.ts';
import type { MoneySet, Order } from './order.ts';
import type { SumFacts } from './order-draft.ts';

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
    amountOf(order.total_shipping_price_set),
    order.taxes_included ? '0' : (total_tax ?? '0'),
    order.total_tip_received ?? '0',
    dutiesIncluded ? '0' : amountOf(order.original_total_duties_set),
    amountOf(order.original_total_additional_fees_set),
  ];
  // Parts may be written finer than the currency is: what counts is the smallest coin.
  const places = decimals(order.currency);
  const off = round(subtract(total_price, subtract(sum(parts), total_discounts ?? '0')), places);
  if (rounding && compare(off, rounding) === 0) return undefined;
  return isZero(off) ? undefined : off;
}
