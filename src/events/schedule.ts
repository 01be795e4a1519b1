// When a delivery is tried again: ten tries over about a day, with growing, jittered pauses.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each try that failed; they add up to a little over 24 hours. */
export const PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  90 * MINUTE,
  4 * HOUR,
  8 * HOUR,
  10 * HOUR,
];
export const MAX_TRIES = PAUSES.length + 1;
/** A receiver may ask for a longer pause, but not put an event off for ever. */
const LONGEST_WISH = 24 * HOUR;
/**
 * Milliseconds until the next try, after so many; undefined when it was the last. `random` is
 * between 0 and 1: the pause is spread by a fifth either way, so that what failed together does not
 * come back together.
 */
export function pauseAfter(
  tries: number,
  random: number,
  retryAfter: number | undefined,
): number | undefined {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (0.8 + 0.4 * random));
  return Math.max(jittered, Math.min(retryAfter ?? 0, LONGEST_WISH));
}
