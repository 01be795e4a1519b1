// What a channel knows of an order, and its completion to a whole record.
import { countryName } from './countries.ts';
import { fillSets, type Sets, setsOf } from './money-sets.ts';
import {
  Address,
  Customer,
  DiscountAllocation,
  DiscountApplication,
  DiscountCode,
  LineItem,
  Order,
  ShippingLine,
} from './order.ts';
import { complete, type Draft, type Odd, requireId, template } from './record.ts';

/** What a channel knows of an order's sum that the record has no field for. */
export interface SumFacts {
  /** The duties are part of the lines' prices already. */
  readonly dutiesIncluded?: boolean;
  /** What a payment in cash was rounded by; a total may or may not hold it. */
  readonly rounding?: string | null;
  /** What is left of shipping after refunds and edits, on the footing of the prices. */
  readonly currentShipping?: string | null;
  /**
   * What was given back beside goods, shipping and fees: an amount for the order as a whole, which
   * its current total is less by, and no other amount. Where it is not said, the refunds say it.
   */
  readonly givenBeside?: string | null;
}

/** Amounts that the record has in a money set alone. */
interface SetAmounts {
  readonly total_shipping_price?: string | null | undefined;
  readonly current_total_duties?: string | null | undefined;
  readonly original_total_duties?: string | null | undefined;
  readonly current_total_additional_fees?: string | null | undefined;
  readonly original_total_additional_fees?: string | null | undefined;
}

/**
 * What a channel knows of an order. An amount is said once: where shop and buyer have the same
 * currency its set follows from it. Names of countries follow from their codes, and a person's
 * whole name from its parts. The channel's name is added by the core.
 */
export type OrderDraft = Draft<Omit<Order, 'channel_name' | keyof Parts>> & SetAmounts & Parts;

interface Parts {
  readonly id: string;
  readonly billing_address?: Draft<Address> | null | undefined;
  readonly shipping_address?: Draft<Address> | null | undefined;
  readonly customer?: CustomerDraft | null | undefined;
  readonly line_items?: readonly Draft<LineItem>[] | undefined;
  readonly shipping_lines?: readonly ShippingLineDraft[] | undefined;
  readonly discount_codes?: readonly Draft<DiscountCode>[] | undefined;
  readonly discount_applications?: readonly Draft<DiscountApplication>[] | undefined;
  /** For the check of the order's sum alone; no part of the record. */
  readonly sumFacts?: SumFacts | undefined;
}

export type CustomerDraft = Draft<Omit<Customer, 'default_address'>> & {
  readonly default_address?: Draft<Address> | null | undefined;
};

export type ShippingLineDraft = Draft<Omit<ShippingLine, 'discount_allocations'>> & {
  readonly discount_allocations?: readonly Draft<DiscountAllocation>[] | undefined;
};

/** A whole order from what a channel knows: every field present, null where there is no value. */
export function completeOrder(draft: OrderDraft, channel: string, odd?: Odd): Order {
  requireId(draft.id);
  const order = complete(ORDER, draft as Draft<Order>, odd);
  const { currency, presentment_currency: presentment } = order;
  /** Puts every amount into its set, where both moneys are the same. */
  const withSets = <T extends object>(record: T, sets: Sets, known: object = record): T => {
    if (currency === presentment) fillSets(sets, record, known, currency);
    return record;
  };
  withSets(order, ORDER_SETS, draft);
  order.channel_name = channel;
  const { billing_address: billing, shipping_address: shipping } = draft;
  order.billing_address = billing
    ? { ...completeAddress(billing, odd, 'billing_address.'), channel_name: channel }
    : null;
  order.shipping_address = shipping ? completeAddress(shipping, odd, 'shipping_address.') : null;
  order.customer = draft.customer ? completeCustomer(draft.customer, odd) : null;
  order.line_items = (draft.line_items ?? []).map((line) =>
    withSets(complete(LINE_ITEM, line, odd, 'line_items.'), LINE_ITEM_SETS),
  );
  order.shipping_lines = (draft.shipping_lines ?? []).map((line) => ({
    ...withSets(
      complete(SHIPPING_LINE, line as Draft<ShippingLine>, odd, 'shipping_lines.'),
      SHIPPING_LINE_SETS,
    ),
    discount_allocations: (line.discount_allocations ?? []).map((one) =>
      withSets(
        complete(ALLOCATION, one, odd, 'shipping_lines.discount_allocations.'),
        ALLOCATION_SETS,
      ),
    ),
  }));
  order.discount_codes = (draft.discount_codes ?? []).map((code) =>
    complete(DISCOUNT_CODE, code, odd, 'discount_codes.'),
  );
  order.discount_applications = (draft.discount_applications ?? []).map((application) =>
    complete(DISCOUNT_APPLICATION, application, odd, 'discount_applications.'),
  );
  return order;
}

function completeAddress(draft: Draft<Address>, odd: Odd | undefined, prefix: string): Address {
  const address = complete(ADDRESS, draft, odd, prefix);
  address.name ??= [address.first_name, address.last_name].filter(Boolean).join(' ') || null;
  address.country ??= countryName(address.country_code);
  return address;
}

function completeCustomer(draft: CustomerDraft, odd?: Odd): Customer {
  const customer = complete(CUSTOMER, draft as Draft<Customer>, odd, 'customer.');
  const home =
    draft.default_address &&
    completeAddress(draft.default_address, odd, 'customer.default_address.');
  customer.default_address = home ? { ...home, country_name: home.country, default: true } : null;
  return customer;
}

const ADDRESS = template<Address>(Address);
const CUSTOMER = template<Customer>(Customer, { sms_marketing_consent: {} });
const LINE_ITEM = template<LineItem>(LineItem);
const SHIPPING_LINE = template<ShippingLine>(ShippingLine);
const ALLOCATION = template<DiscountAllocation>(DiscountAllocation);
const DISCOUNT_CODE = template<DiscountCode>(DiscountCode);
const DISCOUNT_APPLICATION = template<DiscountApplication>(DiscountApplication);
const ORDER = template<Order>(Order, {
  current_total_duties_set: {},
  original_total_duties_set: {},
  current_total_additional_fees_set: {},
  original_total_additional_fees_set: {},
  payment_terms: {},
});

const ORDER_SETS = setsOf(Order);
const LINE_ITEM_SETS = setsOf(LineItem);
const SHIPPING_LINE_SETS = setsOf(ShippingLine);
const ALLOCATION_SETS = setsOf(DiscountAllocation);
