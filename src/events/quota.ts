// What a client is answered when no more of its background executions can be kept.
import { performance } from 'node:perf_hooks';
import { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import { writeInstant } from '../model/time.ts';
import type { NoRoom, Quota } from '../store/index.ts';

const MIB = 1024 * 1024;
/** Where it hangs on executions that still run. */
const COME_BACK = 30_000;
/** So long a refusal holds, in milliseconds, before the store is asked again. */
const HOLDS = 1000;
const MOST_REFUSED = 10_000;

export function noRoom({ bytes, rows, roomAt }: NoRoom, quota: Quota, now: number): Fault {
  const used = `${count(rows)} background executions with ${mebibytes(bytes)} are kept for this client`;
  const allowed = `at most ${count(quota.rows)} with ${mebibytes(quota.bytes)} are`;
  const when =
    roomAt === undefined
      ? 'when those that still run have ended'
      : `at ${writeInstant(roomAt)}, when the oldest results run out`;
  return new Fault(
    'result_quota_met',
    `${used}; ${allowed}. There is room again ${when}. Until then call without "Prefer: respond-async".`,
    { retryAfter: roomAt === undefined ? COME_BACK : roomAt - now },
  );
}

export function tooLarge(largest: number): Fault {
  return new Fault(
    'result_quota_met',
    `The result is larger than what is kept of one background execution (${mebibytes(largest)}, compressed). Ask for fewer records, or call without "Prefer: respond-async".`,
    { retryable: false },
  );
}

/** To ask for what cannot be had costs next to nothing, however often it is asked for. */
export function createRefusals(clock = () => performance.now()) {
  const refused = lruCache<Fault>({ max: MOST_REFUSED, lifetime: HOLDS, now: clock });
  return {
    /** Throws the fault while it holds. */
    check(client: string) {
      const fault = refused.get(client);
      if (fault) throw fault;
    },
    note(client: string, fault: Fault): Fault {
      refused.set(client, fault);
      return fault;
    },
  };
}

const count = (number: number): string => number.toLocaleString('en-US');
/** Rounded up, so that what is over never looks as if it were not. */
const mebibytes = (bytes: number): string => `${count(Math.ceil((bytes / MIB) * 10) / 10)} MiB`;
