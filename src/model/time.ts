// Instants: read from what callers and channels write, kept as milliseconds, written with an offset.

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Earliest and latest year an instant may lie in; outside it a vendor's own date code breaks. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 9998;

/**
 * Reads an ISO 8601 instant; without an offset it is UTC. Undefined when it is not one, when the
 * day does not exist, or when it lies out of range.
 */
export function readInstant(text: string): number | undefined {
  const match = ISO.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] =
    match;
  const y = Number(year);
  if (y < FIRST_YEAR || y > LAST_YEAR) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const wall = Date.UTC(y, Number(month) - 1, Number(day), Number(hour), Number(minute));
  // Date.UTC rolls 31 February over into March: refuse what does not read back.
  const back = new Date(wall);
  if (back.getUTCMonth() !== Number(month) - 1 || back.getUTCDate() !== Number(day))
    return undefined;
  const offset = readOffset(zone);
  if (offset === undefined) return undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return wall + Number(second) * 1000 + milliseconds - offset * 60_000;
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

/** Writes an instant in UTC: `2026-10-01T12:00:00+00:00`. */
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
 * text that is no instant becomes null, so that nobody downstream gets a half-read date.
 */
export function instant(text: string | null | undefined, zone = 'Z'): string | null {
  if (!text) return null;
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const written = match[8] ?? zone;
  const milliseconds = readInstant(match[8] ? text : `${withTime(text.trim())}${zone}`);
  const offset = readOffset(written);
  if (milliseconds === undefined || offset === undefined) return null;
  const wall = new Date(milliseconds + offset * 60_000).toISOString().slice(0, 19);
  return `${wall}${writeOffset(offset)}`;
}

const withTime = (text: string): string => (text.length === 10 ? `${text}T00:00:00` : text);

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
