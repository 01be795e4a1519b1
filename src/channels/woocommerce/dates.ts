// Date filters as WooCommerce takes them: whole seconds, exclusive bounds, UTC without saying so.
import type { Pairs } from '../../model/exchange.ts';
import { readInstant, writeZulu } from '../../model/time.ts';
import { filled } from '../kit/text.ts';

/** Instants in milliseconds, both included. */
export interface Bounds {
  readonly created_at_min?: number | undefined;
  readonly created_at_max?: number | undefined;
  readonly updated_at_min?: number | undefined;
  readonly updated_at_max?: number | undefined;
}

interface Dated {
  readonly date_created_gmt?: unknown;
  readonly date_modified_gmt?: unknown;
}

const HOUR = 3_600_000;

/**
 * When clocks are put forward, by their own reading: between these hours, by at most so much. A
 * test holds this against the platform's list of time zones.
 */
export const CLOCKS_CHANGE = { from: 22, until: 7, byHours: 3 } as const;

export const isBounded = (bounds: Bounds): boolean =>
  bounds.created_at_min !== undefined ||
  bounds.created_at_max !== undefined ||
  bounds.updated_at_min !== undefined ||
  bounds.updated_at_max !== undefined;

export function boundPairs(bounds: Bounds): Pairs {
  if (!isBounded(bounds)) return [];
  const pairs: [string, string][] = [['dates_are_gmt', 'true']];
  const add = (name: string, seconds: number) => pairs.push([name, bare(seconds * 1000)]);
  if (bounds.created_at_min !== undefined) add('after', before(bounds.created_at_min));
  if (bounds.created_at_max !== undefined) add('before', after(bounds.created_at_max));
  if (bounds.updated_at_min !== undefined) add('modified_after', before(bounds.updated_at_min));
  if (bounds.updated_at_max !== undefined) add('modified_before', after(bounds.updated_at_max));
  return pairs;
}

/**
 * The last whole second before an instant; hours earlier where that second, read on the shop's own
 * clock, may not exist. WordPress would then put it later by what the clock was put forward, and
 * the shop would leave out what lies between. What comes too much is left out here.
 */
function before(milliseconds: number): number {
  const second = Math.ceil(milliseconds / 1000) - 1;
  const hour = new Date(second * 1000).getUTCHours();
  const mayNotExist = hour >= CLOCKS_CHANGE.from || hour < CLOCKS_CHANGE.until;
  return mayNotExist ? second - (CLOCKS_CHANGE.byHours * HOUR) / 1000 : second;
}

/** The first whole second after an instant; one that does not exist becomes a later one, which only widens. */
const after = (milliseconds: number): number => Math.floor(milliseconds / 1000) + 1;

/**
 * With `dates_are_gmt` the value is held against the UTC column, but WordPress first reads it on
 * the site's own clock (WP_Date_Query::build_mysql_datetime): with a zone it would become local
 * time, so it has none.
 */
const bare = (milliseconds: number): string => writeZulu(milliseconds).slice(0, -1);

/** True when the record lies within the bounds, whatever the shop made of the query. */
export function isWithin(bounds: Bounds, record: Dated): boolean {
  return (
    lies(record.date_created_gmt, bounds.created_at_min, bounds.created_at_max) &&
    lies(record.date_modified_gmt, bounds.updated_at_min, bounds.updated_at_max)
  );
}

function lies(date: unknown, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  const at = readInstant(filled(date) ?? '');
  return at !== undefined && at >= (min ?? at) && at <= (max ?? at);
}
