// Lightspeed's own shapes, as far as they are read here. `false` and "" stand for nothing anywhere.
import { isList, isRecord, listed } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';

/** A JSON number; one with a fraction was kept as text. Anything may be missing, null or false. */
type Decimal = string | number | false | null;
/** Text, or one of the ways to say that there is none. */
type Text = string | number | false | null;

/** A link to another record, sometimes with that record in it. */
export interface Link<T = unknown> {
  readonly resource?: { readonly id?: number | false | null; readonly embedded?: T } | null;
}

/** Lists are arrays, or objects by identifier; null and false stand for an empty one. */
export type Listed<T> = Readonly<Record<string, T>> | readonly T[] | false | null;

type Side = 'Billing' | 'Shipping';
type Where = 'Name' | 'Street' | 'Street2' | 'Number' | 'Extension' | 'Zipcode' | 'City' | 'Region';
type NativeAddresses = { readonly [P in `address${Side}${Where}`]?: Text } & {
  readonly [P in `address${Side}Country`]?: { code?: Text; title?: Text } | false | null;
} & { readonly [P in `address${Side}RegionData`]?: { code?: Text; name?: Text } | false | null };

export interface NativeCustomer {
  readonly createdAt?: Text;
  readonly updatedAt?: Text;
  readonly isConfirmed?: unknown;
}

export interface NativeLine {
  readonly id: number;
  readonly brandTitle?: Text;
  readonly productTitle?: Text;
  readonly variantTitle?: Text;
  readonly taxRate?: Decimal;
  readonly quantityOrdered?: number | null;
  /** Pieces put into a shipment, which may not have left yet. */
  readonly quantityShipped?: number | null;
  readonly quantityRefunded?: number | null;
  readonly articleCode?: Text;
  readonly ean?: Text;
  readonly sku?: Text;
  /** Grams of one piece. */
  readonly weight?: Decimal;
  /** Surcharges of custom inputs, for the whole line. */
  readonly customIncl?: Decimal;
  /** Price of one piece. */
  readonly basePriceIncl?: Decimal;
  /** The whole line after discounts. */
  readonly priceExcl?: Decimal;
  readonly priceIncl?: Decimal;
  readonly product?: Link | false | null;
  readonly variant?: Link | false | null;
}

/** A row of the list. */
export interface NativeOrderRow extends NativeAddresses {
  readonly id: number;
  readonly createdAt?: Text;
  readonly updatedAt?: Text;
  readonly number?: Text;
  readonly status?: Text;
  readonly channel?: Text;
  readonly referralId?: Text;
  readonly priceExcl?: Decimal;
  readonly priceIncl?: Decimal;
  readonly weight?: Decimal;
  readonly email?: Text;
  readonly firstname?: Text;
  readonly middlename?: Text;
  readonly lastname?: Text;
  readonly phone?: Text;
  readonly mobile?: Text;
  readonly newsletterSubscribed?: unknown;
  readonly companyName?: Text;
  readonly addressShippingCompany?: Text;
  readonly paymentId?: Text;
  readonly paymentStatus?: Text;
  readonly paymentTitle?: Text;
  readonly paymentPriceIncl?: Decimal;
  readonly shipmentId?: Text;
  readonly shipmentStatus?: Text;
  readonly shipmentTitle?: Text;
  readonly shipmentBasePriceIncl?: Decimal;
  readonly shipmentPriceIncl?: Decimal;
  readonly shipmentDiscountIncl?: Decimal;
  readonly isDiscounted?: unknown;
  readonly discountType?: Text;
  readonly discountAmount?: Decimal;
  /** A fraction: 0.25 is 25 %. */
  readonly discountPercentage?: Decimal;
  readonly discountCouponCode?: Text;
  readonly comment?: Text;
  readonly language?: { readonly locale?: Text } | false | null;
  readonly customer?: Link<NativeCustomer> | false | null;
  readonly products?: Link<unknown> | false | null;
  readonly shipments?: Link<unknown> | false | null;
  readonly quote?: Link | false | null;
}

/** What `fetch` puts together. */
export interface NativeOrder extends NativeOrderRow {
  readonly orderProducts: readonly NativeLine[];
  /** Of an order that has left in part: what was in the shipments that have. */
  readonly shippedProducts?: readonly NativeShipmentProduct[];
  readonly shop: ShopFacts;
}

export interface NativeShipment {
  readonly id: number;
  /** not_shipped, shipped; others are not known to have left. */
  readonly status?: Text;
}

/** Names its goods by their codes and titles; which line of the order they are is not said. */
export interface NativeShipmentProduct {
  readonly quantity?: number | null;
  readonly variant?: unknown;
  readonly articleCode?: Text;
  readonly ean?: Text;
  readonly sku?: Text;
}

/** What holds for the whole shop. */
export interface ShopFacts {
  readonly id: string | null;
  /** Orders and prices carry none of their own. */
  readonly currency: string;
  readonly domain: string | null;
  /** The shop's clock ahead of UTC, in milliseconds, at one moment that is known. */
  readonly offset: number;
}

/** What products need beside: addresses name the language where a shop has several. */
export interface ProductShop extends ShopFacts {
  readonly language: string;
  readonly languages: number;
}

export interface NativeImage {
  readonly id?: number | null;
  readonly sortOrder?: number | null;
  readonly title?: Text;
  readonly src?: Text;
}

export interface NativeVariant {
  readonly id: number;
  readonly createdAt?: Text;
  readonly updatedAt?: Text;
  readonly sortOrder?: number | null;
  readonly articleCode?: Text;
  readonly ean?: Text;
  readonly sku?: Text;
  readonly title?: Text;
  readonly priceIncl?: Decimal;
  readonly oldPriceIncl?: Decimal;
  readonly stockTracking?: Text;
  readonly stockLevel?: Decimal;
  readonly weight?: Decimal;
  readonly weightValue?: Text;
  readonly weightUnit?: Text;
  /** A rate in the catalogue, a link elsewhere. */
  readonly tax?: Decimal | Link;
  readonly options?: Listed<NativeOption>;
}

export interface NativeOption {
  readonly id?: number | null;
  readonly sortOrder?: number | null;
  readonly name?: Text;
  readonly values?: Listed<NativeValue>;
  readonly value?: NativeValue | false | null;
}

export interface NativeValue {
  readonly id?: number | null;
  readonly sortOrder?: number | null;
  readonly name?: Text;
}

/** A product of the catalogue. */
export interface NativeProductRow {
  readonly id: number;
  readonly createdAt?: Text;
  readonly updatedAt?: Text;
  readonly isVisible?: unknown;
  readonly visibility?: Text;
  readonly url?: Text;
  readonly title?: Text;
  readonly description?: Text;
  readonly content?: Text;
  readonly brand?: { readonly title?: Text } | false | null;
  readonly image?: NativeImage | false | null;
  readonly images?: Listed<NativeImage>;
  readonly categories?: Listed<{ readonly id?: number | null }>;
  readonly variants?: Listed<NativeVariant>;
}

/** What `fetch` puts together. */
export interface NativeProduct extends NativeProductRow {
  /** Read by themselves where there are several, since only then they name their options. */
  readonly variantRecords?: readonly NativeVariant[];
  readonly shop: ProductShop;
}

/** What is there, where `false` may stand for nothing. */
export const present = <T extends object>(value: T | false | null | undefined): T | undefined =>
  isRecord(value) ? (value as T) : undefined;

/** The identifier behind a link; `false` stands for no record. */
export const linkedIn = (link: Link | false | null | undefined): unknown =>
  present(link)?.resource?.id;

/** The list behind a link, where it came along. */
export function embeddedIn<T extends object>(
  link: Link | false | null | undefined,
): readonly T[] | undefined {
  const embedded = present(link)?.resource?.embedded;
  return isList(embedded) ? listed<T>(embedded) : undefined;
}

/** What the only variant of a product is called, in English and in Dutch. */
const ONLY_VARIANT = ['Default', 'Standaard'];

/** The title of a variant; null where it says nothing beyond the product's. */
export function variantTitle(title: unknown, product: string | null): string | null {
  const own = filled(title);
  return own === null || ONLY_VARIANT.includes(own) || own === product ? null : own;
}

/** By their place in the shop, where they have one. */
export const sorted = <T extends { readonly sortOrder?: number | null }>(
  list: unknown,
): readonly T[] => listed<T>(list).toSorted((a, b) => rankOf(a) - rankOf(b));

const rankOf = ({ sortOrder }: { readonly sortOrder?: number | null }): number =>
  Number.isFinite(sortOrder) ? Number(sortOrder) : 0;
