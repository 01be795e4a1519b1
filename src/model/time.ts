// Instants: read from what callers and channels write, kept as milliseconds, written with an offset.
import { reportUnreadable } from './unreadable-values.ts';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Earliest and latest year an instant may lie in; outside it a vendor's own date code breaks. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 9998;

/** Reads an ISO 8601 instant, UTC without an offset; undefined where it is none or out of range. */
export function readInstant(text: string): number | undefined {
  // The platform reads this one form everywhere alike.
  if (text.endsWith('Z') && text[10] === 'T' && USUAL.test(text)) return Date.parse(text);
  const match = ISO.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] =
    match;
  const offset = readOffset(zone);
  if (offset === undefined || !exists(match)) return undefined;
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return wall + Number(second) * 1000 + milliseconds - offset * 60_000;
}

/** Whether the clock can ever show this: no 30 February, no 24:60. */
function exists(match: RegExpExecArray): boolean {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [match[4] ?? 0, match[5] ?? 0, match[6] ?? 0];
  if (year < FIRST_YEAR || year > LAST_YEAR) return false;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  // The platform goes on counting in the next month.
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Minutes east of UTC. */
function readOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 14 || minutes > 59) return undefined;
  return sign * (hours * 60 + minutes);
}

export function writeInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
}

/** Writes an instant as `2026-10-01T12:00:00Z`, the form most vendors take; fractions are cut. */
export function writeZulu(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/**
 * Rewrites a channel's instant in our form, keeping the offset it came with. `zone` is the offset
 * of a text that has none (for vendors that write UTC without saying so). Null stays null, and a
 * text that is no instant becomes null, so that no one downstream gets a half-read date.
 */
export function instant(text: unknown, zone = 'Z'): string | null {
  if (typeof text !== 'string') return noDate(text);
  if (USUAL.test(text)) {
    const offset = text.length === WALL && zone === 'Z' ? '+00:00' : usualOffset(text);
    if (offset !== undefined) return `${wallIn(text)}${offset}`;
  }
  const match = ISO.exec(text.trim());
  if (!match) return noDate(text);
  const [, year, month, day, hour = '00', minute = '00', second = '00', , written = zone] = match;
  const offset = readOffset(written);
  if (offset === undefined || !exists(match)) return noDate(text);
  // The offset stays as it came, so the clock's own reading does too.
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${writeOffset(offset)}`;
}

function noDate(value: unknown): null {
  reportUnreadable(value);
  return null;
}

/** As long as `2026-10-01T12:00:00`. */
const WALL = 19;
/**
 * As nearly all are written, on a day that every month has: there are hundreds of them in a page, and
 * what is known to be one costs a fraction of what is taken apart.
 */
const USUAL =
  /^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:(?:\.\d{3})?Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** The offset of such a text as we write it; undefined where it has none, or one that is written otherwise. */
function usualOffset(text: string): string | undefined {
  if (text.endsWith('Z')) return '+00:00';
  return text.length > WALL && !text.endsWith('-00:00') ? text.slice(WALL) : undefined;
}

/** Day and time of such a text, with the T that ours have. */
const wallIn = (text: string): string =>
  text[10] === 'T' ? text.slice(0, WALL) : `${text.slice(0, 10)}T${text.slice(11, WALL)}`;

function writeOffset(minutes: number): string {
  if (minutes === 0) return '+00:00';
  const size = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
