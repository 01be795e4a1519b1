// What Amazon's answers hold where a list or a number is due: it may be missing, null, or none.
import { filled } from '../kit/text.ts';

/** A list that Amazon may leave out, or send as null. */
export type Listed<T> = readonly T[] | null | undefined;

/** The entries of a list that are objects; none where there is no list. */
export const rowsIn = <T extends object>(list: Listed<T>): readonly T[] =>
  Array.isArray(list) ? (list as readonly T[]).filter(isRecord) : [];

/** The texts of a list; none where there is no list. */
export const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.map(filled).filter((text) => text !== null) : [];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many pieces; null where Amazon says nothing that is a number of pieces. */
export const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

/** Where a list goes on; undefined on its last page. */
export const tokenOf = (token: unknown): string | undefined =>
  typeof token === 'string' && token !== '' ? token : undefined;
