// The orders of the catalogue: lines, discounts, payments, refunds and parcels.
import type { OrderTrait } from './traits.ts';
import type { Address, Amount, Change, CurrencyCode, Instant, Own, TaxRate } from './values.ts';

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
  /** What was done to it by calls, oldest first; none in a catalogue as it was generated. */
  readonly changes: readonly Change[];
  /** Refunds that were deleted where a vendor lets them be. */
  readonly deletedRefunds?: readonly number[];
  /** In a status that no plugin registers any more. */
  readonly orphaned?: true;
  /** Without a date of change, as some importers leave it. */
  readonly undated?: true;
  readonly own?: Own;
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

export interface Coupon {
  readonly id: number;
  readonly code: string;
  readonly title: string;
  readonly kind: DiscountKind;
  /** Hundredths of a percent for `percentage`, shop minor units otherwise, 0 for free shipping. */
  readonly value: number;
}

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
  /** Null where the one who sent it said nothing. */
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  /** Of a parcel with more than one number, those after the first. */
  readonly moreTracking?: readonly Tracking[];
  readonly lines: readonly { readonly lineId: number; readonly quantity: number }[];
  /** The vendor by whose API it was written, and what that one keeps of it. */
  readonly by?: string;
  readonly own?: Readonly<Record<string, unknown>>;
}

export interface Tracking {
  readonly number: string | null;
  readonly url: string | null;
}
