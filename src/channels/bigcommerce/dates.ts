// Times: V2 writes them as e-mail does, V3 as ISO 8601; bounds are asked for a second wider.
import type { Pairs } from '../../model/exchange.ts';
import { instant, readInstant, writeInstant, writeZulu } from '../../model/time.ts';
import type { Bounds } from '../kit/bounds.ts';
import { pair } from '../kit/pairs.ts';

/** RFC 2822: `Tue, 03 Mar 2026 16:20:11 +0000`. */
const MAIL =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4})$/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = new Set('Mon Tue Wed Thu Fri Sat Sun'.split(' '));

/** Milliseconds since 1970; undefined for nothing and for what is no time. */
export const millisecondsOf = (text: unknown): number | undefined =>
  typeof text === 'string' ? readInstant(inIso(text)) : undefined;

/** The same in our form; null for nothing. BigCommerce writes UTC. */
export function instantOf(text: unknown): string | null {
  if (typeof text !== 'string') return instant(text);
  const iso = inIso(text);
  if (iso.endsWith('Z') || iso.endsWith('+00:00')) return instant(iso);
  const milliseconds = readInstant(iso);
  return milliseconds === undefined ? instant(text) : writeInstant(milliseconds);
}

const inIso = (text: string): string => (isUsual(text) ? usualInIso(text) : anyInIso(text));

/** As long as the example above. */
const USUAL = 31;

/** Whether a time is written in UTC, as BigCommerce does, with two digits for the day. */
const isUsual = (text: string): boolean =>
  text.length === USUAL &&
  text.endsWith(' +0000') &&
  text.startsWith(', ', 3) &&
  text[7] === ' ' &&
  text[11] === ' ' &&
  text[16] === ' ' &&
  text[19] === ':' &&
  text[22] === ':' &&
  WEEKDAYS.has(text.slice(0, 3));

/** By its places, which costs a third of the pattern: an order has three. */
const usualInIso = (text: string): string =>
  `${text.slice(12, 16)}-${monthOf(text.slice(8, 11))}-${text.slice(5, 7)}T${text.slice(17, 25)}Z`;

const two = (number: number | string) => String(number).padStart(2, '0');
const monthOf = (name: string): string => two(MONTHS.indexOf(name) + 1);

function anyInIso(text: string): string {
  const [, day = '', month = '', year, time, zone] = MAIL.exec(text.trim()) ?? [];
  if (day === '') return text;
  const date = `${year}-${monthOf(month)}-${two(day)}`;
  return `${date}T${time}${zone === '+0000' ? 'Z' : zone}`;
}

/**
 * The pairs that ask for a range. Whether a bound is included, and what becomes of its fraction, is
 * not documented for V2, so the range is asked for a second wider and sifted exactly afterwards.
 */
export const rangePairs = ({ min, max }: Bounds, minName: string, maxName: string): Pairs => [
  ...pair(minName, min === undefined ? min : writeZulu(Math.max(0, min - 1000))),
  ...pair(maxName, max === undefined ? max : writeZulu(max + 1999)),
];
