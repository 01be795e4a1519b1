// The part of the Admin schema about the query root, the shop, the app and what all records share.

/** The arguments of every connection. */
export const page = 'after: String, first: Int, reverse: Boolean = false';

export const connectionOf = (type: string): string => `
type ${type}Connection {
  nodes: [${type}!]!
  pageInfo: PageInfo!
}
`;

export const shopSdl = /* GraphQL */ `
type QueryRoot {
  currentAppInstallation: AppInstallation!
  fulfillment(id: ID!): Fulfillment
  inventoryItem(id: ID!): InventoryItem
  locations(${page}): LocationConnection!
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orders(${page}, query: String, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  product(id: ID!): Product
  products(${page}, query: String, sortKey: ProductSortKeys = ID): ProductConnection!
  refund(id: ID!): Refund
  shop: Shop!
  webhookSubscriptions(${page}, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
}

interface Node { id: ID! }

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

type MoneyBag {
  presentmentMoney: MoneyV2!
  shopMoney: MoneyV2!
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

# Of codes that only leave the store, those of the catalogue.
enum CurrencyCode { EUR GBP JPY KWD USD }
enum CountryCode { BE CH DE FR GB JP KW NL US }

type Weight {
  unit: WeightUnit!
  value: Float!
}

enum WeightUnit { GRAMS KILOGRAMS OUNCES POUNDS }

type Shop implements Node {
  currencyCode: CurrencyCode!
  id: ID!
  myshopifyDomain: String!
  name: String!
}

type AppInstallation implements Node {
  accessScopes: [AccessScope!]!
  app: App!
  id: ID!
}

type App implements Node { id: ID! }

type AccessScope { handle: String! }

type Location implements Node {
  id: ID!
  isActive: Boolean!
  legacyResourceId: UnsignedInt64!
  name: String!
}
${connectionOf('Location')}`;
