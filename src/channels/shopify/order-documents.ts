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
  points: 167,
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
  points: 167,
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

/** Fulfilments have no cursor: `first` cuts the list off. */
const shipments = (first: number) => `fulfillments(first: ${first}) {
        id status
        fulfillmentLineItems(first: 20) { ${PAGE_INFO} nodes { ...Shipped } }
      }`;

const SHIPPED = `
fragment Shipped on FulfillmentLineItem { quantity lineItem { id } }`;

/** So many fulfilments of an order are asked for at first, and so many of one that has as many. */
export const FULFILLMENTS = { first: 10, all: 250 } as const;

const writeFulfillments = (name: string, most: number, first: number): Operation => ({
  name,
  root: 'nodes',
  most,
  points: first === FULFILLMENTS.first ? 29 : 118,
  text: `
query ${name}($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Order {
      id
      ${shipments(first)}
    }
  }
}
${SHIPPED}`,
});

/** Asked for beside the orders, and only of those whose lines do not say what has shipped. */
export const fulfillments = writeFulfillments('Fulfillments', 25, FULFILLMENTS.first);
export const allFulfillments = writeFulfillments('AllFulfillments', 1, FULFILLMENTS.all);

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
