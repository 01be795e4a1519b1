// The amounts of an order, from the figures that Amazon gives in either version of the Orders API.
import { decimals } from '../../model/currencies.ts';
import { type Amount, absolute, compare, money, subtract, sum } from '../../model/money.ts';
import type { MoneySet } from '../../model/order.ts';
import { moneySet, type OrderDraft } from '../../model/order-draft.ts';
import { pricesIncludeTax } from './marketplaces.ts';
import type { State } from './status.ts';

/** What Amazon says; undefined where it says nothing, as for orders whose payment is pending. */
export interface Figures {
  readonly currency: string | null;
  readonly marketplaceId: string | undefined;
  readonly total: Amount | undefined;
  readonly parts: Parts | undefined;
}

export interface Parts {
  /** Undefined where no line has a price. */
  readonly items: Amount | undefined;
  readonly shipping: Amount;
  /** Gift wrap, cash on delivery and the like. */
  readonly fees: Amount;
  /** Undefined where the version knows no tips. */
  readonly tip: Amount | undefined;
  readonly itemDiscount: Amount;
  readonly shippingDiscount: Amount;
  readonly tax: Amount;
}

export const placesOf = (currency: string | null): number => decimals(currency);

export function amountsOf(figures: Figures, state: State): Partial<OrderDraft> {
  const { currency, parts } = figures;
  const places = placesOf(currency);
  const set = (amount: string) => moneySet(amount, currency);
  const zero = money('0', places);
  const total = figures.total === undefined ? undefined : money(figures.total, places);
  /** What is left of an amount: never less than nothing, and nothing of a cancelled order. */
  const left = (amount: string) =>
    state.cancelled || compare(amount, '0') < 0 ? zero : money(amount, places);
  const totals = total !== undefined && {
    total_price: total,
    total_price_set: set(total),
    current_total_price: left(total),
    current_total_price_set: set(left(total)),
    total_outstanding: outstandingOf(state, total, zero),
  };
  const none = state.cancelled && nothingLeft(zero, set(zero));
  if (!parts)
    return { ...none, ...totals, taxes_included: pricesIncludeTax(figures.marketplaceId) };

  const discounts = sum([parts.itemDiscount, parts.shippingDiscount], places);
  const shipping = money(parts.shipping, places);
  const tax = money(parts.tax, places);
  const fees = compare(parts.fees, '0') === 0 ? null : set(money(parts.fees, places));
  return {
    ...none,
    ...totals,
    ...(parts.items !== undefined && itemSums(parts.items)),
    total_discounts: discounts,
    total_discounts_set: set(discounts),
    total_shipping_price_set: set(shipping),
    total_tax: tax,
    total_tax_set: set(tax),
    total_tip_received: parts.tip === undefined ? null : money(parts.tip, places),
    current_total_discounts: left(discounts),
    current_total_discounts_set: set(left(discounts)),
    current_total_tax: left(tax),
    current_total_tax_set: set(left(tax)),
    original_total_additional_fees_set: fees,
    current_total_additional_fees_set: state.cancelled ? null : fees,
    taxes_included: includesTax(figures, parts),
  };

  function itemSums(items: Amount): Partial<OrderDraft> {
    const whole = money(items, places);
    const subtotal = subtract(items, parts?.itemDiscount ?? '0', places);
    return {
      total_line_items_price: whole,
      total_line_items_price_set: set(whole),
      subtotal_price: subtotal,
      subtotal_price_set: set(subtotal),
      current_subtotal_price: left(subtotal),
      current_subtotal_price_set: set(left(subtotal)),
    };
  }
}

/** Until the payment is collected all of it is outstanding; null in a state that does not say. */
function outstandingOf({ cancelled, financial }: State, total: string, zero: string) {
  if (cancelled || financial === 'paid') return zero;
  return financial === 'pending' || financial === 'authorized' ? total : null;
}

/** Of a cancelled order this much is certain, whatever it once amounted to. */
const nothingLeft = (zero: string, set: MoneySet): Partial<OrderDraft> => ({
  current_subtotal_price: zero,
  current_subtotal_price_set: set,
  current_total_discounts: zero,
  current_total_discounts_set: set,
  current_total_price: zero,
  current_total_price_set: set,
  current_total_tax: zero,
  current_total_tax_set: set,
  total_outstanding: zero,
});

/** Amazon does not say whether prices include the tax: the total shows it. */
function includesTax({ total, marketplaceId }: Figures, parts: Parts): boolean | null {
  const usual = pricesIncludeTax(marketplaceId);
  if (total === undefined || parts.items === undefined) return usual;
  const without = subtract(
    sum([parts.items, parts.shipping, parts.fees, parts.tip ?? '0']),
    sum([parts.itemDiscount, parts.shippingDiscount]),
  );
  const away = (amount: Amount) => absolute(subtract(total, amount));
  const nearer = compare(away(without), away(sum([without, parts.tax])));
  return nearer === 0 ? usual : nearer < 0;
}
