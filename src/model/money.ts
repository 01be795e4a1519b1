// Exact money: decimal strings in, decimal strings out. Never a binary fraction in between.
import * as exactly from './decimal.ts';
import { type Amount, isDecimal, read, write, writeRounded } from './decimal.ts';
import {
  isExact,
  millionths,
  productOf,
  quotientOf,
  roundMillionths,
  writeMillionths,
} from './millionths.ts';
import { reportUnreadable } from './unreadable-values.ts';

export type { Amount } from './decimal.ts';

// Each of these first tries the common case, an integer number of millionths, which costs a tenth.

/** True when it is an amount that can be read: of numbers, only whole ones are. */
export function isAmount(value: unknown): value is Amount {
  const isOne =
    typeof value === 'number'
      ? Number.isSafeInteger(value)
      : typeof value === 'string'
        ? isExact(millionths(value)) || isDecimal(value)
        : typeof value === 'bigint';
  if (!isOne) reportUnreadable(value);
  return isOne;
}

/** As a decimal string with at least `places` decimals; nothing that a vendor wrote is rounded away. */
export function money(amount: Amount, places = 2): string {
  const units = millionths(amount);
  return isExact(units) ? writeMillionths(units, places) : write(read(amount), places);
}

/** The amount rounded to `fineness` decimals, half away from zero, and written with at least `places`. */
export function round(amount: Amount, fineness = 2, places = fineness): string {
  const units = millionths(amount);
  return isExact(units)
    ? writeMillionths(roundMillionths(units, fineness), places)
    : money(writeRounded(read(amount), fineness), places);
}

/** The exact sum, with at least `places` decimals. */
export function sum(amounts: readonly Amount[], places = 2): string {
  let units = 0;
  for (const amount of amounts) {
    units += millionths(amount);
    if (!isExact(units)) return write(exactly.sum(amounts), places);
  }
  return writeMillionths(units, places);
}

export const sumOf = <T>(items: readonly T[], amountOf: (item: T) => Amount, places = 2): string =>
  sum(items.map(amountOf), places);

/** What is left of an amount without its parts, rounded to `places` decimals. */
export function remainder(amount: Amount, parts: readonly Amount[], places: number): string {
  let units = millionths(amount);
  for (const part of parts) {
    units -= millionths(part);
    if (!isExact(units)) return round(subtract(amount, sum(parts)), places);
  }
  return units === 0 ? '0' : writeMillionths(roundMillionths(units, places), places);
}

/** Whether prices times quantities come to a total, to so many decimals; false also where that takes longer to say. */
export function comesTo(
  total: Amount,
  lines: readonly { readonly price: Amount | null; readonly quantity: Amount | null }[],
  places: number,
): boolean {
  let units = millionths(total);
  for (const { price, quantity } of lines) {
    if (price === null || quantity === null) return false;
    units -= productOf(millionths(price), millionths(quantity));
    if (!isExact(units)) return false;
  }
  return roundMillionths(units, places) === 0;
}

export function add(a: Amount, b: Amount, places = 2): string {
  const units = millionths(a) + millionths(b);
  return isExact(units) ? writeMillionths(units, places) : write(exactly.sum([a, b]), places);
}

export function subtract(a: Amount, b: Amount, places = 2): string {
  const units = millionths(a) - millionths(b);
  return isExact(units)
    ? writeMillionths(units, places)
    : write(exactly.sum([a, negate(b)]), places);
}

/** a × b exactly, with at least `places` decimals. */
export function times(a: Amount, b: Amount, places = 2): string {
  const units = productOf(millionths(a), millionths(b));
  return isExact(units) ? writeMillionths(units, places) : write(exactly.multiply(a, b), places);
}

/** a ÷ b, rounded once to `places` decimals. */
export function over(a: Amount, b: Amount, places = 2): string {
  const units = quotientOf(millionths(a), millionths(b), places);
  return isExact(units)
    ? writeMillionths(units, places)
    : writeRounded(exactly.divide(a, b, places), places);
}

/** Beyond this many decimals a price of one piece is cut, however large the quantity. */
const MOST_PLACES = 12;

/** The price of one piece, with the decimals needed for `quantity` of them to be the total again. */
export function each(total: Amount, quantity: Amount, places = 2): string {
  const whole = money(total, places);
  const written = placesOf(whole);
  if (quantity === 1 && written <= MOST_PLACES) return whole;
  for (let more = places; more < MOST_PLACES; more++) {
    const price = over(total, quantity, more);
    if (round(times(price, quantity, 0), written) === whole) return price;
  }
  return over(total, quantity, MOST_PLACES);
}

export function placesOf(amount: Amount): number {
  if (typeof amount !== 'string' || !isExact(millionths(amount))) return read(amount).scale;
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}

/** The smaller and the larger of two amounts, as they are written. */
export const least = (a: Amount, b: Amount): Amount => (compare(a, b) <= 0 ? a : b);
export const most = (a: Amount, b: Amount): Amount => (compare(a, b) >= 0 ? a : b);

export function negate(amount: Amount): string {
  const units = millionths(amount);
  if (isExact(units)) return writeMillionths(-units, placesOf(amount));
  const { units: whole, scale } = read(amount);
  return write({ units: -whole, scale }, scale);
}

/** The amount without its sign, exactly as precise. */
export function absolute(amount: Amount): string {
  return compare(amount, 0) < 0 ? negate(amount) : money(amount, placesOf(amount));
}

/** -1, 0 or 1 as a is below, equal to or above b, however many zeros either is written with. */
export function compare(a: Amount, b: Amount): -1 | 0 | 1 {
  const difference = millionths(a) - millionths(b);
  if (!isExact(difference)) return exactly.compare(a, b);
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

export const isZero = (amount: Amount): boolean => compare(amount, 0) === 0;
