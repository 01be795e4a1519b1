// BigCommerce's own shapes (Orders V2, Catalog V3), as far as they are read here. Only identifiers are
// sure: anything else may be missing, and nothing is known of it before it is read.
// V2 writes decimals as text with four places; V3 and consignments write numbers, read as text.

import { unreadableRecord } from '../../model/unreadable.ts';
import { reportUnreadable } from '../../model/unreadable-values.ts';
import { isRecord } from '../kit/loose.ts';
import type { Unread } from '../kit/unread.ts';
import type { Row } from './asks.ts';

type List<T> = readonly T[] | null;

export interface NativeAddress
  extends Unread<'id' | 'first_name' | 'last_name' | 'company' | 'street_1' | 'street_2' | 'city'>,
    Unread<'state' | 'zip' | 'country' | 'country_iso2' | 'phone' | 'email'> {}

/** The code is null unless a coupon gave it. */
export type AppliedDiscount = Unread<'id' | 'amount' | 'name' | 'code' | 'target'>;

/** Its price is that of one piece; its weight too, in the store's unit. */
export interface NativeLine
  extends Row,
    Unread<'name' | 'name_customer' | 'sku' | 'brand' | 'weight' | 'variant_id'>,
    Unread<'price_ex_tax' | 'price_inc_tax' | 'total_tax'>,
    Unread<'quantity' | 'quantity_shipped' | 'quantity_refunded'> {
  /** The address it goes to; 0 for what is picked up, downloaded or sent by e-mail. */
  readonly order_address_id?: unknown;
  /** 0 for a custom item; kept when the product is deleted. */
  readonly product_id?: unknown;
  /** physical, digital or giftcertificate. */
  readonly type?: unknown;
  readonly applied_discounts?: unknown;
  /** Each with its `display_value`. */
  readonly product_options?: unknown;
}

/** Where lines stand; at most 50 of them, and then with a warning. */
export interface Consignment {
  readonly line_items?: List<NativeLine>;
  readonly __warning__?: unknown;
}

export interface ShippingConsignment
  extends Consignment,
    NativeAddress,
    Costs<'cost' | 'handling_cost'> {
  readonly shipping_method?: unknown;
}

/** An amount without tax, and the same with it. */
export type Costs<Name extends string> = Unread<`${Name}_${'ex' | 'inc'}_tax`>;

export interface PickupConsignment extends Consignment {
  readonly id?: unknown;
  readonly pickup_method_display_name?: unknown;
  readonly location?: PickupLocation | null;
}

export interface PickupLocation
  extends Unread<'id' | 'name' | 'address_line_1' | 'address_line_2' | 'city' | 'state'>,
    Unread<'postal_code' | 'country_alpha2' | 'phone'> {}

/** Only the kinds that an order has: one that is picked up has no `shipping` at all. */
export interface Consignments {
  readonly shipping?: List<ShippingConsignment>;
  readonly pickups?: List<PickupConsignment>;
  readonly downloads?: List<Consignment>;
  readonly email?: { readonly gift_certificates?: List<Consignment> } | null;
}

/** One of the vendor's own examples spells the cost without tax in another way. */
export type NativeFee = Costs<'cost'> & Unread<'cost_exc_tax'>;

/** `amount` is in percent for type 1, money otherwise; `discount` is what it took off this order. */
export type NativeCoupon = Unread<'coupon_id' | 'code' | 'amount' | 'type' | 'discount'>;

/** What left together; names its goods by the order's lines. */
export interface NativeShipment
  extends Row,
    Unread<'date_created' | 'tracking_number' | 'tracking_link' | 'generated_tracking_link'>,
    Unread<'tracking_carrier' | 'shipping_provider' | 'shipping_provider_display_name'> {
  readonly items?: List<Unread<'order_product_id' | 'quantity'>>;
}

export interface NativeRefund
  extends Row,
    Unread<'total_amount' | 'total_tax' | 'items' | 'created' | 'reason'> {
  readonly order_id: number;
  /** Each of which may be declined; the total counts them all. */
  readonly payments?: unknown;
  /** Whether total and tax are the merchant's own rather than those of the items. */
  readonly uses_merchant_override_values?: unknown;
}

/**
 * The identifier is the line's for PRODUCT. The amount is null where a quantity was refunded rather
 * than an amount.
 */
export interface RefundItem
  extends Unread<'item_type' | 'item_id' | 'quantity' | 'requested_amount'> {
  /** What the merchant kept of it, below zero. */
  readonly adjustments?: unknown;
}

export interface NativeCustomer
  extends Row,
    Unread<'date_created' | 'date_modified' | 'notes' | 'tax_exempt_category'> {}

/** What holds for the whole store; null where the token may not read it. */
export interface StoreFacts {
  readonly currency: string | null;
  readonly weight_units: string | null;
  readonly secure_url: string | null;
}

/** A variant that the catalogue has. */
export interface CatalogRecord extends Row {
  readonly product_id: number;
}

export interface NativeOrder
  extends Row,
    Unread<'status_id' | 'is_deleted' | 'channel_id' | 'payment_status' | 'payment_method'>,
    Unread<'date_created' | 'date_modified' | 'is_tax_inclusive_pricing'>,
    Costs<'subtotal' | 'shipping_cost' | 'handling_cost' | 'wrapping_cost'>,
    Unread<'discount_amount' | 'coupon_discount' | 'total_inc_tax' | 'total_tax' | 'fees'>,
    Unread<'gift_certificate_amount' | 'store_credit_amount'>,
    Unread<'items_total' | 'items_shipped' | 'order_source' | 'cart_id'>,
    Unread<'customer_id' | 'customer_message' | 'customer_locale' | 'is_email_opt_in'>,
    Unread<'external_id' | 'external_order_id'> {
  /** Empty while nothing was shipped. */
  readonly date_shipped?: unknown;
  /** The currency that all amounts are in, whatever its name says. */
  readonly default_currency_code?: unknown;
  readonly billing_address?: NativeAddress | null;
  /** An object, or a list of one where the older structure comes. */
  readonly consignments?: Consignments | List<Consignments>;
  /** Added by `fetch`: all lines, whether they stood in the order or had to be asked for. */
  readonly line_records?: readonly NativeLine[];
  readonly coupon_records?: readonly NativeCoupon[];
  readonly refund_records?: readonly NativeRefund[];
  /** Added by `fetch` on request. */
  readonly shipment_records?: readonly NativeShipment[];
  readonly customer_record?: NativeCustomer;
  /** Added by `fetch`: what the catalogue still has of the lines' products; absent where it may not be read. */
  readonly catalog_records?: readonly CatalogRecord[];
  readonly store?: StoreFacts;
}

export interface NativeImage
  extends Row,
    Unread<'is_thumbnail' | 'sort_order' | 'description'>,
    Unread<'url_zoom' | 'url_standard' | 'url_thumbnail' | 'url_tiny'> {}

/** `calculated_price` is what the storefront shows: sales and rules of the store are in it. */
interface Sellable
  extends Unread<'sku' | 'price' | 'calculated_price' | 'sale_price' | 'retail_price'>,
    Unread<'weight' | 'upc' | 'gtin'> {
  readonly inventory_level?: number | null;
}

/** What a variant leaves empty it takes from its product. */
export interface NativeVariant
  extends Row,
    Sellable,
    Unread<'calculated_weight' | 'image_url' | 'option_values'> {}

export type OptionValue = Unread<'option_id' | 'option_display_name' | 'label'>;

export interface NativeProduct
  extends Row,
    Sellable,
    Unread<'name' | 'description' | 'brand_id' | 'categories' | 'search_keywords'>,
    Unread<'inventory_tracking' | 'is_visible' | 'is_price_hidden'>,
    Unread<'date_created' | 'date_modified'> {
  /** physical or digital. */
  readonly type?: unknown;
  readonly custom_url?: Unread<'url'> | null;
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
  if (!isRecord(given)) reportUnreadable(given);
  if (!isRecord<Consignments>(given)) return {};
  if ('url' in given && 'resource' in given) throw unreadableRecord(id, 'consignments');
  return given;
}
