// An execution: one data call, as it is shown in lists and events. No data, no secrets.
import type { DURATION_FIELDS, ErrorItem, Errors, Report, Stage } from './envelope.ts';
import { named, wordOf } from './schema.ts';

export const OPERATIONS = ['orders', 'products'] as const;
export type Operation = (typeof OPERATIONS)[number];
export const Resource = named('Resource', wordOf(OPERATIONS, 'The kind of record.'));
export const WRITES = ['fulfillments', 'stock', 'prices'] as const;
export type WriteOperation = (typeof WRITES)[number];
/** What a data call may be: a reading, or a write. */
export const EXECUTED = [...OPERATIONS, ...WRITES] as const;
export type Executed = Operation | WriteOperation;
export const ExecutedSchema = named('Operation', wordOf(EXECUTED, 'What was asked for.'));
export const isWrite = (operation: Executed): operation is WriteOperation =>
  (WRITES as readonly string[]).includes(operation);

export type Durations = Pick<Report, keyof typeof DURATION_FIELDS>;

/** A warning without its sentence and its records, which may hold data. */
export interface WarningCount {
  readonly code: string;
  readonly field?: string;
  readonly count: number;
}

export interface Started {
  readonly id: string;
  readonly client: string;
  readonly operation: Executed;
  readonly traceId: string;
  /** Where traces go on (W3C Trace Context), if the caller brought one or traces are kept. */
  readonly traceparent?: string | undefined;
  /** Undefined where the request named none that exists. */
  readonly channel: string | undefined;
  readonly tpUserId: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Where the completion event goes, if anywhere. */
  readonly callback: string | undefined;
}

/** One try of a call to a channel; times are milliseconds. */
export interface CallMade {
  readonly method: string;
  /** Without what signs it. */
  readonly uri: string;
  /** 1 for the first. */
  readonly tries: number;
  /** How long it was held up before it left: by limits, by places, by the pause before a retry. */
  readonly waited: number;
  /** After the execution began. */
  readonly start: number;
  readonly duration: number;
  /** Undefined where there was no answer. */
  readonly status?: number | undefined;
  readonly bytes?: number | undefined;
  /** The code of what was wrong, if anything was. */
  readonly fault?: string | undefined;
}

/** What is known of an execution beside its facts; it may hold data of buyers, and is kept sealed. */
export interface Details {
  /** What came in. */
  readonly request: { readonly query: unknown; readonly body: unknown };
  /** Milliseconds of each stage that was reached, in their order. */
  readonly stages: Readonly<Record<string, number>>;
  readonly calls: readonly CallMade[];
  readonly warnings: readonly (WarningCount & { readonly message: string })[];
  readonly faults: readonly ErrorItem[];
}

/** How it ended. */
export interface Finished extends Started {
  /** The user of ours that it was for; undefined where it named none, or ended before it was known. */
  readonly userId?: string | undefined;
  readonly finishedAt: number;
  readonly stage: Stage;
  readonly isSuccess: boolean;
  readonly errors: Errors;
  readonly resultCount: number;
  readonly overrideCount: number;
  readonly calls: number;
  readonly durations: Durations;
  readonly warnings: readonly WarningCount[];
  readonly nextPageToken: string | undefined;
  /** Absent where it never ran. */
  readonly details?: Details | undefined;
}
