// What a vendor may leave out or send in another form: read as absent, never a reason to stumble.
import { refuseUnreadable, reportUnreadable } from '../../model/unreadable-values.ts';
import { filled } from './text.ts';

/** The entries of a list that are records; none where there is no list. */
export function parts<T extends object>(
  list: readonly (T | null)[] | null | undefined,
): readonly T[] {
  const entries: unknown = list;
  if (Array.isArray(entries)) return recordsIn<T>(entries);
  refuseUnreadable(entries);
  return [];
}

/** The records of a list that may also come as an object by identifier; what is no record is passed over. */
export function listed<T extends object>(list: unknown): readonly T[] {
  if (Array.isArray(list)) return recordsIn<T>(list);
  if (isList(list)) return recordsIn<T>(Object.values(list));
  refuseUnreadable(list);
  return [];
}

/** Mostly all of them are, and the list can stay as it is. Lists are short and many: a plain loop costs half. */
function recordsIn<T extends object>(entries: readonly unknown[]): readonly T[] {
  for (const entry of entries)
    if (!isRecord<T>(entry)) {
      entries.filter((one) => !isRecord(one)).forEach(refuseUnreadable);
      return entries.filter(isRecord<T>);
    }
  return entries as readonly T[];
}

/** Whether there is a list at all, in either form, be it without entries. */
export const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** The texts of a list, the empty ones left out; none where there is no list. */
export function texts(list: unknown): string[] {
  const found: string[] = [];
  if (!Array.isArray(list)) {
    reportUnreadable(list);
    return found;
  }
  for (const entry of list) {
    const text = filled(entry);
    if (text !== null) found.push(text);
  }
  return found;
}

/** The record at a place; undefined where something else stands there, or nothing. */
export function part<T extends object>(value: T | null | undefined): T | undefined {
  if (isRecord<T>(value)) return value;
  reportUnreadable(value);
  return undefined;
}

/** An object with named members, not a list. */
export function isRecord<T extends object = Readonly<Record<string, unknown>>>(
  value: unknown,
): value is T {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number of pieces; undefined for anything else. */
export function count(value: unknown): number | undefined {
  const whole = wholeIn(value);
  if (whole !== undefined && whole >= 0) return whole;
  reportUnreadable(value);
  return undefined;
}

/** Some vendors, and plugins of shops, write whole numbers as text. */
function wholeIn(value: unknown): number | undefined {
  if (Number.isSafeInteger(value)) return value as number;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
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
export function integer(value: unknown): number | null {
  const whole = wholeIn(value);
  if (whole !== undefined) return whole;
  reportUnreadable(value);
  return null;
}

/** Where an entry stands among others, first where nothing is said; anything but a number is refused. */
export function positionIn(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const text = filled(value) ?? '0';
  if (!/^-?\d{1,15}$/.test(text)) refuseUnreadable(value);
  return Number(text) || 0;
}

/** The members of an object; none where there is something else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  reportUnreadable(value);
  return {};
}
