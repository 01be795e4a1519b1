// Special prices: whether their days are on, by the clock of the shop's default scope.
import { attributeOf, type NativeItem } from './native.ts';

const DAY = 86_400_000;

/**
 * Magento holds the dates against local time, both ends included. A last day counts in whole; where
 * it has a time, the special price ends at that time
 * (Magento\Framework\Stdlib\DateTime\Timezone::isScopeDateInInterval, and SpecialPriceService).
 */
export function isOnSale(item: NativeItem, timezone: string | null, now: number): boolean {
  const local = wallClock(now, timezone);
  const from = dayOf(attributeOf(item, 'special_from_date'));
  const to = dayOf(attributeOf(item, 'special_to_date'));
  const end = to === undefined || to % DAY !== 0 ? to : to + DAY;
  return (from === undefined || local >= from) && (end === undefined || local <= end);
}

/** `2026-10-01 00:00:00` as if it were UTC; undefined for nothing and for MySQL's empty date. */
function dayOf(text: string | null): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?/.exec(text ?? '');
  if (!match || match[1] === '0000') return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What the clock on the wall shows, as if it were UTC. */
function wallClock(now: number, timezone: string | null): number {
  const format = formatFor(timezone);
  if (!format) return Math.floor(now / 1000) * 1000;
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Undefined for a zone that is not known; then UTC has to do. */
function formatFor(timezone: string | null): Intl.DateTimeFormat | undefined {
  if (timezone === null) return undefined;
  if (formats.has(timezone)) return formats.get(timezone);
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    format = undefined;
  }
  if (formats.size < 1000) formats.set(timezone, format);
  return format;
}
