// How fast, for several processes: budgets counted in the store, waiting lines kept at home.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { rateOf, toldRate } from '../model/bucket.ts';
import type { Budget, Budgets, Pace } from '../model/exchange.ts';

/** The rows behind it, handed in by whoever wires the house. */
export interface BudgetRows {
  spend(
    key: string,
    rate: { every: number; burst: number },
    share: number,
    now: number,
    patience: number,
  ): Promise<{ taken: boolean; wait: number; tat: number; every: number; burst: number }>;
  giveBack(key: string, milliseconds: number): Promise<void>;
  learn(
    key: string,
    told: {
      before: number;
      every?: number | undefined;
      burst?: number | undefined;
      tat: number;
      pausedUntil: number;
    },
    now: number,
  ): Promise<void>;
  claim(
    key: string,
    slots: number,
    holder: string,
    now: number,
    until: number,
  ): Promise<number | undefined>;
  extend(holder: string, until: number): Promise<void>;
  leave(key: string, slot: number, holder: string): Promise<void>;
}

/** What this process last knew of a bucket, so that unchanged news are not written again. */
interface Known {
  readonly tat: number;
  readonly every: number;
  readonly burst: number;
}

/** How often someone who waits for a place looks again. */
const LOOK = 40;
/** A place is held for this long and extended while it is used: those of a dead process come back. */
const LEASE = 10_000;
const EXTEND_EVERY = 3000;

export function createSharedBudgets(
  rows: BudgetRows,
  home: Budgets,
  now: () => number,
  random: () => number,
  onError: (error: unknown) => void,
): Budgets {
  const known = new LRUCache<string, Known>({ max: 50_000 });
  const holder = randomUUID();
  let places = 0;
  let extending: NodeJS.Timeout | undefined;

  /** The clock of extensions runs only while a place is held. */
  function count(change: 1 | -1) {
    places += change;
    if (places > 0)
      extending ??= setInterval(() => {
        rows.extend(holder, now() + LEASE).catch(onError);
      }, EXTEND_EVERY).unref();
    else {
      clearInterval(extending);
      extending = undefined;
    }
  }

  return {
    async take(budgets, cost, time, patience) {
      const taken: { key: string; milliseconds: number }[] = [];
      let wait = 0;
      for (const { key, limit } of budgets) {
        const share = limit.points ? cost : 1;
        const spent = await rows.spend(key, rateOf(limit), share, time, patience);
        known.set(key, spent);
        if (!spent.taken) {
          await Promise.all(taken.map((one) => rows.giveBack(one.key, one.milliseconds)));
          return { refused: spent.wait };
        }
        taken.push({ key, milliseconds: spent.every * share });
        wait = Math.max(wait, spent.wait);
      }
      return { wait };
    },

    learn(budget, pace, time) {
      // Who is strained is told at home: each process sees it for itself soon enough.
      if (pace.strained !== undefined) home.learn(budget, pace, time);
      const { every } = known.get(budget.key) ?? rateOf(budget.limit);
      if (pace.back) rows.giveBack(budget.key, pace.back * every).catch(onError);
      const news = newsOf(budget, pace, time, known.get(budget.key));
      if (!news) return;
      known.delete(budget.key);
      rows.learn(budget.key, news, time).catch(onError);
    },

    async enter(budgets, signal) {
      const leaveHome = await home.enter(budgets, signal);
      const held: { key: string; slot: number }[] = [];
      const leave = () => {
        leaveHome();
        for (const { key, slot } of held.splice(0)) {
          count(-1);
          rows.leave(key, slot, holder).catch(onError);
        }
      };
      try {
        for (const { key, limit } of budgets) {
          if (limit.atOnce === undefined) continue;
          for (;;) {
            const time = now();
            const slot = await rows.claim(key, limit.atOnce, holder, time, time + LEASE);
            if (slot !== undefined) {
              held.push({ key, slot });
              count(1);
              break;
            }
            await pause(LOOK * (0.5 + random()), signal);
          }
        }
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}

/** What a reply tells that the rows may not know yet; undefined when it is nothing new. */
function newsOf({ limit }: Budget, pace: Pace, time: number, before: Known | undefined) {
  const rate = before ?? rateOf(limit);
  const { every, burst } = toldRate(pace, limit.window);
  const inForce = { every: every ?? rate.every, burst: burst ?? rate.burst };
  const pausedUntil = pace.pause === undefined ? 0 : time + pace.pause;
  const short = pace.left === undefined ? 0 : Math.max(0, inForce.burst - pace.left);
  const emptied = short > 0 ? time + short * inForce.every : 0;
  const paced = pausedUntil === 0 ? 0 : pausedUntil + inForce.every * (inForce.burst - 1);
  const tat = Math.max(emptied, paced);
  const changed =
    inForce.every !== before?.every ||
    inForce.burst !== before?.burst ||
    // Less than one token's difference is the call under way, which the rows have counted.
    tat > (before?.tat ?? 0) + inForce.every;
  return changed || pausedUntil > 0
    ? { before: rateOf(limit).every, every, burst, tat, pausedUntil }
    : undefined;
}

async function pause(milliseconds: number, signal: AbortSignal) {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
