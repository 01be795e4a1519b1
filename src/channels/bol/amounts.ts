// Amounts of bol's items, in euro and including VAT. One that cannot be read makes its sums unknown.
import {
  type Amount,
  isAmount,
  money,
  over,
  placesOf,
  subtract,
  sum,
  times,
} from '../../model/money.ts';
import { parts } from '../kit/loose.ts';
import type { NativeItem } from './native.ts';
import { cancelledOf } from './status.ts';

const NOTHING = '0.00';

/** Exact, with two decimals or as many more as bol wrote; null for anything else. */
export const amountOf = (value: unknown): string | null => (isAmount(value) ? money(value) : null);

/** True where an amount is there, but cannot be read. */
export const hasOddAmount = ({ unitPrice, totalPrice, discounts }: NativeItem): boolean =>
  [unitPrice, totalPrice, ...parts(discounts).map(({ amount }) => amount)].some(
    (amount) => (amount ?? null) !== null && !isAmount(amount),
  );

/** Null as soon as one of them is. */
export function total(amounts: readonly (Amount | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : sum(known);
}

/** Before discounts. */
export function grossOf({ unitPrice, quantity }: NativeItem): string | null {
  return isAmount(unitPrice) ? times(unitPrice, quantity) : null;
}

export const discountOf = ({ discounts }: NativeItem): string | null =>
  total(parts(discounts).map(({ amount }) => amountOf(amount)));

/** What the buyer paid for an item, after discounts. */
export function paidOf(item: NativeItem): string | null {
  const stated = amountOf(item.totalPrice);
  if (stated !== null) return stated;
  const [gross, discount] = [grossOf(item), discountOf(item)];
  return gross === null || discount === null ? null : subtract(gross, discount);
}

/** The part of an amount that belongs to the pieces which were not cancelled. */
function keptOf(amount: string | null, item: NativeItem): string | null {
  const kept = item.quantity - cancelledOf(item);
  if (amount === null || kept === item.quantity) return amount;
  return kept <= 0 ? NOTHING : over(times(amount, kept), item.quantity, placesOf(amount));
}

/** Sums over all items; the current ones leave out the pieces that were cancelled. */
export const totalsOf = (items: readonly NativeItem[]) => ({
  lineItems: total(items.map(grossOf)),
  discounts: total(items.map(discountOf)),
  paid: total(items.map(paidOf)),
  current: total(items.map((item) => keptOf(paidOf(item), item))),
  currentDiscounts: total(items.map((item) => keptOf(discountOf(item), item))),
});
