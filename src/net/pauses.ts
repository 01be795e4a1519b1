// Pauses that hosts ask for: whom they hold, and the single calls that ask again before their end.
import { LONGEST_PAUSE } from '../model/bucket.ts';
import type { Budget, Caller } from '../model/exchange.ts';
import { lruCache } from '../model/lru-cache.ts';

interface Asking {
  next: number;
  step: number;
  /** When the pause ends, as far as was known. */
  until: number;
}

/** Pauses up to this long are kept to; in longer ones a call finds out after it, twice it, and so on. */
const FIRST_ASKED = 60_000;
const MOST = 50_000;

export function createPauses() {
  const owned = lruCache<number>({ max: MOST });
  const asking = lruCache<Asking>({ max: MOST });
  const keyOf = ({ key }: Budget, client: string) => `${client.length} ${client} ${key}`;

  function hear(key: string, left: number, now: number): Asking {
    const known = asking.get(key);
    if (known && now <= known.until) {
      known.until = now + left;
      return known;
    }
    const heard = { next: now + FIRST_ASKED, step: FIRST_ASKED, until: now + left };
    asking.set(key, heard);
    return heard;
  }

  return {
    /** Milliseconds that a pause of the client's own still lasts. */
    own: (budget: Budget, client: string, now: number): number =>
      budget.limit.by === 'credential' ? 0 : (owned.get(keyOf(budget, client)) ?? 0) - now,

    /** A host asked for a pause; returns it, bounded, where it holds for everyone on the budget. */
    begin(budget: Budget, caller: Caller, milliseconds: number, now: number): number | undefined {
      const pause = Math.min(milliseconds, LONGEST_PAUSE);
      const key = keyOf(budget, caller.client);
      hear(key, pause, now);
      if (holdsAll(budget, caller)) return pause;
      owned.set(key, Math.max(owned.get(key) ?? 0, now + pause));
      return undefined;
    },

    /** Whether a call of this client may ask again now, though `left` milliseconds remain. */
    asksAgain(budget: Budget, client: string, left: number, now: number): boolean {
      const known = hear(keyOf(budget, client), left, now);
      if (now < known.next) return false;
      known.step *= 2;
      known.next = now + known.step;
      return true;
    },

    end(budget: Budget, client: string): void {
      const key = keyOf(budget, client);
      owned.delete(key);
      asking.delete(key);
    },
  };
}

/**
 * What a vendor says of a limit that it publishes holds for everyone whom it counts together. What a
 * shop says beside that, or to keys that were never seen to work, one client could have provoked:
 * it holds for that client, and the others find out by a call of their own.
 */
const holdsAll = ({ limit }: Budget, { proven }: Caller): boolean =>
  limit.by === 'credential' || (limit.tokens !== undefined && proven);
