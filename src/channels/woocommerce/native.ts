// WooCommerce's own shapes (REST API wc/v3), as far as they are read here. Plugins change any of it,
// so that nothing is known of a value before it is read (`values.ts`).
import type { Unread } from '../kit/unread.ts';

/** What a list holds: `rowsOf` has seen to its identifier. */
export interface Row {
  readonly id: number;
}

/**
 * What plugins and WooCommerce note beside a record. `display_key` is the attribute's name where the
 * key is one of the product's attributes, else the key.
 */
export type Meta = Unread<'key' | 'value' | 'display_key' | 'display_value'>;

interface Noted {
  readonly meta_data?: readonly Meta[];
}

type Dated = Unread<'date_created_gmt' | 'date_modified_gmt'>;

export interface NativeAddress
  extends Unread<'first_name' | 'last_name' | 'company' | 'email' | 'phone'>,
    Unread<'address_1' | 'address_2' | 'city' | 'state' | 'postcode' | 'country'> {}

/** Amounts of a line never include tax. Taxes are rounded, unless the shop rounds them per order. */
export interface Taxed extends Unread<'total' | 'total_tax'> {
  /** One a rate, never rounded. */
  readonly taxes?: readonly Unread<'total' | 'subtotal'>[];
}

export interface NativeLineItem
  extends Taxed,
    Noted,
    Unread<'id' | 'name' | 'parent_name' | 'product_id' | 'variation_id'>,
    Unread<'quantity' | 'subtotal' | 'subtotal_tax'> {
  /** Null when the product is gone; empty when it has none. */
  readonly sku?: unknown;
}

export interface NativeShippingLine
  extends Taxed,
    Unread<'id' | 'method_title' | 'method_id' | 'instance_id'> {}

export interface NativeCouponLine
  extends Noted,
    Unread<'id' | 'code' | 'discount' | 'discount_tax'>,
    // Since WooCommerce 8.7; before that they hide in the meta data.
    Unread<'discount_type' | 'nominal_amount' | 'free_shipping'> {}

/** A refund as its order lists it: below zero. The tax is there since WooCommerce 10.9. */
export type NativeRefund = Unread<'id' | 'total' | 'total_tax'>;

/** A refund itself: what was given back, and for what. All amounts and quantities are negative. */
export interface NativeRefundRecord extends Row, Unread<'date_created_gmt' | 'amount' | 'reason'> {
  readonly line_items?: readonly RefundedLine[];
  readonly shipping_lines?: readonly Taxed[];
  readonly fee_lines?: readonly Taxed[];
}

/** The line it refunds stands under `_refunded_item_id`. */
export interface RefundedLine extends Taxed, Noted, Unread<'quantity'> {}

export interface NativeCustomer extends Row, Dated {}

export interface NativeOrder
  extends Row,
    Dated,
    Noted,
    Unread<'number' | 'status' | 'currency' | 'created_via' | 'prices_include_tax'>,
    Unread<'date_paid_gmt' | 'date_completed_gmt' | 'payment_method' | 'needs_payment'>,
    Unread<'discount_total' | 'discount_tax' | 'shipping_total' | 'shipping_tax'>,
    Unread<'total' | 'total_tax' | 'customer_note'> {
  /** 0 for a guest. */
  readonly customer_id?: unknown;
  readonly billing: NativeAddress;
  readonly shipping: NativeAddress;
  readonly line_items: readonly NativeLineItem[];
  readonly shipping_lines: readonly NativeShippingLine[];
  readonly fee_lines: readonly Taxed[];
  readonly coupon_lines: readonly NativeCouponLine[];
  readonly refunds: readonly NativeRefund[];
  /** Added by `fetch`: the buyer's account, where there is one and it may be read. */
  readonly customer?: NativeCustomer;
  /** Added by `fetch`: the refunds themselves, where there are some and they may be read. */
  readonly refund_records?: readonly NativeRefundRecord[];
  /** Added by `fetch`: by product, the names of the attributes that its variations differ by. */
  readonly product_attributes?: Readonly<Record<string, readonly string[]>>;
  /** Added by `fetch`: how many decimals the shop rounds to, where it says so. */
  readonly shop_decimals?: number;
}

export type NativeImage = Unread<'id' | 'src' | 'alt'>;

type Term = Unread<'id' | 'name'>;

/** `variation`: whether variations differ by it. */
export type NativeAttribute = Term & Unread<'position' | 'variation' | 'options'>;

/** What simple products and variations have in common. */
export interface NativeSellable
  extends Row,
    Dated,
    Noted,
    Unread<'sku' | 'global_unique_id' | 'price' | 'regular_price' | 'on_sale' | 'sale_price'>,
    Unread<'date_on_sale_from_gmt' | 'date_on_sale_to_gmt'>,
    Unread<'virtual' | 'tax_status' | 'stock_quantity' | 'backorders' | 'weight'> {
  /** "parent" when the product's stock counts for all its variations. */
  readonly manage_stock?: unknown;
}

export interface NativeVariation extends NativeSellable {
  readonly image?: NativeImage | null;
  readonly attributes: readonly (Term & Unread<'option'>)[];
}

/** Settings of the whole shop; null where the key may not read them. */
export interface ShopFacts {
  readonly currency: string | null;
  readonly weight_unit: string | null;
}

export interface NativeProduct
  extends NativeSellable,
    Unread<'name' | 'slug' | 'permalink' | 'description' | 'short_description'> {
  readonly status: string;
  /** `simple`, `variable`, `grouped`, `external`; plugins add more. */
  readonly type?: unknown;
  readonly categories: readonly Term[];
  /** Since WooCommerce 9.4. */
  readonly brands?: readonly Term[];
  readonly tags: readonly Term[];
  readonly images: readonly NativeImage[];
  readonly attributes: readonly NativeAttribute[];
  /** Identifiers of the variations. */
  readonly variations: readonly unknown[];
  /** Added by `fetch`: the variations themselves, and what holds for the whole shop. */
  readonly variation_records?: readonly NativeVariation[];
  readonly shop?: ShopFacts;
}

/** A fulfilment of the core; its lines and its tracking stand among its meta data. */
export interface NativeFulfillment extends Noted, Unread<'id' | 'is_fulfilled' | 'date_deleted'> {}

/** A parcel as the plugins Shipment Tracking and Advanced Shipment Tracking show it. */
export type NativeTracking = Unread<
  'tracking_id' | 'tracking_provider' | 'tracking_number' | 'tracking_link'
>;
