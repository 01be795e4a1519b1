// The date filters of WordPress: exclusive bounds, and the traps of zones and of `dates_are_gmt`.
import { localText, offsetMinutes } from '../../zone.ts';

const DAY = 86_400_000;

/**
 * The instant a filter value stands for. WP_Date_Query reads a bare value on the site's own clock,
 * and turns one with an offset into site time; `dates_are_gmt` then compares the resulting text with
 * the UTC column. So a value with an offset is shifted, and a bare one is, by what the clock is put
 * forward, when the clock on the wall never shows it.
 */
export function boundOf(value: string, datesAreGmt: boolean, timeZone: string): number {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?$/.exec(value);
  if (match === null) throw new Error(`not checked as a date: ${value}`);
  const bare = `${match[1]}T${match[2]}`;
  const zone = match[3];
  const instant =
    zone === undefined
      ? onTheWall(bare, timeZone)
      : Date.parse(`${bare}${/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone}`);
  return datesAreGmt ? Date.parse(`${localText(timeZone, instant)}Z`) : instant;
}

/** As PHP reads it: the earlier of two in autumn, and by the old offset where spring leaves a gap. */
function onTheWall(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text}Z`);
  const old = asUtc - offsetMinutes(timeZone, asUtc - DAY) * 60_000;
  const young = asUtc - offsetMinutes(timeZone, asUtc + DAY) * 60_000;
  const shows = (instant: number): boolean => localText(timeZone, instant) === text;
  return !shows(old) && shows(young) ? young : old;
}
