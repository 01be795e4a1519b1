// Exact money: decimal strings in, decimal strings out, integers of any size in between.

/** An exact decimal: `units` × 10^-`scale`. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** What a channel writes for an amount: a decimal string, or a JSON integer. */
export type Amount = string | number | bigint;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads an amount. A JavaScript number is taken only when it is a whole one: a fraction would
 * already have passed through binary floating point, so such answers are parsed as text instead.
 */
export function read(amount: Amount): Decimal {
  if (typeof amount === 'bigint') return { units: amount, scale: 0 };
  if (typeof amount === 'number') {
    if (!Number.isSafeInteger(amount))
      throw new TypeError(`An amount must not be a binary fraction: ${amount}`);
    return { units: BigInt(amount), scale: 0 };
  }
  const match = DECIMAL.exec(amount.trim());
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (!match || whole + fraction === '')
    throw new TypeError(`Not a decimal number: ${JSON.stringify(amount.slice(0, 40))}`);
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** True when the text is an amount that `read` can take. */
export function isAmount(value: unknown): value is Amount {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return typeof value === 'bigint';
  const match = DECIMAL.exec(value.trim());
  return match !== null && `${match[2] ?? ''}${match[3] ?? ''}` !== '';
}

/** Writes a decimal with at least `places` decimals, and as many more as it needs to be exact. */
function write({ units, scale }: Decimal, places: number): string {
  let [left, shown] = [units, scale];
  while (shown > places && left % 10n === 0n) {
    left /= 10n;
    shown--;
  }
  return writeRounded({ units: left, scale: shown }, Math.max(shown, places));
}

/** Writes a decimal with exactly `places` decimals, rounding half away from zero. */
function writeRounded(value: Decimal, places: number): string {
  const rounded = rescale(value, places);
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(places + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  return places === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function rescale({ units, scale }: Decimal, places: number): bigint {
  if (scale <= places) return units * 10n ** BigInt(places - scale);
  return divide(units, 10n ** BigInt(scale - places));
}

/** Integer division, half away from zero. */
function divide(numerator: bigint, divisor: bigint): bigint {
  const negative = numerator < 0n !== divisor < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * n + d) / (2n * d);
  return negative ? -quotient : quotient;
}

/**
 * The amount as a decimal string with at least `places` decimals. Nothing is ever rounded away: an
 * amount that a vendor wrote with more decimals than its currency has keeps them.
 */
export function money(amount: Amount, places = 2): string {
  if (typeof amount === 'string') {
    const plain = PLAIN.exec(amount);
    const fraction = plain?.[2] ?? '';
    // Most amounts need no arithmetic, only zeros.
    if (plain && fraction.length === places && places > 0) return amount;
    if (plain && fraction.length < places)
      return `${plain[1]}.${fraction}${'0'.repeat(places - fraction.length)}`;
  }
  return write(read(amount), places);
}

/** The amount with exactly `places` decimals, rounded half away from zero. */
export function round(amount: Amount, places = 2): string {
  return writeRounded(read(amount), places);
}

/** A decimal without sign, exponent or needless zeros in front, small enough for exact integers. */
const PLAIN = /^(0|[1-9]\d{0,9})(?:\.(\d{1,4}))?$/;

/**
 * The same amount in units of 10^-4, where that is an exact integer of the platform: the common
 * case of a sum, at a tenth of the cost. Undefined for all other amounts.
 */
function small(amount: Amount): number | undefined {
  if (typeof amount !== 'string') return undefined;
  const plain = PLAIN.exec(amount);
  if (!plain) return undefined;
  return Number(plain[1]) * 10_000 + Number((plain[2] ?? '').padEnd(4, '0'));
}

/** The exact sum, with at least `places` decimals. */
export function sum(amounts: Iterable<Amount>, places = 2): string {
  const list: readonly Amount[] = Array.isArray(amounts) ? amounts : [...amounts];
  let quick = 0;
  for (const amount of list) {
    const units = small(amount);
    // At most ten digits before the point and four behind: 90 of them still fit.
    if (units === undefined || list.length > 90) return sumExactly(list, places);
    quick += units;
  }
  return write({ units: BigInt(quick), scale: 4 }, places);
}

/** The exact sum of what each item comes to. */
export const sumOf = <T>(items: readonly T[], amountOf: (item: T) => Amount, places = 2): string =>
  sum(items.map(amountOf), places);

function sumExactly(amounts: readonly Amount[], places: number): string {
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
  return write({ units, scale }, places);
}

export const add = (a: Amount, b: Amount, places = 2): string => sum([a, b], places);

export const subtract = (a: Amount, b: Amount, places = 2): string => sum([a, negate(b)], places);

/** a × b exactly, with at least `places` decimals. */
export function times(a: Amount, b: Amount, places = 2): string {
  const [x, y] = [read(a), read(b)];
  return write({ units: x.units * y.units, scale: x.scale + y.scale }, places);
}

/** a ÷ b, rounded once to `places` decimals. */
export function over(a: Amount, b: Amount, places = 2): string {
  const [x, y] = [read(a), read(b)];
  if (y.units === 0n) throw new RangeError('An amount cannot be divided by zero');
  // x/10^sx ÷ y/10^sy at 10^-places = x·10^(places+sy) ÷ (y·10^sx)
  const numerator = x.units * 10n ** BigInt(places + y.scale);
  const units = divide(numerator, y.units * 10n ** BigInt(x.scale));
  return writeRounded({ units, scale: places }, places);
}

/** Beyond this many decimals a price of one piece is cut, however large the quantity. */
const MOST_PLACES = 12;

/**
 * The price of one piece: as many decimals as are needed for `quantity` times the price, rounded
 * as the total is written, to be the total again.
 */
export function each(total: Amount, quantity: Amount, places = 2): string {
  const whole = money(total, places);
  const written = placesOf(whole);
  for (let more = places; more < MOST_PLACES; more++) {
    const price = over(total, quantity, more);
    if (round(times(price, quantity, 0), written) === whole) return price;
  }
  return over(total, quantity, MOST_PLACES);
}

/** How many decimals an amount is written with. */
export const placesOf = (amount: Amount): number => read(amount).scale;

/** The smaller and the larger of two amounts, as they are written. */
export const least = (a: Amount, b: Amount): Amount => (compare(a, b) <= 0 ? a : b);
export const most = (a: Amount, b: Amount): Amount => (compare(a, b) >= 0 ? a : b);

/** The same amount with the other sign, exactly as precise. */
export function negate(amount: Amount): string {
  const { units, scale } = read(amount);
  return write({ units: -units, scale }, scale);
}

/** The amount without its sign, exactly as precise. */
export function absolute(amount: Amount): string {
  const { units, scale } = read(amount);
  return write({ units: units < 0n ? -units : units, scale }, scale);
}

/** -1, 0 or 1 as a is below, equal to or above b, however many zeros either is written with. */
export function compare(a: Amount, b: Amount): -1 | 0 | 1 {
  if (a === b && typeof a === 'string' && PLAIN.test(a)) return 0;
  const [x, y] = [read(a), read(b)];
  const scale = Math.max(x.scale, y.scale);
  const difference = rescale(x, scale) - rescale(y, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isZero = (amount: Amount): boolean => read(amount).units === 0n;
