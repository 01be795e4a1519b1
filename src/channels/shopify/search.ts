// Shopify's search syntax: terms that can only widen, and the exact test of what comes back.
// https://shopify.dev/docs/api/usage/search-syntax
import { readInstant, writeZulu } from '../../model/time.ts';
import type { Note } from '../channel.ts';
import {
  type Bounds,
  boundsOf,
  isBounded,
  isWithin,
  type Time,
  type TimeFilters,
} from '../kit/bounds.ts';
import type { Unread } from '../kit/unread.ts';

/** Where each kind of time stands in a record. */
const TIMES = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  processed_at: 'processedAt',
  published_at: 'publishedAt',
} as const satisfies Record<Time, string>;
const NAMES = Object.keys(TIMES) as Time[];

export type Timed = Unread<(typeof TIMES)[Time]>;

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
function sentBounds(query: TimeFilters, name: Time): Bounds {
  const { min, max } = boundsOf(query, name);
  return {
    min: min === undefined ? undefined : Math.floor(min / 1000) * 1000,
    max: max === undefined ? undefined : Math.ceil(max / 1000) * 1000,
  };
}

export const timeTerms = (query: TimeFilters): string[] =>
  NAMES.flatMap((name) => {
    const { min, max } = sentBounds(query, name);
    return [
      ...(min === undefined ? [] : [`${name}:>='${writeZulu(min)}'`]),
      ...(max === undefined ? [] : [`${name}:<='${writeZulu(max)}'`]),
    ];
  });

/** Times that no one asks about are not read. */
const isTimeWithin = (bounds: Bounds, record: Timed, name: Time): boolean =>
  !isBounded(bounds) || isWithin(bounds, readInstant(timeOf(record, name)));

/** Whether every time of the record lies in the bounds asked for, to the millisecond. */
export const withinTimes = (record: Timed, query: TimeFilters): boolean =>
  NAMES.every((name) => isTimeWithin(boundsOf(query, name), record, name));

/**
 * Says so when a record lies outside even the bounds that were sent: then the search did not heed
 * them, or its index lagged behind the record.
 */
export function noteOutside(record: Timed, query: TimeFilters, note: Note): void {
  for (const name of NAMES)
    if (!isTimeWithin(sentBounds(query, name), record, name))
      note({
        code: 'record_out_of_bounds',
        field: name,
        message: `Shopify’s search returned records whose ${name} lies outside the bounds asked for; they were left out.`,
      });
}

/** Identifiers grow, and are too long to be sure of as binary numbers. */
export const sinceTerm = (id: string): string => `id:>=${BigInt(id) + 1n}`;

export const isSince = (id: string | null, since: string | undefined): boolean =>
  since === undefined || (/^\d{1,40}$/.test(id ?? '') && BigInt(id ?? 0) > BigInt(since));
