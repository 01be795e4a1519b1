// The GraphQL documents, per API version where versions differ, and what each costs.

/** One document: where its answer stands, how much may be asked at once, and at what cost. */
export interface Operation {
  readonly root: string;
  readonly text: string;
  /** The most records asked for at once. */
  readonly most: number;
  /** About what it costs in points: so many, and so many a record. Shopify tells the truth after. */
  readonly points: readonly [base: number, each: number];
}

/** The next page of a list inside one record. */
export interface MoreOperation extends Operation {
  readonly field: string;
}

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

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

const MONEY_SETS = [
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
];

const order = (version: string) => `
fragment Order on Order {
  id legacyResourceId name number sourceIdentifier sourceName poNumber statusPageUrl
  app { id }
  retailLocation { legacyResourceId }
  displayFinancialStatus displayFulfillmentStatus cancelReason confirmed test
  createdAt updatedAt processedAt cancelledAt closedAt
  email phone tags customerLocale note customerAcceptsMarketing taxExempt
  customerJourneySummary { firstVisit { referrerUrl } }
  currencyCode presentmentCurrencyCode taxesIncluded estimatedTaxes totalWeight paymentGatewayNames
  ${MONEY_SETS.map((set) => `${set} { ...Money }`).join('\n  ')}
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

/** Written once a version; there are only as many as the channel speaks. */
function perVersion<T>(write: (version: string) => T): (version: string) => T {
  const written = new Map<string, T>();
  return (version) => {
    const known = written.get(version) ?? write(version);
    written.set(version, known);
    return known;
  };
}

export const ordersPage = perVersion<Operation>((version) => ({
  root: 'orders',
  most: 25,
  points: [10, 12],
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
  root: 'nodes',
  most: 25,
  points: [10, 12],
  text: `
query OrdersByIds($ids: [ID!]!) {
  nodes(ids: $ids) { __typename ... on Order { ...Order } }
}
${order(version)}`,
}));

export const moreLines = perVersion<MoreOperation>((version) => ({
  root: 'order',
  field: 'lineItems',
  most: 100,
  points: [5, 3],
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
  root: 'order',
  field: 'shippingLines',
  most: 50,
  points: [5, 3],
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
  root: 'order',
  field: 'discountApplications',
  most: 100,
  points: [5, 1],
  text: `
query MoreDiscounts($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    id
    discountApplications(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Discount } }
  }
}
${DISCOUNT}`,
};

/** A variant has one image at most, so one is all of them. */
const VARIANT = `
fragment Variant on ProductVariant {
  id legacyResourceId title sku barcode price compareAtPrice position
  inventoryQuantity inventoryPolicy taxable createdAt updatedAt
  selectedOptions { name value }
  inventoryItem { id legacyResourceId tracked requiresShipping measurement { weight { unit value } } }
  media(first: 1) { nodes { id } }
}`;

const IMAGE = `
fragment Picture on Media {
  __typename id alt
  ... on MediaImage { image { url width height } }
}`;

const product = (inCollection: boolean) => `
fragment Product on Product {
  id legacyResourceId title descriptionHtml vendor productType handle status tags
  createdAt updatedAt publishedAt onlineStoreUrl
  ${inCollection ? 'inCollection(id: $collection)' : ''}
  options { id name position optionValues { name } }
  featuredMedia { __typename id }
  media(first: 20, query: "media_type:IMAGE") { ${PAGE_INFO} nodes { ...Picture } }
  variants(first: 50) { ${PAGE_INFO} nodes { ...Variant } }
}
${VARIANT}${IMAGE}`;

const collectionVariable = (inCollection: boolean) => (inCollection ? ', $collection: ID!' : '');

const writeProductsPage = (inCollection: boolean): Operation => ({
  root: 'products',
  most: 25,
  points: [10, 12],
  text: `
query Products($first: Int!, $after: String, $query: String${collectionVariable(inCollection)}) {
  shop { currencyCode }
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    ${PAGE_INFO}
    nodes { ...Product }
  }
}
${product(inCollection)}`,
});

const writeProductsByIds = (inCollection: boolean): Operation => ({
  root: 'nodes',
  most: 25,
  points: [10, 12],
  text: `
query ProductsByIds($ids: [ID!]!${collectionVariable(inCollection)}) {
  shop { currencyCode }
  nodes(ids: $ids) { __typename ... on Product { ...Product } }
}
${product(inCollection)}`,
});

export const productsPage = writeProductsPage(false);
export const productsPageOfCollection = writeProductsPage(true);
export const productsByIds = writeProductsByIds(false);
export const productsByIdsOfCollection = writeProductsByIds(true);

export const moreVariants: MoreOperation = {
  root: 'product',
  field: 'variants',
  most: 250,
  points: [5, 2],
  text: `
query MoreVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) {
    id
    variants(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Variant } }
  }
}
${VARIANT}`,
};

export const moreMedia: MoreOperation = {
  root: 'product',
  field: 'media',
  most: 250,
  points: [5, 1],
  text: `
query MoreMedia($id: ID!, $first: Int!, $after: String) {
  product(id: $id) {
    id
    media(first: $first, after: $after, query: "media_type:IMAGE") {
      ${PAGE_INFO}
      nodes { ...Picture }
    }
  }
}
${IMAGE}`,
};

const LEVEL = `
fragment Level on InventoryLevel {
  location { legacyResourceId name }
  quantities(names: ["available"]) { name quantity }
}`;

export const inventoryLevels: Operation = {
  root: 'nodes',
  most: 50,
  points: [5, 4],
  text: `
query InventoryLevels($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on InventoryItem {
      id
      inventoryLevels(first: 20) { ${PAGE_INFO} nodes { ...Level } }
    }
  }
}
${LEVEL}`,
};

export const moreLevels: MoreOperation = {
  root: 'inventoryItem',
  field: 'inventoryLevels',
  most: 100,
  points: [5, 2],
  text: `
query MoreLevels($id: ID!, $first: Int!, $after: String) {
  inventoryItem(id: $id) {
    id
    inventoryLevels(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Level } }
  }
}
${LEVEL}`,
};

export const installation: Operation = {
  root: 'currentAppInstallation',
  most: 1,
  points: [3, 0],
  text: `
query Installation {
  currentAppInstallation { app { id } accessScopes { handle } }
}`,
};

export const credentialCheck: Operation = {
  root: 'shop',
  most: 1,
  points: [4, 0],
  text: `
query CredentialCheck {
  shop { name myshopifyDomain }
  currentAppInstallation { accessScopes { handle } }
}`,
};
