// The time that shared rows are compared with: one for all instances, whatever their machines say.
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from './migrate.ts';

/** Whole milliseconds since 1970, as part of a statement. */
export type RowTime = () => RawBuilder<number>;

/**
 * PostgreSQL's own clock, so that machines whose clocks differ agree; as it is when the row is in
 * hand, not when the statement came, since those who wait for a row would find it touched after
 * their time. An embedded store belongs to one machine. `instead` stands in for either, where a test
 * moves the time.
 */
export function rowTime(dialect: SqlDialect, now: () => number, instead?: () => number): RowTime {
  if (dialect === 'postgres' && !instead)
    return () => sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::double precision`;
  const clock = instead ?? now;
  return () => sql<number>`cast(${clock()} as double precision)`;
}

/** The last moment that a date can name. */
const LAST = 8.64e15;

/** As it is kept: PostgreSQL refuses fractions of milliseconds, and ends beyond any date. */
export function storedTime(time: number): number;
export function storedTime(time: number | null): number | null;
export function storedTime(time: number | null): number | null {
  return time === null ? null : Math.max(-LAST, Math.min(Math.round(time), LAST));
}
