// Exact decimals, in integers of any size up to a bound: what all money is held against.
import { Fault } from './faults.ts';

/** An exact decimal: `units` × 10^-`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** What a channel writes for an amount: a decimal string, or a JSON integer. */
export type Amount = string | number | bigint;

/**
 * How many digits a channel may write, those that an exponent adds included. Work on long integers
 * grows with the square of their length, so a longer text is refused before any is done.
 */
export const MOST_DIGITS = 40;
/** What a few products of such amounts come to: longer ones are refused as well. */
const MOST_WORKED = 4 * MOST_DIGITS;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads an amount. A JavaScript number is taken only when it is a whole one: a fraction would
 * already have passed through binary floating point, so such answers are parsed as text instead.
 */
export function read(amount: Amount): Decimal {
  if (typeof amount === 'bigint') return bounded({ units: amount, scale: 0 });
  if (typeof amount === 'number') {
    if (!Number.isSafeInteger(amount))
      throw new TypeError(`An amount must not be a binary fraction: ${amount}`);
    return { units: BigInt(amount), scale: 0 };
  }
  const parts = partsOf(amount, MOST_WORKED);
  if (!parts) throw new TypeError(`Not a decimal number: ${JSON.stringify(amount.slice(0, 40))}`);
  const { sign, whole, fraction, exponent } = parts;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - exponent;
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * True when the text is an amount. One with more digits than a channel may write is refused rather
 * than taken for no amount at all: an order's total must not turn into nothing in silence.
 */
export const isDecimal = (text: string): boolean => partsOf(text, MOST_DIGITS) !== undefined;

/** What a decimal is written with; undefined for anything else. */
function partsOf(text: string, most: number) {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const exponent = Number(match[4] ?? 0);
  const written = whole.length + fraction.length;
  if (written === 0) return undefined;
  if (written + Math.abs(exponent) > most) throw tooLong(most);
  return { sign, whole, fraction, exponent };
}

export const NUMBER_TOO_LONG = 'number_too_long';

const tooLong = (most: number): Fault =>
  new Fault('channel_invalid_response', `A number has more than ${most} digits.`, {
    reason: NUMBER_TOO_LONG,
    retryable: false,
  });

const TOO_LARGE = 10n ** BigInt(MOST_WORKED);

/** Refuses what has grown too long; comparing costs nothing. */
function bounded(value: Decimal): Decimal {
  if (value.units >= TOO_LARGE || value.units <= -TOO_LARGE || value.scale > MOST_WORKED)
    throw tooLong(MOST_WORKED);
  return value;
}

/** Writes a decimal with at least `places` decimals, and as many more as it needs to be exact. */
export function write({ units, scale }: Decimal, places: number): string {
  let [left, shown] = [units, scale];
  while (shown > places && left % 10n === 0n) {
    left /= 10n;
    shown--;
  }
  return writeRounded({ units: left, scale: shown }, Math.max(shown, places));
}

/** Writes a decimal with exactly `places` decimals, rounding half away from zero. */
export function writeRounded(value: Decimal, places: number): string {
  const rounded = rescale(value, places);
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(places + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  return places === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function rescale({ units, scale }: Decimal, places: number): bigint {
  if (scale <= places) return units * 10n ** BigInt(places - scale);
  return halfAway(units, 10n ** BigInt(scale - places));
}

/** Integer division, half away from zero. */
function halfAway(numerator: bigint, divisor: bigint): bigint {
  const negative = numerator < 0n !== divisor < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * n + d) / (2n * d);
  return negative ? -quotient : quotient;
}

export function sum(amounts: readonly Amount[]): Decimal {
  let units = 0n;
  let scale = 0;
  for (const amount of amounts) {
    const next = read(amount);
    if (next.scale > scale) {
      units *= 10n ** BigInt(next.scale - scale);
      scale = next.scale;
    }
    units += next.units * 10n ** BigInt(scale - next.scale);
  }
  return bounded({ units, scale });
}

export function multiply(a: Amount, b: Amount): Decimal {
  const [x, y] = [read(a), read(b)];
  return bounded({ units: x.units * y.units, scale: x.scale + y.scale });
}

/** a ÷ b, rounded once to `places` decimals. */
export function divide(a: Amount, b: Amount, places: number): Decimal {
  const [x, y] = [read(a), read(b)];
  if (y.units === 0n) throw new RangeError('An amount cannot be divided by zero');
  // x/10^sx ÷ y/10^sy at 10^-places = x·10^(places+sy) ÷ (y·10^sx)
  const numerator = x.units * 10n ** BigInt(places + y.scale);
  return { units: halfAway(numerator, y.units * 10n ** BigInt(x.scale)), scale: places };
}

/** -1, 0 or 1 as a is below, equal to or above b, however many zeros either is written with. */
export function compare(a: Amount, b: Amount): -1 | 0 | 1 {
  const [x, y] = [read(a), read(b)];
  const scale = Math.max(x.scale, y.scale);
  const difference = rescale(x, scale) - rescale(y, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
