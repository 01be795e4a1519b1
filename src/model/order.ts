// The unified order: its schema, its type, and the completion of what a channel knows of one.
import { type Static, Type } from 'typebox';
import { complete, type Draft, type Odd, requireId, template } from './record.ts';
import { decimal, flag, instant, integer, orNull, record, text, word } from './schema.ts';

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

const DiscountAllocation = record({
  amount: decimal(),
  discount_application_index: integer(),
  amount_set: orNull(MoneySet),
});

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

/** What a channel knows of an order's sum that the record has no field for. */
export interface SumFacts {
  /** The duties are part of the lines' prices already. */
  readonly dutiesIncluded?: boolean;
  /** What a payment in cash was rounded by; a total may or may not hold it. */
  readonly rounding?: string | null;
}

/** What a channel knows of an order. The channel's name is added by the core. */
export type OrderDraft = Draft<
  Omit<
    Order,
    | 'channel_name'
    | 'billing_address'
    | 'shipping_address'
    | 'customer'
    | 'line_items'
    | 'shipping_lines'
    | 'discount_codes'
    | 'discount_applications'
  >
> & {
  readonly id: string;
  readonly billing_address?: Draft<Address> | null | undefined;
  readonly shipping_address?: Draft<Address> | null | undefined;
  readonly customer?: CustomerDraft | null | undefined;
  readonly line_items?: readonly Draft<LineItem>[] | undefined;
  readonly shipping_lines?: readonly Draft<ShippingLine>[] | undefined;
  readonly discount_codes?: readonly Draft<DiscountCode>[] | undefined;
  readonly discount_applications?: readonly Draft<DiscountApplication>[] | undefined;
  /** For the check of the order's sum alone; no part of the record. */
  readonly sumFacts?: SumFacts | undefined;
};

export type CustomerDraft = Draft<Omit<Customer, 'default_address'>> & {
  readonly default_address?: Draft<DefaultAddress> | null | undefined;
};

/** A whole order from what a channel knows: every field present, null where there is no value. */
export function completeOrder(draft: OrderDraft, channel: string, odd?: Odd): Order {
  requireId(draft.id);
  const order = complete(ORDER, draft as Draft<Order>, odd);
  order.channel_name = channel;
  order.billing_address = draft.billing_address
    ? {
        ...complete(ADDRESS, draft.billing_address, odd, 'billing_address.'),
        channel_name: channel,
      }
    : null;
  order.shipping_address = draft.shipping_address
    ? complete(ADDRESS, draft.shipping_address, odd, 'shipping_address.')
    : null;
  order.customer = draft.customer ? completeCustomer(draft.customer, odd) : null;
  order.line_items = (draft.line_items ?? []).map((line) =>
    complete(LINE_ITEM, line, odd, 'line_items.'),
  );
  order.shipping_lines = (draft.shipping_lines ?? []).map((line) =>
    complete(SHIPPING_LINE, line, odd, 'shipping_lines.'),
  );
  order.discount_codes = (draft.discount_codes ?? []).map((code) =>
    complete(DISCOUNT_CODE, code, odd, 'discount_codes.'),
  );
  order.discount_applications = (draft.discount_applications ?? []).map((application) =>
    complete(DISCOUNT_APPLICATION, application, odd, 'discount_applications.'),
  );
  return order;
}

function completeCustomer(draft: CustomerDraft, odd?: Odd): Customer {
  const address = draft.default_address;
  return complete(
    CUSTOMER,
    {
      ...(draft as Draft<Customer>),
      default_address:
        address && complete(DEFAULT_ADDRESS, address, odd, 'customer.default_address.'),
    },
    odd,
    'customer.',
  );
}

/** The same amount on both sides, for channels that know one currency an order. */
export function moneySet(amount: string, currency: string | null): MoneySet {
  const money = { currency_code: currency, amount };
  return { shop_money: money, presentment_money: money };
}

const ADDRESS = template<Address>(Address);
const DEFAULT_ADDRESS = template<DefaultAddress>(DefaultAddress);
const CUSTOMER = template<Customer>(Customer, { sms_marketing_consent: {} });
const LINE_ITEM = template<LineItem>(LineItem);
const SHIPPING_LINE = template<ShippingLine>(ShippingLine);
const DISCOUNT_CODE = template<DiscountCode>(DiscountCode);
const DISCOUNT_APPLICATION = template<DiscountApplication>(DiscountApplication);
const ORDER = template<Order>(Order, {
  current_total_duties_set: {},
  original_total_duties_set: {},
  current_total_additional_fees_set: {},
  original_total_additional_fees_set: {},
  payment_terms: {},
});
