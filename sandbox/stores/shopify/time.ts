// Times as the vendor prints and reads them, and days in a shop's own zone.
import type { Instant } from '../../catalogue/types.ts';

/** "2026-10-28T08:14:22Z": whole seconds, always UTC. */
export function printTime(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export function printTimeOrNull(instant: Instant | null): string | null {
  return instant === null ? null : printTime(instant);
}

/** An instant, or the first and the following instant of a day when only a date was given. */
export interface Span {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeForm =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads a date or a time; what names no zone is read in the shop's own. Null when it is neither. */
export function readTime(text: string, zone: string): Span | null {
  const date = dateForm.exec(text);
  if (date !== null) return dayIn(zone, Number(date[1]), Number(date[2]), Number(date[3]));
  const time = timeForm.exec(text);
  if (time === null) return null;
  const [, day = '', clock = '', suffix] = time;
  const full = clock.length === 5 ? `${clock}:00` : clock;
  if (suffix !== undefined) {
    const at = Date.parse(`${day}T${full}${suffix.toUpperCase()}`);
    return Number.isNaN(at) ? null : instant(at);
  }
  const utc = Date.parse(`${day}T${full}Z`);
  return Number.isNaN(utc) ? null : instant(utc - offsetAt(zone, utc));
}

function instant(at: number): Span {
  return { from: at, to: at + 1 };
}

function dayIn(zone: string, year: number, month: number, day: number): Span | null {
  const start = Date.UTC(year, month - 1, day);
  const check = new Date(start);
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  const end = Date.UTC(year, month - 1, day + 1);
  return { from: localMidnight(start, zone), to: localMidnight(end, zone) };
}

function localMidnight(utc: number, zone: string): number {
  const first = utc - offsetAt(zone, utc);
  return utc - offsetAt(zone, first);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which a zone is ahead of UTC at an instant. */
export function offsetAt(zone: string, at: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
      year: 'numeric',
    });
    formats.set(zone, format);
  }
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000;
}
