// One write at a time for one order or variant, on all instances.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../store/index.ts';

/** A holder that dies is missed after this long; one that lives holds on in time. */
const LEASE = 30_000;
const HOLD_EVERY = 10_000;
const LOOK_EVERY = 200;

/**
 * Does the work once every subject is its own, or gives undefined where one stays another's until
 * `deadline`. All take them in one order, so that no two wait for each other.
 */
export async function withLocks<T>(
  { locks, now }: { readonly locks: Store['locks']; readonly now: () => number },
  subjects: readonly string[],
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID();
  const held: string[] = [];
  const holding = setInterval(() => {
    // Where that fails, the next one may hold it in time.
    locks.keepAll(holder, LEASE).catch(() => {});
  }, HOLD_EVERY);
  try {
    for (const subject of [...new Set(subjects)].sort()) {
      const key = `write/${subject}`;
      while ((await locks.take({ key, holder, lease: LEASE })) === undefined) {
        if (now() + LOOK_EVERY >= deadline) return undefined;
        await pause(LOOK_EVERY, undefined, { signal });
      }
      held.push(key);
    }
    return await work();
  } finally {
    clearInterval(holding);
    for (const key of held) await locks.leave({ key, holder }).catch(() => {});
  }
}
