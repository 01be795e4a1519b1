// Turns a Lightspeed order and its lines into ours.
import { compare, isAmount, isZero, money, times } from '../../model/money.ts';
import {
  type Address,
  type CustomerDraft,
  type DiscountApplication,
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
import { lineDiscountOf, orZero, refundedIn, type Totals, totalsOf } from './amounts.ts';
import {
  type Link,
  type NativeAddress,
  type NativeLine,
  type NativeOrder,
  present,
  variantTitle,
} from './native.ts';
import { groupOf, PAYMENTS, SHIPMENTS } from './status.ts';

export function transformOrder(order: NativeOrder, { note }: Telling): OrderDraft {
  const totals = totalsOf(order);
  const { currency } = order.shop;
  const tell = (amount: string) => moneySet(amount, currency);
  const group = groupOf(order.status);
  if (group === undefined) noteUnknown(order, 'status', order.status, 'closed_at', note);
  const financial = financialStatusOf(order, note);
  const billing = billingOf(order);
  const code = filled(order.discountCouponCode);
  const percentage = order.discountType === 'percentage';
  const applications = order.isDiscounted === true ? [applicationOf(order, code, totals)] : [];
  const fees = totals.fees === null ? null : tell(totals.fees);
  return {
    id: String(order.id),
    checkout_id: idOf(order.quote),
    name: filled(order.number),
    number: filled(order.number),
    order_number: filled(order.number),
    source_identifier: filled(order.referralId),
    source_name: order.channel === 'main' ? 'web' : filled(order.channel),
    financial_status: financial,
    fulfillment_status: fulfillmentStatusOf(order, note),
    cancel_reason: group === 'cancelled' ? 'other' : null,
    confirmed: true,
    test: false,
    created_at: instant(order.createdAt),
    updated_at: instant(order.updatedAt),
    processed_at: instant(order.createdAt),
    // There is no date of either; it is the last change, unless there was another after it.
    cancelled_at: group === 'cancelled' ? instant(order.updatedAt) : null,
    closed_at: group === 'closed' ? instant(order.updatedAt) : null,
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
    current_subtotal_price: totals.currentSubtotal,
    current_subtotal_price_set: tell(totals.currentSubtotal),
    current_total_discounts: totals.discounts,
    current_total_discounts_set: tell(totals.discounts),
    current_total_price: totals.current,
    current_total_price_set: tell(totals.current),
    current_total_tax: totals.currentTax,
    current_total_tax_set: tell(totals.currentTax),
    original_total_additional_fees_set: fees,
    current_total_additional_fees_set: fees,
    total_weight: gramsOf(order.weight),
    taxes_included: true,
    estimated_taxes: false,
    payment_gateway_names: [filled(order.paymentTitle) ?? filled(order.paymentId)].filter(
      (name) => name !== null,
    ),
    discount_codes:
      code === null
        ? []
        : [{ code, amount: totals.discounts, type: percentage ? 'percentage' : 'fixed_amount' }],
    discount_applications: applications,
    line_items: order.orderProducts.map((line) => lineItemOf(line, order, totals)),
    shipping_lines: shippingLinesOf(order, totals, applications.length > 0),
    billing_address: billing,
    shipping_address: shippingOf(order),
    customer: customerOf(order, billing),
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
  const lines = order.orderProducts.filter(({ quantityOrdered }) => quantityOrdered > 0);
  if (!lines.some((line) => refundedIn(line) > 0)) return 'paid';
  const whole = lines.every((line) => refundedIn(line) === line.quantityOrdered);
  return whole ? 'refunded' : 'partially_refunded';
}

function fulfillmentStatusOf(order: NativeOrder, note: Note): FulfillmentStatus | null {
  const known = SHIPMENTS.get(order.shipmentStatus);
  // An order that needs no shipment has no status of one.
  if (known === undefined && filled(order.shipmentStatus) !== null)
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
      ? times(orZero(order.discountPercentage), 100, 2)
      : money(orZero(order.discountAmount), places),
    value_type: percentage ? 'percentage' : 'fixed_amount',
    allocation_method: 'across',
    target_selection: 'all',
    target_type: 'line_item',
  };
}

function lineItemOf(
  line: NativeLine,
  { status, shop: { currency } }: NativeOrder,
  { places }: Totals,
): Draft<LineItem> {
  const price = money(line.basePriceIncl, places);
  const discount = lineDiscountOf(line, places);
  const title = filled(line.productTitle);
  const variant = variantTitle(line.variantTitle, title);
  const { quantityOrdered: quantity } = line;
  const shipped = Math.max(0, line.quantityShipped ?? 0);
  const left = groupOf(status) === 'cancelled' ? 0 : quantity - shipped - refundedIn(line);
  return {
    id: String(line.id),
    product_id: idOf(line.product),
    variant_id: idOf(line.variant),
    quantity,
    fulfillable_quantity: Math.max(0, left),
    grams: gramsOf(line.weight),
    fulfillment_service: 'manual',
    fulfillment_status: shipped <= 0 ? null : shipped >= quantity ? 'fulfilled' : 'partial',
    sku: filled(line.sku) ?? filled(line.articleCode),
    title,
    variant_title: variant,
    name: joined([title, variant], ' - '),
    vendor: filled(line.brandTitle),
    price,
    price_set: moneySet(price, currency),
    total_discount: discount,
    total_discount_set: moneySet(discount, currency),
    gift_card: false,
    taxable: compare(orZero(line.taxRate), 0) > 0,
    product_exists: typeof line.product === 'object' && line.product !== null,
  };
}

/** An order has one shipment, or none. */
function shippingLinesOf(
  order: NativeOrder,
  { places, shippingDiscount }: Totals,
  hasApplication: boolean,
): readonly Draft<ShippingLine>[] {
  const code = filled(order.shipmentId);
  const title = filled(order.shipmentTitle);
  if (code === null && title === null) return [];
  const { currency } = order.shop;
  const price = money(orZero(order.shipmentBasePriceIncl), places);
  const discounted = money(orZero(order.shipmentPriceIncl), places);
  return [
    {
      id: code,
      code,
      title,
      source: 'lightspeed_c',
      price,
      price_set: moneySet(price, currency),
      discounted_price: discounted,
      discounted_price_set: moneySet(discounted, currency),
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

function billingOf(order: NativeOrder): Draft<Address> | null {
  return addressOf('Billing', order, {
    company: filled(order.companyName),
    first_name: filled(order.firstname),
    last_name: joined([order.middlename, order.lastname]),
    phone: phoneOf(order),
  });
}

/** The receiver's name comes in one piece. */
function shippingOf(order: NativeOrder): Draft<Address> | null {
  const name = filled(order.addressShippingName) ?? '';
  const space = name.indexOf(' ');
  return addressOf('Shipping', order, {
    company: filled(order.addressShippingCompany),
    first_name: filled(space < 0 ? name : name.slice(0, space)),
    last_name: space < 0 ? null : filled(name.slice(space)),
    phone: phoneOf(order),
  });
}

/** Null when the order has no such address: then nothing says where, not even the country. */
function addressOf<K extends 'Billing' | 'Shipping'>(
  side: K,
  order: NativeAddress<K>,
  person: Draft<Address>,
): Draft<Address> | null {
  const part = (name: string): unknown =>
    (order as Readonly<Record<string, unknown>>)[`address${side}${name}`];
  const country = (part('Country') || {}) as { code?: unknown; title?: unknown };
  const region = (part('RegionData') || {}) as { code?: unknown; name?: unknown };
  const where = {
    address1: joined([part('Street'), part('Number'), part('Extension')]),
    address2: filled(part('Street2')),
    city: filled(part('City')),
    zip: filled(part('Zipcode')),
    province: filled(part('Region')) ?? filled(region.name),
    province_code: filled(region.code),
    country_code: filled(country.code)?.toUpperCase() ?? null,
  };
  if (Object.values(where).every((value) => value === null)) return null;
  return {
    ...where,
    ...person,
    country: countryName(where.country_code) ?? filled(country.title),
    name: filled(part('Name')),
  };
}

function customerOf(order: NativeOrder, billing: Draft<Address> | null): CustomerDraft {
  const { customer } = order;
  const record = present(customer)?.resource?.embedded ?? {};
  const subscribed = subscribedOf(order);
  return {
    id: idOf(customer),
    created_at: instant(filled(record.createdAt)),
    updated_at: instant(filled(record.updatedAt)),
    email: filled(order.email),
    first_name: filled(order.firstname),
    last_name: joined([order.middlename, order.lastname]),
    phone: phoneOf(order),
    verified_email: typeof record.isConfirmed === 'boolean' ? record.isConfirmed : null,
    default_address: billing && {
      ...billing,
      country_name: billing.country ?? null,
      default: true,
    },
    email_marketing_consent:
      subscribed === null
        ? null
        : {
            state: subscribed ? 'subscribed' : 'not_subscribed',
            opt_in_level: null,
            consent_updated_at: null,
          },
  };
}

const idOf = (link: Link | false | null | undefined): string | null =>
  link ? identifier(link.resource?.id) : null;

const phoneOf = ({ phone, mobile }: NativeOrder): string | null => filled(phone) ?? filled(mobile);

const subscribedOf = ({ newsletterSubscribed: told }: NativeOrder): boolean | null =>
  typeof told === 'boolean' ? told : null;

/** Weights are whole grams. */
const gramsOf = (weight: unknown): number | null =>
  isAmount(weight) ? Number(money(weight, 0)) : null;
