// Parts of an order that both versions of the Orders API give alike.
import { type Amount, compare, each, money, subtract, sum } from '../../model/money.ts';
import type { DiscountApplication, DiscountCode } from '../../model/order.ts';
import { moneySet, type ShippingLineDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { parts } from '../kit/loose.ts';
import { filled, joined } from '../kit/text.ts';
import { type Parts, placesOf } from './amounts.ts';

/** Hosts that begin with "sandbox" answer with made-up orders. */
export const isTest = (endpoint: string | undefined): boolean =>
  endpoint?.startsWith('https://sandbox.') ?? false;

/** The items that an order cannot do without; throws where a line would be lost. */
export function itemsIn<T extends object>(list: readonly T[]): readonly T[] {
  if (!Array.isArray(list) || parts(list).length !== list.length)
    throw new TypeError('The order has no list of its items.');
  return list;
}

export function firstOf<T>(list: readonly T[], read: (entry: T) => unknown): string | null {
  for (const entry of list) {
    const found = filled(read(entry));
    if (found !== null) return found;
  }
  return null;
}

/** Amazon names promotions by internal texts; which took how much shows only when there is one. */
export function discountsOf(
  ids: readonly unknown[],
  parts: Parts | undefined,
  currency: string | null,
): {
  readonly discount_codes: readonly Draft<DiscountCode>[];
  readonly discount_applications: readonly Draft<DiscountApplication>[];
} {
  const distinct = [...new Set(ids.map(filled))].filter((id) => id !== null);
  const amount =
    distinct.length === 1 && parts
      ? sum([parts.itemDiscount, parts.shippingDiscount], placesOf(currency))
      : null;
  return {
    discount_codes: distinct.map((id) => ({ id, code: id, amount, type: 'fixed_amount' })),
    discount_applications: distinct.map((code) => ({
      type: 'automatic',
      code,
      value: amount,
      value_type: 'fixed_amount',
      allocation_method: 'across',
      target_selection: 'all',
      target_type: 'line_item',
    })),
  };
}

/** What one piece costs, so that all of them cost the whole; of no pieces nobody knows. */
export const unitPriceOf = (
  whole: Amount,
  quantity: number | null,
  places: number,
): string | null => (quantity ? each(whole, quantity, places) : null);

export function serviceOf(fulfilledBy: string | undefined): string | null {
  if (fulfilledBy === 'AMAZON' || fulfilledBy === 'AFN') return 'amazon';
  return fulfilledBy === 'MERCHANT' || fulfilledBy === 'MFN' ? 'manual' : null;
}

export function shippedOf(shipped: number | null, ordered: number | null) {
  if (!shipped || ordered === null) return null;
  return shipped >= ordered ? 'fulfilled' : 'partial';
}

/** New goods need no mention. */
export function conditionOf(type: string | undefined, subtype: string | undefined): string | null {
  return /^new$/i.test(type ?? '') ? null : joined([...new Set([type, subtype])]);
}

/** One line, where Amazon gives a price or a service level. */
export function shippingLineOf({
  level,
  carrier,
  currency,
  parts,
  promotions,
}: {
  readonly level: string | null;
  readonly carrier: string | null;
  readonly currency: string | null;
  readonly parts: Parts | undefined;
  /** How many promotions the order has: which of several took off shipping is not known. */
  readonly promotions: number;
}): readonly ShippingLineDraft[] {
  if (level === null && (!parts || compare(parts.shipping, '0') === 0)) return [];
  const places = placesOf(currency);
  const set = (amount: string) => moneySet(amount, currency);
  const line = { title: level, code: level, carrier_identifier: carrier, source: 'amazon' };
  if (!parts) return [{ ...line, is_removed: false }];
  const price = money(parts.shipping, places);
  const off = money(parts.shippingDiscount, places);
  const discounted = subtract(price, off, places);
  return [
    {
      ...line,
      price,
      price_set: set(price),
      discounted_price: discounted,
      discounted_price_set: set(discounted),
      is_removed: false,
      discount_allocations:
        compare(off, '0') > 0
          ? [
              {
                amount: off,
                discount_application_index: promotions === 1 ? 0 : null,
                amount_set: set(off),
              },
            ]
          : [],
    },
  ];
}
