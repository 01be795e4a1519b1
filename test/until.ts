// Waits for what happens by itself, however slow the machine is.
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Far more than a busy machine needs: what has not happened by then does not happen. */
const PATIENCE_MS = 60_000;
/** Most has happened at the second look. Later looks are rarer, since each may be a request: a wait gets longer by this part of itself at most. */
const FIRST_PAUSE_MS = 2;
const PART = 1 / 8;
const LONGEST_PAUSE_MS = 1000;

/** Looks until what it sees holds, and returns that; a test that waits in vain fails with what it saw last. */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string = String(look),
  holds: (seen: T) => boolean = Boolean,
  patience = PATIENCE_MS,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const waited = performance.now() - begun;
    const seen = await look();
    if (holds(seen)) return seen;
    if (waited > patience)
      throw new Error(`waited in vain for ${what}; last seen: ${inspect(seen, { depth: 6 })}`);
    await pause(Math.min(Math.max(FIRST_PAUSE_MS, waited * PART), LONGEST_PAUSE_MS));
  }
}
