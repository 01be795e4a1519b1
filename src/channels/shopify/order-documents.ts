// The GraphQL documents about orders, per API version where versions differ.
import { type MoreOperation, type Operation, PAGE_INFO, perVersion } from './documents.ts';

const MONEY = `
fragment Money on MoneyBag {
  shopMoney { amount currencyCode }
  presentmentMoney { amount currencyCode }
}`;

const ADDRESS = `
fragment Address on MailingAddress {
  id address1 address2 city company country countryCodeV2
  firstName lastName name phone province provinceCode zip
}`;

const ALLOCATIONS = `discountAllocations {
    allocatedAmountSet { ...Money }
    discountApplication { index }
  }`;

const line = (version: string) => `
fragment Line on LineItem {
  id quantity currentQuantity unfulfilledQuantity sku title variantTitle name vendor
  requiresShipping isGiftCard taxable
  ${version >= '2026-07' ? 'weight { unit value }' : ''}
  originalUnitPriceSet { ...Money }
  totalDiscountSet { ...Money }
  ${ALLOCATIONS}
  product { legacyResourceId }
  variant { legacyResourceId }
}`;

const SHIPPING = `
fragment Shipping on ShippingLine {
  id carrierIdentifier code title source phone isRemoved
  originalPriceSet { ...Money }
  discountedPriceSet { ...Money }
  ${ALLOCATIONS}
}`;

const DISCOUNT = `
fragment Discount on DiscountApplication {
  __typename index allocationMethod targetSelection targetType
  value {
    __typename
    ... on MoneyV2 { amount currencyCode }
    ... on PricingPercentageValue { percentage }
  }
  ... on DiscountCodeApplication { code }
  ... on ManualDiscountApplication { title }
}`;

/** From 2026-10 the consent has an object of its own, and the fields beside the number are deprecated. */
const smsConsent = (version: string) =>
  version >= '2026-10'
    ? 'smsMarketingConsent { state optInLevel updatedAt collectedFrom }'
    : 'marketingState marketingOptInLevel marketingUpdatedAt marketingCollectedFrom';

export const MONEY_SETS = [
  'subtotalPriceSet',
  'totalDiscountsSet',
  'totalShippingPriceSet',
  'totalPriceSet',
  'totalTaxSet',
  'totalTipReceivedSet',
  'totalOutstandingSet',
  'currentSubtotalPriceSet',
  'currentTotalDiscountsSet',
  'currentTotalPriceSet',
  'currentTotalTaxSet',
  'currentShippingPriceSet',
  'currentTotalDutiesSet',
  'originalTotalDutiesSet',
  'currentTotalAdditionalFeesSet',
  'originalTotalAdditionalFeesSet',
] as const;

const order = (version: string) => `
fragment Order on Order {
  id legacyResourceId name number sourceIdentifier sourceName poNumber statusPageUrl
  app { id }
  retailLocation { legacyResourceId }
  displayFinancialStatus displayFulfillmentStatus cancelReason confirmed test
  createdAt updatedAt processedAt cancelledAt closedAt
  email phone tags customerLocale note customerAcceptsMarketing taxExempt
  customerJourneySummary { firstVisit { referrerUrl } }
  currencyCode presentmentCurrencyCode taxesIncluded dutiesIncluded estimatedTaxes
  totalWeight paymentGatewayNames
  ${MONEY_SETS.map((set) => `${set} { ...Money }`).join('\n  ')}
  totalCashRoundingAdjustment { paymentSet { shopMoney { amount currencyCode } } }
  billingAddress { ...Address }
  shippingAddress { ...Address }
  purchasingEntity {
    __typename
    ... on PurchasingCompany { company { id } location { id } }
  }
  customer {
    legacyResourceId createdAt updatedAt firstName lastName note tags
    verifiedEmail taxExempt taxExemptions
    defaultEmailAddress { emailAddress marketingState marketingOptInLevel marketingUpdatedAt }
    defaultPhoneNumber { phoneNumber ${smsConsent(version)} }
    defaultAddress { ...Address }
  }
  discountApplications(first: 20) { ${PAGE_INFO} nodes { ...Discount } }
  shippingLines(first: 10, includeRemovals: true) { ${PAGE_INFO} nodes { ...Shipping } }
  lineItems(first: 20) { ${PAGE_INFO} nodes { ...Line } }
}
${line(version)}${SHIPPING}${DISCOUNT}${ADDRESS}${MONEY}`;

export const ordersPage = perVersion<Operation>((version) => ({
  name: 'Orders',
  root: 'orders',
  most: 25,
  points: 170,
  text: `
query Orders($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys!, $reverse: Boolean!) {
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    ${PAGE_INFO}
    nodes { ...Order }
  }
}
${order(version)}`,
}));

export const ordersByIds = perVersion<Operation>((version) => ({
  name: 'OrdersByIds',
  root: 'nodes',
  most: 25,
  points: 170,
  text: `
query OrdersByIds($ids: [ID!]!) {
  nodes(ids: $ids) { __typename ... on Order { ...Order } }
}
${order(version)}`,
}));

export const moreLines = perVersion<MoreOperation>((version) => ({
  name: 'MoreLines',
  root: 'order',
  field: 'lineItems',
  most: 100,
  points: 17,
  text: `
query MoreLines($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    id
    lineItems(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Line } }
  }
}
${line(version)}${MONEY}`,
}));

export const moreShipping: MoreOperation = {
  name: 'MoreShipping',
  root: 'order',
  field: 'shippingLines',
  most: 50,
  points: 14,
  text: `
query MoreShipping($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    id
    shippingLines(first: $first, after: $after, includeRemovals: true) {
      ${PAGE_INFO}
      nodes { ...Shipping }
    }
  }
}
${SHIPPING}${MONEY}`,
};

export const moreDiscounts: MoreOperation = {
  name: 'MoreDiscounts',
  root: 'order',
  field: 'discountApplications',
  most: 100,
  points: 4,
  text: `
query MoreDiscounts($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    id
    discountApplications(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Discount } }
  }
}
${DISCOUNT}`,
};

const SHIPPED = `
fragment Shipped on FulfillmentLineItem { quantity lineItem { id } }`;

/** So many parts of an order are asked for at first, and so many of one that has as many. */
export const PARTS = { first: 10, all: 250 } as const;

/** What is asked for beside orders. It has no cursor: `first` cuts the list off. */
interface Parts {
  readonly field: string;
  readonly fields: string;
  readonly fragments: string;
}

const writeParts = (
  name: string,
  { field, fields, fragments }: Parts,
  how: Pick<Operation, 'most' | 'points'>,
  first: number,
): Operation => ({
  name,
  root: 'nodes',
  ...how,
  text: `
query ${name}($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Order {
      id
      ${field}(first: ${first}) {
        ${fields}
      }
    }
  }
}
${fragments}`,
});

/** A few of many orders, and all of one. */
export interface PartOperations {
  readonly some: Operation;
  readonly all: Operation;
}

const partsOf = (name: string, parts: Parts, points: readonly [some: number, all: number]) => ({
  some: writeParts(name, parts, { most: 25, points: points[0] }, PARTS.first),
  all: writeParts(`All${name}`, parts, { most: 1, points: points[1] }, PARTS.all),
});

const shippedLines = `fulfillmentLineItems(first: 20) { ${PAGE_INFO} nodes { ...Shipped } }`;

/** Only of orders whose lines do not say what has shipped. */
export const fulfillments = partsOf(
  'Fulfillments',
  { field: 'fulfillments', fields: `id status ${shippedLines}`, fragments: SHIPPED },
  [29, 118],
);

/** Of every order, where fulfilments are to be included. */
export const wholeFulfillments = partsOf(
  'WholeFulfillments',
  {
    field: 'fulfillments',
    fields: `id legacyResourceId status displayStatus createdAt updatedAt inTransitAt deliveredAt
        service { handle }
        location { legacyResourceId }
        trackingInfo(first: 50) { company number url }
        ${shippedLines}`,
    fragments: SHIPPED,
  },
  [54, 222],
);

const REFUNDED = `
fragment Refunded on RefundLineItem {
  quantity restockType
  lineItem { id }
  subtotalSet { ...Money }
  totalTaxSet { ...Money }
}`;

const REFUNDED_SHIPPING = `
fragment RefundedShipping on RefundShippingLine {
  subtotalAmountSet { ...Money }
  taxAmountSet { ...Money }
}`;

const ADJUSTED = `
fragment Adjusted on OrderAdjustment {
  amountSet { ...Money }
  taxAmountSet { ...Money }
}`;

/** Of every order, where refunds are to be included. */
export const refunds = partsOf(
  'Refunds',
  {
    field: 'refunds',
    fields: `id legacyResourceId createdAt processedAt note
        totalRefundedSet { ...Money }
        refundLineItems(first: 20) { ${PAGE_INFO} nodes { ...Refunded } }
        refundShippingLines(first: 5) { ${PAGE_INFO} nodes { ...RefundedShipping } }
        orderAdjustments(first: 2) { ${PAGE_INFO} nodes { ...Adjusted } }
        duties { amountSet { ...Money } }
        transactions(first: 5) { ${PAGE_INFO} nodes { status } }`,
    fragments: `${REFUNDED}${REFUNDED_SHIPPING}${ADJUSTED}${MONEY}`,
  },
  [196, 828],
);

const moreOfRefund = (
  name: string,
  field: string,
  nodes: string,
  fragments = '',
): MoreOperation => ({
  name,
  root: 'refund',
  field,
  most: 100,
  points: 9,
  text: `
query ${name}($id: ID!, $first: Int!, $after: String) {
  refund(id: $id) {
    id
    ${field}(first: $first, after: $after) { ${PAGE_INFO} nodes { ${nodes} } }
  }
}
${fragments}`,
});

/** The lists of a refund, by their names. */
export const MORE_OF_REFUND = {
  refundLineItems: moreOfRefund(
    'MoreRefunded',
    'refundLineItems',
    '...Refunded',
    `${REFUNDED}${MONEY}`,
  ),
  refundShippingLines: moreOfRefund(
    'MoreRefundedShipping',
    'refundShippingLines',
    '...RefundedShipping',
    `${REFUNDED_SHIPPING}${MONEY}`,
  ),
  orderAdjustments: moreOfRefund(
    'MoreAdjusted',
    'orderAdjustments',
    '...Adjusted',
    `${ADJUSTED}${MONEY}`,
  ),
  transactions: moreOfRefund('MoreTransactions', 'transactions', 'status'),
} as const;

export const moreShipped: MoreOperation = {
  name: 'MoreShipped',
  root: 'fulfillment',
  field: 'fulfillmentLineItems',
  most: 250,
  points: 4,
  text: `
query MoreShipped($id: ID!, $first: Int!, $after: String) {
  fulfillment(id: $id) {
    id
    fulfillmentLineItems(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Shipped } }
  }
}
${SHIPPED}`,
};
