// BigCommerce's own shapes (Orders V2, Catalog V3), as far as they are read here.
import { isAmount } from '../../model/money.ts';

/** V2 writes decimals as text with four places; V3 and consignments write numbers, read as text. */
export type Decimal = string | number;

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
  readonly id: string | number;
  readonly amount: Decimal;
  readonly name?: string | null;
  /** Null unless a coupon gave it. */
  readonly code?: string | null;
  readonly target?: string;
}

export interface NativeLine {
  readonly id: number;
  /** 0 for a custom item. */
  readonly product_id: number;
  readonly variant_id?: number | null;
  readonly name: string;
  readonly name_customer?: string | null;
  readonly sku?: string | null;
  /** physical, digital or giftcertificate. */
  readonly type: string;
  readonly price_ex_tax: Decimal;
  readonly price_inc_tax: Decimal;
  readonly total_tax: Decimal;
  /** Of one piece, in the store's unit. */
  readonly weight?: Decimal | null;
  readonly quantity: number;
  readonly quantity_shipped: number;
  readonly quantity_refunded: number;
  readonly brand?: string | null;
  readonly applied_discounts?: readonly AppliedDiscount[] | null;
  readonly product_options?: readonly { readonly display_value?: string | null }[] | null;
}

/** Where lines stand; at most 50 of them, and then with a warning. */
interface Consignment {
  readonly line_items?: readonly NativeLine[];
  readonly __warning__?: unknown;
}

export interface ShippingConsignment extends Consignment, NativeAddress {
  readonly id: number;
  readonly shipping_method?: string | null;
  readonly cost_ex_tax: Decimal;
  readonly cost_inc_tax: Decimal;
  readonly handling_cost_ex_tax: Decimal;
  readonly handling_cost_inc_tax: Decimal;
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

export interface Consignments {
  readonly shipping?: readonly ShippingConsignment[];
  readonly pickups?: readonly PickupConsignment[];
  readonly downloads?: readonly Consignment[];
  readonly email?: { readonly gift_certificates?: readonly Consignment[] };
}

export interface NativeFee {
  readonly cost_ex_tax?: Decimal;
  /** One of the vendor's own examples spells it so. */
  readonly cost_exc_tax?: Decimal;
  readonly cost_inc_tax: Decimal;
}

export interface NativeCoupon {
  readonly coupon_id: number;
  readonly code: string | null;
  /** Percent for type 1, money otherwise. */
  readonly amount: Decimal;
  readonly type: number;
  /** What it took off this order. */
  readonly discount: Decimal;
}

export interface NativeRefund {
  readonly id: number;
  readonly order_id: number;
  readonly total_amount: Decimal;
  readonly total_tax: Decimal;
  readonly items: readonly RefundItem[];
  readonly payments?: readonly { readonly is_declined?: boolean }[];
}

export interface RefundItem {
  readonly item_type: string;
  /** The line's identifier for PRODUCT. */
  readonly item_id: number;
  readonly quantity?: number | null;
  /** Null where a quantity was refunded rather than an amount. */
  readonly requested_amount?: Decimal | null;
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

export interface NativeOrder {
  readonly id: number;
  readonly status_id: number;
  readonly is_deleted?: boolean;
  readonly channel_id?: number;
  readonly payment_status?: string | null;
  readonly payment_method?: string | null;
  readonly date_created: string;
  readonly date_modified: string;
  /** Empty while nothing was shipped. */
  readonly date_shipped?: string | null;
  readonly is_tax_inclusive_pricing: boolean;
  readonly subtotal_ex_tax: Decimal;
  readonly subtotal_inc_tax: Decimal;
  readonly shipping_cost_ex_tax: Decimal;
  readonly shipping_cost_inc_tax: Decimal;
  readonly handling_cost_ex_tax: Decimal;
  readonly handling_cost_inc_tax: Decimal;
  readonly wrapping_cost_ex_tax: Decimal;
  readonly wrapping_cost_inc_tax: Decimal;
  readonly discount_amount: Decimal;
  readonly coupon_discount: Decimal;
  readonly total_inc_tax: Decimal;
  readonly total_tax: Decimal;
  readonly items_total: number;
  readonly items_shipped: number;
  /** The currency that all amounts are in, whatever its name says. */
  readonly default_currency_code: string;
  readonly customer_id: number;
  readonly customer_message?: string | null;
  readonly customer_locale?: string | null;
  readonly is_email_opt_in?: boolean | null;
  readonly order_source?: string | null;
  readonly cart_id?: string | null;
  readonly external_id?: string | null;
  readonly external_order_id?: string | null;
  readonly billing_address: NativeAddress;
  readonly fees?: readonly NativeFee[] | object | null;
  /** An object, or a list of one where the older structure comes. */
  readonly consignments: Consignments | readonly Consignments[];
  /** Added by `fetch`: all lines, whether they stood in the order or had to be asked for. */
  readonly line_records?: readonly NativeLine[];
  readonly coupon_records?: readonly NativeCoupon[];
  readonly refund_records?: readonly NativeRefund[];
  readonly customer_record?: NativeCustomer;
  readonly store?: StoreFacts;
}

export interface NativeImage {
  readonly id: number;
  readonly is_thumbnail?: boolean;
  readonly sort_order?: number;
  readonly description?: string | null;
  readonly url_zoom?: string | null;
  readonly url_standard?: string | null;
  readonly url_thumbnail?: string | null;
  readonly url_tiny?: string | null;
}

interface Sellable {
  readonly sku?: string | null;
  readonly price?: Decimal | null;
  readonly sale_price?: Decimal | null;
  readonly retail_price?: Decimal | null;
  readonly weight?: Decimal | null;
  readonly upc?: string | null;
  readonly gtin?: string | null;
  readonly inventory_level?: number | null;
}

/** What a variant leaves empty it takes from its product. */
export interface NativeVariant extends Sellable {
  readonly id: number;
  readonly product_id: number;
  readonly calculated_weight?: Decimal | null;
  readonly image_url?: string | null;
  readonly option_values: readonly {
    readonly option_id: number;
    readonly option_display_name: string;
    readonly label: string;
  }[];
}

export interface NativeProduct extends Sellable {
  readonly id: number;
  readonly name: string;
  /** physical or digital. */
  readonly type: string;
  readonly description?: string | null;
  readonly brand_id?: number | null;
  readonly categories?: readonly number[];
  readonly inventory_tracking: string;
  readonly is_visible: boolean;
  readonly is_price_hidden?: boolean;
  readonly search_keywords?: string | null;
  readonly date_created: string;
  readonly date_modified: string;
  readonly custom_url?: { readonly url?: string | null } | null;
  readonly variants?: readonly NativeVariant[];
  readonly images?: readonly NativeImage[];
  /** Added by `fetch`. */
  readonly brand_name?: string;
  readonly store?: StoreFacts;
}

/** The consignments in their newer structure; undefined where only a link to them came. */
export function consignmentsOf({ consignments }: NativeOrder): Consignments | undefined {
  const given = (Array.isArray(consignments) ? consignments[0] : consignments) as
    | Consignments
    | undefined;
  return isObject(given) && Array.isArray(given.shipping) ? given : undefined;
}

/** Whether an order has all the amounts and parts that are read of it. */
export function isOrder(order: NativeOrder): boolean {
  return (
    Number.isSafeInteger(order.status_id) &&
    typeof order.date_created === 'string' &&
    typeof order.date_modified === 'string' &&
    typeof order.default_currency_code === 'string' &&
    isObject(order.billing_address) &&
    consignmentsOf(order) !== undefined &&
    amounts(order, 'subtotal_ex_tax', 'subtotal_inc_tax', 'total_inc_tax', 'total_tax') &&
    amounts(order, 'shipping_cost_ex_tax', 'shipping_cost_inc_tax', 'discount_amount') &&
    amounts(order, 'handling_cost_ex_tax', 'handling_cost_inc_tax', 'coupon_discount') &&
    amounts(order, 'wrapping_cost_ex_tax', 'wrapping_cost_inc_tax')
  );
}

export const isLine = (line: NativeLine): boolean =>
  Number.isSafeInteger(line.quantity) && amounts(line, 'price_ex_tax', 'price_inc_tax');

export const isCoupon = (coupon: NativeCoupon): boolean => amounts(coupon, 'amount', 'discount');

export const isRefund = (refund: NativeRefund): boolean =>
  amounts(refund, 'total_amount', 'total_tax') && Array.isArray(refund.items);

export const isProduct = (product: NativeProduct): boolean =>
  typeof product.name === 'string' &&
  typeof product.is_visible === 'boolean' &&
  typeof product.date_modified === 'string';

export const isVariant = (variant: NativeVariant): boolean => Array.isArray(variant.option_values);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const amounts = <T extends object>(record: T, ...names: (keyof T)[]): boolean =>
  names.every((name) => isAmount(record[name]));
