// Turns an order of bol's into ours. bol sells in euro alone, and its prices include VAT.
import { money, over, subtract, sum, times } from '../../model/money.ts';
import {
  type Address,
  type CustomerDraft,
  type DiscountApplication,
  type LineItem,
  type MoneySet,
  moneySet,
  type OrderDraft,
  type ShippingLine,
} from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { countryName } from '../kit/countries.ts';
import { filled, joined } from '../kit/text.ts';
import type { NativeAddress, NativeItem, NativeOrder } from './native.ts';
import { bucketOf, cancelReasonOf, fulfillmentOf, isDone, latestOf } from './status.ts';

const CURRENCY = 'EUR';
const NOTHING = '0.00';
const tell = (amount: string): MoneySet => moneySet(amount, CURRENCY);

export function transformOrder(order: NativeOrder): OrderDraft {
  const { orderItems: items, shipmentDetails, billingDetails } = order;
  const totals = totalsOf(items);
  const bucket = bucketOf(items);
  const updatedAt = instant(latestOf(items)) ?? instant(order.orderPlacedDateTime);
  const email = filled(shipmentDetails.email) ?? filled(billingDetails?.email);
  const phone = filled(shipmentDetails.deliveryPhoneNumber);
  const shipping = shippingAddressOf(order);
  return {
    id: order.orderId,
    name: order.orderId,
    number: order.orderId,
    order_number: order.orderId,
    source_name: 'bol',
    po_number: filled(billingDetails?.orderReference),
    // bol has collected the money before the seller sees an order.
    financial_status: bucket === 'cancelled' ? 'voided' : 'paid',
    fulfillment_status: fulfillmentOf(items),
    cancel_reason: cancelReasonOf(items),
    confirmed: true,
    test: false,
    created_at: instant(order.orderPlacedDateTime),
    processed_at: instant(order.orderPlacedDateTime),
    updated_at: updatedAt,
    cancelled_at: bucket === 'cancelled' ? updatedAt : null,
    closed_at: bucket === 'open' ? null : updatedAt,
    email,
    phone,
    tags: tagsOf(items),
    customer_locale: filled(shipmentDetails.language),
    buyer_accepts_marketing: false,
    tax_exempt: false,
    currency: CURRENCY,
    presentment_currency: CURRENCY,
    total_line_items_price: totals.lineItems,
    total_line_items_price_set: tell(totals.lineItems),
    total_discounts: totals.discounts,
    total_discounts_set: tell(totals.discounts),
    subtotal_price: totals.paid,
    subtotal_price_set: tell(totals.paid),
    total_price: totals.paid,
    total_price_set: tell(totals.paid),
    // The delivery fee is bol's own and is not told.
    total_shipping_price_set: tell(NOTHING),
    total_tip_received: NOTHING,
    total_outstanding: NOTHING,
    current_subtotal_price: totals.current,
    current_subtotal_price_set: tell(totals.current),
    current_total_price: totals.current,
    current_total_price_set: tell(totals.current),
    current_total_discounts: totals.currentDiscounts,
    current_total_discounts_set: tell(totals.currentDiscounts),
    taxes_included: true,
    estimated_taxes: false,
    company: filled(billingDetails?.company)
      ? { id: filled(billingDetails?.kvkNumber), location_id: null }
      : null,
    payment_gateway_names: ['bol'],
    discount_applications: applicationsOf(items),
    line_items: items.map(lineItemOf),
    shipping_lines: shippingLinesOf(items),
    billing_address: billingDetails && addressOf(billingDetails),
    shipping_address: shipping,
    customer: customerOf(order, { email, phone, shipping }),
  };
}

/** Sums over all items; `current` leaves out the pieces that were cancelled. */
function totalsOf(items: readonly NativeItem[]) {
  const left = (amount: string, { quantity, quantityCancelled }: NativeItem) =>
    quantity === 0 ? amount : over(times(amount, quantity - quantityCancelled), quantity);
  return {
    lineItems: sum(items.map(grossOf)),
    discounts: sum(items.map(discountOf)),
    paid: sum(items.map(paidOf)),
    current: sum(items.map((item) => left(paidOf(item), item))),
    currentDiscounts: sum(items.map((item) => left(discountOf(item), item))),
  };
}

const grossOf = ({ unitPrice, quantity }: NativeItem): string => times(unitPrice, quantity);

const discountOf = ({ discounts }: NativeItem): string =>
  sum((discounts ?? []).map(({ amount }) => amount));

/** What the buyer paid for an item, after discounts. */
function paidOf(item: NativeItem): string {
  const { totalPrice } = item;
  return totalPrice === undefined || totalPrice === null
    ? subtract(grossOf(item), discountOf(item))
    : money(totalPrice);
}

/** How it is fulfilled; VVB is the seller's own stock, sent by way of bol. */
function tagsOf(items: readonly NativeItem[]): string | null {
  const tags = items.flatMap(({ fulfilment }) => [
    filled(fulfilment?.method),
    fulfilment?.method === 'FBR' && fulfilment.distributionParty === 'BOL' ? 'VVB' : null,
  ]);
  return joined([...new Set(tags)], ', ');
}

/** Promotions have a title and no code; the record has no other place for it. */
function applicationsOf(items: readonly NativeItem[]): readonly Draft<DiscountApplication>[] {
  const byTitle = Map.groupBy(
    items.flatMap(({ discounts }) => discounts ?? []),
    ({ title }) => title,
  );
  return [...byTitle].map(([title, discounts]) => ({
    type: 'automatic',
    code: filled(title),
    value: sum(discounts.map(({ amount }) => amount)),
    value_type: 'fixed_amount',
    allocation_method: 'each',
    target_selection: 'explicit',
    target_type: 'line_item',
  }));
}

function lineItemOf(item: NativeItem): Draft<LineItem> {
  const { offer, product, fulfilment } = item;
  const price = money(item.unitPrice);
  const discount = discountOf(item);
  const offerId = filled(offer?.offerId);
  const named = offerId ?? filled(product?.ean);
  const open = item.quantity - item.quantityShipped - item.quantityCancelled;
  return {
    id: item.orderItemId,
    product_id: named,
    variant_id: named,
    quantity: item.quantity,
    fulfillable_quantity: Math.max(0, open),
    fulfillment_service: SERVICES.get(filled(fulfilment?.method)),
    fulfillment_status: item.quantityShipped === 0 ? null : isDone(item) ? 'fulfilled' : 'partial',
    sku: filled(offer?.reference) ?? filled(product?.ean),
    title: filled(product?.title),
    name: filled(product?.title),
    price,
    price_set: tell(price),
    total_discount: discount,
    total_discount_set: tell(discount),
    requires_shipping: true,
    taxable: true,
    gift_card: false,
    product_exists: offerId !== null,
  };
}

const SERVICES: ReadonlyMap<string | null, string> = new Map([
  ['FBB', 'bol'],
  ['FBR', 'manual'],
]);

function shippingLinesOf(items: readonly NativeItem[]): readonly Draft<ShippingLine>[] {
  const fulfilment = items.find((item) => item.fulfilment)?.fulfilment;
  if (!fulfilment) return [];
  return [
    {
      title: filled(fulfilment.timeFrameType),
      code: filled(fulfilment.method),
      carrier_identifier: filled(fulfilment.distributionParty),
      source: 'bol',
      price: NOTHING,
      price_set: tell(NOTHING),
      discounted_price: NOTHING,
      discounted_price_set: tell(NOTHING),
      is_removed: false,
    },
  ];
}

function shippingAddressOf({ shipmentDetails }: NativeOrder): Draft<Address> {
  const { pickupPointName, extraAddressInformation, deliveryPhoneNumber } = shipmentDetails;
  return {
    ...addressOf(shipmentDetails),
    address2: joined([pickupPointName, extraAddressInformation], ', '),
    phone: filled(deliveryPhoneNumber),
  };
}

function addressOf(native: NativeAddress): Draft<Address> {
  return {
    first_name: filled(native.firstName),
    last_name: filled(native.surname),
    name: joined([native.firstName, native.surname]),
    company: filled(native.company),
    address1: joined([native.streetName, native.houseNumber, native.houseNumberExtension]),
    address2: filled(native.extraAddressInformation),
    city: filled(native.city),
    zip: filled(native.zipCode),
    country: countryName(native.countryCode),
    country_code: filled(native.countryCode),
  };
}

/** bol names buyers by a relay address alone. */
function customerOf(
  { billingDetails, shipmentDetails }: NativeOrder,
  {
    email,
    phone,
    shipping,
  }: { email: string | null; phone: string | null; shipping: Draft<Address> },
): CustomerDraft {
  const { firstName, surname } = billingDetails ?? shipmentDetails;
  return {
    email,
    first_name: filled(firstName),
    last_name: filled(surname),
    phone,
    verified_email: false,
    tax_exempt: false,
    default_address: { ...shipping, country_name: shipping.country, default: true },
    email_marketing_consent: {
      state: 'not_subscribed',
      opt_in_level: null,
      consent_updated_at: null,
    },
  };
}
