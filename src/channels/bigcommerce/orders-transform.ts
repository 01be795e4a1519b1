// Turns a BigCommerce order into ours.
import { compare, isAmount, money } from '../../model/money.ts';
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
import type { Note, Telling } from '../channel.ts';
import { countryName } from '../kit/countries.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { instantOf } from './dates.ts';
import { discountsOf } from './discounts.ts';
import {
  consignmentsOf,
  type NativeAddress,
  type NativeLine,
  type NativeOrder,
  type PickupConsignment,
} from './native.ts';
import { COMPLETED, INCOMPLETE, meaningOf, PAYMENTS } from './status.ts';
import { type Totals, totalsOf } from './totals.ts';
import { gramsOf } from './weights.ts';

const TEST_GATEWAY = 'Test Payment Gateway';

export function transformOrder(order: NativeOrder, { note }: Telling): OrderDraft {
  const totals = totalsOf(order);
  const status = meaningOf(order.status_id);
  const financial = financialStatusOf(order, totals, note);
  const fulfillment = fulfillmentStatusOf(order, note);
  const lines = (order.line_records ?? []).map((line) =>
    lineItemOf(line, order, fulfillment, totals),
  );
  const discounts = discountsOf(
    order.line_records ?? [],
    order.coupon_records ?? [],
    totals.places,
  );
  const { pickups = [] } = consignmentsOf(order) ?? {};
  const billing = addressOf(order.billing_address);
  const currency = order.default_currency_code;
  const tell = (amount: string) => moneySet(amount, currency);
  const current = currentOf(order, totals, financial, note);
  const taxExempt = taxExemptOf(order);
  return {
    id: String(order.id),
    checkout_id: filled(order.cart_id),
    name: `#${order.id}`,
    number: String(order.id),
    order_number: String(order.id),
    source_identifier: filled(order.external_order_id) ?? filled(order.external_id),
    source_name: order.order_source === 'www' ? 'web' : filled(order.order_source),
    location_id: identifier(pickups[0]?.location?.id),
    financial_status: financial,
    fulfillment_status: fulfillment,
    cancel_reason: status?.cancelReason ?? null,
    confirmed: order.status_id !== INCOMPLETE,
    test: order.payment_method === TEST_GATEWAY,
    created_at: instantOf(order.date_created),
    processed_at: instantOf(order.date_created),
    updated_at: instantOf(order.date_modified),
    // The nearest there is: BigCommerce does not keep when an order was cancelled.
    cancelled_at: status?.bucket === 'cancelled' ? instantOf(order.date_modified) : null,
    closed_at:
      instantOf(order.date_shipped) ??
      (order.status_id === COMPLETED ? instantOf(order.date_modified) : null),
    email: filled(order.billing_address.email),
    phone: filled(order.billing_address.phone),
    customer_locale: filled(order.customer_locale),
    note: filled(order.customer_message),
    buyer_accepts_marketing: order.is_email_opt_in ?? null,
    tax_exempt: taxExempt,
    currency,
    presentment_currency: currency,
    total_line_items_price: totals.lineItems,
    total_line_items_price_set: tell(totals.lineItems),
    total_discounts: totals.discounts,
    total_discounts_set: tell(totals.discounts),
    subtotal_price: totals.subtotal,
    subtotal_price_set: tell(totals.subtotal),
    total_shipping_price_set: tell(totals.shipping),
    total_tax: totals.tax,
    total_tax_set: tell(totals.tax),
    total_price: totals.total,
    total_price_set: tell(totals.total),
    total_tip_received: money('0', totals.places),
    total_outstanding: outstandingOf(financial, totals),
    current_total_price: current?.total,
    current_total_price_set: current && tell(current.total),
    current_total_tax: current?.tax,
    current_total_tax_set: current && tell(current.tax),
    current_subtotal_price: current?.subtotal,
    current_subtotal_price_set: current && tell(current.subtotal),
    current_total_discounts: totals.discounts,
    current_total_discounts_set: tell(totals.discounts),
    original_total_additional_fees_set: totals.fees === null ? null : tell(totals.fees),
    current_total_additional_fees_set: totals.fees === null ? null : tell(totals.fees),
    total_weight: lines.some(({ grams }) => grams === null)
      ? null
      : lines.reduce((sum, line) => sum + (line.grams ?? 0) * (line.quantity ?? 0), 0),
    taxes_included: order.is_tax_inclusive_pricing,
    estimated_taxes: false,
    payment_gateway_names: [filled(order.payment_method)].filter((name) => name !== null),
    discount_codes: discounts.codes,
    discount_applications: discounts.applications,
    line_items: lines,
    shipping_lines: shippingLinesOf(order, totals),
    billing_address: billing,
    shipping_address: shippingAddressOf(order),
    customer: customerOf(order, billing, taxExempt),
  };
}

/** Refunds that were made go before the payment's state, and that before the order's. */
function financialStatusOf(
  order: NativeOrder,
  { refunded, total }: Totals,
  note: Note,
): FinancialStatus | null {
  if (compare(refunded, '0') > 0)
    return compare(refunded, total) < 0 ? 'partially_refunded' : 'refunded';
  const meaning = meaningOf(order.status_id)?.payment;
  const word = filled(order.payment_status)?.toLowerCase() ?? '';
  const told = word === '' ? meaning : PAYMENTS.get(word);
  if (told === undefined) {
    const native = word === '' ? `order status ${order.status_id}` : `payment status "${word}"`;
    noteUnknown(order, native, 'financial_status', note);
    return null;
  }
  // Marked as refunded by hand, while the payment still stands as captured.
  const marked = meaning === 'refunded' || meaning === 'partially_refunded';
  return told === 'paid' && marked ? meaning : told;
}

function fulfillmentStatusOf(order: NativeOrder, note: Note): FulfillmentStatus | null {
  const meaning = meaningOf(order.status_id);
  if (!meaning && order.status_id !== INCOMPLETE)
    noteUnknown(order, `order status ${order.status_id}`, 'fulfillment_status', note);
  const { items_total: all, items_shipped: shipped } = order;
  if (meaning?.shipped === 'fulfilled' || (all > 0 && shipped >= all)) return 'fulfilled';
  return meaning?.shipped === 'partial' || shipped > 0 ? 'partial' : null;
}

const noteUnknown = ({ id }: NativeOrder, native: string, field: string, note: Note) =>
  note({
    code: 'unknown_status',
    message: `BigCommerce tells the ${native}, whose meaning is not known; ${field} is null.`,
    field,
    id: String(id),
  });

/** What is left after refunds; nothing is told of refunds that BigCommerce keeps no record of. */
function currentOf(
  order: NativeOrder,
  totals: Totals,
  financial: FinancialStatus | null,
  note: Note,
): Totals['current'] | null {
  const marked = financial === 'refunded' || financial === 'partially_refunded';
  if (!marked || (order.refund_records ?? []).length > 0) return totals.current;
  note({
    code: 'refunds_untold',
    message:
      'The order is marked as refunded, but BigCommerce keeps no refund of it; current_total_price, current_total_tax and current_subtotal_price are null.',
    field: 'current_total_price',
    id: String(order.id),
  });
  return null;
}

function outstandingOf(financial: FinancialStatus | null, { total, places }: Totals) {
  if (financial === null) return null;
  return financial === 'pending' || financial === 'authorized' ? total : money('0', places);
}

function lineItemOf(
  line: NativeLine,
  order: NativeOrder,
  fulfillment: FulfillmentStatus | null,
  totals: Totals,
): Draft<LineItem> {
  const price = totals.priced(line.price_ex_tax, line.price_inc_tax);
  const discount = totals.discountOf(line);
  const tell = (amount: string) => moneySet(amount, order.default_currency_code);
  const options = (line.product_options ?? []).map(({ display_value }) => display_value);
  const title = filled(line.name_customer) ?? filled(line.name);
  const variant = joined(options, ' / ');
  const { quantity, quantity_shipped: shipped = 0, quantity_refunded: refunded = 0 } = line;
  const done = fulfillment === 'fulfilled' || (meaningOf(order.status_id)?.bucket ?? 'open') !== 'open'; // biome-ignore format: one thought
  return {
    id: String(line.id),
    product_id: identifier(line.product_id),
    variant_id: identifier(line.variant_id),
    quantity,
    fulfillable_quantity: done ? 0 : Math.max(0, quantity - shipped - refunded),
    grams: gramsOf(line.weight, order.store?.weight_units),
    fulfillment_service: 'manual',
    fulfillment_status: lineStatusOf(line, fulfillment),
    sku: filled(line.sku),
    title,
    variant_title: variant,
    name: joined([title, variant], ' - '),
    vendor: filled(line.brand),
    price,
    price_set: tell(price),
    total_discount: discount,
    total_discount_set: tell(discount),
    requires_shipping: line.type === 'physical',
    gift_card: line.type === 'giftcertificate',
    taxable: isAmount(line.total_tax) ? compare(line.total_tax, '0') > 0 : null,
    product_exists: line.product_id !== 0,
  };
}

/** Nothing of a download is ever shipped, so there the order tells. */
function lineStatusOf(
  { quantity, quantity_shipped: shipped = 0 }: NativeLine,
  fulfillment: FulfillmentStatus | null,
): FulfillmentStatus | null {
  if (fulfillment === 'fulfilled' || shipped >= quantity) return 'fulfilled';
  return shipped > 0 ? 'partial' : null;
}

function shippingLinesOf(order: NativeOrder, totals: Totals): readonly Draft<ShippingLine>[] {
  const { shipping = [], pickups = [] } = consignmentsOf(order) ?? {};
  const lineOf = (id: number, title: string | null, price: string): Draft<ShippingLine> => ({
    id: String(id),
    code: title,
    title,
    source: 'bigcommerce',
    price,
    price_set: moneySet(price, order.default_currency_code),
    // What a coupon took off shipping is already out of its cost.
    discounted_price: price,
    discounted_price_set: moneySet(price, order.default_currency_code),
    is_removed: false,
  });
  return [
    ...shipping.map((one) =>
      lineOf(
        one.id,
        filled(one.shipping_method),
        totals.all([
          totals.exactly(one.cost_ex_tax, one.cost_inc_tax),
          totals.exactly(one.handling_cost_ex_tax, one.handling_cost_inc_tax),
        ]),
      ),
    ),
    ...pickups.map((one) =>
      lineOf(one.id, filled(one.pickup_method_display_name), money('0', totals.places)),
    ),
  ];
}

/** Null when nothing was filled in. */
function addressOf(native: NativeAddress): Draft<Address> | null {
  const state = filled(native.state);
  const address = {
    id: identifier(native.id),
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    name: joined([native.first_name, native.last_name]),
    company: filled(native.company),
    address1: filled(native.street_1),
    address2: filled(native.street_2),
    city: filled(native.city),
    zip: filled(native.zip),
    province: state,
    // Names are kept; a code stands there only where a client wrote one.
    province_code: state !== null && /^[A-Z]{2}$/.test(state) ? state : null,
    country: filled(native.country) ?? countryName(native.country_iso2),
    country_code: filled(native.country_iso2),
    phone: filled(native.phone),
  };
  const { id: _, ...written } = address;
  return Object.values(written).some((value) => value !== null) ? address : null;
}

/** The first of several; where everything is picked up, the place where it waits. */
function shippingAddressOf(order: NativeOrder): Draft<Address> | null {
  const { shipping = [], pickups = [] } = consignmentsOf(order) ?? {};
  const [first] = shipping;
  if (first) return addressOf(first);
  const [pickup] = pickups;
  return pickup ? pickupAddressOf(pickup) : null;
}

function pickupAddressOf({ location }: PickupConsignment): Draft<Address> | null {
  if (!location) return null;
  return {
    company: filled(location.name),
    address1: filled(location.address_line_1),
    address2: filled(location.address_line_2),
    city: filled(location.city),
    zip: filled(location.postal_code),
    province: filled(location.state),
    country: countryName(location.country_alpha2),
    country_code: filled(location.country_alpha2),
    phone: filled(location.phone),
  };
}

/** Known only where the buyer's account may be read. */
const taxExemptOf = ({ customer_record: customer }: NativeOrder): boolean | null =>
  customer ? filled(customer.tax_exempt_category) !== null : null;

/** The buyer; a guest has no identifier. */
function customerOf(
  order: NativeOrder,
  billing: Draft<Address> | null,
  taxExempt: boolean | null,
): CustomerDraft {
  const { customer_record: customer, billing_address: native } = order;
  return {
    id: identifier(order.customer_id),
    created_at: instantOf(customer?.date_created),
    updated_at: instantOf(customer?.date_modified),
    email: filled(native.email),
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    note: filled(customer?.notes),
    phone: filled(native.phone),
    tax_exempt: taxExempt,
    default_address: billing && { ...billing, country_name: billing.country, default: true },
    email_marketing_consent:
      typeof order.is_email_opt_in === 'boolean'
        ? {
            state: order.is_email_opt_in ? 'subscribed' : 'not_subscribed',
            opt_in_level: null,
            consent_updated_at: null,
          }
        : null,
  };
}
