// One Shopify order becomes ours. Pure.
import { decimals } from '../../model/currencies.ts';
import { sum } from '../../model/money.ts';
import {
  CANCEL_REASONS,
  type CustomerDraft,
  FINANCIAL_STATUSES,
  type FinancialStatus,
  type FulfillmentStatus,
  type OrderDraft,
  type DiscountApplication as UnifiedDiscount,
  type LineItem as UnifiedLine,
  type ShippingLine as UnifiedShipping,
} from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import type { Note, Telling } from '../channel.ts';
import { filled, joined } from '../kit/text.ts';
import { weightFields, weightUnit } from '../kit/weight.ts';
import { amountOf, pairOf, setOf, shopAmount, totalOf } from './amounts.ts';
import {
  type Address,
  type Customer,
  type DiscountApplication,
  type LineItem,
  numberOf,
  type Order,
  type PhoneNumber,
  type ShippingLine,
} from './native.ts';

export function transform(order: Order, { note }: Telling): OrderDraft {
  const lines = order.lineItems.nodes;
  const lineItems = totalOf(
    lines.map((line) => ({ bag: line.originalUnitPriceSet, quantity: line.quantity })),
    { shop: order.currencyCode, presentment: order.presentmentCurrencyCode },
  );
  return {
    id: order.legacyResourceId,
    app_id: numberOf(order.app?.id),
    name: order.name,
    // Shopify counts orders from 1 and names them from 1001.
    number: order.number >= 1000 ? String(order.number - 1000) : null,
    order_number: String(order.number),
    source_identifier: filled(order.sourceIdentifier),
    source_name: filled(order.sourceName),
    location_id: order.retailLocation?.legacyResourceId,
    po_number: filled(order.poNumber),
    order_status_url: filled(order.statusPageUrl),
    financial_status: financialStatus(order, note),
    fulfillment_status: fulfillmentStatus(order, note),
    cancel_reason: known(CANCEL_REASONS, order.cancelReason, 'cancel_reason', order, note),
    confirmed: order.confirmed,
    test: order.test,
    created_at: instant(order.createdAt),
    updated_at: instant(order.updatedAt),
    processed_at: instant(order.processedAt),
    cancelled_at: instant(order.cancelledAt),
    closed_at: instant(order.closedAt),
    email: filled(order.email),
    phone: filled(order.phone),
    tags: joined(order.tags, ', '),
    customer_locale: filled(order.customerLocale),
    note: filled(order.note),
    referring_site: filled(order.customerJourneySummary?.firstVisit?.referrerUrl),
    buyer_accepts_marketing: order.customerAcceptsMarketing,
    tax_exempt: order.taxExempt,
    currency: order.currencyCode,
    presentment_currency: order.presentmentCurrencyCode,
    ...pairOf('subtotal_price', order.subtotalPriceSet),
    ...pairOf('total_discounts', order.totalDiscountsSet),
    total_line_items_price: lineItems.shop_money.amount,
    total_line_items_price_set: lineItems,
    total_shipping_price_set: setOf(order.totalShippingPriceSet),
    total_tip_received: shopAmount(order.totalTipReceivedSet),
    ...pairOf('total_price', order.totalPriceSet),
    ...pairOf('total_tax', order.totalTaxSet),
    total_outstanding: shopAmount(order.totalOutstandingSet),
    ...pairOf('current_subtotal_price', order.currentSubtotalPriceSet),
    ...pairOf('current_total_discounts', order.currentTotalDiscountsSet),
    ...pairOf('current_total_price', order.currentTotalPriceSet),
    ...pairOf('current_total_tax', order.currentTotalTaxSet),
    current_total_duties_set: order.currentTotalDutiesSet && setOf(order.currentTotalDutiesSet),
    original_total_duties_set: order.originalTotalDutiesSet && setOf(order.originalTotalDutiesSet),
    current_total_additional_fees_set:
      order.currentTotalAdditionalFeesSet && setOf(order.currentTotalAdditionalFeesSet),
    original_total_additional_fees_set:
      order.originalTotalAdditionalFeesSet && setOf(order.originalTotalAdditionalFeesSet),
    total_weight: order.totalWeight === null ? null : Number(order.totalWeight),
    taxes_included: order.taxesIncluded,
    estimated_taxes: order.estimatedTaxes,
    company: companyOf(order),
    payment_gateway_names: [...order.paymentGatewayNames],
    discount_codes: discountCodes(order),
    discount_applications: discountsOf(order).map(discountApplication),
    line_items: lines.map(lineItem),
    shipping_lines: order.shippingLines.nodes.map(shippingLine),
    billing_address: order.billingAddress && address(order.billingAddress),
    shipping_address: order.shippingAddress && address(order.shippingAddress),
    customer: order.customer && customer(order.customer),
  };
}

const silent: Note = () => {};

/** Shopify's word in ours, which is the same in lower case; null and a warning for a new one. */
function known<W extends string>(
  words: readonly W[],
  native: string | null,
  field: string,
  order: Order,
  note: Note,
): W | null {
  if (native === null) return null;
  const word = words.find((each) => each === native.toLowerCase());
  if (word === undefined) noteUnknown(field, native, order, note);
  return word ?? null;
}

function noteUnknown(field: string, native: string, order: Order, note: Note): void {
  note({
    code: 'unknown_status',
    field,
    id: order.legacyResourceId,
    message: `Shopify’s ${native} is not known for ${field} yet, so it is null.`,
  });
}

export const financialStatus = (order: Order, note = silent): FinancialStatus | null =>
  known(FINANCIAL_STATUSES, order.displayFinancialStatus, 'financial_status', order, note);

/** The states before the first parcel are all null: nothing has shipped. */
const FULFILLMENT: Readonly<Record<string, FulfillmentStatus | null>> = {
  FULFILLED: 'fulfilled',
  PARTIALLY_FULFILLED: 'partial',
  RESTOCKED: 'restocked',
  UNFULFILLED: null,
  OPEN: null,
  IN_PROGRESS: null,
  PENDING_FULFILLMENT: null,
  ON_HOLD: null,
  SCHEDULED: null,
  REQUEST_DECLINED: null,
  FULFILLMENT_NOT_REQUIRED: null,
};

/** An order on hold or in progress may have shipped in part: its lines tell. */
export function fulfillmentStatus(order: Order, note = silent): FulfillmentStatus | null {
  const status = FULFILLMENT[order.displayFulfillmentStatus];
  if (status === undefined) {
    noteUnknown('fulfillment_status', order.displayFulfillmentStatus, order, note);
    return null;
  }
  if (status !== null) return status;
  const shipped = order.lineItems.nodes.some(
    (line) => line.unfulfilledQuantity < line.currentQuantity,
  );
  return shipped ? 'partial' : null;
}

function lineItem(line: LineItem): Draft<UnifiedLine> {
  const { currentQuantity, unfulfilledQuantity } = line;
  return {
    id: numberOf(line.id),
    product_id: line.product?.legacyResourceId,
    variant_id: line.variant?.legacyResourceId,
    fulfillable_quantity: unfulfilledQuantity,
    quantity: line.quantity,
    grams: line.weight && weightFields(line.weight.value, weightUnit(line.weight.unit)).grams,
    fulfillment_status:
      unfulfilledQuantity >= currentQuantity
        ? null
        : unfulfilledQuantity === 0
          ? 'fulfilled'
          : 'partial',
    sku: filled(line.sku),
    title: line.title,
    variant_title: filled(line.variantTitle),
    name: line.name,
    vendor: filled(line.vendor),
    ...pairOf('price', line.originalUnitPriceSet),
    ...pairOf('total_discount', line.totalDiscountSet),
    requires_shipping: line.requiresShipping,
    gift_card: line.isGiftCard,
    taxable: line.taxable,
    product_exists: line.product !== null,
  };
}

const shippingLine = (line: ShippingLine): Draft<UnifiedShipping> => ({
  id: numberOf(line.id),
  carrier_identifier: filled(line.carrierIdentifier),
  code: filled(line.code),
  title: line.title,
  source: filled(line.source),
  phone: filled(line.phone),
  is_removed: line.isRemoved,
  ...pairOf('price', line.originalPriceSet),
  ...pairOf('discounted_price', line.discountedPriceSet),
  discount_allocations: line.discountAllocations.map((allocation) => ({
    amount: shopAmount(allocation.allocatedAmountSet),
    discount_application_index: allocation.discountApplication.index,
    amount_set: setOf(allocation.allocatedAmountSet),
  })),
});

/** In the order of their index, since allocations point to it. */
const discountsOf = (order: Order): readonly DiscountApplication[] =>
  order.discountApplications.nodes.toSorted((a, b) => a.index - b.index);

const DISCOUNT_TYPES: Readonly<Record<string, string>> = {
  DiscountCodeApplication: 'discount_code',
  AutomaticDiscountApplication: 'automatic',
  ManualDiscountApplication: 'manual',
  ScriptDiscountApplication: 'script',
};

const valueType = ({ value }: DiscountApplication): 'percentage' | 'fixed_amount' =>
  value.percentage === undefined ? 'fixed_amount' : 'percentage';

const discountApplication = (discount: DiscountApplication): Draft<UnifiedDiscount> => ({
  type: DISCOUNT_TYPES[discount.__typename] ?? null,
  code: discount.code ?? null,
  value: discountValue(discount),
  value_type: valueType(discount),
  allocation_method: discount.allocationMethod.toLowerCase(),
  target_selection: discount.targetSelection.toLowerCase(),
  target_type: discount.targetType.toLowerCase(),
});

/** A percentage with at least one decimal ("10.0", "12.5"), or an amount. */
function discountValue({ value }: DiscountApplication): string | null {
  const { percentage, amount, currencyCode } = value;
  if (percentage !== undefined)
    return Number.isInteger(percentage) ? `${percentage}.0` : String(percentage);
  if (amount === undefined || currencyCode === undefined) return null;
  return amountOf({ amount, currencyCode });
}

/** Shopify tells no amount by code: it is what was allocated to lines and shipping. */
function discountCodes(order: Order) {
  const allocations = [...order.lineItems.nodes, ...order.shippingLines.nodes].flatMap(
    (line) => line.discountAllocations,
  );
  return discountsOf(order)
    .filter((discount) => discount.code !== undefined)
    .map((discount) => ({
      code: discount.code ?? null,
      amount: sum(
        allocations
          .filter((allocation) => allocation.discountApplication.index === discount.index)
          .map((allocation) => allocation.allocatedAmountSet.shopMoney.amount),
        decimals(order.currencyCode),
      ),
      type: discount.targetType === 'SHIPPING_LINE' ? 'shipping' : valueType(discount),
    }));
}

function companyOf({ purchasingEntity }: Order) {
  if (!purchasingEntity?.company) return null;
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
    id: native.legacyResourceId,
    created_at: instant(native.createdAt),
    updated_at: instant(native.updatedAt),
    email: filled(email?.emailAddress),
    first_name: filled(native.firstName),
    last_name: filled(native.lastName),
    note: filled(native.note),
    phone: filled(phone?.phoneNumber),
    tags: joined(native.tags, ', '),
    verified_email: native.verifiedEmail,
    tax_exempt: native.taxExempt,
    tax_exemptions: native.taxExemptions.map((exemption) => exemption.toLowerCase()),
    default_address: home && {
      ...address(home),
      id: numberOf(home.id),
      country_name: filled(home.country),
      default: true,
    },
    sms_marketing_consent: phone && smsConsent(phone),
    email_marketing_consent: email && {
      state: lower(email.marketingState),
      opt_in_level: lower(email.marketingOptInLevel),
      consent_updated_at: instant(email.marketingUpdatedAt),
    },
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
    consent_updated_at: instant(consent.updatedAt),
    consent_collected_from: consent.collectedFrom ?? null,
  };
}

const lower = (word: string | null | undefined): string | null => word?.toLowerCase() ?? null;
