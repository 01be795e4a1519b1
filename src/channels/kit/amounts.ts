// Amounts that a vendor may leave out: absent or unreadable ones are null, extras count as nothing.
import { type Amount, compare, isAmount, money } from '../../model/money.ts';
import { refuseUnreadable } from '../../model/unreadable-values.ts';

/** What can be read of an amount; null where nothing can. */
export const amountIn = (value: unknown): Amount | null => (isAmount(value) ? value : null);

/** For what is left out where there is none of it: discounts, handling, surcharges. */
export function orZero(value: unknown): Amount {
  if (isAmount(value)) return value;
  refuseUnreadable(value);
  return '0';
}

/** No amount that is left of an order is below zero, whatever was given back. */
export const notBelowZero = (amount: string, places: number): string =>
  compare(amount, '0') < 0 ? money('0', places) : amount;
