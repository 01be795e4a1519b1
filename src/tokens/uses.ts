// Notes which tokens are in use: to the hour, many at a time, and never while a request waits.
import type { Store } from '../store/index.ts';

export type Uses = ReturnType<typeof createUses>;

const HOUR = 60 * 60_000;
/** A use that is not noted yet counts for nothing: soon, but many at a time. */
const SOON = 1000;
/** More than tokens can be new within a second; what is left out is seen again at its next use. */
const MOST = 5000;

export function createUses(
  store: Pick<Store, 'tokens'>,
  now: () => number,
  onTrouble: (error: unknown) => void,
) {
  let seen = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function settle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const hashes = [...seen];
    seen = new Set();
    try {
      await store.tokens.noteUses(hashes, now() - HOUR);
    } catch (error) {
      onTrouble(error);
    }
  }

  return {
    /** A good token was presented that was last noted at this time, if at all. */
    saw(hash: string, notedAt: number | null): void {
      // A time to come says that the clock was set back.
      const age = notedAt === null ? HOUR : Math.abs(now() - notedAt);
      if (age < HOUR || seen.size >= MOST) return;
      seen.add(hash);
      timer ??= setTimeout(() => void settle(), SOON).unref();
    },
    settle,
  };
}
