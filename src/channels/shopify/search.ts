// Shopify's search syntax: terms that can only widen, and the exact test of what comes back.
// https://shopify.dev/docs/api/usage/search-syntax
import { readInstant, writeZulu } from '../../model/time.ts';
import type { Note } from '../channel.ts';

/** Where each kind of time stands in a record. */
const TIMES = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  processed_at: 'processedAt',
  published_at: 'publishedAt',
} as const;
export type Time = keyof typeof TIMES;
const NAMES = Object.keys(TIMES) as Time[];

export type Bounds = { readonly [B in `${Time}_${'min' | 'max'}`]?: number };
export type Timed = { readonly [T in (typeof TIMES)[Time]]?: string | null };

/** The text of a time in a record; empty where there is none. */
export const timeOf = (record: Timed, name: Time): string => {
  const text = record[TIMES[name]];
  return typeof text === 'string' ? text : '';
};

/**
 * A value in quotes. Unquoted, the time of day is dropped; an unescaped special character makes
 * Shopify ignore the term and return everything.
 */
export const quoted = (value: string): string => `'${value.replace(/[\\'":()]/g, '\\$&')}'`;

/** Shopify's times are whole seconds: a bound between two is moved outwards. */
const floor = (instant: number) => Math.floor(instant / 1000) * 1000;
const ceiling = (instant: number) => Math.ceil(instant / 1000) * 1000;

export function timeTerms(query: Bounds): string[] {
  return NAMES.flatMap((name) => {
    const min = query[`${name}_min`];
    const max = query[`${name}_max`];
    return [
      ...(min === undefined ? [] : [`${name}:>='${writeZulu(floor(min))}'`]),
      ...(max === undefined ? [] : [`${name}:<='${writeZulu(ceiling(max))}'`]),
    ];
  });
}

/** Whether every time of the record lies in the bounds asked for, to the millisecond. */
export const withinTimes = (record: Timed, query: Bounds): boolean =>
  NAMES.every((name) =>
    within(
      record,
      query,
      name,
      (instant) => instant,
      (instant) => instant,
    ),
  );

/**
 * Says so when a record lies outside even the bounds that were sent: then the search did not heed
 * them, or its index lagged behind the record.
 */
export function noteStray(record: Timed, query: Bounds, note: Note): void {
  for (const name of NAMES)
    if (!within(record, query, name, floor, ceiling))
      note({
        code: 'record_out_of_bounds',
        field: name,
        message: `Shopify’s search returned records whose ${name} lies outside the bounds asked for; they were left out.`,
      });
}

function within(
  record: Timed,
  query: Bounds,
  name: Time,
  lower: (instant: number) => number,
  upper: (instant: number) => number,
): boolean {
  const min = query[`${name}_min`];
  const max = query[`${name}_max`];
  if (min === undefined && max === undefined) return true;
  const instant = readInstant(timeOf(record, name));
  if (instant === undefined) return false;
  return (
    (min === undefined || instant >= lower(min)) && (max === undefined || instant <= upper(max))
  );
}

/** Identifiers grow, and are too long to be sure of as binary numbers. */
export const sinceTerm = (id: string): string => `id:>=${BigInt(id) + 1n}`;

export const isSince = (id: string | null, since: string | undefined): boolean =>
  since === undefined || (/^\d+$/.test(id ?? '') && BigInt(id ?? 0) > BigInt(since));
