// Date bounds: held against the second that a record tells, since that is what a caller sees.
import type { OrderQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';

/** The whole second an instant lies in. Dates of records were looked at when they came. */
export function secondOf(at: string | number): number {
  const milliseconds = typeof at === 'number' ? at : (readInstant(at) ?? Number.NaN);
  return Math.floor(milliseconds / 1000) * 1000;
}

export const isWithin = (query: OrderQuery, created: string, updated: string): boolean =>
  between(secondOf(created), query.created_at_min, query.created_at_max) &&
  between(secondOf(updated), query.updated_at_min, query.updated_at_max);

const between = (at: number, min: number | undefined, max: number | undefined): boolean =>
  at >= (min ?? Number.NEGATIVE_INFINITY) && at <= (max ?? Infinity);
