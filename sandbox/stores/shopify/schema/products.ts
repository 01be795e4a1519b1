// The part of the Admin schema about products, variants, media and inventory.

export const productsSdl = /* GraphQL */ `
type Product implements LegacyInteroperability & Node {
  bodyHtml: String @deprecated
  collections(
    after: String
    before: String
    first: Int
    last: Int
    query: String
    reverse: Boolean = false
    sortKey: CollectionSortKeys = ID
  ): CollectionConnection!
  compareAtPriceRange: ProductCompareAtPriceRange
  createdAt: DateTime!
  defaultCursor: String!
  description(truncateAt: Int): String!
  descriptionHtml: HTML!
  featuredImage: Image @deprecated
  featuredMedia: Media
  handle: String!
  hasOnlyDefaultVariant: Boolean!
  hasOutOfStockVariants: Boolean!
  id: ID!
  images(
    after: String
    before: String
    crop: CropRegion
    first: Int
    last: Int
    maxHeight: Int
    maxWidth: Int
    reverse: Boolean = false
    scale: Int = 1
    sortKey: ProductImageSortKeys = POSITION
  ): ImageConnection! @deprecated
  inCollection(id: ID!): Boolean!
  isGiftCard: Boolean!
  legacyResourceId: UnsignedInt64!
  media(
    after: String
    before: String
    first: Int
    last: Int
    query: String
    reverse: Boolean = false
    sortKey: ProductMediaSortKeys = POSITION
  ): MediaConnection!
  mediaCount: Count
  onlineStorePreviewUrl: URL
  onlineStoreUrl: URL
  options(first: Int): [ProductOption!]!
  priceRangeV2: ProductPriceRangeV2!
  productType: String!
  publishedAt: DateTime
  requiresSellingPlan: Boolean!
  seo: SEO!
  status: ProductStatus!
  tags: [String!]!
  templateSuffix: String
  title: String!
  totalInventory: Int!
  totalVariants: Int! @deprecated
  tracksInventory: Boolean!
  updatedAt: DateTime!
  variants(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
    sortKey: ProductVariantSortKeys = POSITION
  ): ProductVariantConnection!
  variantsCount: Count
  vendor: String!
}

type ProductConnection {
  edges: [ProductEdge!]!
  nodes: [Product!]!
  pageInfo: PageInfo!
}

type ProductEdge {
  cursor: String!
  node: Product!
}

enum ProductSortKeys {
  CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE PUBLISHED_AT RELEVANCE TITLE UPDATED_AT VENDOR
}

enum ProductStatus {
  ACTIVE ARCHIVED DRAFT UNLISTED
}

type ProductPriceRangeV2 {
  maxVariantPrice: MoneyV2!
  minVariantPrice: MoneyV2!
}

type ProductCompareAtPriceRange {
  maxVariantCompareAtPrice: MoneyV2!
  minVariantCompareAtPrice: MoneyV2!
}

type SEO {
  description: String
  title: String
}

type ProductOption implements Node {
  id: ID!
  name: String!
  optionValues: [ProductOptionValue!]!
  position: Int!
  values: [String!]!
}

type ProductOptionValue implements Node {
  hasVariants: Boolean!
  id: ID!
  name: String!
}

type SelectedOption {
  name: String!
  optionValue: ProductOptionValue!
  value: String!
}

type ProductVariant implements LegacyInteroperability & Node {
  availableForSale: Boolean!
  barcode: String
  compareAtPrice: Money
  createdAt: DateTime!
  defaultCursor: String!
  displayName: String!
  id: ID!
  image(crop: CropRegion, maxHeight: Int, maxWidth: Int, scale: Int = 1): Image @deprecated
  inventoryItem: InventoryItem!
  inventoryPolicy: ProductVariantInventoryPolicy!
  inventoryQuantity: Int
  legacyResourceId: UnsignedInt64!
  media(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): MediaConnection!
  position: Int!
  price: Money!
  product: Product!
  requiresComponents: Boolean!
  selectedOptions: [SelectedOption!]!
  sellableOnlineQuantity: Int!
  sku: String
  taxable: Boolean!
  title: String!
  updatedAt: DateTime!
}

type ProductVariantConnection {
  edges: [ProductVariantEdge!]!
  nodes: [ProductVariant!]!
  pageInfo: PageInfo!
}

type ProductVariantEdge {
  cursor: String!
  node: ProductVariant!
}

enum ProductVariantSortKeys {
  FULL_TITLE ID INVENTORY_LEVELS_AVAILABLE INVENTORY_MANAGEMENT INVENTORY_POLICY
  INVENTORY_QUANTITY NAME POPULAR POSITION RELEVANCE SKU TITLE
}

enum ProductVariantInventoryPolicy {
  CONTINUE DENY
}

type Collection implements Node {
  descriptionHtml: HTML!
  handle: String!
  id: ID!
  legacyResourceId: UnsignedInt64!
  title: String!
  updatedAt: DateTime!
}

type CollectionConnection {
  edges: [CollectionEdge!]!
  nodes: [Collection!]!
  pageInfo: PageInfo!
}

type CollectionEdge {
  cursor: String!
  node: Collection!
}

enum CollectionSortKeys {
  ID RELEVANCE TITLE UPDATED_AT
}

interface Media {
  alt: String
  id: ID!
  mediaContentType: MediaContentType!
  preview: MediaPreviewImage
  status: MediaStatus!
}

type MediaImage implements Media & Node {
  alt: String
  createdAt: DateTime!
  id: ID!
  image: Image
  mediaContentType: MediaContentType!
  mimeType: String
  preview: MediaPreviewImage
  status: MediaStatus!
  updatedAt: DateTime!
}

type MediaConnection {
  edges: [MediaEdge!]!
  nodes: [Media!]!
  pageInfo: PageInfo!
}

type MediaEdge {
  cursor: String!
  node: Media!
}

enum MediaContentType {
  EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO
}

enum MediaStatus {
  FAILED PROCESSING READY UPLOADED
}

type MediaPreviewImage {
  image: Image
  status: MediaPreviewImageStatus!
}

enum MediaPreviewImageStatus {
  FAILED PROCESSING READY UPLOADED
}

enum ProductMediaSortKeys {
  ID POSITION
}

type Image {
  altText: String
  height: Int
  id: ID
  originalSrc: URL! @deprecated
  src: URL! @deprecated
  url(transform: ImageTransformInput): URL!
  width: Int
}

type ImageConnection {
  edges: [ImageEdge!]!
  nodes: [Image!]!
  pageInfo: PageInfo!
}

type ImageEdge {
  cursor: String!
  node: Image!
}

input ImageTransformInput {
  crop: CropRegion
  maxHeight: Int
  maxWidth: Int
  preferredContentType: ImageContentType
  scale: Int = 1
}

enum CropRegion {
  BOTTOM CENTER LEFT RIGHT TOP
}

enum ImageContentType {
  JPG PNG WEBP
}

enum ProductImageSortKeys {
  CREATED_AT ID POSITION
}

type InventoryItem implements LegacyInteroperability & Node {
  countryCodeOfOrigin: CountryCode
  createdAt: DateTime!
  duplicateSkuCount: Int!
  harmonizedSystemCode: String
  id: ID!
  inventoryHistoryUrl: URL
  inventoryLevel(
    includeInactive: Boolean = false @since(version: "2026-04")
    locationId: ID!
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
  legacyResourceId: UnsignedInt64!
  locationsCount: Count
  measurement: InventoryItemMeasurement!
  provinceCodeOfOrigin: String
  requiresShipping: Boolean!
  sku: String
  tracked: Boolean!
  unitCost: MoneyV2
  updatedAt: DateTime!
  variant: ProductVariant! @deprecated
}

type InventoryItemConnection {
  edges: [InventoryItemEdge!]!
  nodes: [InventoryItem!]!
  pageInfo: PageInfo!
}

type InventoryItemEdge {
  cursor: String!
  node: InventoryItem!
}

type InventoryItemMeasurement implements Node {
  id: ID!
  weight: Weight
}

type InventoryLevel implements Node {
  canDeactivate: Boolean!
  createdAt: DateTime!
  deactivationAlert: String
  id: ID!
  isActive: Boolean! @since(version: "2026-04")
  item: InventoryItem!
  location: Location!
  quantities(names: [String!]!): [InventoryQuantity!]!
  updatedAt: DateTime!
}

type InventoryLevelConnection {
  edges: [InventoryLevelEdge!]!
  nodes: [InventoryLevel!]!
  pageInfo: PageInfo!
}

type InventoryLevelEdge {
  cursor: String!
  node: InventoryLevel!
}

type InventoryQuantity implements Node {
  id: ID!
  name: String!
  quantity: Int!
  updatedAt: DateTime
}
`;
