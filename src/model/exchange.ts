// What passes between a driver and a channel: an ask, a reply, and the limits they are held to.
import type { Fault } from './faults.ts';

export type Pairs = readonly (readonly [name: string, value: string])[];

/** One thing a driver asks of a channel. It holds no secret: `sign` adds those. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Whole address on the vendor's true host, without a query. */
  readonly url: string;
  readonly query?: Pairs;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Name of the operation, where the vendor counts its limits by operation. */
  readonly operation?: string;
  /** What the ask costs of a limit that counts in points; 1 otherwise. */
  readonly cost?: number;
  /** Statuses of 400 and above that the driver deals with itself. */
  readonly expect?: readonly number[];
  /** Numbers that binary cannot hold come as strings: for vendors that write money as JSON numbers. */
  readonly numbers?: 'exact';
  /** Numbers keep their text beside them: set by the core where native records are handed on. */
  readonly written?: true;
  /** Where the JSON begins, given how the answer begins; -1 for nowhere. */
  readonly begins?: (head: string) => number;
  /** The longest list that a good answer may hold, where that is longer than any page of records. */
  readonly longest?: number;
  /** Carries the id and secret of the operator's own app: if they are refused, no user is to blame. */
  readonly byApp?: boolean;
  /** The body is of no use, and need not be JSON. */
  readonly unread?: true;
  /** Only so many bytes of the answer matter, as text; whatever follows is dropped unread. */
  readonly head?: number;
  /** True for a POST that only reads (GraphQL), so that it may be tried again, as GET and OPTIONS are. */
  readonly reads?: boolean;
}

export interface Reply {
  readonly status: number;
  /** Names in lower case; a repeated header is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** How the body begins, in a few thousand characters, or as many as the ask wanted. */
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly body: unknown;
}

export type Call = (ask: Ask) => Promise<Reply>;

export interface Signed {
  readonly headers?: Readonly<Record<string, string>>;
  /** Kept apart from the ask's own query, so that no report ever shows it. */
  readonly query?: Pairs;
}

/** A published limit: the budget a channel starts with. */
export interface Limit {
  readonly name: string;
  readonly by: 'credential' | 'host' | 'application';
  /** The operations it counts; absent: every ask. */
  readonly operations?: readonly string[];
  /** Counts the ask's `cost` rather than asks. */
  readonly points?: true;
  /** So many tokens come back in so many seconds. */
  readonly tokens?: number;
  readonly seconds?: number;
  /** How many tokens may be spent in one go, where the vendor keeps a bucket. */
  readonly burst?: number;
  /** The vendor counts per window: no window may ever hold more than `tokens`. */
  readonly window?: true;
  /** How many asks may be under way at the same time. */
  readonly concurrency?: number;
}

export interface Pace {
  readonly limit: string;
  /** Tokens a second, where the channel states its true rate. */
  readonly rate?: number;
  readonly burst?: number;
  readonly left?: number;
  /** Tokens that were taken for the ask and turned out not to be needed; negative: too few were. */
  readonly back?: number;
  /** Nothing may be sent for so many milliseconds. */
  readonly pause?: number;
  /** The server is slow or failing: fewer calls at the same time for so many milliseconds. */
  readonly strained?: number;
}

export interface Budget {
  readonly key: string;
  readonly limit: Limit;
}

/** Whose call it is, where clients share a limit. */
export interface Caller {
  /** The client application; empty for the service's own work. */
  readonly client: string;
  /** Whether the host was seen to take its credential. */
  readonly proven: boolean;
  /** Whether it passes other calls of its client that wait. */
  readonly first?: boolean | undefined;
}

/**
 * How long to wait before going on; or nothing was taken, and when it makes sense to return.
 * `early`: budgets whose pause is not over, and this one call finds out whether it might be.
 */
export type Taken =
  | { readonly wait: number; readonly early?: readonly Budget[] }
  | { readonly refused: number };

/** Hears what budgets say when they are asked, for the watchers. */
export interface BudgetEar {
  /** Tokens were taken: which share of the tightest budget is left, from 0 to 1. */
  left(limit: string, share: number): void;
  /** It is used up for longer than the call can wait. */
  refused(limit: string): void;
}

/** A turn at tokens, among the calls of one client. */
export interface Turn {
  /** From how long its holder had to wait, those behind it learn how long they will. */
  leave(waited: number): void;
}

/** What keeps count of budgets: in memory for one process, in the store for several. */
export interface Budgets {
  /**
   * Waits until no other call of the same client waits for tokens; undefined where there are none,
   * and no promise where no other does. Refused when that takes longer than `patience`.
   */
  turn(
    budgets: readonly Budget[],
    caller: Caller,
    patience: number,
    signal: AbortSignal,
  ): Turn | Promise<Turn | { readonly refused: number }> | undefined;
  /** Takes `cost` from every budget together, or nothing where the wait would be longer than `patience`. */
  take(
    budgets: readonly Budget[],
    cost: number,
    now: number,
    patience: number,
    caller: Caller,
    ear?: BudgetEar,
  ): Taken | Promise<Taken>;
  learn(budget: Budget, pace: Pace, now: number, caller: Caller): void;
  /** A call before the end of a pause was answered well: the pause is over. */
  resume(budget: Budget, now: number, caller: Caller): void;
  /** Waits for a place among the calls under way, clients in turn; call what it returns when done. */
  enter(
    budgets: readonly Budget[],
    caller: Caller,
    signal: AbortSignal,
  ): (() => void) | Promise<() => void>;
}

/** Turns a reply that reports an error into a fault; undefined when the reply is good. */
export type Explain = (reply: Reply, ask: Ask) => Fault | undefined;
