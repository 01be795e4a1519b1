// Shopify's shapes, only what we read: GraphQL Admin API, versions 2026-01 to 2026-10.
import { isRecord, parts } from '../kit/loose.ts';
import { identifier } from '../kit/text.ts';

/** A page of a list. */
export interface Connection<T> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly T[];
}

/** An amount such as "24.5": Shopify writes as few decimals as it can. */
export interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

export interface MoneyBag {
  readonly shopMoney: Money;
  readonly presentmentMoney: Money;
}

export interface Weight {
  readonly unit: string;
  readonly value: number;
}

export interface Address {
  readonly id: string;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly company: string | null;
  readonly country: string | null;
  readonly countryCodeV2: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
}

export interface Customer {
  readonly legacyResourceId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
  readonly verifiedEmail: boolean;
  readonly taxExempt: boolean;
  readonly taxExemptions: readonly string[];
  readonly defaultEmailAddress: {
    readonly emailAddress: string;
    readonly marketingState: string;
    readonly marketingOptInLevel: string | null;
    readonly marketingUpdatedAt: string | null;
  } | null;
  readonly defaultPhoneNumber: PhoneNumber | null;
  readonly defaultAddress: Address | null;
}

/** The consent stands beside the number before 2026-10, and in an object of its own since. */
export interface PhoneNumber {
  readonly phoneNumber: string;
  readonly marketingState?: string;
  readonly marketingOptInLevel?: string | null;
  readonly marketingUpdatedAt?: string | null;
  readonly marketingCollectedFrom?: string | null;
  readonly smsMarketingConsent?: {
    readonly state: string;
    readonly optInLevel: string | null;
    readonly updatedAt: string | null;
    readonly collectedFrom: string | null;
  };
}

export interface DiscountApplication {
  readonly __typename: string;
  readonly index: number;
  readonly allocationMethod: string;
  readonly targetSelection: string;
  readonly targetType: string;
  readonly value: Partial<Money> & { readonly __typename?: string; readonly percentage?: number };
  /** Of a DiscountCodeApplication only. */
  readonly code?: string;
}

export interface DiscountAllocation {
  readonly allocatedAmountSet: MoneyBag;
  readonly discountApplication: { readonly index: number };
}

export interface ShippingLine {
  readonly id: string | null;
  readonly carrierIdentifier: string | null;
  readonly code: string | null;
  readonly title: string;
  readonly source: string | null;
  readonly phone: string | null;
  readonly isRemoved: boolean;
  readonly originalPriceSet: MoneyBag;
  readonly discountedPriceSet: MoneyBag;
  readonly discountAllocations: readonly DiscountAllocation[];
}

export interface LineItem {
  readonly id: string;
  readonly quantity: number;
  readonly currentQuantity: number;
  readonly unfulfilledQuantity: number;
  readonly sku: string | null;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly name: string;
  readonly vendor: string | null;
  readonly requiresShipping: boolean;
  readonly isGiftCard: boolean;
  readonly taxable: boolean;
  /** Since 2026-07. */
  readonly weight?: Weight | null;
  readonly originalUnitPriceSet: MoneyBag;
  readonly totalDiscountSet: MoneyBag;
  readonly discountAllocations: readonly DiscountAllocation[];
  /** Null where it was deleted or never was one; absent where it is withheld. */
  readonly product?: { readonly legacyResourceId: string } | null;
  readonly variant?: { readonly legacyResourceId: string } | null;
}

/** One parcel, or whatever else left the merchant at once. */
export interface Fulfillment {
  readonly id: string;
  readonly status: string;
  readonly fulfillmentLineItems: Connection<{
    readonly quantity: number | null;
    readonly lineItem: { readonly id: string };
  }>;
}

export interface Order {
  readonly id: string;
  readonly legacyResourceId: string;
  readonly name: string;
  readonly number: number;
  readonly sourceIdentifier: string | null;
  readonly sourceName: string | null;
  readonly poNumber: string | null;
  readonly statusPageUrl: string | null;
  readonly app: { readonly id: string } | null;
  readonly retailLocation: { readonly legacyResourceId: string } | null;
  readonly displayFinancialStatus: string | null;
  readonly displayFulfillmentStatus: string;
  readonly cancelReason: string | null;
  readonly confirmed: boolean;
  readonly test: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly processedAt: string;
  readonly cancelledAt: string | null;
  readonly closedAt: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tags: readonly string[];
  readonly customerLocale: string | null;
  readonly note: string | null;
  readonly customerAcceptsMarketing: boolean;
  readonly taxExempt: boolean;
  readonly customerJourneySummary: {
    readonly firstVisit: { readonly referrerUrl: string | null } | null;
  } | null;
  readonly currencyCode: string;
  readonly presentmentCurrencyCode: string;
  readonly taxesIncluded: boolean;
  /** Whether duties are part of the prices of the lines. */
  readonly dutiesIncluded: boolean;
  /** What was paid in cash beyond the total, or less, for want of small coins. */
  readonly totalCashRoundingAdjustment: {
    readonly paymentSet: { readonly shopMoney: Money };
  };
  readonly estimatedTaxes: boolean;
  /** Grams, an integer written as text. */
  readonly totalWeight: string | null;
  readonly paymentGatewayNames: readonly string[];
  readonly subtotalPriceSet: MoneyBag | null;
  readonly totalDiscountsSet: MoneyBag | null;
  readonly totalShippingPriceSet: MoneyBag;
  readonly totalPriceSet: MoneyBag;
  readonly totalTaxSet: MoneyBag | null;
  readonly totalTipReceivedSet: MoneyBag;
  readonly totalOutstandingSet: MoneyBag;
  readonly currentSubtotalPriceSet: MoneyBag;
  readonly currentTotalDiscountsSet: MoneyBag;
  readonly currentTotalPriceSet: MoneyBag;
  readonly currentTotalTaxSet: MoneyBag;
  readonly currentTotalDutiesSet: MoneyBag | null;
  readonly originalTotalDutiesSet: MoneyBag | null;
  readonly currentTotalAdditionalFeesSet: MoneyBag | null;
  readonly originalTotalAdditionalFeesSet: MoneyBag | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: Address | null;
  /** A customer, of whom nothing is read here, or a company and its location. */
  readonly purchasingEntity: {
    readonly company?: { readonly id: string };
    readonly location?: { readonly id: string };
  } | null;
  readonly customer: Customer | null;
  readonly discountApplications: Connection<DiscountApplication>;
  readonly shippingLines: Connection<ShippingLine>;
  readonly lineItems: Connection<LineItem>;
  /** Fetched beside the order, where its lines do not say what has shipped. */
  readonly fulfillments?: readonly Fulfillment[];
}

export interface InventoryLevel {
  readonly location: { readonly legacyResourceId: string; readonly name: string };
  readonly quantities: readonly { readonly name: string; readonly quantity: number }[];
}

export interface InventoryItem {
  readonly id: string;
  readonly legacyResourceId: string;
  readonly tracked: boolean;
  readonly requiresShipping: boolean;
  readonly measurement: { readonly weight: Weight | null };
  /** Fetched beside the product, for tracked items. */
  readonly inventoryLevels?: Connection<InventoryLevel>;
}

export interface Variant {
  readonly id: string;
  readonly legacyResourceId: string;
  readonly title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly position: number;
  readonly inventoryQuantity: number | null;
  readonly inventoryPolicy: string;
  readonly taxable: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly selectedOptions: readonly { readonly name: string; readonly value: string }[];
  readonly inventoryItem: InventoryItem;
  readonly media: Pick<Connection<{ readonly id: string }>, 'nodes'>;
}

export interface Media {
  readonly id: string;
  readonly alt: string | null;
  /** Null while Shopify still works on an upload; absent on what is no image. */
  readonly image?: {
    readonly url: string;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
}

export interface Product {
  readonly id: string;
  readonly legacyResourceId: string;
  readonly title: string;
  readonly descriptionHtml: string;
  readonly vendor: string;
  readonly productType: string;
  readonly handle: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  readonly onlineStoreUrl: string | null;
  /** Asked for with the filter `collection_id`. */
  readonly inCollection?: boolean;
  readonly options: readonly {
    readonly id: string;
    readonly name: string;
    readonly position: number;
    readonly optionValues: readonly { readonly name: string }[];
  }[];
  readonly featuredMedia: { readonly id: string } | null;
  readonly media: Connection<Media>;
  readonly variants: Connection<Variant>;
  /** Of the shop, since prices of products carry none. */
  readonly shopCurrencyCode: string;
}

/** Whether it is an object that says something. */
export const isFilled = <T extends object>(value: T | null | undefined): value is T =>
  isRecord(value) && Object.keys(value).length > 0;

/** The records of a list; none where there is no list. */
export const nodesOf = <T extends object>(
  list: Pick<Connection<T>, 'nodes'> | null | undefined,
): readonly T[] => parts(list?.nodes);

/** The texts of a list; none where there is no list. */
export const texts = (list: readonly string[] | null | undefined): readonly string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];

/** The number a record goes by, which its global id ends with too. */
export const recordId = (record: {
  readonly id?: string;
  readonly legacyResourceId?: string;
}): string | null => identifier(record.legacyResourceId) ?? numberOf(record.id);

/** The number at the end of `gid://shopify/Order/123` or `gid://…/123?model_name=Address`. */
export function numberOf(gid: string | null | undefined): string | null {
  return typeof gid === 'string' ? (/\/(\d+)(?:\?.*)?$/.exec(gid)?.[1] ?? null) : null;
}

/** What a query cost, and what is left. */
export interface Cost {
  readonly requestedQueryCost?: number;
  /** Null when the query was not run. */
  readonly actualQueryCost?: number | null;
  readonly throttleStatus?: {
    readonly maximumAvailable?: number;
    readonly currentlyAvailable?: number;
    readonly restoreRate?: number;
  };
}

export const costOf = (body: unknown): Cost =>
  (body as { extensions?: { cost?: Cost } } | undefined)?.extensions?.cost ?? {};
