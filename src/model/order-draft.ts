// What a channel knows of an order, and its completion to a whole record.
import { countryName } from './countries.ts';
import { setsOf } from './money-sets.ts';
import { type Address, type Customer, Order, type ShippingLine } from './order.ts';
import { complete, type Draft, type Identified, type Odd, requireId, template } from './record.ts';

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
export type OrderDraft = Identified<Omit<Order, 'channel_name'>> &
  SetAmounts & {
    /** For the check of the order's sum alone; no part of the record. */
    readonly sumFacts?: SumFacts | undefined;
  };

export type CustomerDraft = Draft<Customer>;
export type ShippingLineDraft = Draft<ShippingLine>;

/** A whole order from what a channel knows: every field present, null where there is no value. */
export function completeOrder(draft: OrderDraft, channel: string, odd?: Odd): Order {
  requireId(draft.id);
  const order = complete<Order>(ORDER, draft, odd);
  const { currency, billing_address: billing, shipping_address: shipping } = order;
  // Every amount goes into its set, where both moneys are the same.
  if (currency === order.presentment_currency) fillSets(order, draft, currency);
  order.channel_name = channel;
  if (billing) named(billing).channel_name = channel;
  if (shipping) named(shipping);
  const home = order.customer?.default_address;
  if (home) {
    home.country_name = named(home).country;
    home.default = true;
  }
  return order;
}

function named<A extends Address>(address: A): A {
  address.name ??= [address.first_name, address.last_name].filter(Boolean).join(' ') || null;
  address.country ??= countryName(address.country_code);
  return address;
}

const ORDER = template<Order>(Order);
const fillSets = setsOf(Order);
