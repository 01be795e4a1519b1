// The part of the Admin schema about refunds, transactions and fulfillments.

export const paymentsSdl = /* GraphQL */ `
type Refund implements LegacyInteroperability & Node {
  createdAt: DateTime
  id: ID!
  legacyResourceId: UnsignedInt64!
  note: String
  order: Order!
  orderAdjustments(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): OrderAdjustmentConnection!
  processedAt: DateTime!
  refundLineItems(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): RefundLineItemConnection!
  refundShippingLines(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): RefundShippingLineConnection!
  totalRefunded: MoneyV2! @deprecated
  totalRefundedSet: MoneyBag!
  transactions(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): OrderTransactionConnection!
  updatedAt: DateTime!
}

type RefundLineItem {
  id: ID
  lineItem: LineItem!
  location: Location
  priceSet: MoneyBag!
  quantity: Int!
  restockType: RefundLineItemRestockType!
  restocked: Boolean!
  subtotalSet: MoneyBag!
  totalTaxSet: MoneyBag!
}

type RefundLineItemConnection {
  edges: [RefundLineItemEdge!]!
  nodes: [RefundLineItem!]!
  pageInfo: PageInfo!
}

type RefundLineItemEdge {
  cursor: String!
  node: RefundLineItem!
}

enum RefundLineItemRestockType {
  CANCEL LEGACY_RESTOCK NO_RESTOCK RETURN
}

type RefundShippingLine implements Node {
  id: ID!
  shippingLine: ShippingLine!
  subtotalAmountSet: MoneyBag!
  taxAmountSet: MoneyBag!
}

type RefundShippingLineConnection {
  edges: [RefundShippingLineEdge!]!
  nodes: [RefundShippingLine!]!
  pageInfo: PageInfo!
}

type RefundShippingLineEdge {
  cursor: String!
  node: RefundShippingLine!
}

type OrderAdjustment implements Node {
  amountSet: MoneyBag!
  id: ID!
  reason: OrderAdjustmentDiscrepancyReason
  taxAmountSet: MoneyBag!
}

type OrderAdjustmentConnection {
  edges: [OrderAdjustmentEdge!]!
  nodes: [OrderAdjustment!]!
  pageInfo: PageInfo!
}

type OrderAdjustmentEdge {
  cursor: String!
  node: OrderAdjustment!
}

enum OrderAdjustmentDiscrepancyReason {
  CUSTOMER DAMAGE FULL_RETURN_BALANCING_ADJUSTMENT PENDING_REFUND_DISCREPANCY
  REFUND_DISCREPANCY RESTOCK
}

type OrderTransaction implements Node {
  accountNumber: String
  amountSet: MoneyBag!
  authorizationExpiresAt: DateTime
  createdAt: DateTime!
  formattedGateway: String
  gateway: String
  id: ID!
  kind: OrderTransactionKind!
  location: Location
  manualPaymentGateway: Boolean!
  manuallyCapturable: Boolean!
  multiCapturable: Boolean!
  order: Order
  paymentId: String
  processedAt: DateTime
  status: OrderTransactionStatus!
  test: Boolean!
  totalUnsettledSet: MoneyBag
}

type OrderTransactionConnection {
  edges: [OrderTransactionEdge!]!
  nodes: [OrderTransaction!]!
  pageInfo: PageInfo!
}

type OrderTransactionEdge {
  cursor: String!
  node: OrderTransaction!
}

enum OrderTransactionKind {
  AUTHORIZATION CAPTURE CHANGE EMV_AUTHORIZATION REFUND SALE SUGGESTED_REFUND VOID
}

enum OrderTransactionStatus {
  AWAITING_RESPONSE ERROR FAILURE PENDING SUCCESS UNKNOWN
}

type Fulfillment implements LegacyInteroperability & Node {
  createdAt: DateTime!
  deliveredAt: DateTime
  displayStatus: FulfillmentDisplayStatus
  estimatedDeliveryAt: DateTime
  fulfillmentLineItems(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): FulfillmentLineItemConnection!
  id: ID!
  inTransitAt: DateTime
  legacyResourceId: UnsignedInt64!
  location: Location
  name: String!
  order: Order!
  requiresShipping: Boolean!
  status: FulfillmentStatus!
  totalQuantity: Int!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  updatedAt: DateTime!
}

type FulfillmentLineItem implements Node {
  discountedTotalSet: MoneyBag!
  id: ID!
  lineItem: LineItem!
  originalTotalSet: MoneyBag!
  quantity: Int
}

type FulfillmentLineItemConnection {
  edges: [FulfillmentLineItemEdge!]!
  nodes: [FulfillmentLineItem!]!
  pageInfo: PageInfo!
}

type FulfillmentLineItemEdge {
  cursor: String!
  node: FulfillmentLineItem!
}

enum FulfillmentStatus {
  CANCELLED ERROR FAILURE OPEN PENDING SUCCESS
}

enum FulfillmentDisplayStatus {
  ATTEMPTED_DELIVERY CANCELED CARRIER_PICKED_UP CONFIRMED DELAYED DELIVERED FAILURE FULFILLED
  IN_TRANSIT LABEL_PRINTED LABEL_PURCHASED LABEL_VOIDED MARKED_AS_FULFILLED NOT_DELIVERED
  OUT_FOR_DELIVERY PICKED_UP READY_FOR_PICKUP SUBMITTED
}

type FulfillmentTrackingInfo {
  company: String
  number: String
  url: URL
}
`;
