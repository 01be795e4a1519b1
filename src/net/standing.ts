// How credentials stand with hosts: which were seen to work, and how long one that was refused must wait.
import { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import { steady } from '../model/steady.ts';

/** A client's credential at a host: what one client does with it never counts against another. */
export interface Presented {
  readonly client: string;
  readonly host: string;
  /** The host is one shop's own, so that new keys for it are rare. */
  readonly isShop: boolean;
  /** Names client, credential and host together. */
  readonly one: string;
  /** All keys of a client that were never seen to work at a shop: it may make up a new one each time. */
  readonly anyNew: string;
}

/** Written out once for all that is asked of it. No host has a space in it: no two are written alike. */
export const present = (
  client: string,
  credential: string,
  host: string,
  isShop: boolean,
): Presented => ({
  client,
  host,
  isShop,
  one: `${host} ${client.length} ${client} ${credential}`,
  anyNew: `${host} any ${client}`,
});

export type Standing = ReturnType<typeof createStanding>;

interface Refusals {
  readonly count: number;
  readonly at: number;
  readonly restsUntil: number;
}

/** So many refusals cost nothing: people mend a key's permissions and try again. */
const FREE = 5;
/** One try may be several calls: refusals this close together count as one. */
const TOGETHER = 1000;
const FIRST_REST = 1000;
const LONGEST_REST = 60_000;
const MOST = 50_000;
/** The reason of a fault that stands for refusals before it: the host was not asked. */
export const REFUSED_LATELY = 'refused_lately';

export function createStanding() {
  const working = lruCache<true>({ max: MOST });
  const refusals = lruCache<Refusals>({ max: MOST });
  const clock = steady();

  function count(key: string, now: number) {
    const known = refusals.get(key);
    if (known && now - known.at < TOGETHER) return;
    const total = (known?.count ?? 0) + 1;
    const beyond = total - FREE;
    const rest = beyond < 0 ? 0 : Math.min(LONGEST_REST, FIRST_REST * 2 ** Math.min(beyond, 10));
    refusals.set(key, { count: total, at: now, restsUntil: now + rest });
  }

  const restOf = (key: string, now: number) => (refusals.get(key)?.restsUntil ?? 0) - now;

  return {
    /** Whether the host took the credential when it was last sent. */
    works: ({ one }: Presented): boolean => working.has(one),

    /** Throws when the credential was refused so lately that it must wait before it is sent again. */
    check({ host, isShop, one, anyNew }: Presented, machineTime: number): void {
      const now = clock(machineTime);
      const rest = restOf(one, now);
      if (rest > 0)
        throw new Fault(
          'credential_refused',
          `${host} refused this credential again and again. It is sent there again in ${seconds(rest)} seconds at the earliest.`,
          { reason: REFUSED_LATELY, retryAfter: rest },
        );
      if (!isShop || working.has(one)) return;
      const others = restOf(anyNew, now);
      if (others > 0)
        throw new Fault(
          'channel_rate_limited',
          `${host} refused one new credential after another. The next one is sent there in ${seconds(others)} seconds at the earliest.`,
          { reason: REFUSED_LATELY, retryAfter: others },
        );
    },

    worked({ one, anyNew }: Presented): void {
      working.set(one, true);
      refusals.delete(one);
      refusals.delete(anyNew);
    },

    refused({ isShop, one, anyNew }: Presented, machineTime: number): void {
      const now = clock(machineTime);
      const isNew = !working.has(one);
      working.delete(one);
      count(one, now);
      if (isShop && isNew) count(anyNew, now);
    },
  };
}

const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);
