// Shopify's shapes, only what we read: GraphQL Admin API, versions 2026-01 to 2026-10.
import { isRecord, membersOf, parts } from '../kit/loose.ts';
import { identifier } from '../kit/text.ts';
import type { MONEY_SETS } from './order-documents.ts';

/** Fields of one kind. Any text may be null: Shopify's own or one that it withholds. */
type Texts<Names extends string> = { readonly [Name in Names]: string | null };
type Flags<Names extends string> = { readonly [Name in Names]: boolean };
type Numbers<Names extends string> = { readonly [Name in Names]: number };
type Bags<Names extends string> = { readonly [Name in Names]: MoneyBag | null };

/** A page of a list. */
export interface Connection<T> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly T[];
}

/** What has a number beside its global id. */
interface Numbered {
  readonly id: string;
  readonly legacyResourceId: string;
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

export interface Address
  extends Texts<'address1' | 'address2' | 'city' | 'company' | 'country' | 'countryCodeV2'>,
    Texts<'firstName' | 'lastName' | 'name' | 'phone' | 'province' | 'provinceCode' | 'zip'> {
  readonly id: string;
}

export interface Customer
  extends Texts<'legacyResourceId' | 'createdAt' | 'updatedAt' | 'firstName' | 'lastName' | 'note'>,
    Flags<'verifiedEmail' | 'taxExempt'> {
  readonly tags: readonly string[];
  readonly taxExemptions: readonly string[];
  readonly defaultEmailAddress: EmailAddress | null;
  readonly defaultPhoneNumber: PhoneNumber | null;
  readonly defaultAddress: Address | null;
}

type EmailAddress = Texts<
  'emailAddress' | 'marketingState' | 'marketingOptInLevel' | 'marketingUpdatedAt'
>;

/** The consent stands beside the number before 2026-10, and in an object of its own since. */
export interface PhoneNumber
  extends Partial<Texts<'marketingState' | 'marketingOptInLevel'>>,
    Partial<Texts<'marketingUpdatedAt' | 'marketingCollectedFrom'>> {
  readonly phoneNumber: string;
  readonly smsMarketingConsent?: Texts<'state' | 'optInLevel' | 'updatedAt' | 'collectedFrom'>;
}

export interface DiscountApplication
  extends Texts<'__typename' | 'allocationMethod' | 'targetSelection' | 'targetType'> {
  readonly index: number;
  readonly value: Partial<Money> & { readonly __typename?: string; readonly percentage?: number };
  /** Of a DiscountCodeApplication only. */
  readonly code?: string;
}

export interface DiscountAllocation {
  readonly allocatedAmountSet: MoneyBag;
  readonly discountApplication: { readonly index: number };
}

export interface ShippingLine
  extends Texts<'id' | 'carrierIdentifier' | 'code' | 'title' | 'source' | 'phone'>,
    Bags<'originalPriceSet' | 'discountedPriceSet'> {
  readonly isRemoved: boolean;
  readonly discountAllocations: readonly DiscountAllocation[];
}

export interface LineItem
  extends Numbers<'quantity' | 'currentQuantity' | 'unfulfilledQuantity'>,
    Texts<'sku' | 'title' | 'variantTitle' | 'name' | 'vendor'>,
    Flags<'requiresShipping' | 'isGiftCard' | 'taxable'>,
    Bags<'originalUnitPriceSet' | 'totalDiscountSet'> {
  readonly id: string;
  /** Since 2026-07. */
  readonly weight?: Weight | null;
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

export interface Order
  extends Numbered,
    Texts<'name' | 'sourceIdentifier' | 'sourceName' | 'poNumber' | 'statusPageUrl'>,
    Texts<'displayFinancialStatus' | 'displayFulfillmentStatus' | 'cancelReason'>,
    Texts<'createdAt' | 'updatedAt' | 'processedAt' | 'cancelledAt' | 'closedAt'>,
    Texts<'email' | 'phone' | 'customerLocale' | 'note'>,
    Texts<'currencyCode' | 'presentmentCurrencyCode'>,
    Flags<'confirmed' | 'test' | 'customerAcceptsMarketing' | 'taxExempt'>,
    Flags<'taxesIncluded' | 'estimatedTaxes'>,
    Bags<(typeof MONEY_SETS)[number]> {
  readonly number: number;
  readonly app: { readonly id: string } | null;
  readonly retailLocation: { readonly legacyResourceId: string } | null;
  readonly tags: readonly string[];
  readonly customerJourneySummary: {
    readonly firstVisit: { readonly referrerUrl: string | null } | null;
  } | null;
  /** Whether duties are part of the prices of the lines. */
  readonly dutiesIncluded: boolean;
  /** What was paid in cash beyond the total, or less, for want of small coins. */
  readonly totalCashRoundingAdjustment: {
    readonly paymentSet: { readonly shopMoney: Money };
  };
  /** Grams, an integer written as text. */
  readonly totalWeight: string | null;
  readonly paymentGatewayNames: readonly string[];
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

export interface InventoryItem extends Numbered, Flags<'tracked' | 'requiresShipping'> {
  readonly measurement: { readonly weight: Weight | null };
  /** Fetched beside the product, for tracked items. */
  readonly inventoryLevels?: Connection<InventoryLevel>;
}

export interface Variant
  extends Numbered,
    Texts<'title' | 'sku' | 'barcode' | 'price' | 'compareAtPrice' | 'inventoryPolicy'>,
    Texts<'createdAt' | 'updatedAt'> {
  readonly position: number;
  readonly inventoryQuantity: number | null;
  readonly taxable: boolean;
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

export interface Product
  extends Numbered,
    Texts<'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'handle' | 'status'>,
    Texts<'createdAt' | 'updatedAt' | 'publishedAt' | 'onlineStoreUrl'> {
  readonly tags: readonly string[];
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

/** One entry of `errors`. */
export interface GraphqlError {
  readonly message?: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly requiredAccess?: string };
}

/** The body's `errors`, where it is the list that GraphQL answers with. */
export function errorsOf(body: unknown): readonly GraphqlError[] {
  const { errors } = membersOf(body);
  return Array.isArray(errors) ? errors.filter(isRecord<GraphqlError>) : [];
}

export const codeOf = ({ extensions }: GraphqlError): string => extensions?.code ?? '';
