// Slows down those who present wrong secrets: in memory, bounded, with growing pauses.
import { isIPv6 } from 'node:net';
import { lruCache } from '../model/lru-cache.ts';

/*
 * Who is throttled, and who must not be.
 *
 * A client id is no secret. If wrong tries locked a client id, anyone could keep that client out by
 * guessing; if they locked an address, one misconfigured application would lock out its neighbours
 * behind the same gateway. So a correct secret always passes: the secret is looked at first, and the
 * throttle decides only how a wrong one is answered. That costs nothing in safety, because secrets
 * are 256 random bits: no rate of guessing finds one, throttled or not. What the throttle gives is
 * that a broken caller is asked to slow down (429 with Retry-After) and for how long, and that
 * operators see it, while each try costs us one hash and one read by primary key.
 *
 * Tries are counted per name (a client id) and per address, since either may vary. They are counted
 * in each process on its own, which is enough for that purpose.
 */
const FREE_PER_NAME = 5;
// Many clients may share one address.
const FREE_PER_ADDRESS = 20;
const LONGEST_PAUSE_MS = 5 * 60_000;
const FORGET_MS = 15 * 60_000;
const KEPT = 10_000;

interface Tries {
  readonly count: number;
  readonly last: number;
  readonly blockedUntil: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(now: () => number) {
  const kept = lruCache<Tries>({ max: KEPT });

  const count = (key: string, free: number): number => {
    const time = now();
    const known = kept.get(key);
    // A clock that was set back must not stretch a pause.
    const usable = known && time >= known.last && time - known.last < FORGET_MS;
    const tries = usable ? known : { count: 0, last: time, blockedUntil: 0 };
    if (time < tries.blockedUntil) return tries.blockedUntil - time;
    const total = tries.count + 1;
    const over = total - free;
    const pause = over < 0 ? 0 : Math.min(1000 * 2 ** over, LONGEST_PAUSE_MS);
    kept.set(key, { count: total, last: time, blockedUntil: time + pause });
    return 0;
  };

  return {
    /** Counts a wrong secret; returns the milliseconds to wait if it came too soon, else 0. */
    wrong: (name: string, address: string): number =>
      Math.max(
        count(`name ${name}`, FREE_PER_NAME),
        count(`address ${network(address)}`, FREE_PER_ADDRESS),
      ),
    /** Forgets the wrong tries under this name; those of the address stand. */
    right(name: string): void {
      kept.delete(`name ${name}`);
    },
  };
}

// One IPv6 host has at least 2^64 addresses to try from, so the first four groups count as one.
function network(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  const [left = '', right] = bare.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(gap).fill('0'), ...tail]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
