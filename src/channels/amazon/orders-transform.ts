// Turns an order of the Orders API 2026-01-01 into ours.
import {
  absolute,
  compare,
  isAmount,
  least,
  money,
  subtract,
  sum,
  times,
} from '../../model/money.ts';
import type { LineItem } from '../../model/order.ts';
import { moneySet, type OrderDraft, type ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { parts, texts } from '../kit/loose.ts';
import { filled, joined, ownId } from '../kit/text.ts';
import { amountsOf, type Figures, type Parts, placesOf } from './amounts.ts';
import { addressOf, customerOf } from './buyer.ts';
import { joinOf } from './joins.ts';
import { countOf } from './lists.ts';
import { marketplaceOf } from './marketplaces.ts';
import type { Breakdown, NativeItem, NativeOrder } from './native.ts';
import {
  conditionOf,
  discountsOf,
  firstOf,
  isTest,
  itemsIn,
  serviceOf,
  shippedOf,
  shippingLineOf,
  unitPriceOf,
} from './order-parts.ts';
import { cancelReasonOf, type State, stateOf } from './status.ts';

export function transform2026(order: NativeOrder, { account, note }: Context): OrderDraft {
  const { buyer, recipient, salesChannel, fulfillment } = order;
  const id = ownId(order.orderId);
  const items = itemsIn(order.orderItems);
  const state = stateOf(fulfillment?.fulfillmentStatus, id, note);
  const figures = figuresOf(order, items);
  const { currency } = figures;
  const address = addressOf(recipient?.deliveryAddress);
  const phone = recipient?.deliveryAddress?.phone;
  const created = instant(filled(order.createdTime));
  const changed = instant(filled(order.lastUpdatedTime));
  const promotions = promotionsOf(items, figures);
  const programs = texts(order.programs);
  const methods = parts(order.payment?.paymentExecutions)
    .map(({ paymentMethod }) => filled(paymentMethod))
    .filter((method) => method !== null);
  return {
    id,
    name: id,
    number: id,
    order_number: id,
    source_identifier: ownNumberOf(order, id),
    source_name: filled(salesChannel?.marketplaceName),
    location_id: filled(salesChannel?.marketplaceId),
    po_number: filled(buyer?.buyerPurchaseOrderNumber),
    financial_status: state.financial,
    fulfillment_status: state.fulfillment,
    cancel_reason: state.cancelled ? whyCancelled(items) : null,
    confirmed: state.known ? !state.pending : null,
    test: isTest(account.endpoint),
    created_at: created,
    processed_at: created,
    updated_at: changed,
    // Amazon keeps no time of its own for either; both are last changes.
    cancelled_at: state.cancelled ? changed : null,
    closed_at: state.shipped ? changed : null,
    email: filled(buyer?.buyerEmail),
    phone: filled(phone),
    tags: joined(programs, ', '),
    note:
      filled(recipient?.deliveryPreference?.addressInstruction) ??
      firstOf(items, (item) => item.fulfillment?.packing?.giftOption?.giftMessage),
    currency,
    presentment_currency: currency,
    ...amountsOf(figures, state),
    company:
      filled(buyer?.buyerCompanyName) !== null || programs.includes('AMAZON_BUSINESS')
        ? { id: null, location_id: null }
        : null,
    payment_gateway_names:
      methods.length > 0 ? [...new Set(methods)] : state.pending ? [] : ['amazon'],
    ...promotions,
    line_items: items.map((item) => ({
      ...lineItemOf(item, order, state, currency),
      ...joinOf(
        filled(item.product?.sellerSku),
        order,
        filled(salesChannel?.marketplaceId),
        account,
      ),
    })),
    shipping_lines: shippingLinesOf(order, figures, promotions.discount_applications.length),
    billing_address: billingOf(order),
    shipping_address: address,
    customer: customerOf({ name: buyer?.buyerName, email: buyer?.buyerEmail, phone }, address),
  };
}

/** The seller's own number, where there is one that differs. */
function ownNumberOf({ orderAliases }: NativeOrder, id: string): string | null {
  const own = parts(orderAliases).find(({ aliasType }) => aliasType === 'SELLER_ORDER_ID');
  const alias = filled(own?.aliasId);
  return alias === id ? null : alias;
}

function whyCancelled(items: readonly NativeItem[]) {
  const executed = items.find((item) => item.cancellation?.cancellationExecution);
  const { cancelledBy, cancelReason } = executed?.cancellation?.cancellationExecution ?? {};
  return cancelReasonOf(cancelledBy, cancelReason);
}

function figuresOf(order: NativeOrder, items: readonly NativeItem[]): Figures {
  const { grandTotal } = order.proceeds ?? {};
  const marketplaceId = order.salesChannel?.marketplaceId;
  return {
    currency: currencyOf(order, items) ?? marketplaceOf(marketplaceId)?.currency ?? null,
    marketplaceId,
    total: isAmount(grandTotal?.amount) ? grandTotal.amount : undefined,
    parts: partsOf(order, items),
  };
}

function currencyOf({ proceeds }: NativeOrder, items: readonly NativeItem[]): string | null {
  return (
    filled(proceeds?.grandTotal?.currencyCode) ??
    firstOf(
      items,
      (item) =>
        filled(item.product?.price?.unitPrice?.currencyCode) ??
        firstOf(breakdownsOf(item), ({ subtotal }) => subtotal?.currencyCode),
    )
  );
}

const breakdownsOf = ({ proceeds }: NativeItem): readonly Breakdown[] =>
  parts(proceeds?.breakdowns);

/** Sums by category for the whole order, or, where Amazon leaves those out, over its items. */
function partsOf({ proceeds }: NativeOrder, items: readonly NativeItem[]): Parts | undefined {
  const ofItems = items.flatMap(breakdownsOf);
  const whole = parts(proceeds?.breakdowns);
  const given = whole.length > 0 ? whole : ofItems;
  if (given.length === 0) return undefined;
  // The sign of a discount is not documented: it is taken off, however it is written.
  const discount = absolute(totalOf(given, 'DISCOUNT'));
  const shippingDiscount = least(shippingPartOf(ofItems), discount);
  return {
    items: isPriced(given) ? totalOf(given, 'ITEM') : undefined,
    shipping: totalOf(given, 'SHIPPING'),
    fees: sum(['GIFT_WRAP', 'COD_FEE', 'OTHER'].map((type) => totalOf(given, type))),
    tip: totalOf(given, 'DELIVERY_TIP'),
    itemDiscount: subtract(discount, shippingDiscount),
    shippingDiscount,
    tax: totalOf(given, 'TAX'),
  };
}

const totalOf = (breakdowns: readonly Breakdown[], type: string): string =>
  sum(
    breakdowns
      .filter((entry) => entry.type === type)
      .map(({ subtotal }) => (isAmount(subtotal?.amount) ? subtotal.amount : '0')),
  );

const isPriced = (breakdowns: readonly Breakdown[]): boolean =>
  breakdowns.some(({ type, subtotal }) => type === 'ITEM' && isAmount(subtotal?.amount));

/** What of the discounts was given on shipping. */
const shippingPartOf = (breakdowns: readonly Breakdown[]): string =>
  sum(
    breakdowns
      .filter(({ type }) => type === 'DISCOUNT')
      .flatMap(({ detailedBreakdowns }) => parts(detailedBreakdowns))
      .filter(({ subtype }) => subtype === 'SHIPPING')
      .map(({ value }) => (isAmount(value?.amount) ? absolute(value.amount) : '0')),
  );

function promotionsOf(items: readonly NativeItem[], { currency, parts: amounts }: Figures) {
  const ids = items.flatMap(({ promotion }) =>
    parts(promotion?.breakdowns).map(({ promotionId }) => promotionId),
  );
  return discountsOf(ids, amounts, currency);
}

function lineItemOf(
  item: NativeItem,
  { fulfillment }: NativeOrder,
  state: State,
  currency: string | null,
): Draft<LineItem> {
  const { product } = item;
  const quantity = countOf(item.quantityOrdered);
  const places = placesOf(currency);
  const breakdowns = breakdownsOf(item);
  const priced = breakdowns.length > 0;
  const price = priceOf(item, quantity, places);
  const discount = absolute(totalOf(breakdowns, 'DISCOUNT'));
  const off = subtract(discount, least(shippingPartOf(breakdowns), discount), places);
  const { quantityFulfilled, quantityUnfulfilled } = item.fulfillment ?? {};
  return {
    id: filled(item.orderItemId),
    quantity,
    fulfillable_quantity: state.cancelled ? 0 : countOf(quantityUnfulfilled),
    fulfillment_service: serviceOf(fulfillment?.fulfilledBy),
    fulfillment_status: shippedOf(countOf(quantityFulfilled), quantity),
    sku: filled(product?.sellerSku),
    title: filled(product?.title),
    name: filled(product?.title),
    variant_title: conditionOf(
      product?.condition?.conditionType,
      product?.condition?.conditionSubtype,
    ),
    ...(price !== null && { price, price_set: moneySet(price, currency) }),
    ...(priced && { total_discount: off, total_discount_set: moneySet(off, currency) }),
    // Somebody ships it, says Amazon; that no tax was charged does not say that none is due.
    requires_shipping: serviceOf(fulfillment?.fulfilledBy) !== null || null,
    taxable: (priced && compare(totalOf(breakdowns, 'TAX'), '0') > 0) || null,
  };
}

/** The price of one, on the same footing as the order's sum of items: with or without tax. */
function priceOf(item: NativeItem, quantity: number | null, places: number): string | null {
  const unit = item.product?.price?.unitPrice?.amount;
  const alone = isAmount(unit) ? money(unit, places) : null;
  const breakdowns = breakdownsOf(item);
  if (!isPriced(breakdowns)) return alone;
  const whole = totalOf(breakdowns, 'ITEM');
  if (alone !== null && quantity !== null && compare(times(alone, quantity), whole) === 0)
    return alone;
  return unitPriceOf(whole, quantity, places);
}

function shippingLinesOf(
  order: NativeOrder,
  { currency, parts: amounts }: Figures,
  promotions: number,
): readonly ShippingLineDraft[] {
  const level = filled(order.fulfillment?.fulfillmentServiceLevel);
  const carrier = firstOf(parts(order.packages), (parcel) => parcel.carrier);
  return shippingLineOf({ level, carrier, currency, parts: amounts, promotions });
}

/** Amazon gives none, except to sellers who write invoices for business buyers. */
function billingOf({ tax }: NativeOrder) {
  const buyer = parts(tax?.taxRegistrations).find(({ entityType }) => entityType === 'BUYER');
  const address = addressOf(buyer?.taxRegistrationAddress);
  return address && { ...address, company: address.company ?? filled(buyer?.legalName) };
}
