// Waits for what happens by itself, however slow the machine is.
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Far more than a busy machine needs: what has not happened by then does not happen. */
const PATIENCE_MS = 60_000;
/** Most has happened at the second look; later looks are rarer, since each may be a request. */
const FIRST_PAUSE_MS = 2;
const USUAL_PAUSE_MS = 50;
/** What takes long is waited for in pauses of this part of the time so far. */
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
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, USUAL_PAUSE_MS)) {
    const waited = performance.now() - begun;
    const seen = await look();
    if (holds(seen)) return seen;
    if (waited > patience)
      throw new Error(`waited in vain for ${what}; last seen: ${inspect(seen, { depth: 6 })}`);
    await pause(Math.max(ms, Math.min(waited * PART, LONGEST_PAUSE_MS)));
  }
}
