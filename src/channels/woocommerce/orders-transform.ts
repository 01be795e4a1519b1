// Turns a WooCommerce order into ours.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
  compare,
  isZero,
  money,
  negate,
  over,
  subtract,
  sum,
} from '../../model/money.ts';
import {
  type Address,
  type CustomerDraft,
  type FinancialStatus,
  type FulfillmentStatus,
  type LineItem,
  moneySet,
  type OrderDraft,
  type ShippingLine,
} from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { countryName } from '../kit/countries.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { couponOf } from './coupons.ts';
import { plainText } from './entities.ts';
import type { Meta, NativeAddress, NativeLineItem, NativeOrder } from './native.ts';
import { cancelReasonOf, groupOf, isKnown } from './status.ts';
import { variantTitleOf } from './variant-title.ts';

export function transformOrder(order: NativeOrder, { note }: Telling): OrderDraft {
  const totals = totalsOf(order);
  const financial = financialStatusOf(order, totals, note);
  const fulfillment = fulfillmentStatusOf(order, note);
  const group = groupOf(order.status);
  const taxExempt = metaOf(order.meta_data, 'is_vat_exempt') === 'yes';
  const billing = addressOf(order.billing);
  const coupons = order.coupon_lines.map((line) => couponOf(line, totals));
  const tell = (amount: string) => moneySet(amount, order.currency);
  return {
    id: String(order.id),
    name: `#${order.number}`,
    number: filled(order.number),
    order_number: filled(order.number),
    source_name: filled(order.created_via),
    po_number: metaOf(order.meta_data, '_po_number') ?? metaOf(order.meta_data, 'po_number'),
    financial_status: financial,
    fulfillment_status: fulfillment,
    cancel_reason: cancelReasonOf(order),
    confirmed: group !== 'hidden',
    test: false,
    created_at: instant(order.date_created_gmt),
    updated_at: instant(order.date_modified_gmt),
    processed_at: instant(order.date_paid_gmt) ?? instant(order.date_created_gmt),
    // WooCommerce keeps no date of a cancellation; it is the last change, unless there was another.
    cancelled_at: group === 'cancelled' ? instant(order.date_modified_gmt) : null,
    closed_at: group === 'closed' ? instant(order.date_completed_gmt) : null,
    email: filled(order.billing.email),
    phone: filled(order.billing.phone),
    note: filled(order.customer_note),
    referring_site: metaOf(order.meta_data, '_wc_order_attribution_referrer'),
    buyer_accepts_marketing: false,
    tax_exempt: taxExempt,
    currency: order.currency,
    presentment_currency: order.currency,
    total_line_items_price: totals.lineItems,
    total_line_items_price_set: tell(totals.lineItems),
    subtotal_price: totals.subtotal,
    subtotal_price_set: tell(totals.subtotal),
    total_discounts: totals.discounts,
    total_discounts_set: tell(totals.discounts),
    total_shipping_price_set: tell(totals.shipping),
    total_tip_received: money('0', totals.places),
    total_price: totals.total,
    total_price_set: tell(totals.total),
    total_tax: totals.tax,
    total_tax_set: tell(totals.tax),
    total_outstanding: outstandingOf(order, financial, totals),
    current_subtotal_price: totals.currentSubtotal,
    current_subtotal_price_set: tell(totals.currentSubtotal),
    current_total_discounts: totals.discounts,
    current_total_discounts_set: tell(totals.discounts),
    current_total_price: totals.current,
    current_total_price_set: tell(totals.current),
    current_total_tax: totals.currentTax,
    current_total_tax_set: tell(totals.currentTax),
    original_total_additional_fees_set: totals.fees === null ? null : tell(totals.fees),
    current_total_additional_fees_set: totals.fees === null ? null : tell(totals.fees),
    taxes_included: order.prices_include_tax,
    estimated_taxes: false,
    payment_gateway_names: [filled(order.payment_method)].filter((name) => name !== null),
    discount_codes: coupons.map(({ code }) => code),
    discount_applications: coupons.map(({ application }) => application),
    line_items: order.line_items.map((line) => lineItemOf(line, order, fulfillment, totals, note)),
    shipping_lines: shippingLinesOf(order, totals),
    billing_address: billing,
    shipping_address: addressOf(order.shipping),
    customer: customerOf(order, billing, taxExempt),
  };
}

/** Amounts of one order, with the decimals that the shop writes or the currency has. */
type Totals = ReturnType<typeof totalsOf>;

function totalsOf(order: NativeOrder) {
  const written = String(order.total).split('.')[1]?.length ?? 0;
  const places = Math.max(written, decimals(order.currency));
  const all = (amounts: Iterable<Amount>) => sum(amounts, places);
  /** WooCommerce tells net amounts and their tax; our prices include tax where the shop's do. */
  const priced = (net: Amount, tax: Amount) => all(order.prices_include_tax ? [net, tax] : [net]);

  const { line_items, fee_lines, refunds } = order;
  const subtotal = all(line_items.map((line) => priced(line.total, line.total_tax)));
  const refunded = all(refunds.map((refund) => negate(refund.total)));
  const refundedTax = all(refunds.map((refund) => negate(refund.total_tax ?? '0')));
  const returned = order.prices_include_tax ? refunded : subtract(refunded, refundedTax, places);
  const left = subtract(subtotal, returned, places);
  return {
    places,
    priced,
    lineItems: all(line_items.map((line) => priced(line.subtotal, line.subtotal_tax))),
    subtotal,
    discounts: priced(order.discount_total, order.discount_tax),
    shipping: priced(order.shipping_total, order.shipping_tax),
    /** Gift cards and discounts of plugins are fees below zero. */
    fees:
      fee_lines.length === 0
        ? null
        : all(fee_lines.map((line) => priced(line.total, line.total_tax))),
    total: money(order.total, places),
    tax: money(order.total_tax, places),
    refunded,
    current: subtract(order.total, refunded, places),
    currentTax: subtract(order.total_tax, refundedTax, places),
    /** What was refunded is taken off the goods: an order does not tell what a refund was for. */
    currentSubtotal: compare(left, '0') < 0 ? money('0', places) : left,
  };
}

function financialStatusOf(
  order: NativeOrder,
  { refunded, total }: Totals,
  note: Note,
): FinancialStatus | null {
  if (compare(refunded, '0') > 0 && compare(total, '0') > 0)
    return compare(refunded, total) < 0 ? 'partially_refunded' : 'refunded';
  const paid = filled(order.date_paid_gmt) !== null;
  switch (order.status) {
    case 'pending':
      return 'pending';
    case 'on-hold':
      return paid ? 'paid' : isUncaptured(order) ? 'authorized' : 'pending';
    case 'processing':
      return order.payment_method === 'cod' && !paid ? 'pending' : 'paid';
    case 'completed':
      return 'paid';
    case 'refunded':
      return 'refunded';
    case 'cancelled':
      return paid ? 'paid' : 'voided';
    case 'failed':
      return 'voided';
  }
  if (paid) return 'paid';
  noteUnknown(order, 'financial_status', note);
  return null;
}

/** Card payments that wait for capture, as the Stripe and WooPayments plugins mark them. */
const isUncaptured = ({ meta_data }: NativeOrder): boolean =>
  metaOf(meta_data, '_stripe_charge_captured') === 'no' ||
  metaOf(meta_data, '_intention_status') === 'requires_capture';

/** What recent versions write down about an order's fulfilments. */
const FULFILMENTS = new Map<string | null, FulfillmentStatus>([
  ['fulfilled', 'fulfilled'],
  ['partially_fulfilled', 'partial'],
]);

function fulfillmentStatusOf(order: NativeOrder, note: Note): FulfillmentStatus | null {
  const told = FULFILMENTS.get(metaOf(order.meta_data, '_fulfillment_status'));
  if (told) return told;
  if (order.status === 'completed') return 'fulfilled';
  if (order.status === 'refunded') return filled(order.date_completed_gmt) ? 'fulfilled' : null;
  if (!isKnown(order.status)) noteUnknown(order, 'fulfillment_status', note);
  return null;
}

const noteUnknown = ({ id, status }: NativeOrder, field: string, note: Note) =>
  note({
    code: 'unknown_status',
    message: `The shop has a status of its own, "${status}", whose meaning is not known; ${field} is null.`,
    field,
    id: String(id),
  });

/** Nothing is owed on a cancelled or failed order, though a failed payment may be tried again. */
function outstandingOf(
  { needs_payment, status }: NativeOrder,
  financial: FinancialStatus | null,
  { total, places }: Totals,
): string | null {
  if (groupOf(status) === 'cancelled') return money('0', places);
  if (needs_payment || financial === 'pending' || financial === 'authorized') return total;
  return financial === null ? null : money('0', places);
}

function lineItemOf(
  line: NativeLineItem,
  order: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  { places, priced }: Totals,
  note: Note,
): Draft<LineItem> {
  const before = priced(line.subtotal, line.subtotal_tax);
  const discount = subtract(before, priced(line.total, line.total_tax), places);
  const written = String(line.quantity);
  const price = isZero(written) ? before : over(before, written, places);
  const quantity = Math.ceil(Number(written));
  if (written !== String(quantity))
    note({
      code: 'fractional_quantity',
      message: `A line has a quantity of ${written}; it is rounded up, and the price is that of one whole unit.`,
      field: 'line_items.quantity',
      id: String(order.id),
    });
  const done = fulfillment === 'fulfilled' || groupOf(order.status) !== 'open';
  return {
    id: String(line.id),
    product_id: identifier(line.product_id),
    // A simple product's only variant has the product's own identifier.
    variant_id: identifier(line.variation_id) ?? identifier(line.product_id),
    fulfillment_service: 'manual',
    quantity,
    fulfillable_quantity: done ? 0 : fulfillment === 'partial' ? null : quantity,
    fulfillment_status: fulfillment === 'fulfilled' ? 'fulfilled' : null,
    sku: filled(line.sku),
    title: plainText(line.parent_name) ?? plainText(line.name),
    variant_title: variantTitleOf(line),
    name: plainText(line.name),
    price,
    price_set: moneySet(price, order.currency),
    total_discount: discount,
    total_discount_set: moneySet(discount, order.currency),
    requires_shipping: order.shipping_lines.length > 0,
    gift_card: false,
    taxable: !isZero(line.total_tax) || !isZero(line.subtotal_tax),
    product_exists: line.sku !== null,
  };
}

function shippingLinesOf(order: NativeOrder, { priced }: Totals): readonly Draft<ShippingLine>[] {
  return order.shipping_lines.map((line) => {
    const price = priced(line.total, line.total_tax);
    return {
      id: String(line.id),
      code: joined([line.method_id, line.instance_id], ':'),
      title: plainText(line.method_title),
      source: 'woocommerce',
      price,
      price_set: moneySet(price, order.currency),
      discounted_price: price,
      discounted_price_set: moneySet(price, order.currency),
      is_removed: false,
    };
  });
}

/** Null when nothing was filled in. */
function addressOf(native: NativeAddress): Draft<Address> | null {
  const state = filled(native.state);
  const isCode = state !== null && /^[A-Z0-9-]{1,6}$/.test(state);
  const address = {
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    name: joined([native.first_name, native.last_name]),
    company: filled(native.company),
    address1: filled(native.address_1),
    address2: filled(native.address_2),
    city: filled(native.city),
    zip: filled(native.postcode),
    province: isCode ? null : state,
    province_code: isCode ? state : null,
    country: countryName(native.country),
    country_code: filled(native.country),
    phone: filled(native.phone),
  };
  return Object.values(address).some((value) => value !== null) ? address : null;
}

/** The buyer; a guest has no identifier. */
function customerOf(
  order: NativeOrder,
  billing: Draft<Address> | null,
  taxExempt: boolean,
): CustomerDraft {
  return {
    id: identifier(order.customer_id),
    created_at: instant(order.customer?.date_created_gmt),
    updated_at: instant(order.customer?.date_modified_gmt),
    email: filled(order.billing.email),
    first_name: filled(order.billing.first_name),
    last_name: filled(order.billing.last_name),
    phone: filled(order.billing.phone),
    verified_email: order.customer_id > 0,
    tax_exempt: taxExempt,
    default_address: billing && { ...billing, country_name: billing.country, default: true },
  };
}

function metaOf(meta: readonly Meta[], key: string): string | null {
  return filled(meta.find((entry) => entry.key === key)?.value);
}
