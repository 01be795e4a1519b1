// What made an order cheaper: its discounts, its codes, and what was allocated to each line.

import { decimals } from '../../model/currencies.ts';
import { sum } from '../../model/money.ts';
import type { DiscountApplication as UnifiedDiscount } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { reportUnreadable } from '../../model/unreadable-values.ts';
import { integer, parts, positionIn } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { lower } from './addresses.ts';
import { amountOf, setOf, shopAmount, shopSide } from './amounts.ts';
import { type DiscountApplication, nodesOf, type Order, type ShippingLine } from './native.ts';

export const allocationsOf = ({ discountAllocations }: ShippingLine) =>
  parts(discountAllocations).map((allocation) => {
    const amount = setOf(allocation.allocatedAmountSet);
    return {
      discount_application_index: integer(allocation.discountApplication?.index),
      amount: shopSide(amount),
      amount_set: amount,
    };
  });

/** In the order of their index, since allocations point to it. */
const discountsOf = (order: Order): readonly DiscountApplication[] =>
  nodesOf(order.discountApplications).toSorted((a, b) => positionIn(a.index) - positionIn(b.index));

const TYPES: Readonly<Record<string, string>> = {
  DiscountCodeApplication: 'discount_code',
  AutomaticDiscountApplication: 'automatic',
  ManualDiscountApplication: 'manual',
  ScriptDiscountApplication: 'script',
};

const VALUE_TYPES: Readonly<Record<string, string>> = {
  PricingPercentageValue: 'percentage',
  MoneyV2: 'fixed_amount',
};

const valueTypeOf = ({ value }: DiscountApplication): string | null =>
  VALUE_TYPES[filled(value?.__typename) ?? ''] ?? null;

export const applicationsOf = (order: Order): Draft<UnifiedDiscount>[] =>
  discountsOf(order).map((discount) => ({
    type: TYPES[filled(discount.__typename) ?? ''] ?? null,
    code: filled(discount.code),
    value: discountValue(discount),
    value_type: valueTypeOf(discount),
    allocation_method: lower(discount.allocationMethod),
    target_selection: lower(discount.targetSelection),
    target_type: lower(discount.targetType),
  }));

/** A percentage with at least one decimal ("10.0", "12.5"), or an amount. */
function discountValue({ value }: DiscountApplication): string | null {
  const { percentage, amount, currencyCode } = value ?? {};
  if (typeof percentage === 'number')
    return Number.isInteger(percentage) ? `${percentage}.0` : String(percentage);
  reportUnreadable(percentage);
  return amountOf(amount, currencyCode);
}

/** What was given by hand on the whole order goes by its title, as a code in Shopify's own list does. */
const codeOf = (discount: DiscountApplication): string | null =>
  filled(discount.code) ??
  (discount.__typename === 'ManualDiscountApplication' && discount.targetSelection === 'ALL'
    ? filled(discount.title)
    : null);

/** Shopify gives no amount by code: it is what was allocated to lines and shipping. */
export function codesOf(order: Order) {
  const allocations = [...nodesOf(order.lineItems), ...nodesOf(order.shippingLines)].flatMap(
    (line) => parts(line.discountAllocations),
  );
  return discountsOf(order)
    .filter((discount) => codeOf(discount) !== null)
    .map((discount) => {
      const own = allocations
        .filter(({ discountApplication: one }) => integer(one?.index) === integer(discount.index))
        .map((allocation) => shopAmount(allocation.allocatedAmountSet));
      const isComplete = own.every((amount) => amount !== null);
      return {
        code: codeOf(discount),
        amount: isComplete ? sum(own, decimals(filled(order.currencyCode))) : null,
        type: discount.targetType === 'SHIPPING_LINE' ? 'shipping' : valueTypeOf(discount),
      };
    });
}
