// How fast, for several processes: budgets counted in the store, waiting lines kept at home.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type News, type Rate, rateOf, type Spent, statedRate } from '../model/bucket.ts';
import type { Budget, Budgets, Pace } from '../model/exchange.ts';
import { lruCache } from '../model/lru-cache.ts';
import { steady } from '../model/steady.ts';
import { unlessGone } from '../model/unless-gone.ts';
import { slotsFor } from './host-slots.ts';
import { tightest } from './pace.ts';
import { createPauses } from './pauses.ts';

/** The rows behind it, passed in by the code that wires the service. All times are from now on. */
export interface BudgetRows {
  spend(key: string, rate: Rate, share: number, patience: number): Promise<Spent>;
  giveBack(key: string, milliseconds: number): Promise<void>;
  learn(key: string, news: News): Promise<void>;
  resume(key: string, rate: Rate): Promise<void>;
  claim(
    key: string,
    slots: readonly number[],
    holder: string,
    lease: number,
  ): Promise<number | undefined>;
  extend(holder: string, lease: number): Promise<void>;
  leave(key: string, slot: number, holder: string): Promise<void>;
}

/** What this process last knew of a bucket, so that unchanged news are not written again. */
interface Known extends Rate {
  readonly tat: number;
}

/** How often someone who waits for a place looks again. */
const LOOK = 40;
/** A place is held for this long and extended while it is used: those of a dead process come back. */
const LEASE = 10_000;
const EXTEND_EVERY = 3000;

export function createSharedBudgets(
  rows: BudgetRows,
  home: Budgets,
  random: () => number,
  onError: (error: unknown) => void,
): Budgets {
  const known = lruCache<Known>({ max: 50_000 });
  const pauses = createPauses();
  const clock = steady();
  const holder = randomUUID();
  let places = 0;
  let extending: NodeJS.Timeout | undefined;

  /** The clock of extensions runs only while a place is held. */
  function count(change: 1 | -1) {
    places += change;
    if (places > 0)
      extending ??= setInterval(() => {
        rows.extend(holder, LEASE).catch(onError);
      }, EXTEND_EVERY).unref();
    else {
      clearInterval(extending);
      extending = undefined;
    }
  }

  /** Where there are no tokens and no common pause, there is nothing to ask the store. */
  const isCounted = ({ limit }: Budget): boolean =>
    limit.by === 'credential' || limit.tokens !== undefined;

  return {
    turn: home.turn,

    async take(budgets, cost, machineTime, patience, { client }, ear) {
      const time = clock(machineTime);
      const taken: { key: string; milliseconds: number }[] = [];
      const undo = () => Promise.all(taken.map((one) => rows.giveBack(one.key, one.milliseconds)));
      let wait = 0;
      const least = ear && tightest(ear);
      for (const budget of budgets) {
        const { key, limit } = budget;
        const share = limit.points ? cost : 1;
        const own = pauses.own(budget, client, time);
        const spent =
          own <= patience && isCounted(budget)
            ? await rows.spend(key, rateOf(limit), share, patience)
            : { taken: own <= patience, wait: Math.max(0, own), paused: own };
        if ('every' in spent) {
          const { every, burst, ahead } = spent;
          known.set(key, { every, burst, tat: time + ahead });
        }
        if (!spent.taken) {
          await undo();
          const asks =
            spent.paused > patience && pauses.asksAgain(budget, client, spent.paused, time);
          if (asks) return { wait: 0, early: budgets };
          ear?.refused(limit.name);
          return { refused: spent.wait };
        }
        if ('every' in spent) {
          taken.push({ key, milliseconds: spent.every * share });
          least?.add(budget, spent.ahead, spent);
        }
        wait = Math.max(wait, own, spent.wait);
      }
      least?.report();
      return { wait };
    },

    learn(budget, pace, machineTime, caller) {
      const time = clock(machineTime);
      // Strain is noted at home: each process sees it for itself soon enough.
      if (pace.strained !== undefined)
        home.learn(budget, { limit: pace.limit, strained: pace.strained }, machineTime, caller);
      const { every } = known.get(budget.key) ?? rateOf(budget.limit);
      if (pace.back) rows.giveBack(budget.key, pace.back * every).catch(onError);
      const pause = pace.pause ? (pauses.begin(budget, caller, pace.pause, time) ?? 0) : 0;
      const news = newsOf(budget, pace, pause, time, known.get(budget.key));
      if (!news) return;
      known.delete(budget.key);
      rows.learn(budget.key, news).catch(onError);
    },

    resume(budget, _, { client }) {
      pauses.end(budget, client);
      if (!isCounted(budget)) return;
      known.delete(budget.key);
      rows.resume(budget.key, rateOf(budget.limit)).catch(onError);
    },

    async enter(budgets, caller, signal) {
      const leaveHome = await home.enter(budgets, caller, signal);
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
          if (limit.concurrency === undefined) continue;
          const slots = slotsFor(limit.concurrency, limit.by !== 'credential' && !caller.proven);
          for (;;) {
            const slot = await rows.claim(key, slots, holder, LEASE);
            if (slot !== undefined) {
              held.push({ key, slot });
              count(1);
              break;
            }
            await unlessGone(sleep(LOOK * (0.5 + random())), signal);
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

/** What a reply says that the rows may not know yet; undefined when it is nothing new. */
function newsOf(
  { limit }: Budget,
  pace: Pace,
  pause: number,
  time: number,
  before: Known | undefined,
): News | undefined {
  const published = rateOf(limit);
  const rate = before ?? published;
  const { every, burst } = statedRate(pace, limit.window);
  const inForce = { every: every ?? rate.every, burst: burst ?? rate.burst };
  const short = pace.left === undefined ? 0 : Math.max(0, inForce.burst - pace.left);
  const paced = pause === 0 ? 0 : pause + inForce.every * (inForce.burst - 1);
  const ahead = Math.max(short * inForce.every, paced);
  const isNew =
    pause > 0 ||
    (every !== undefined && every !== before?.every) ||
    (burst !== undefined && burst !== before?.burst) ||
    // Less than one token's difference is the call under way, which the rows have counted.
    (ahead > 0 && time + ahead > (before?.tat ?? 0) + inForce.every);
  return isNew ? { published, every, burst, ahead, pause } : undefined;
}
