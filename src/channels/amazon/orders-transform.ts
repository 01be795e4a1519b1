// Turns an order of the Orders API 2026-01-01 into ours.
import { absolute, compare, isAmount, money, subtract, sum, times } from '../../model/money.ts';
import { type LineItem, moneySet, type OrderDraft, type ShippingLine } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Telling } from '../channel.ts';
import { filled, joined } from '../kit/text.ts';
import { amountsOf, type Figures, type Parts, placesOf } from './amounts.ts';
import { addressOf, customerOf } from './buyer.ts';
import { marketplaceOf } from './marketplaces.ts';
import type { Breakdown, NativeItem, NativeOrder } from './native.ts';
import {
  conditionOf,
  discountsOf,
  firstOf,
  isTest,
  serviceOf,
  shippedOf,
  shippingLineOf,
  unitPriceOf,
} from './order-parts.ts';
import { cancelReasonOf, type State, stateOf } from './status.ts';

export function transform2026(order: NativeOrder, { account, note }: Telling): OrderDraft {
  const { orderId: id, buyer, recipient, salesChannel, fulfillment, orderItems } = order;
  const state = stateOf(fulfillment?.fulfillmentStatus, id, note);
  const figures = figuresOf(order);
  const { currency } = figures;
  const address = addressOf(recipient?.deliveryAddress);
  const phone = recipient?.deliveryAddress?.phone;
  const changed = instant(order.lastUpdatedTime);
  const promotions = promotionsOf(order, figures);
  const methods = (order.payment?.paymentExecutions ?? [])
    .map(({ paymentMethod }) => filled(paymentMethod))
    .filter((method) => method !== null);
  return {
    id,
    name: id,
    number: id,
    order_number: id,
    source_identifier: ownNumberOf(order),
    source_name: filled(salesChannel?.marketplaceName),
    location_id: filled(salesChannel?.marketplaceId),
    po_number: filled(buyer?.buyerPurchaseOrderNumber),
    financial_status: state.financial,
    fulfillment_status: state.fulfillment,
    cancel_reason: state.cancelled ? whyCancelled(orderItems) : null,
    confirmed: state.known ? !state.pending : null,
    test: isTest(account.endpoint),
    created_at: instant(order.createdTime),
    processed_at: instant(order.createdTime),
    updated_at: changed,
    // Amazon keeps no time of its own for either; both are last changes.
    cancelled_at: state.cancelled ? changed : null,
    closed_at: state.shipped ? changed : null,
    email: filled(buyer?.buyerEmail),
    phone: filled(phone),
    tags: joined(order.programs ?? [], ', '),
    note:
      filled(recipient?.deliveryPreference?.addressInstruction) ??
      firstOf(orderItems, (item) => item.fulfillment?.packing?.giftOption?.giftMessage),
    buyer_accepts_marketing: false,
    tax_exempt: false,
    currency,
    presentment_currency: currency,
    ...amountsOf(figures, state),
    estimated_taxes: false,
    company:
      filled(buyer?.buyerCompanyName) !== null || order.programs?.includes('AMAZON_BUSINESS')
        ? { id: null, location_id: null }
        : null,
    payment_gateway_names:
      methods.length > 0 ? [...new Set(methods)] : state.pending ? [] : ['amazon'],
    ...promotions,
    line_items: orderItems.map((item) => lineItemOf(item, order, state, currency)),
    shipping_lines: shippingLinesOf(order, figures, promotions.discount_applications.length),
    billing_address: billingOf(order),
    shipping_address: address,
    customer: customerOf({ name: buyer?.buyerName, email: buyer?.buyerEmail, phone }, address),
  };
}

/** The seller's own number, where there is one that differs. */
function ownNumberOf({ orderId, orderAliases = [] }: NativeOrder): string | null {
  const alias = orderAliases.find(({ aliasType }) => aliasType === 'SELLER_ORDER_ID')?.aliasId;
  return alias === orderId ? null : filled(alias);
}

function whyCancelled(items: readonly NativeItem[]) {
  const executed = items.find((item) => item.cancellation?.cancellationExecution);
  const { cancelledBy, cancelReason } = executed?.cancellation?.cancellationExecution ?? {};
  return cancelReasonOf(cancelledBy, cancelReason);
}

function figuresOf(order: NativeOrder): Figures {
  const { grandTotal } = order.proceeds ?? {};
  const marketplaceId = order.salesChannel?.marketplaceId;
  return {
    currency: currencyOf(order) ?? marketplaceOf(marketplaceId)?.currency ?? null,
    marketplaceId,
    total: isAmount(grandTotal?.amount) ? grandTotal.amount : undefined,
    parts: partsOf(order),
  };
}

function currencyOf({ proceeds, orderItems }: NativeOrder): string | null {
  return (
    filled(proceeds?.grandTotal?.currencyCode) ??
    firstOf(
      orderItems,
      (item) =>
        item.product?.price?.unitPrice?.currencyCode ??
        item.proceeds?.breakdowns?.[0]?.subtotal.currencyCode,
    )
  );
}

/** Sums by category for the whole order, or, where Amazon leaves those out, over its items. */
function partsOf({ proceeds, orderItems }: NativeOrder): Parts | undefined {
  const ofItems = orderItems.flatMap((item) => item.proceeds?.breakdowns ?? []);
  const whole = proceeds?.breakdowns ?? [];
  const told = whole.length > 0 ? whole : ofItems;
  if (told.length === 0) return undefined;
  // The sign of a discount is not documented: it is taken off, however it is written.
  const discount = absolute(totalOf(told, 'DISCOUNT'));
  const shippingDiscount = shippingPartOf(ofItems);
  return {
    items: totalOf(told, 'ITEM'),
    shipping: totalOf(told, 'SHIPPING'),
    fees: sum(
      ['GIFT_WRAP', 'COD_FEE', 'OTHER'].map((type) => totalOf(told, type)),
      4,
    ),
    tip: totalOf(told, 'DELIVERY_TIP'),
    itemDiscount: subtract(discount, shippingDiscount, 4),
    shippingDiscount,
    tax: totalOf(told, 'TAX'),
  };
}

/** Four decimals hold every currency; amounts are cut to theirs at the end. */
const totalOf = (breakdowns: readonly Breakdown[], type: string): string =>
  sum(
    breakdowns
      .filter((entry) => entry.type === type && isAmount(entry.subtotal?.amount))
      .map((entry) => entry.subtotal.amount),
    4,
  );

/** What of the discounts was given on shipping. */
const shippingPartOf = (breakdowns: readonly Breakdown[]): string =>
  sum(
    breakdowns
      .filter(({ type }) => type === 'DISCOUNT')
      .flatMap(({ detailedBreakdowns = [] }) => detailedBreakdowns)
      .filter(({ subtype }) => subtype === 'SHIPPING')
      .map(({ value }) => (isAmount(value?.amount) ? absolute(value.amount) : '0')),
    4,
  );

function promotionsOf(order: NativeOrder, { currency, parts }: Figures) {
  const ids = order.orderItems.flatMap(({ promotion }) =>
    (promotion?.breakdowns ?? []).map(({ promotionId }) => promotionId),
  );
  return discountsOf(ids, parts, currency);
}

function lineItemOf(
  item: NativeItem,
  { fulfillment }: NativeOrder,
  state: State,
  currency: string | null,
): Draft<LineItem> {
  const { product, quantityOrdered: quantity } = item;
  const places = placesOf(currency);
  const breakdowns = item.proceeds?.breakdowns ?? [];
  const told = breakdowns.length > 0;
  const price = priceOf(item, places);
  const off = subtract(
    absolute(totalOf(breakdowns, 'DISCOUNT')),
    shippingPartOf(breakdowns),
    places,
  );
  const { quantityFulfilled, quantityUnfulfilled } = item.fulfillment ?? {};
  return {
    id: item.orderItemId,
    product_id: filled(product?.asin),
    variant_id: filled(product?.sellerSku),
    quantity,
    fulfillable_quantity: state.cancelled ? 0 : quantityUnfulfilled,
    fulfillment_service: serviceOf(fulfillment?.fulfilledBy),
    fulfillment_status: shippedOf(quantityFulfilled, quantity),
    sku: filled(product?.sellerSku),
    title: filled(product?.title),
    name: filled(product?.title),
    variant_title: conditionOf(
      product?.condition?.conditionType,
      product?.condition?.conditionSubtype,
    ),
    ...(price !== null && { price, price_set: moneySet(price, currency) }),
    ...(told && { total_discount: off, total_discount_set: moneySet(off, currency) }),
    requires_shipping: true,
    gift_card: false,
    taxable: told ? compare(totalOf(breakdowns, 'TAX'), '0') > 0 : null,
    product_exists: filled(product?.asin) !== null,
  };
}

/** The price of one, on the same footing as the order's sum of items: with or without tax. */
function priceOf({ product, proceeds, quantityOrdered }: NativeItem, places: number) {
  const unit = product?.price?.unitPrice?.amount;
  const items = (proceeds?.breakdowns ?? []).filter(({ type }) => type === 'ITEM');
  if (items.length === 0) return isAmount(unit) ? money(unit, places) : null;
  const whole = totalOf(items, 'ITEM');
  if (isAmount(unit) && compare(times(unit, quantityOrdered, 4), whole) === 0)
    return money(unit, places);
  return unitPriceOf(whole, quantityOrdered, places);
}

function shippingLinesOf(
  order: NativeOrder,
  { currency, parts }: Figures,
  promotions: number,
): readonly Draft<ShippingLine>[] {
  const level = filled(order.fulfillment?.fulfillmentServiceLevel);
  const carrier = firstOf(order.packages ?? [], (parcel) => parcel.carrier);
  return shippingLineOf({ level, carrier, currency, parts, promotions });
}

/** Amazon tells none, except to sellers who write invoices for business buyers. */
function billingOf({ tax }: NativeOrder) {
  const buyer = tax?.taxRegistrations?.find(({ entityType }) => entityType === 'BUYER');
  const address = addressOf(buyer?.taxRegistrationAddress);
  return address && { ...address, company: address.company ?? filled(buyer?.legalName) };
}
