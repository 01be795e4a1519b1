"""Records, as the service gives and takes them.

Made from the service’s OpenAPI document by `npm run client:python`; do not edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import AbstractSet, Any, ClassVar, Literal, Mapping, Optional, Sequence, TypedDict, Union

from ._record import Reader, Record, as_amount, as_instant, as_many, as_mapping, as_one

__all__ = [
    "Money",
    "MoneySet",
    "Company",
    "DiscountCode",
    "DiscountApplication",
    "LineItem",
    "DiscountAllocation",
    "ShippingLine",
    "BillingAddress",
    "Address",
    "DefaultAddress",
    "SmsMarketingConsent",
    "EmailMarketingConsent",
    "Customer",
    "NullReason",
    "FulfillmentLine",
    "Fulfillment",
    "RefundLine",
    "Refund",
    "Order",
    "ProductOption",
    "InventoryLevel",
    "Variant",
    "Image",
    "Salable",
    "Product",
    "ExtResource",
    "ReportFilter",
    "WarningCode",
    "Warning",
    "Report",
    "ErrorCode",
    "ErrorItem",
    "AttentionCode",
    "ExpiringAccess",
    "LinkedChannel",
    "User",
    "ReasonedTime",
    "Window",
    "UndatedChange",
    "ChangeCapabilities",
    "ResourceCapabilities",
    "SourcedFact",
    "WriteCapabilities",
    "ChannelWrites",
    "KeyCapabilities",
    "WayCapabilities",
    "VersionCapabilities",
    "ApiVersions",
    "LimitCapabilities",
    "Channel",
    "FieldLineage",
    "RecordLineage",
    "ChannelLineage",
    "Carrier",
    "ListedCarrier",
    "Carriers",
    "Resource",
    "ChangeKind",
    "RecordFault",
    "Change",
    "WatchState",
    "WatchKeep",
    "Watch",
    "ExecutionStatus",
    "Operation",
    "Stage",
    "ExecutionDurations",
    "WarningCount",
    "Execution",
    "WriteCode",
    "FulfillmentFiguresLine",
    "FulfillmentFigures",
    "WriteCall",
    "FulfillmentsOutcome",
    "StockFigures",
    "StockOutcome",
    "PriceFigures",
    "PricesOutcome",
    "FulfillmentItemLine",
    "FulfillmentItem",
    "StockItem",
    "PriceItem",
]


@dataclass(init=False, repr=False, eq=False)
class Money(Record):
    """An amount in one currency."""

    currency_code: Optional[str]
    """ISO 4217."""
    amount: Optional[Decimal]
    """A decimal number, with every digit that the channel wrote."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "amount": as_amount,
    }


@dataclass(init=False, repr=False, eq=False)
class MoneySet(Record):
    """The same amount in the shop’s currency and in the one the buyer saw."""

    shop_money: Money
    """In the currency of the shop."""
    presentment_money: Money
    """In the currency that the buyer saw."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "shop_money": as_one(Money),
        "presentment_money": as_one(Money),
    }


@dataclass(init=False, repr=False, eq=False)
class Company(Record):
    """The business that a business buyer orders for."""

    id: Optional[str]
    """The channel’s identifier of the company, or its number in a register."""
    location_id: Optional[str]
    """Which of its places of business."""


@dataclass(init=False, repr=False, eq=False)
class DiscountCode(Record):
    """A code that the buyer entered."""

    id: Optional[str]
    """The channel’s identifier of the code or coupon."""
    amount: Optional[Decimal]
    """What it takes off, in the order’s currency."""
    code: Optional[str]
    """The code itself."""
    type: Optional[str]
    """fixed_amount, percentage or shipping."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "amount": as_amount,
    }


@dataclass(init=False, repr=False, eq=False)
class DiscountApplication(Record):
    """A discount on the order: by a code, by the shop’s own rules, or by hand."""

    type: Optional[str]
    """How it came about: discount_code, automatic, manual or script."""
    code: Optional[str]
    """The code that was entered, or the name of the discount."""
    value: Optional[str]
    """How much: an amount or a percentage, as value_type says."""
    value_type: Optional[str]
    """fixed_amount or percentage."""
    allocation_method: Optional[str]
    """How it is spread over lines: across, each or one."""
    target_selection: Optional[str]
    """Which lines it is for: all, entitled or explicit."""
    target_type: Optional[str]
    """What it is taken off: line_item or shipping_line."""


@dataclass(init=False, repr=False, eq=False)
class LineItem(Record):
    """One line of an order: a quantity of one thing."""

    id: Optional[str]
    """The channel’s identifier of the line."""
    product_id: Optional[str]
    """The `id` of the product record of the same channel, or null."""
    variant_id: Optional[str]
    """The `id` of a variant in that product record, or null."""
    fulfillment_line_item_id: Optional[str]
    """The line within what was shipped."""
    fulfillable_quantity: Optional[int]
    """How many are still to be shipped."""
    quantity: Optional[int]
    """How many were ordered."""
    grams: Optional[int]
    """Weight of one, in grams."""
    fulfillment_service: Optional[str]
    """Who ships it, such as manual or the name of a service."""
    fulfillment_status: Optional[Literal["fulfilled", "partial", "restocked"]]
    """Null while nothing of it has shipped."""
    sku: Optional[str]
    """The shop’s own stock number."""
    title: Optional[str]
    """What was sold, without the variant."""
    variant_title: Optional[str]
    """Which variant of it."""
    name: Optional[str]
    """What was sold, with the variant."""
    vendor: Optional[str]
    """Brand or maker."""
    price: Optional[Decimal]
    """Price of one, before discounts."""
    total_discount: Optional[Decimal]
    """What discounts take off this line."""
    requires_shipping: Optional[bool]
    """Whether it is shipped at all."""
    gift_card: Optional[bool]
    """Whether it is a gift card."""
    taxable: Optional[bool]
    """Whether tax is charged on it."""
    product_exists: Optional[bool]
    """Whether the product is still in the shop."""
    total_discount_set: Optional[MoneySet]
    """`total_discount` in both currencies."""
    price_set: Optional[MoneySet]
    """`price` in both currencies."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "price": as_amount,
        "total_discount": as_amount,
        "total_discount_set": as_one(MoneySet),
        "price_set": as_one(MoneySet),
    }


@dataclass(init=False, repr=False, eq=False)
class DiscountAllocation(Record):
    """The part of a discount that falls on one line."""

    amount: Optional[Decimal]
    """What it takes off this line."""
    discount_application_index: Optional[int]
    """Place of the discount in `discount_applications`, from 0."""
    amount_set: Optional[MoneySet]
    """`amount` in both currencies."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "amount": as_amount,
        "amount_set": as_one(MoneySet),
    }


@dataclass(init=False, repr=False, eq=False)
class ShippingLine(Record):
    """A way in which the order is shipped."""

    id: Optional[str]
    """The channel’s identifier of the line."""
    carrier_identifier: Optional[str]
    """Which carrier, as the channel names it."""
    code: Optional[str]
    """The shipping method’s code."""
    title: Optional[str]
    """The shipping method’s name, as the buyer saw it."""
    source: Optional[str]
    """Where the price comes from: the channel, or a shipping service."""
    phone: Optional[str]
    """Telephone number for the delivery."""
    price: Optional[Decimal]
    """Price before discounts."""
    discounted_price: Optional[Decimal]
    """Price after discounts."""
    is_removed: Optional[bool]
    """Whether it was taken off the order again."""
    price_set: Optional[MoneySet]
    """`price` in both currencies."""
    discounted_price_set: Optional[MoneySet]
    """`discounted_price` in both currencies."""
    discount_allocations: Sequence[DiscountAllocation]
    """Discounts that fall on it."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "price": as_amount,
        "discounted_price": as_amount,
        "price_set": as_one(MoneySet),
        "discounted_price_set": as_one(MoneySet),
        "discount_allocations": as_many(as_one(DiscountAllocation)),
    }


@dataclass(init=False, repr=False, eq=False)
class BillingAddress(Record):
    """The address that the buyer pays from."""

    id: Optional[str]
    """The channel’s identifier of this address."""
    address1: Optional[str]
    """Street and house number."""
    address2: Optional[str]
    """Further line: apartment, floor, building."""
    city: Optional[str]
    """Town or city."""
    company: Optional[str]
    """Company at this address."""
    country: Optional[str]
    """English name of the country."""
    country_code: Optional[str]
    """ISO 3166-1 alpha-2."""
    first_name: Optional[str]
    """First name of the person at this address."""
    last_name: Optional[str]
    """Last name of the person at this address."""
    name: Optional[str]
    """Whole name of the person at this address."""
    phone: Optional[str]
    """Telephone number, as the channel writes it."""
    province: Optional[str]
    """Name of the province, state or region."""
    province_code: Optional[str]
    """Code of the province, state or region."""
    zip: Optional[str]
    """Postal code."""
    channel_name: str
    """The channel’s identifier."""


@dataclass(init=False, repr=False, eq=False)
class Address(Record):
    """An address."""

    id: Optional[str]
    """The channel’s identifier of this address."""
    address1: Optional[str]
    """Street and house number."""
    address2: Optional[str]
    """Further line: apartment, floor, building."""
    city: Optional[str]
    """Town or city."""
    company: Optional[str]
    """Company at this address."""
    country: Optional[str]
    """English name of the country."""
    country_code: Optional[str]
    """ISO 3166-1 alpha-2."""
    first_name: Optional[str]
    """First name of the person at this address."""
    last_name: Optional[str]
    """Last name of the person at this address."""
    name: Optional[str]
    """Whole name of the person at this address."""
    phone: Optional[str]
    """Telephone number, as the channel writes it."""
    province: Optional[str]
    """Name of the province, state or region."""
    province_code: Optional[str]
    """Code of the province, state or region."""
    zip: Optional[str]
    """Postal code."""


@dataclass(init=False, repr=False, eq=False)
class DefaultAddress(Record):
    """The usual address of a customer."""

    id: Optional[str]
    """The channel’s identifier of this address."""
    address1: Optional[str]
    """Street and house number."""
    address2: Optional[str]
    """Further line: apartment, floor, building."""
    city: Optional[str]
    """Town or city."""
    company: Optional[str]
    """Company at this address."""
    country: Optional[str]
    """English name of the country."""
    country_code: Optional[str]
    """ISO 3166-1 alpha-2."""
    first_name: Optional[str]
    """First name of the person at this address."""
    last_name: Optional[str]
    """Last name of the person at this address."""
    name: Optional[str]
    """Whole name of the person at this address."""
    phone: Optional[str]
    """Telephone number, as the channel writes it."""
    province: Optional[str]
    """Name of the province, state or region."""
    province_code: Optional[str]
    """Code of the province, state or region."""
    zip: Optional[str]
    """Postal code."""
    country_name: Optional[str]
    """English name of the country."""
    default: Optional[bool]
    """Whether it is the customer’s usual address."""

SmsMarketingConsent = Mapping[str, Optional[str]]
"""Consent to marketing by text message: state, opt_in_level, consent_updated_at, consent_collected_from.
Empty where nothing is known."""


@dataclass(init=False, repr=False, eq=False)
class EmailMarketingConsent(Record):
    """Whether the customer agreed to get marketing by e-mail."""

    state: Optional[str]
    """What the customer said, such as subscribed or not_subscribed."""
    opt_in_level: Optional[str]
    """How the customer agreed, such as single_opt_in or confirmed_opt_in."""
    consent_updated_at: Optional[datetime]
    """When the customer last agreed or withdrew."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "consent_updated_at": as_instant,
    }


@dataclass(init=False, repr=False, eq=False)
class Customer(Record):
    """The buyer, as the channel knows them."""

    id: Optional[str]
    """The channel’s identifier of the customer; null for a guest."""
    created_at: Optional[datetime]
    """When the customer became known to the shop."""
    updated_at: Optional[datetime]
    """When what is known of the customer last changed."""
    email: Optional[str]
    """E-mail address; on marketplaces often one that forwards."""
    first_name: Optional[str]
    """First name."""
    last_name: Optional[str]
    """Last name."""
    note: Optional[str]
    """What the shop noted about the customer."""
    phone: Optional[str]
    """Telephone number, as the channel writes it."""
    tags: Optional[str]
    """The shop’s labels for the customer, comma-separated."""
    verified_email: Optional[bool]
    """Whether the e-mail address was verified."""
    tax_exempt: Optional[bool]
    """Whether the customer pays no tax."""
    tax_exemptions: Sequence[str]
    """Which taxes the customer does not pay, in the channel’s words."""
    default_address: Optional[DefaultAddress]
    """The customer’s usual address."""
    sms_marketing_consent: SmsMarketingConsent
    """Whether the customer agreed to get marketing by text message; may be an empty object."""
    email_marketing_consent: Optional[EmailMarketingConsent]
    """Whether the customer agreed to get marketing by e-mail."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "updated_at": as_instant,
        "default_address": as_one(DefaultAddress),
        "email_marketing_consent": as_one(EmailMarketingConsent),
    }


@dataclass(init=False, repr=False, eq=False)
class NullReason(Record):
    """Why a field is null."""

    reason: Literal["channel_has_none", "not_read", "withheld", "empty", "permission_missing", "out_of_window", "unknown_value"]
    """channel_has_none: the channel has no such thing; not_read: it has, and is not asked for it;
    withheld: it shows it to no one. empty: the channel has it and says nothing, or that there is none;
    permission_missing: the credential may not read it; out_of_window: the channel shows it for a
    limited time; unknown_value: what the channel says is not known here, or cannot be read."""
    value: Optional[str]
    """What the channel says, where it is not known here."""


@dataclass(init=False, repr=False, eq=False)
class FulfillmentLine(Record):
    """What of a line item is in a fulfillment."""

    id: Optional[str]
    """`id` of the order’s line item."""
    quantity: Optional[int]
    """Pieces of it in this fulfillment."""
    sku: Optional[str]
    """The merchant’s own number of the article."""


@dataclass(init=False, repr=False, eq=False)
class Fulfillment(Record):
    """Goods that leave the merchant together."""

    id: str
    """The channel’s identifier of it."""
    status: Optional[Literal["pending", "shipped", "delivered", "cancelled", "failed"]]
    """pending: made, but not known to have left; shipped: it has left; delivered: the buyer has it;
    cancelled: withdrawn; failed: it could not be sent or delivered."""
    service: Optional[str]
    """Who sends it: `manual` is the merchant."""
    location_id: Optional[str]
    """Where it leaves from."""
    tracking_company: Optional[str]
    """Who carries it."""
    tracking_numbers: Sequence[str]
    """One for each parcel that has one."""
    tracking_urls: Sequence[str]
    """Where the parcels can be followed."""
    created_at: Optional[datetime]
    """When it was made."""
    updated_at: Optional[datetime]
    """When it last changed."""
    shipped_at: Optional[datetime]
    """When it left."""
    delivered_at: Optional[datetime]
    """When the buyer got it."""
    line_items: Sequence[FulfillmentLine]
    """What is in it."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "updated_at": as_instant,
        "shipped_at": as_instant,
        "delivered_at": as_instant,
        "line_items": as_many(as_one(FulfillmentLine)),
    }


@dataclass(init=False, repr=False, eq=False)
class RefundLine(Record):
    """What of a line item was given back."""

    line_item_id: Optional[str]
    """`id` of the order’s line item."""
    quantity: Optional[int]
    """Pieces of it that were given back; 0 where an amount was."""
    subtotal: Optional[Decimal]
    """What was given back for it, on the footing of the order’s prices."""
    total_tax: Optional[Decimal]
    """Tax of that, included in the subtotal where prices include it."""
    restock: Optional[bool]
    """Whether the pieces go back into stock."""
    subtotal_set: Optional[MoneySet]
    """`subtotal` in both currencies."""
    total_tax_set: Optional[MoneySet]
    """`total_tax` in both currencies."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "subtotal": as_amount,
        "total_tax": as_amount,
        "subtotal_set": as_one(MoneySet),
        "total_tax_set": as_one(MoneySet),
    }


@dataclass(init=False, repr=False, eq=False)
class Refund(Record):
    """What was given back together."""

    id: str
    """The channel’s identifier of it."""
    status: Optional[Literal["pending", "completed", "failed"]]
    """pending: the money is on its way; completed: it was given back; failed: it could not be."""
    created_at: Optional[datetime]
    """When it was made."""
    processed_at: Optional[datetime]
    """When the money was given back."""
    reason: Optional[str]
    """In the words of the merchant or the channel."""
    currency: Optional[str]
    """ISO 4217; of all amounts of the refund."""
    amount: Optional[Decimal]
    """Everything refunded, with tax and shipping."""
    shipping_amount: Optional[Decimal]
    """Of that, for shipping, with its tax."""
    tax_amount: Optional[Decimal]
    """Of that, tax."""
    adjustment_amount: Optional[Decimal]
    """Of that, for neither lines nor shipping, with its tax: fees, duties, an amount for the order as a
    whole. Below zero where less was given back than lines and shipping come to. `amount` is the lines,
    their tax where prices do not include it, `shipping_amount` and this."""
    amount_set: Optional[MoneySet]
    """`amount` in both currencies."""
    shipping_amount_set: Optional[MoneySet]
    """`shipping_amount` in both currencies."""
    tax_amount_set: Optional[MoneySet]
    """`tax_amount` in both currencies."""
    adjustment_amount_set: Optional[MoneySet]
    """`adjustment_amount` in both currencies."""
    line_items: Sequence[RefundLine]
    """What it was for; empty where an amount was given back for the order as a whole."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "processed_at": as_instant,
        "amount": as_amount,
        "shipping_amount": as_amount,
        "tax_amount": as_amount,
        "adjustment_amount": as_amount,
        "amount_set": as_one(MoneySet),
        "shipping_amount_set": as_one(MoneySet),
        "tax_amount_set": as_one(MoneySet),
        "adjustment_amount_set": as_one(MoneySet),
        "line_items": as_many(as_one(RefundLine)),
    }


@dataclass(init=False, repr=False, eq=False)
class Order(Record):
    """An order, the same whatever the channel. All fields are always there: null where the channel has
    nothing. Where the request names `fields`, a record holds those, `id` and `channel_name` alone."""

    id: str
    """The channel’s identifier of the order."""
    channel_name: str
    """The channel’s identifier."""
    app_id: Optional[str]
    """The app that made the order."""
    checkout_id: Optional[str]
    """The checkout or cart that the order came from."""
    name: Optional[str]
    """What people call the order, such as #1001."""
    number: Optional[str]
    """The order’s number in the shop."""
    order_number: Optional[str]
    """The order’s number, as the buyer sees it."""
    source_identifier: Optional[str]
    """The order’s identifier where it was made, if elsewhere."""
    source_name: Optional[str]
    """Where it was made: web, pos, or the name of a sales channel."""
    user_id: Optional[str]
    """The member of staff who made it."""
    location_id: Optional[str]
    """The shop’s place of business, or warehouse, that it belongs to."""
    device_id: Optional[str]
    """The till or device that it was made on."""
    po_number: Optional[str]
    """The buyer’s own purchase order number."""
    order_status_url: Optional[str]
    """Page on which the buyer can follow the order."""
    financial_status: Optional[Literal["pending", "authorized", "partially_paid", "paid", "partially_refunded", "refunded", "voided", "expired"]]
    """Whether it is paid."""
    fulfillment_status: Optional[Literal["fulfilled", "partial", "restocked"]]
    """Null while nothing has shipped."""
    cancel_reason: Optional[Literal["customer", "fraud", "inventory", "declined", "staff", "other"]]
    """Why it was cancelled."""
    confirmed: Optional[bool]
    """Whether the shop has taken it on."""
    test: Optional[bool]
    """Whether it is a test, and no one pays."""
    created_at: Optional[datetime]
    """When it was made."""
    updated_at: Optional[datetime]
    """When anything about it last changed."""
    processed_at: Optional[datetime]
    """When the sale took place; of an imported order, the original sale."""
    cancelled_at: Optional[datetime]
    """When it was cancelled."""
    closed_at: Optional[datetime]
    """When nothing was left to do."""
    email: Optional[str]
    """The buyer’s e-mail address; on marketplaces often one that forwards."""
    phone: Optional[str]
    """The buyer’s telephone number."""
    tags: Optional[str]
    """The shop’s labels for the order, comma-separated."""
    customer_locale: Optional[str]
    """The buyer’s language, such as nl or en-GB."""
    note: Optional[str]
    """What the buyer or the shop noted on the order."""
    referring_site: Optional[str]
    """The page that the buyer came from."""
    buyer_accepts_marketing: Optional[bool]
    """Whether the buyer agreed to get marketing."""
    tax_exempt: Optional[bool]
    """Whether no tax is charged."""
    currency: Optional[str]
    """The shop’s currency (ISO 4217); that of every amount here."""
    presentment_currency: Optional[str]
    """The currency that the buyer saw (ISO 4217)."""
    subtotal_price: Optional[Decimal]
    """Line items less discounts."""
    total_discounts: Optional[Decimal]
    """All discounts together."""
    total_line_items_price: Optional[Decimal]
    """Line items before discounts."""
    total_tip_received: Optional[Decimal]
    """Tips."""
    total_price: Optional[Decimal]
    """What the buyer was asked to pay: line items less discounts, shipping, tips, and tax that prices do
    not include."""
    total_tax: Optional[Decimal]
    """All taxes together, those included in prices too."""
    total_outstanding: Optional[Decimal]
    """What is still to be paid."""
    current_subtotal_price: Optional[Decimal]
    """`subtotal_price` after refunds and edits, as all `current_` amounts are."""
    current_total_discounts: Optional[Decimal]
    """`total_discounts` after refunds and edits."""
    current_total_price: Optional[Decimal]
    """`total_price` after refunds and edits."""
    current_total_tax: Optional[Decimal]
    """`total_tax` after refunds and edits."""
    total_line_items_price_set: Optional[MoneySet]
    """`total_line_items_price` in both currencies."""
    total_discounts_set: Optional[MoneySet]
    """`total_discounts` in both currencies."""
    total_shipping_price_set: Optional[MoneySet]
    """What shipping costs, in both currencies."""
    subtotal_price_set: Optional[MoneySet]
    """`subtotal_price` in both currencies."""
    total_price_set: Optional[MoneySet]
    """`total_price` in both currencies."""
    total_tax_set: Optional[MoneySet]
    """`total_tax` in both currencies."""
    current_subtotal_price_set: Optional[MoneySet]
    """`current_subtotal_price` in both currencies."""
    current_total_discounts_set: Optional[MoneySet]
    """`current_total_discounts` in both currencies."""
    current_total_price_set: Optional[MoneySet]
    """`current_total_price` in both currencies."""
    current_total_tax_set: Optional[MoneySet]
    """`current_total_tax` in both currencies."""
    total_weight: Optional[int]
    """Weight of all line items, in grams."""
    taxes_included: Optional[bool]
    """Whether prices include tax."""
    estimated_taxes: Optional[bool]
    """Whether taxes are an estimate so far."""
    current_total_duties_set: Optional[MoneySet]
    """Import duties after refunds and edits. An empty object where there is nothing."""
    original_total_duties_set: Optional[MoneySet]
    """Import duties as they were charged first. An empty object where there is nothing."""
    current_total_additional_fees_set: Optional[MoneySet]
    """Further fees after refunds and edits. An empty object where there is nothing."""
    original_total_additional_fees_set: Optional[MoneySet]
    """Further fees as they were charged first. An empty object where there is nothing."""
    payment_terms: Mapping[str, Any]
    """When payment is due, in the channel’s own words. An empty object where there is nothing."""
    company: Optional[Company]
    """The business that a business buyer orders for."""
    payment_gateway_names: Sequence[str]
    """How it is paid."""
    discount_codes: Sequence[DiscountCode]
    """Codes that the buyer entered."""
    discount_applications: Sequence[DiscountApplication]
    """Every discount on the order, by code or not."""
    line_items: Sequence[LineItem]
    """What was sold."""
    shipping_lines: Sequence[ShippingLine]
    """How it is shipped, and for what."""
    billing_address: Optional[BillingAddress]
    """The address that the buyer pays from."""
    shipping_address: Optional[Address]
    """Where it is shipped to."""
    customer: Optional[Customer]
    """The buyer, as the channel knows them."""
    raw: Optional[Mapping[str, Any]]
    """The native record as the channel gave it, with what had to be fetched beside it under names of its
    own; numbers exactly as the channel wrote them."""
    reasons: Optional[Mapping[str, NullReason]]
    """Why each null of the record is null, by its path with places in lists: `line_items[0].sku`."""
    fulfillments: Optional[Sequence[Fulfillment]]
    """What has left, or is to leave, the merchant together."""
    refunds: Optional[Sequence[Refund]]
    """What was given back."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "updated_at": as_instant,
        "processed_at": as_instant,
        "cancelled_at": as_instant,
        "closed_at": as_instant,
        "subtotal_price": as_amount,
        "total_discounts": as_amount,
        "total_line_items_price": as_amount,
        "total_tip_received": as_amount,
        "total_price": as_amount,
        "total_tax": as_amount,
        "total_outstanding": as_amount,
        "current_subtotal_price": as_amount,
        "current_total_discounts": as_amount,
        "current_total_price": as_amount,
        "current_total_tax": as_amount,
        "total_line_items_price_set": as_one(MoneySet),
        "total_discounts_set": as_one(MoneySet),
        "total_shipping_price_set": as_one(MoneySet),
        "subtotal_price_set": as_one(MoneySet),
        "total_price_set": as_one(MoneySet),
        "total_tax_set": as_one(MoneySet),
        "current_subtotal_price_set": as_one(MoneySet),
        "current_total_discounts_set": as_one(MoneySet),
        "current_total_price_set": as_one(MoneySet),
        "current_total_tax_set": as_one(MoneySet),
        "current_total_duties_set": as_one(MoneySet),
        "original_total_duties_set": as_one(MoneySet),
        "current_total_additional_fees_set": as_one(MoneySet),
        "original_total_additional_fees_set": as_one(MoneySet),
        "company": as_one(Company),
        "discount_codes": as_many(as_one(DiscountCode)),
        "discount_applications": as_many(as_one(DiscountApplication)),
        "line_items": as_many(as_one(LineItem)),
        "shipping_lines": as_many(as_one(ShippingLine)),
        "billing_address": as_one(BillingAddress),
        "shipping_address": as_one(Address),
        "customer": as_one(Customer),
        "reasons": as_mapping(as_one(NullReason)),
        "fulfillments": as_many(as_one(Fulfillment)),
        "refunds": as_many(as_one(Refund)),
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "raw",
        "reasons",
        "fulfillments",
        "refunds",
    }


@dataclass(init=False, repr=False, eq=False)
class ProductOption(Record):
    """What variants of a product differ in, such as size or colour."""

    id: Optional[str]
    """The channel’s identifier of the option."""
    name: Optional[str]
    """What it is called, such as Size."""
    position: Optional[int]
    """Its place among the options, from 1; option1 holds the first."""
    values: Sequence[str]
    """Every value that a variant may have."""


@dataclass(init=False, repr=False, eq=False)
class InventoryLevel(Record):
    """Stock at one place."""

    location_id: Optional[str]
    """The channel’s identifier of the place."""
    location_name: Optional[str]
    """What the place is called."""
    available: Optional[int]
    """How many can be sold from there."""


@dataclass(init=False, repr=False, eq=False)
class Variant(Record):
    """What can be bought of a product: one size, one colour."""

    id: Optional[str]
    """The channel’s identifier of the variant; `variant_id` of line items."""
    product_id: Optional[str]
    """The `id` of the product."""
    title: Optional[str]
    """What distinguishes it from the other variants; Default Title where there is only one."""
    sku: Optional[str]
    """The shop’s own stock number."""
    barcode: Optional[str]
    """EAN, UPC, ISBN or another number of the trade."""
    price: Optional[Decimal]
    """Price of one, now."""
    compare_at_price: Optional[Decimal]
    """Price before it was reduced; null while it is not."""
    currency: Optional[str]
    """ISO 4217."""
    position: Optional[int]
    """Its place among the variants, from 1."""
    option1: Optional[str]
    """Its value of the first option."""
    option2: Optional[str]
    """Its value of the second option."""
    option3: Optional[str]
    """Its value of the third option."""
    inventory_item_id: Optional[str]
    """The channel’s identifier of what is counted in stock."""
    inventory_quantity: Optional[int]
    """How many can be sold, all places together."""
    inventory_policy: Optional[Literal["deny", "continue"]]
    """Whether it can be bought while there is none: deny or continue."""
    inventory_management: Optional[str]
    """Who counts the stock; null where no one does."""
    inventory_levels: Sequence[InventoryLevel]
    """Stock by place."""
    weight: Optional[Decimal]
    """Weight of one, in `weight_unit`."""
    weight_unit: Optional[Literal["g", "kg", "lb", "oz"]]
    """Unit of `weight`."""
    grams: Optional[int]
    """Weight of one, in grams."""
    requires_shipping: Optional[bool]
    """Whether it is shipped at all."""
    taxable: Optional[bool]
    """Whether tax is charged on it."""
    image_id: Optional[str]
    """The `id` of its own image among the product’s."""
    created_at: Optional[datetime]
    """When it was made."""
    updated_at: Optional[datetime]
    """When anything about it last changed."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "price": as_amount,
        "compare_at_price": as_amount,
        "inventory_levels": as_many(as_one(InventoryLevel)),
        "weight": as_amount,
        "created_at": as_instant,
        "updated_at": as_instant,
    }


@dataclass(init=False, repr=False, eq=False)
class Image(Record):
    """A picture of a product."""

    id: Optional[str]
    """The channel’s identifier of the image."""
    src: Optional[str]
    """Where it can be loaded from."""
    alt: Optional[str]
    """What it shows, in words."""
    position: Optional[int]
    """Its place among the images, from 1."""
    width: Optional[int]
    """Pixels."""
    height: Optional[int]
    """Pixels."""
    variant_ids: Sequence[str]
    """The variants that it shows; empty where it is of the product as a whole."""


@dataclass(init=False, repr=False, eq=False)
class Salable(Record):
    """What a website can sell of a variant now."""

    variant_id: Optional[str]
    """`id` of the product’s variant."""
    stock_id: Optional[str]
    """The channel’s identifier of the stock that the website sells from."""
    quantity: Optional[int]
    """Pieces, less those that orders have reserved."""


@dataclass(init=False, repr=False, eq=False)
class Product(Record):
    """A product with its variants, the same whatever the channel. All fields are always there: null where
    the channel has nothing. Where the request names `fields`, a record holds those, `id` and
    `channel_name` alone."""

    id: str
    """The channel’s identifier of the product; `product_id` of line items."""
    channel_name: str
    """The channel’s identifier."""
    title: Optional[str]
    """What it is called."""
    body_html: Optional[str]
    """Description, as HTML or plain text."""
    vendor: Optional[str]
    """Brand or maker."""
    product_type: Optional[str]
    """What kind of product it is, in the channel’s words."""
    handle: Optional[str]
    """Its name in addresses, or the channel’s own short identifier."""
    status: Optional[Literal["active", "draft", "archived"]]
    """Whether it is for sale."""
    tags: Sequence[str]
    """The shop’s labels for it."""
    url: Optional[str]
    """Its page in the shop."""
    created_at: Optional[datetime]
    """When it was made."""
    updated_at: Optional[datetime]
    """When anything about it last changed."""
    published_at: Optional[datetime]
    """When it came on sale."""
    options: Sequence[ProductOption]
    """What its variants differ in."""
    variants: Sequence[Variant]
    """What can be bought; one for a product without variants."""
    images: Sequence[Image]
    """Its pictures, in order."""
    image: Optional[Image]
    """The first or main of its pictures."""
    raw: Optional[Mapping[str, Any]]
    """The native record as the channel gave it, with what had to be fetched beside it under names of its
    own; numbers exactly as the channel wrote them."""
    reasons: Optional[Mapping[str, NullReason]]
    """Why each null of the record is null, by its path with places in lists: `line_items[0].sku`."""
    salable: Optional[Sequence[Salable]]
    """What the website can sell now. `inventory_levels` are what lies in each place, reserved or not."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "updated_at": as_instant,
        "published_at": as_instant,
        "options": as_many(as_one(ProductOption)),
        "variants": as_many(as_one(Variant)),
        "images": as_many(as_one(Image)),
        "image": as_one(Image),
        "reasons": as_mapping(as_one(NullReason)),
        "salable": as_many(as_one(Salable)),
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "raw",
        "reasons",
        "salable",
    }


@dataclass(init=False, repr=False, eq=False)
class ExtResource(Record):
    """A call made to the channel."""

    Uri: str
    """What was asked, without secrets."""
    Duration: Decimal
    """Milliseconds. This call alone."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "Duration": as_amount,
    }


@dataclass(init=False, repr=False, eq=False)
class ReportFilter(Record):
    """A filter in force."""

    name: str
    """The filter, as in the request."""
    value: str
    """Its value."""
    by: Literal["channel", "service", "default"]
    """channel: done by the channel; service: done here, exactly; default: in force although not asked for."""

WarningCode = str
"""What the reader of the result should know, for programs. Others may be added."""


@dataclass(init=False, repr=False, eq=False)
class Warning(Record):
    """What the reader of the result should know."""

    code: WarningCode

    message: str
    """In a sentence."""
    field: Optional[str]
    """The field of the record concerned."""
    ids: Optional[Sequence[str]]
    """The records concerned: the first of them, and all of them where `leaves_out` is there."""
    count: int
    """How many times it was met in this response."""
    leaves_out: Optional[Literal["records", "values"]]
    """What the channel has and this answer lacks, so that it must not be taken for deleted: whole records,
    or the values of `field`. Of the records in `ids`; of any, where `ids` are fewer than `count`."""
    _optional: ClassVar[AbstractSet[str]] = {
        "field",
        "ids",
        "leaves_out",
    }


@dataclass(init=False, repr=False, eq=False)
class Report(Record):
    """How the result came about."""

    TraceId: str
    """Names this call in logs and traces; that of your `traceparent`, if you sent one."""
    TotalExtResourcesDuration: Decimal
    """Milliseconds. Time with at least one channel call under way."""
    TotalEventsTransitDuration: Decimal
    """Milliseconds. Time spent waiting: rate limits, pauses, queues."""
    TotalTransformationsDuration: Decimal
    """Milliseconds. Mapping of records."""
    TotalRequestsDuration: Decimal
    """Milliseconds. The whole call."""
    ExtResources: Sequence[ExtResource]
    """Every call made to the channel, failed and repeated ones too."""
    Filters: Sequence[ReportFilter]
    """Every filter in force, defaults included."""
    Warnings: Sequence[Warning]
    """What the reader of the result should know."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "TotalExtResourcesDuration": as_amount,
        "TotalEventsTransitDuration": as_amount,
        "TotalTransformationsDuration": as_amount,
        "TotalRequestsDuration": as_amount,
        "ExtResources": as_many(as_one(ExtResource)),
        "Filters": as_many(as_one(ReportFilter)),
        "Warnings": as_many(as_one(Warning)),
    }

ErrorCode = str
"""What went wrong, for programs. Others may be added, so take one that you do not know as you would take
its HTTP status."""


@dataclass(init=False, repr=False, eq=False)
class ErrorItem(Record):
    """One thing that went wrong."""

    code: ErrorCode

    message: str
    """What is wrong and how to fix it, in a sentence."""
    field: Optional[str]
    """The input at fault."""
    channel: Optional[str]
    """The channel that was asked."""
    status: Optional[int]
    """The channel’s HTTP status."""
    native: Optional[str]
    """The channel’s own words."""
    _optional: ClassVar[AbstractSet[str]] = {
        "field",
        "channel",
        "status",
        "native",
    }

AttentionCode = str
"""Why a channel needs attention, for programs. Others may be added: treat one that you do not know as
`credential_refused`."""


@dataclass(init=False, repr=False, eq=False)
class ExpiringAccess(Record):
    """Something that a channel depends on ends."""

    what: Literal["grant", "api_version"]
    """grant: what the user granted; send a magic link in time. api_version: the version of the channel’s
    API that calls use unless they name one; the operator updates the service."""
    ends_at: datetime
    """When it ends."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "ends_at": as_instant,
    }


@dataclass(init=False, repr=False, eq=False)
class LinkedChannel(Record):
    """A channel that a user has linked."""

    channel: str
    """The channel’s identifier."""
    state: Literal["linked", "needs_attention"]
    """needs_attention: the channel refuses the key, or to renew the access. Send the user a new magic
    link; it ends by itself when a call works again."""
    code: Optional[AttentionCode]
    """Why a channel needs attention, for programs. Others may be added: treat one that you do not know as
    `credential_refused`."""
    reason: Optional[str]
    """Why it needs attention, for people."""
    name: Optional[str]
    """What the account calls itself."""
    account: Mapping[str, Any]
    """Plain settings of the account, such as its address. Never a secret."""
    writes: Optional[Sequence[str]]
    """Scopes to write that the user agreed to when linking; null where it was not noted. A write that
    needs another one is 424 permission_missing: send the user a magic link."""
    expiring: Sequence[ExpiringAccess]
    """What ends within 30 days; mostly empty."""
    linked_at: datetime
    """When the user linked it last."""
    updated_at: datetime
    """When it was last renewed, marked or linked."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "expiring": as_many(as_one(ExpiringAccess)),
        "linked_at": as_instant,
        "updated_at": as_instant,
    }


@dataclass(init=False, repr=False, eq=False)
class User(Record):
    """An end user, and the channels they have linked."""

    tpUserId: str
    """The end user, as the client application names them."""
    created_at: datetime
    """When the first magic link was made for this user."""
    channels: Sequence[LinkedChannel]
    """Empty until the user links one."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "channels": as_many(as_one(LinkedChannel)),
    }


@dataclass(init=False, repr=False, eq=False)
class ReasonedTime(Record):
    """A time, and why it is so long."""

    seconds: int
    """So many seconds."""
    why: str
    """The reason, in a sentence or two."""
    source: str
    """How it is known."""


@dataclass(init=False, repr=False, eq=False)
class Window(Record):
    """How long the vendor shows a record."""

    by: Literal["created_at", "updated_at"]
    """The date of the record that the vendor counts from."""
    days: int
    """For so many days."""
    about: str
    """For whom it holds."""


@dataclass(init=False, repr=False, eq=False)
class UndatedChange(Record):
    """A change that updates no date."""

    what: str
    """What of the record changes."""
    about: str
    """What happens, in a sentence or two."""
    source: str
    """How it is known."""


@dataclass(init=False, repr=False, eq=False)
class ChangeCapabilities(Record):
    """How its records are followed, and what a copy of them must know."""

    by: Literal["updated_at", "events", "list"]
    """What a watch reads: the list by date of change, the vendor’s own sequence of what happened, or the
    whole list."""
    overlap: ReasonedTime
    """How far before its mark a watch reads once more: for clocks that differ, and dates that are written
    late."""
    settling: ReasonedTime
    """How much of the recent past a watch leaves out: for lists that show a change later than its date
    says."""
    floor: ReasonedTime
    """No watch reads more often."""
    sweep: Optional[int]
    """A watch reads everything once in so many hours unless it says otherwise; null: it does not."""
    hints: Sequence[str]
    """Topics of the vendor’s hooks that make a watch read a record immediately; empty where the vendor has
    none that can be used."""
    window: Optional[Window]
    """A record beyond it is in no list, and absent by its id too, without being deleted. Null: records are
    shown for as long as the vendor has them."""
    deletions: Literal["reported", "silent"]
    """Whether what is followed, a list by `updated_at_min` or the vendor’s events, shows what was deleted."""
    undated: Sequence[UndatedChange]
    """What changes without moving `updated_at`, so that no such list shows it."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "overlap": as_one(ReasonedTime),
        "settling": as_one(ReasonedTime),
        "floor": as_one(ReasonedTime),
        "window": as_one(Window),
        "undated": as_many(as_one(UndatedChange)),
    }


@dataclass(init=False, repr=False, eq=False)
class ResourceCapabilities(Record):
    """What can be asked of its records."""

    filters: Mapping[str, Literal["channel", "service"]]
    """The filters of the body that it takes, each with who honours it: the channel itself, or the service,
    exactly, on what was read. Any other is refused with `unsupported_filter`."""
    defaults: Mapping[str, str]
    """Filters in force unless the body says otherwise, with their value; `any` lifts one."""
    include: Sequence[str]
    """What `include` may add to its records."""
    fields: Sequence[str]
    """The fields of the record that it fills, as its samples show; the others are null or empty."""
    changes: ChangeCapabilities

    id_example: str
    """What an identifier looks like, for `ids`."""
    largest_page: Mapping[str, int]
    """By API version: the most records of one page. A larger `limit` is taken as this."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "changes": as_one(ChangeCapabilities),
    }


@dataclass(init=False, repr=False, eq=False)
class SourcedFact(Record):
    """Something that is so, and how it is known."""

    about: str
    """What is so, in a sentence or two."""
    source: str
    """How it is known."""


@dataclass(init=False, repr=False, eq=False)
class WriteCapabilities(Record):
    """How it takes one kind of write."""

    needs: SourcedFact
    """What the vendor asks of the credential."""
    most: int
    """The most items of one call to the vendor."""
    shows: ReasonedTime
    """After so long at the latest a reading shows what was written; until then it is `accepted`."""
    idempotent: bool
    """Whether the vendor itself sees to it that one write sent twice is done once."""
    compares_first: bool
    """Whether the vendor itself compares before it sets, for `if_available`."""
    limits: Sequence[SourcedFact]
    """What it cannot do, or does otherwise than one might think."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "needs": as_one(SourcedFact),
        "shows": as_one(ReasonedTime),
        "limits": as_many(as_one(SourcedFact)),
    }


@dataclass(init=False, repr=False, eq=False)
class ChannelWrites(Record):
    """What can be written to it."""

    fulfillments: Optional[WriteCapabilities]
    """Null where it takes none."""
    fulfillments_why: Optional[str]
    """Why it takes no fulfillments; null where it does."""
    stock: Optional[WriteCapabilities]
    """Null where it takes none."""
    prices: Optional[WriteCapabilities]
    """Null where it takes none."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "fulfillments": as_one(WriteCapabilities),
        "stock": as_one(WriteCapabilities),
        "prices": as_one(WriteCapabilities),
    }


@dataclass(init=False, repr=False, eq=False)
class KeyCapabilities(Record):
    """A key of `params`."""

    key: str
    """Its name in `params`."""
    required: bool
    """Must be given in `params`. Where keys can stand in for each other, their descriptions say so."""
    secret: bool
    """Never shown again, sealed where it is kept."""
    list: bool
    """Takes a list of values too."""
    choices: Optional[Sequence[str]]
    """The only values that are accepted; null where there is no such list."""
    description: str
    """What it is, and where it is found."""
    example: str
    """What it looks like."""


@dataclass(init=False, repr=False, eq=False)
class WayCapabilities(Record):
    """A way to link."""

    way: str
    """Its name within the channel."""
    kind: Literal["form", "consent"]
    """form: the user copies keys from the channel’s own admin. consent: the user signs in at the vendor
    and says yes (OAuth, or the installation of an app)."""
    asks: Sequence[str]
    """The keys that the link page asks the user for."""
    available: bool
    """Whether this installation offers it: a consent needs an app of the operator’s own at the vendor."""


@dataclass(init=False, repr=False, eq=False)
class VersionCapabilities(Record):
    """A version of the channel’s API."""

    version: str
    """As `api_version` names it."""
    ends_on: Optional[str]
    """The day on which the vendor ends it; null where it has named none."""


@dataclass(init=False, repr=False, eq=False)
class ApiVersions(Record):
    """The versions of the channel’s API."""

    default: str
    """In force unless `api_version` names another."""
    speaks: Sequence[VersionCapabilities]
    """All that may be named."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "speaks": as_many(as_one(VersionCapabilities)),
    }


@dataclass(init=False, repr=False, eq=False)
class LimitCapabilities(Record):
    """A published limit."""

    name: str
    """What it is called here."""
    by: Literal["credential", "host", "application"]
    """Who shares it: the calls with one credential, to one host, or of the operator’s whole app."""
    operations: Optional[Sequence[str]]
    """The operations of the vendor that it counts; null: every call."""
    counts: Literal["calls", "points"]
    """points: by what the vendor says that a query costs."""
    tokens: Optional[Decimal]
    """How many come back within `seconds`; null: no rate is published."""
    seconds: Optional[int]
    """See `tokens`."""
    burst: Optional[int]
    """How many may be spent in one go; null where the vendor keeps no bucket."""
    window: bool
    """Counted per window of time rather than by a bucket."""
    concurrency: Optional[int]
    """How many calls may be under way at the same time; null: any number."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "tokens": as_amount,
    }


@dataclass(init=False, repr=False, eq=False)
class Channel(Record):
    """A channel, and what it can do."""

    channel: str
    """The identifier, as requests name it."""
    title: str
    """As people know it."""
    orders: Optional[ResourceCapabilities]
    """Null where the channel has no orders."""
    products: Optional[ResourceCapabilities]
    """Null where the channel has no products."""
    writes: ChannelWrites

    params: Sequence[KeyCapabilities]
    """The keys of token authentication, for `params` of a data call."""
    link: Sequence[WayCapabilities]
    """The ways to link it, best first."""
    api_versions: ApiVersions

    limits: Sequence[LimitCapabilities]
    """The limits that the vendor publishes, or that the service keeps to where it publishes none. Calls
    wait for them by themselves."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "orders": as_one(ResourceCapabilities),
        "products": as_one(ResourceCapabilities),
        "writes": as_one(ChannelWrites),
        "params": as_many(as_one(KeyCapabilities)),
        "link": as_many(as_one(WayCapabilities)),
        "api_versions": as_one(ApiVersions),
        "limits": as_many(as_one(LimitCapabilities)),
    }


@dataclass(init=False, repr=False, eq=False)
class FieldLineage(Record):
    """What one field is made of."""

    field: str
    """With `[]` for the entries of a list: `line_items[].sku`."""
    from_: Sequence[str]
    """Paths in the native record (`account.` in the settings of the account): a change of any of them can
    change the field. Empty where there is a reason, and where the field is the same in all records or
    follows from its place."""
    reason: Optional[Literal["channel_has_none", "not_read", "withheld"]]
    """Why it is always empty. channel_has_none: the channel has no such thing; not_read: it has, and is
    not asked for it; withheld: it shows it to no one."""
    _names: ClassVar[Mapping[str, str]] = {
        "from": "from_",
    }


@dataclass(init=False, repr=False, eq=False)
class RecordLineage(Record):
    """What the fields of a form of record are made of."""

    identified_by: str
    """Path of the identifier in the native record; it distinguishes two forms, where a channel has two
    APIs."""
    fields: Sequence[FieldLineage]
    """All of them, with what can be included."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "fields": as_many(as_one(FieldLineage)),
    }


@dataclass(init=False, repr=False, eq=False)
class ChannelLineage(Record):
    """Where the values of records come from."""

    channel: str
    """The channel’s identifier."""
    orders: Sequence[RecordLineage]
    """By form of record, mostly one; empty where the channel has no such records."""
    products: Sequence[RecordLineage]
    """By form of record, mostly one; empty where the channel has no such records."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "orders": as_many(as_one(RecordLineage)),
        "products": as_many(as_one(RecordLineage)),
    }


@dataclass(init=False, repr=False, eq=False)
class Carrier(Record):
    """One that `tracking_company` may name, by its id or any of its names."""

    id: str
    """Ours, the same on every channel."""
    name: str
    """What it is called."""
    also: Sequence[str]
    """What else people call it."""
    countries: Sequence[str]
    """Where it is at home, ISO 3166."""
    code: Optional[str]
    """What the channel is sent; null where it takes the name alone."""


@dataclass(init=False, repr=False, eq=False)
class ListedCarrier(Record):
    """One that the channel lists itself."""

    code: str
    """What the channel is sent."""
    name: str
    """What the channel calls it."""


@dataclass(init=False, repr=False, eq=False)
class Carriers(Record):
    """Who can carry a parcel of a channel."""

    channel: str
    """The channel’s identifier."""
    carriers: Sequence[Carrier]
    """Those of our list that the channel takes."""
    listed: Sequence[ListedCarrier]
    """Those that the channel lists beside them, taken as it writes them."""
    others: bool
    """Whether any other name is taken too."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "carriers": as_many(as_one(Carrier)),
        "listed": as_many(as_one(ListedCarrier)),
    }

Resource = Literal["orders", "products"]
"""The kind of record."""

ChangeKind = Literal["created", "updated", "deleted", "left_window"]
"""`left_window`: the vendor no longer shows the record because of its age; it is not deleted."""


@dataclass(init=False, repr=False, eq=False)
class RecordFault(Record):
    """Why the record could not be read now."""

    code: str
    """The code of the error."""
    message: str
    """In a sentence."""


@dataclass(init=False, repr=False, eq=False)
class Change(Record):
    """One entry of the log."""

    seq: int
    """Grows with every entry of the client."""
    watch_id: str
    """Names the watch."""
    tpUserId: str
    """The end user, as the client application names them."""
    channel: str
    """The channel’s identifier."""
    resource: Resource
    """What is followed."""
    id: Optional[str]
    """Of the record; null where it has none that can be read."""
    change: ChangeKind

    at: datetime
    """When it was seen."""
    fault: Optional[str]
    """The code of why the record could not be read; otherwise null."""
    record: Optional[Union[Order, Product]]
    """With `include=record`: the record as it is now; null where it is gone or could not be read."""
    record_fault: Optional[RecordFault]

    _read: ClassVar[Mapping[str, Reader]] = {
        "at": as_instant,
        "record_fault": as_one(RecordFault),
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "record",
        "record_fault",
    }

WatchState = Literal["live", "catching_up", "behind", "broken"]
"""`live`: it is read as it should be. `catching_up`: there is still more to read. `behind`: it does not
get on, and is tried again. `broken`: somebody must act."""

WatchKeep = Literal["digests", "nothing"]
"""`digests`: a keyed digest of each record, so that only true changes are entries and deletions are seen.
`nothing`: only how far it came; repeats are possible, deletions are not seen."""


@dataclass(init=False, repr=False, eq=False)
class Watch(Record):
    """What is followed for a client, and how far it is complete."""

    id: str
    """Names the watch."""
    tpUserId: str
    """The end user, as the client application names them."""
    channel: str
    """The channel’s identifier."""
    resource: Resource
    """What is followed."""
    state: WatchState

    why: Optional[str]
    """Why it is not live, or what else is to be known of it, in a sentence; otherwise null."""
    why_code: Optional[str]
    """The same for programs: the code of an error; otherwise null."""
    complete_until: Optional[str]
    """Whatever the channel shows as changed before it is in the log; null before the first reading."""
    last_read: Optional[str]
    """When the channel was last read; null before the first time."""
    next_read: Optional[str]
    """When it is next read; null while there is nothing to read."""
    every: int
    """Seconds between two readings."""
    every_raised: Optional[bool]
    """True where the channel’s own floor is in force instead of what was asked for."""
    since: Optional[str]
    """From when on history was asked for; null where it began with now."""
    sweep: Optional[int]
    """Hours between two looks at everything, up to 744; 0 for none. They find what moves no date, and what
    is gone. Null takes the channel’s own."""
    keep: WatchKeep

    calls_a_day: Optional[int]
    """Calls to the channel on a quiet day; null until that is known."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it was last changed."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "created_at": as_instant,
        "updated_at": as_instant,
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "every_raised",
    }

ExecutionStatus = Literal["running", "succeeded", "failed"]
"""Whether it runs, or how it ended."""

Operation = Literal["orders", "products", "fulfillments", "stock", "prices"]
"""What was asked for."""

Stage = Literal["validate", "authorize", "fetch", "transform"]
"""The stage reached; on failure the one that failed."""


@dataclass(init=False, repr=False, eq=False)
class ExecutionDurations(Record):
    """As in the report, in milliseconds."""

    TotalExtResourcesDuration: Decimal
    """Milliseconds. Time with at least one channel call under way."""
    TotalEventsTransitDuration: Decimal
    """Milliseconds. Time spent waiting: rate limits, pauses, queues."""
    TotalTransformationsDuration: Decimal
    """Milliseconds. Mapping of records."""
    TotalRequestsDuration: Decimal
    """Milliseconds. The whole call."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "TotalExtResourcesDuration": as_amount,
        "TotalEventsTransitDuration": as_amount,
        "TotalTransformationsDuration": as_amount,
        "TotalRequestsDuration": as_amount,
    }


@dataclass(init=False, repr=False, eq=False)
class WarningCount(Record):
    """A warning of the report, without its sentence and records."""

    code: WarningCode

    field: Optional[str]
    """The field of the record concerned."""
    count: int
    """How many times it was met."""
    _optional: ClassVar[AbstractSet[str]] = {
        "field",
    }


@dataclass(init=False, repr=False, eq=False)
class Execution(Record):
    """One data call. No data, no secrets."""

    execution_id: str
    """Names this execution (UUIDv7)."""
    status: ExecutionStatus

    status_url: str
    """Where it is shown."""
    mode: Literal["direct", "async"]
    """async: asked for with "Prefer: respond-async"."""
    operation: Operation

    channel: Optional[str]
    """Null where the request named no channel that exists."""
    tpUserId: Optional[str]
    """The end user; null where the request named none."""
    step: Stage

    code: Optional[str]
    """The error code; null on success."""
    trace_id: str
    """Names this call in logs and traces; that of your `traceparent`, if you sent one."""
    result_count: int
    """How many records it returned."""
    override_count: int
    """How many values override rules changed."""
    call_count: int
    """Calls made to the channel."""
    durations: Optional[ExecutionDurations]
    """As in the report, in milliseconds; null while it is running."""
    warnings: Sequence[WarningCount]
    """The warnings of the report, without their sentences."""
    started_at: datetime
    """When it began."""
    finished_at: Optional[str]
    """Null while it is running."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "durations": as_one(ExecutionDurations),
        "warnings": as_many(as_one(WarningCount)),
        "started_at": as_instant,
    }

WriteCode = str
"""Why, for programs: one of these, or an error code. Others may be added."""


@dataclass(init=False, repr=False, eq=False)
class FulfillmentFiguresLine(Record):
    """Of one line."""

    id: str
    """`id` of the line item."""
    quantity: int
    """Pieces ordered."""
    fulfilled: int
    """Pieces that have left."""
    left: int
    """Pieces that can still leave."""


@dataclass(init=False, repr=False, eq=False)
class FulfillmentFigures(Record):
    """What has left of an order."""

    line_items: Sequence[FulfillmentFiguresLine]
    """Every line of the order."""
    tracking_numbers: Optional[Sequence[str]]
    """Of all its parcels; null where the channel does not show them."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "line_items": as_many(as_one(FulfillmentFiguresLine)),
    }


@dataclass(init=False, repr=False, eq=False)
class WriteCall(Record):
    """A call that would be made to the channel."""

    method: str
    """The HTTP method."""
    url: str
    """The address, without secrets."""
    body: Optional[str]
    """The body as it would be sent; null where there is none."""


@dataclass(init=False, repr=False, eq=False)
class FulfillmentsOutcome(Record):
    """What became of one item. `before` is what was read first, `after` what was read back; null where
    nothing was read."""

    index: int
    """Which item it is, from 0."""
    outcome: Literal["confirmed", "accepted", "unchanged", "refused", "unknown"]
    """confirmed: read back, and it is as asked; accepted: the channel took it and works on it;
    `write.settled` brings the end; unchanged: it was so already, and nothing was sent; refused: nothing
    was changed; unknown: the channel may have done it; it is looked at again, and never written a
    second time blindly"""
    code: Optional[WriteCode]

    message: Optional[str]
    """What it means and what to do, in a sentence."""
    id: str
    """The order or variant."""
    before: Optional[FulfillmentFigures]
    """What has left of an order."""
    after: Optional[FulfillmentFigures]
    """What has left of an order."""
    calls: Optional[Sequence[WriteCall]]
    """In a dry run: what would be asked of the channel."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "before": as_one(FulfillmentFigures),
        "after": as_one(FulfillmentFigures),
        "calls": as_many(as_one(WriteCall)),
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "code",
        "message",
        "calls",
    }


@dataclass(init=False, repr=False, eq=False)
class StockFigures(Record):
    """How many there are."""

    location_id: Optional[str]
    """The place; null where the channel has none."""
    available: Optional[int]
    """How many can be sold."""


@dataclass(init=False, repr=False, eq=False)
class StockOutcome(Record):
    """What became of one item. `before` is what was read first, `after` what was read back; null where
    nothing was read."""

    index: int
    """Which item it is, from 0."""
    outcome: Literal["confirmed", "accepted", "unchanged", "refused", "unknown"]
    """confirmed: read back, and it is as asked; accepted: the channel took it and works on it;
    `write.settled` brings the end; unchanged: it was so already, and nothing was sent; refused: nothing
    was changed; unknown: the channel may have done it; it is looked at again, and never written a
    second time blindly"""
    code: Optional[WriteCode]

    message: Optional[str]
    """What it means and what to do, in a sentence."""
    id: str
    """The order or variant."""
    before: Optional[StockFigures]
    """How many there are."""
    after: Optional[StockFigures]
    """How many there are."""
    calls: Optional[Sequence[WriteCall]]
    """In a dry run: what would be asked of the channel."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "before": as_one(StockFigures),
        "after": as_one(StockFigures),
        "calls": as_many(as_one(WriteCall)),
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "code",
        "message",
        "calls",
    }


@dataclass(init=False, repr=False, eq=False)
class PriceFigures(Record):
    """What it costs."""

    price: Optional[Decimal]
    """Price of one."""
    compare_at_price: Optional[Decimal]
    """The price before it was reduced."""
    currency: Optional[str]
    """ISO 4217."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "price": as_amount,
        "compare_at_price": as_amount,
    }


@dataclass(init=False, repr=False, eq=False)
class PricesOutcome(Record):
    """What became of one item. `before` is what was read first, `after` what was read back; null where
    nothing was read."""

    index: int
    """Which item it is, from 0."""
    outcome: Literal["confirmed", "accepted", "unchanged", "refused", "unknown"]
    """confirmed: read back, and it is as asked; accepted: the channel took it and works on it;
    `write.settled` brings the end; unchanged: it was so already, and nothing was sent; refused: nothing
    was changed; unknown: the channel may have done it; it is looked at again, and never written a
    second time blindly"""
    code: Optional[WriteCode]

    message: Optional[str]
    """What it means and what to do, in a sentence."""
    id: str
    """The order or variant."""
    before: Optional[PriceFigures]
    """What it costs."""
    after: Optional[PriceFigures]
    """What it costs."""
    calls: Optional[Sequence[WriteCall]]
    """In a dry run: what would be asked of the channel."""
    _read: ClassVar[Mapping[str, Reader]] = {
        "before": as_one(PriceFigures),
        "after": as_one(PriceFigures),
        "calls": as_many(as_one(WriteCall)),
    }
    _optional: ClassVar[AbstractSet[str]] = {
        "code",
        "message",
        "calls",
    }


class FulfillmentItemLine(TypedDict):
    """A quantity of a line."""

    id: str
    """`id` of the line item."""
    quantity: int
    """Pieces that have left."""


class _FulfillmentItem(TypedDict):
    order_id: str
    """`id` of the order."""


class FulfillmentItem(_FulfillmentItem, total=False):
    """What has left the merchant."""

    line_items: Sequence[FulfillmentItemLine]
    """What has left; absent: all that has not left yet."""
    tracking_company: str
    """Who carries it: one of `GET Carriers`, or another name where the channel takes any."""
    tracking_numbers: Sequence[str]
    """One for each parcel."""
    tracking_urls: Sequence[str]
    """Where the parcels can be followed."""
    location_id: str
    """Where it leaves from."""
    notify_customer: bool
    """Whether the channel writes to the buyer; false unless set."""
    accept: bool
    """Accepts the order first, where a marketplace waits for that; false unless set."""


class _StockItem(TypedDict):
    variant_id: str
    """`id` of the variant."""
    available: int
    """How many there are now."""


class StockItem(_StockItem, total=False):
    """How many of a variant can be sold."""

    location_id: str
    """The place; required where the variant has several."""
    if_available: int
    """Writes only if this is how many there were."""


class _PriceItem(TypedDict):
    variant_id: str
    """`id` of the variant."""
    price: Union[str, Decimal]
    """What is paid for one, now."""


class PriceItem(_PriceItem, total=False):
    """What a variant costs."""

    compare_at_price: Optional[Union[str, Decimal]]
    """The price before it was reduced; null ends the reduction; absent leaves it."""
    currency: str
    """Refused where it is not the variant’s."""
