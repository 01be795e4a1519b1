// Processes for override expressions that clients share by turns: started as needed, ended when idle for long.
import { createPlaces } from '../model/places.ts';
import { unlessGone } from '../model/unless-gone.ts';
import { type Answer, type RuleChild, startRuleChild } from './rule-child.ts';
import type { Order } from './rule-process.ts';

export interface PoolOptions {
  /** The most processes at the same time. */
  readonly processes: number;
  /** How many of them wait for work, once there was any. */
  readonly spare: number;
  /** As `os.setPriority` takes it: the higher, the less time the machine gives them. */
  readonly priority: number;
  /** Milliseconds after which a process without work is ended. */
  readonly idle?: number;
  readonly start?: (priority: number) => Promise<RuleChild>;
}

/** A turn at one process. */
export interface Seat {
  ask(order: Order, signal: AbortSignal): Promise<Answer>;
  /** False when the process did not outlive the turn. */
  leave(): Promise<boolean>;
}

export interface Pool {
  /**
   * Waits for a turn. Rejects with the signal's reason, with `LineFull`, or with `NoProcess`.
   */
  enter(client: string, signal: AbortSignal): Promise<Seat>;
  close(): void;
}

/** No process could be started, or the service is closing. */
export class NoProcess extends Error {
  override readonly name = 'NoProcess';
}

const MOST_WAITING = 200;
const IDLE = 5 * 60_000;

export function createPool({
  processes,
  spare,
  priority,
  idle = IDLE,
  start = startRuleChild,
}: PoolOptions): Pool {
  const places = createPlaces({ max: processes, line: MOST_WAITING });
  /** Those without work and what ends them in time, the one used last at the end. */
  const resting = new Map<RuleChild, NodeJS.Timeout>();
  /** Those that start without anyone waiting for them yet. */
  const coming = new Set<Promise<RuleChild>>();
  const all = new Set<RuleChild>();
  let closed = false;

  async function started(): Promise<RuleChild> {
    if (closed) throw new NoProcess();
    const child = await start(priority).catch((cause) => {
      throw new NoProcess('no process could be started', { cause });
    });
    all.add(child);
    if (closed) child.end();
    return child;
  }

  /** So that whoever comes next need not wait for one to start. */
  function warm() {
    const wanted = spare - resting.size - coming.size;
    const room = processes - places.used() - resting.size - coming.size;
    if (closed || Math.min(wanted, room) < 1) return;
    const child = started();
    coming.add(child);
    child.then(
      (one) => {
        if (coming.delete(child)) rest(one);
      },
      () => coming.delete(child),
    );
  }

  function taken(): Promise<RuleChild> {
    for (const [child, timer] of [...resting].reverse()) {
      clearTimeout(timer);
      resting.delete(child);
      if (child.alive()) return Promise.resolve(child);
      all.delete(child);
    }
    const [first] = coming;
    if (first) coming.delete(first);
    return first ?? started();
  }

  function rest(child: RuleChild) {
    const timer = setTimeout(() => {
      resting.delete(child);
      end(child);
    }, idle);
    timer.unref();
    resting.set(child, timer);
  }

  function end(child: RuleChild) {
    all.delete(child);
    child.end();
  }

  /** The place is given back when the process is ready for the next, or gone. */
  async function giveBack(child: RuleChild, leave: () => void): Promise<boolean> {
    const alive = await child.rest();
    if (alive && !closed) rest(child);
    else end(child);
    leave();
    warm();
    return alive || closed;
  }

  return {
    async enter(client, signal) {
      const leave = await places.enter(client, signal);
      const child = taken();
      try {
        const mine = await unlessGone(child, signal);
        warm();
        return { ask: mine.ask, leave: () => giveBack(mine, leave) };
      } catch (error) {
        child.then(
          (one) => giveBack(one, leave),
          () => leave(),
        );
        throw error;
      }
    },

    close() {
      closed = true;
      for (const timer of resting.values()) clearTimeout(timer);
      resting.clear();
      for (const child of all) child.end();
      all.clear();
    },
  };
}
