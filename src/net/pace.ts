// How fast: budgets that start from a channel's published limits and learn from its answers.
import { LRUCache } from 'lru-cache';
import { spend } from '../model/bucket.ts';
import type { Limit, Pace } from '../model/exchange.ts';

/** One limit as it applies to one credential, host or application. */
export interface Budget {
  readonly key: string;
  readonly limit: Limit;
}

export interface Budgets {
  /**
   * Takes `cost` from every budget at once. Answers how long to wait before going on, or, when
   * that would be longer than `patience`, takes nothing and answers when it makes sense to return.
   */
  take(budgets: readonly Budget[], cost: number, now: number, patience: number): Taken;
  /** What a reply told about a limit. */
  learn(budget: Budget, pace: Pace, now: number): void;
  /** Waits for a place among the calls under way; call what it returns when done. */
  enter(budgets: readonly Budget[], signal: AbortSignal): Promise<() => void>;
}

export type Taken = { readonly wait: number } | { readonly refused: number };

interface State {
  tat: number;
  pausedUntil: number;
  every: number;
  burst: number;
  underWay: number;
  /** Those waiting for a place, in order. */
  readonly queue: Set<() => void>;
}

/** Budgets of one process. Idle ones are forgotten: an unused bucket is a full one. */
export function createBudgets(maxKeys = 50_000): Budgets {
  const states = new LRUCache<string, State>({ max: maxKeys });

  function stateOf({ key, limit }: Budget): State {
    let state = states.get(key);
    if (!state) {
      const tokens = limit.tokens ?? 0;
      state = {
        tat: 0,
        pausedUntil: 0,
        every: tokens > 0 ? ((limit.seconds ?? 1) * 1000) / tokens : 0,
        burst: limit.burst ?? Math.max(1, tokens),
        underWay: 0,
        queue: new Set(),
      };
      states.set(key, state);
    }
    return state;
  }

  return {
    take(budgets, cost, now, patience) {
      const plans = budgets.map((budget) => {
        const state = stateOf(budget);
        const share = budget.limit.points ? cost : 1;
        const { tat, wait } =
          state.every > 0 ? spend(state.tat, now, state, share) : { tat: state.tat, wait: 0 };
        return { state, tat, wait: Math.max(wait, state.pausedUntil - now) };
      });
      const wait = plans.reduce((longest, plan) => Math.max(longest, plan.wait), 0);
      if (wait > patience) return { refused: wait };
      for (const { state, tat } of plans) state.tat = tat;
      return { wait };
    },

    learn(budget, pace, now) {
      const state = stateOf(budget);
      if (pace.rate !== undefined && pace.rate > 0) state.every = 1000 / pace.rate;
      if (pace.burst !== undefined && pace.burst > 0) state.burst = pace.burst;
      if (pace.pause !== undefined)
        state.pausedUntil = Math.max(state.pausedUntil, now + pace.pause);
      // The channel's count wins only downwards: calls under way are not in it yet.
      if (pace.left !== undefined && state.every > 0)
        state.tat = Math.max(state.tat, now + (state.burst - pace.left) * state.every);
    },

    async enter(budgets, signal) {
      const entered: State[] = [];
      const leave = () => {
        for (const state of entered.splice(0)) {
          // The place is handed on rather than freed, so that nobody jumps the line.
          const [next] = state.queue;
          if (next) next();
          else state.underWay--;
        }
      };
      try {
        for (const budget of budgets) {
          const { atOnce } = budget.limit;
          if (atOnce === undefined) continue;
          const state = stateOf(budget);
          if (state.underWay < atOnce) state.underWay++;
          else await turn(state, signal);
          entered.push(state);
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
function turn(state: State, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      state.queue.delete(go);
      reject(signal.reason);
    };
    const go = () => {
      state.queue.delete(go);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    state.queue.add(go);
  });
}
