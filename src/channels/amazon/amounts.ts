// The amounts of an order, from the sums by category that Amazon gives for it and for its items.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
  absolute,
  compare,
  isAmount,
  least,
  money,
  subtract,
  sum,
  sumOf,
} from '../../model/money.ts';
import type { OrderDraft } from '../../model/order-draft.ts';
import { amountIn, notBelowZero, orZero } from '../kit/amounts.ts';
import { parts, texts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { marketplaceOf, pricesIncludeTax } from './marketplaces.ts';
import type { Breakdown, NativeItem, NativeOrder } from './native.ts';
import type { State } from './status.ts';

/** What Amazon says; null where it says nothing, as for orders whose payment is pending. */
export function figuresOf(order: NativeOrder, items: readonly NativeItem[]) {
  const total = order.proceeds?.grandTotal;
  const marketplaceId = order.salesChannel?.marketplaceId;
  const [currency = marketplaceOf(marketplaceId)?.currency ?? null] = texts([
    total?.currencyCode,
    ...items.flatMap((item) => [
      item.product?.price?.unitPrice?.currencyCode,
      ...breakdownsOf(item).map(({ subtotal }) => subtotal?.currencyCode),
    ]),
  ]);
  return {
    currency,
    // How many decimals the currency has.
    places: decimals(currency),
    marketplaceId,
    total: amountIn(total?.amount),
    sums: sumsOf(breakdownsOf(order), items.flatMap(breakdownsOf)),
  };
}
export type Figures = ReturnType<typeof figuresOf>;

export const breakdownsOf = ({ proceeds }: NativeOrder | NativeItem): readonly Breakdown[] =>
  parts(proceeds?.breakdowns);

/** Sums by category for the whole order, or, where Amazon leaves those out, over its items. */
function sumsOf(ofOrder: readonly Breakdown[], ofItems: readonly Breakdown[]) {
  const given = ofOrder.length > 0 ? ofOrder : ofItems;
  if (given.length === 0) return null;
  const discounts = discountsIn(given, ofItems);
  return {
    // Null where no line has a price.
    items: isPriced(given) ? totalIn(given, 'ITEM') : null,
    shipping: totalIn(given, 'SHIPPING'),
    // Gift wrap, cash on delivery and the like: what was charged for them.
    fees: subtract(sum(FEES.map((type) => totalIn(given, type))), discounts.fees),
    tip: totalIn(given, 'DELIVERY_TIP'),
    discounts,
    tax: totalIn(given, 'TAX'),
  };
}

const FEES = ['GIFT_WRAP', 'COD_FEE', 'OTHER'];

export const totalIn = (breakdowns: readonly Breakdown[], type: string): string =>
  sumOf(
    breakdowns.filter((entry) => entry.type === type),
    ({ subtotal }) => orZero(subtotal?.amount),
  );

export const isPriced = (breakdowns: readonly Breakdown[]): boolean =>
  breakdowns.some(({ type, subtotal }) => type === 'ITEM' && isAmount(subtotal?.amount));

/**
 * What was taken off, and of what: only items say that, by the same words as for prices. What they
 * leave open is off the goods. The sign of a discount is not documented: it is taken off, however it
 * is written. What was taken off a fee is no discount of the order: the fee was never charged.
 */
export function discountsIn(breakdowns: readonly Breakdown[], ofItems: readonly Breakdown[]) {
  const stated = absolute(totalIn(breakdowns, 'DISCOUNT'));
  const details = detailsIn(ofItems, 'DISCOUNT');
  const off = (isMeant: (subtype: string) => boolean) =>
    sumOf(
      details.filter(({ subtype }) => isMeant(filled(subtype) ?? 'ITEM')),
      ({ value }) => absolute(orZero(value?.amount)),
    );
  const fees = least(
    off((subtype) => FEES.includes(subtype)),
    stated,
  );
  const all = subtract(stated, fees);
  const shipping = least(
    off((subtype) => subtype === 'SHIPPING'),
    all,
  );
  return { all, goods: subtract(all, shipping), shipping, fees };
}

/** What a sum is made of, as far as Amazon says. */
export const detailsIn = (breakdowns: readonly Breakdown[], type: string) =>
  breakdowns
    .filter((entry) => entry.type === type)
    .flatMap(({ detailedBreakdowns }) => parts(detailedBreakdowns));

export function amountsOf(figures: Figures, state: State): Partial<OrderDraft> {
  const { total, sums, places } = figures;
  const written = (amount: Amount | null | undefined) =>
    amount === null || amount === undefined ? null : money(amount, places);
  /** What is left of an amount: never less than nothing, and nothing of a cancelled order. */
  const left = (amount: Amount | null | undefined) => {
    if (state.cancelled) return money('0', places);
    const whole = written(amount);
    return whole === null ? null : notBelowZero(whole, places);
  };
  const subtotal = sums && sums.items !== null ? subtract(sums.items, sums.discounts.goods) : null;
  const fees = sums && compare(sums.fees, '0') !== 0 ? written(sums.fees) : null;
  return {
    total_price: written(total),
    current_total_price: left(total),
    total_outstanding: outstandingOf(state, written(total), money('0', places)),
    total_line_items_price: written(sums?.items),
    subtotal_price: written(subtotal),
    current_subtotal_price: left(subtotal),
    total_discounts: written(sums?.discounts.all),
    current_total_discounts: left(sums?.discounts.all),
    total_shipping_price: written(sums?.shipping),
    total_tax: written(sums?.tax),
    current_total_tax: left(sums?.tax),
    total_tip_received: written(sums?.tip),
    original_total_additional_fees: fees,
    current_total_additional_fees: state.cancelled ? null : fees,
    taxes_included: includesTax(figures),
  };
}

/** Until the payment is collected all of it is outstanding; null in a state that does not say. */
function outstandingOf({ cancelled, financial }: State, total: string | null, zero: string) {
  if (cancelled) return zero;
  if (financial === 'paid') return total === null ? null : zero;
  return financial === 'pending' || financial === 'authorized' ? total : null;
}

/** Amazon does not say whether prices include the tax: the total shows it. */
function includesTax({ total, sums, marketplaceId }: Figures): boolean | null {
  const usual = pricesIncludeTax(marketplaceId);
  if (total === null || !sums || sums.items === null) return usual;
  const without = subtract(
    sum([sums.items, sums.shipping, sums.fees, sums.tip]),
    sums.discounts.all,
  );
  const away = (amount: Amount) => absolute(subtract(total, amount));
  const nearer = compare(away(without), away(sum([without, sums.tax])));
  return nearer === 0 ? usual : nearer < 0;
}
