// A signal that comes after a computed time: the platform's own throws on a fraction, and on what is too large.

/** The longest time a timer of the platform takes; it fires immediately for anything longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Aborts after so many milliseconds: immediately where none are left, or where it is no number. */
export const endsAfter = (milliseconds: number): AbortSignal =>
  AbortSignal.timeout(Math.min(LONGEST_MS, Math.max(0, Math.ceil(milliseconds) || 0)));
