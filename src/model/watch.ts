// What the rooms report to their watchers, for metrics, traces and the log. They do not wait for it.
import type { Stage } from './envelope.ts';
import type { Executed, Finished } from './execution.ts';
import type { Trace } from './trace.ts';
import type { Trouble } from './trouble.ts';

/** Something that was sent, until its end. */
export interface Watched<End> {
  readonly headers: Readonly<Record<string, string>>;
  ended(end: End): void;
}

export interface TryOfCall {
  readonly channel: string;
  /** On whose behalf; absent for the service's own work. */
  readonly client?: string | undefined;
  readonly method: string;
  readonly url: URL;
  /** What the vendor calls it, where its limits count by operation. */
  readonly operation: string | undefined;
  /** 1 for the first. */
  readonly tries: number;
  readonly trace: Trace | undefined;
}

export interface TryEnd {
  readonly status: number | undefined;
  readonly fault: string | undefined;
}

/** What a call can be held up by: a rate limit, a place at the host, a retry, memory for answers. */
export type HoldUp = 'budget' | 'place' | 'retry' | 'memory';

export interface CallWatch {
  sent(sending: TryOfCall): Watched<TryEnd>;
  /** Waiting begins; call what it returns when it ended. */
  waiting(channel: string, why: HoldUp): () => void;
  /** Tokens were taken: which share of the tightest budget is left, from 0 to 1. */
  spent(channel: string, limit: string, left: number): void;
  /** A budget would have kept the call waiting for longer than it may. */
  refused(channel: string, limit: string): void;
}

export type Renewal = 'renewed' | 'refused' | 'failed';

/** Milliseconds of each stage that was reached. */
export type StageTimes = Readonly<Partial<Record<Stage, number>>>;

export interface CallEnd {
  readonly finished: Finished;
  readonly stages: StageTimes;
}

export interface TryOfDelivery {
  readonly id: string;
  readonly type: string;
  readonly tries: number;
  /** Of the request that it came of. */
  readonly traceparent: string | undefined;
}

export interface DeliveryWatch {
  sent(sending: TryOfDelivery): Watched<{
    readonly outcome: DeliveryOutcome;
    readonly status: number | undefined;
  }>;
  /** So many were ended because their time was over. */
  gaveUp(count: number): void;
}

/** Work that is done apart from any request. */
export const WORK = ['execution', 'delivery', 'hook', 'reading', 'write'] as const;

/** A piece of work was set aside: process after process died with it in hand. */
export type OnSetAside = (
  kind: (typeof WORK)[number],
  facts: { readonly id: string; readonly client?: string; readonly channel?: string },
) => void;

/** Broken off: the process ends, or the address is paused or removed; another try is not counted. */
export const DELIVERY_OUTCOMES = ['delivered', 'retried', 'failed', 'broken_off'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/** Writes a line of the log. */
export type Log = (
  level: 'debug' | 'info' | 'warn',
  facts: Readonly<Record<string, unknown>>,
  sentence: string,
) => void;

/** `wait` is for a connection, `begin` for the write lock where there is one. */
export type StatementKind = 'wait' | 'begin' | 'read' | 'write' | 'commit';

export interface StoreWatch {
  took(kind: StatementKind, milliseconds: number): void;
  failed(trouble: Trouble): void;
}

export interface Act {
  readonly act: string;
  /** Ids and words of ours, and no person's. */
  readonly facts?: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface Asked {
  readonly method: string;
  /** The route's pattern: no value of an address is ever reported. */
  readonly route: string;
  /** Asked for by machines again and again, so that no one wants to read about it. */
  readonly quiet: boolean;
}

export interface RequestBeginning extends Asked {
  /** As it was sent. */
  readonly traceparent: unknown;
}

export interface RequestEnd extends Asked {
  /** Undefined when the caller went away before the answer was out. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly trace: Trace;
  readonly client: string | undefined;
  /** Ok, or what was wrong, in a word. */
  readonly outcome: string;
  /** Where it was a data call, however far it got. */
  readonly operation: Executed | undefined;
  /** Where it got as far as its stages. */
  readonly call: CallEnd | undefined;
  readonly act: Act | undefined;
}

export interface RequestWatch {
  began(beginning: RequestBeginning): Trace;
  ended(end: RequestEnd): void;
}
