// One Shopify order becomes ours. Pure.
import { decimals } from '../../model/currencies.ts';
import { isAmount, sum } from '../../model/money.ts';
import {
  CANCEL_REASONS,
  type DiscountApplication as UnifiedDiscount,
  type LineItem as UnifiedLine,
} from '../../model/order.ts';
import type { CustomerDraft, OrderDraft, ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { filled, identifier, joined, ownId } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { amountOf, emptied, pairOf, setOf, shopAmount, totalOf } from './amounts.ts';
import { sentOf } from './fulfillments.ts';
import {
  type Address,
  type Customer,
  type DiscountApplication,
  isFilled,
  type LineItem,
  type MoneyBag,
  nodesOf,
  numberOf,
  type Order,
  type PhoneNumber,
  recordId,
  type ShippingLine,
  texts,
} from './native.ts';
import { financialStatus, fulfillmentStatus, known, lineStatus } from './order-status.ts';

export function transform(order: Order, { note }: Context): OrderDraft {
  const lines = linesOf(order);
  const sent = sentOf(order);
  const cancelled = instant(filled(order.cancelledAt));
  // Shopify empties an order that is cancelled; should it ever not, the record does.
  const left = (bag: MoneyBag | null) => (cancelled === null ? bag : emptied(bag));
  const lineItems = totalOf(
    lines.map((line) => ({ bag: line.originalUnitPriceSet, quantity: line.quantity })),
    { shop: order.currencyCode, presentment: order.presentmentCurrencyCode },
  );
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
    cancel_reason: known(CANCEL_REASONS, order.cancelReason, 'cancel_reason', order, note),
    confirmed: order.confirmed,
    test: order.test,
    created_at: instant(filled(order.createdAt)),
    updated_at: instant(filled(order.updatedAt)),
    processed_at: instant(filled(order.processedAt)),
    cancelled_at: cancelled,
    closed_at: instant(filled(order.closedAt)),
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
    ...pairOf('subtotal_price', order.subtotalPriceSet),
    ...pairOf('total_discounts', order.totalDiscountsSet),
    total_line_items_price: lineItems?.shop_money.amount,
    total_line_items_price_set: lineItems,
    total_shipping_price_set: setOf(order.totalShippingPriceSet),
    total_tip_received: shopAmount(order.totalTipReceivedSet),
    ...pairOf('total_price', order.totalPriceSet),
    ...pairOf('total_tax', order.totalTaxSet),
    total_outstanding: shopAmount(order.totalOutstandingSet),
    ...pairOf('current_subtotal_price', left(order.currentSubtotalPriceSet)),
    ...pairOf('current_total_discounts', left(order.currentTotalDiscountsSet)),
    ...pairOf('current_total_price', left(order.currentTotalPriceSet)),
    ...pairOf('current_total_tax', left(order.currentTotalTaxSet)),
    current_total_duties_set: setOf(left(order.currentTotalDutiesSet)),
    original_total_duties_set: setOf(order.originalTotalDutiesSet),
    current_total_additional_fees_set: setOf(left(order.currentTotalAdditionalFeesSet)),
    original_total_additional_fees_set: setOf(order.originalTotalAdditionalFeesSet),
    total_weight: grams(order.totalWeight),
    taxes_included: order.taxesIncluded,
    estimated_taxes: order.estimatedTaxes,
    company: companyOf(order),
    payment_gateway_names: [...texts(order.paymentGatewayNames)],
    discount_codes: discountCodes(order),
    discount_applications: discountsOf(order).map(discountApplication),
    line_items: lines.map((line) => lineItem(line, sent)),
    shipping_lines: nodesOf(order.shippingLines).map(shippingLine),
    billing_address: isFilled(order.billingAddress) ? address(order.billingAddress) : null,
    shipping_address: isFilled(order.shippingAddress) ? address(order.shippingAddress) : null,
    customer: isFilled(order.customer) ? customer(order.customer) : null,
    sumFacts: {
      dutiesIncluded: order.dutiesIncluded === true,
      rounding: roundingOf(order),
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
  if (!Number.isSafeInteger(number)) return {};
  return {
    number: number >= 1000 ? String(number - 1000) : null,
    order_number: String(number),
  };
}

const gramsOf = ({ weight }: LineItem): number | null | undefined =>
  weight && weightFields(filled(weight.value), weightUnit(filled(weight.unit))).grams;

const grams = (text: unknown): number | null =>
  isAmount(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

function roundingOf({ totalCashRoundingAdjustment: adjustment }: Order): string | null {
  const paid = adjustment?.paymentSet?.shopMoney;
  return amountOf(paid?.amount, paid?.currencyCode);
}

function lineItem(
  line: LineItem,
  sent: ReadonlyMap<string, number> | undefined,
): Draft<UnifiedLine> {
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
    ...pairOf('price', line.originalUnitPriceSet),
    ...pairOf('total_discount', line.totalDiscountSet),
    requires_shipping: line.requiresShipping,
    gift_card: line.isGiftCard,
    taxable: line.taxable,
    product_exists: existence(line),
  };
}

/** Null where the token may not read products: nobody said then whether it is still there. */
function existence({ product }: LineItem): boolean | null {
  if (product === null) return false;
  return isRecord(product) ? true : null;
}

const shippingLine = (line: ShippingLine): ShippingLineDraft => ({
  id: numberOf(line.id),
  carrier_identifier: filled(line.carrierIdentifier),
  code: filled(line.code),
  title: filled(line.title),
  source: filled(line.source),
  phone: filled(line.phone),
  is_removed: line.isRemoved,
  ...pairOf('price', line.originalPriceSet),
  ...pairOf('discounted_price', line.discountedPriceSet),
  discount_allocations: parts(line.discountAllocations).map((allocation) => ({
    amount: shopAmount(allocation.allocatedAmountSet),
    discount_application_index: indexOf(allocation.discountApplication),
    amount_set: setOf(allocation.allocatedAmountSet),
  })),
});

const indexOf = (discount: { readonly index: number } | null | undefined): number | null =>
  Number.isSafeInteger(discount?.index) ? (discount?.index ?? null) : null;

/** In the order of their index, since allocations point to it. */
const discountsOf = (order: Order): readonly DiscountApplication[] =>
  nodesOf(order.discountApplications).toSorted((a, b) => (indexOf(a) ?? 0) - (indexOf(b) ?? 0));

const DISCOUNT_TYPES: Readonly<Record<string, string>> = {
  DiscountCodeApplication: 'discount_code',
  AutomaticDiscountApplication: 'automatic',
  ManualDiscountApplication: 'manual',
  ScriptDiscountApplication: 'script',
};

const DISCOUNT_VALUES: Readonly<Record<string, string>> = {
  PricingPercentageValue: 'percentage',
  MoneyV2: 'fixed_amount',
};

const valueType = ({ value }: DiscountApplication): string | null =>
  DISCOUNT_VALUES[filled(value?.__typename) ?? ''] ?? null;

const discountApplication = (discount: DiscountApplication): Draft<UnifiedDiscount> => ({
  type: DISCOUNT_TYPES[filled(discount.__typename) ?? ''] ?? null,
  code: filled(discount.code),
  value: discountValue(discount),
  value_type: valueType(discount),
  allocation_method: lower(discount.allocationMethod),
  target_selection: lower(discount.targetSelection),
  target_type: lower(discount.targetType),
});

/** A percentage with at least one decimal ("10.0", "12.5"), or an amount. */
function discountValue({ value }: DiscountApplication): string | null {
  const { percentage, amount, currencyCode } = value ?? {};
  if (typeof percentage === 'number')
    return Number.isInteger(percentage) ? `${percentage}.0` : String(percentage);
  return amountOf(amount, currencyCode);
}

/** Shopify gives no amount by code: it is what was allocated to lines and shipping. */
function discountCodes(order: Order) {
  const allocations = [...linesOf(order), ...nodesOf(order.shippingLines)].flatMap((line) =>
    parts(line.discountAllocations),
  );
  return discountsOf(order)
    .filter((discount) => filled(discount.code) !== null)
    .map((discount) => {
      const own = allocations
        .filter(({ discountApplication }) => indexOf(discountApplication) === indexOf(discount))
        .map((allocation) => shopAmount(allocation.allocatedAmountSet));
      const complete = own.every((amount) => amount !== null);
      return {
        code: filled(discount.code),
        amount: complete ? sum(own, decimals(filled(order.currencyCode))) : null,
        type: discount.targetType === 'SHIPPING_LINE' ? 'shipping' : valueType(discount),
      };
    });
}

function companyOf({ purchasingEntity }: Order) {
  if (!isRecord(purchasingEntity?.company)) return null;
  return {
    id: numberOf(purchasingEntity.company.id),
    location_id: numberOf(purchasingEntity.location?.id),
  };
}

/** Addresses of an order have no identifier that lasts; only those of a customer do. */
const address = (native: Address) => ({
  address1: filled(native.address1),
  address2: filled(native.address2),
  city: filled(native.city),
  company: filled(native.company),
  country: filled(native.country),
  country_code: filled(native.countryCodeV2),
  first_name: filled(native.firstName),
  last_name: filled(native.lastName),
  name: filled(native.name),
  phone: filled(native.phone),
  province: filled(native.province),
  province_code: filled(native.provinceCode),
  zip: filled(native.zip),
});

function customer(native: Customer): CustomerDraft {
  const { defaultEmailAddress: email, defaultPhoneNumber: phone, defaultAddress: home } = native;
  return {
    id: identifier(native.legacyResourceId),
    created_at: instant(filled(native.createdAt)),
    updated_at: instant(filled(native.updatedAt)),
    email: filled(email?.emailAddress),
    first_name: filled(native.firstName),
    last_name: filled(native.lastName),
    note: filled(native.note),
    phone: filled(phone?.phoneNumber),
    tags: joined(texts(native.tags), ', '),
    verified_email: native.verifiedEmail,
    tax_exempt: native.taxExempt,
    tax_exemptions: texts(native.taxExemptions).map((exemption) => exemption.toLowerCase()),
    default_address: isFilled(home) ? { ...address(home), id: numberOf(home.id) } : null,
    sms_marketing_consent: isFilled(phone) ? smsConsent(phone) : null,
    email_marketing_consent: isFilled(email)
      ? {
          state: lower(email.marketingState),
          opt_in_level: lower(email.marketingOptInLevel),
          consent_updated_at: instant(filled(email.marketingUpdatedAt)),
        }
      : null,
  };
}

function smsConsent(phone: PhoneNumber) {
  const consent = phone.smsMarketingConsent ?? {
    state: phone.marketingState,
    optInLevel: phone.marketingOptInLevel,
    updatedAt: phone.marketingUpdatedAt,
    collectedFrom: phone.marketingCollectedFrom,
  };
  return {
    // Since 2026-10 Shopify says NEVER_SUBSCRIBED; the record says the same whatever the version.
    state: consent.state === 'NEVER_SUBSCRIBED' ? 'not_subscribed' : lower(consent.state),
    opt_in_level: lower(consent.optInLevel),
    consent_updated_at: instant(filled(consent.updatedAt)),
    consent_collected_from: filled(consent.collectedFrom),
  };
}

const lower = (word: string | null | undefined): string | null =>
  filled(word)?.toLowerCase() ?? null;
