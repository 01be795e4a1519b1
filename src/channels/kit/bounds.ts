// Instants between bounds: what a caller asks for, held against the dates of a record.
import { unreadableRecord } from '../../model/unreadable.ts';

/** In milliseconds since 1970, both included. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The filters by time: `created_at_min` and `created_at_max`, and so on. */
export type Time = 'created_at' | 'updated_at' | 'processed_at' | 'published_at';
export type TimeFilters = { readonly [Name in `${Time}_${'min' | 'max'}`]?: number | undefined };

/** Names made once: they are asked for with every record. */
const NAMES: Readonly<Record<Time, readonly [`${Time}_min`, `${Time}_max`]>> = {
  created_at: ['created_at_min', 'created_at_max'],
  updated_at: ['updated_at_min', 'updated_at_max'],
  processed_at: ['processed_at_min', 'processed_at_max'],
  published_at: ['published_at_min', 'published_at_max'],
};

const TIMES = Object.keys(NAMES) as readonly Time[];

export function boundsOf(query: TimeFilters, time: Time): Bounds {
  const [min, max] = NAMES[time];
  return { min: query[min], max: query[max] };
}

export const isBounded = ({ min, max }: Bounds): boolean => min !== undefined || max !== undefined;

/** Nothing lies within bounds but an instant; everything does where there are none. */
export const isWithin = (bounds: Bounds, at: number | null | undefined): boolean =>
  !isBounded(bounds) ||
  (typeof at === 'number' && at >= (bounds.min ?? at) && at <= (bounds.max ?? at));

/**
 * A date of a record: where it stands in the vendor's words, and how it is read where it is asked
 * for. Null: the record has none, so it lies outside. Undefined: it cannot be read, so no one can say
 * where it lies.
 */
export type Dated = readonly [place: string, read: () => number | null | undefined];

/**
 * Whether a record lies within every bound asked for. One whose date is asked for and cannot be
 * read is neither inside nor outside: it is refused, never left out in silence.
 */
export function isInTime(
  query: TimeFilters,
  id: unknown,
  dates: { readonly [Name in Time]?: Dated },
): boolean {
  let isInside = true;
  for (const time of TIMES) {
    const dated = dates[time];
    const bounds = boundsOf(query, time);
    if (!dated || !isBounded(bounds)) continue;
    const [place, read] = dated;
    const at = read();
    if (at === undefined) throw unreadableRecord(id, place);
    isInside &&= isWithin(bounds, at);
  }
  return isInside;
}
