// The neutral records of one shop, which every sandbox store serves in its vendor's own shapes.
import type { OrderTrait, ProductTrait } from './traits.ts';

export type { OrderTrait, ProductTrait };

/** Epoch milliseconds, always a whole second: vendors keep seconds. */
export type Instant = number;

/** An integer number of minor units (cents, yen, fils) of a currency named beside it. */
export type Minor = number;

export type CurrencyCode = 'EUR' | 'GBP' | 'USD' | 'JPY' | 'KWD';

/** The same amount in the shop's currency and in the order's own, both exact. */
export interface Amount {
  readonly shop: Minor;
  readonly presentment: Minor;
}

export interface Shop {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly currency: 'EUR';
  readonly timeZone: 'Europe/Amsterdam';
  readonly locale: 'nl-NL';
  /** Whether the prices of `Variant.price` include tax. Orders say it for themselves. */
  readonly taxesIncluded: true;
  readonly weightUnit: 'kg';
  readonly createdAt: Instant;
  readonly address: Address;
}

export interface Address {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string | null;
  /** Street and number in one line, as most channels keep it. */
  readonly address1: string;
  readonly address2: string | null;
  /** The parts of `address1`, for channels that keep them apart. */
  readonly street: string;
  readonly houseNumber: string;
  readonly houseNumberExtension: string | null;
  readonly city: string;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly zip: string;
  /** ISO 3166-1 alpha-2; names and alpha-3 codes are in `countries.ts`. */
  readonly countryCode: string;
  readonly phone: string | null;
}

export interface Customer {
  readonly id: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly vatNumber: string | null;
  readonly taxExempt: boolean;
  readonly verifiedEmail: boolean;
  readonly acceptsMarketing: boolean;
  readonly marketingUpdatedAt: Instant | null;
  readonly locale: string;
  readonly note: string | null;
  readonly tags: readonly string[];
  readonly address: Address | null;
}

export interface Location {
  readonly id: number;
  readonly name: string;
  readonly address: Address;
  /** The one that channels with a single stock number report. */
  readonly isDefault: boolean;
}

export interface Brand {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
}

export interface Category {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
  readonly parentId: number | null;
}

export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly handle: string;
}

export interface Coupon {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly kind: DiscountKind;
  /** Hundredths of a percent for `percentage`, shop minor units otherwise, 0 for free shipping. */
  readonly value: number;
}

export interface TaxRate {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly countryCode: string;
  /** Hundredths of a percent: 2100 is 21 %. */
  readonly basisPoints: number;
}

export type ProductKind = 'physical' | 'digital' | 'gift_card';
export type ProductStatus = 'active' | 'draft' | 'archived';
export type TaxClass = 'standard' | 'reduced' | 'zero';

export interface Product {
  readonly id: number;
  readonly kind: ProductKind;
  readonly status: ProductStatus;
  /** True for a product that orders still name but no list holds (`Catalogue.deletedProducts`). */
  readonly deleted: boolean;
  readonly title: string;
  readonly handle: string;
  readonly bodyHtml: string;
  readonly brand: Brand | null;
  readonly productType: string | null;
  readonly categories: readonly Category[];
  readonly tags: readonly Tag[];
  readonly taxClass: TaxClass;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly publishedAt: Instant | null;
  /** Empty when the product has one variant only. */
  readonly options: readonly ProductOption[];
  /** At least one. */
  readonly variants: readonly Variant[];
  readonly images: readonly ProductImage[];
  readonly traits: readonly ProductTrait[];
}

export interface ProductOption {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly values: readonly string[];
}

export interface Variant {
  readonly id: number;
  readonly productId: number;
  readonly position: number;
  /** Option values joined by ` / `, or null for the single variant of a product without options. */
  readonly title: string | null;
  /** One value an option, in the order of the product's options. */
  readonly optionValues: readonly string[];
  readonly sku: string | null;
  /** EAN-13 with a right check digit. */
  readonly barcode: string | null;
  /** Shop currency, tax included; null where the merchant set no price. */
  readonly price: Minor | null;
  readonly compareAtPrice: Minor | null;
  readonly taxable: boolean;
  readonly requiresShipping: boolean;
  readonly weight: Weight | null;
  readonly stock: Stock;
  readonly imageId: number | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface Weight {
  /** As the merchant typed it. */
  readonly value: string;
  readonly unit: 'kg' | 'g';
  readonly grams: number;
}

export interface Stock {
  readonly tracked: boolean;
  /** Whether it may be sold when none is left. */
  readonly backorders: boolean;
  /** Kept on the product rather than on each variant; then every variant shows the same numbers. */
  readonly shared: boolean;
  /** Empty when not tracked. */
  readonly levels: readonly StockLevel[];
}

export interface StockLevel {
  readonly locationId: number;
  readonly available: number;
}

export interface ProductImage {
  readonly id: number;
  readonly position: number;
  /** File name without folder or host; each store builds its own address from it. */
  readonly file: string;
  readonly alt: string | null;
  readonly width: number;
  readonly height: number;
  readonly createdAt: Instant;
}

export type FinancialStatus =
  | 'pending'
  | 'authorized'
  | 'partially_paid'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided';
export type FulfilmentStatus = 'partial' | 'fulfilled' | null;
export type OrderState = 'open' | 'closed' | 'cancelled';
export type CancelReason = 'customer' | 'fraud' | 'inventory' | 'declined' | 'staff' | 'other';
export type OrderSource = 'web' | 'pos' | 'admin' | 'api';

export interface Order {
  readonly id: number;
  /** The number people use; counts from 1001. */
  readonly number: number;
  /** Why the order is in the catalogue, so that a test can pick it. */
  readonly traits: readonly OrderTrait[];
  readonly state: OrderState;
  readonly financialStatus: FinancialStatus;
  readonly fulfilmentStatus: FulfilmentStatus;
  readonly cancelReason: CancelReason | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly processedAt: Instant;
  readonly paidAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly closedAt: Instant | null;
  /** The order's own (presentment) currency. */
  readonly currency: CurrencyCode;
  /** True: unit prices, discounts, shipping and line totals include the tax given beside them. */
  readonly taxesIncluded: boolean;
  readonly taxExempt: boolean;
  readonly test: boolean;
  /** Null for a guest. */
  readonly customerId: number | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing: Address | null;
  readonly shipping: Address | null;
  readonly company: OrderCompany | null;
  readonly poNumber: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
  readonly locale: string;
  readonly source: OrderSource;
  readonly referringSite: string | null;
  readonly acceptsMarketing: boolean;
  readonly clientAddress: string | null;
  /** At least one. */
  readonly lines: readonly Line[];
  readonly shippingLines: readonly ShippingLine[];
  readonly discounts: readonly Discount[];
  /** Sums over lines and shipping, one entry a rate. */
  readonly taxes: readonly Tax[];
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly fulfilments: readonly Fulfilment[];
  readonly totals: OrderTotals;
}

export interface OrderTotals {
  /** Sum of `Line.gross`. */
  readonly lines: Amount;
  /** Sum of all discounts, on lines and on shipping. */
  readonly discounts: Amount;
  readonly lineDiscounts: Amount;
  readonly shippingDiscounts: Amount;
  /** lines - lineDiscounts. */
  readonly subtotal: Amount;
  /** Sum of `ShippingLine.price`, before discounts. */
  readonly shipping: Amount;
  /** All tax, included in the prices or not. */
  readonly tax: Amount;
  readonly tip: Amount;
  /** lines - discounts + shipping + (taxesIncluded ? 0 : tax) + tip. */
  readonly total: Amount;
  /** Sum of `Refund.total`. */
  readonly refunded: Amount;
  readonly refundedTax: Amount;
  /** What the buyer still has to pay; 0 once cancelled. */
  readonly outstanding: Amount;
  /** The part of `total` that was paid with gift cards (also listed in `payments`). */
  readonly giftCards: Amount;
  /** Grams of all lines together. */
  readonly weight: number;
}

export interface OrderCompany {
  readonly id: number;
  readonly locationId: number;
  readonly name: string;
  readonly vatNumber: string | null;
}

export interface Line {
  readonly id: number;
  /** Null for a custom item that never was a product. Kept when the product was deleted. */
  readonly productId: number | null;
  readonly variantId: number | null;
  readonly productExists: boolean;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly vendor: string | null;
  readonly quantity: number;
  readonly fulfilledQuantity: number;
  readonly refundedQuantity: number;
  /** Before discounts; includes tax when the order says so. */
  readonly unitPrice: Amount;
  /** unitPrice x quantity. */
  readonly gross: Amount;
  readonly allocations: readonly Allocation[];
  /** Sum of the allocations. */
  readonly discount: Amount;
  /** gross - discount. */
  readonly total: Amount;
  /** Tax on `total`, one entry a rate. */
  readonly taxes: readonly Tax[];
  readonly tax: Amount;
  /** Tax on `gross`, as it would be without discounts; the same rates in the same order. */
  readonly grossTaxes: readonly Tax[];
  readonly grossTax: Amount;
  readonly taxable: boolean;
  readonly requiresShipping: boolean;
  readonly giftCard: boolean;
  /** Per piece. */
  readonly grams: number;
}

export interface Allocation {
  /** Position in `Order.discounts`. */
  readonly discount: number;
  readonly amount: Amount;
}

export interface Tax {
  readonly rate: TaxRate;
  readonly amount: Amount;
}

export interface ShippingLine {
  readonly id: number;
  readonly title: string;
  readonly code: string;
  readonly carrier: string | null;
  /** Before discounts; includes tax when the order says so. */
  readonly price: Amount;
  readonly allocations: readonly Allocation[];
  readonly discount: Amount;
  /** price - discount. */
  readonly total: Amount;
  /** Tax on `total`. */
  readonly taxes: readonly Tax[];
  readonly tax: Amount;
}

export type DiscountKind = 'percentage' | 'fixed_cart' | 'fixed_product' | 'free_shipping';

export interface Discount {
  readonly kind: DiscountKind;
  readonly by: 'code' | 'automatic';
  readonly coupon: Coupon | null;
  readonly code: string | null;
  readonly title: string;
  /** Hundredths of a percent; 0 unless kind is percentage. */
  readonly basisPoints: number;
  /** Nominal value of a fixed discount; zero otherwise. */
  readonly value: Amount;
  /** What it took off this order: the sum of its allocations. */
  readonly amount: Amount;
}

export interface Payment {
  readonly id: number;
  readonly createdAt: Instant;
  readonly kind: 'authorization' | 'capture' | 'sale' | 'refund' | 'void';
  readonly status: 'success' | 'pending' | 'failure';
  readonly gateway:
    | 'ideal'
    | 'card'
    | 'paypal'
    | 'bank_transfer'
    | 'cash_on_delivery'
    | 'gift_card'
    | 'cash';
  readonly amount: Amount;
  readonly transactionId: string | null;
  readonly refundId: number | null;
}

export interface Refund {
  readonly id: number;
  readonly createdAt: Instant;
  readonly reason: string | null;
  readonly restocked: boolean;
  readonly lines: readonly RefundLine[];
  /** Shipping given back, as priced; includes tax when the order says so. */
  readonly shipping: Amount;
  readonly shippingTax: Amount;
  /** Money given back beside lines and shipping, without tax. */
  readonly adjustment: Amount;
  /** Everything given back, tax included. */
  readonly total: Amount;
  readonly tax: Amount;
}

export interface RefundLine {
  readonly id: number;
  readonly lineId: number;
  readonly quantity: number;
  /** As priced; includes tax when the order says so. */
  readonly subtotal: Amount;
  readonly taxes: readonly Tax[];
  readonly tax: Amount;
}

export interface Fulfilment {
  readonly id: number;
  readonly createdAt: Instant;
  readonly locationId: number;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly lines: readonly { readonly lineId: number; readonly quantity: number }[];
}

/** Instants at which orders were placed on purpose, so that a test can use them as filter bounds. */
export interface Moments {
  readonly anchor: Instant;
  /** Start and end of the two years. */
  readonly first: Instant;
  /** 00:00:00 UTC, 30 days before the anchor: orders one second before, at, and one second after. */
  readonly midnight: Instant;
  /** 12:00:00 UTC, 20 days before the anchor: three orders in this second, one each side of it. */
  readonly bound: Instant;
  /** A second in which four orders were updated; one was updated each side of it. */
  readonly updatedTogether: Instant;
  /** The last two clock changes of Europe/Amsterdam before the anchor, the older first. */
  readonly clockChanges: readonly [ClockChange, ClockChange];
}

export interface ClockChange {
  readonly at: Instant;
  readonly direction: 'forward' | 'back';
}

export interface Catalogue {
  readonly anchor: Instant;
  readonly moments: Moments;
  readonly shop: Shop;
  readonly locations: readonly Location[];
  readonly brands: readonly Brand[];
  readonly categories: readonly Category[];
  readonly tags: readonly Tag[];
  readonly coupons: readonly Coupon[];
  readonly taxRates: readonly TaxRate[];
  readonly customers: readonly Customer[];
  /** By id, ascending. */
  readonly products: readonly Product[];
  readonly deletedProducts: readonly Product[];
  /** By id, ascending. */
  readonly orders: readonly Order[];
  readonly customerById: ReadonlyMap<number, Customer>;
  /** Living and deleted ones. */
  readonly productById: ReadonlyMap<number, Product>;
  readonly variantById: ReadonlyMap<number, Variant>;
  readonly orderById: ReadonlyMap<number, Order>;
}
