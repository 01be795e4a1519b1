// Times: V2 writes them as e-mail does, V3 as ISO 8601; bounds are asked for a second wider.
import type { Pairs } from '../../model/exchange.ts';
import { readInstant, writeInstant, writeZulu } from '../../model/time.ts';

/** RFC 2822: `Tue, 03 Mar 2026 16:20:11 +0000`. */
const MAIL =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4} \d{2}:\d{2}:\d{2}) ([+-]\d{4})$/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Milliseconds since 1970; undefined for nothing and for what is no time. */
export function millisecondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const [, day = '', month = '', yearAndTime = '', zone = ''] = MAIL.exec(text.trim()) ?? [];
  if (day === '') return readInstant(text);
  const number = MONTHS.indexOf(month) + 1;
  const [year = '', time = ''] = yearAndTime.split(' ');
  return readInstant(`${year}-${two(number)}-${day.padStart(2, '0')}T${time}${zone}`);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** The same in our form; null for nothing. BigCommerce writes UTC. */
export function instantOf(text: unknown): string | null {
  const milliseconds = millisecondsOf(text);
  return milliseconds === undefined ? null : writeInstant(milliseconds);
}

/** Instants in milliseconds, both included. */
export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * The pairs that ask for a range. Whether a bound is included, and what becomes of its fraction, is
 * not documented for V2, so the range is asked for a second wider and sifted exactly afterwards.
 */
export function rangePairs({ min, max }: Range, minName: string, maxName: string): Pairs {
  const pairs: [string, string][] = [];
  if (min !== undefined) pairs.push([minName, writeZulu(Math.max(0, min - 1000))]);
  if (max !== undefined) pairs.push([maxName, writeZulu(max + 1999)]);
  return pairs;
}

export const isBound = ({ min, max }: Range): boolean => min !== undefined || max !== undefined;

export function isWithin(range: Range, text: unknown): boolean {
  if (!isBound(range)) return true;
  const at = millisecondsOf(text);
  return at !== undefined && at >= (range.min ?? at) && at <= (range.max ?? at);
}
