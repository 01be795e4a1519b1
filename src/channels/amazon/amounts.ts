// The amounts of an order, from the figures that Amazon tells in either version of the Orders API.
import { decimals } from '../../model/currencies.ts';
import { type Amount, absolute, compare, money, subtract, sum } from '../../model/money.ts';
import { type MoneySet, moneySet, type OrderDraft } from '../../model/order.ts';
import { pricesIncludeTax } from './marketplaces.ts';
import type { State } from './status.ts';

/** What Amazon tells; undefined where it tells nothing, as for orders whose payment is pending. */
export interface Figures {
  readonly currency: string | null;
  readonly marketplaceId: string | undefined;
  readonly total: Amount | undefined;
  readonly parts: Parts | undefined;
}

export interface Parts {
  readonly items: Amount;
  readonly shipping: Amount;
  /** Gift wrap, cash on delivery and the like. */
  readonly fees: Amount;
  readonly tip: Amount;
  readonly itemDiscount: Amount;
  readonly shippingDiscount: Amount;
  readonly tax: Amount;
}

export const placesOf = (currency: string | null): number =>
  currency === null ? 2 : decimals(currency);

export function amountsOf(figures: Figures, state: State): Partial<OrderDraft> {
  const { currency, parts } = figures;
  const places = placesOf(currency);
  const tell = (amount: string) => moneySet(amount, currency);
  const zero = money('0', places);
  const total = figures.total === undefined ? undefined : money(figures.total, places);
  /** A cancelled order is worth nothing any more. */
  const current = (amount: string) => (state.cancelled ? zero : amount);
  const totals = total !== undefined && {
    total_price: total,
    total_price_set: tell(total),
    current_total_price: current(total),
    current_total_price_set: tell(current(total)),
    total_outstanding: state.pending ? total : zero,
  };
  if (!parts)
    return {
      ...(state.cancelled && nothingLeft(zero, tell(zero))),
      ...totals,
      taxes_included: pricesIncludeTax(figures.marketplaceId),
    };

  const items = money(parts.items, places);
  const discounts = sum([parts.itemDiscount, parts.shippingDiscount], places);
  const subtotal = subtract(items, parts.itemDiscount, places);
  const shipping = money(parts.shipping, places);
  const tax = money(parts.tax, places);
  const fees = compare(parts.fees, '0') === 0 ? null : tell(money(parts.fees, places));
  return {
    ...totals,
    total_line_items_price: items,
    total_line_items_price_set: tell(items),
    total_discounts: discounts,
    total_discounts_set: tell(discounts),
    subtotal_price: subtotal,
    subtotal_price_set: tell(subtotal),
    total_shipping_price_set: tell(shipping),
    total_tax: tax,
    total_tax_set: tell(tax),
    total_tip_received: money(parts.tip, places),
    current_total_discounts: current(discounts),
    current_total_discounts_set: tell(current(discounts)),
    current_subtotal_price: current(subtotal),
    current_subtotal_price_set: tell(current(subtotal)),
    current_total_tax: current(tax),
    current_total_tax_set: tell(current(tax)),
    original_total_additional_fees_set: fees,
    current_total_additional_fees_set: state.cancelled ? null : fees,
    taxes_included: includesTax(figures, parts),
  };
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

/** Amazon does not say whether prices include the tax: the total tells. */
function includesTax({ total, marketplaceId }: Figures, parts: Parts): boolean {
  const usual = pricesIncludeTax(marketplaceId);
  if (total === undefined) return usual;
  const without = subtract(
    sum([parts.items, parts.shipping, parts.fees, parts.tip], 4),
    sum([parts.itemDiscount, parts.shippingDiscount], 4),
    4,
  );
  const away = (amount: Amount) => absolute(subtract(total, amount, 4));
  const nearer = compare(away(without), away(sum([without, parts.tax], 4)));
  return nearer === 0 ? usual : nearer < 0;
}
