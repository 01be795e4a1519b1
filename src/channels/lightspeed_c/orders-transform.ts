// Turns a Lightspeed order and its lines into ours.
import { compare, isAmount, isZero, money, round, times } from '../../model/money.ts';
import type {
  DiscountApplication,
  FinancialStatus,
  FulfillmentStatus,
  LineItem,
  MoneySet,
} from '../../model/order.ts';
import { moneySet, type OrderDraft, type ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';

import { count, listed } from '../kit/loose.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { billingOf, customerOf, phoneOf, shippingOf, subscribedOf } from './addresses.ts';
import { lineAmounts, refundedIn, type Totals, totalsOf } from './amounts.ts';
import { type Link, type NativeLine, type NativeOrder, present, variantTitle } from './native.ts';
import { shippedPieces } from './shipments.ts';
import { groupOf, PAYMENTS, shippedOf } from './status.ts';

export function transformOrder(order: NativeOrder, { note }: Context): OrderDraft {
  const currency = filled(order.shop.currency);
  const totals = totalsOf(order, currency);
  const { current } = totals;
  const tell = (amount: string | null): MoneySet | null =>
    amount === null ? null : moneySet(amount, currency);
  const group = groupOf(order.status);
  if (group === undefined) noteUnknown(order, 'status', order.status, 'closed_at', note);
  const financial = financialStatusOf(order, note);
  const billing = billingOf(order);
  const code = filled(order.discountCouponCode);
  const percentage = order.discountType === 'percentage';
  const applications = order.isDiscounted === true ? [applicationOf(order, code, totals)] : [];
  const fulfillment = fulfillmentStatusOf(order, note);
  const pieces = shippedPieces(order);
  return {
    id: ownId(order.id),
    checkout_id: identifier(linkedIn(order.quote)),
    name: filled(order.number),
    number: filled(order.number),
    order_number: filled(order.number),
    source_identifier: filled(order.referralId),
    source_name: order.channel === 'main' ? 'web' : filled(order.channel),
    financial_status: financial,
    fulfillment_status: fulfillment,
    cancel_reason: group === 'cancelled' ? 'other' : null,
    confirmed: true,
    created_at: instant(filled(order.createdAt)),
    updated_at: instant(filled(order.updatedAt)),
    processed_at: instant(filled(order.createdAt)),
    // There is no date of either; it is the last change, unless there was another after it.
    cancelled_at: group === 'cancelled' ? instant(filled(order.updatedAt)) : null,
    closed_at: group === 'closed' ? instant(filled(order.updatedAt)) : null,
    email: filled(order.email),
    phone: phoneOf(order),
    customer_locale: filled(present(order.language)?.locale)?.replace('_', '-') ?? null,
    note: filled(order.comment),
    buyer_accepts_marketing: subscribedOf(order),
    currency,
    presentment_currency: currency,
    total_line_items_price: totals.lineItems,
    total_line_items_price_set: tell(totals.lineItems),
    subtotal_price: totals.subtotal,
    subtotal_price_set: tell(totals.subtotal),
    total_discounts: totals.discounts,
    total_discounts_set: tell(totals.discounts),
    total_shipping_price_set: tell(totals.shipping),
    total_tip_received: totals.zero,
    total_price: totals.total,
    total_price_set: tell(totals.total),
    total_tax: totals.tax,
    total_tax_set: tell(totals.tax),
    total_outstanding: outstandingOf(order, totals),
    current_subtotal_price: current.subtotal,
    current_subtotal_price_set: tell(current.subtotal),
    current_total_discounts: current.discounts,
    current_total_discounts_set: tell(current.discounts),
    current_total_price: current.total,
    current_total_price_set: tell(current.total),
    current_total_tax: current.tax,
    current_total_tax_set: tell(current.tax),
    original_total_additional_fees_set: tell(totals.fees),
    current_total_additional_fees_set: tell(current.fees),
    total_weight: gramsOf(order.weight),
    taxes_included: true,
    payment_gateway_names: [filled(order.paymentTitle) ?? filled(order.paymentId)].filter(
      (name) => name !== null,
    ),
    discount_codes:
      code === null
        ? []
        : [{ code, amount: totals.discounts, type: percentage ? 'percentage' : 'fixed_amount' }],
    discount_applications: applications,
    line_items: listed<NativeLine>(order.orderProducts).map((line) =>
      lineItemOf(line, order, { totals, currency, fulfillment, pieces }),
    ),
    shipping_lines: shippingLinesOf(order, totals, currency, applications.length > 0),
    billing_address: billing,
    shipping_address: shippingOf(order),
    customer: customerOf(order, billing, linkedIn(order.customer)),
  };
}

function noteUnknown(order: NativeOrder, what: string, word: unknown, field: string, note: Note) {
  note({
    code: 'unknown_status',
    message: `Lightspeed has a word for ${what} that is not known here, "${String(word)}"; ${field} is null.`,
    field,
    id: String(order.id),
  });
}

function financialStatusOf(order: NativeOrder, note: Note): FinancialStatus | null {
  const known = PAYMENTS.get(order.paymentStatus);
  if (known === undefined)
    noteUnknown(order, 'paymentStatus', order.paymentStatus, 'financial_status', note);
  if (known !== 'paid') return known ?? null;
  const lines = listed<NativeLine>(order.orderProducts).filter(({ quantityOrdered }) => (count(quantityOrdered) ?? 0) > 0); // biome-ignore format: one thought
  if (!lines.some((line) => refundedIn(line) > 0)) return 'paid';
  const whole = lines.every((line) => refundedIn(line) === line.quantityOrdered);
  return whole ? 'refunded' : 'partially_refunded';
}

function fulfillmentStatusOf(order: NativeOrder, note: Note): FulfillmentStatus | null {
  const known = shippedOf(order);
  if (known === undefined)
    noteUnknown(order, 'shipmentStatus', order.shipmentStatus, 'fulfillment_status', note);
  return known ?? null;
}

/** How much of a partial payment has come is not told. */
function outstandingOf({ status, paymentStatus }: NativeOrder, { total, zero }: Totals) {
  if (groupOf(status) === 'cancelled') return zero;
  if (paymentStatus === 'paid' || paymentStatus === 'cancelled') return zero;
  return paymentStatus === 'not_paid' ? total : null;
}

function applicationOf(
  order: NativeOrder,
  code: string | null,
  { places }: Totals,
): Draft<DiscountApplication> {
  const percentage = order.discountType === 'percentage';
  return {
    type: code === null ? 'automatic' : 'discount_code',
    code,
    value: percentage
      ? isAmount(order.discountPercentage)
        ? times(order.discountPercentage, 100, 2)
        : null
      : isAmount(order.discountAmount)
        ? money(order.discountAmount, places)
        : null,
    value_type: percentage ? 'percentage' : 'fixed_amount',
    allocation_method: 'across',
    target_selection: 'all',
    target_type: 'line_item',
  };
}

interface LineContext {
  readonly totals: Totals;
  readonly currency: string | null;
  readonly fulfillment: FulfillmentStatus | null;
  /** What has left of each line, where the order has left in part. */
  readonly pieces: ReadonlyMap<number, number>;
}

function lineItemOf(
  line: NativeLine,
  order: NativeOrder,
  { totals, currency, fulfillment, pieces }: LineContext,
): Draft<LineItem> {
  const price = totals.written(line.basePriceIncl);
  const { discount } = lineAmounts(line, totals.places);
  const title = filled(line.productTitle);
  const variant = variantTitle(line.variantTitle, title);
  const quantity = count(line.quantityOrdered) ?? null;
  const shipped = shippedIn(line, order, fulfillment, pieces);
  const isCancelled = groupOf(order.status) === 'cancelled';
  const left = quantity === null || shipped === null ? null : quantity - shipped - refundedIn(line);
  return {
    id: identifier(line.id),
    product_id: identifier(linkedIn(line.product)),
    variant_id: identifier(linkedIn(line.variant)),
    quantity,
    fulfillable_quantity: isCancelled ? 0 : left === null ? null : Math.max(0, left),
    grams: gramsOf(line.weight),
    fulfillment_service: 'manual',
    fulfillment_status: shipped === null || shipped <= 0 ? null : shipped >= (quantity ?? 0) ? 'fulfilled' : 'partial', // biome-ignore format: one choice
    sku: filled(line.sku) ?? filled(line.articleCode),
    title,
    variant_title: variant,
    name: joined([title, variant], ' - '),
    vendor: filled(line.brandTitle),
    price,
    price_set: price === null ? null : moneySet(price, currency),
    total_discount: discount,
    total_discount_set: moneySet(discount, currency),
    // A line without tax may be a taxable product that goes abroad.
    taxable: isAmount(line.taxRate) && compare(line.taxRate, 0) > 0 ? true : null,
    // Of a product that was deleted the link is false; what is not there says nothing.
    product_exists: line.product === false ? false : present(line.product) ? true : null,
  };
}

/**
 * Pieces of a line that have left. The line's own number counts pieces that were put into a
 * shipment, and says nothing of whether that left: the order's state does, and where it left in
 * part, its shipments. Where none of them is marked as shipped, pieces in a shipment are taken for
 * those that left, if others are in none. Null where nothing says which.
 */
function shippedIn(
  line: NativeLine,
  { orderProducts, shippedProducts }: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  pieces: ReadonlyMap<number, number>,
): number | null {
  const ordered = count(line.quantityOrdered);
  const assigned = count(line.quantityShipped);
  if (fulfillment === 'fulfilled') return ordered ?? null;
  if (fulfillment !== 'partial' || assigned === 0) return 0;
  if (!Array.isArray(shippedProducts)) return null;
  if (shippedProducts.length > 0) return pieces.get(line.id) ?? 0;
  const isTelling = listed<NativeLine>(orderProducts).some(
    (one) => (count(one.quantityShipped) ?? 0) < (count(one.quantityOrdered) ?? 0),
  );
  return isTelling && assigned !== undefined ? Math.min(assigned, ordered ?? assigned) : null;
}

/** An order has one shipment, or none. */
function shippingLinesOf(
  order: NativeOrder,
  { written, shippingDiscount }: Totals,
  currency: string | null,
  hasApplication: boolean,
): readonly ShippingLineDraft[] {
  const code = filled(order.shipmentId);
  const title = filled(order.shipmentTitle);
  if (code === null && title === null) return [];
  const price = written(order.shipmentBasePriceIncl);
  const discounted = written(order.shipmentPriceIncl);
  return [
    {
      id: code,
      code,
      title,
      source: 'lightspeed_c',
      price,
      price_set: price === null ? null : moneySet(price, currency),
      discounted_price: discounted,
      discounted_price_set: discounted === null ? null : moneySet(discounted, currency),
      is_removed: false,
      discount_allocations: isZero(shippingDiscount)
        ? []
        : [
            {
              amount: shippingDiscount,
              discount_application_index: hasApplication ? 0 : null,
              amount_set: moneySet(shippingDiscount, currency),
            },
          ],
    },
  ];
}

/** The identifier behind a link; `false` stands for no record. */
const linkedIn = (link: Link | false | null | undefined): unknown => present(link)?.resource?.id;

/** Weights are whole grams. */
const gramsOf = (weight: unknown): number | null =>
  isAmount(weight) ? Number(round(weight, 0)) : null;
