// What the service speaks of: records, filters, codes and events. Generated from its schemas by
// `npm run client:records`; do not edit.

/** A sales channel; later versions may know more. */
export type Channel =
  | 'shopify'
  | 'amazon'
  | 'woocommerce'
  | 'bol'
  | 'sharetribe'
  | 'lightspeed_c'
  | 'mirakl'
  | 'magento'
  | 'bigcommerce'
  | (string & {});

/** Which channels have each kind of record, as far as this client knows. */
export interface Having {
  readonly orders:
    | 'shopify'
    | 'amazon'
    | 'woocommerce'
    | 'bol'
    | 'lightspeed_c'
    | 'mirakl'
    | 'bigcommerce';
  readonly products:
    | 'shopify'
    | 'amazon'
    | 'woocommerce'
    | 'bol'
    | 'sharetribe'
    | 'lightspeed_c'
    | 'mirakl'
    | 'magento'
    | 'bigcommerce';
}

/** Why a call failed, as the service says it; later versions may know more. */
export type ErrorCode =
  | 'invalid_request'
  | 'unsupported_filter'
  | 'unsupported_include'
  | 'invalid_page_token'
  | 'invalid_cursor'
  | 'unsupported_channel'
  | 'address_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'unknown_user'
  | 'not_found'
  | 'method_not_allowed'
  | 'channel_not_linked'
  | 'cursor_expired'
  | 'idempotency_key_reused'
  | 'write_in_progress'
  | 'too_many_watches'
  | 'rate_limited'
  | 'result_quota_met'
  | 'credential_refused'
  | 'keys_missing'
  | 'permission_missing'
  | 'channel_rate_limited'
  | 'channel_failed'
  | 'channel_invalid_response'
  | 'channel_timeout'
  | 'deadline_passed'
  | 'app_refused'
  | 'set_aside'
  | 'unexpected'
  | 'unavailable'
  | (string & {});

/** What the reader of a result should know; later versions may know more. */
export type WarningCode =
  | 'api_version_changed'
  | 'api_version_ending'
  | 'changes_without_date'
  | 'customers_unreadable'
  | 'field_withheld'
  | 'fractional_quantity'
  | 'fulfillments_unknown'
  | 'id_refused'
  | 'images_left_out'
  | 'limit_reduced'
  | 'orders_window'
  | 'override_failed'
  | 'override_switched_off'
  | 'paging_limit'
  | 'permission_missing'
  | 'personal_data_ended'
  | 'personal_data_withheld'
  | 'race_possible'
  | 'record_not_shown'
  | 'record_out_of_bounds'
  | 'record_unreadable'
  | 'refunds_unknown'
  | 'refunds_unreadable'
  | 'services_without_price'
  | 'slow_filter'
  | 'stock_left_out'
  | 'stock_unknown'
  | 'texts_left_out'
  | 'totals_do_not_add_up'
  | 'unknown_status'
  | 'unknown_stock_tracking'
  | 'unknown_tax_mode'
  | 'value_unreadable'
  | 'variants_withheld'
  | 'variations_withheld'
  | (string & {});

/** Why an item was refused or is not known, beside error codes; later versions may know more. */
export type WriteCode =
  | 'carrier_unknown'
  | 'currency_differs'
  | 'duplicate_item'
  | 'line_not_found'
  | 'location_not_found'
  | 'location_required'
  | 'more_than_left'
  | 'not_accepted'
  | 'not_sent'
  | 'not_shippable'
  | 'nothing_left'
  | 'price_not_set'
  | 'record_not_found'
  | 'refused_by_channel'
  | 'stock_moved'
  | 'stock_not_counted'
  | 'stock_not_set'
  | 'superseded'
  | 'too_many_decimals'
  | 'tracking_required'
  | 'write_differs'
  | 'write_dropped'
  | 'write_under_way'
  | 'write_unproven'
  | (string & {});

/** Why a linked channel needs attention; later versions may know more. */
export type AttentionCode =
  | 'credential_refused'
  | 'access_denied'
  | 'access_token'
  | 'authorisation_ended'
  | 'bearer_refused'
  | 'client_refused'
  | 'client_unknown'
  | 'company_needed'
  | 'consent_ended'
  | 'consumer_key'
  | 'ims_refused'
  | 'key_refused'
  | 'key_unknown'
  | 'keys_missing'
  | 'keys_refused'
  | 'no_store_view'
  | 'other_app'
  | 'refused'
  | 'revoked'
  | 'secret_wrong'
  | 'shop_moved'
  | 'shop_unknown'
  | 'signature'
  | 'signature_refused'
  | 'token_expired'
  | 'token_invalid'
  | 'token_must_expire'
  | 'token_refused'
  | 'unknown_keys'
  | 'unknown_language'
  | 'wrong_cluster'
  | (string & {});

/** A scope to write; later versions may know more. */
export type WriteScope = 'orders.write' | 'products.write' | (string & {});

/** What an event says; later versions may know more. */
export type EventType =
  | 'execution.completed'
  | 'delivery.test'
  | 'channel.linked'
  | 'channel.needs_attention'
  | 'channel.recovered'
  | 'channel.unlinked'
  | 'channel.expiring'
  | 'service.expiring'
  | 'link.finished'
  | 'link.step'
  | 'privacy.request'
  | 'changes.available'
  | 'write.settled'
  | 'watch.behind'
  | 'watch.broken'
  | (string & {});

/** An address. */
export interface Address {
  /** The channel’s identifier of this address. */
  readonly id: string | null;
  /** Street and house number. */
  readonly address1: string | null;
  /** Further line: apartment, floor, building. */
  readonly address2: string | null;
  /** Town or city. */
  readonly city: string | null;
  /** Company at this address. */
  readonly company: string | null;
  /** English name of the country. */
  readonly country: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string | null;
  /** First name of the person at this address. */
  readonly first_name: string | null;
  /** Last name of the person at this address. */
  readonly last_name: string | null;
  /** Whole name of the person at this address. */
  readonly name: string | null;
  /** Telephone number, as the channel writes it. */
  readonly phone: string | null;
  /** Name of the province, state or region. */
  readonly province: string | null;
  /** Code of the province, state or region. */
  readonly province_code: string | null;
  /** Postal code. */
  readonly zip: string | null;
}

/** The address that the buyer pays from. */
export interface BillingAddress extends Address {
  /** The channel’s identifier. */
  readonly channel_name: string;
}

/** The buyer, as the channel knows them. */
export interface Customer {
  /** The channel’s identifier of the customer; null for a guest. */
  readonly id: string | null;
  /** When the customer became known to the shop. */
  readonly created_at: string | null;
  /** When what is known of the customer last changed. */
  readonly updated_at: string | null;
  /** E-mail address; on marketplaces often one that forwards. */
  readonly email: string | null;
  /** First name. */
  readonly first_name: string | null;
  /** Last name. */
  readonly last_name: string | null;
  /** What the shop noted about the customer. */
  readonly note: string | null;
  /** Telephone number, as the channel writes it. */
  readonly phone: string | null;
  /** The shop’s labels for the customer, comma-separated. */
  readonly tags: string | null;
  /** Whether the e-mail address was verified. */
  readonly verified_email: boolean | null;
  /** Whether the customer pays no tax. */
  readonly tax_exempt: boolean | null;
  /** Which taxes the customer does not pay, in the channel’s words. */
  readonly tax_exemptions: readonly string[];
  /** The customer’s usual address. */
  readonly default_address: DefaultAddress | null;
  /** Whether the customer agreed to get marketing by text message; may be an empty object. */
  readonly sms_marketing_consent: Readonly<Record<string, string | null>>;
  /** Whether the customer agreed to get marketing by e-mail. */
  readonly email_marketing_consent: {
    /** What the customer said, such as subscribed or not_subscribed. */
    readonly state: string | null;
    /** How the customer agreed, such as single_opt_in or confirmed_opt_in. */
    readonly opt_in_level: string | null;
    /** When the customer last agreed or withdrew. */
    readonly consent_updated_at: string | null;
  } | null;
}

/** The usual address of a customer. */
export interface DefaultAddress extends Address {
  /** English name of the country. */
  readonly country_name: string | null;
  /** Whether it is the customer’s usual address. */
  readonly default: boolean | null;
}

/** The part of a discount that falls on one line. */
export interface DiscountAllocation {
  /** What it takes off this line. */
  readonly amount: string | null;
  /** Place of the discount in `discount_applications`, from 0. */
  readonly discount_application_index: number | null;
  /** `amount` in both currencies. */
  readonly amount_set: MoneySet | null;
}

/** A discount on the order: by a code, by the shop’s own rules, or by hand. */
export interface DiscountApplication {
  /** How it came about: discount_code, automatic, manual or script. */
  readonly type: string | null;
  /** The code that was entered, or the name of the discount. */
  readonly code: string | null;
  /** How much: an amount or a percentage, as value_type says. */
  readonly value: string | null;
  /** fixed_amount or percentage. */
  readonly value_type: string | null;
  /** How it is spread over lines: across, each or one. */
  readonly allocation_method: string | null;
  /** Which lines it is for: all, entitled or explicit. */
  readonly target_selection: string | null;
  /** What it is taken off: line_item or shipping_line. */
  readonly target_type: string | null;
}

/** A code that the buyer entered. */
export interface DiscountCode {
  /** The channel’s identifier of the code or coupon. */
  readonly id: string | null;
  /** What it takes off, in the order’s currency. */
  readonly amount: string | null;
  /** The code itself. */
  readonly code: string | null;
  /** fixed_amount, percentage or shipping. */
  readonly type: string | null;
}

/** One line of an order: a quantity of one thing. */
export interface LineItem {
  /** The channel’s identifier of the line. */
  readonly id: string | null;
  /** The `id` of the product record of the same channel, or null. */
  readonly product_id: string | null;
  /** The `id` of a variant in that product record, or null. */
  readonly variant_id: string | null;
  /** The line within what was shipped. */
  readonly fulfillment_line_item_id: string | null;
  /** How many are still to be shipped. */
  readonly fulfillable_quantity: number | null;
  /** How many were ordered. */
  readonly quantity: number | null;
  /** Weight of one, in grams. */
  readonly grams: number | null;
  /** Who ships it, such as manual or the name of a service. */
  readonly fulfillment_service: string | null;
  /** Null while nothing of it has shipped. */
  readonly fulfillment_status: 'fulfilled' | 'partial' | 'restocked' | null;
  /** The shop’s own stock number. */
  readonly sku: string | null;
  /** What was sold, without the variant. */
  readonly title: string | null;
  /** Which variant of it. */
  readonly variant_title: string | null;
  /** What was sold, with the variant. */
  readonly name: string | null;
  /** Brand or maker. */
  readonly vendor: string | null;
  /** Price of one, before discounts. */
  readonly price: string | null;
  /** What discounts take off this line. */
  readonly total_discount: string | null;
  /** Whether it is shipped at all. */
  readonly requires_shipping: boolean | null;
  /** Whether it is a gift card. */
  readonly gift_card: boolean | null;
  /** Whether tax is charged on it. */
  readonly taxable: boolean | null;
  /** Whether the product is still in the shop. */
  readonly product_exists: boolean | null;
  /** `total_discount` in both currencies. */
  readonly total_discount_set: MoneySet | null;
  /** `price` in both currencies. */
  readonly price_set: MoneySet | null;
}

/** An amount in one currency. */
export interface Money {
  /** ISO 4217. */
  readonly currency_code: string | null;
  /** A decimal number, with every digit that the channel wrote. */
  readonly amount: string | null;
}

/** The same amount in the shop’s currency and in the one the buyer saw. */
export interface MoneySet {
  /** In the currency of the shop. */
  readonly shop_money: Money;
  /** In the currency that the buyer saw. */
  readonly presentment_money: Money;
}

/**
 * An order, the same whatever the channel. All fields are always there: null where the channel has
 * nothing. Where the request names `fields`, a record holds those, `id` and `channel_name` alone.
 */
export interface Order {
  /** The channel’s identifier of the order. */
  readonly id: string;
  /** The channel’s identifier. */
  readonly channel_name: string;
  /** The app that made the order. */
  readonly app_id: string | null;
  /** The checkout or cart that the order came from. */
  readonly checkout_id: string | null;
  /** What people call the order, such as #1001. */
  readonly name: string | null;
  /** The order’s number in the shop. */
  readonly number: string | null;
  /** The order’s number, as the buyer sees it. */
  readonly order_number: string | null;
  /** The order’s identifier where it was made, if elsewhere. */
  readonly source_identifier: string | null;
  /** Where it was made: web, pos, or the name of a sales channel. */
  readonly source_name: string | null;
  /** The member of staff who made it. */
  readonly user_id: string | null;
  /** The shop’s place of business, or warehouse, that it belongs to. */
  readonly location_id: string | null;
  /** The till or device that it was made on. */
  readonly device_id: string | null;
  /** The buyer’s own purchase order number. */
  readonly po_number: string | null;
  /** Page on which the buyer can follow the order. */
  readonly order_status_url: string | null;
  /** Whether it is paid. */
  readonly financial_status:
    | 'pending'
    | 'authorized'
    | 'partially_paid'
    | 'paid'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | 'expired'
    | null;
  /** Null while nothing has shipped. */
  readonly fulfillment_status: 'fulfilled' | 'partial' | 'restocked' | null;
  /** Why it was cancelled. */
  readonly cancel_reason:
    | 'customer'
    | 'fraud'
    | 'inventory'
    | 'declined'
    | 'staff'
    | 'other'
    | null;
  /** Whether the shop has taken it on. */
  readonly confirmed: boolean | null;
  /** Whether it is a test, and no one pays. */
  readonly test: boolean | null;
  /** When it was made. */
  readonly created_at: string | null;
  /** When anything about it last changed. */
  readonly updated_at: string | null;
  /** When the sale took place; of an imported order, the original sale. */
  readonly processed_at: string | null;
  /** When it was cancelled. */
  readonly cancelled_at: string | null;
  /** When nothing was left to do. */
  readonly closed_at: string | null;
  /** The buyer’s e-mail address; on marketplaces often one that forwards. */
  readonly email: string | null;
  /** The buyer’s telephone number. */
  readonly phone: string | null;
  /** The shop’s labels for the order, comma-separated. */
  readonly tags: string | null;
  /** The buyer’s language, such as nl or en-GB. */
  readonly customer_locale: string | null;
  /** What the buyer or the shop noted on the order. */
  readonly note: string | null;
  /** The page that the buyer came from. */
  readonly referring_site: string | null;
  /** Whether the buyer agreed to get marketing. */
  readonly buyer_accepts_marketing: boolean | null;
  /** Whether no tax is charged. */
  readonly tax_exempt: boolean | null;
  /** The shop’s currency (ISO 4217); that of every amount here. */
  readonly currency: string | null;
  /** The currency that the buyer saw (ISO 4217). */
  readonly presentment_currency: string | null;
  /** Line items less discounts. */
  readonly subtotal_price: string | null;
  /** All discounts together. */
  readonly total_discounts: string | null;
  /** Line items before discounts. */
  readonly total_line_items_price: string | null;
  /** Tips. */
  readonly total_tip_received: string | null;
  /**
   * What the buyer was asked to pay: line items less discounts, shipping, tips, and tax that prices
   * do not include.
   */
  readonly total_price: string | null;
  /** All taxes together, those included in prices too. */
  readonly total_tax: string | null;
  /** What is still to be paid. */
  readonly total_outstanding: string | null;
  /** `subtotal_price` after refunds and edits, as all `current_` amounts are. */
  readonly current_subtotal_price: string | null;
  /** `total_discounts` after refunds and edits. */
  readonly current_total_discounts: string | null;
  /** `total_price` after refunds and edits. */
  readonly current_total_price: string | null;
  /** `total_tax` after refunds and edits. */
  readonly current_total_tax: string | null;
  /** `total_line_items_price` in both currencies. */
  readonly total_line_items_price_set: MoneySet | null;
  /** `total_discounts` in both currencies. */
  readonly total_discounts_set: MoneySet | null;
  /** What shipping costs, in both currencies. */
  readonly total_shipping_price_set: MoneySet | null;
  /** `subtotal_price` in both currencies. */
  readonly subtotal_price_set: MoneySet | null;
  /** `total_price` in both currencies. */
  readonly total_price_set: MoneySet | null;
  /** `total_tax` in both currencies. */
  readonly total_tax_set: MoneySet | null;
  /** `current_subtotal_price` in both currencies. */
  readonly current_subtotal_price_set: MoneySet | null;
  /** `current_total_discounts` in both currencies. */
  readonly current_total_discounts_set: MoneySet | null;
  /** `current_total_price` in both currencies. */
  readonly current_total_price_set: MoneySet | null;
  /** `current_total_tax` in both currencies. */
  readonly current_total_tax_set: MoneySet | null;
  /** Weight of all line items, in grams. */
  readonly total_weight: number | null;
  /** Whether prices include tax. */
  readonly taxes_included: boolean | null;
  /** Whether taxes are an estimate so far. */
  readonly estimated_taxes: boolean | null;
  /** Import duties after refunds and edits. An empty object where there is nothing. */
  readonly current_total_duties_set: MoneySet | Readonly<Record<string, never>>;
  /** Import duties as they were charged first. An empty object where there is nothing. */
  readonly original_total_duties_set: MoneySet | Readonly<Record<string, never>>;
  /** Further fees after refunds and edits. An empty object where there is nothing. */
  readonly current_total_additional_fees_set: MoneySet | Readonly<Record<string, never>>;
  /** Further fees as they were charged first. An empty object where there is nothing. */
  readonly original_total_additional_fees_set: MoneySet | Readonly<Record<string, never>>;
  /** When payment is due, in the channel’s own words. An empty object where there is nothing. */
  readonly payment_terms: Readonly<Record<string, unknown>>;
  /** The business that a business buyer orders for. */
  readonly company: {
    /** The channel’s identifier of the company, or its number in a register. */
    readonly id: string | null;
    /** Which of its places of business. */
    readonly location_id: string | null;
  } | null;
  /** How it is paid. */
  readonly payment_gateway_names: readonly string[];
  /** Codes that the buyer entered. */
  readonly discount_codes: readonly DiscountCode[];
  /** Every discount on the order, by code or not. */
  readonly discount_applications: readonly DiscountApplication[];
  /** What was sold. */
  readonly line_items: readonly LineItem[];
  /** How it is shipped, and for what. */
  readonly shipping_lines: readonly ShippingLine[];
  /** The address that the buyer pays from. */
  readonly billing_address: BillingAddress | null;
  /** Where it is shipped to. */
  readonly shipping_address: Address | null;
  /** The buyer, as the channel knows them. */
  readonly customer: Customer | null;
}

/** A way in which the order is shipped. */
export interface ShippingLine {
  /** The channel’s identifier of the line. */
  readonly id: string | null;
  /** Which carrier, as the channel names it. */
  readonly carrier_identifier: string | null;
  /** The shipping method’s code. */
  readonly code: string | null;
  /** The shipping method’s name, as the buyer saw it. */
  readonly title: string | null;
  /** Where the price comes from: the channel, or a shipping service. */
  readonly source: string | null;
  /** Telephone number for the delivery. */
  readonly phone: string | null;
  /** Price before discounts. */
  readonly price: string | null;
  /** Price after discounts. */
  readonly discounted_price: string | null;
  /** Whether it was taken off the order again. */
  readonly is_removed: boolean | null;
  /** `price` in both currencies. */
  readonly price_set: MoneySet | null;
  /** `discounted_price` in both currencies. */
  readonly discounted_price_set: MoneySet | null;
  /** Discounts that fall on it. */
  readonly discount_allocations: readonly DiscountAllocation[];
}

/** A picture of a product. */
export interface Image {
  /** The channel’s identifier of the image. */
  readonly id: string | null;
  /** Where it can be loaded from. */
  readonly src: string | null;
  /** What it shows, in words. */
  readonly alt: string | null;
  /** Its place among the images, from 1. */
  readonly position: number | null;
  /** Pixels. */
  readonly width: number | null;
  /** Pixels. */
  readonly height: number | null;
  /** The variants that it shows; empty where it is of the product as a whole. */
  readonly variant_ids: readonly string[];
}

/**
 * A product with its variants, the same whatever the channel. All fields are always there: null
 * where the channel has nothing. Where the request names `fields`, a record holds those, `id` and
 * `channel_name` alone.
 */
export interface Product {
  /** The channel’s identifier of the product; `product_id` of line items. */
  readonly id: string;
  /** The channel’s identifier. */
  readonly channel_name: string;
  /** What it is called. */
  readonly title: string | null;
  /** Description, as HTML or plain text. */
  readonly body_html: string | null;
  /** Brand or maker. */
  readonly vendor: string | null;
  /** What kind of product it is, in the channel’s words. */
  readonly product_type: string | null;
  /** Its name in addresses, or the channel’s own short identifier. */
  readonly handle: string | null;
  /** Whether it is for sale. */
  readonly status: 'active' | 'draft' | 'archived' | null;
  /** The shop’s labels for it. */
  readonly tags: readonly string[];
  /** Its page in the shop. */
  readonly url: string | null;
  /** When it was made. */
  readonly created_at: string | null;
  /** When anything about it last changed. */
  readonly updated_at: string | null;
  /** When it came on sale. */
  readonly published_at: string | null;
  /** What its variants differ in. */
  readonly options: readonly ProductOption[];
  /** What can be bought; one for a product without variants. */
  readonly variants: readonly Variant[];
  /** Its pictures, in order. */
  readonly images: readonly Image[];
  /** The first or main of its pictures. */
  readonly image: Image | null;
}

/** What variants of a product differ in, such as size or colour. */
export interface ProductOption {
  /** The channel’s identifier of the option. */
  readonly id: string | null;
  /** What it is called, such as Size. */
  readonly name: string | null;
  /** Its place among the options, from 1; option1 holds the first. */
  readonly position: number | null;
  /** Every value that a variant may have. */
  readonly values: readonly string[];
}

/** What a website can sell of a variant now. */
export interface Salable {
  /** `id` of the product’s variant. */
  readonly variant_id: string | null;
  /** The channel’s identifier of the stock that the website sells from. */
  readonly stock_id: string | null;
  /** Pieces, less those that orders have reserved. */
  readonly quantity: number | null;
}

/** What can be bought of a product: one size, one colour. */
export interface Variant {
  /** The channel’s identifier of the variant; `variant_id` of line items. */
  readonly id: string | null;
  /** The `id` of the product. */
  readonly product_id: string | null;
  /** What distinguishes it from the other variants; Default Title where there is only one. */
  readonly title: string | null;
  /** The shop’s own stock number. */
  readonly sku: string | null;
  /** EAN, UPC, ISBN or another number of the trade. */
  readonly barcode: string | null;
  /** Price of one, now. */
  readonly price: string | null;
  /** Price before it was reduced; null while it is not. */
  readonly compare_at_price: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** Its place among the variants, from 1. */
  readonly position: number | null;
  /** Its value of the first option. */
  readonly option1: string | null;
  /** Its value of the second option. */
  readonly option2: string | null;
  /** Its value of the third option. */
  readonly option3: string | null;
  /** The channel’s identifier of what is counted in stock. */
  readonly inventory_item_id: string | null;
  /** How many can be sold, all places together. */
  readonly inventory_quantity: number | null;
  /** Whether it can be bought while there is none: deny or continue. */
  readonly inventory_policy: 'deny' | 'continue' | null;
  /** Who counts the stock; null where no one does. */
  readonly inventory_management: string | null;
  /** Stock by place. */
  readonly inventory_levels: readonly {
    /** The channel’s identifier of the place. */
    readonly location_id: string | null;
    /** What the place is called. */
    readonly location_name: string | null;
    /** How many can be sold from there. */
    readonly available: number | null;
  }[];
  /** Weight of one, in `weight_unit`. */
  readonly weight: number | null;
  /** Unit of `weight`. */
  readonly weight_unit: 'g' | 'kg' | 'lb' | 'oz' | null;
  /** Weight of one, in grams. */
  readonly grams: number | null;
  /** Whether it is shipped at all. */
  readonly requires_shipping: boolean | null;
  /** Whether tax is charged on it. */
  readonly taxable: boolean | null;
  /** The `id` of its own image among the product’s. */
  readonly image_id: string | null;
  /** When it was made. */
  readonly created_at: string | null;
  /** When anything about it last changed. */
  readonly updated_at: string | null;
}

/** Goods that leave the merchant together. */
export interface Fulfillment {
  /** The channel’s identifier of it. */
  readonly id: string;
  /**
   * pending: made, but not known to have left; shipped: it has left; delivered: the buyer has it;
   * cancelled: withdrawn; failed: it could not be sent or delivered.
   */
  readonly status: 'pending' | 'shipped' | 'delivered' | 'cancelled' | 'failed' | null;
  /** Who sends it: `manual` is the merchant. */
  readonly service: string | null;
  /** Where it leaves from. */
  readonly location_id: string | null;
  /** Who carries it. */
  readonly tracking_company: string | null;
  /** One for each parcel that has one. */
  readonly tracking_numbers: readonly string[];
  /** Where the parcels can be followed. */
  readonly tracking_urls: readonly string[];
  /** When it was made. */
  readonly created_at: string | null;
  /** When it last changed. */
  readonly updated_at: string | null;
  /** When it left. */
  readonly shipped_at: string | null;
  /** When the buyer got it. */
  readonly delivered_at: string | null;
  /** What is in it. */
  readonly line_items: readonly FulfillmentLine[];
}

/** What of a line item is in a fulfillment. */
export interface FulfillmentLine {
  /** `id` of the order’s line item. */
  readonly id: string | null;
  /** Pieces of it in this fulfillment. */
  readonly quantity: number | null;
  /** The merchant’s own number of the article. */
  readonly sku: string | null;
}

/** What was given back together. */
export interface Refund {
  /** The channel’s identifier of it. */
  readonly id: string;
  /** pending: the money is on its way; completed: it was given back; failed: it could not be. */
  readonly status: 'pending' | 'completed' | 'failed' | null;
  /** When it was made. */
  readonly created_at: string | null;
  /** When the money was given back. */
  readonly processed_at: string | null;
  /** In the words of the merchant or the channel. */
  readonly reason: string | null;
  /** ISO 4217; of all amounts of the refund. */
  readonly currency: string | null;
  /** Everything refunded, with tax and shipping. */
  readonly amount: string | null;
  /** Of that, for shipping, with its tax. */
  readonly shipping_amount: string | null;
  /** Of that, tax. */
  readonly tax_amount: string | null;
  /**
   * Of that, for neither lines nor shipping, with its tax: fees, duties, an amount for the order as
   * a whole. Below zero where less was given back than lines and shipping come to. `amount` is the
   * lines, their tax where prices do not include it, `shipping_amount` and this.
   */
  readonly adjustment_amount: string | null;
  /** `amount` in both currencies. */
  readonly amount_set: MoneySet | null;
  /** `shipping_amount` in both currencies. */
  readonly shipping_amount_set: MoneySet | null;
  /** `tax_amount` in both currencies. */
  readonly tax_amount_set: MoneySet | null;
  /** `adjustment_amount` in both currencies. */
  readonly adjustment_amount_set: MoneySet | null;
  /** What it was for; empty where an amount was given back for the order as a whole. */
  readonly line_items: readonly RefundLine[];
}

/** What of a line item was given back. */
export interface RefundLine {
  /** `id` of the order’s line item. */
  readonly line_item_id: string | null;
  /** Pieces of it that were given back; 0 where an amount was. */
  readonly quantity: number | null;
  /** What was given back for it, on the footing of the order’s prices. */
  readonly subtotal: string | null;
  /** Tax of that, included in the subtotal where prices include it. */
  readonly total_tax: string | null;
  /** Whether the pieces go back into stock. */
  readonly restock: boolean | null;
  /** `subtotal` in both currencies. */
  readonly subtotal_set: MoneySet | null;
  /** `total_tax` in both currencies. */
  readonly total_tax_set: MoneySet | null;
}

/** Who can carry a parcel of a channel. */
export interface Carriers {
  /** The channel’s identifier. */
  readonly channel: string;
  /** Those of our list that the channel takes. */
  readonly carriers: readonly {
    /** Ours, the same on every channel. */
    readonly id: string;
    /** What it is called. */
    readonly name: string;
    /** What else people call it. */
    readonly also: readonly string[];
    /** Where it is at home, ISO 3166. */
    readonly countries: readonly string[];
    /** What the channel is sent; null where it takes the name alone. */
    readonly code: string | null;
  }[];
  /** Those that the channel lists beside them, taken as it writes them. */
  readonly listed: readonly {
    /** What the channel is sent. */
    readonly code: string;
    /** What the channel calls it. */
    readonly name: string;
  }[];
  /** Whether any other name is taken too. */
  readonly others: boolean;
}

/** A channel, and what it can do. */
export interface ChannelCapabilities {
  /** The identifier, as requests name it. */
  readonly channel: string;
  /** As people know it. */
  readonly title: string;
  /** Null where the channel has no orders. */
  readonly orders: ResourceCapabilities | null;
  /** Null where the channel has no products. */
  readonly products: ResourceCapabilities | null;
  /** What can be written to it. */
  readonly writes: {
    /** Null where it takes none. */
    readonly fulfillments: WriteCapabilities | null;
    /** Why it takes no fulfillments; null where it does. */
    readonly fulfillments_why: string | null;
    /** Null where it takes none. */
    readonly stock: WriteCapabilities | null;
    /** Null where it takes none. */
    readonly prices: WriteCapabilities | null;
  };
  /** The keys of token authentication, for `params` of a data call. */
  readonly params: readonly {
    /** Its name in `params`. */
    readonly key: string;
    /**
     * Must be given in `params`. Where keys can stand in for each other, their descriptions say so.
     */
    readonly required: boolean;
    /** Never shown again, sealed where it is kept. */
    readonly secret: boolean;
    /** Takes a list of values too. */
    readonly list: boolean;
    /** The only values that are accepted; null where there is no such list. */
    readonly choices: readonly string[] | null;
    /** What it is, and where it is found. */
    readonly description: string;
    /** What it looks like. */
    readonly example: string;
  }[];
  /** The ways to link it, best first. */
  readonly link: readonly {
    /** Its name within the channel. */
    readonly way: string;
    /**
     * form: the user copies keys from the channel’s own admin. consent: the user signs in at the
     * vendor and says yes (OAuth, or the installation of an app).
     */
    readonly kind: 'form' | 'consent';
    /** The keys that the link page asks the user for. */
    readonly asks: readonly string[];
    /**
     * Whether this installation offers it: a consent needs an app of the operator’s own at the
     * vendor.
     */
    readonly available: boolean;
  }[];
  /** The versions of the channel’s API. */
  readonly api_versions: {
    /** In force unless `api_version` names another. */
    readonly default: string;
    /** All that may be named. */
    readonly speaks: readonly {
      /** As `api_version` names it. */
      readonly version: string;
      /** The day on which the vendor ends it; null where it has named none. */
      readonly ends_on: string | null;
    }[];
  };
  /**
   * The limits that the vendor publishes, or that the service keeps to where it publishes none.
   * Calls wait for them by themselves.
   */
  readonly limits: readonly {
    /** What it is called here. */
    readonly name: string;
    /**
     * Who shares it: the calls with one credential, to one host, or of the operator’s whole app.
     */
    readonly by: 'credential' | 'host' | 'application';
    /** The operations of the vendor that it counts; null: every call. */
    readonly operations: readonly string[] | null;
    /** points: by what the vendor says that a query costs. */
    readonly counts: 'calls' | 'points';
    /** How many come back within `seconds`; null: no rate is published. */
    readonly tokens: number | null;
    /** See `tokens`. */
    readonly seconds: number | null;
    /** How many may be spent in one go; null where the vendor keeps no bucket. */
    readonly burst: number | null;
    /** Counted per window of time rather than by a bucket. */
    readonly window: boolean;
    /** How many calls may be under way at the same time; null: any number. */
    readonly concurrency: number | null;
  }[];
}

/** Where the values of records come from. */
export interface ChannelLineage {
  /** The channel’s identifier. */
  readonly channel: string;
  /** By form of record, mostly one; empty where the channel has no such records. */
  readonly orders: readonly RecordLineage[];
  /** By form of record, mostly one; empty where the channel has no such records. */
  readonly products: readonly RecordLineage[];
}

/** Why a field is null. */
export interface NullReason {
  /**
   * channel_has_none: the channel has no such thing; not_read: it has, and is not asked for it;
   * withheld: it shows it to no one. empty: the channel has it and says nothing, or that there is
   * none; permission_missing: the credential may not read it; out_of_window: the channel shows it
   * for a limited time; unknown_value: what the channel says is not known here, or cannot be read.
   */
  readonly reason:
    | 'channel_has_none'
    | 'not_read'
    | 'withheld'
    | 'empty'
    | 'permission_missing'
    | 'out_of_window'
    | 'unknown_value';
  /** What the channel says, where it is not known here. */
  readonly value: string | null;
}

/** One thing that went wrong. */
export interface ErrorItem {
  /**
   * What went wrong, for programs. Others may be added, so take one that you do not know as you
   * would take its HTTP status.
   */
  readonly code: ErrorCode;
  /** What is wrong and how to fix it, in a sentence. */
  readonly message: string;
  /** The input at fault. */
  readonly field?: string;
  /** The channel that was asked. */
  readonly channel?: string;
  /** The channel’s HTTP status. */
  readonly status?: number;
  /** The channel’s own words. */
  readonly native?: string;
}

/** Empty on success; otherwise the first cause, with all its fields. */
export interface Errors {
  /**
   * What went wrong, for programs. Others may be added, so take one that you do not know as you
   * would take its HTTP status.
   */
  readonly code?: ErrorCode;
  /** What is wrong and how to fix it, in a sentence. */
  readonly message?: string;
  /** The stage reached; on failure the one that failed. */
  readonly step?: 'validate' | 'authorize' | 'fetch' | 'transform';
  /** Whether the same request may succeed later without a change. */
  readonly retryable?: boolean;
  /** Where the code is explained. */
  readonly help?: string;
}

/** What every failed request of the API answers: the cause, in the usual three objects. */
export interface Failure {
  /** Empty on success; otherwise the first cause, with all its fields. */
  readonly Errors: Errors;
  /** The result, and how it ended. */
  readonly Output: {
    /** The stage reached; on failure the one that failed. */
    readonly step: 'validate' | 'authorize' | 'fetch' | 'transform';
    /** Whether the call did what it was asked. */
    readonly isSuccess: boolean;
    /** What is wrong with the request. Null where there is nothing of the kind. */
    readonly schemaValidationErrors: readonly ErrorItem[] | null;
    /** What went wrong at the channel. Null where there is nothing of the kind. */
    readonly restErrors: readonly ErrorItem[] | null;
    /**
     * What stands in the way here: token, scope, user, limit. Null where there is nothing of the
     * kind.
     */
    readonly operationErrors: readonly ErrorItem[] | null;
    /** What is the fault of this service. Null where there is nothing of the kind. */
    readonly unexpectedErrors: readonly ErrorItem[] | null;
    /** Names this execution (UUIDv7). */
    readonly execution_id: string;
    /** How many values were changed by override rules. */
    readonly override_count: number;
    /** Send it with the next request to get the next page. Absent on the last page. */
    readonly next_page_token?: string;
    /** Where to POST, without a body, for the next page. Absent on the last page. */
    readonly next_page_token_url?: string;
    /** The records; empty on failure. */
    readonly result: readonly unknown[];
  };
  /** How the result came about. */
  readonly Report: Report;
}

/** How the result came about. */
export interface Report {
  /** Names this call in logs and traces; that of your `traceparent`, if you sent one. */
  readonly TraceId: string;
  /** Milliseconds. Time with at least one channel call under way. */
  readonly TotalExtResourcesDuration: number;
  /** Milliseconds. Time spent waiting: rate limits, pauses, queues. */
  readonly TotalEventsTransitDuration: number;
  /** Milliseconds. Mapping of records. */
  readonly TotalTransformationsDuration: number;
  /** Milliseconds. The whole call. */
  readonly TotalRequestsDuration: number;
  /** Every call made to the channel, failed and repeated ones too. */
  readonly ExtResources: readonly {
    /** What was asked, without secrets. */
    readonly Uri: string;
    /** Milliseconds. This call alone. */
    readonly Duration: number;
  }[];
  /** Every filter in force, defaults included. */
  readonly Filters: readonly {
    /** The filter, as in the request. */
    readonly name: string;
    /** Its value. */
    readonly value: string;
    /**
     * channel: done by the channel; service: done here, exactly; default: in force although not
     * asked for.
     */
    readonly by: 'channel' | 'service' | 'default';
  }[];
  /** What the reader of the result should know. */
  readonly Warnings: readonly {
    /** What the reader of the result should know, for programs. Others may be added. */
    readonly code: WarningCode;
    /** In a sentence. */
    readonly message: string;
    /** The field of the record concerned. */
    readonly field?: string;
    /** The records concerned: the first of them, and all of them where `leaves_out` is there. */
    readonly ids?: readonly string[];
    /** How many times it was met in this response. */
    readonly count: number;
    /**
     * What the channel has and this answer lacks, so that it must not be taken for deleted: whole
     * records, or the values of `field`. Of the records in `ids`; of any, where `ids` are fewer
     * than `count`.
     */
    readonly leaves_out?: 'records' | 'values';
  }[];
}

/** What has left of an order. */
export interface FulfillmentFigures {
  /** Every line of the order. */
  readonly line_items: readonly {
    /** `id` of the line item. */
    readonly id: string;
    /** Pieces ordered. */
    readonly quantity: number;
    /** Pieces that have left. */
    readonly fulfilled: number;
    /** Pieces that can still leave. */
    readonly left: number;
  }[];
  /** Of all its parcels; null where the channel does not show them. */
  readonly tracking_numbers: readonly string[] | null;
}

/** What has left the merchant. */
export interface FulfillmentItem {
  /** `id` of the order. */
  readonly order_id: string;
  /** What has left; absent: all that has not left yet. */
  readonly line_items?: readonly {
    /** `id` of the line item. */
    readonly id: string;
    /** Pieces that have left. */
    readonly quantity: number;
  }[];
  /** Who carries it: one of `GET Carriers`, or another name where the channel takes any. */
  readonly tracking_company?: string;
  /** One for each parcel. */
  readonly tracking_numbers?: readonly string[];
  /** Where the parcels can be followed. */
  readonly tracking_urls?: readonly string[];
  /** Where it leaves from. */
  readonly location_id?: string;
  /** Whether the channel writes to the buyer; false unless set. */
  readonly notify_customer?: boolean;
  /** Accepts the order first, where a marketplace waits for that; false unless set. */
  readonly accept?: boolean;
}

/**
 * What became of one item. `before` is what was read first, `after` what was read back; null where
 * nothing was read.
 */
export interface FulfillmentsOutcome {
  /** Which item it is, from 0. */
  readonly index: number;
  /**
   * confirmed: read back, and it is as asked; accepted: the channel took it and works on it;
   * `write.settled` brings the end; unchanged: it was so already, and nothing was sent; refused:
   * nothing was changed; unknown: the channel may have done it; it is looked at again, and never
   * written a second time blindly
   */
  readonly outcome: 'confirmed' | 'accepted' | 'unchanged' | 'refused' | 'unknown';
  /** Why, for programs: one of these, or an error code. Others may be added. */
  readonly code?: WriteCode;
  /** What it means and what to do, in a sentence. */
  readonly message?: string;
  /** The order or variant. */
  readonly id: string;
  /** What has left of an order. */
  readonly before: FulfillmentFigures | null;
  /** What has left of an order. */
  readonly after: FulfillmentFigures | null;
  /** In a dry run: what would be asked of the channel. */
  readonly calls?: readonly WriteCall[];
}

/** What it costs. */
export interface PriceFigures {
  /** Price of one. */
  readonly price: string | null;
  /** The price before it was reduced. */
  readonly compare_at_price: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
}

/** What a variant costs. */
export interface PriceItem {
  /** `id` of the variant. */
  readonly variant_id: string;
  /** What is paid for one, now. */
  readonly price: string;
  /** The price before it was reduced; null ends the reduction; absent leaves it. */
  readonly compare_at_price?: string | null;
  /** Refused where it is not the variant’s. */
  readonly currency?: string;
}

/**
 * What became of one item. `before` is what was read first, `after` what was read back; null where
 * nothing was read.
 */
export interface PricesOutcome {
  /** Which item it is, from 0. */
  readonly index: number;
  /**
   * confirmed: read back, and it is as asked; accepted: the channel took it and works on it;
   * `write.settled` brings the end; unchanged: it was so already, and nothing was sent; refused:
   * nothing was changed; unknown: the channel may have done it; it is looked at again, and never
   * written a second time blindly
   */
  readonly outcome: 'confirmed' | 'accepted' | 'unchanged' | 'refused' | 'unknown';
  /** Why, for programs: one of these, or an error code. Others may be added. */
  readonly code?: WriteCode;
  /** What it means and what to do, in a sentence. */
  readonly message?: string;
  /** The order or variant. */
  readonly id: string;
  /** What it costs. */
  readonly before: PriceFigures | null;
  /** What it costs. */
  readonly after: PriceFigures | null;
  /** In a dry run: what would be asked of the channel. */
  readonly calls?: readonly WriteCall[];
}

/** How many there are. */
export interface StockFigures {
  /** The place; null where the channel has none. */
  readonly location_id: string | null;
  /** How many can be sold. */
  readonly available: number | null;
}

/** How many of a variant can be sold. */
export interface StockItem {
  /** `id` of the variant. */
  readonly variant_id: string;
  /** The place; required where the variant has several. */
  readonly location_id?: string;
  /** How many there are now. */
  readonly available: number;
  /** Writes only if this is how many there were. */
  readonly if_available?: number;
}

/**
 * What became of one item. `before` is what was read first, `after` what was read back; null where
 * nothing was read.
 */
export interface StockOutcome {
  /** Which item it is, from 0. */
  readonly index: number;
  /**
   * confirmed: read back, and it is as asked; accepted: the channel took it and works on it;
   * `write.settled` brings the end; unchanged: it was so already, and nothing was sent; refused:
   * nothing was changed; unknown: the channel may have done it; it is looked at again, and never
   * written a second time blindly
   */
  readonly outcome: 'confirmed' | 'accepted' | 'unchanged' | 'refused' | 'unknown';
  /** Why, for programs: one of these, or an error code. Others may be added. */
  readonly code?: WriteCode;
  /** What it means and what to do, in a sentence. */
  readonly message?: string;
  /** The order or variant. */
  readonly id: string;
  /** How many there are. */
  readonly before: StockFigures | null;
  /** How many there are. */
  readonly after: StockFigures | null;
  /** In a dry run: what would be asked of the channel. */
  readonly calls?: readonly WriteCall[];
}

/** A call that would be made to the channel. */
export interface WriteCall {
  /** The HTTP method. */
  readonly method: string;
  /** The address, without secrets. */
  readonly url: string;
  /** The body as it would be sent; null where there is none. */
  readonly body: string | null;
}

/** A time, and why it is so long. */
export interface ReasonedTime {
  /** So many seconds. */
  readonly seconds: number;
  /** The reason, in a sentence or two. */
  readonly why: string;
  /** How it is known. */
  readonly source: string;
}

/** What can be asked of its records. */
export interface ResourceCapabilities {
  /**
   * The filters of the body that it takes, each with who honours it: the channel itself, or the
   * service, exactly, on what was read. Any other is refused with `unsupported_filter`.
   */
  readonly filters: Readonly<Record<string, 'channel' | 'service'>>;
  /** Filters in force unless the body says otherwise, with their value; `any` lifts one. */
  readonly defaults: Readonly<Record<string, string>>;
  /** What `include` may add to its records. */
  readonly include: readonly string[];
  /** The fields of the record that it fills, as its samples show; the others are null or empty. */
  readonly fields: readonly string[];
  /** How its records are followed, and what a copy of them must know. */
  readonly changes: {
    /**
     * What a watch reads: the list by date of change, the vendor’s own sequence of what happened,
     * or the whole list.
     */
    readonly by: 'updated_at' | 'events' | 'list';
    /**
     * How far before its mark a watch reads once more: for clocks that differ, and dates that are
     * written late.
     */
    readonly overlap: ReasonedTime;
    /**
     * How much of the recent past a watch leaves out: for lists that show a change later than its
     * date says.
     */
    readonly settling: ReasonedTime;
    /** No watch reads more often. */
    readonly floor: ReasonedTime;
    /**
     * A watch reads everything once in so many hours unless it says otherwise; null: it does not.
     */
    readonly sweep: number | null;
    /**
     * Topics of the vendor’s hooks that make a watch read a record immediately; empty where the
     * vendor has none that can be used.
     */
    readonly hints: readonly string[];
    /**
     * A record beyond it is in no list, and absent by its id too, without being deleted. Null:
     * records are shown for as long as the vendor has them.
     */
    readonly window: {
      /** The date of the record that the vendor counts from. */
      readonly by: 'created_at' | 'updated_at';
      /** For so many days. */
      readonly days: number;
      /** For whom it holds. */
      readonly about: string;
    } | null;
    /**
     * Whether what is followed, a list by `updated_at_min` or the vendor’s events, shows what was
     * deleted.
     */
    readonly deletions: 'reported' | 'silent';
    /** What changes without moving `updated_at`, so that no such list shows it. */
    readonly undated: readonly {
      /** What of the record changes. */
      readonly what: string;
      /** What happens, in a sentence or two. */
      readonly about: string;
      /** How it is known. */
      readonly source: string;
    }[];
  };
  /** What an identifier looks like, for `ids`. */
  readonly id_example: string;
  /** By API version: the most records of one page. A larger `limit` is taken as this. */
  readonly largest_page: Readonly<Record<string, number>>;
}

/** Something that is so, and how it is known. */
export interface SourcedFact {
  /** What is so, in a sentence or two. */
  readonly about: string;
  /** How it is known. */
  readonly source: string;
}

/** How it takes one kind of write. */
export interface WriteCapabilities {
  /** What the vendor asks of the credential. */
  readonly needs: SourcedFact;
  /** The most items of one call to the vendor. */
  readonly most: number;
  /** After so long at the latest a reading shows what was written; until then it is `accepted`. */
  readonly shows: ReasonedTime;
  /** Whether the vendor itself sees to it that one write sent twice is done once. */
  readonly idempotent: boolean;
  /** Whether the vendor itself compares before it sets, for `if_available`. */
  readonly compares_first: boolean;
  /** What it cannot do, or does otherwise than one might think. */
  readonly limits: readonly SourcedFact[];
}

/** What the fields of a form of record are made of. */
export interface RecordLineage {
  /**
   * Path of the identifier in the native record; it distinguishes two forms, where a channel has
   * two APIs.
   */
  readonly identified_by: string;
  /** All of them, with what can be included. */
  readonly fields: readonly {
    /** With `[]` for the entries of a list: `line_items[].sku`. */
    readonly field: string;
    /**
     * Paths in the native record (`account.` in the settings of the account): a change of any of
     * them can change the field. Empty where there is a reason, and where the field is the same in
     * all records or follows from its place.
     */
    readonly from: readonly string[];
    /**
     * Why it is always empty. channel_has_none: the channel has no such thing; not_read: it has,
     * and is not asked for it; withheld: it shows it to no one.
     */
    readonly reason: 'channel_has_none' | 'not_read' | 'withheld' | null;
  }[];
}

/** What narrows the result, in the specification's own words. */
export interface OrderFilters {
  /** Only the records with these identifiers, at most 100, comma-separated. */
  readonly ids?: string | readonly string[] | undefined;
  /** Only records after this identifier. */
  readonly since_id?: string | undefined;
  /** Created at or after. */
  readonly created_at_min?: string | Date | undefined;
  /** Created at or before. */
  readonly created_at_max?: string | Date | undefined;
  /** Updated at or after. */
  readonly updated_at_min?: string | Date | undefined;
  /** Updated at or before. */
  readonly updated_at_max?: string | Date | undefined;
  /** Pins the channel’s own API version for this request. */
  readonly api_version?: string | undefined;
  /** Sold at or after, by `processed_at`. */
  readonly processed_at_min?: string | Date | undefined;
  /** Sold at or before, by `processed_at`. */
  readonly processed_at_max?: string | Date | undefined;
  /** By status; `open` unless set, where supported. */
  readonly status?: 'open' | 'closed' | 'cancelled' | 'any' | undefined;
  /** Orders attributed to this app; `current` is the app making the request. */
  readonly attribution_app_id?: string | undefined;
  /** By financial status. */
  readonly financial_status?:
    | 'authorized'
    | 'paid'
    | 'pending'
    | 'partially_paid'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | 'any'
    | 'unpaid'
    | undefined;
  /** By fulfillment status. */
  readonly fulfillment_status?:
    | 'shipped'
    | 'partial'
    | 'unshipped'
    | 'any'
    | 'unfulfilled'
    | undefined;
}

/** What narrows the result, in the specification's own words. */
export interface ProductFilters {
  /** Only the records with these identifiers, at most 100, comma-separated. */
  readonly ids?: string | readonly string[] | undefined;
  /** Only records after this identifier. */
  readonly since_id?: string | undefined;
  /** Created at or after. */
  readonly created_at_min?: string | Date | undefined;
  /** Created at or before. */
  readonly created_at_max?: string | Date | undefined;
  /** Updated at or after. */
  readonly updated_at_min?: string | Date | undefined;
  /** Updated at or before. */
  readonly updated_at_max?: string | Date | undefined;
  /** Pins the channel’s own API version for this request. */
  readonly api_version?: string | undefined;
  /** With exactly this title. */
  readonly title?: string | undefined;
  /** Of exactly this vendor. */
  readonly vendor?: string | undefined;
  /** With exactly this handle. */
  readonly handle?: string | undefined;
  /** Of exactly this product type. */
  readonly product_type?: string | undefined;
  /** In this collection or category. */
  readonly collection_id?: string | undefined;
  /** By status. */
  readonly status?: 'active' | 'draft' | 'archived' | undefined;
  /** By whether it is published. */
  readonly published_status?: 'published' | 'unpublished' | 'any' | undefined;
  /** Published at or after. */
  readonly published_at_min?: string | Date | undefined;
  /** Published at or before. */
  readonly published_at_max?: string | Date | undefined;
}

/**
 * A call that named a `completionCallbackUrl`, or that ran in the background, has ended. No data,
 * no secrets.
 */
export interface CompletionEvent {
  readonly type: 'execution.completed';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** How it ended. */
  readonly data: {
    /** Names this execution (UUIDv7). */
    readonly execution_id: string;
    /** Names this call in logs and traces; that of your `traceparent`, if you sent one. */
    readonly trace_id: string;
    /** What was asked for. */
    readonly operation: 'orders' | 'products' | 'fulfillments' | 'stock' | 'prices';
    /** Null where the request named no channel that exists. */
    readonly channel: string | null;
    /** Your own identifier of the user; null where the request named none. */
    readonly tpUserId: string | null;
    /** Whether the call did what it was asked. */
    readonly isSuccess: boolean;
    /** The stage reached; on failure the one that failed. */
    readonly step: 'validate' | 'authorize' | 'fetch' | 'transform';
    /** How many records it returned. */
    readonly result_count: number;
    /** Absent on the last page. */
    readonly next_page_token?: string;
    /** Empty on success; otherwise the first cause, with all its fields. */
    readonly Errors: Errors;
  };
}

/** A user linked a channel, for the first time or again. */
export interface ChannelLinkedEvent {
  readonly type: 'channel.linked';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
  };
}

/** The vendor no longer accepts the grant or key: send the user a magic link. */
export interface ChannelNeedsAttentionEvent {
  readonly type: 'channel.needs_attention';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /**
     * Why a channel needs attention, for programs. Others may be added: treat one that you do not
     * know as `credential_refused`.
     */
    readonly code: AttentionCode;
  };
}

/** A channel that needed attention works again without having been linked again. */
export interface ChannelRecoveredEvent {
  readonly type: 'channel.recovered';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
  };
}

/** The credential of a channel was erased. */
export interface ChannelUnlinkedEvent {
  readonly type: 'channel.unlinked';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /**
     * By your application, by the operator of the service or by the user; because the app was
     * removed at the vendor, the vendor asked to forget the shop, or the operator lost the key that
     * sealed it.
     */
    readonly why: 'by_client' | 'by_operator' | 'by_user' | 'uninstalled' | 'redacted' | 'key_lost';
  };
}

/** What was granted ends within 30 days: send the user a magic link in time. Once for each end. */
export interface ChannelExpiringEvent {
  readonly type: 'channel.expiring';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /** What ends. */
    readonly what: 'grant';
    /** When it ends. */
    readonly ends_at: string;
  };
}

/**
 * Something that your calls or your receivers depend on expires within 30 days. Sent once for each.
 */
export interface ServiceExpiringEvent {
  readonly type: 'service.expiring';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** What ends. */
    readonly what: 'api_version' | 'client_secret' | 'signing_secret';
    /** The channel whose API version it is; null for a secret. */
    readonly channel: string | null;
    /** The version, the id of the secret, or the client or event address it signs for. */
    readonly name: string;
    /** When it ends. */
    readonly ends_at: string;
  };
}

/** A user finished a visit, or ended it with nothing linked. */
export interface LinkFinishedEvent {
  readonly type: 'link.finished';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** As in the query of the redirectUrl. */
    readonly status: 'completed' | 'cancelled';
    /** The channels linked in this visit. */
    readonly linked: readonly string[];
  };
}

/**
 * A user took a step on the link pages. Only for addresses that name this type: "*" leaves it out.
 */
export interface LinkStepEvent {
  readonly type: 'link.step';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** Names the visit; the same in every step of it. */
    readonly session: string;
    /** What happened. */
    readonly step:
      | 'opened'
      | 'begun'
      | 'chosen'
      | 'shown'
      | 'checked'
      | 'sent'
      | 'refused'
      | 'left'
      | 'returned'
      | 'linked'
      | 'unlinked'
      | 'finished';
    /** The channel’s identifier; null where it is about none. */
    readonly channel: string | null;
    /**
     * Why it was refused, which field was shown, or how the visit ended; null otherwise. Never a
     * key or an address.
     */
    readonly code: string | null;
  };
}

/**
 * A vendor passes on a legal request of a buyer or a shop. Looking up or erasing what you keep is
 * up to you.
 */
export interface PrivacyRequestEvent {
  readonly type: 'privacy.request';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** What is asked for. */
    readonly kind: 'data_request' | 'customer_redact' | 'shop_redact';
    /** The channel’s identifier. */
    readonly channel: string;
    /** What the vendor calls the shop. */
    readonly shop: string;
    /** The vendor’s own reference of the request; null where it gives none. */
    readonly reference: string | null;
    /** The buyer concerned, by the vendor’s own number; null for a whole shop. */
    readonly customer_id: string | null;
    /** The orders it is about, up to 1,000; empty where the vendor names none. */
    readonly order_ids: readonly string[];
    /** How many orders the vendor named. */
    readonly order_count: number;
  };
}

/** There are new entries in the log of changes. At most every 5 seconds. */
export interface ChangesAvailableEvent {
  readonly type: 'changes.available';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** How many since the previous event. */
    readonly count: number;
    /** Where they begin: `GET Changes` takes it. */
    readonly cursor: string;
  };
}

/** What became of an item that was `accepted` or `unknown` when the call was answered. */
export interface WriteSettledEvent {
  readonly type: 'write.settled';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** The call that wrote it. */
    readonly execution_id: string;
    /** Which of its items it is, from 0. */
    readonly index: number;
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /** What was written. */
    readonly operation: 'orders' | 'products' | 'fulfillments' | 'stock' | 'prices';
    /** As in the answer of the call. */
    readonly outcome: 'confirmed' | 'accepted' | 'unchanged' | 'refused' | 'unknown';
    /** Why; null where it is confirmed. */
    readonly code: string | null;
  };
}

/** A watch makes no progress: its mark stays behind. It is tried again by itself. */
export interface WatchBehindEvent {
  readonly type: 'watch.behind';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Names the watch. */
    readonly watch_id: string;
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /** What it follows. */
    readonly resource: 'orders' | 'products';
    /** Why. */
    readonly code: string;
  };
}

/** A watch can read nothing until somebody acts, such as a user who must link again. */
export interface WatchBrokenEvent {
  readonly type: 'watch.broken';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  /** Ids and states alone. */
  readonly data: {
    /** Names the watch. */
    readonly watch_id: string;
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /** What it follows. */
    readonly resource: 'orders' | 'products';
    /** Why. */
    readonly code: string;
  };
}

/** Every event that this version knows. */
export type KnownEvent =
  | CompletionEvent
  | ChannelLinkedEvent
  | ChannelNeedsAttentionEvent
  | ChannelRecoveredEvent
  | ChannelUnlinkedEvent
  | ChannelExpiringEvent
  | ServiceExpiringEvent
  | LinkFinishedEvent
  | LinkStepEvent
  | PrivacyRequestEvent
  | ChangesAvailableEvent
  | WriteSettledEvent
  | WatchBehindEvent
  | WatchBrokenEvent;
