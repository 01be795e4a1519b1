// Exact decimals of any size, in integers of any size: what all money is held against.

/** An exact decimal: `units` × 10^-`scale`. */
export interface Decimal {
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
export function isDecimal(text: string): boolean {
  const match = DECIMAL.exec(text.trim());
  return match !== null && `${match[2] ?? ''}${match[3] ?? ''}` !== '';
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
  return { units, scale };
}

export function multiply(a: Amount, b: Amount): Decimal {
  const [x, y] = [read(a), read(b)];
  return { units: x.units * y.units, scale: x.scale + y.scale };
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
