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

/** Why a call failed, as the service says it; later versions may know more. */
export type ErrorCode =
  | 'invalid_request'
  | 'unsupported_filter'
  | 'invalid_page_token'
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
  | 'rate_limited'
  | 'result_quota_met'
  | 'credential_refused'
  | 'permission_missing'
  | 'channel_rate_limited'
  | 'channel_failed'
  | 'channel_invalid_response'
  | 'channel_timeout'
  | 'deadline_passed'
  | 'app_refused'
  | 'unexpected'
  | 'unavailable'
  | (string & {});

/** What an event tells; later versions may know more. */
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
  | 'privacy.request'
  | (string & {});

export interface Address {
  readonly id: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly company: string | null;
  /** English name of the country. */
  readonly country: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly province: string | null;
  readonly province_code: string | null;
  readonly zip: string | null;
}

export interface BillingAddress {
  readonly id: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly company: string | null;
  /** English name of the country. */
  readonly country: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly province: string | null;
  readonly province_code: string | null;
  readonly zip: string | null;
  readonly channel_name: string;
}

export interface Customer {
  readonly id: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly note: string | null;
  readonly phone: string | null;
  /** Comma-separated. */
  readonly tags: string | null;
  readonly verified_email: boolean | null;
  readonly tax_exempt: boolean | null;
  readonly tax_exemptions: readonly string[];
  readonly default_address: DefaultAddress | null;
  /** May be empty. */
  readonly sms_marketing_consent: Readonly<Record<string, string | null>>;
  readonly email_marketing_consent: {
    readonly state: string | null;
    readonly opt_in_level: string | null;
    readonly consent_updated_at: string | null;
  } | null;
}

export interface DefaultAddress {
  readonly id: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly company: string | null;
  /** English name of the country. */
  readonly country: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly province: string | null;
  readonly province_code: string | null;
  readonly zip: string | null;
  readonly country_name: string | null;
  readonly default: boolean | null;
}

export interface DiscountAllocation {
  readonly amount: string | null;
  readonly discount_application_index: number | null;
  readonly amount_set: MoneySet | null;
}

export interface DiscountApplication {
  readonly type: string | null;
  readonly code: string | null;
  readonly value: string | null;
  readonly value_type: string | null;
  readonly allocation_method: string | null;
  readonly target_selection: string | null;
  readonly target_type: string | null;
}

export interface DiscountCode {
  readonly id: string | null;
  readonly amount: string | null;
  readonly code: string | null;
  /** fixed_amount, percentage or shipping. */
  readonly type: string | null;
}

export interface LineItem {
  readonly id: string | null;
  readonly product_id: string | null;
  readonly variant_id: string | null;
  readonly fulfillment_line_item_id: string | null;
  readonly fulfillable_quantity: number | null;
  readonly quantity: number | null;
  readonly grams: number | null;
  readonly fulfillment_service: string | null;
  readonly fulfillment_status: 'fulfilled' | 'partial' | 'restocked' | null;
  readonly sku: string | null;
  readonly title: string | null;
  readonly variant_title: string | null;
  readonly name: string | null;
  readonly vendor: string | null;
  /** Price of one, before discounts. */
  readonly price: string | null;
  readonly total_discount: string | null;
  readonly requires_shipping: boolean | null;
  readonly gift_card: boolean | null;
  readonly taxable: boolean | null;
  readonly product_exists: boolean | null;
  readonly total_discount_set: MoneySet | null;
  readonly price_set: MoneySet | null;
}

/** The same amount in the shop’s currency and in the one the buyer saw. */
export interface MoneySet {
  readonly shop_money: {
    readonly currency_code: string | null;
    readonly amount: string | null;
  };
  readonly presentment_money: {
    readonly currency_code: string | null;
    readonly amount: string | null;
  };
}

export interface Order {
  readonly id: string;
  /** The channel’s identifier. */
  readonly channel_name: string;
  readonly app_id: string | null;
  readonly checkout_id: string | null;
  readonly name: string | null;
  readonly number: string | null;
  readonly order_number: string | null;
  readonly source_identifier: string | null;
  readonly source_name: string | null;
  readonly user_id: string | null;
  readonly location_id: string | null;
  readonly device_id: string | null;
  readonly po_number: string | null;
  readonly order_status_url: string | null;
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
  readonly cancel_reason:
    | 'customer'
    | 'fraud'
    | 'inventory'
    | 'declined'
    | 'staff'
    | 'other'
    | null;
  readonly confirmed: boolean | null;
  readonly test: boolean | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly processed_at: string | null;
  readonly cancelled_at: string | null;
  readonly closed_at: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Comma-separated. */
  readonly tags: string | null;
  readonly customer_locale: string | null;
  readonly note: string | null;
  readonly referring_site: string | null;
  readonly buyer_accepts_marketing: boolean | null;
  readonly tax_exempt: boolean | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** ISO 4217. */
  readonly presentment_currency: string | null;
  /** Line items less discounts. */
  readonly subtotal_price: string | null;
  readonly total_discounts: string | null;
  /** Line items before discounts. */
  readonly total_line_items_price: string | null;
  readonly total_tip_received: string | null;
  /** What the buyer was asked to pay. */
  readonly total_price: string | null;
  readonly total_tax: string | null;
  readonly total_outstanding: string | null;
  /** After refunds and edits, like all current_ amounts. */
  readonly current_subtotal_price: string | null;
  readonly current_total_discounts: string | null;
  readonly current_total_price: string | null;
  readonly current_total_tax: string | null;
  readonly total_line_items_price_set: MoneySet | null;
  readonly total_discounts_set: MoneySet | null;
  readonly total_shipping_price_set: MoneySet | null;
  readonly subtotal_price_set: MoneySet | null;
  readonly total_price_set: MoneySet | null;
  readonly total_tax_set: MoneySet | null;
  readonly current_subtotal_price_set: MoneySet | null;
  readonly current_total_discounts_set: MoneySet | null;
  readonly current_total_price_set: MoneySet | null;
  readonly current_total_tax_set: MoneySet | null;
  /** Grams. */
  readonly total_weight: number | null;
  readonly taxes_included: boolean | null;
  readonly estimated_taxes: boolean | null;
  /** A money set, or an empty object. */
  readonly current_total_duties_set: MoneySet | Readonly<Record<string, never>>;
  /** A money set, or an empty object. */
  readonly original_total_duties_set: MoneySet | Readonly<Record<string, never>>;
  /** A money set, or an empty object. */
  readonly current_total_additional_fees_set: MoneySet | Readonly<Record<string, never>>;
  /** A money set, or an empty object. */
  readonly original_total_additional_fees_set: MoneySet | Readonly<Record<string, never>>;
  /** May be empty. */
  readonly payment_terms: Readonly<Record<string, unknown>>;
  readonly company: {
    readonly id: string | null;
    readonly location_id: string | null;
  } | null;
  readonly payment_gateway_names: readonly string[];
  readonly discount_codes: readonly DiscountCode[];
  readonly discount_applications: readonly DiscountApplication[];
  readonly line_items: readonly LineItem[];
  readonly shipping_lines: readonly ShippingLine[];
  readonly billing_address: BillingAddress | null;
  readonly shipping_address: Address | null;
  readonly customer: Customer | null;
}

export interface ShippingLine {
  readonly id: string | null;
  readonly carrier_identifier: string | null;
  readonly code: string | null;
  readonly title: string | null;
  readonly source: string | null;
  readonly phone: string | null;
  readonly price: string | null;
  readonly discounted_price: string | null;
  readonly is_removed: boolean | null;
  readonly price_set: MoneySet | null;
  readonly discounted_price_set: MoneySet | null;
  readonly discount_allocations: readonly DiscountAllocation[];
}

export interface Image {
  readonly id: string | null;
  readonly src: string | null;
  readonly alt: string | null;
  readonly position: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly variant_ids: readonly string[];
}

export interface Product {
  readonly id: string;
  /** The channel’s identifier. */
  readonly channel_name: string;
  readonly title: string | null;
  readonly body_html: string | null;
  readonly vendor: string | null;
  readonly product_type: string | null;
  readonly handle: string | null;
  readonly status: 'active' | 'draft' | 'archived' | null;
  readonly tags: readonly string[];
  readonly url: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly published_at: string | null;
  readonly options: readonly ProductOption[];
  readonly variants: readonly Variant[];
  readonly images: readonly Image[];
  readonly image: Image | null;
}

export interface ProductOption {
  readonly id: string | null;
  readonly name: string | null;
  readonly position: number | null;
  readonly values: readonly string[];
}

export interface Variant {
  readonly id: string | null;
  readonly product_id: string | null;
  readonly title: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly compare_at_price: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly position: number | null;
  readonly option1: string | null;
  readonly option2: string | null;
  readonly option3: string | null;
  readonly inventory_item_id: string | null;
  readonly inventory_quantity: number | null;
  readonly inventory_policy: 'deny' | 'continue' | null;
  readonly inventory_management: string | null;
  readonly inventory_levels: readonly {
    readonly location_id: string | null;
    readonly location_name: string | null;
    readonly available: number | null;
  }[];
  readonly weight: number | null;
  readonly weight_unit: 'g' | 'kg' | 'lb' | 'oz' | null;
  readonly grams: number | null;
  readonly requires_shipping: boolean | null;
  readonly taxable: boolean | null;
  readonly image_id: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

export interface ErrorItem {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly channel?: string;
  /** The channel’s HTTP status. */
  readonly status?: number;
  /** The channel’s own words. */
  readonly native?: string;
}

export interface Report {
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
    readonly Uri: string;
    /** Milliseconds. This call alone. */
    readonly Duration: number;
  }[];
  /** Every filter in force, defaults included. */
  readonly Filters: readonly {
    readonly name: string;
    readonly value: string;
    /**
     * channel: done by the channel; service: done here, exactly; default: in force although not
     * asked for.
     */
    readonly by: 'channel' | 'service' | 'default';
  }[];
  /** What the reader of the result should know. */
  readonly Warnings: readonly {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    /** The first of the records concerned. */
    readonly ids?: readonly string[];
    /** How many times it was met in this response. */
    readonly count: number;
  }[];
}

/** What narrows the result, in the specification's own words. */
export interface OrderFilters {
  /** Only the records with these identifiers. */
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
  /** Imported at or after. */
  readonly processed_at_min?: string | Date | undefined;
  /** Imported at or before. */
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
  /** Only the records with these identifiers. */
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

export interface CompletionEvent {
  readonly type: 'execution.completed';
  /** When the outcome was known; the same in every try. */
  readonly timestamp: string;
  readonly data: {
    readonly execution_id: string;
    readonly trace_id: string;
    readonly operation: 'orders' | 'products';
    /** Null where the request named no channel that exists. */
    readonly channel: string | null;
    /** Null where the request named none. */
    readonly tpUserId: string | null;
    readonly isSuccess: boolean;
    readonly step: 'validate' | 'authorize' | 'fetch' | 'transform';
    readonly result_count: number;
    /** Absent on the last page. */
    readonly next_page_token?: string;
    /** Empty on success; otherwise the first cause. */
    readonly Errors:
      | Readonly<Record<string, never>>
      | {
          readonly code: string;
          readonly message: string;
          /** The stage reached; on failure the one that failed. */
          readonly step: 'validate' | 'authorize' | 'fetch' | 'transform';
          readonly retryable: boolean;
          /** An address in the documentation. */
          readonly help: string;
        };
  };
}

/** A user linked a channel, for the first time or anew. */
export interface ChannelLinkedEvent {
  readonly type: 'channel.linked';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
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
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /** Why, for programs. */
    readonly code: string;
  };
}

/** A channel that needed attention works again without having been linked anew. */
export interface ChannelRecoveredEvent {
  readonly type: 'channel.recovered';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
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
  readonly data: {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    /** The channel’s identifier. */
    readonly channel: string;
    /**
     * By your application, by the user, since the app was removed at the vendor, since the vendor
     * asked to forget the shop, or since the operator lost the key that sealed it.
     */
    readonly why: 'by_client' | 'by_user' | 'uninstalled' | 'redacted' | 'key_lost';
  };
}

/** What was granted ends within 30 days: send the user a magic link in time. Once for each end. */
export interface ChannelExpiringEvent {
  readonly type: 'channel.expiring';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
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

/** Something that your calls or your receivers depend on ends within 30 days. Once for each end. */
export interface ServiceExpiringEvent {
  readonly type: 'service.expiring';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
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
 * A vendor passes on what the law gives a buyer or a shop. What you keep of it is yours to look up
 * or erase.
 */
export interface PrivacyRequestEvent {
  readonly type: 'privacy.request';
  /** When it happened; the same in every try. */
  readonly timestamp: string;
  readonly data: {
    /** What is asked for. */
    readonly kind: 'data_request' | 'customer_redact' | 'shop_redact';
    /** The channel’s identifier. */
    readonly channel: string;
    /** What the vendor calls the shop. */
    readonly shop: string;
    /** The vendor’s own reference of the request; null where it gives none. */
    readonly reference: string | null;
    /** The buyer it is about, as the vendor numbers them; null for a whole shop. */
    readonly customer_id: string | null;
    /** The orders it is about, up to 1,000; empty where the vendor names none. */
    readonly order_ids: readonly string[];
    /** How many orders the vendor named. */
    readonly order_count: number;
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
  | PrivacyRequestEvent;
