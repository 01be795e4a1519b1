// What comes from outside: whether it can be kept and walked, and how a message may name it.
import { printable, storable } from '../model/text.ts';

/** A value as a message may repeat it: short, on one line. */
export function described(value: unknown): string {
  if (typeof value === 'string') return `"${printable(value)}" (a string)`;
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

export const notText = (name: string): string =>
  `"${name}" holds a character that is not text (NUL or half a surrogate pair).`;

/** Levels of lists and objects in JSON that a client may send or a rule may make: far above any record. */
export const MAX_NESTING = 100;

/** Whether a value has more levels; so that whatever walks it later does not run out of stack. */
export function nested(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (nested(inner, levels - 1)) return true;
  return false;
}

/** No NUL and no half surrogate pair, however deep. */
export function wellFormed(value: unknown): boolean {
  if (typeof value === 'string') return storable(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(wellFormed);
  for (const [key, inner] of Object.entries(value))
    if (!storable(key) || !wellFormed(inner)) return false;
  return true;
}
