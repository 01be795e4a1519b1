// The part of the Admin schema about products, variants, media and stock.
import { connectionOf, page } from './shop.ts';

export const productsSdl = /* GraphQL */ `
type Product implements Node {
  createdAt: DateTime!
  descriptionHtml: HTML!
  featuredMedia: Media
  handle: String!
  id: ID!
  inCollection(id: ID!): Boolean!
  legacyResourceId: UnsignedInt64!
  media(${page}, query: String): MediaConnection!
  onlineStoreUrl: URL
  options(first: Int): [ProductOption!]!
  productType: String!
  publishedAt: DateTime
  status: ProductStatus!
  tags: [String!]!
  title: String!
  totalInventory: Int!
  updatedAt: DateTime!
  variants(${page}): ProductVariantConnection!
  vendor: String!
}

enum ProductSortKeys { CREATED_AT ID PUBLISHED_AT UPDATED_AT }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }

type ProductOption implements Node {
  id: ID!
  name: String!
  optionValues: [ProductOptionValue!]!
  position: Int!
}

type ProductOptionValue implements Node {
  id: ID!
  name: String!
}

type ProductVariant implements Node {
  barcode: String
  compareAtPrice: Money
  createdAt: DateTime!
  id: ID!
  inventoryItem: InventoryItem!
  inventoryPolicy: ProductVariantInventoryPolicy!
  inventoryQuantity: Int
  legacyResourceId: UnsignedInt64!
  media(${page}): MediaConnection!
  position: Int!
  price: Money!
  product: Product!
  selectedOptions: [SelectedOption!]!
  sku: String
  taxable: Boolean!
  title: String!
  updatedAt: DateTime!
}

enum ProductVariantInventoryPolicy { CONTINUE DENY }

type SelectedOption {
  name: String!
  value: String!
}

interface Media {
  alt: String
  id: ID!
}

type MediaImage implements Media & Node {
  alt: String
  id: ID!
  image: Image
}

type Image {
  height: Int
  url: URL!
  width: Int
}

type InventoryItem implements Node {
  id: ID!
  inventoryLevel(locationId: ID!): InventoryLevel
  inventoryLevels(${page}): InventoryLevelConnection!
  legacyResourceId: UnsignedInt64!
  measurement: InventoryItemMeasurement!
  requiresShipping: Boolean!
  tracked: Boolean!
}

type InventoryItemMeasurement { weight: Weight }

type InventoryLevel {
  location: Location!
  quantities(names: [String!]!): [InventoryQuantity!]!
}

type InventoryQuantity {
  name: String!
  quantity: Int!
}
${['Product', 'ProductVariant', 'Media', 'InventoryLevel'].map(connectionOf).join('')}`;
