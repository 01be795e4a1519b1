// The unified order: its schema and its type.

import { decimal, flag, instant, integer, orNull, record, text, word } from './schema.ts';
import { type Static, Type } from './type.ts';

/** One vocabulary, whatever the channel. */
export const FINANCIAL_STATUSES = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
] as const;
export const FULFILLMENT_STATUSES = ['fulfilled', 'partial', 'restocked'] as const;
export const CANCEL_REASONS = [
  'customer',
  'fraud',
  'inventory',
  'declined',
  'staff',
  'other',
] as const;

export type FinancialStatus = (typeof FINANCIAL_STATUSES)[number];
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];
export type CancelReason = (typeof CANCEL_REASONS)[number];

const Money = record({ currency_code: text(), amount: decimal() });

export const MoneySet = record(
  { shop_money: Money, presentment_money: Money },
  'The same amount in the shop’s currency and in the one the buyer saw.',
);
export type MoneySet = Static<typeof MoneySet>;

/** A money set, or `{}` where the specification says that the object may be empty. */
const MoneySetOrEmpty = Type.Unsafe<MoneySet | Record<string, never>>({
  anyOf: [MoneySet, { type: 'object', maxProperties: 0 }],
  description: 'A money set, or an empty object.',
});

const addressFields = {
  id: text(),
  address1: text(),
  address2: text(),
  city: text(),
  company: text(),
  country: text('English name of the country.'),
  country_code: text('ISO 3166-1 alpha-2.'),
  first_name: text(),
  last_name: text(),
  name: text(),
  phone: text(),
  province: text(),
  province_code: text(),
  zip: text(),
};
export const Address = record(addressFields);
export type Address = Static<typeof Address>;

export const BillingAddress = record({ ...addressFields, channel_name: Type.String() });
export type BillingAddress = Static<typeof BillingAddress>;

export const DefaultAddress = record({ ...addressFields, country_name: text(), default: flag() });
export type DefaultAddress = Static<typeof DefaultAddress>;

const EmailMarketingConsent = record({
  state: text(),
  opt_in_level: text(),
  consent_updated_at: instant(),
});

export const Customer = record({
  id: text(),
  created_at: instant(),
  updated_at: instant(),
  email: text(),
  first_name: text(),
  last_name: text(),
  note: text(),
  phone: text(),
  tags: text('Comma-separated.'),
  verified_email: flag(),
  tax_exempt: flag(),
  tax_exemptions: Type.Array(Type.String()),
  default_address: orNull(DefaultAddress),
  sms_marketing_consent: Type.Unsafe<Record<string, string | null>>({
    type: 'object',
    additionalProperties: { type: ['string', 'null'] },
    description: 'May be empty.',
  }),
  email_marketing_consent: orNull(EmailMarketingConsent),
});
export type Customer = Static<typeof Customer>;

export const DiscountCode = record({
  id: text(),
  amount: decimal(),
  code: text(),
  type: text('fixed_amount, percentage or shipping.'),
});
export type DiscountCode = Static<typeof DiscountCode>;

export const DiscountApplication = record({
  type: text(),
  code: text(),
  value: text(),
  value_type: text(),
  allocation_method: text(),
  target_selection: text(),
  target_type: text(),
});
export type DiscountApplication = Static<typeof DiscountApplication>;

export const LineItem = record({
  id: text(),
  product_id: text(),
  variant_id: text(),
  fulfillment_line_item_id: text(),
  fulfillable_quantity: integer(),
  quantity: integer(),
  grams: integer(),
  fulfillment_service: text(),
  fulfillment_status: word(FULFILLMENT_STATUSES),
  sku: text(),
  title: text(),
  variant_title: text(),
  name: text(),
  vendor: text(),
  price: decimal('Price of one, before discounts.'),
  total_discount: decimal(),
  requires_shipping: flag(),
  gift_card: flag(),
  taxable: flag(),
  product_exists: flag(),
  total_discount_set: orNull(MoneySet),
  price_set: orNull(MoneySet),
});
export type LineItem = Static<typeof LineItem>;

export const DiscountAllocation = record({
  amount: decimal(),
  discount_application_index: integer(),
  amount_set: orNull(MoneySet),
});
export type DiscountAllocation = Static<typeof DiscountAllocation>;

export const ShippingLine = record({
  id: text(),
  carrier_identifier: text(),
  code: text(),
  title: text(),
  source: text(),
  phone: text(),
  price: decimal(),
  discounted_price: decimal(),
  is_removed: flag(),
  price_set: orNull(MoneySet),
  discounted_price_set: orNull(MoneySet),
  discount_allocations: Type.Array(DiscountAllocation),
});
export type ShippingLine = Static<typeof ShippingLine>;

export const Order = record({
  id: Type.String(),
  channel_name: Type.String({ description: 'The channel’s identifier.' }),
  app_id: text(),
  checkout_id: text(),
  name: text(),
  number: text(),
  order_number: text(),
  source_identifier: text(),
  source_name: text(),
  user_id: text(),
  location_id: text(),
  device_id: text(),
  po_number: text(),
  order_status_url: text(),
  financial_status: word(FINANCIAL_STATUSES),
  fulfillment_status: word(FULFILLMENT_STATUSES, 'Null while nothing has shipped.'),
  cancel_reason: word(CANCEL_REASONS),
  confirmed: flag(),
  test: flag(),
  created_at: instant(),
  updated_at: instant(),
  processed_at: instant(),
  cancelled_at: instant(),
  closed_at: instant(),
  email: text(),
  phone: text(),
  tags: text('Comma-separated.'),
  customer_locale: text(),
  note: text(),
  referring_site: text(),
  buyer_accepts_marketing: flag(),
  tax_exempt: flag(),
  currency: text('ISO 4217.'),
  presentment_currency: text('ISO 4217.'),
  subtotal_price: decimal('Line items less discounts.'),
  total_discounts: decimal(),
  total_line_items_price: decimal('Line items before discounts.'),
  total_tip_received: decimal(),
  total_price: decimal('What the buyer was asked to pay.'),
  total_tax: decimal(),
  total_outstanding: decimal(),
  current_subtotal_price: decimal('After refunds and edits, like all current_ amounts.'),
  current_total_discounts: decimal(),
  current_total_price: decimal(),
  current_total_tax: decimal(),
  total_line_items_price_set: orNull(MoneySet),
  total_discounts_set: orNull(MoneySet),
  total_shipping_price_set: orNull(MoneySet),
  subtotal_price_set: orNull(MoneySet),
  total_price_set: orNull(MoneySet),
  total_tax_set: orNull(MoneySet),
  current_subtotal_price_set: orNull(MoneySet),
  current_total_discounts_set: orNull(MoneySet),
  current_total_price_set: orNull(MoneySet),
  current_total_tax_set: orNull(MoneySet),
  total_weight: integer('Grams.'),
  taxes_included: flag(),
  estimated_taxes: flag(),
  current_total_duties_set: MoneySetOrEmpty,
  original_total_duties_set: MoneySetOrEmpty,
  current_total_additional_fees_set: MoneySetOrEmpty,
  original_total_additional_fees_set: MoneySetOrEmpty,
  payment_terms: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'May be empty.',
  }),
  company: orNull(record({ id: text(), location_id: text() })),
  payment_gateway_names: Type.Array(Type.String()),
  discount_codes: Type.Array(DiscountCode),
  discount_applications: Type.Array(DiscountApplication),
  line_items: Type.Array(LineItem),
  shipping_lines: Type.Array(ShippingLine),
  billing_address: orNull(BillingAddress),
  shipping_address: orNull(Address),
  customer: orNull(Customer),
});
export type Order = Static<typeof Order>;
