// The part of the Admin schema about orders: lines, discounts, shipping, customers and parcels.
import { connectionOf, page } from './shop.ts';

const discountApplication = `
  allocationMethod: DiscountApplicationAllocationMethod!
  index: Int!
  targetSelection: DiscountApplicationTargetSelection!
  targetType: DiscountApplicationTargetType!
  value: PricingValue!
`;

export const ordersSdl = /* GraphQL */ `
type Order implements Node {
  app: OrderApp
  billingAddress: MailingAddress
  cancelReason: OrderCancelReason
  cancelledAt: DateTime
  closedAt: DateTime
  confirmed: Boolean!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  currentShippingPriceSet: MoneyBag!
  currentSubtotalPriceSet: MoneyBag!
  currentTotalAdditionalFeesSet: MoneyBag
  currentTotalDiscountsSet: MoneyBag!
  currentTotalDutiesSet: MoneyBag
  currentTotalPriceSet: MoneyBag!
  currentTotalTaxSet: MoneyBag!
  customer: Customer
  customerAcceptsMarketing: Boolean!
  customerJourneySummary: CustomerJourneySummary
  customerLocale: String
  discountApplications(${page}): DiscountApplicationConnection!
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  dutiesIncluded: Boolean!
  email: String
  estimatedTaxes: Boolean!
  fulfillmentOrders(${page}): FulfillmentOrderConnection!
  fulfillments(first: Int): [Fulfillment!]!
  id: ID!
  legacyResourceId: UnsignedInt64!
  lineItems(${page}): LineItemConnection!
  name: String!
  note: String
  number: Int!
  originalTotalAdditionalFeesSet: MoneyBag
  originalTotalDutiesSet: MoneyBag
  paymentGatewayNames: [String!]!
  phone: String
  poNumber: String
  presentmentCurrencyCode: CurrencyCode!
  processedAt: DateTime!
  purchasingEntity: PurchasingEntity
  refunds(first: Int): [Refund!]!
  retailLocation: Location
  shippingAddress: MailingAddress
  shippingLines(${page}, includeRemovals: Boolean = false): ShippingLineConnection!
  sourceIdentifier: String
  sourceName: String
  statusPageUrl: URL!
  subtotalPriceSet: MoneyBag
  tags: [String!]!
  taxExempt: Boolean!
  taxesIncluded: Boolean!
  test: Boolean!
  totalCashRoundingAdjustment: CashRoundingAdjustment!
  totalDiscountsSet: MoneyBag
  totalOutstandingSet: MoneyBag!
  totalPriceSet: MoneyBag!
  totalShippingPriceSet: MoneyBag!
  totalTaxSet: MoneyBag
  totalTipReceivedSet: MoneyBag!
  totalWeight: UnsignedInt64
  updatedAt: DateTime!
}

enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }

type OrderApp { id: ID! }

enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }

enum OrderDisplayFinancialStatus {
  AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
}

enum OrderDisplayFulfillmentStatus {
  FULFILLED
  FULFILLMENT_NOT_REQUIRED @since(version: "2026-10")
  IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED
  SCHEDULED UNFULFILLED
}

type CashRoundingAdjustment {
  paymentSet: MoneyBag!
  refundSet: MoneyBag!
}

type LineItem implements Node {
  currentQuantity: Int!
  discountAllocations: [DiscountAllocation!]!
  id: ID!
  isGiftCard: Boolean!
  name: String!
  originalUnitPriceSet: MoneyBag!
  product: Product
  quantity: Int!
  requiresShipping: Boolean!
  sku: String
  taxable: Boolean!
  title: String!
  totalDiscountSet: MoneyBag!
  unfulfilledQuantity: Int!
  variant: ProductVariant
  variantTitle: String
  vendor: String
  weight: Weight @since(version: "2026-07")
}

type ShippingLine {
  carrierIdentifier: String
  code: String
  discountAllocations: [DiscountAllocation!]!
  discountedPriceSet: MoneyBag!
  id: ID
  isRemoved: Boolean!
  originalPriceSet: MoneyBag!
  phone: String
  source: String
  title: String!
}

type DiscountAllocation {
  allocatedAmountSet: MoneyBag!
  discountApplication: DiscountApplication!
}

interface DiscountApplication {${discountApplication}}

type DiscountCodeApplication implements DiscountApplication {${discountApplication}  code: String!
}

type AutomaticDiscountApplication implements DiscountApplication {${discountApplication}  title: String!
}

type ManualDiscountApplication implements DiscountApplication {${discountApplication}  description: String
  title: String!
}

enum DiscountApplicationAllocationMethod { ACROSS EACH ONE }
enum DiscountApplicationTargetSelection { ALL ENTITLED EXPLICIT }
enum DiscountApplicationTargetType { LINE_ITEM SHIPPING_LINE }

union PricingValue = MoneyV2 | PricingPercentageValue

type PricingPercentageValue { percentage: Float! }

type Fulfillment implements Node {
  createdAt: DateTime!
  deliveredAt: DateTime
  displayStatus: FulfillmentDisplayStatus
  fulfillmentLineItems(${page}): FulfillmentLineItemConnection!
  id: ID!
  inTransitAt: DateTime
  legacyResourceId: UnsignedInt64!
  location: Location
  name: String!
  service: FulfillmentService
  status: FulfillmentStatus!
  totalQuantity: Int!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  updatedAt: DateTime!
}

type FulfillmentLineItem implements Node {
  id: ID!
  lineItem: LineItem!
  quantity: Int
}

enum FulfillmentStatus { CANCELLED ERROR FAILURE OPEN PENDING SUCCESS }

type MailingAddress implements Node {
  id: ID!
  firstName: String, lastName: String, name: String, company: String, phone: String
  address1: String, address2: String, zip: String, city: String
  province: String, provinceCode: String, country: String, countryCodeV2: CountryCode
}

type Customer implements Node {
  createdAt: DateTime!
  defaultAddress: MailingAddress
  defaultEmailAddress: CustomerEmailAddress
  defaultPhoneNumber: CustomerPhoneNumber
  firstName: String
  id: ID!
  lastName: String
  legacyResourceId: UnsignedInt64!
  note: String
  tags: [String!]!
  taxExempt: Boolean!
  taxExemptions: [TaxExemption!]!
  updatedAt: DateTime!
  verifiedEmail: Boolean!
}

enum TaxExemption { EU_REVERSE_CHARGE_EXEMPTION_RULE }

type CustomerEmailAddress {
  emailAddress: String!
  marketingOptInLevel: CustomerMarketingOptInLevel
  marketingState: CustomerEmailAddressMarketingState!
  marketingUpdatedAt: DateTime
}

enum CustomerEmailAddressMarketingState { INVALID NOT_SUBSCRIBED PENDING SUBSCRIBED UNSUBSCRIBED }
enum CustomerMarketingOptInLevel { CONFIRMED_OPT_IN SINGLE_OPT_IN UNKNOWN }

type CustomerPhoneNumber {
  marketingCollectedFrom: CustomerConsentCollectedFrom @deprecated
  marketingOptInLevel: CustomerMarketingOptInLevel @deprecated
  marketingState: CustomerSmsMarketingState! @deprecated
  marketingUpdatedAt: DateTime @deprecated
  phoneNumber: String!
  smsMarketingConsent: CustomerSmsMarketingConsent! @since(version: "2026-10")
}

enum CustomerSmsMarketingState { NOT_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED }
enum CustomerConsentCollectedFrom { OTHER SHOPIFY }

type CustomerSmsMarketingConsent @since(version: "2026-10") {
  collectedFrom: CustomerConsentCollectedFrom
  optInLevel: CustomerMarketingOptInLevel
  state: CustomerMarketingConsentState!
  updatedAt: DateTime
}

enum CustomerMarketingConsentState @since(version: "2026-07") {
  NEVER_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED
}

union PurchasingEntity = Customer | PurchasingCompany

type PurchasingCompany {
  company: Company!
  location: CompanyLocation!
}

type Company implements Node { id: ID! }

type CompanyLocation implements Node { id: ID! }

type CustomerJourneySummary { firstVisit: CustomerVisit }

type CustomerVisit implements Node {
  id: ID!
  referrerUrl: URL
}
${['Order', 'LineItem', 'ShippingLine', 'DiscountApplication', 'FulfillmentLineItem'].map(connectionOf).join('')}`;
