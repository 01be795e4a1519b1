// The unified order: its schema and its type.

import {
  decimal,
  flag,
  instant,
  integer,
  meaning,
  named,
  object,
  orNull,
  text,
  word,
} from './schema.ts';
import { type Static, Type } from './type.ts';

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

export const Money = object('Money', 'An amount in one currency.', {
  currency_code: text('ISO 4217.'),
  amount: decimal('A decimal number, with every digit that the channel wrote.'),
});

export const MoneySet = object(
  'MoneySet',
  'The same amount in the shop’s currency and in the one the buyer saw.',
  {
    shop_money: meaning(Money, 'In the currency of the shop.'),
    presentment_money: meaning(Money, 'In the currency that the buyer saw.'),
  },
);
export type MoneySet = Static<typeof MoneySet>;

/** The set of an amount that is a field beside it. */
export const set = (field: string) => orNull(MoneySet, `\`${field}\` in both currencies.`);

/** A money set, or `{}` where the specification says that the object may be empty. */
const moneySetOrEmpty = (description: string) =>
  Type.Unsafe<MoneySet | Record<string, never>>({
    anyOf: [MoneySet, { type: 'object', maxProperties: 0 }],
    description: `${description} An empty object where there is nothing.`,
  });

const addressFields = {
  id: text('The channel’s identifier of this address.'),
  address1: text('Street and house number.'),
  address2: text('Further line: apartment, floor, building.'),
  city: text('Town or city.'),
  company: text('Company at this address.'),
  country: text('English name of the country.'),
  country_code: text('ISO 3166-1 alpha-2.'),
  first_name: text('First name of the person at this address.'),
  last_name: text('Last name of the person at this address.'),
  name: text('Whole name of the person at this address.'),
  phone: text('Telephone number, as the channel writes it.'),
  province: text('Name of the province, state or region.'),
  province_code: text('Code of the province, state or region.'),
  zip: text('Postal code.'),
};
export const Address = object('Address', 'An address.', addressFields);
export type Address = Static<typeof Address>;

export const BillingAddress = object('BillingAddress', 'The address that the buyer pays from.', {
  ...addressFields,
  channel_name: Type.String({ description: 'The channel’s identifier.' }),
});
export type BillingAddress = Static<typeof BillingAddress>;

export const DefaultAddress = object('DefaultAddress', 'The usual address of a customer.', {
  ...addressFields,
  country_name: text('English name of the country.'),
  default: flag('Whether it is the customer’s usual address.'),
});
export type DefaultAddress = Static<typeof DefaultAddress>;

const EmailMarketingConsent = object(
  'EmailMarketingConsent',
  'Whether the customer agreed to get marketing by e-mail.',
  {
    state: text('What the customer said, such as subscribed or not_subscribed.'),
    opt_in_level: text('How the customer agreed, such as single_opt_in or confirmed_opt_in.'),
    consent_updated_at: instant('When the customer last agreed or withdrew.'),
  },
);

const SmsMarketingConsent = named(
  'SmsMarketingConsent',
  Type.Unsafe<Record<string, string | null>>({
    type: 'object',
    additionalProperties: { type: ['string', 'null'] },
    description:
      'Consent to marketing by text message: state, opt_in_level, consent_updated_at, consent_collected_from. Empty where nothing is known.',
  }),
);

export const Customer = object('Customer', 'The buyer, as the channel knows them.', {
  id: text('The channel’s identifier of the customer; null for a guest.'),
  created_at: instant('When the customer became known to the shop.'),
  updated_at: instant('When what is known of the customer last changed.'),
  email: text('E-mail address; on marketplaces often one that forwards.'),
  first_name: text('First name.'),
  last_name: text('Last name.'),
  note: text('What the shop noted about the customer.'),
  phone: text('Telephone number, as the channel writes it.'),
  tags: text('The shop’s labels for the customer, comma-separated.'),
  verified_email: flag('Whether the e-mail address was verified.'),
  tax_exempt: flag('Whether the customer pays no tax.'),
  tax_exemptions: Type.Array(Type.String(), {
    description: 'Which taxes the customer does not pay, in the channel’s words.',
  }),
  default_address: orNull(DefaultAddress, 'The customer’s usual address.'),
  sms_marketing_consent: meaning(
    SmsMarketingConsent,
    'Whether the customer agreed to get marketing by text message; may be an empty object.',
  ),
  email_marketing_consent: orNull(
    EmailMarketingConsent,
    'Whether the customer agreed to get marketing by e-mail.',
  ),
});
export type Customer = Static<typeof Customer>;

export const DiscountCode = object('DiscountCode', 'A code that the buyer entered.', {
  id: text('The channel’s identifier of the code or coupon.'),
  amount: decimal('What it takes off, in the order’s currency.'),
  code: text('The code itself.'),
  type: text('fixed_amount, percentage or shipping.'),
});
export type DiscountCode = Static<typeof DiscountCode>;

export const DiscountApplication = object(
  'DiscountApplication',
  'A discount on the order: by a code, by the shop’s own rules, or by hand.',
  {
    type: text('How it came about: discount_code, automatic, manual or script.'),
    code: text('The code that was entered, or the name of the discount.'),
    value: text('How much: an amount or a percentage, as value_type says.'),
    value_type: text('fixed_amount or percentage.'),
    allocation_method: text('How it is spread over lines: across, each or one.'),
    target_selection: text('Which lines it is for: all, entitled or explicit.'),
    target_type: text('What it is taken off: line_item or shipping_line.'),
  },
);
export type DiscountApplication = Static<typeof DiscountApplication>;

export const LineItem = object('LineItem', 'One line of an order: a quantity of one thing.', {
  id: text('The channel’s identifier of the line.'),
  product_id: text('The `id` of the product record of the same channel, or null.'),
  variant_id: text('The `id` of a variant in that product record, or null.'),
  fulfillment_line_item_id: text('The line within what was shipped.'),
  fulfillable_quantity: integer('How many are still to be shipped.'),
  quantity: integer('How many were ordered.'),
  grams: integer('Weight of one, in grams.'),
  fulfillment_service: text('Who ships it, such as manual or the name of a service.'),
  fulfillment_status: word(FULFILLMENT_STATUSES, 'Null while nothing of it has shipped.'),
  sku: text('The shop’s own stock number.'),
  title: text('What was sold, without the variant.'),
  variant_title: text('Which variant of it.'),
  name: text('What was sold, with the variant.'),
  vendor: text('Brand or maker.'),
  price: decimal('Price of one, before discounts.'),
  total_discount: decimal('What discounts take off this line.'),
  requires_shipping: flag('Whether it is shipped at all.'),
  gift_card: flag('Whether it is a gift card.'),
  taxable: flag('Whether tax is charged on it.'),
  product_exists: flag('Whether the product is still in the shop.'),
  total_discount_set: set('total_discount'),
  price_set: set('price'),
});
export type LineItem = Static<typeof LineItem>;

export const DiscountAllocation = object(
  'DiscountAllocation',
  'The part of a discount that falls on one line.',
  {
    amount: decimal('What it takes off this line.'),
    discount_application_index: integer(
      'Place of the discount in `discount_applications`, from 0.',
    ),
    amount_set: set('amount'),
  },
);
export type DiscountAllocation = Static<typeof DiscountAllocation>;

export const ShippingLine = object('ShippingLine', 'A way in which the order is shipped.', {
  id: text('The channel’s identifier of the line.'),
  carrier_identifier: text('Which carrier, as the channel names it.'),
  code: text('The shipping method’s code.'),
  title: text('The shipping method’s name, as the buyer saw it.'),
  source: text('Where the price comes from: the channel, or a shipping service.'),
  phone: text('Telephone number for the delivery.'),
  price: decimal('Price before discounts.'),
  discounted_price: decimal('Price after discounts.'),
  is_removed: flag('Whether it was taken off the order again.'),
  price_set: set('price'),
  discounted_price_set: set('discounted_price'),
  discount_allocations: Type.Array(DiscountAllocation, {
    description: 'Discounts that fall on it.',
  }),
});
export type ShippingLine = Static<typeof ShippingLine>;

const Company = object('Company', 'The business that a business buyer orders for.', {
  id: text('The channel’s identifier of the company, or its number in a register.'),
  location_id: text('Which of its places of business.'),
});

export const Order = object(
  'Order',
  'An order, the same whatever the channel. All fields are always there: null where the channel has nothing. Where the request names `fields`, a record holds those, `id` and `channel_name` alone.',
  {
    id: Type.String({ description: 'The channel’s identifier of the order.' }),
    channel_name: Type.String({ description: 'The channel’s identifier.' }),
    app_id: text('The app that made the order.'),
    checkout_id: text('The checkout or cart that the order came from.'),
    name: text('What people call the order, such as #1001.'),
    number: text('The order’s number in the shop.'),
    order_number: text('The order’s number, as the buyer sees it.'),
    source_identifier: text('The order’s identifier where it was made, if elsewhere.'),
    source_name: text('Where it was made: web, pos, or the name of a sales channel.'),
    user_id: text('The member of staff who made it.'),
    location_id: text('The shop’s place of business, or warehouse, that it belongs to.'),
    device_id: text('The till or device that it was made on.'),
    po_number: text('The buyer’s own purchase order number.'),
    order_status_url: text('Page on which the buyer can follow the order.'),
    financial_status: word(FINANCIAL_STATUSES, 'Whether it is paid.'),
    fulfillment_status: word(FULFILLMENT_STATUSES, 'Null while nothing has shipped.'),
    cancel_reason: word(CANCEL_REASONS, 'Why it was cancelled.'),
    confirmed: flag('Whether the shop has taken it on.'),
    test: flag('Whether it is a test, and no one pays.'),
    created_at: instant('When it was made.'),
    updated_at: instant('When anything about it last changed.'),
    processed_at: instant('When the sale took place; of an imported order, the original sale.'),
    cancelled_at: instant('When it was cancelled.'),
    closed_at: instant('When nothing was left to do.'),
    email: text('The buyer’s e-mail address; on marketplaces often one that forwards.'),
    phone: text('The buyer’s telephone number.'),
    tags: text('The shop’s labels for the order, comma-separated.'),
    customer_locale: text('The buyer’s language, such as nl or en-GB.'),
    note: text('What the buyer or the shop noted on the order.'),
    referring_site: text('The page that the buyer came from.'),
    buyer_accepts_marketing: flag('Whether the buyer agreed to get marketing.'),
    tax_exempt: flag('Whether no tax is charged.'),
    currency: text('The shop’s currency (ISO 4217); that of every amount here.'),
    presentment_currency: text('The currency that the buyer saw (ISO 4217).'),
    subtotal_price: decimal('Line items less discounts.'),
    total_discounts: decimal('All discounts together.'),
    total_line_items_price: decimal('Line items before discounts.'),
    total_tip_received: decimal('Tips.'),
    total_price: decimal(
      'What the buyer was asked to pay: line items less discounts, shipping, tips, and tax that prices do not include.',
    ),
    total_tax: decimal('All taxes together, those included in prices too.'),
    total_outstanding: decimal('What is still to be paid.'),
    current_subtotal_price: decimal(
      '`subtotal_price` after refunds and edits, as all `current_` amounts are.',
    ),
    current_total_discounts: decimal('`total_discounts` after refunds and edits.'),
    current_total_price: decimal('`total_price` after refunds and edits.'),
    current_total_tax: decimal('`total_tax` after refunds and edits.'),
    total_line_items_price_set: set('total_line_items_price'),
    total_discounts_set: set('total_discounts'),
    total_shipping_price_set: orNull(MoneySet, 'What shipping costs, in both currencies.'),
    subtotal_price_set: set('subtotal_price'),
    total_price_set: set('total_price'),
    total_tax_set: set('total_tax'),
    current_subtotal_price_set: set('current_subtotal_price'),
    current_total_discounts_set: set('current_total_discounts'),
    current_total_price_set: set('current_total_price'),
    current_total_tax_set: set('current_total_tax'),
    total_weight: integer('Weight of all line items, in grams.'),
    taxes_included: flag('Whether prices include tax.'),
    estimated_taxes: flag('Whether taxes are an estimate so far.'),
    current_total_duties_set: moneySetOrEmpty('Import duties after refunds and edits.'),
    original_total_duties_set: moneySetOrEmpty('Import duties as they were charged first.'),
    current_total_additional_fees_set: moneySetOrEmpty('Further fees after refunds and edits.'),
    original_total_additional_fees_set: moneySetOrEmpty('Further fees as they were charged first.'),
    payment_terms: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'When payment is due, in the channel’s own words. An empty object where there is nothing.',
    }),
    company: orNull(Company, 'The business that a business buyer orders for.'),
    payment_gateway_names: Type.Array(Type.String(), { description: 'How it is paid.' }),
    discount_codes: Type.Array(DiscountCode, { description: 'Codes that the buyer entered.' }),
    discount_applications: Type.Array(DiscountApplication, {
      description: 'Every discount on the order, by code or not.',
    }),
    line_items: Type.Array(LineItem, { description: 'What was sold.' }),
    shipping_lines: Type.Array(ShippingLine, { description: 'How it is shipped, and for what.' }),
    billing_address: orNull(BillingAddress, 'The address that the buyer pays from.'),
    shipping_address: orNull(Address, 'Where it is shipped to.'),
    customer: orNull(Customer, 'The buyer, as the channel knows them.'),
  },
);
export type Order = Static<typeof Order>;
