// Date filters whose time zone no one documents: asked for widely, then sifted to the second.
import type { Pairs } from '../../model/exchange.ts';
import { readInstant } from '../../model/time.ts';
import { boundsOf, isInTime, type TimeFilters } from '../kit/bounds.ts';
import { pair } from '../kit/pairs.ts';
import type { Cluster } from './region.ts';

/** How far the shop's clock may be ahead of ours. */
export const SLACK = 60_000;

const HOUR = 3_600_000;
const SECOND = 1000;

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
 * repeats or leaves out, they only widen. A second more, as no one says whether bounds are included.
 */
export const boundPairs = (query: TimeFilters, { behind, ahead }: Clocks): Pairs =>
  (['created_at', 'updated_at'] as const).flatMap((time) => {
    const { min, max } = boundsOf(query, time);
    return [
      ...pair(`${time}_min`, written(min, behind - SECOND)),
      ...pair(`${time}_max`, written(max, ahead + 2 * SECOND - 1)),
    ];
  });

const written = (at: number | undefined, shift: number): string | undefined =>
  at === undefined
    ? undefined
    : new Date(Math.max(0, at + shift)).toISOString().slice(0, 19).replace('T', ' ');

export interface DatedRow {
  readonly id: number;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
}

/**
 * Whether a row lies within the exact bounds: answers, unlike filters, carry their offset. What is
 * published has been so since it was made, as far as Lightspeed says.
 */
export const isAskedFor = (
  query: TimeFilters,
  { id, createdAt, updatedAt }: DatedRow,
  isPublished = false,
): boolean =>
  isInTime(query, id, {
    created_at: ['createdAt', () => instantIn(createdAt)],
    updated_at: ['updatedAt', () => instantIn(updatedAt)],
    published_at: ['createdAt', () => (isPublished ? instantIn(createdAt) : null)],
  });

const instantIn = (date: unknown): number | undefined =>
  typeof date === 'string' ? readInstant(date) : undefined;
