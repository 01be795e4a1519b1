// The common case of money, quickly: amounts that are exact integers of the platform, in millionths.
// Whatever does not fit is NaN, and is worked out by `decimal.ts`; tests hold the one against the other.

/** Nine digits before the point and six behind it are well below 2^53. */
const MOST_WHOLE = 9;
const PLACES = 6;
/** With a sign and a point. */
const LONGEST = MOST_WHOLE + PLACES + 2;
const ONE = 1_000_000;
const TENS = [1, 10, 100, 1000, 10_000, 100_000, ONE] as const;

const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;

/** An amount in millionths; NaN for whatever is not written plainly, is larger or is finer. */
export function millionths(amount: string | number | bigint): number {
  if (typeof amount === 'string') return ofText(amount);
  if (typeof amount !== 'number') return Number.NaN;
  return Number.isInteger(amount) && Math.abs(amount) < 10 ** MOST_WHOLE
    ? amount * ONE
    : Number.NaN;
}

function ofText(text: string): number {
  const { length } = text;
  if (length > LONGEST) return Number.NaN;
  const isNegative = length > 0 && text.charCodeAt(0) === MINUS;
  const from = isNegative ? 1 : 0;
  let at = from;
  let units = 0;
  for (; at < length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    units = units * 10 + digit;
  }
  const whole = at - from;
  if (whole === 0 || whole > MOST_WHOLE) return Number.NaN;
  let places = 0;
  if (at < length) {
    if (text.charCodeAt(at) !== POINT) return Number.NaN;
    places = length - at - 1;
    if (places === 0 || places > PLACES) return Number.NaN;
    for (at++; at < length; at++) {
      const digit = text.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      units = units * 10 + digit;
    }
  }
  const scaled = units * (TENS[PLACES - places] ?? Number.NaN);
  return isNegative ? -scaled : scaled;
}

/** Whether a number of millionths is exact; NaN is not. */
export const isExact = (units: number): boolean =>
  units <= Number.MAX_SAFE_INTEGER && units >= -Number.MAX_SAFE_INTEGER;

/**
 * How often a divisor goes into an exact integer, neither below zero. The quotient of the platform may
 * have been rounded up to the next whole number. (`%` asks the system for every number beyond 32 bits.)
 */
function wholeTimes(size: number, divisor: number): number {
  const quotient = Math.floor(size / divisor);
  return quotient * divisor > size ? quotient - 1 : quotient;
}

export function writeMillionths(units: number, places: number): string {
  const size = Math.abs(units);
  const whole = wholeTimes(size, ONE);
  let fraction = (size - whole * ONE) | 0;
  let shown = PLACES;
  while (shown > places && fraction % 10 === 0) {
    fraction = (fraction / 10) | 0;
    shown--;
  }
  const sign = units < 0 ? '-' : '';
  if (places <= PLACES)
    return shown === 0 ? `${sign}${whole}` : `${sign}${whole}.${padded(fraction, shown)}`;
  return `${sign}${whole}.${padded(fraction, PLACES)}${'0'.repeat(places - PLACES)}`;
}

/** A whole number of at most six digits with zeros in front of it. */
function padded(value: number, digits: number): string {
  const text = String(value);
  return text.length === digits ? text : '000000'.slice(text.length - digits) + text;
}

export function roundMillionths(units: number, places: number): number {
  if (places >= PLACES) return units;
  return (
    dividedEvenly(units, TENS[PLACES - places] ?? Number.NaN) *
    (TENS[PLACES - places] ?? Number.NaN)
  );
}

/** Integer division, half away from zero; both are exact, and so is what it gives. */
function dividedEvenly(numerator: number, divisor: number): number {
  const size = Math.abs(numerator);
  const times = wholeTimes(size, divisor);
  const rest = size - times * divisor;
  const quotient = rest * 2 >= divisor ? times + 1 : times;
  return numerator < 0 ? -quotient : quotient;
}

/** The product of two amounts of which one is whole; NaN where neither is, or where it is too large. */
export function productOf(a: number, b: number): number {
  const product = isWhole(b) ? a * (b / ONE) : isWhole(a) ? b * (a / ONE) : Number.NaN;
  return isExact(product) ? product : Number.NaN;
}

const isWhole = (units: number): boolean => {
  const size = Math.abs(units);
  return wholeTimes(size, ONE) * ONE === size;
};

/** a ÷ b at `places` decimals, in millionths; NaN where it is finer than that, or too large on the way. */
export function quotientOf(a: number, b: number, places: number): number {
  const tens = TENS[places];
  if (tens === undefined || b === 0) return Number.NaN;
  const numerator = a * tens;
  if (!isExact(numerator)) return Number.NaN;
  const quotient = dividedEvenly(b < 0 ? -numerator : numerator, Math.abs(b));
  const units = quotient * (TENS[PLACES - places] ?? Number.NaN);
  return isExact(units) ? units : Number.NaN;
}
