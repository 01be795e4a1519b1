// The part of the Admin schema about writing: parcels, stock and prices.
import { connectionOf, page } from './shop.ts';

export const writesSdl = /* GraphQL */ `
directive @idempotent(key: String!) on FIELD

extend type Mutation {
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
  fulfillmentTrackingInfoUpdate(fulfillmentId: ID!, notifyCustomer: Boolean, trackingInfoInput: FulfillmentTrackingInput!): FulfillmentTrackingInfoUpdatePayload
  inventoryActivate(available: Int, inventoryItemId: ID!, locationId: ID!): InventoryActivatePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  productVariantsBulkUpdate(allowPartialUpdates: Boolean = false, productId: ID!, variants: [ProductVariantsBulkInput!]!): ProductVariantsBulkUpdatePayload
}

type FulfillmentOrder implements Node {
  assignedLocation: FulfillmentOrderAssignedLocation!
  id: ID!
  lineItems(${page}): FulfillmentOrderLineItemConnection!
  orderId: ID!
  requestStatus: FulfillmentOrderRequestStatus!
  status: FulfillmentOrderStatus!
}

type FulfillmentOrderAssignedLocation {
  location: Location
  name: String!
}

type FulfillmentOrderLineItem implements Node {
  id: ID!
  lineItem: LineItem!
  remainingQuantity: Int!
  requiresShipping: Boolean!
  sku: String
  totalQuantity: Int!
}

enum FulfillmentOrderRequestStatus { ACCEPTED CANCELLATION_ACCEPTED CANCELLATION_REJECTED CANCELLATION_REQUESTED CLOSED REJECTED SUBMITTED UNSUBMITTED }
enum FulfillmentOrderStatus { CANCELLED CLOSED INCOMPLETE IN_PROGRESS ON_HOLD OPEN SCHEDULED }

input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
  notifyCustomer: Boolean = false
  trackingInfo: FulfillmentTrackingInput
}

input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID!
  fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
}

input FulfillmentOrderLineItemInput {
  id: ID!
  quantity: Int!
}

input FulfillmentTrackingInput {
  company: String
  number: String
  numbers: [String!]
  url: URL
  urls: [URL!]
}

type FulfillmentCreatePayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

type FulfillmentTrackingInfoUpdatePayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

type InventoryActivatePayload {
  inventoryLevel: InventoryLevel
  userErrors: [UserError!]!
}

input InventorySetQuantitiesInput {
  ignoreCompareQuantity: Boolean = false @until(version: "2026-01")
  name: String!
  quantities: [InventoryQuantityInput!]!
  reason: String!
  referenceDocumentUri: String
}

input InventoryQuantityInput {
  changeFromQuantity: Int
  compareQuantity: Int @until(version: "2026-01")
  inventoryItemId: ID!
  locationId: ID!
  quantity: Int!
}

type InventorySetQuantitiesPayload {
  inventoryAdjustmentGroup: InventoryAdjustmentGroup
  userErrors: [InventorySetQuantitiesUserError!]!
}

type InventoryAdjustmentGroup implements Node {
  changes: [InventoryChange!]!
  createdAt: DateTime!
  id: ID!
  reason: String!
}

type InventoryChange {
  delta: Int!
  item: InventoryItem
  location: Location
  name: String!
  quantityAfterChange: Int
}

type InventorySetQuantitiesUserError {
  code: InventorySetQuantitiesUserErrorCode
  field: [String!]
  message: String!
}

enum InventorySetQuantitiesUserErrorCode {
  CHANGE_FROM_QUANTITY_STALE COMPARE_QUANTITY_REQUIRED COMPARE_QUANTITY_STALE
  IDEMPOTENCY_CONCURRENT_REQUEST IDEMPOTENCY_KEY_PARAMETER_MISMATCH IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED
  INVALID_INVENTORY_ITEM INVALID_LOCATION INVALID_NAME INVALID_QUANTITY_NEGATIVE INVALID_QUANTITY_TOO_HIGH
  INVALID_QUANTITY_TOO_LOW INVALID_REASON INVALID_REFERENCE_DOCUMENT
  ITEM_NOT_STOCKED_AT_LOCATION @until(version: "2026-07")
  NON_MUTABLE_INVENTORY_ITEM NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR
}

input ProductVariantsBulkInput {
  compareAtPrice: Money
  id: ID
  price: Money
}

type ProductVariantsBulkUpdatePayload {
  product: Product
  productVariants: [ProductVariant!]
  userErrors: [ProductVariantsBulkUpdateUserError!]!
}

type ProductVariantsBulkUpdateUserError {
  code: ProductVariantsBulkUpdateUserErrorCode
  field: [String!]
  message: String!
}

# Of the vendor's codes, those about what can be sent here.
enum ProductVariantsBulkUpdateUserErrorCode {
  INVALID_INPUT INVALID_VALUE NEGATIVE_PRICE_VALUE PRODUCT_DOES_NOT_EXIST
  PRODUCT_VARIANT_DOES_NOT_EXIST PRODUCT_VARIANT_ID_MISSING
}
${['FulfillmentOrder', 'FulfillmentOrderLineItem'].map(connectionOf).join('')}`;
