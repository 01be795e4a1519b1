// Memories that forget in time, whether or not anyone asks for what they hold.
import { LRUCache } from 'lru-cache';
import { atMost } from '../model/at-most.ts';

/** Nothing is remembered for longer without being used. */
export const FORGOTTEN_AFTER = 24 * 60 * 60_000;
/** How often what is over is taken out; until then it is there, though nobody is given it. */
const LOOK_EVERY = 10 * 60_000;

/** The time is asked for at every look: to keep it for a millisecond, a cache would set a timer. */
export const EXACT = 0;

/** What was not used for a day is forgotten. */
export function forgetful<V extends {}>(
  { max }: { readonly max: number },
  lookEvery?: number,
): LRUCache<string, V> {
  return forgetting(
    new LRUCache<string, V>({
      ...atMost(max),
      ttl: FORGOTTEN_AFTER,
      updateAgeOnGet: true,
      ttlResolution: EXACT,
    }),
    lookEvery,
  );
}

/**
 * Takes out what is over. A cache looks only at what it is asked for, and nobody asks for what
 * belonged to a user who is gone.
 */
export function forgetting<V extends {}>(
  cache: LRUCache<string, V>,
  lookEvery = LOOK_EVERY,
): LRUCache<string, V> {
  // Held loosely: a memory that nobody has any more is not kept for the sake of its clock.
  const held = new WeakRef(cache);
  const timer = setInterval(() => {
    const kept = held.deref();
    if (kept) kept.purgeStale();
    else clearInterval(timer);
  }, lookEvery);
  timer.unref();
  return cache;
}
