// WooCommerce's own shapes (REST API wc/v3), as far as they are read here. What the vendor documents:
// plugins change any of it, so every value is looked at when it is read (`values.ts`).

/** WooCommerce writes decimals as text, or as a number where it is a whole one. */
type Decimal = string | number;

export interface Meta {
  readonly key: string;
  /** Anything: plugins keep what they like here. */
  readonly value: unknown;
  /** The attribute's name where the key is one of the product's attributes, else the key. */
  readonly display_key?: unknown;
  readonly display_value?: unknown;
}

export interface NativeAddress {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly company?: string;
  readonly address_1?: string;
  readonly address_2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postcode?: string;
  readonly country?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** Amounts of a line never include tax. */
export interface Taxed {
  readonly total: Decimal;
  /** Rounded, unless the shop rounds taxes per order. */
  readonly total_tax: Decimal;
  /** One a rate, never rounded. */
  readonly taxes?: readonly NativeTax[];
}

interface NativeTax {
  readonly total?: Decimal;
  readonly subtotal?: Decimal;
}

export interface NativeLineItem extends Taxed {
  readonly id: number;
  readonly name: string;
  readonly parent_name?: string | null;
  readonly product_id: number;
  readonly variation_id: number;
  readonly quantity: Decimal;
  readonly subtotal: Decimal;
  readonly subtotal_tax: Decimal;
  /** Null when the product is gone; empty when it has none. */
  readonly sku: string | null;
  readonly meta_data?: readonly Meta[];
}

export interface NativeShippingLine extends Taxed {
  readonly id: number;
  readonly method_title: string;
  readonly method_id: string;
  readonly instance_id?: string;
}

export interface NativeCouponLine {
  readonly id: number;
  readonly code: string;
  readonly discount: Decimal;
  readonly discount_tax: Decimal;
  /** These three since WooCommerce 8.7; before that they hide in the meta data. */
  readonly discount_type?: string;
  readonly nominal_amount?: Decimal;
  readonly free_shipping?: boolean | string | number;
  readonly meta_data?: readonly Meta[];
}

/** A refund as its order lists it. */
export interface NativeRefund {
  readonly id?: number;
  /** Negative. */
  readonly total: Decimal;
  /** Negative or zero; since WooCommerce 10.9. */
  readonly total_tax?: Decimal;
}

/** A refund itself: what was given back, and for what. All amounts and quantities are negative. */
export interface NativeRefundRecord {
  readonly id: number;
  readonly line_items?: readonly RefundedLine[];
  readonly shipping_lines?: readonly Taxed[];
  readonly fee_lines?: readonly Taxed[];
}

export interface RefundedLine extends Taxed {
  readonly quantity: Decimal;
  /** The line it refunds stands under `_refunded_item_id`. */
  readonly meta_data?: readonly Meta[];
}

export interface NativeCustomer {
  readonly id: number;
  readonly date_created_gmt: string | null;
  readonly date_modified_gmt: string | null;
}

export interface NativeOrder {
  readonly id: number;
  readonly number: string;
  readonly status: string;
  readonly currency: string;
  readonly created_via?: string;
  readonly prices_include_tax: boolean | string | number;
  readonly date_created_gmt: string | null;
  readonly date_modified_gmt: string | null;
  readonly date_paid_gmt?: string | null;
  readonly date_completed_gmt?: string | null;
  readonly discount_total: Decimal;
  readonly discount_tax: Decimal;
  readonly shipping_total: Decimal;
  readonly shipping_tax: Decimal;
  readonly total: Decimal;
  readonly total_tax: Decimal;
  /** 0 for a guest. */
  readonly customer_id: number;
  readonly customer_note?: string;
  readonly billing: NativeAddress;
  readonly shipping: NativeAddress;
  readonly payment_method?: string;
  readonly needs_payment?: boolean | string | number;
  readonly meta_data?: readonly Meta[];
  readonly line_items: readonly NativeLineItem[];
  readonly shipping_lines: readonly NativeShippingLine[];
  readonly fee_lines: readonly Taxed[];
  readonly coupon_lines: readonly NativeCouponLine[];
  readonly refunds: readonly NativeRefund[];
  /** Added by `fetch`: the buyer's account, where there is one and it may be read. */
  readonly customer?: NativeCustomer;
  /** Added by `fetch`: the refunds themselves, where there are some and they may be read. */
  readonly refund_records?: readonly NativeRefundRecord[];
  /** Added by `fetch`: how many decimals the shop rounds to, where it says so. */
  readonly shop_decimals?: number;
}

export interface NativeImage {
  readonly id: number | string;
  readonly src: string;
  readonly alt?: string;
}

interface Term {
  readonly id: number;
  readonly name: string;
}

export interface NativeAttribute extends Term {
  readonly position: number;
  /** Whether variations differ by it. */
  readonly variation: boolean | string | number;
  readonly options: readonly string[];
}

/** What simple products and variations have in common. */
export interface NativeSellable {
  readonly id: number;
  readonly date_created_gmt: string | null;
  readonly date_modified_gmt: string | null;
  readonly sku: string;
  readonly global_unique_id?: string;
  readonly price: Decimal;
  readonly regular_price: Decimal;
  readonly on_sale: boolean | string | number;
  readonly virtual: boolean | string | number;
  readonly tax_status: string;
  /** "parent" when the product's stock counts for all its variations. */
  readonly manage_stock: boolean | string | number;
  readonly stock_quantity: Decimal | null;
  readonly backorders: string;
  readonly weight: string;
  readonly meta_data?: readonly Meta[];
}

export interface NativeVariation extends NativeSellable {
  readonly image?: NativeImage | null;
  readonly attributes: readonly (Term & { readonly option: string })[];
}

/** Settings of the whole shop; null where the key may not read them. */
export interface ShopFacts {
  readonly currency: string | null;
  readonly weight_unit: string | null;
}

export interface NativeProduct extends NativeSellable {
  readonly name: string;
  readonly slug: string;
  readonly permalink: string;
  readonly status: string;
  readonly description: string;
  readonly short_description: string;
  readonly categories: readonly Term[];
  /** Since WooCommerce 9.4. */
  readonly brands?: readonly Term[];
  readonly tags: readonly Term[];
  readonly images: readonly NativeImage[];
  readonly attributes: readonly NativeAttribute[];
  /** Identifiers of the variations. */
  readonly variations: readonly number[];
  /** Added by `fetch`: the variations themselves, and what holds for the whole shop. */
  readonly variation_records?: readonly NativeVariation[];
  readonly shop?: ShopFacts;
}
