// Turns a Lightspeed order and its lines into ours.
import { compare, isAmount, isZero, round, times } from '../../model/money.ts';
import type { DiscountApplication, FinancialStatus, LineItem } from '../../model/order.ts';
import type { OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { flagIn } from '../kit/flags.ts';
import { count, listed, texts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { billingOf, customerOf, phoneOf, shippingOf } from './addresses.ts';
import { refundedIn, type Totals, totalsOf } from './amounts.ts';
import { linkedIn, type NativeLine, type NativeOrder, present, variantTitle } from './native.ts';
import { shippedPieces } from './shipments.ts';
import { groupOf, PAYMENTS, shippedOf } from './status.ts';

export function transformOrder(order: NativeOrder, { note }: Context): OrderDraft {
  const currency = filled(order.shop.currency);
  const totals = totalsOf(order, currency);
  /** What a word means, or null and a note where that is not known. */
  const known = <T>(meaning: T | undefined, word: unknown, field: string): T | null => {
    if (meaning === undefined)
      noteUnknown(note, { vendor: 'Lightspeed', word, field, id: order.id });
    return meaning ?? null;
  };
  const group = known(groupOf(order.status), order.status, 'closed_at');
  const paid = known(PAYMENTS.get(order.paymentStatus), order.paymentStatus, 'financial_status');
  const shipped = known(shippedOf(order), order.shipmentStatus, 'fulfillment_status');
  const pieces = shippedPieces(order, shipped, note);
  const changed = instant(order.updatedAt);
  const number = filled(order.number);
  const billing = billingOf(order);
  const application = order.isDiscounted === true ? applicationOf(order, totals) : null;
  const code = filled(order.discountCouponCode);
  const isPercentage = order.discountType === 'percentage';
  return {
    ...totals.fields,
    id: ownId(order.id),
    checkout_id: identifier(linkedIn(order.quote)),
    name: number,
    number,
    order_number: number,
    source_identifier: filled(order.referralId),
    source_name: order.channel === 'main' ? 'web' : filled(order.channel),
    financial_status: paid === 'paid' ? refundedOr(order) : paid,
    fulfillment_status: shipped,
    cancel_reason: group === 'cancelled' ? 'other' : null,
    confirmed: true,
    created_at: instant(order.createdAt),
    updated_at: changed,
    processed_at: instant(order.createdAt),
    // There is no date of either; it is the last change, unless there was another after it.
    cancelled_at: group === 'cancelled' ? changed : null,
    closed_at: group === 'closed' ? changed : null,
    email: filled(order.email),
    phone: phoneOf(order),
    customer_locale: filled(present(order.language)?.locale)?.replace('_', '-') ?? null,
    note: filled(order.comment),
    buyer_accepts_marketing: flagIn(order.newsletterSubscribed),
    currency,
    presentment_currency: currency,
    total_weight: gramsOf(order.weight),
    taxes_included: true,
    payment_gateway_names: texts([filled(order.paymentTitle) ?? order.paymentId]),
    discount_codes:
      code === null
        ? []
        : [
            {
              code,
              amount: totals.fields.total_discounts,
              type: isPercentage ? 'percentage' : 'fixed_amount',
            },
          ],
    discount_applications: application ? [application] : [],
    line_items: listed<NativeLine>(order.orderProducts).map((line, at) =>
      lineItemOf(line, totals, at, group === 'cancelled', pieces(line)),
    ),
    shipping_lines: shippingLinesOf(order, totals, application !== null),
    billing_address: billing,
    shipping_address: shippingOf(order),
    customer: customerOf(order, billing),
  };
}

/** Whether what was paid was given back since is in the lines alone. */
function refundedOr({ orderProducts }: NativeOrder): FinancialStatus {
  const lines = listed<NativeLine>(orderProducts).filter(
    ({ quantityOrdered }) => (count(quantityOrdered) ?? 0) > 0,
  );
  if (!lines.some((line) => refundedIn(line) > 0)) return 'paid';
  const isWhole = lines.every((line) => refundedIn(line) === count(line.quantityOrdered));
  return isWhole ? 'refunded' : 'partially_refunded';
}

function applicationOf(order: NativeOrder, { written }: Totals): Draft<DiscountApplication> {
  const code = filled(order.discountCouponCode);
  const { discountPercentage: fraction } = order;
  const isPercentage = order.discountType === 'percentage';
  const percentage = isAmount(fraction) ? times(fraction, 100) : null;
  return {
    type: code === null ? 'automatic' : 'discount_code',
    code,
    value: isPercentage ? percentage : written(order.discountAmount),
    value_type: isPercentage ? 'percentage' : 'fixed_amount',
    allocation_method: 'across',
    target_selection: 'all',
    target_type: 'line_item',
  };
}

/** `shipped`: pieces that have left; null where nothing says so. */
function lineItemOf(
  line: NativeLine,
  { written, booked }: Totals,
  at: number,
  isCancelled: boolean,
  shipped: number | null,
): Draft<LineItem> {
  const title = filled(line.productTitle);
  const variant = variantTitle(line.variantTitle, title);
  const quantity = count(line.quantityOrdered) ?? null;
  const left = quantity === null || shipped === null ? null : quantity - shipped - refundedIn(line);
  const isGone = shipped !== null && shipped >= (quantity ?? 0);
  return {
    id: identifier(line.id),
    product_id: identifier(linkedIn(line.product)),
    variant_id: identifier(linkedIn(line.variant)),
    quantity,
    fulfillable_quantity: isCancelled ? 0 : left && Math.max(0, left),
    grams: gramsOf(line.weight),
    fulfillment_service: 'manual',
    fulfillment_status: !shipped ? null : isGone ? 'fulfilled' : 'partial',
    sku: filled(line.sku) ?? filled(line.articleCode),
    title,
    variant_title: variant,
    name: joined([title, variant], ' - '),
    vendor: filled(line.brandTitle),
    price: written(line.basePriceIncl),
    total_discount: booked[at]?.discount,
    // A line without tax may be a taxable product that goes abroad.
    taxable: isAmount(line.taxRate) && compare(line.taxRate, 0) > 0 ? true : null,
    // Of a product that was deleted the link is false; what is not there says nothing.
    product_exists: line.product === false ? false : present(line.product) ? true : null,
  };
}

/** An order has one shipment, or none. */
function shippingLinesOf(
  order: NativeOrder,
  { written, shippingDiscount, fields }: Totals,
  hasApplication: boolean,
): readonly ShippingLineDraft[] {
  const code = filled(order.shipmentId);
  const title = filled(order.shipmentTitle);
  if (code === null && title === null) return [];
  const discounted = written(order.shipmentPriceIncl);
  const allocation = {
    amount: shippingDiscount,
    discount_application_index: hasApplication ? 0 : null,
  };
  return [
    {
      id: code,
      code,
      title,
      source: 'lightspeed_c',
      // The base price is finer than a coin, as that of a piece is: what was booked is what adds up.
      price:
        discounted === null ? written(order.shipmentBasePriceIncl) : fields.total_shipping_price,
      discounted_price: discounted,
      is_removed: false,
      discount_allocations: isZero(shippingDiscount) ? [] : [allocation],
    },
  ];
}

/** Weights are whole grams. */
const gramsOf = (weight: unknown): number | null =>
  isAmount(weight) ? Number(round(weight, 0)) : null;
