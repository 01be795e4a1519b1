// The one cache: of a bounded size, with a lifetime for all that it holds.
import { LRUCache } from 'lru-cache';

export type Cache<V extends {}> = LRUCache<string, V>;

export interface CacheOptions {
  /** The most entries; or any other unit, where each entry is set with its `size` in it. */
  readonly max: number;
  /** Milliseconds for which an entry is kept; otherwise a day from its last use on. */
  readonly lifetime?: number;
  readonly now?: () => number;
  /** How often what is over is taken out; until then it is there, but is given to no caller. */
  readonly sweepEvery?: number;
}

export const DAY = 24 * 60 * 60_000;
const SWEEP_EVERY = 10 * 60_000;

/** What was used longest ago goes first. */
export function lruCache<V extends {}>(options: CacheOptions): Cache<V> {
  const { max, lifetime, now, sweepEvery = SWEEP_EVERY } = options;
  const cache = new LRUCache<string, V>({
    // Not `max`, which makes lists of that length up front: the caches of an idle service were 30 MB
    // of nothing, and took a tenth of a second to make.
    maxSize: max,
    sizeCalculation: () => 1,
    ttl: lifetime ?? DAY,
    updateAgeOnGet: lifetime === undefined,
    // The time is asked for at every look: to keep it for a millisecond, a cache would set a timer.
    ttlResolution: 0,
    ...(now && { perf: { now } }),
  });
  // A cache looks only at what it is asked for, and nothing asks for what belonged to a user who is
  // gone. Held weakly: a cache that is used no more is not kept for the sake of its timer.
  const held = new WeakRef(cache);
  const timer = setInterval(() => {
    const kept = held.deref();
    if (kept) kept.purgeStale();
    else clearInterval(timer);
  }, sweepEvery);
  timer.unref();
  return cache;
}
