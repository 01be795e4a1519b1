// Holds a flood of hints from one shop back: so many a minute name their record, then one stands for all.
import type { Hint } from '../../channels/hook.ts';
import { lruCache } from '../../model/lru-cache.ts';

const MINUTE = 60_000;
/** Named records of one shop and kind, a minute: what many calls by number cost, one list costs less. */
export const EACH_MINUTE = 60;
/** Shops that are counted at the same time; beyond, those heard of longest ago begin again. */
const SHOPS = 10_000;

interface Count {
  since: number;
  hints: number;
}

export function createThrottle(now: () => number) {
  const counts = lruCache<Count>({ max: SHOPS, lifetime: 10 * MINUTE });

  /** Those that are to be passed on. */
  return function throttle(shop: string, hints: readonly Hint[]): readonly Hint[] {
    return hints.flatMap((hint): readonly Hint[] => {
      const key = `${hint.resource} ${shop}`;
      const known = counts.get(key);
      const isOver = !known || Math.abs(now() - known.since) >= MINUTE;
      const count = isOver ? { since: now(), hints: 0 } : known;
      if (isOver) counts.set(key, count);
      count.hints += 1;
      if (count.hints <= EACH_MINUTE) return [hint];
      return count.hints === EACH_MINUTE + 1 ? [{ ...hint, record: undefined }] : [];
    });
  };
}
