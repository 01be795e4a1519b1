// The part of the Admin schema about the query root, the shop, the app and locations.

export const shopSdl = /* GraphQL */ `
type QueryRoot {
  currentAppInstallation: AppInstallation!
  fulfillment(id: ID!): Fulfillment
  inventoryItem(id: ID!): InventoryItem
  inventoryItems(
    after: String
    before: String
    first: Int
    last: Int
    query: String
    reverse: Boolean = false
  ): InventoryItemConnection!
  location(id: ID): Location
  locations(
    after: String
    before: String
    first: Int
    includeInactive: Boolean = false
    includeLegacy: Boolean = false
    last: Int
    query: String
    reverse: Boolean = false
    sortKey: LocationSortKeys = NAME
  ): LocationConnection!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orderByIdentifier(identifier: OrderIdentifierInput!): Order
  orders(
    after: String
    before: String
    first: Int
    last: Int
    query: String
    reverse: Boolean = false
    savedSearchId: ID
    sortKey: OrderSortKeys = PROCESSED_AT
  ): OrderConnection!
  ordersCount(limit: Int = 10000, query: String, savedSearchId: ID): Count
  product(id: ID!): Product
  productByHandle(handle: String!): Product @deprecated
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  productVariant(id: ID!): ProductVariant
  productVariantByIdentifier(identifier: ProductVariantIdentifierInput!): ProductVariant
  productVariants(
    after: String
    before: String
    first: Int
    last: Int
    query: String
    reverse: Boolean = false
    savedSearchId: ID
    sortKey: ProductVariantSortKeys = ID
  ): ProductVariantConnection!
  productVariantsCount(limit: Int = 10000, query: String): Count
  products(
    after: String
    before: String
    first: Int
    last: Int
    query: String
    reverse: Boolean = false
    savedSearchId: ID
    sortKey: ProductSortKeys = ID
  ): ProductConnection!
  productsCount(limit: Int = 10000, query: String, savedSearchId: ID): Count
  refund(id: ID!): Refund
  shop: Shop!
}

interface Node {
  id: ID!
}

interface LegacyInteroperability {
  legacyResourceId: UnsignedInt64!
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

type Count {
  count: Int!
  precision: CountPrecision!
}

enum CountPrecision {
  AT_LEAST EXACT
}

type MoneyBag {
  presentmentMoney: MoneyV2!
  shopMoney: MoneyV2!
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type Attribute {
  key: String!
  value: String
}

type Shop implements Node {
  contactEmail: String!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  description: String
  email: String!
  enabledPresentmentCurrencies: [CurrencyCode!]!
  ianaTimezone: String!
  id: ID!
  myshopifyDomain: String!
  name: String!
  orderNumberFormatPrefix: String!
  orderNumberFormatSuffix: String!
  plan: ShopPlan!
  primaryDomain: Domain!
  setupRequired: Boolean!
  shopAddress: ShopAddress!
  shopOwnerName: String!
  taxShipping: Boolean!
  taxesIncluded: Boolean!
  timezoneAbbreviation: String!
  timezoneOffset: String!
  timezoneOffsetMinutes: Int!
  unitSystem: UnitSystem!
  updatedAt: DateTime!
  url: URL!
  weightUnit: WeightUnit!
}

type ShopPlan {
  displayName: String! @deprecated
  partnerDevelopment: Boolean!
  publicDisplayName: String!
  shopifyPlus: Boolean!
}

type ShopAddress implements Node {
  address1: String
  address2: String
  city: String
  company: String
  coordinatesValidated: Boolean!
  country: String
  countryCode: String @deprecated
  countryCodeV2: CountryCode
  firstName: String @deprecated
  formatted(withCompany: Boolean = true): [String!]!
  formattedArea: String
  id: ID!
  lastName: String @deprecated
  latitude: Float
  longitude: Float
  name: String @deprecated
  phone: String
  province: String
  provinceCode: String
  zip: String
}

type Domain implements Node {
  host: String!
  id: ID!
  sslEnabled: Boolean!
  url: URL!
}

enum UnitSystem {
  IMPERIAL_SYSTEM METRIC_SYSTEM
}

enum WeightUnit {
  GRAMS KILOGRAMS OUNCES POUNDS
}

type Weight {
  unit: WeightUnit!
  value: Float!
}

type App implements Node {
  apiKey: String!
  developerName: String
  developerType: AppDeveloperType!
  embedded: Boolean!
  handle: String
  id: ID!
  published: Boolean!
  title: String!
}

enum AppDeveloperType {
  MERCHANT PARTNER SHOPIFY UNKNOWN
}

type AppInstallation implements Node {
  accessScopes: [AccessScope!]!
  app: App!
  id: ID!
  launchUrl: URL!
  uninstallUrl: URL
}

type AccessScope {
  description: String!
  handle: String!
}

type Location implements LegacyInteroperability & Node {
  activatable: Boolean!
  address: LocationAddress!
  addressVerified: Boolean!
  createdAt: DateTime!
  deactivatable: Boolean!
  deactivatedAt: String
  deletable: Boolean!
  fulfillsOnlineOrders: Boolean!
  hasActiveInventory: Boolean!
  hasUnfulfilledOrders: Boolean!
  id: ID!
  inventoryLevel(
    includeInactive: Boolean = false @since(version: "2026-04")
    inventoryItemId: ID!
  ): InventoryLevel
  inventoryLevels(
    after: String
    before: String
    first: Int
    includeInactive: Boolean = false @since(version: "2026-04")
    last: Int
    query: String
    reverse: Boolean = false
  ): InventoryLevelConnection!
  isActive: Boolean!
  isFulfillmentService: Boolean!
  isPrimary: Boolean! @deprecated
  legacyResourceId: UnsignedInt64!
  name: String!
  shipsInventory: Boolean!
  updatedAt: DateTime!
}

type LocationConnection {
  edges: [LocationEdge!]!
  nodes: [Location!]!
  pageInfo: PageInfo!
}

type LocationEdge {
  cursor: String!
  node: Location!
}

enum LocationSortKeys {
  ID NAME RELEVANCE
}

type LocationAddress {
  address1: String
  address2: String
  city: String
  country: String
  countryCode: String
  formatted: [String!]!
  latitude: Float
  longitude: Float
  phone: String
  province: String
  provinceCode: String
  zip: String
}

input OrderIdentifierInput @oneOf {
  id: ID
}

input ProductIdentifierInput @oneOf {
  id: ID
  handle: String
}

input ProductVariantIdentifierInput @oneOf {
  id: ID
}
`;
