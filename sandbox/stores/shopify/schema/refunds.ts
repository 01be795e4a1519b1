// The part of the Admin schema about refunds of an order.
import { connectionOf, page } from './shop.ts';

export const refundsSdl = /* GraphQL */ `
type Refund implements Node {
  createdAt: DateTime
  id: ID!
  legacyResourceId: UnsignedInt64!
  note: String
  duties: [RefundDuty!]
  orderAdjustments(${page}): OrderAdjustmentConnection!
  processedAt: DateTime!
  refundLineItems(${page}): RefundLineItemConnection!
  refundShippingLines(${page}): RefundShippingLineConnection!
  totalRefundedSet: MoneyBag!
  transactions(${page}): OrderTransactionConnection!
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

enum RefundLineItemRestockType { CANCEL LEGACY_RESTOCK NO_RESTOCK RETURN }

type RefundShippingLine implements Node {
  id: ID!
  shippingLine: ShippingLine!
  subtotalAmountSet: MoneyBag!
  taxAmountSet: MoneyBag!
}

type OrderAdjustment implements Node {
  amountSet: MoneyBag!
  id: ID!
  reason: OrderAdjustmentDiscrepancyReason
  taxAmountSet: MoneyBag!
}

enum OrderAdjustmentDiscrepancyReason {
  CUSTOMER DAMAGE FULL_RETURN_BALANCING_ADJUSTMENT PENDING_REFUND_DISCREPANCY REFUND_DISCREPANCY RESTOCK
}

type RefundDuty { amountSet: MoneyBag! }

type OrderTransaction implements Node {
  amountSet: MoneyBag!
  id: ID!
  status: OrderTransactionStatus!
}

enum OrderTransactionStatus { AWAITING_RESPONSE ERROR FAILURE PENDING SUCCESS UNKNOWN }

type FulfillmentTrackingInfo {
  company: String
  number: String
  url: URL
}

type FulfillmentService {
  handle: String!
  id: ID!
  serviceName: String!
}

enum FulfillmentDisplayStatus {
  ATTEMPTED_DELIVERY CANCELED CARRIER_PICKED_UP CONFIRMED DELAYED DELIVERED FAILURE FULFILLED
  IN_TRANSIT LABEL_PRINTED LABEL_PURCHASED LABEL_VOIDED MARKED_AS_FULFILLED NOT_DELIVERED
  OUT_FOR_DELIVERY PICKED_UP READY_FOR_PICKUP SUBMITTED
}
${['RefundLineItem', 'RefundShippingLine', 'OrderAdjustment', 'OrderTransaction'].map(connectionOf).join('')}`;
