// Lightspeed's own shapes, as far as they are read here. Only identifiers are sure: `false` and "" stand
// for nothing anywhere, numbers turn up where texts are expected, and a number with a fraction was
// kept as text.
import { isList, isRecord, listed, positionIn } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';
import type { Row } from './listing.ts';

/** A record that may be missing. */
type Maybe<T> = T | false | null;

/** A link to another record, sometimes with that record in it. */
export type Link<T = unknown> = Maybe<{
  readonly resource?: { readonly id?: unknown; readonly embedded?: T } | null;
}>;

/** Lists are arrays, or objects by identifier; null and false stand for an empty one. */
type Listed<T> = Readonly<Record<string, T>> | readonly T[] | false | null;

type Dated = Unread<'createdAt' | 'updatedAt'>;

type Side = 'Billing' | 'Shipping';
type Where = 'Name' | 'Street' | 'Street2' | 'Number' | 'Extension' | 'Zipcode' | 'City' | 'Region';

export interface NativeCustomer extends Dated {
  readonly isConfirmed?: unknown;
}

/** What goods are known by. */
type Codes = Unread<'articleCode' | 'ean' | 'sku'>;

export interface NativeLine
  extends Row,
    Codes,
    Unread<'brandTitle' | 'productTitle' | 'variantTitle' | 'taxRate'>,
    Unread<'quantityOrdered' | 'quantityRefunded'> {
  /** Pieces put into a shipment, which may not have left yet. */
  readonly quantityShipped?: unknown;
  /** Grams of one piece. */
  readonly weight?: unknown;
  /** Surcharges of custom inputs, for the whole line. */
  readonly customIncl?: unknown;
  /** Price of one piece. */
  readonly basePriceIncl?: unknown;
  /** The whole line after discounts. */
  readonly priceExcl?: unknown;
  readonly priceIncl?: unknown;
  readonly product?: Link;
  readonly variant?: Link;
}

/** A row of the list. */
export interface NativeOrderRow
  extends Row,
    Dated,
    Unread<'number' | 'status' | 'channel' | 'referralId' | 'comment'>,
    Unread<'priceExcl' | 'priceIncl' | 'weight'>,
    Unread<'email' | 'firstname' | 'middlename' | 'lastname' | 'phone' | 'mobile'>,
    Unread<'newsletterSubscribed' | 'companyName' | 'addressShippingCompany'>,
    Unread<`address${Side}${Where}`>,
    Unread<'paymentId' | 'paymentStatus' | 'paymentTitle' | 'paymentPriceIncl'>,
    Unread<'shipmentId' | 'shipmentStatus' | 'shipmentTitle'>,
    Unread<'shipmentBasePriceIncl' | 'shipmentPriceIncl' | 'shipmentDiscountIncl'>,
    Unread<'isDiscounted' | 'discountType' | 'discountAmount' | 'discountCouponCode'> {
  readonly addressBillingCountry?: NativeCountry;
  readonly addressShippingCountry?: NativeCountry;
  readonly addressBillingRegionData?: NativeRegion;
  readonly addressShippingRegionData?: NativeRegion;
  /** A fraction: 0.25 is 25 %. */
  readonly discountPercentage?: unknown;
  readonly language?: Maybe<Unread<'locale'>>;
  readonly customer?: Link<NativeCustomer>;
  readonly products?: Link;
  readonly shipments?: Link;
  readonly quote?: Link;
}

type NativeCountry = Maybe<Unread<'code' | 'title'>>;
type NativeRegion = Maybe<Unread<'code' | 'name'>>;

/** What `fetch` puts together. */
export interface NativeOrder extends NativeOrderRow {
  readonly orderProducts: readonly NativeLine[];
  /** Of an order that has left in part: what was in the shipments that have. */
  readonly shippedProducts?: readonly NativeShipmentProduct[];
  /** On request: all shipments, each with its goods. */
  readonly shipmentRecords?: readonly NativeParcel[];
  readonly shop: ShopFacts;
}

/** The status is not_shipped or shipped; others are not known to have left. */
export interface NativeShipment extends Row, Dated, Unread<'status' | 'trackingCode'> {}

/** A shipment with the goods in it. */
export interface NativeParcel extends NativeShipment {
  readonly shipmentProducts: readonly NativeShipmentProduct[];
}

/** Names its goods by their codes and titles; which line of the order they are is not said. */
export interface NativeShipmentProduct extends Codes, Unread<'quantity' | 'title' | 'variant'> {}

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

interface Sorted extends Unread<'id'> {
  readonly sortOrder?: number | null;
}

export interface NativeImage extends Sorted, Unread<'title' | 'src'> {}

export interface NativeVariant
  extends Row,
    Dated,
    Codes,
    Unread<'title' | 'priceIncl' | 'oldPriceIncl' | 'stockTracking' | 'stockLevel'>,
    Unread<'weight' | 'weightValue' | 'weightUnit'> {
  readonly sortOrder?: number | null;
  /** A rate in the catalogue, a link elsewhere. */
  readonly tax?: unknown;
  readonly options?: Listed<NativeOption>;
}

export interface NativeOption extends Sorted, Unread<'name'> {
  readonly values?: Listed<NativeValue>;
  readonly value?: Maybe<NativeValue>;
}

export interface NativeValue extends Sorted, Unread<'name'> {}

/** A product of the catalogue. */
export interface NativeProductRow
  extends Row,
    Dated,
    Unread<'isVisible' | 'visibility' | 'url' | 'title' | 'description' | 'content'> {
  readonly brand?: Maybe<Unread<'title'>>;
  readonly image?: Maybe<NativeImage>;
  readonly images?: Listed<NativeImage>;
  readonly categories?: Listed<Unread<'id'>>;
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
export const linkedIn = (link: Link | undefined): unknown => present(link)?.resource?.id;

/** The list behind a link, where it came along. */
export function embeddedIn<T extends object>(link: Link | undefined): readonly T[] | undefined {
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
export function sorted<T extends Pick<Sorted, 'sortOrder'>>(list: unknown): readonly T[] {
  const entries = listed<T>(list);
  return entries.length < 2 ? entries : entries.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ sortOrder }: Pick<Sorted, 'sortOrder'>): number => positionIn(sortOrder);
