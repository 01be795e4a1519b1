// Lists as vendors write them: arrays, objects by identifier, null, false, or something else.
import { isRecord } from './loose.ts';

/** The records of a list, whichever way it came; what is no record is passed over. */
export function listed<T extends object>(list: unknown): readonly T[] {
  return isList(list) ? Object.values(list).filter(isRecord<T>) : [];
}

/** Whether there is a list at all, be it without entries. */
export const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
