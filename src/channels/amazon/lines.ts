// The lines of an order: goods, shipping, and the promotions that took something off.
import type { Account } from '../../model/credential.ts';
import { compare, each, isAmount, money, subtract, sumOf, times } from '../../model/money.ts';
import type { DiscountApplication, DiscountCode, LineItem } from '../../model/order.ts';
import type { ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { orZero } from '../kit/amounts.ts';
import { count, parts, texts } from '../kit/loose.ts';
import { filled, joined } from '../kit/text.ts';
import {
  breakdownsOf,
  detailsIn,
  discountsIn,
  type Figures,
  isPriced,
  totalIn,
} from './amounts.ts';
import { joinOf } from './joins.ts';
import type { Breakdown, NativeItem, NativeOrder } from './native.ts';
import type { State } from './status.ts';

/** Who sends the goods, in the words of fulfilment services. */
export const SERVICES = new Map<unknown, string>([
  ['AMAZON', 'amazon'],
  ['MERCHANT', 'manual'],
]);

export function lineItemOf(
  item: NativeItem,
  order: NativeOrder,
  { state, places, account }: { state: State; places: number; account: Account },
): Draft<LineItem> {
  const { product } = item;
  const quantity = count(item.quantityOrdered);
  const breakdowns = breakdownsOf(item);
  const isKnown = breakdowns.length > 0;
  const { quantityFulfilled, quantityUnfulfilled } = item.fulfillment ?? {};
  const service = SERVICES.get(order.fulfillment?.fulfilledBy) ?? null;
  const title = filled(product?.title);
  return {
    id: filled(item.orderItemId),
    quantity,
    fulfillable_quantity: state.cancelled ? 0 : count(quantityUnfulfilled),
    fulfillment_service: service,
    fulfillment_status: shippedOf(count(quantityFulfilled), quantity),
    sku: filled(product?.sellerSku),
    title,
    name: title,
    variant_title: conditionOf(item),
    price: priceOf(item, quantity, places),
    total_discount: isKnown ? money(discountsIn(breakdowns, breakdowns).goods, places) : null,
    // Somebody ships it, says Amazon; that no tax was charged does not say that none is due.
    requires_shipping: service !== null || null,
    taxable: isTaxed(breakdowns) || null,
    ...joinOf(product?.sellerSku, order, account),
  };
}

/** By the tax of the goods; that of their shipping says nothing of them. */
function isTaxed(breakdowns: readonly Breakdown[]): boolean {
  const details = detailsIn(breakdowns, 'TAX');
  const ofGoods = details.filter(({ subtype }) => subtype === 'ITEM');
  const tax =
    details.length === 0
      ? totalIn(breakdowns, 'TAX')
      : sumOf(ofGoods, ({ value }) => orZero(value?.amount));
  return compare(tax, '0') > 0;
}

function shippedOf(shipped: number | undefined, ordered: number | undefined) {
  if (!shipped || ordered === undefined) return null;
  return shipped >= ordered ? 'fulfilled' : 'partial';
}

/** New goods need no mention. */
function conditionOf({ product }: NativeItem): string | null {
  const { conditionType: type, conditionSubtype: subtype } = product?.condition ?? {};
  return /^new$/i.test(type ?? '') ? null : joined([...new Set([type, subtype])]);
}

/** The price of one, on the same footing as the order's sum of items: with or without tax. */
function priceOf(item: NativeItem, quantity: number | undefined, places: number): string | null {
  const unit = item.product?.price?.unitPrice?.amount;
  const alone = isAmount(unit) ? money(unit, places) : null;
  const breakdowns = breakdownsOf(item);
  if (!isPriced(breakdowns)) return alone;
  const whole = totalIn(breakdowns, 'ITEM');
  if (alone !== null && quantity !== undefined && compare(times(alone, quantity), whole) === 0)
    return alone;
  // What one piece costs, so that all of them cost the whole; of no pieces no one knows.
  return quantity ? each(whole, quantity, places) : null;
}

/** Amazon names promotions by internal texts; which took how much shows only when there is one. */
export function discountsOf(items: readonly NativeItem[], { sums, places }: Figures) {
  const promotions = items.flatMap(({ promotion }) => parts(promotion?.breakdowns));
  const ids = [...new Set(texts(promotions.map(({ promotionId }) => promotionId)))];
  const amount = sums && ids.length === 1 ? money(sums.discounts.all, places) : null;
  return {
    discount_codes: ids.map(
      (id): Draft<DiscountCode> => ({ id, code: id, amount, type: 'fixed_amount' }),
    ),
    discount_applications: ids.map(
      (code): Draft<DiscountApplication> => ({
        type: 'automatic',
        code,
        value: amount,
        value_type: 'fixed_amount',
        allocation_method: 'across',
        target_selection: 'all',
        target_type: 'line_item',
      }),
    ),
  };
}

/** One line, where Amazon gives a price or a service level. */
export function shippingLinesOf(
  { fulfillment, packages }: NativeOrder,
  { sums, places }: Figures,
  promotions: number,
): readonly ShippingLineDraft[] {
  const level = filled(fulfillment?.fulfillmentServiceLevel);
  if (level === null && (!sums || compare(sums.shipping, '0') === 0)) return [];
  const [carrier = null] = texts(parts(packages).map((parcel) => parcel.carrier));
  const line: ShippingLineDraft = {
    title: level,
    code: level,
    carrier_identifier: carrier,
    source: 'amazon',
    is_removed: false,
  };
  if (!sums) return [line];
  const price = money(sums.shipping, places);
  const off = money(sums.discounts.shipping, places);
  // Which of several promotions took off shipping is not known.
  const allocation = { amount: off, discount_application_index: promotions === 1 ? 0 : null };
  return [
    {
      ...line,
      price,
      discounted_price: subtract(price, off, places),
      discount_allocations: compare(off, '0') > 0 ? [allocation] : [],
    },
  ];
}
