// Times: V2 writes them as e-mail does, V3 as ISO 8601; bounds are asked for a second wider.
import type { Pairs } from '../../model/exchange.ts';
import { instant, readInstant, writeInstant, writeZulu } from '../../model/time.ts';
import type { Bounds } from '../kit/bounds.ts';
import { pair } from '../kit/pairs.ts';

/** RFC 2822: `Tue, 03 Mar 2026 16:20:11 +0000`. */
const MAIL =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4})$/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Milliseconds since 1970; undefined for nothing and for what is no time. */
export const millisecondsOf = (text: unknown): number | undefined =>
  typeof text === 'string' ? readInstant(inIso(text)) : undefined;

/** The same in our form; null for nothing. BigCommerce writes UTC. */
export function instantOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const iso = inIso(text);
  if (iso.endsWith('Z') || iso.endsWith('+00:00')) return instant(iso);
  const milliseconds = readInstant(iso);
  return milliseconds === undefined ? null : writeInstant(milliseconds);
}

function inIso(text: string): string {
  const [, day = '', month = '', year, time, zone] = MAIL.exec(text.trim()) ?? [];
  if (day === '') return text;
  const two = (number: number | string) => String(number).padStart(2, '0');
  const date = `${year}-${two(MONTHS.indexOf(month) + 1)}-${two(day)}`;
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
