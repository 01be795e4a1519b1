// Lists as vendors write them: arrays, objects by identifier, null, false, or something else.

/** The records of a list, whichever way it came; what is no record is passed over. */
export function listed<T extends object>(list: unknown): readonly T[] {
  if (typeof list !== 'object' || list === null) return [];
  return Object.values(list).filter((value): value is T => isRecord(value));
}

/** The same, where nothing at all is to be told from a list without entries. */
export const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

export const isRecord = (value: unknown): value is object => isList(value) && !Array.isArray(value);

/** A whole number that is not below zero, such as a number of pieces; undefined for anything else. */
export const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
