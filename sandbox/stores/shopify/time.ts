// Times as the vendor prints and reads them, and days in a shop's own zone.
import type { Instant } from '../../catalogue/types.ts';
import { instantOf, utcText } from '../../zone.ts';

/** "2026-10-28T08:14:22Z": whole seconds, always UTC. */
export function printTime(instant: Instant): string {
  return `${utcText(instant)}Z`;
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
  if (Number.isNaN(Date.parse(`${day}T${full}Z`))) return null;
  return instant(instantOf(zone, `${day}T${full}`));
}

function instant(at: number): Span {
  return { from: at, to: at + 1 };
}

function dayIn(zone: string, year: number, month: number, day: number): Span | null {
  const start = new Date(Date.UTC(year, month - 1, day));
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return null;
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  return {
    from: instantOf(zone, utcText(start.getTime())),
    to: instantOf(zone, utcText(next.getTime())),
  };
}
