// Reads single values of a record: PHP and the plugins of a shop write each in more than one way.
import { isAmount } from '../../model/money.ts';
import { instant } from '../../model/time.ts';
import { reportUnreadable } from '../../model/unreadable-values.ts';
import { isList, listed, membersOf, texts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Meta } from './native.ts';

/** An amount, exactly as it was written; null when it is none. */
export const amountOf = (value: unknown): string | null => (isAmount(value) ? String(value) : null);

const TRUE = ['1', 'yes', 'true', 'on'];
const FALSE = ['0', 'no', 'false', 'off'];

/** A truth value; plugins write "yes", "1" or 0. Null when it is none. */
export function truthOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = filled(value)?.toLowerCase() ?? '';
  if (TRUE.includes(word)) return true;
  if (!FALSE.includes(word)) reportUnreadable(word);
  return FALSE.includes(word) ? false : null;
}

/** An instant that was written in UTC without saying so. */
export const dateOf = (value: unknown): string | null => instant(filled(value));

/** A whole number above zero, as WordPress counts its records; also written as text. */
export function numberOf(value: unknown): number | null {
  const number = Number(filled(value) ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

export const numbersIn = (values: readonly unknown[]): number[] =>
  values.map(numberOf).filter((number) => number !== null);

/**
 * The records of a list. PHP writes a list from which it took something as an object with numbers
 * for names; what is no record is left out.
 */
export const objectsIn = <T extends object>(value: readonly T[] | null | undefined) =>
  listed<T>(value);

/** The texts of a list, in either form, the empty ones left out. */
export const textsIn = (value: unknown): readonly string[] =>
  texts(isList(value) ? Object.values(value) : value);

/** A record inside a record; an empty one where there is none. */
export const objectIn = <T extends object>(value: T | null | undefined): Partial<T> =>
  membersOf(value) as Partial<T>;

/** What plugins, and WooCommerce itself, note under a key. */
export const metaIn = (list: readonly Meta[] | undefined, key: string): unknown =>
  objectsIn(list).find((entry) => entry.key === key)?.value;

export const metaOf = ({ meta_data }: { readonly meta_data?: readonly Meta[] }, key: string) =>
  filled(metaIn(meta_data, key));
