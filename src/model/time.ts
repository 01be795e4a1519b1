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
  if (isUsual(text) && text.charCodeAt(10) === 0x54 && isZulu(text)) return Date.parse(text);
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
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

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
  if (isUsual(text)) {
    const { length } = text;
    if ((length === USUAL && zone === 'Z') || isZulu(text)) return `${wallIn(text)}+00:00`;
    if (length === USUAL + 6 && isUsualOffset(text)) return `${wallIn(text)}${text.slice(USUAL)}`;
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
const USUAL = 19;

/**
 * Whether a text begins with a day and a time as nearly all are written, on a day that its month
 * surely has. There are hundreds of them in a page, and looking at the characters costs a tenth.
 */
function isUsual(text: string): boolean {
  if (text.length < USUAL) return false;
  const between = text.charCodeAt(10);
  if (between !== 0x54 && between !== 0x20) return false;
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return false;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  // Whatever is no digit made it NaN, which is never within bounds.
  return (
    year >= FIRST_YEAR &&
    year <= LAST_YEAR &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= (month === 2 ? 28 : 30) &&
    twoDigits(text, 11) <= 23 &&
    twoDigits(text, 14) <= 59 &&
    twoDigits(text, 17) <= 59
  );
}

/** Day and time of a text that is written so, with the T that ours have. */
const wallIn = (text: string): string =>
  text.charCodeAt(10) === 0x54
    ? text.slice(0, USUAL)
    : `${text.slice(0, 10)}T${text.slice(11, USUAL)}`;

/** Whether such a text ends with a Z, with or without milliseconds before it. */
const isZulu = (text: string): boolean =>
  (text.length === USUAL + 1 && text.charCodeAt(19) === 0x5a) ||
  (text.length === USUAL + 5 &&
    text.charCodeAt(19) === 0x2e &&
    twoDigits(text, 20) >= 0 &&
    twoDigits(text, 21) >= 0 &&
    text.charCodeAt(23) === 0x5a);

/** Whether a text ends with an offset as we write it ourselves; `-00:00` is not. */
const isUsualOffset = (text: string): boolean =>
  text.charCodeAt(22) === 0x3a &&
  twoDigits(text, 20) <= 14 &&
  twoDigits(text, 23) <= 59 &&
  (text.charCodeAt(19) === 0x2b || (text.charCodeAt(19) === 0x2d && !text.endsWith('00:00')));

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function writeOffset(minutes: number): string {
  if (minutes === 0) return '+00:00';
  const size = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
