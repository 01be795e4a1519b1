// The gates before a call, in their order: each lets it in, holds it up or refuses it, and learns how it ended.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Budget, Budgets, Caller, Pace, Reply, Turn } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import { createMeter } from '../model/meter.ts';
import type { CallWatch, HoldUp } from '../model/watch.ts';
import type { Breaker } from './breaker.ts';
import type { Presented, Standing } from './standing.ts';

export interface Passing {
  readonly host: string;
  readonly budgets: readonly Budget[];
  readonly at: Presented;
  /** Whom a client sees fail, with credentials of its own, is left alone for that client only. */
  readonly breakerKey: string;
  /** What it costs of limits that count in points. */
  readonly cost: number;
  readonly caller: Caller;
}

/** Lets a call in, now or once there is room; throws the fault by which it refuses. */
export type Gate = (passing: Passing) => Passage | Promise<Passage>;

/** What a gate that let a call in hears of it, in this order; each but `leave` only where it happens. */
export interface Passage {
  /** The whole answer came, so many milliseconds after the call left. */
  answered?(status: number, took: number): void;
  paced?(paces: readonly Pace[]): void;
  /** `isShown`: the credential was sent with it. */
  worked?(reply: Reply, isShown: boolean): void;
  /** It failed, or a later gate refused it. */
  failed?(error: unknown, took: number): void;
  /** It is over. May be called more than once: it leaves early where it waits for something else. */
  leave?(): void;
}

export interface GatesDependencies {
  readonly budgets: Budgets;
  readonly breaker: Breaker;
  readonly standing: Standing;
  readonly now: () => number;
  readonly watch?: CallWatch | undefined;
}

/** What waits: until when, until it is ended, and where the time is written down. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly recorder?: { waiting(): () => void } | undefined;
}

/** A call that takes longer says that the server has enough to do. */
const SLOW = 10_000;
/** A small server that slows down or fails gets fewer calls at the same time for a while. */
const STRAINED = 30_000;
/** The reason of a fault that the breaker made. */
export const LEFT_ALONE = 'host_left_alone';
/** A name that does not exist, or that no name server answers for, says nothing about a host. */
const NO_HOST = ['unknown_host', 'name_unanswered'];
const NONE: readonly Budget[] = [];
const NOTHING: Passage = {};

export function createGates(
  { budgets: books, breaker, standing, now, watch }: GatesDependencies,
  channel: string,
  { signal, deadline, recorder }: Waiting,
) {
  const began = now();
  /** What went by waiting for a limit. */
  const held = createMeter(now);
  const ear = watch && {
    left: (limit: string, share: number) => watch.spent(channel, limit, share),
    refused: (limit: string) => watch.refused(channel, limit),
  };

  /** Waiting begins; call what it returns when it ended. */
  function waiting(why: HoldUp) {
    const [recorded, watched] = [recorder?.waiting(), watch?.waiting(channel, why)];
    return () => {
      recorded?.();
      watched?.();
    };
  }

  async function wait(milliseconds: number, why: HoldUp) {
    const waited = waiting(why);
    try {
      await sleep(milliseconds, undefined, { signal });
    } catch {
      throw signal.reason;
    } finally {
      waited();
    }
  }

  const patience = () => Math.max(0, deadline - now());

  /** Others of the same client wait for tokens: it waits for its turn. */
  async function turnIn(
    line: Promise<Turn | { readonly refused: number }>,
    { budgets }: Passing,
  ): Promise<Turn> {
    const [letGo, inLine] = [held.begin(), waiting('budget')];
    const turn = await line.finally(() => {
      inLine();
      letGo();
    });
    if (!('refused' in turn)) return turn;
    const counted = budgets.find(({ limit }) => limit.tokens);
    if (counted) ear?.refused(counted.limit.name);
    throw limitMet(turn.refused);
  }

  /** `early`: budgets before the end of whose pause this call asks again. */
  function spending({ budgets, caller }: Passing, early: readonly Budget[]): Passage {
    let isAnswered = false;
    return {
      paced(paces) {
        isAnswered = true;
        for (const pace of paces) {
          const budget = budgets.find(({ limit }) => limit.name === pace.limit);
          if (budget) books.learn(budget, pace, now(), caller);
        }
      },
      worked() {
        for (const budget of early) books.resume(budget, now(), caller);
      },
      failed(error) {
        if (!isAnswered || !(error instanceof Fault) || error.code !== 'channel_rate_limited')
          return;
        const { retryAfter: pause } = error;
        if (pause === undefined) return;
        // No one else on the same budget need run into it.
        for (const budget of budgets)
          books.learn(budget, { limit: budget.limit.name, pause }, now(), caller);
      },
    };
  }

  /** Tokens of the vendor's limits, waited for where they are not there immediately. */
  const tokens: Gate = async (passing) => {
    const { budgets, cost, caller } = passing;
    if (budgets.length === 0) return NOTHING;
    const line = books.turn(budgets, caller, patience(), signal);
    // Mostly nothing is waited for: then the turn is over before anyone else asks for theirs.
    const turn = line instanceof Promise ? await turnIn(line, passing) : line;
    let waited = 0;
    try {
      const taking = books.take(budgets, cost, now(), patience(), caller, ear);
      const taken = taking instanceof Promise ? await taking : taking;
      if ('refused' in taken) throw limitMet(taken.refused);
      waited = taken.wait;
      if (waited > 0) await wait(waited, 'budget').finally(held.begin());
      return spending(passing, taken.early ?? NONE);
    } finally {
      turn?.leave(waited);
    }
  };

  /** Slots among the calls under way, where they are counted. */
  const slots: Gate = ({ budgets, caller }) => {
    const counted = budgets.filter(({ limit }) => limit.concurrency !== undefined);
    if (counted.length === 0) return NOTHING;
    const entered = (leave: () => void): Passage => ({
      answered(status, took) {
        if (status < 500 && took <= SLOW) return;
        for (const budget of counted) {
          const pace = { limit: budget.limit.name, strained: STRAINED };
          books.learn(budget, pace, now(), caller);
        }
      },
      leave,
    });
    const entering = books.enter(budgets, caller, signal);
    return entering instanceof Promise
      ? entering.finally(waiting('place')).then(entered)
      : entered(entering);
  };

  /** A host that fails again and again is left alone for a while. */
  const rest: Gate = ({ breakerKey, host }) => {
    const resting = breaker.closedFor(breakerKey, now());
    if (resting > 0)
      throw new Fault(
        'channel_failed',
        `${host} failed again and again and is left alone for a moment. Try again in ${Math.ceil(resting / 1000)} seconds.`,
        { reason: LEFT_ALONE, retryAfter: resting },
      );
    const note = breaker.begin(breakerKey);
    return {
      answered: (status) => note(status < 500 ? 'good' : 'bad', now()),
      // Noted already when an answer came; otherwise only what the host is to blame for counts.
      failed: (error, took) => note(isHostsFault(error, took) ? 'bad' : 'unknown', now()),
    };
  };

  /** A credential that was refused so lately that it must wait before it is sent again. */
  const refusedLately: Gate = ({ at }) => {
    standing.check(at, now());
    return NOTHING;
  };

  /** The same again, since others of its kind may have been refused while this one waited. */
  const credential: Gate = ({ at }) => {
    standing.check(at, now());
    return {
      worked(reply, isShown) {
        if (reply.status < 400 && isShown) standing.worked(at);
      },
      failed(error) {
        if (error instanceof Fault && error.code === 'credential_refused')
          standing.refused(at, now());
      },
    };
  };

  return {
    list: [refusedLately, tokens, slots, rest, credential],
    wait,
    waiting,

    /** What the execution ends with when its signal comes; the limit, where that took most of the time. */
    blamed(met: Fault | undefined): unknown {
      const { reason } = signal;
      if (!(reason instanceof Fault) || reason.code !== 'channel_timeout') return reason;
      if (met) return met;
      if (held.total() * 2 < now() - began) return reason;
      return new Fault(
        'channel_rate_limited',
        'Most of the time allowed was spent waiting for the channel’s rate limit. Ask for less at a time, or allow more time.',
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

/** No connection, or no answer in a time that is long for anyone. */
function isHostsFault(error: unknown, took: number): boolean {
  if (!(error instanceof Fault) || NO_HOST.includes(error.reason ?? '')) return false;
  return error.code === 'channel_failed' || (error.code === 'channel_timeout' && took > SLOW);
}
