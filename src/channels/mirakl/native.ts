// Mirakl's own shapes, of both APIs, as far as they are read here. Fractions come as text (exact-json).

/** A whole number, or text: both APIs write amounts as JSON numbers, and in places as strings. */
export type Decimal = string | number;

type Text = string | null | undefined;

// Mirakl Connect.

export interface ConnectMoney {
  readonly amount: Decimal;
  readonly currency: string;
}

export interface ConnectTax {
  readonly amount?: ConnectMoney | null;
}

/** A cancelation has shrunk the line's own figures, a refund has not. */
export interface ConnectAdjustment {
  /** The same on every line that was adjusted together. */
  readonly adjustment_id?: Text;
  /** Deprecated, and in places the only one: the vendor's own example has no other. */
  readonly id?: Text;
  readonly created_at?: Text;
  readonly type: string;
  readonly reason?: Text;
  readonly quantity: number;
  readonly price?: ConnectMoney | null;
  readonly shipping_price?: ConnectMoney | null;
  readonly taxes?: readonly ConnectTax[] | null;
  readonly shipping_taxes?: readonly ConnectTax[] | null;
}

export interface ConnectLine {
  readonly id: string;
  readonly channel_order_line_id?: Text;
  readonly product?: { readonly id?: Text; readonly title?: Text } | null;
  /** After cancelations, like all figures of the line. */
  readonly quantity: number;
  /** Of all pieces together, without tax. */
  readonly price: ConnectMoney;
  readonly total_shipping_price?: ConnectMoney | null;
  readonly taxes?: readonly ConnectTax[] | null;
  readonly shipping_taxes?: readonly ConnectTax[] | null;
  readonly status: string;
  readonly status_reason?: Text;
  readonly adjustments?: readonly ConnectAdjustment[] | null;
}

export interface ConnectAddress {
  readonly first_name?: Text;
  readonly last_name?: Text;
  readonly company?: Text;
  readonly street?: Text;
  readonly street_additional_info?: Text;
  readonly additional_info?: Text;
  readonly city?: Text;
  readonly state?: Text;
  readonly zip_code?: Text;
  readonly country?: Text;
  readonly country_iso_code?: Text;
  readonly phone?: Text;
}

export interface ConnectOrder {
  readonly id: string;
  readonly channel_order_id?: Text;
  readonly origin?: {
    readonly channel_id?: Text;
    readonly channel_name?: Text;
    readonly channel_store_id?: Text;
    readonly sub_channel_code?: Text;
    readonly sub_channel_name?: Text;
  } | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: string;
  readonly status_reason?: Text;
  readonly fulfillment?: { readonly type?: Text; readonly code?: Text } | null;
  readonly shipping_info?: {
    readonly address?: ConnectAddress | null;
    readonly carrier?: Text;
    readonly method?: Text;
    readonly email?: Text;
  } | null;
  readonly billing_info?: { readonly address?: ConnectAddress | null } | null;
  readonly order_lines: readonly ConnectLine[];
  /** Set once the buyer's data are gone. */
  readonly anonymized_at?: Text;
}

interface Localized {
  readonly locale?: Text;
  readonly value?: Text;
}

/** `scope` names a sales channel or a country; without one it holds everywhere. */
export interface ConnectPrice {
  readonly price: ConnectMoney;
  readonly scope?: Text;
  readonly start_date?: Text;
  readonly end_date?: Text;
}

export interface ConnectProduct {
  readonly id: string;
  readonly gtins?: readonly { readonly value?: Text }[] | null;
  readonly titles?: readonly Localized[] | null;
  readonly descriptions?: readonly Localized[] | null;
  readonly images?: readonly { readonly url?: Text }[] | null;
  readonly brand?: Text;
  readonly category?: { readonly id?: Text; readonly labels?: readonly Localized[] | null } | null;
  readonly standard_prices?: readonly ConnectPrice[] | null;
  readonly discount_prices?: readonly ConnectPrice[] | null;
  readonly quantities?:
    | readonly { readonly available_quantity: number; readonly warehouse_code?: Text }[]
    | null;
  /** What partners hold that send for the seller. */
  readonly partner_quantities?:
    | readonly { readonly available_quantity: number; readonly partner_id?: Text }[]
    | null;
}

// A marketplace's seller API.

export interface MarketplaceTax {
  readonly amount?: Decimal | null;
}

interface MarketplaceFee {
  readonly amount?: Decimal | null;
}

/** A cancelation or a refund of a line; whether the line's own figures are after it differs. */
export interface MarketplaceTakeback {
  readonly amount?: Decimal | null;
  readonly shipping_amount?: Decimal | null;
  /** Informative only, says Mirakl: may be 0 beside an amount. */
  readonly quantity?: number | null;
  readonly taxes?: readonly MarketplaceTax[] | null;
  readonly shipping_taxes?: readonly MarketplaceTax[] | null;
  readonly fees?: readonly MarketplaceFee[] | null;
  readonly id?: string | number | null;
  readonly created_date?: Text;
  readonly reason_code?: Text;
  readonly reason_label?: Text;
  /** Refunds only; `state` is its older twin. */
  readonly refund_state?: Text;
  readonly state?: Text;
  /** Of refunds made together. */
  readonly order_refund_id?: Text;
}

export interface MarketplacePromotion {
  readonly id?: Text;
  readonly promo_code?: Text;
  readonly apportioned?: boolean | null;
  readonly deduced_amount?: Decimal | null;
  readonly configuration?: {
    readonly type?: Text;
    readonly percentage_off?: Decimal | null;
    readonly amount_off?: Decimal | null;
  } | null;
}

export interface MarketplaceLine {
  readonly order_line_id: string;
  readonly order_line_state: string;
  readonly offer_id?: string | number | null;
  readonly offer_sku?: Text;
  readonly product_shop_sku?: Text;
  readonly product_sku?: Text;
  readonly product_title?: Text;
  readonly quantity: number;
  /** Before discounts; `price_unit` is after them. */
  readonly origin_unit_price?: Decimal | null;
  readonly price_unit?: Decimal | null;
  /** Of all pieces together, after promotions, without shipping. */
  readonly price?: Decimal | null;
  readonly shipping_price?: Decimal | null;
  readonly taxes?: readonly MarketplaceTax[] | null;
  readonly shipping_taxes?: readonly MarketplaceTax[] | null;
  readonly fees?: readonly MarketplaceFee[] | null;
  readonly promotions?: readonly MarketplacePromotion[] | null;
  readonly cancelations?: readonly MarketplaceTakeback[] | null;
  readonly refunds?: readonly MarketplaceTakeback[] | null;
  readonly shipped_date?: Text;
}

export interface MarketplaceAddress {
  readonly firstname?: Text;
  readonly lastname?: Text;
  readonly company?: Text;
  readonly company_2?: Text;
  readonly street_1?: Text;
  readonly street_2?: Text;
  readonly additional_info?: Text;
  readonly city?: Text;
  readonly state?: Text;
  readonly zip_code?: Text;
  readonly country?: Text;
  readonly country_iso_code?: Text;
  readonly phone?: Text;
  readonly phone_secondary?: Text;
}

export interface OrderTax {
  readonly total_amount?: Decimal | null;
}

export interface MarketplaceOrder {
  readonly order_id: string;
  readonly commercial_id?: Text;
  readonly order_state: string;
  readonly order_state_reason_label?: Text;
  readonly order_tax_mode?: Text;
  readonly currency_iso_code: string;
  readonly created_date: string;
  readonly last_updated_date: string;
  readonly customer_debited_date?: Text;
  readonly payment_workflow?: Text;
  readonly payment_type?: Text;
  readonly paymentType?: Text;
  readonly fully_refunded?: boolean | null;
  readonly channel?: { readonly code?: Text; readonly label?: Text } | null;
  readonly references?: { readonly order_reference_for_customer?: Text } | null;
  readonly customer?: {
    readonly customer_id?: Text;
    readonly firstname?: Text;
    readonly lastname?: Text;
    readonly locale?: Text;
    readonly organization?: { readonly organization_id?: Text; readonly name?: Text } | null;
    readonly billing_address?: MarketplaceAddress | null;
    readonly shipping_address?: MarketplaceAddress | null;
  } | null;
  readonly customer_notification_email?: Text;
  readonly fulfillment?: { readonly center?: { readonly code?: Text } | null } | null;
  readonly invoice_details?: {
    readonly payment_terms?: { readonly type?: Text; readonly days?: number | null } | null;
  } | null;
  /** Mostly without lines that were refused or cancelled; so are shipping and total. */
  readonly price?: Decimal | null;
  readonly shipping_price?: Decimal | null;
  /** Price, shipping and fees; without taxes where prices are without. */
  readonly total_price?: Decimal | null;
  readonly promotions?: {
    readonly applied_promotions?: readonly MarketplacePromotion[] | null;
  } | null;
  /** Only where the operator reckons taxes by the order; the lines may have none then. */
  readonly order_taxes?: readonly OrderTax[] | null;
  readonly order_refunds?:
    | readonly { readonly order_refund_id?: Text; readonly taxes?: readonly OrderTax[] | null }[]
    | null;
  readonly shipping_type_code?: Text;
  readonly shipping_type_label?: Text;
  readonly shipping_carrier_code?: Text;
  readonly shipping_company?: Text;
  readonly order_lines: readonly MarketplaceLine[];
  /** Whether the seller can send the order as a whole. */
  readonly can_shop_ship?: boolean | null;
}

/** A price of an offer: of some sales channel, or of some buyers or days, where it says so. */
export interface MarketplacePrice {
  readonly channel_code?: Text;
  readonly context?: Readonly<Record<string, unknown>> | null;
  readonly unit_origin_price?: Decimal | null;
  readonly unit_discount_price?: Decimal | null;
  readonly discount_start_date?: Text;
  readonly discount_end_date?: Text;
  /** From so many pieces on; that of one piece is among them. */
  readonly volume_prices?:
    | readonly {
        readonly quantity_threshold?: number | null;
        readonly unit_origin_price?: Decimal | null;
      }[]
    | null;
}

export interface MarketplaceOffer {
  readonly offer_id: string | number;
  readonly shop_sku?: Text;
  readonly product_sku?: Text;
  readonly product_title?: Text;
  readonly product_brand?: Text;
  readonly product_description?: Text;
  readonly description?: Text;
  readonly category_label?: Text;
  readonly active: boolean;
  readonly available_start_date?: Text;
  readonly channels?: readonly string[] | null;
  readonly currency_iso_code: string;
  readonly price?: Decimal | null;
  readonly applicable_pricing?: {
    readonly price: Decimal;
    readonly unit_origin_price?: Decimal | null;
  } | null;
  readonly all_prices?: readonly MarketplacePrice[] | null;
  /** Of offers that the marketplace sells itself and the seller sends (dropship). */
  readonly retail_prices?: readonly object[] | null;
  readonly quantity: number | null;
  readonly warehouses?: readonly { readonly code: string; readonly quantity: number }[] | null;
  readonly product_references?:
    | readonly { readonly reference?: Text; readonly reference_type?: Text }[]
    | null;
}

export type NativeOrder = ConnectOrder | MarketplaceOrder;
export type NativeProduct = ConnectProduct | MarketplaceOffer;

/** The two APIs name the identifier of an order differently; it is there in every order. */
export const isOfMarketplace = (order: NativeOrder): order is MarketplaceOrder =>
  'order_id' in order;

export const isOffer = (product: NativeProduct): product is MarketplaceOffer =>
  'offer_id' in product;
