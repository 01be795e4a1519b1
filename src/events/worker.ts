// A worker on leased work: polls with jitter, wakes when there is something, holds leases while it works.
import { randomUUID } from 'node:crypto';
import type { Claiming, Lease } from '../store/index.ts';

/** Where the work comes from: deliveries or jobs of the store. */
export interface Source<T extends Lease> {
  lanes(now: number, without: readonly string[], limit: number): Promise<readonly string[]>;
  claim(claiming: Claiming): Promise<readonly T[]>;
  extend(held: readonly Lease[], until: number): Promise<void>;
}

export interface WorkerOptions<T extends Lease> {
  readonly source: Source<T>;
  readonly now: () => number;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
  /** Pieces of work under way at once in this process. */
  readonly atOnce: number;
  /** How many more of this lane may begin. */
  readonly places: (lane: string) => number;
  /** Lanes that may have no more now. */
  readonly full: () => readonly string[];
  /** Does one piece of work to its end; must not throw. */
  readonly work: (held: T, lane: string) => Promise<void>;
  /** Done at each poll beside the work, such as ending what waited too long. */
  readonly tidy?: () => Promise<void>;
  /** The store could not be asked; it will be again. */
  readonly onTrouble: (error: unknown) => void;
}

export interface Worker {
  start(): void;
  /** There may be work now. */
  wake(): void;
  /** Takes nothing more and resolves when all that was under way has ended. */
  stop(): Promise<void>;
}

/** A holder that dies is missed after this long; one that lives extends its leases in time. */
export const LEASE = 10_000;
const EXTEND_EVERY = 3000;
const POLL_EVERY = 1000;
const LANES_AT_ONCE = 50;

export function createWorker<T extends Lease>(options: WorkerOptions<T>): Worker {
  const { source, now, random, atOnce, places, full, work, onTrouble } = options;
  const held = new Map<T, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let extending: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  /** Takes what may be taken, lane by lane; tells whether anything was. */
  async function take(): Promise<boolean> {
    let any = false;
    const lanes = await source.lanes(now(), full(), LANES_AT_ONCE);
    for (const lane of lanes) {
      const limit = Math.min(places(lane), atOnce - held.size);
      if (stopped || limit <= 0) continue;
      const claimed = await source.claim({
        lane,
        limit,
        now: now(),
        until: now() + LEASE,
        by: randomUUID(),
      });
      for (const each of claimed) hold(each, lane);
      any ||= claimed.length > 0;
    }
    return any;
  }

  function hold(each: T, lane: string) {
    const done = work(each, lane)
      .catch(onTrouble)
      .finally(() => {
        held.delete(each);
        wake();
      });
    held.set(each, done);
  }

  async function round(): Promise<void> {
    try {
      await options.tidy?.();
      while (!stopped && held.size < atOnce && (await take()));
    } catch (error) {
      onTrouble(error);
    }
  }

  function wake() {
    if (stopped) return;
    again = true;
    running ??= (async () => {
      while (again && !stopped) {
        again = false;
        await round();
      }
    })().finally(() => {
      running = undefined;
      if (again) wake();
      else plan();
    });
  }

  function plan() {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(wake, POLL_EVERY * (0.75 + 0.5 * random()));
    timer.unref();
  }

  return {
    start() {
      if (!stopped) return;
      stopped = false;
      extending = setInterval(() => {
        source.extend([...held.keys()], now() + LEASE).catch(onTrouble);
      }, EXTEND_EVERY);
      extending.unref();
      wake();
    },
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await Promise.all(held.values());
      clearInterval(extending);
    },
  };
}
