// One Shopify order becomes ours. Pure.
import { isAmount } from '../../model/money.ts';
import { CANCEL_REASONS, type LineItem as UnifiedLine } from '../../model/order.ts';
import type { OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { integer, isRecord, texts } from '../kit/loose.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { addressOf, customerOf } from './addresses.ts';
import { amountOf, emptied, linesPrice, setOf, shopAmount, shopSide } from './amounts.ts';
import { allocationsOf, applicationsOf, codesOf } from './discounts.ts';
import { sentOf } from './fulfillments.ts';
import {
  type LineItem,
  type MoneyBag,
  nodesOf,
  numberOf,
  type Order,
  recordId,
  type ShippingLine,
} from './native.ts';
import { financialStatus, fulfillmentStatus, known, lineStatus, upper } from './status.ts';
import { withoutTips } from './tips.ts';

const REASONS = upper(CANCEL_REASONS);

export function transform(native: Order, { note }: Context): OrderDraft {
  linesOf(native);
  const order = withoutTips(native);
  const lines = linesOf(order);
  const sent = sentOf(order);
  const rounding = order.totalCashRoundingAdjustment?.paymentSet?.shopMoney;
  const cancelled = instant(order.cancelledAt);
  // Shopify empties an order that is cancelled; should it ever not, the record does.
  const left = (bag: MoneyBag | null) => (cancelled === null ? bag : emptied(bag));
  const subtotal = setOf(order.subtotalPriceSet);
  const discounts = setOf(order.totalDiscountsSet);
  const total = setOf(order.totalPriceSet);
  const tax = setOf(order.totalTaxSet);
  const currentSubtotal = setOf(left(order.currentSubtotalPriceSet));
  const currentDiscounts = setOf(left(order.currentTotalDiscountsSet));
  const currentTotal = setOf(left(order.currentTotalPriceSet));
  const currentTax = setOf(left(order.currentTotalTaxSet));
  const linesTotal = linesPrice(order, lines);
  return {
    id: ownId(recordId(order)),
    app_id: numberOf(order.app?.id),
    name: filled(order.name),
    ...numbersOf(order),
    source_identifier: filled(order.sourceIdentifier),
    source_name: filled(order.sourceName),
    location_id: identifier(order.retailLocation?.legacyResourceId),
    po_number: filled(order.poNumber),
    order_status_url: filled(order.statusPageUrl),
    financial_status: financialStatus(order, note),
    fulfillment_status: fulfillmentStatus(order, note),
    cancel_reason: known(REASONS, order.cancelReason, 'cancel_reason', order, note),
    confirmed: order.confirmed,
    test: order.test,
    created_at: instant(order.createdAt),
    updated_at: instant(order.updatedAt),
    processed_at: instant(order.processedAt),
    cancelled_at: cancelled,
    closed_at: instant(order.closedAt),
    email: filled(order.email),
    phone: filled(order.phone),
    tags: joined(texts(order.tags), ', '),
    customer_locale: filled(order.customerLocale),
    note: filled(order.note),
    referring_site: filled(order.customerJourneySummary?.firstVisit?.referrerUrl),
    buyer_accepts_marketing: order.customerAcceptsMarketing,
    tax_exempt: order.taxExempt,
    currency: filled(order.currencyCode),
    presentment_currency: filled(order.presentmentCurrencyCode),
    subtotal_price: shopSide(subtotal),
    subtotal_price_set: subtotal,
    total_discounts: shopSide(discounts),
    total_discounts_set: discounts,
    total_line_items_price: shopSide(linesTotal),
    total_line_items_price_set: linesTotal,
    total_shipping_price_set: setOf(order.totalShippingPriceSet),
    total_tip_received: shopAmount(order.totalTipReceivedSet),
    total_price: shopSide(total),
    total_price_set: total,
    total_tax: shopSide(tax),
    total_tax_set: tax,
    total_outstanding: shopAmount(order.totalOutstandingSet),
    current_subtotal_price: shopSide(currentSubtotal),
    current_subtotal_price_set: currentSubtotal,
    current_total_discounts: shopSide(currentDiscounts),
    current_total_discounts_set: currentDiscounts,
    current_total_price: shopSide(currentTotal),
    current_total_price_set: currentTotal,
    current_total_tax: shopSide(currentTax),
    current_total_tax_set: currentTax,
    current_total_duties_set: setOf(left(order.currentTotalDutiesSet)),
    original_total_duties_set: setOf(order.originalTotalDutiesSet),
    current_total_additional_fees_set: setOf(left(order.currentTotalAdditionalFeesSet)),
    original_total_additional_fees_set: setOf(order.originalTotalAdditionalFeesSet),
    total_weight: grams(order.totalWeight),
    taxes_included: order.taxesIncluded,
    estimated_taxes: order.estimatedTaxes,
    company: companyOf(order),
    payment_gateway_names: texts(order.paymentGatewayNames),
    discount_codes: codesOf(order),
    discount_applications: applicationsOf(order),
    line_items: lines.map((line) => lineItem(line, sent)),
    shipping_lines: nodesOf(order.shippingLines).map(shippingLine),
    billing_address: addressOf(order.billingAddress),
    shipping_address: addressOf(order.shippingAddress),
    customer: customerOf(order.customer),
    sumFacts: {
      dutiesIncluded: order.dutiesIncluded === true,
      rounding: amountOf(rounding?.amount, rounding?.currencyCode),
      // What is left follows the goods: an adjustment takes nothing off it.
      givenBeside: '0',
      currentShipping: shopAmount(left(order.currentShippingPriceSet)),
    },
  };
}

/** An order without its lines would be another one: they must be there, each of them. */
function linesOf({ lineItems }: Order): readonly LineItem[] {
  const { nodes } = lineItems;
  if (!Array.isArray(nodes) || !nodes.every(isRecord<LineItem>))
    throw new TypeError('The order has no list of lines.');
  return nodes;
}

/** Shopify counts orders from 1 and names them from 1001. */
function numbersOf({ number }: Order) {
  if (integer(number) === null) return {};
  return {
    number: number >= 1000 ? String(number - 1000) : null,
    order_number: String(number),
  };
}

const gramsOf = ({ weight }: LineItem): number | null | undefined =>
  weight && weightFields(filled(weight.value), weightUnit(filled(weight.unit))).grams;

const grams = (text: unknown): number | null =>
  isAmount(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

function lineItem(
  line: LineItem,
  sent: ReadonlyMap<string, number> | undefined,
): Draft<UnifiedLine> {
  const price = setOf(line.originalUnitPriceSet);
  const discount = setOf(line.totalDiscountSet);
  return {
    id: numberOf(line.id),
    product_id: identifier(line.product?.legacyResourceId),
    variant_id: identifier(line.variant?.legacyResourceId),
    fulfillable_quantity: line.unfulfilledQuantity,
    quantity: line.quantity,
    grams: gramsOf(line),
    fulfillment_status: lineStatus(line, sent),
    sku: filled(line.sku),
    title: filled(line.title),
    variant_title: filled(line.variantTitle),
    name: filled(line.name),
    vendor: filled(line.vendor),
    price: shopSide(price),
    price_set: price,
    total_discount: shopSide(discount),
    total_discount_set: discount,
    requires_shipping: line.requiresShipping,
    gift_card: line.isGiftCard,
    taxable: line.taxable,
    product_exists: existence(line),
  };
}

/** Null where the token may not read products: no one said then whether it is still there. */
function existence({ product }: LineItem): boolean | null {
  if (product === null) return false;
  return isRecord(product) ? true : null;
}

function shippingLine(line: ShippingLine): ShippingLineDraft {
  const price = setOf(line.originalPriceSet);
  const discounted = setOf(line.discountedPriceSet);
  return {
    id: numberOf(line.id),
    carrier_identifier: filled(line.carrierIdentifier),
    code: filled(line.code),
    title: filled(line.title),
    source: filled(line.source),
    phone: filled(line.phone),
    is_removed: line.isRemoved,
    price: shopSide(price),
    price_set: price,
    discounted_price: shopSide(discounted),
    discounted_price_set: discounted,
    discount_allocations: allocationsOf(line),
  };
}

function companyOf({ purchasingEntity }: Order) {
  if (!isRecord(purchasingEntity?.company)) return null;
  return {
    id: numberOf(purchasingEntity.company.id),
    location_id: numberOf(purchasingEntity.location?.id),
  };
}
