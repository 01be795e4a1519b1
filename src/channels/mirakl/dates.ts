// Dates as Mirakl writes them; bounds are held against the second that a record shows to callers.
import { readInstant } from '../../model/time.ts';

/** The whole second an instant lies in; undefined where there is none. */
export function secondIn(at: unknown): number | undefined {
  const milliseconds = typeof at === 'string' ? readInstant(at) : undefined;
  return milliseconds === undefined ? undefined : wholeSecond(milliseconds);
}

export const wholeSecond = (milliseconds: number): number => Math.floor(milliseconds / 1000) * 1000;
