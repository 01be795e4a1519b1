// Date filters as WooCommerce takes them: whole seconds, exclusive bounds, UTC without saying so.
import type { Pairs } from '../../model/exchange.ts';
import { readInstant, writeZulu } from '../../model/time.ts';
import { boundsOf, isInTime, type TimeFilters } from '../kit/bounds.ts';
import { pair } from '../kit/pairs.ts';
import { filled } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';

const HOUR = 3600;

/**
 * When clocks are put forward, by their own reading: between these hours, by at most so much. A
 * test holds this against the platform's list of time zones.
 */
export const CLOCKS_CHANGE = { from: 22, until: 7, byHours: 3 } as const;

export function boundPairs(filters: TimeFilters): Pairs {
  const [created, updated] = [boundsOf(filters, 'created_at'), boundsOf(filters, 'updated_at')];
  const pairs = [
    ...pair('after', before(created.min)),
    ...pair('before', after(created.max)),
    ...pair('modified_after', before(updated.min)),
    // A shop would leave out what has no date of change, which only the first run of a copy can give.
    ...pair('modified_before', after(updated.min === undefined ? undefined : updated.max)),
  ];
  return pairs.length === 0 ? [] : [['dates_are_gmt', 'true'], ...pairs];
}

/**
 * The last whole second before an instant; hours earlier where that second, read on the shop's own
 * clock, may not exist. WordPress would then put it later by what the clock was put forward, and
 * the shop would leave out what lies between. What comes too much is left out here.
 */
function before(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined) return undefined;
  const second = Math.ceil(milliseconds / 1000) - 1;
  const hour = new Date(second * 1000).getUTCHours();
  const mayNotExist = hour >= CLOCKS_CHANGE.from || hour < CLOCKS_CHANGE.until;
  return bare(mayNotExist ? second - CLOCKS_CHANGE.byHours * HOUR : second);
}

/** The first whole second after an instant; one that does not exist becomes a later one, which only widens. */
const after = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : bare(Math.floor(milliseconds / 1000) + 1);

/**
 * With `dates_are_gmt` the value is held against the UTC column, but WordPress first reads it on
 * the site's own clock (WP_Date_Query::build_mysql_datetime): with a zone it would become local
 * time, so it has none.
 */
const bare = (seconds: number): string => writeZulu(seconds * 1000).slice(0, -1);

/**
 * True when the record lies within the bounds, whatever the shop made of the query. One without a
 * date of change (importers leave it out) has not changed since it was made.
 */
export const isDatedWithin = (
  filters: TimeFilters,
  record: Unread<'id' | 'date_created_gmt' | 'date_modified_gmt'>,
): boolean =>
  isInTime(filters, record.id, {
    created_at: ['date_created_gmt', () => instantOf(record.date_created_gmt)],
    updated_at: ['date_modified_gmt', () => changedOf(filters, record)],
  });

function changedOf(
  { updated_at_min }: TimeFilters,
  { date_created_gmt, date_modified_gmt }: Unread<'date_created_gmt' | 'date_modified_gmt'>,
): number | null | undefined {
  const changed = instantOf(date_modified_gmt);
  if (changed !== null) return changed;
  // Without any date it is as old as can be.
  return instantOf(date_created_gmt) ?? (updated_at_min === undefined ? 0 : null);
}

/** The day before the first: MySQL writes it for no date, and WordPress in one of these ways. */
const NO_DATE = /^(0000-00-00|-0001-11-30)/;

/** Null for none, as a draft has; undefined for what cannot be read. */
function instantOf(date: unknown): number | null | undefined {
  const text = filled(date);
  return text === null || NO_DATE.test(text) ? null : readInstant(text);
}
