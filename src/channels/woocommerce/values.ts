// Reads single values of a record: PHP and the plugins of a shop write each in more than one way.
import { isAmount } from '../../model/money.ts';
import { instant } from '../../model/time.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';

/** An amount, exactly as it was written; null when it is none. */
export const amountOf = (value: unknown): string | null => (isAmount(value) ? String(value) : null);

const TRUE = ['1', 'yes', 'true', 'on'];
const FALSE = ['0', 'no', 'false', 'off'];

/** A truth value; plugins write "yes", "1" or 0. Null when it is none. */
export function truthOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = filled(value)?.toLowerCase() ?? '';
  return TRUE.includes(word) ? true : FALSE.includes(word) ? false : null;
}

/** An instant that was written in UTC without saying so. */
export const dateOf = (value: unknown): string | null => instant(filled(value));

/** A whole number above zero, as WordPress counts its records; also written as text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'number' ? value : Number(filled(value) ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/**
 * The records of a list. PHP writes a list from which it took something as an object with numbers
 * for names; what is no record is left out.
 */
export function objectsIn<T extends object>(value: readonly T[] | null | undefined): readonly T[] {
  return membersOf(value).filter(isRecord) as unknown as readonly T[];
}

/** The texts of a list, the empty ones left out. */
export const textsIn = (value: unknown): readonly string[] =>
  membersOf(value)
    .map(filled)
    .filter((text) => text !== null);

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  const members = Object.entries(value);
  return members.every(([name]) => /^\d+$/.test(name)) ? members.map(([, member]) => member) : [];
}

/** A record inside a record; an empty one where there is none. */
export const objectIn = <T extends object>(value: T | null | undefined): Partial<T> =>
  isRecord(value) ? (value as T) : {};
