// How fast, for one process: budgets that start from published limits and learn from answers.
import { LRUCache } from 'lru-cache';
import { rateOf, spend, toldRate } from '../model/bucket.ts';
import type { Budget, Budgets } from '../model/exchange.ts';
import { steady } from '../model/steady.ts';

interface State {
  /** When the bucket is full again. */
  tat: number;
  pausedUntil: number;
  strainedUntil: number;
  every: number;
  burst: number;
  underWay: number;
  /** Those waiting for a place, in order. */
  readonly queue: Set<() => void>;
}

/** Idle budgets are forgotten: an unused bucket is a full one. */
export function createBudgets(now: () => number, maxKeys = 50_000): Budgets {
  const states = new LRUCache<string, State>({ max: maxKeys });
  const clock = steady();

  function stateOf({ key, limit }: Budget): State {
    let state = states.get(key);
    if (!state) {
      state = {
        ...rateOf(limit),
        tat: 0,
        pausedUntil: 0,
        strainedUntil: 0,
        underWay: 0,
        queue: new Set(),
      };
      states.set(key, state);
    }
    return state;
  }

  /** A strained server gets half the calls, one at least. */
  const allowed = (state: State, atOnce: number): number =>
    state.strainedUntil > clock(now()) ? Math.max(1, Math.floor(atOnce / 2)) : atOnce;

  return {
    take(budgets, cost, machineTime, patience) {
      const time = clock(machineTime);
      const plans = budgets.map((budget) => {
        const state = stateOf(budget);
        const share = budget.limit.points ? cost : 1;
        const { tat, wait } =
          state.every > 0 ? spend(state.tat, time, state, share) : { tat: state.tat, wait: 0 };
        return { state, tat, wait: Math.max(wait, state.pausedUntil - time) };
      });
      const wait = plans.reduce((longest, plan) => Math.max(longest, plan.wait), 0);
      if (wait > patience) return { refused: wait };
      for (const { state, tat } of plans) state.tat = tat;
      return { wait };
    },

    learn(budget, pace, machineTime) {
      const time = clock(machineTime);
      const state = stateOf(budget);
      const before = state.every;
      Object.assign(state, toldRate(pace, budget.limit.window));
      // Tokens owed stay as many as they were; only how fast they come back is new.
      if (before > 0 && state.tat > time)
        state.tat = time + ((state.tat - time) / before) * state.every;
      if (pace.strained !== undefined) state.strainedUntil = time + pace.strained;
      if (pace.back !== undefined) state.tat -= pace.back * state.every;
      // The channel's count wins only downwards: calls under way are not in it yet.
      if (pace.left !== undefined && state.every > 0)
        state.tat = Math.max(state.tat, time + Math.max(0, state.burst - pace.left) * state.every);
      if (pace.pause !== undefined) {
        state.pausedUntil = Math.max(state.pausedUntil, time + pace.pause);
        // Whoever waits out the pause goes on at the limit's rate, not all in the same moment.
        if (state.every > 0)
          state.tat = Math.max(state.tat, state.pausedUntil + state.every * (state.burst - 1));
      }
    },

    async enter(budgets, signal) {
      const entered: { readonly state: State; readonly atOnce: number }[] = [];
      const leave = () => {
        for (const { state, atOnce } of entered.splice(0)) {
          const [next] = state.queue;
          // The place is handed on rather than freed, so that nobody jumps the line.
          if (next && state.underWay <= allowed(state, atOnce)) next();
          else state.underWay--;
        }
      };
      try {
        for (const budget of budgets) {
          const { atOnce } = budget.limit;
          if (atOnce === undefined) continue;
          const state = stateOf(budget);
          if (state.underWay < allowed(state, atOnce)) state.underWay++;
          else await turn(state.queue, signal);
          entered.push({ state, atOnce });
        }
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}

/** Waits in line, first come first served; an abort leaves the line. */
function turn(queue: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      queue.delete(go);
      reject(signal.reason);
    };
    const go = () => {
      queue.delete(go);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    queue.add(go);
  });
}
