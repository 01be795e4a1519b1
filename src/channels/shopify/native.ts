// Shopify's shapes, only what we read: GraphQL Admin API, versions 2026-01 to 2026-10.
import { isRecord, membersOf, parts } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';
import type { MONEY_SETS } from './order-documents.ts';

type Flags<Names extends string> = { readonly [Name in Names]: boolean };
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

export interface Address
  extends Unread<'address1' | 'address2' | 'city' | 'company' | 'country' | 'countryCodeV2'>,
    Unread<'firstName' | 'lastName' | 'name' | 'phone' | 'province' | 'provinceCode' | 'zip'> {
  readonly id: string;
}

export interface Customer
  extends Unread<
      'legacyResourceId' | 'createdAt' | 'updatedAt' | 'firstName' | 'lastName' | 'note'
    >,
    Flags<'verifiedEmail' | 'taxExempt'> {
  readonly tags: readonly string[];
  readonly taxExemptions: readonly string[];
  readonly defaultEmailAddress: EmailAddress | null;
  readonly defaultPhoneNumber: PhoneNumber | null;
  readonly defaultAddress: Address | null;
}

type EmailAddress = Unread<
  'emailAddress' | 'marketingState' | 'marketingOptInLevel' | 'marketingUpdatedAt'
>;

/** The consent stands beside the number before 2026-10, and in an object of its own since. */
export interface PhoneNumber
  extends Unread<'phoneNumber' | 'marketingState' | 'marketingOptInLevel'>,
    Unread<'marketingUpdatedAt' | 'marketingCollectedFrom'> {
  readonly smsMarketingConsent?: Unread<'state' | 'optInLevel' | 'updatedAt' | 'collectedFrom'>;
}

export interface DiscountApplication
  extends Unread<'__typename' | 'allocationMethod' | 'targetSelection' | 'targetType'> {
  readonly index: number;
  readonly value: Partial<Money> & { readonly __typename?: string; readonly percentage?: number };
  /** Of a DiscountCodeApplication only. */
  readonly code?: string;
  /** Of a ManualDiscountApplication only. */
  readonly title?: string;
}

export interface DiscountAllocation {
  readonly allocatedAmountSet: MoneyBag;
  readonly discountApplication: { readonly index: number };
}

export interface ShippingLine
  extends Unread<'id' | 'carrierIdentifier' | 'code' | 'title' | 'source' | 'phone'>,
    Bags<'originalPriceSet' | 'discountedPriceSet'> {
  readonly isRemoved: boolean;
  readonly discountAllocations: readonly DiscountAllocation[];
}

export interface LineItem
  extends Unread<'sku' | 'title' | 'variantTitle' | 'name' | 'vendor'>,
    Flags<'requiresShipping' | 'isGiftCard' | 'taxable'>,
    Bags<'originalUnitPriceSet' | 'totalDiscountSet'> {
  readonly id: string;
  readonly quantity: number;
  readonly currentQuantity: number;
  readonly unfulfilledQuantity: number;
  /** Since 2026-07. */
  readonly weight?: Unread<'unit' | 'value'> | null;
  readonly discountAllocations: readonly DiscountAllocation[];
  /** Null where it was deleted or never was one; absent where it is withheld. */
  readonly product?: { readonly legacyResourceId: string } | null;
  readonly variant?: { readonly legacyResourceId: string } | null;
}

/** One parcel, or whatever else left the merchant together; what is not sure is asked for on request. */
export interface Fulfillment
  extends Partial<Numbered>,
    Unread<'displayStatus' | 'createdAt' | 'updatedAt' | 'inTransitAt' | 'deliveredAt'> {
  readonly id: string;
  readonly status: string;
  readonly service?: Unread<'handle'> | null;
  readonly location?: { readonly legacyResourceId: string } | null;
  readonly trackingInfo?: readonly Unread<'company' | 'number' | 'url'>[] | null;
  readonly fulfillmentLineItems: Connection<{
    readonly quantity: number | null;
    readonly lineItem: { readonly id: string };
  }>;
}

/** What was given back together. */
export interface Refund
  extends Partial<Numbered>,
    Unread<'createdAt' | 'processedAt' | 'note'>,
    Partial<Bags<'totalRefundedSet'>> {
  readonly id: string;
  readonly refundLineItems: Connection<RefundLine>;
  readonly refundShippingLines: Connection<Partial<Bags<'subtotalAmountSet' | 'taxAmountSet'>>>;
  /** What was given back beyond lines and shipping is below zero, what was kept of them above. */
  readonly orderAdjustments: Connection<Partial<Bags<'amountSet' | 'taxAmountSet'>>>;
  readonly duties?: readonly Partial<Bags<'amountSet'>>[] | null;
  readonly transactions: Connection<Unread<'status'>>;
}

export interface RefundLine
  extends Partial<Bags<'subtotalSet' | 'totalTaxSet'>>,
    Unread<'quantity' | 'restockType'> {
  readonly lineItem?: { readonly id: string } | null;
}

export interface Order
  extends Numbered,
    Unread<'name' | 'sourceIdentifier' | 'sourceName' | 'poNumber' | 'statusPageUrl'>,
    Unread<'displayFinancialStatus' | 'displayFulfillmentStatus' | 'cancelReason'>,
    Unread<'createdAt' | 'updatedAt' | 'processedAt' | 'cancelledAt' | 'closedAt'>,
    Unread<'email' | 'phone' | 'customerLocale' | 'note'>,
    Unread<'currencyCode' | 'presentmentCurrencyCode'>,
    Flags<'confirmed' | 'test' | 'customerAcceptsMarketing' | 'taxExempt'>,
    Flags<'taxesIncluded' | 'estimatedTaxes'>,
    Bags<(typeof MONEY_SETS)[number]> {
  readonly number: number;
  readonly app: { readonly id: string } | null;
  readonly retailLocation: { readonly legacyResourceId: string } | null;
  readonly tags: readonly string[];
  readonly customerJourneySummary: { readonly firstVisit: Unread<'referrerUrl'> | null } | null;
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
  /** Fetched beside the order, where its lines do not say what has shipped, or on request. */
  readonly fulfillments?: readonly Fulfillment[];
  /** Fetched beside the order on request. */
  readonly refunds?: readonly Refund[];
}

export interface InventoryLevel {
  readonly location: Unread<'legacyResourceId' | 'name'>;
  readonly quantities: readonly Unread<'name' | 'quantity'>[];
}

export interface InventoryItem extends Numbered, Flags<'tracked' | 'requiresShipping'> {
  readonly measurement: { readonly weight: Unread<'unit' | 'value'> | null };
  /** Fetched beside the product, for tracked items. */
  readonly inventoryLevels?: Connection<InventoryLevel>;
}

export interface Variant
  extends Numbered,
    Unread<'title' | 'sku' | 'barcode' | 'price' | 'compareAtPrice' | 'inventoryPolicy'>,
    Unread<'createdAt' | 'updatedAt'>,
    Flags<'taxable'> {
  readonly position: number;
  readonly inventoryQuantity: number | null;
  readonly selectedOptions: readonly Unread<'name' | 'value'>[];
  readonly inventoryItem: InventoryItem;
  readonly media: Pick<Connection<{ readonly id: string }>, 'nodes'>;
}

export interface Media extends Unread<'id' | 'alt'> {
  /** Null while Shopify still works on an upload; absent on what is no image. */
  readonly image?: Unread<'url' | 'width' | 'height'> | null;
}

export interface Product
  extends Numbered,
    Unread<'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'handle' | 'status'>,
    Unread<'createdAt' | 'updatedAt' | 'publishedAt' | 'onlineStoreUrl'> {
  readonly tags: readonly string[];
  /** Asked for with the filter `collection_id`. */
  readonly inCollection?: boolean;
  readonly options: readonly Option[];
  readonly featuredMedia: { readonly id: string } | null;
  readonly media: Connection<Media>;
  readonly variants: Connection<Variant>;
  /** Of the shop, since prices of products carry none. */
  readonly shopCurrencyCode: string;
}

interface Option extends Unread<'id' | 'name' | 'position'> {
  readonly optionValues: readonly Unread<'name'>[];
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
export function numberOf(gid: unknown): string | null {
  return /\/(\d+)(?:\?[\s\S]*)?$/.exec(filled(gid) ?? '')?.[1] ?? null;
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
