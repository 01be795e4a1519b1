// The part of the Admin schema about customers, addresses, companies and visits.

export const customersSdl = /* GraphQL */ `
type MailingAddress implements Node {
  address1: String
  address2: String
  city: String
  company: String
  coordinatesValidated: Boolean!
  country: String
  countryCode: String @deprecated
  countryCodeV2: CountryCode
  firstName: String
  formatted(withCompany: Boolean = true, withName: Boolean = false): [String!]!
  formattedArea: String
  id: ID!
  lastName: String
  latitude: Float
  longitude: Float
  name: String
  phone: String
  province: String
  provinceCode: String
  timeZone: String
  zip: String
}

type MailingAddressConnection {
  edges: [MailingAddressEdge!]!
  nodes: [MailingAddress!]!
  pageInfo: PageInfo!
}

type MailingAddressEdge {
  cursor: String!
  node: MailingAddress!
}

type Customer implements LegacyInteroperability & Node {
  addresses(first: Int): [MailingAddress!]! @deprecated
  addressesV2(
    after: String
    before: String
    first: Int
    last: Int
    reverse: Boolean = false
  ): MailingAddressConnection!
  createdAt: DateTime!
  defaultAddress: MailingAddress
  defaultEmailAddress: CustomerEmailAddress
  defaultPhoneNumber: CustomerPhoneNumber
  displayName: String!
  email: String @deprecated
  firstName: String
  id: ID!
  lastName: String
  legacyResourceId: UnsignedInt64!
  locale: String!
  note: String
  numberOfOrders: UnsignedInt64!
  phone: String @deprecated
  state: CustomerState!
  tags: [String!]!
  taxExempt: Boolean!
  taxExemptions: [TaxExemption!]!
  updatedAt: DateTime!
  verifiedEmail: Boolean!
}

enum CustomerState {
  DECLINED DISABLED ENABLED INVITED
}

type CustomerEmailAddress {
  emailAddress: String!
  marketingOptInLevel: CustomerMarketingOptInLevel
  marketingState: CustomerEmailAddressMarketingState!
  marketingUpdatedAt: DateTime
  openTrackingLevel: CustomerEmailAddressOpenTrackingLevel!
  validFormat: Boolean!
}

enum CustomerEmailAddressMarketingState {
  INVALID NOT_SUBSCRIBED PENDING SUBSCRIBED UNSUBSCRIBED
}

enum CustomerEmailAddressOpenTrackingLevel {
  OPTED_IN OPTED_OUT UNKNOWN
}

enum CustomerMarketingOptInLevel {
  CONFIRMED_OPT_IN SINGLE_OPT_IN UNKNOWN
}

type CustomerPhoneNumber {
  marketingCollectedFrom: CustomerConsentCollectedFrom @deprecated
  marketingOptInLevel: CustomerMarketingOptInLevel @deprecated
  marketingState: CustomerSmsMarketingState! @deprecated
  marketingUpdatedAt: DateTime @deprecated
  phoneNumber: String!
  smsMarketingConsent: CustomerSmsMarketingConsent! @since(version: "2026-10")
}

enum CustomerSmsMarketingState {
  NOT_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED
}

enum CustomerConsentCollectedFrom {
  OTHER SHOPIFY
}

type CustomerSmsMarketingConsent @since(version: "2026-10") {
  collectedFrom: CustomerConsentCollectedFrom
  optInLevel: CustomerMarketingOptInLevel
  state: CustomerMarketingConsentState!
  updatedAt: DateTime
}

enum CustomerMarketingConsentState @since(version: "2026-07") {
  NEVER_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED
}

enum TaxExemption {
  CA_BC_COMMERCIAL_FISHERY_EXEMPTION CA_BC_CONTRACTOR_EXEMPTION
  CA_BC_PRODUCTION_AND_MACHINERY_EXEMPTION CA_BC_RESELLER_EXEMPTION
  CA_BC_SUB_CONTRACTOR_EXEMPTION CA_DIPLOMAT_EXEMPTION CA_MB_COMMERCIAL_FISHERY_EXEMPTION
  CA_MB_FARMER_EXEMPTION CA_MB_RESELLER_EXEMPTION CA_NL_VPT_RESELLER_EXEMPTION
  CA_NS_COMMERCIAL_FISHERY_EXEMPTION CA_NS_FARMER_EXEMPTION CA_ON_PURCHASE_EXEMPTION
  CA_PE_COMMERCIAL_FISHERY_EXEMPTION CA_SK_COMMERCIAL_FISHERY_EXEMPTION
  CA_SK_CONTRACTOR_EXEMPTION CA_SK_FARMER_EXEMPTION CA_SK_PRODUCTION_AND_MACHINERY_EXEMPTION
  CA_SK_RESELLER_EXEMPTION CA_SK_SUB_CONTRACTOR_EXEMPTION CA_SK_VPT_RESELLER_EXEMPTION
  CA_STATUS_CARD_EXEMPTION EU_REVERSE_CHARGE_EXEMPTION_RULE US_AK_RESELLER_EXEMPTION
  US_AL_RESELLER_EXEMPTION US_AR_RESELLER_EXEMPTION US_AZ_RESELLER_EXEMPTION
  US_CA_RESELLER_EXEMPTION US_CO_RESELLER_EXEMPTION US_CT_RESELLER_EXEMPTION
  US_DC_RESELLER_EXEMPTION US_DE_RESELLER_EXEMPTION US_FL_RESELLER_EXEMPTION
  US_GA_RESELLER_EXEMPTION US_HI_RESELLER_EXEMPTION US_IA_RESELLER_EXEMPTION
  US_ID_RESELLER_EXEMPTION US_IL_RESELLER_EXEMPTION US_IN_RESELLER_EXEMPTION
  US_KS_RESELLER_EXEMPTION US_KY_RESELLER_EXEMPTION US_LA_RESELLER_EXEMPTION
  US_MA_RESELLER_EXEMPTION US_MD_RESELLER_EXEMPTION US_ME_RESELLER_EXEMPTION
  US_MI_RESELLER_EXEMPTION US_MN_RESELLER_EXEMPTION US_MO_RESELLER_EXEMPTION
  US_MS_RESELLER_EXEMPTION US_MT_RESELLER_EXEMPTION US_NC_RESELLER_EXEMPTION
  US_ND_RESELLER_EXEMPTION US_NE_RESELLER_EXEMPTION US_NH_RESELLER_EXEMPTION
  US_NJ_RESELLER_EXEMPTION US_NM_RESELLER_EXEMPTION US_NV_RESELLER_EXEMPTION
  US_NY_RESELLER_EXEMPTION US_OH_RESELLER_EXEMPTION US_OK_RESELLER_EXEMPTION
  US_OR_RESELLER_EXEMPTION US_PA_RESELLER_EXEMPTION US_RI_RESELLER_EXEMPTION
  US_SC_RESELLER_EXEMPTION US_SD_RESELLER_EXEMPTION US_TN_RESELLER_EXEMPTION
  US_TX_RESELLER_EXEMPTION US_UT_RESELLER_EXEMPTION US_VA_RESELLER_EXEMPTION
  US_VT_RESELLER_EXEMPTION US_WA_RESELLER_EXEMPTION US_WI_RESELLER_EXEMPTION
  US_WV_RESELLER_EXEMPTION US_WY_RESELLER_EXEMPTION
}

union PurchasingEntity = Customer | PurchasingCompany

type PurchasingCompany {
  company: Company!
  location: CompanyLocation!
}

type Company implements Node {
  createdAt: DateTime!
  customerSince: DateTime!
  externalId: String
  id: ID!
  name: String!
  note: String
  updatedAt: DateTime!
}

type CompanyLocation implements Node {
  company: Company!
  createdAt: DateTime!
  currency: CurrencyCode!
  externalId: String
  id: ID!
  locale: String
  name: String!
  note: String
  phone: String
  taxRegistrationId: String @deprecated
  updatedAt: DateTime!
}

type CustomerJourneySummary {
  customerOrderIndex: Int
  daysToConversion: Int
  firstVisit: CustomerVisit
  lastVisit: CustomerVisit
  ready: Boolean!
}

type CustomerVisit implements Node {
  id: ID!
  landingPage: URL
  occurredAt: DateTime!
  referralCode: String
  referrerUrl: URL
  source: String!
  utmParameters: UTMParameters
}

type UTMParameters {
  campaign: String
  content: String
  medium: String
  source: String
  term: String
}
`;
