// How BigCommerce writes amounts and times.
import { currencies } from '../../catalogue/currencies.ts';
import type { CurrencyCode, Instant, Minor } from '../../catalogue/types.ts';
import { utcText } from '../../zone.ts';

/** An amount in ten-thousandths, so that shares of a cent can be given. */
export type Fine = number;

export const fine = (minor: Minor, currency: CurrencyCode): Fine =>
  minor * 10 ** (4 - currencies[currency].decimals);

/** V2: text with four decimals. */
export function text(amount: Fine): string {
  const digits = String(Math.abs(amount)).padStart(5, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** V3 and consignments: a JSON number, without needless zeros. */
export const number = (amount: Fine): number => Number(text(amount));

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** V2: `Tue, 03 Mar 2026 16:20:11 +0000`; empty when there is none. */
export function mailTime(instant: Instant | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const [, month = '', day = ''] = utcText(instant).slice(0, 10).split('-');
  const name = months[Number(month) - 1];
  return `${days[date.getUTCDay()]}, ${day} ${name} ${date.getUTCFullYear()} ${utcText(instant).slice(11)} +0000`;
}

/** V3: `2026-03-03T16:20:11+00:00`. */
export const isoTime = (instant: Instant): string => `${utcText(instant)}+00:00`;

/** A UUID that follows from a number. */
export function uuid(seed: number): string {
  const hex = (n: number, size: number): string =>
    ((n * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0').slice(0, size);
  return `${hex(seed, 8)}-${hex(seed + 1, 4)}-4${hex(seed + 2, 3)}-8${hex(seed + 3, 3)}-${hex(seed + 4, 8)}${hex(seed + 5, 4)}`;
}

/** The words BigCommerce has for a store's unit of weight. */
export type WeightUnits = 'KGS' | 'Ounces';

/** A weight in the store's unit, in ten-thousandths of it. */
export const weightOf = (grams: number, units: WeightUnits): Fine =>
  units === 'KGS' ? grams * 10 : Math.round((grams * 10_000) / 28.349523125);
