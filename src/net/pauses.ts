// Pauses that hosts ask for: whom they hold, and the single calls that ask again before their end.
import { LONGEST_PAUSE } from '../model/bucket.ts';
import type { Budget, Caller } from '../model/exchange.ts';
import { lruCache } from '../model/lru-cache.ts';

/** A pause as one client met it. */
interface Met {
  /** When a call may ask again before its end, and how long after that the next one may. */
  next: number;
  step: number;
  /** When it ends, as far as was known. */
  until: number;
  /** Until when it holds this client, where it holds no other. */
  own: number;
}

/** Pauses up to this long are kept to; in longer ones a call finds out after it, twice it, and so on. */
const FIRST_ASKED = 60_000;
const MOST = 50_000;

export function createPauses() {
  const met = lruCache<Met>({ max: MOST });
  const keyOf = ({ key }: Budget, client: string) => `${client.length} ${client} ${key}`;

  function hear(key: string, left: number, now: number): Met {
    const known = met.get(key);
    const until = now + left;
    if (known && now <= known.until) return Object.assign(known, { until });
    const heard = { next: now + FIRST_ASKED, step: FIRST_ASKED, until, own: known?.own ?? 0 };
    met.set(key, heard);
    return heard;
  }

  return {
    /** Milliseconds that a pause of the client's own still lasts. */
    own: (budget: Budget, client: string, now: number): number =>
      budget.limit.by === 'credential' ? 0 : (met.get(keyOf(budget, client))?.own ?? 0) - now,

    /** A host asked for a pause; returns it, bounded, where it holds for everyone on the budget. */
    begin(budget: Budget, caller: Caller, milliseconds: number, now: number): number | undefined {
      const pause = Math.min(milliseconds, LONGEST_PAUSE);
      const heard = hear(keyOf(budget, caller.client), pause, now);
      if (holdsAll(budget, caller)) return pause;
      heard.own = Math.max(heard.own, now + pause);
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

    end: (budget: Budget, client: string) => void met.delete(keyOf(budget, client)),
  };
}

/**
 * What a vendor says of a limit that it publishes holds for everyone whom it counts together. What a
 * shop says beside that, or to keys that were never seen to work, one client could have provoked:
 * it holds for that client, and the others find out by a call of their own.
 */
const holdsAll = ({ limit }: Budget, { proven }: Caller): boolean =>
  limit.by === 'credential' || (limit.tokens !== undefined && proven);
