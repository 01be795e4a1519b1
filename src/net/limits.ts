// Holds the calls of one execution to a channel's limits: waits for tokens and places, passes on what answers say.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Budget, BudgetEar, Budgets, Caller, Pace, Taken, Turn } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import { createMeter } from '../model/meter.ts';
import type { HoldUp } from '../model/watch.ts';

/** What waits: until when, until it is ended, and where the time is written down. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Waiting begins; call what it returns when it ended. */
  readonly waiting: (why: HoldUp) => () => void;
  readonly ear?: BudgetEar | undefined;
}

export interface Limits {
  /**
   * Waits for tokens, where they are not there at once; returns the budgets before the end of whose
   * pause this call asks again.
   */
  pace(
    budgets: readonly Budget[],
    cost: number,
    caller: Caller,
  ): readonly Budget[] | Promise<readonly Budget[]>;
  /** Waits for a place among the calls under way, where places are counted; call what it returns to leave it. */
  enter(budgets: readonly Budget[], caller: Caller): (() => void) | Promise<() => void>;
  /** An answer said something about limits. */
  learn(budgets: readonly Budget[], paces: readonly Pace[], caller: Caller): void;
  /** A small server that slows down or fails gets fewer calls at once for a while. */
  strain(budgets: readonly Budget[], caller: Caller): void;
  /** A limit was met: nobody else on the same budget need run into it. */
  hold(budgets: readonly Budget[], retryAfter: number | undefined, caller: Caller): void;
  wait(milliseconds: number): Promise<void>;
  /**
   * What the execution ends with when its signal comes. A deadline that mostly went by waiting for a
   * limit, or after one was `met`, is the limit's doing.
   */
  blamed(met: Fault | undefined): unknown;
}

const STRAINED = 30_000;
const NONE: readonly Budget[] = [];
const nothingToLeave = () => {};

export function createLimits(books: Budgets, now: () => number, execution: Waiting): Limits {
  const { signal, deadline } = execution;
  const began = now();
  const held = createMeter(now);

  /** Waits in line because of a limit: a deadline that goes by meanwhile is the limit's doing. */
  async function inLine<T>(line: Promise<T>): Promise<T> {
    const letGo = held.begin();
    const waited = execution.waiting('budget');
    try {
      return await line;
    } finally {
      waited();
      letGo();
    }
  }

  async function wait(milliseconds: number, why: HoldUp) {
    const waited = execution.waiting(why);
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch {
      throw signal.reason;
    } finally {
      waited();
    }
  }

  const patience = () => Math.max(0, deadline - now());

  const take = (budgets: readonly Budget[], cost: number, caller: Caller) =>
    books.take(budgets, cost, now(), patience(), caller, execution.ear);

  /** Waits until what was taken may be used. */
  function use(taken: Taken): readonly Budget[] | Promise<readonly Budget[]> {
    if ('refused' in taken) throw limitMet(taken.refused);
    const { early = NONE } = taken;
    if (taken.wait <= 0) return early;
    return wait(taken.wait, 'budget')
      .finally(held.begin())
      .then(() => early);
  }

  async function paceInTurn(
    line: Promise<Turn | { readonly refused: number }>,
    budgets: readonly Budget[],
    cost: number,
    caller: Caller,
  ) {
    const turn = await inLine(line);
    if ('refused' in turn) {
      const shared = budgets.find(({ limit }) => limit.by !== 'credential');
      if (shared) execution.ear?.refused(shared.limit.name);
      throw limitMet(turn.refused);
    }
    let waited = 0;
    try {
      const taken = await take(budgets, cost, caller);
      if ('wait' in taken) waited = taken.wait;
      return await use(taken);
    } finally {
      turn.leave(waited);
    }
  }

  return {
    wait: (milliseconds) => wait(milliseconds, 'retry'),

    pace(budgets, cost, caller) {
      if (budgets.length === 0) return NONE;
      const line = books.turn(budgets, caller, patience(), signal);
      if (line) return paceInTurn(line, budgets, cost, caller);
      const taken = take(budgets, cost, caller);
      return taken instanceof Promise ? taken.then(use) : use(taken);
    },

    enter(budgets, caller) {
      if (budgets.every(({ limit }) => limit.atOnce === undefined)) return nothingToLeave;
      const entering = books.enter(budgets, caller, signal);
      return entering instanceof Promise ? entering.finally(execution.waiting('place')) : entering;
    },

    learn(budgets, paces, caller) {
      for (const pace of paces) {
        const budget = budgets.find(({ limit }) => limit.name === pace.limit);
        if (budget) books.learn(budget, pace, now(), caller);
      }
    },

    strain(budgets, caller) {
      for (const budget of budgets) {
        const { name, atOnce } = budget.limit;
        if (atOnce !== undefined)
          books.learn(budget, { limit: name, strained: STRAINED }, now(), caller);
      }
    },

    hold(budgets, retryAfter, caller) {
      if (retryAfter === undefined) return;
      for (const budget of budgets)
        books.learn(budget, { limit: budget.limit.name, pause: retryAfter }, now(), caller);
    },

    blamed(met) {
      const { reason } = signal;
      if (!(reason instanceof Fault) || reason.code !== 'channel_timeout') return reason;
      if (met) return met;
      if (held.total() * 2 < now() - began) return reason;
      return new Fault(
        'channel_rate_limited',
        'Most of the time allowed went by waiting for the channel’s rate limit. Ask for less at a time, or allow more time.',
        { retryAfter: held.total() },
      );
    },
  };
}

const limitMet = (retryAfter: number) =>
  new Fault(
    'channel_rate_limited',
    'The channel’s rate limit is used up for longer than this request may wait.',
    { retryAfter },
  );
