// What Amazon's answers hold where a list or a number is due: it may be missing, null, or none.
import { count } from '../kit/loose.ts';

/** A list that Amazon may leave out, or send as null. */
export type Listed<T> = readonly T[] | null | undefined;

/** How many pieces; null where Amazon says nothing that is a number of pieces. */
export const countOf = (value: unknown): number | null => count(value) ?? null;

/** Where a list goes on; undefined on its last page. */
export const tokenOf = (token: unknown): string | undefined =>
  typeof token === 'string' && token !== '' ? token : undefined;
