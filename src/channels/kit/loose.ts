// What a vendor may leave out or send in another form: read as absent, never a reason to stumble.
import { filled } from './text.ts';

/** The entries of a list that are records; none where there is no list. */
export function parts<T extends object>(
  list: readonly (T | null)[] | null | undefined,
): readonly T[] {
  const entries: unknown = list;
  return Array.isArray(entries) ? recordsIn<T>(entries) : [];
}

/** The records of a list that may also come as an object by identifier; what is no record is passed over. */
export function listed<T extends object>(list: unknown): readonly T[] {
  if (Array.isArray(list)) return recordsIn<T>(list);
  return isList(list) ? Object.values(list).filter(isRecord<T>) : [];
}

/** Mostly all of them are, and the list can stay as it is. Lists are short and many: a plain loop costs half. */
function recordsIn<T extends object>(entries: readonly unknown[]): readonly T[] {
  for (const entry of entries) if (!isRecord<T>(entry)) return entries.filter(isRecord<T>);
  return entries as readonly T[];
}

/** Whether there is a list at all, in either form, be it without entries. */
export const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** The texts of a list, the empty ones left out; none where there is no list. */
export function texts(list: unknown): string[] {
  const found: string[] = [];
  if (!Array.isArray(list)) return found;
  for (const entry of list) {
    const text = filled(entry);
    if (text !== null) found.push(text);
  }
  return found;
}

/** The record at a place; undefined where something else stands there, or nothing. */
export function part<T extends object>(value: T | null | undefined): T | undefined {
  return isRecord<T>(value) ? value : undefined;
}

/** An object with named members, not a list. */
export function isRecord<T extends object = Readonly<Record<string, unknown>>>(
  value: unknown,
): value is T {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number of pieces; undefined for anything else. */
export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/**
 * The entries of the list that an answer holds under a name, as they came. None where the answer
 * leaves it out or says null; undefined where it, or the answer itself, is something else.
 */
export function listIn(answer: unknown, name: string): readonly unknown[] | undefined {
  if (!isRecord(answer)) return undefined;
  const list = answer[name] ?? [];
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
}

/** A whole number, below zero too; null where none, or something else, is given. */
export const integer = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** The members of an object; none where there is something else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};
