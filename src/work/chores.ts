// Chores: what is done every so often beside the calls, by every instance or by one at a time.
import { randomUUID } from 'node:crypto';
import type { Leases } from './lease.ts';

export interface ChoresOptions {
  /** Who does a chore now, for all instances, and when it is next due. */
  readonly rows: Pick<Leases, 'take' | 'keep'>;
  /** Between 0 and 1, so that instances that started together do not ask together. */
  readonly random: () => number;
  readonly onFailure: (name: string, error: unknown) => void;
}

/** An instance that died at a chore is missed after this long. */
const LEASE = 60_000;
const HOLD_EVERY = 20_000;
/** How often an instance looks at most whether a chore is due. */
const LOOK = 60_000;
/** No renewal of a credential takes longer. */
const PATIENCE = 30_000;

export function createChores({ rows, random, onFailure }: ChoresOptions) {
  const holder = randomUUID();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  let stopped = false;

  function repeat(milliseconds: number, name: string, work: () => Promise<unknown>) {
    if (stopped) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        const done: Promise<unknown> = work()
          .catch((error) => onFailure(name, error))
          .finally(() => {
            running.delete(done);
            repeat(milliseconds, name, work);
          });
        running.add(done);
      },
      milliseconds * (0.9 + 0.1 * random()),
    );
    timer.unref();
    timers.add(timer);
  }

  async function doAlone(milliseconds: number, name: string, work: () => Promise<unknown>) {
    // Among the places of hosts, which are never called so.
    const chore = { key: `chore/${name}`, holder };
    const longest = Math.max(LEASE, milliseconds);
    if ((await rows.take({ ...chore, lease: LEASE, longest })) === undefined) return;
    const began = performance.now();
    const holding = setInterval(() => {
      rows.keep(chore, LEASE).catch((error) => onFailure(name, error));
    }, HOLD_EVERY);
    holding.unref();
    let pause = milliseconds;
    try {
      await work();
    } catch (error) {
      // Another may do better, and need not wait for it.
      pause = Math.min(LOOK, milliseconds);
      throw error;
    } finally {
      clearInterval(holding);
      // A little sooner than the next look of the instance that did it, which would otherwise just miss it.
      const left = stopped ? 0 : Math.max(0, pause * 0.9 - (performance.now() - began));
      await rows.keep(chore, left).catch((error) => onFailure(name, error));
    }
  }

  return {
    /** Done by every instance. */
    every: repeat,
    /** Done by one instance at a time, so often in all; a second one at the same time must do no harm. */
    singleton(milliseconds: number, name: string, work: () => Promise<unknown>): void {
      repeat(Math.min(LOOK, milliseconds), name, () => doAlone(milliseconds, name, work));
    },
    /** Begins nothing more, and resolves when what was under way has ended, or took too long. */
    async stop(patience = PATIENCE): Promise<void> {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      const { promise: tooLong, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, patience);
      await Promise.race([Promise.all(running), tooLong]);
      clearTimeout(limit);
    },
  };
}
