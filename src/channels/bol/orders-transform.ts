// Turns an order of bol's into ours. bol sells in euro alone, and its prices include VAT.

import { countryName } from '../../model/countries.ts';
import type { Address, DiscountApplication, LineItem, MoneySet } from '../../model/order.ts';
import {
  type CustomerDraft,
  moneySet,
  type OrderDraft,
  type ShippingLineDraft,
} from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note } from '../channel.ts';
import { part, parts } from '../kit/loose.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { amountOf, discountOf, hasOddAmount, total, totalsOf } from './amounts.ts';
import {
  type NativeAddress,
  type NativeBilling,
  type NativeFulfilment,
  type NativeItem,
  type NativeOrder,
  type NativeShipment,
  wholeOrder,
} from './native.ts';
import {
  bucketOf,
  cancelReasonOf,
  fulfillmentOf,
  isDone,
  latestOf,
  leftOf,
  shippedOf,
} from './status.ts';

const CURRENCY = 'EUR';
const NOTHING = '0.00';
const setOf = (amount: string | null): MoneySet | null =>
  amount === null ? null : moneySet(amount, CURRENCY);

export function transformOrder(native: NativeOrder, { note }: { readonly note: Note }): OrderDraft {
  const order = wholeOrder(native);
  const id = ownId(order.orderId);
  const { orderItems: items } = order;
  warnOf(items, id, note);
  const shipment = part(order.shipmentDetails);
  const billing = part(order.billingDetails);
  const totals = totalsOf(items);
  const bucket = bucketOf(items);
  const placedAt = instant(filled(order.orderPlacedDateTime));
  const updatedAt = instant(latestOf(items)) ?? placedAt;
  const email = filled(shipment?.email) ?? filled(billing?.email);
  return {
    id,
    name: id,
    number: id,
    order_number: id,
    source_name: 'bol',
    po_number: filled(billing?.orderReference),
    // bol has collected the money before the seller sees an order.
    financial_status: bucket === 'cancelled' ? 'voided' : 'paid',
    fulfillment_status: fulfillmentOf(items),
    cancel_reason: cancelReasonOf(items),
    confirmed: true,
    created_at: placedAt,
    processed_at: placedAt,
    updated_at: updatedAt,
    cancelled_at: bucket === 'cancelled' ? updatedAt : null,
    closed_at: bucket === 'open' ? null : updatedAt,
    email,
    phone: filled(shipment?.deliveryPhoneNumber),
    tags: tagsOf(items),
    customer_locale: filled(shipment?.language),
    currency: CURRENCY,
    presentment_currency: CURRENCY,
    total_line_items_price: totals.lineItems,
    total_line_items_price_set: setOf(totals.lineItems),
    total_discounts: totals.discounts,
    total_discounts_set: setOf(totals.discounts),
    subtotal_price: totals.paid,
    subtotal_price_set: setOf(totals.paid),
    total_price: totals.paid,
    total_price_set: setOf(totals.paid),
    // The delivery fee is bol's own and is not shown to sellers.
    total_shipping_price_set: setOf(NOTHING),
    total_tip_received: NOTHING,
    total_outstanding: NOTHING,
    current_subtotal_price: totals.current,
    current_subtotal_price_set: setOf(totals.current),
    current_total_price: totals.current,
    current_total_price_set: setOf(totals.current),
    current_total_discounts: totals.currentDiscounts,
    current_total_discounts_set: setOf(totals.currentDiscounts),
    taxes_included: true,
    company: filled(billing?.company)
      ? { id: filled(billing?.kvkNumber), location_id: null }
      : null,
    payment_gateway_names: ['bol'],
    discount_applications: applicationsOf(items),
    line_items: items.map(lineItemOf),
    shipping_lines: shippingLinesOf(items),
    billing_address: billing && addressOf(billing),
    shipping_address: shipment && shippingAddressOf(shipment),
    customer: customerOf(shipment, billing, email),
  };
}

/** What the amounts of an order do not show. */
function warnOf(items: readonly NativeItem[], id: string, note: Note) {
  if (items.some(hasOddAmount))
    note({
      code: 'value_unreadable',
      message: 'bol sent an amount that cannot be read; what depends on it is left empty.',
      field: 'line_items.price',
      id,
    });
  const services = servicesOf(items);
  if (services.length > 0)
    note({
      code: 'services_without_price',
      message: `The buyer ordered services with the goods (${services.join(', ')}). bol names no price for them, so the order’s total may lack it.`,
      field: 'total_price',
      id,
    });
}

const servicesOf = (items: readonly NativeItem[]): string[] => [
  ...new Set(
    items
      .flatMap(({ additionalServices }) => parts(additionalServices))
      .map(({ serviceType }) => filled(serviceType))
      .filter((service) => service !== null),
  ),
];

/** How it is fulfilled (VVB is the seller's own stock, sent by way of bol), and what comes with it. */
function tagsOf(items: readonly NativeItem[]): string | null {
  const ways = items.flatMap(({ fulfilment }) => [
    filled(fulfilment?.method),
    fulfilment?.method === 'FBR' && fulfilment.distributionParty === 'BOL' ? 'VVB' : null,
  ]);
  return joined([...new Set(ways), ...servicesOf(items)], ', ');
}

/** Promotions have a title and no code; the record has no other place for it. */
function applicationsOf(items: readonly NativeItem[]): readonly Draft<DiscountApplication>[] {
  const byTitle = Map.groupBy(
    items.flatMap(({ discounts }) => parts(discounts)),
    ({ title }) => filled(title),
  );
  return [...byTitle].map(([title, discounts]) => ({
    type: 'automatic',
    code: title,
    value: total(discounts.map(({ amount }) => amountOf(amount))),
    value_type: 'fixed_amount',
    allocation_method: 'each',
    target_selection: 'explicit',
    target_type: 'line_item',
  }));
}

function lineItemOf(item: NativeItem): Draft<LineItem> {
  const { offer, product } = item;
  const method = filled(item.fulfilment?.method);
  const price = amountOf(item.unitPrice);
  const discount = discountOf(item);
  // Products are offers. An EAN names goods that others sell too, and no product of ours.
  const offerId = filled(offer?.offerId);
  return {
    id: filled(item.orderItemId),
    product_id: offerId,
    variant_id: offerId,
    quantity: item.quantity,
    fulfillable_quantity: leftOf(item),
    fulfillment_service: SERVICES.get(method),
    fulfillment_status: shippedOf(item) === 0 ? null : isDone(item) ? 'fulfilled' : 'partial',
    sku: filled(offer?.reference) ?? filled(product?.ean),
    title: filled(product?.title),
    name: filled(product?.title),
    price,
    price_set: setOf(price),
    total_discount: discount,
    total_discount_set: setOf(discount),
    // Who sends it is said, so it is sent.
    requires_shipping: SERVICES.has(method) || null,
    product_exists: offerId !== null || null,
  };
}

const SERVICES: ReadonlyMap<string | null, string> = new Map([
  ['FBB', 'bol'],
  ['FBR', 'manual'],
]);

function shippingLinesOf(items: readonly NativeItem[]): readonly ShippingLineDraft[] {
  const fulfilment = items
    .map((item) => part<NativeFulfilment>(item.fulfilment))
    .find((one) => one !== undefined);
  if (!fulfilment) return [];
  return [
    {
      title: filled(fulfilment.timeFrameType),
      code: filled(fulfilment.method),
      carrier_identifier: filled(fulfilment.distributionParty),
      source: 'bol',
      price: NOTHING,
      price_set: setOf(NOTHING),
      discounted_price: NOTHING,
      discounted_price_set: setOf(NOTHING),
      is_removed: false,
    },
  ];
}

function shippingAddressOf(shipment: NativeShipment): Draft<Address> {
  return {
    ...addressOf(shipment),
    address2: joined([shipment.pickupPointName, shipment.extraAddressInformation], ', '),
    phone: filled(shipment.deliveryPhoneNumber),
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
    country: countryName(filled(native.countryCode)),
    country_code: filled(native.countryCode),
  };
}

/** bol names buyers by a relay address alone, and says nothing of tax or of what they agreed to. */
function customerOf(
  shipment: NativeShipment | undefined,
  billing: NativeBilling | undefined,
  email: string | null,
): CustomerDraft {
  const buyer = [billing, shipment].find((one) => joined([one?.firstName, one?.surname]) !== null);
  const shipping = shipment && shippingAddressOf(shipment);
  return {
    email,
    first_name: filled(buyer?.firstName),
    last_name: filled(buyer?.surname),
    phone: filled(shipment?.deliveryPhoneNumber),
    default_address: shipping,
  };
}
