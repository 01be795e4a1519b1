// Turns an order of bol's into ours. bol sells in euro alone, and its prices include VAT.

import type { DiscountApplication, LineItem } from '../../model/order.ts';
import type { OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note } from '../channel.ts';
import { part, parts, texts } from '../kit/loose.ts';
import { noteUnreadable } from '../kit/notes.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { addressOf, customerOf, shippingAddressOf } from './addresses.ts';
import { amountOf, discountOf, hasOddAmount, total, totalsOf } from './amounts.ts';
import { type NativeFulfilment, type NativeItem, type NativeOrder, wholeOrder } from './native.ts';
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

export function transformOrder(native: NativeOrder, { note }: { readonly note: Note }): OrderDraft {
  const order = wholeOrder(native);
  const id = ownId(order.orderId);
  const { orderItems: items } = order;
  warnOf(items, id, note);
  const shipment = part(order.shipmentDetails);
  const billing = part(order.billingDetails);
  const totals = totalsOf(items);
  const bucket = bucketOf(items);
  const placedAt = instant(order.orderPlacedDateTime);
  const updatedAt = instant(latestOf(items)) ?? placedAt;
  const customer = customerOf(shipment, billing);
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
    email: customer.email,
    phone: customer.phone,
    tags: tagsOf(items),
    customer_locale: filled(shipment?.language),
    currency: CURRENCY,
    presentment_currency: CURRENCY,
    total_line_items_price: totals.lineItems,
    total_discounts: totals.discounts,
    subtotal_price: totals.paid,
    total_price: totals.paid,
    // The delivery fee is bol's own and is not shown to sellers.
    total_shipping_price: NOTHING,
    total_tip_received: NOTHING,
    total_outstanding: NOTHING,
    current_subtotal_price: totals.current,
    current_total_price: totals.current,
    current_total_discounts: totals.currentDiscounts,
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
    customer,
  };
}

/** What the amounts of an order do not show. */
function warnOf(items: readonly NativeItem[], id: string, note: Note) {
  if (items.some(hasOddAmount))
    noteUnreadable(note, { vendor: 'bol', what: 'an amount', field: 'line_items.price', id });
  const services = servicesOf(items);
  if (services.length > 0)
    note({
      code: 'services_without_price',
      message: `The buyer ordered services with the goods (${services.join(', ')}). bol names no price for them, so the order’s total may lack it.`,
      field: 'total_price',
      id,
    });
}

function servicesOf(items: readonly NativeItem[]): string[] {
  const services = items.flatMap(({ additionalServices }) => parts(additionalServices));
  return [...new Set(texts(services.map(({ serviceType }) => serviceType)))];
}

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
    price: amountOf(item.unitPrice),
    total_discount: discountOf(item),
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
  const [fulfilment] = parts<NativeFulfilment>(items.map((item) => item.fulfilment ?? null));
  if (!fulfilment) return [];
  return [
    {
      title: filled(fulfilment.timeFrameType),
      code: filled(fulfilment.method),
      carrier_identifier: filled(fulfilment.distributionParty),
      source: 'bol',
      price: NOTHING,
      discounted_price: NOTHING,
      is_removed: false,
    },
  ];
}
