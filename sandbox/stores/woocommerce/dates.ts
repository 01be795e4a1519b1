// The date filters of WordPress: exclusive bounds, and the trap of a zone suffix with dates_are_gmt.
import { instantOf, localText } from '../../zone.ts';

/**
 * The instant a filter value stands for. WP_Date_Query first turns a value with an offset into site
 * time; `dates_are_gmt` then compares that text with the UTC column, so such a value is shifted.
 */
export function boundOf(value: string, datesAreGmt: boolean, timeZone: string): number {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?$/.exec(value);
  if (match === null) throw new Error(`not checked as a date: ${value}`);
  const bare = `${match[1]}T${match[2]}`;
  const zone = match[3];
  if (zone === undefined) return datesAreGmt ? Date.parse(`${bare}Z`) : instantOf(timeZone, bare);
  const instant = Date.parse(`${bare}${/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone}`);
  return datesAreGmt ? Date.parse(`${localText(timeZone, instant)}Z`) : instant;
}
