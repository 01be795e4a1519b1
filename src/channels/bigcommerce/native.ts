// BigCommerce's own shapes (Orders V2, Catalog V3), as far as they are read here.
import { unreadableRecord } from '../../model/unreadable.ts';
import { isRecord } from '../kit/loose.ts';

/**
 * V2 writes decimals as text with four places; V3 and consignments write numbers, read as text.
 * Any of them may be missing or null, and any list too: only identifiers are sure.
 */
export type Decimal = string | number | null;

type List<T> = readonly T[] | null;

export interface NativeAddress {
  readonly id?: number;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly company?: string | null;
  readonly street_1?: string | null;
  readonly street_2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip?: string | null;
  readonly country?: string | null;
  readonly country_iso2?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
}

export interface AppliedDiscount {
  readonly id?: string | number | null;
  readonly amount?: Decimal;
  readonly name?: string | null;
  /** Null unless a coupon gave it. */
  readonly code?: string | null;
  readonly target?: string | null;
}

export interface NativeLine {
  readonly id: number;
  /** 0 for a custom item; kept when the product is deleted. */
  readonly product_id?: number | null;
  readonly variant_id?: number | null;
  readonly name?: string | null;
  readonly name_customer?: string | null;
  readonly sku?: string | null;
  /** physical, digital or giftcertificate. */
  readonly type?: string | null;
  readonly price_ex_tax?: Decimal;
  readonly price_inc_tax?: Decimal;
  readonly total_tax?: Decimal;
  /** Of one piece, in the store's unit. */
  readonly weight?: Decimal;
  readonly quantity?: number | null;
  readonly quantity_shipped?: number | null;
  readonly quantity_refunded?: number | null;
  readonly brand?: string | null;
  readonly applied_discounts?: List<AppliedDiscount>;
  readonly product_options?: List<{ readonly display_value?: string | null }>;
}

/** Where lines stand; at most 50 of them, and then with a warning. */
export interface Consignment {
  readonly line_items?: List<NativeLine>;
  readonly __warning__?: unknown;
}

export interface ShippingConsignment extends Consignment, NativeAddress {
  readonly id: number;
  readonly shipping_method?: string | null;
  readonly cost_ex_tax?: Decimal;
  readonly cost_inc_tax?: Decimal;
  readonly handling_cost_ex_tax?: Decimal;
  readonly handling_cost_inc_tax?: Decimal;
}

export interface PickupConsignment extends Consignment {
  readonly id: number;
  readonly pickup_method_display_name?: string | null;
  readonly location?: {
    readonly id: number;
    readonly name?: string | null;
    readonly address_line_1?: string | null;
    readonly address_line_2?: string | null;
    readonly city?: string | null;
    readonly state?: string | null;
    readonly postal_code?: string | null;
    readonly country_alpha2?: string | null;
    readonly phone?: string | null;
  } | null;
}

/** Only the kinds that an order has: one that is picked up has no `shipping` at all. */
export interface Consignments {
  readonly shipping?: List<ShippingConsignment>;
  readonly pickups?: List<PickupConsignment>;
  readonly downloads?: List<Consignment>;
  readonly email?: { readonly gift_certificates?: List<Consignment> } | null;
}

export interface NativeFee {
  readonly cost_ex_tax?: Decimal;
  /** One of the vendor's own examples spells it so. */
  readonly cost_exc_tax?: Decimal;
  readonly cost_inc_tax?: Decimal;
}

export interface NativeCoupon {
  readonly coupon_id?: number | null;
  readonly code?: string | null;
  /** Percent for type 1, money otherwise. */
  readonly amount?: Decimal;
  readonly type?: number | null;
  /** What it took off this order. */
  readonly discount?: Decimal;
}

export interface NativeRefund {
  readonly id: number;
  readonly order_id: number;
  readonly total_amount?: Decimal;
  readonly total_tax?: Decimal;
  readonly items?: List<RefundItem>;
  readonly payments?: List<{ readonly is_declined?: boolean | null }>;
}

export interface RefundItem {
  readonly item_type?: string | null;
  /** The line's identifier for PRODUCT. */
  readonly item_id?: number | null;
  readonly quantity?: number | null;
  /** Null where a quantity was refunded rather than an amount. */
  readonly requested_amount?: Decimal;
}

export interface NativeCustomer {
  readonly id: number;
  readonly date_created?: string | null;
  readonly date_modified?: string | null;
  readonly notes?: string | null;
  readonly tax_exempt_category?: string | null;
}

/** What holds for the whole store; null where the token may not read it. */
export interface StoreFacts {
  readonly currency: string | null;
  readonly weight_units: string | null;
  readonly secure_url: string | null;
}

/** A variant that the catalogue has. */
export interface CatalogRecord {
  readonly id: number;
  readonly product_id: number;
}

export interface NativeOrder {
  readonly id: number;
  readonly status_id?: number | null;
  readonly is_deleted?: boolean | null;
  readonly channel_id?: number | null;
  readonly payment_status?: string | null;
  readonly payment_method?: string | null;
  readonly date_created?: string | null;
  readonly date_modified?: string | null;
  /** Empty while nothing was shipped. */
  readonly date_shipped?: string | null;
  readonly is_tax_inclusive_pricing?: boolean | null;
  readonly subtotal_ex_tax?: Decimal;
  readonly subtotal_inc_tax?: Decimal;
  readonly shipping_cost_ex_tax?: Decimal;
  readonly shipping_cost_inc_tax?: Decimal;
  readonly handling_cost_ex_tax?: Decimal;
  readonly handling_cost_inc_tax?: Decimal;
  readonly wrapping_cost_ex_tax?: Decimal;
  readonly wrapping_cost_inc_tax?: Decimal;
  readonly discount_amount?: Decimal;
  readonly coupon_discount?: Decimal;
  readonly total_inc_tax?: Decimal;
  readonly total_tax?: Decimal;
  readonly items_total?: number | null;
  readonly items_shipped?: number | null;
  /** The currency that all amounts are in, whatever its name says. */
  readonly default_currency_code?: string | null;
  readonly customer_id?: number | null;
  readonly customer_message?: string | null;
  readonly customer_locale?: string | null;
  readonly is_email_opt_in?: boolean | null;
  readonly order_source?: string | null;
  readonly cart_id?: string | null;
  readonly external_id?: string | null;
  readonly external_order_id?: string | null;
  readonly billing_address?: NativeAddress | null;
  readonly fees?: List<NativeFee> | object;
  /** An object, or a list of one where the older structure comes. */
  readonly consignments?: Consignments | List<Consignments>;
  /** Added by `fetch`: all lines, whether they stood in the order or had to be asked for. */
  readonly line_records?: readonly NativeLine[];
  readonly coupon_records?: readonly NativeCoupon[];
  readonly refund_records?: readonly NativeRefund[];
  readonly customer_record?: NativeCustomer;
  /** Added by `fetch`: what the catalogue still has of the lines' products; absent where it may not be read. */
  readonly catalog_records?: readonly CatalogRecord[];
  readonly store?: StoreFacts;
}

export interface NativeImage {
  readonly id: number;
  readonly is_thumbnail?: boolean | null;
  readonly sort_order?: number | null;
  readonly description?: string | null;
  readonly url_zoom?: string | null;
  readonly url_standard?: string | null;
  readonly url_thumbnail?: string | null;
  readonly url_tiny?: string | null;
}

interface Sellable {
  readonly sku?: string | null;
  readonly price?: Decimal;
  /** What the storefront shows: sales and rules of the store are in it. */
  readonly calculated_price?: Decimal;
  readonly sale_price?: Decimal;
  readonly retail_price?: Decimal;
  readonly weight?: Decimal;
  readonly upc?: string | null;
  readonly gtin?: string | null;
  readonly inventory_level?: number | null;
}

/** What a variant leaves empty it takes from its product. */
export interface NativeVariant extends Sellable {
  readonly id: number;
  readonly product_id: number;
  readonly calculated_weight?: Decimal;
  readonly image_url?: string | null;
  readonly option_values?: List<OptionValue>;
}

export interface OptionValue {
  readonly option_id?: number | null;
  readonly option_display_name?: string | null;
  readonly label?: string | null;
}

export interface NativeProduct extends Sellable {
  readonly id: number;
  readonly name?: string | null;
  /** physical or digital. */
  readonly type?: string | null;
  readonly description?: string | null;
  readonly brand_id?: number | null;
  readonly categories?: List<number>;
  readonly inventory_tracking?: string | null;
  readonly is_visible?: boolean | null;
  readonly is_price_hidden?: boolean | null;
  readonly search_keywords?: string | null;
  readonly date_created?: string | null;
  readonly date_modified?: string | null;
  readonly custom_url?: { readonly url?: string | null } | null;
  readonly variants?: List<NativeVariant>;
  readonly images?: List<NativeImage>;
  /** Added by `fetch`. */
  readonly brand_name?: string;
  readonly store?: StoreFacts;
}

/**
 * The consignments in their newer structure; an order without any has none. A mere link to them
 * does not say where the order goes, so such an order cannot be read.
 */
export function consignmentsOf({ id, consignments }: NativeOrder): Consignments {
  const given: unknown = Array.isArray(consignments) ? consignments[0] : consignments;
  if (!isRecord(given)) return {};
  if ('url' in given && 'resource' in given) throw unreadableRecord(id, 'consignments');
  return given;
}
