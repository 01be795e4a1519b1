// A call that writes, as it is handed on to be carried out.
import type { OpenAccount } from '../accounts/index.ts';
import type { ItemOutcome, Items, WriteOperation } from '../model/writes.ts';

/** A checked call that writes. */
export interface WriteTask {
  readonly operation: WriteOperation;
  readonly client: string;
  readonly tpUserId: string;
  readonly items: readonly Items[WriteOperation][];
  readonly dryRun: boolean;
  readonly version: string;
  /** The credential that came with the request. */
  readonly given: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly key: string;
  /** All that was asked, as text: what a repeat must be. */
  readonly asked: string;
}

export interface WriteRun {
  readonly executionId: string;
  readonly userId: string | undefined;
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** What carries it out. */
export interface Writer {
  /** What a key was answered before; undefined where it is new. */
  repeated(task: WriteTask, executionId: string): Promise<readonly ItemOutcome[] | undefined>;
  /** All items of a call, each to its outcome, in their order. */
  run(account: OpenAccount, task: WriteTask, run: WriteRun): Promise<readonly ItemOutcome[]>;
}
