// Dates as Mirakl writes them, and bounds: held against the second that a record shows to callers.
import type { OrderQuery } from '../../model/query.ts';
import { instant, readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';

/** In our form; null where there is none, or something else. */
export const moment = (at: unknown): string | null => (typeof at === 'string' ? instant(at) : null);

/** The whole second an instant lies in; NaN where there is none. */
export function secondOf(at: unknown): number {
  const milliseconds = typeof at === 'string' ? readInstant(at) : at;
  return typeof milliseconds === 'number' ? Math.floor(milliseconds / 1000) * 1000 : Number.NaN;
}

/** A record's date by the name that Mirakl has for it. */
interface Dated {
  readonly name: string;
  readonly at: unknown;
}

/** Whether a record lies within the bounds. One without the date that is bounded cannot be placed. */
export function isWithin(query: OrderQuery, id: unknown, created: Dated, updated: Dated): boolean {
  return (
    between(id, created, query.created_at_min, query.created_at_max) &&
    between(id, updated, query.updated_at_min, query.updated_at_max)
  );
}

function between(
  id: unknown,
  { name, at }: Dated,
  min: number | undefined,
  max: number | undefined,
): boolean {
  if (min === undefined && max === undefined) return true;
  const second = secondOf(at);
  if (Number.isNaN(second)) throw unreadableRecord(id, name);
  return second >= (min ?? Number.NEGATIVE_INFINITY) && second <= (max ?? Infinity);
}
