// Date filters whose time zone nobody documents: asked for widely, then sifted to the second.
import type { Pairs } from '../../model/exchange.ts';
import { readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Cluster } from './region.ts';

const HOUR = 3_600_000;
const SECOND = 1000;

/** Instants in milliseconds, both included. */
export interface Bounds {
  readonly created_at_min?: number | undefined;
  readonly created_at_max?: number | undefined;
  readonly updated_at_min?: number | undefined;
  readonly updated_at_max?: number | undefined;
}

export interface Dated {
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
}

/** How far a wall clock may be behind and ahead of UTC, in milliseconds. */
export interface Clocks {
  readonly behind: number;
  readonly ahead: number;
}

/**
 * Every clock a filter could be meant by: UTC, that of the cluster (Amsterdam for eu1), or the
 * shop's, whose offset is known for one moment and may be an hour more or less in summer or winter.
 */
export const clocksOf = (cluster: Cluster, shopOffset: number): Clocks => ({
  behind: Math.min(0, shopOffset - HOUR),
  ahead: Math.max(cluster === 'eu1' ? 2 * HOUR : 0, shopOffset + HOUR),
});

/**
 * `YYYY-MM-DD HH:MM:SS` without an offset. Lower bounds are written by the clock furthest behind,
 * upper ones by the clock furthest ahead: read by any of them, also in the hour that a clock change
 * repeats or leaves out, they only widen. A second more, as nobody says whether bounds are included.
 */
export function boundPairs(bounds: Bounds, { behind, ahead }: Clocks): Pairs {
  const pairs: [string, string][] = [];
  for (const [name, at] of Object.entries(bounds)) {
    if (typeof at !== 'number') continue;
    const wall = name.endsWith('_min') ? at + behind - SECOND : at + ahead + 2 * SECOND - 1;
    pairs.push([name, write(Math.max(0, wall))]);
  }
  return pairs;
}

const write = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/** True when the record lies within the bounds: answers, unlike filters, carry their offset. */
export const isWithin = (bounds: Bounds, { createdAt, updatedAt }: Dated): boolean =>
  lies(createdAt, bounds.created_at_min, bounds.created_at_max) &&
  lies(updatedAt, bounds.updated_at_min, bounds.updated_at_max);

export function lies(date: unknown, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  const at = instantIn(date);
  return at !== undefined && at >= (min ?? at) && at <= (max ?? at);
}

const instantIn = (date: unknown): number | undefined =>
  typeof date === 'string' ? readInstant(date) : undefined;

/** A record without the date that was asked for is not left out in silence. */
export function mustBeDated(bounds: Bounds, record: Dated & { readonly id: number }) {
  const { created_at_min, created_at_max, updated_at_min, updated_at_max } = bounds;
  if ((created_at_min ?? created_at_max) !== undefined && instantIn(record.createdAt) === undefined)
    throw unreadableRecord(record.id, 'createdAt');
  if ((updated_at_min ?? updated_at_max) !== undefined && instantIn(record.updatedAt) === undefined)
    throw unreadableRecord(record.id, 'updatedAt');
}
