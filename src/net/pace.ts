// How fast, for one process: budgets that start from published limits and learn from answers.
import { type Rate, rateOf, spend, statedRate } from '../model/bucket.ts';
import type { Budget, BudgetEar, Budgets, Caller, Turn } from '../model/exchange.ts';
import { lruCache } from '../model/lru-cache.ts';
import { createSlots, type Slots } from '../model/slots.ts';
import { steady } from '../model/steady.ts';
import { createHostSlots, type HostSlots } from './host-slots.ts';
import { createPauses } from './pauses.ts';

interface State {
  /** When the bucket is full again. */
  tat: number;
  pausedUntil: number;
  every: number;
  burst: number;
  /** Absent where any number may be under way. */
  readonly slots: HostSlots | undefined;
}

/** Idle budgets are forgotten: an unused bucket is a full one. */
export function createBudgets(now: () => number, maxKeys = 50_000): Budgets {
  const states = lruCache<State>({ max: maxKeys });
  const clock = steady();
  const pauses = createPauses();
  const enterLine = createTokenLines();

  function stateOf({ key, limit }: Budget): State {
    let state = states.get(key);
    if (!state) {
      state = { ...rateOf(limit), tat: 0, pausedUntil: 0, slots: slotsOf(limit) };
      states.set(key, state);
    }
    return state;
  }

  function slotsOf({ concurrency, by }: Budget['limit']): HostSlots | undefined {
    if (concurrency === undefined) return undefined;
    return createHostSlots({ concurrency, open: by !== 'credential', clock: () => clock(now()) });
  }

  return {
    turn(budgets, { client, first = false }, patience, signal) {
      const counted = budgets.find(({ limit }) => limit.tokens);
      return counted && enterLine(JSON.stringify([counted.key, client]), patience, signal, first);
    },

    take(budgets, cost, machineTime, patience, { client }, ear) {
      const time = clock(machineTime);
      const plans = budgets.map((budget) => {
        const state = stateOf(budget);
        const share = budget.limit.points ? cost : 1;
        const { tat, wait } =
          state.every > 0 ? spend(state.tat, time, state, share) : { tat: state.tat, wait: 0 };
        const paused = Math.max(state.pausedUntil - time, pauses.own(budget, client, time));
        return { budget, state, tat, paused, wait: Math.max(wait, paused) };
      });
      const wait = plans.reduce((longest, plan) => Math.max(longest, plan.wait), 0);
      if (wait > patience) {
        const late = plans.filter((plan) => plan.wait > patience);
        const [first] = late;
        const early =
          late.every(({ paused }) => paused > patience) &&
          first !== undefined &&
          pauses.asksAgain(first.budget, client, first.paused, time);
        if (early) return { wait: 0, early: late.map(({ budget }) => budget) };
        if (first) ear?.refused(first.budget.limit.name);
        return { refused: wait };
      }
      const spent = ear && tightest(ear);
      for (const { budget, state, tat } of plans) {
        state.tat = tat;
        spent?.add(budget, tat - time, state);
      }
      spent?.report();
      return { wait };
    },

    learn(budget, pace, machineTime, caller) {
      const time = clock(machineTime);
      const state = stateOf(budget);
      const before = state.every;
      Object.assign(state, statedRate(pace, budget.limit.window));
      // Tokens owed stay as many as they were; only how fast they come back is new.
      if (before > 0 && state.tat > time)
        state.tat = time + ((state.tat - time) / before) * state.every;
      if (pace.strained !== undefined) state.slots?.strain(caller.client, time + pace.strained);
      if (pace.back !== undefined) state.tat -= pace.back * state.every;
      // The channel's count wins only downwards: calls under way are not in it yet.
      if (pace.left !== undefined && state.every > 0)
        state.tat = Math.max(state.tat, time + Math.max(0, state.burst - pace.left) * state.every);
      if (!pace.pause) return;
      const pause = pauses.begin(budget, caller, pace.pause, time);
      if (pause === undefined) return;
      state.pausedUntil = Math.max(state.pausedUntil, time + pause);
      // Anyone who waits out the pause goes on at the limit's rate, not all in the same moment.
      if (state.every > 0)
        state.tat = Math.max(state.tat, state.pausedUntil + state.every * (state.burst - 1));
    },

    resume(budget, machineTime, { client }) {
      const time = clock(machineTime);
      const state = stateOf(budget);
      pauses.end(budget, client);
      state.pausedUntil = Math.min(state.pausedUntil, time);
      state.tat = Math.min(state.tat, time + state.every * (state.burst - 1));
    },

    enter(budgets, caller, signal) {
      const all: HostSlots[] = [];
      for (const budget of budgets) {
        const slots = budget.limit.concurrency === undefined ? undefined : stateOf(budget).slots;
        if (slots) all.push(slots);
      }
      const [only] = all;
      return all.length === 1 && only ? only.enter(caller, signal) : enterAll(all, caller, signal);
    },
  };
}

async function enterAll(
  all: readonly HostSlots[],
  caller: Caller,
  signal: AbortSignal,
): Promise<() => void> {
  const entered: (() => void)[] = [];
  const leave = () => {
    for (const one of entered.splice(0)) one();
  };
  try {
    for (const slots of all) entered.push(await slots.enter(caller, signal));
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** Finds the tightest of several budgets, given how far ahead of time the bucket of each is. */
export function tightest(ear: BudgetEar) {
  let limit: string | undefined;
  let least = 1;
  return {
    add(budget: Budget, ahead: number, { every, burst }: Rate) {
      if (!(every > 0)) return;
      const share = Math.min(1, Math.max(0, 1 - ahead / (every * burst)));
      if (limit !== undefined && share >= least) return;
      limit = budget.limit.name;
      least = share;
    },
    report() {
      if (limit !== undefined) ear.left(limit, least);
    },
  };
}

interface Line {
  readonly slots: Slots;
  /** Those in it, the one whose turn it is included. */
  length: number;
  /** How long the last one waited for its token. */
  each: number;
}

/**
 * A token is set aside for the first to ask. So that one client cannot have all of the next
 * minute set aside for its calls, it has one token set aside at a time: clients who wait then get
 * every second, every third token, whatever each has piled up. What a client writes passes what it
 * reads.
 */
function createTokenLines() {
  const lines = new Map<string, Line>();

  return function enter(
    key: string,
    patience: number,
    signal: AbortSignal,
    first: boolean,
  ): Turn | Promise<Turn | { readonly refused: number }> {
    const line = lines.get(key) ?? { slots: createSlots(ONE), length: 0, each: 0 };
    const expected = (first ? Math.min(line.length, 1) : line.length) * line.each;
    if (expected > patience) return Promise.resolve({ refused: expected });
    lines.set(key, line);
    line.length++;
    const out = () => {
      if (--line.length === 0) lines.delete(key);
    };
    const turn = (leave: () => void): Turn => ({
      leave(waited) {
        line.each = waited;
        leave();
        out();
      },
    });
    // Mostly no one waits.
    const now = signal.aborted ? undefined : line.slots.take('');
    if (now) return turn(now);
    return line.slots.enter('', signal, 1, first).then(turn, (error: unknown) => {
      out();
      throw error;
    });
  };
}

const ONE = { max: 1, line: Number.POSITIVE_INFINITY };
