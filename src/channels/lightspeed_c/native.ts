// Lightspeed's own shapes, as far as they are read here. `false` and "" stand for nothing anywhere.
import { isAmount } from '../../model/money.ts';
import { readInstant } from '../../model/time.ts';
import { filled } from '../kit/text.ts';

/** A JSON number; one with a fraction was kept as text. */
type Decimal = string | number;
/** Text, or one of the ways to say that there is none. */
type Text = string | number | false | null;

/** A link to another record, sometimes with that record in it. */
export interface Link<T = unknown> {
  readonly resource?: { readonly id?: number | false; readonly embedded?: T };
}

export interface NativeCountry {
  readonly code?: Text;
  readonly title?: Text;
}

export interface NativeRegion {
  readonly code?: Text;
  readonly name?: Text;
}

type Side = 'Billing' | 'Shipping';
export type NativeAddress<K extends Side> = {
  readonly [P in `address${K}${'Name' | 'Street' | 'Street2' | 'Number' | 'Extension' | 'Zipcode' | 'City' | 'Region'}`]?: Text;
} & {
  readonly [P in `address${K}Country`]?: NativeCountry | false | null;
} & {
  readonly [P in `address${K}RegionData`]?: NativeRegion | false | null;
};

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
  readonly taxRate?: Decimal | false;
  readonly quantityOrdered: number;
  readonly quantityShipped?: number;
  readonly quantityRefunded?: number;
  readonly articleCode?: Text;
  readonly sku?: Text;
  /** Grams of one piece. */
  readonly weight?: Decimal | false;
  /** Surcharges of custom inputs, for the whole line. */
  readonly customIncl?: Decimal | false;
  /** Price of one piece. */
  readonly basePriceIncl: Decimal;
  /** The whole line after discounts. */
  readonly priceExcl: Decimal;
  readonly priceIncl: Decimal;
  readonly product?: Link | false;
  readonly variant?: Link | false;
}

/** A row of the list. */
export interface NativeOrderRow extends NativeAddress<'Billing'>, NativeAddress<'Shipping'> {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly number?: Text;
  readonly status?: Text;
  readonly channel?: Text;
  readonly referralId?: Text;
  readonly priceExcl: Decimal;
  readonly priceIncl: Decimal;
  readonly weight?: Decimal | false;
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
  readonly paymentPriceIncl?: Decimal | false;
  readonly shipmentId?: Text;
  readonly shipmentStatus?: Text;
  readonly shipmentTitle?: Text;
  readonly shipmentBasePriceIncl?: Decimal | false;
  readonly shipmentPriceIncl?: Decimal | false;
  readonly shipmentDiscountIncl?: Decimal | false;
  readonly isDiscounted?: unknown;
  readonly discountType?: Text;
  readonly discountAmount?: Decimal | false;
  /** A fraction: 0.25 is 25 %. */
  readonly discountPercentage?: Decimal | false;
  readonly discountCouponCode?: Text;
  readonly comment?: Text;
  readonly language?: { readonly locale?: Text } | false;
  readonly customer?: Link<NativeCustomer> | false;
  readonly products?: Link<unknown>;
  readonly quote?: Link | false;
}

/** What `fetch` puts together. */
export interface NativeOrder extends NativeOrderRow {
  readonly orderProducts: readonly NativeLine[];
  readonly shop: ShopFacts;
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
  readonly id?: number;
  readonly sortOrder?: number;
  readonly title?: Text;
  readonly src?: Text;
}

/** Lists in the catalogue are objects by identifier, sometimes arrays. */
type Listed<T> = Readonly<Record<string, T>> | readonly T[] | false | null;

export interface NativeVariant {
  readonly id: number;
  readonly createdAt?: Text;
  readonly updatedAt?: Text;
  readonly sortOrder?: number;
  readonly articleCode?: Text;
  readonly ean?: Text;
  readonly sku?: Text;
  readonly title?: Text;
  readonly priceIncl: Decimal;
  readonly oldPriceIncl?: Decimal | false;
  readonly stockTracking?: Text;
  readonly stockLevel?: Decimal | false;
  readonly weight?: Decimal | false;
  readonly weightValue?: Text;
  readonly weightUnit?: Text;
  /** A rate in the catalogue, a link elsewhere. */
  readonly tax?: Decimal | Link | false;
  readonly options?: readonly NativeOption[] | false;
}

export interface NativeOption {
  readonly id?: number;
  readonly sortOrder?: number;
  readonly name?: Text;
  readonly values?: readonly NativeValue[] | false;
  readonly value?: NativeValue | false;
}

export interface NativeValue {
  readonly id?: number;
  readonly sortOrder?: number;
  readonly name?: Text;
}

/** A product of the catalogue. */
export interface NativeProductRow {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isVisible?: unknown;
  readonly visibility?: Text;
  readonly url?: Text;
  readonly title?: Text;
  readonly description?: Text;
  readonly content?: Text;
  readonly brand?: { readonly title?: Text } | false;
  readonly image?: NativeImage | false;
  readonly images?: Listed<NativeImage>;
  readonly categories?: Listed<{ readonly id?: number }>;
  readonly variants?: Listed<NativeVariant>;
}

/** What `fetch` puts together. */
export interface NativeProduct extends NativeProductRow {
  /** Read by themselves where there are several, since only then they tell their options. */
  readonly variantRecords?: readonly NativeVariant[];
  readonly shop: ProductShop;
}

/** What is there, where `false` may stand for nothing. */
export const present = <T extends object>(value: T | false | null | undefined): T | undefined =>
  value || undefined;

/** What the only variant of a product is called, in English and in Dutch. */
const ONLY_VARIANT = ['Default', 'Standaard'];

/** The title of a variant; null where it says nothing beyond the product's. */
export function variantTitle(title: unknown, product: string | null): string | null {
  const told = filled(title);
  return told === null || ONLY_VARIANT.includes(told) || told === product ? null : told;
}

export const listed = <T>(list: Listed<T> | undefined): readonly T[] =>
  list ? Object.values(list) : [];

/** Whether an order has the amounts and dates that are read of it. */
export const isOrder = (order: NativeOrderRow): boolean =>
  isDated(order) && isAmount(order.priceIncl) && isAmount(order.priceExcl);

export const isLine = (line: NativeLine): boolean =>
  Number.isSafeInteger(line.quantityOrdered) &&
  isAmount(line.basePriceIncl) &&
  isAmount(line.priceIncl) &&
  isAmount(line.priceExcl);

/** Whether a product has the dates and variants that are read of it. */
export const isProduct = (product: NativeProductRow): boolean =>
  isDated(product) &&
  listed(product.variants).every(
    (variant) => Number.isSafeInteger(variant?.id) && isVariant(variant),
  );

export const isVariant = (variant: NativeVariant): boolean => isAmount(variant.priceIncl);

const isDated = ({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }): boolean =>
  [createdAt, updatedAt].every(
    (date) => typeof date === 'string' && readInstant(date) !== undefined,
  );
