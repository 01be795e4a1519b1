// The part of the Admin schema about orders, their lines, discounts and shipping.

export const ordersSdl = /* GraphQL */ `
type Order implements LegacyInteroperability & Node {
  app: OrderApp
  billingAddress: MailingAddress
  billingAddressMatchesShippingAddress: Boolean!
  canMarkAsPaid: Boolean!
  canNotifyCustomer: Boolean!
  cancelReason: OrderCancelReason
  cancelledAt: DateTime
  capturable: Boolean!
  cartDiscountAmountSet: MoneyBag
  cartToken: String @since(version: "2026-07")
  checkoutToken: String @since(version: "2026-07")
  clientIp: String
  closed: Boolean!
  closedAt: DateTime
  confirmationNumber: String
  confirmed: Boolean!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  currentCartDiscountAmountSet: MoneyBag!
  currentShippingPriceSet: MoneyBag!
  currentSubtotalLineItemsQuantity: Int!
  currentSubtotalPriceSet: MoneyBag!
  currentTaxLines: [TaxLine!]!
  currentTotalAdditionalFeesSet: MoneyBag
  currentTotalDiscountsSet: MoneyBag!
  currentTotalDutiesSet: MoneyBag
  currentTotalPriceSet: MoneyBag!
  currentTotalTaxSet: MoneyBag!
  currentTotalWeight: UnsignedInt64!
  customAttributes: [Attribute!]!
  customer: Customer
  customerAcceptsMarketing: Boolean!
  customerJourneySummary: CustomerJourneySummary
  customerLocale: String
  discountApplications(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): DiscountApplicationConnection!
  discountCode: String
  discountCodes: [String!]!
  displayAddress: MailingAddress
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  dutiesIncluded: Boolean!
  edited: Boolean!
  email: String
  estimatedTaxes: Boolean!
  fulfillable: Boolean!
  fulfillments(first: Int, query: String): [Fulfillment!]!
  fulfillmentsCount: Count
  fullyPaid: Boolean!
  id: ID!
  landingPageUrl: URL @deprecated
  legacyResourceId: UnsignedInt64!
  lineItems(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): LineItemConnection!
  merchantEditable: Boolean!
  name: String!
  netPaymentSet: MoneyBag!
  nonFulfillableLineItems(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): LineItemConnection!
  note: String
  number: Int!
  originalTotalAdditionalFeesSet: MoneyBag
  originalTotalDutiesSet: MoneyBag
  originalTotalPriceSet: MoneyBag!
  paymentGatewayNames: [String!]!
  phone: String
  physicalLocation: Location @deprecated
  poNumber: String
  presentmentCurrencyCode: CurrencyCode!
  processedAt: DateTime!
  purchasingEntity: PurchasingEntity
  referrerUrl: URL @deprecated
  refundDiscrepancySet: MoneyBag!
  refundable: Boolean!
  refunds(first: Int): [Refund!]!
  registeredSourceUrl: URL
  requiresShipping: Boolean!
  restockable: Boolean!
  retailLocation: Location
  returnStatus: OrderReturnStatus!
  shippingAddress: MailingAddress
  shippingLine: ShippingLine
  shippingLines(
    after: String
    before: String
    first: Int
    includeRemovals: Boolean = false
    last: Int
    reverse: Boolean = false
  ): ShippingLineConnection!
  sourceIdentifier: String
  sourceName: String
  statusPageUrl(audience: Audience, notificationUsage: NotificationUsage): URL!
  subtotalLineItemsQuantity: Int!
  subtotalPrice: Money @deprecated
  subtotalPriceSet: MoneyBag
  tags: [String!]!
  taxExempt: Boolean!
  taxLines: [TaxLine!]!
  taxesIncluded: Boolean!
  test: Boolean!
  totalCapturableSet: MoneyBag!
  totalCashRoundingAdjustment: CashRoundingAdjustment!
  totalDiscounts: Money @deprecated
  totalDiscountsSet: MoneyBag
  totalOutstandingSet: MoneyBag!
  totalPrice: Money! @deprecated
  totalPriceSet: MoneyBag!
  totalReceivedSet: MoneyBag!
  totalRefunded: Money! @deprecated
  totalRefundedSet: MoneyBag!
  totalRefundedShippingSet: MoneyBag!
  totalShippingPriceSet: MoneyBag!
  totalTax: Money @deprecated
  totalTaxSet: MoneyBag
  totalTipReceivedSet: MoneyBag!
  totalWeight: UnsignedInt64
  transactions(capturable: Boolean, first: Int, manuallyResolvable: Boolean): [OrderTransaction!]!
  transactionsCount: Count
  unpaid: Boolean!
  updatedAt: DateTime!
}

type OrderConnection {
  edges: [OrderEdge!]!
  nodes: [Order!]!
  pageInfo: PageInfo!
}

type OrderEdge {
  cursor: String!
  node: Order!
}

enum OrderSortKeys {
  CREATED_AT CURRENT_TOTAL_PRICE CUSTOMER_NAME DESTINATION FINANCIAL_STATUS FULFILLMENT_STATUS
  ID ORDER_NUMBER PO_NUMBER PROCESSED_AT RELEVANCE TOTAL_ITEMS_QUANTITY TOTAL_PRICE UPDATED_AT
}

type OrderApp {
  id: ID!
  name: String!
}

enum OrderCancelReason {
  CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF
}

enum OrderDisplayFinancialStatus {
  AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
}

enum OrderDisplayFulfillmentStatus {
  FULFILLED
  FULFILLMENT_NOT_REQUIRED @since(version: "2026-10")
  IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED
  SCHEDULED UNFULFILLED
}

enum OrderReturnStatus {
  INSPECTION_COMPLETE IN_PROGRESS NO_RETURN RETURNED RETURN_FAILED RETURN_REQUESTED
}

type CashRoundingAdjustment {
  paymentSet: MoneyBag!
  refundSet: MoneyBag!
}

enum Audience {
  CUSTOMERVIEW MERCHANTVIEW
}

enum NotificationUsage {
  SMS WEB
}

type LineItem implements Node {
  currentQuantity: Int!
  customAttributes: [Attribute!]!
  discountAllocations: [DiscountAllocation!]!
  discountedTotalSet(withCodeDiscounts: Boolean = false): MoneyBag!
  discountedUnitPriceAfterAllDiscountsSet: MoneyBag!
  discountedUnitPriceSet: MoneyBag!
  fulfillableQuantity: Int! @deprecated
  fulfillmentStatus: String! @deprecated
  id: ID!
  isGiftCard: Boolean!
  merchantEditable: Boolean!
  name: String!
  nonFulfillableQuantity: Int!
  originalTotalSet: MoneyBag!
  originalUnitPrice: Money! @deprecated
  originalUnitPriceSet: MoneyBag!
  priceAfterAllDiscountsBeforeTaxesSet: MoneyBag! @since(version: "2026-07")
  product: Product
  quantity: Int!
  refundableQuantity: Int!
  requiresShipping: Boolean!
  restockable: Boolean!
  sku: String
  taxLines(first: Int): [TaxLine!]!
  taxable: Boolean!
  title: String!
  totalDiscountSet: MoneyBag!
  unfulfilledDiscountedTotalSet: MoneyBag!
  unfulfilledOriginalTotalSet: MoneyBag!
  unfulfilledQuantity: Int!
  variant: ProductVariant
  variantTitle: String
  vendor: String
  weight: Weight @since(version: "2026-07")
}

type LineItemConnection {
  edges: [LineItemEdge!]!
  nodes: [LineItem!]!
  pageInfo: PageInfo!
}

type LineItemEdge {
  cursor: String!
  node: LineItem!
}

type TaxLine {
  channelLiable: Boolean
  price: Money! @deprecated
  priceSet: MoneyBag!
  rate: Float
  ratePercentage: Float
  source: String
  title: String!
}

type DiscountAllocation {
  allocatedAmount: MoneyV2! @deprecated
  allocatedAmountSet: MoneyBag!
  discountApplication: DiscountApplication!
}

interface DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  value: PricingValue!
}

type DiscountApplicationConnection {
  edges: [DiscountApplicationEdge!]!
  nodes: [DiscountApplication!]!
  pageInfo: PageInfo!
}

type DiscountApplicationEdge {
  cursor: String!
  node: DiscountApplication!
}

enum DiscountApplicationAllocationMethod {
  ACROSS EACH ONE
}

enum DiscountApplicationTargetSelection {
  ALL ENTITLED EXPLICIT
}

enum DiscountApplicationTargetType {
  LINE_ITEM SHIPPING_LINE
}

type DiscountCodeApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  code: String!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  value: PricingValue!
}

type AutomaticDiscountApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  title: String!
  value: PricingValue!
}

type ManualDiscountApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  description: String
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  title: String!
  value: PricingValue!
}

type ScriptDiscountApplication implements DiscountApplication {
  allocationMethod: DiscountApplicationAllocationMethod!
  description: String! @deprecated
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  title: String!
  value: PricingValue!
}

union PricingValue = MoneyV2 | PricingPercentageValue

type PricingPercentageValue {
  percentage: Float!
}

type ShippingLine {
  carrierIdentifier: String
  code: String
  currentDiscountedPriceSet: MoneyBag!
  custom: Boolean!
  deliveryCategory: String
  discountAllocations: [DiscountAllocation!]!
  discountedPrice: MoneyV2! @deprecated
  discountedPriceSet: MoneyBag!
  id: ID
  isRemoved: Boolean!
  originalPrice: MoneyV2! @deprecated
  originalPriceSet: MoneyBag!
  phone: String
  price: Money! @deprecated
  shippingRateHandle: String
  source: String
  taxLines: [TaxLine!]!
  title: String!
}

type ShippingLineConnection {
  edges: [ShippingLineEdge!]!
  nodes: [ShippingLine!]!
  pageInfo: PageInfo!
}

type ShippingLineEdge {
  cursor: String!
  node: ShippingLine!
}
`;
