// The shape of every answer: Errors, Output and Report, on success and on failure.
import { randomUUIDv7 } from 'node:crypto';
import { createJournal } from '../accounts/journal.ts';
import type { Envelope, ErrorItem, Report, Stage } from '../model/envelope.ts';
import type { Details, Finished, Operation, Started } from '../model/execution.ts';
import { FAULTS, type Fault } from '../model/faults.ts';
import type { StageTimes } from '../model/watch.ts';

/** What an execution ends in, with what is kept of it. */
export interface Ended extends Outcome {
  readonly finished: Finished;
  readonly stages: StageTimes;
}

export interface Outcome {
  readonly envelope: Envelope;
  readonly fault: Fault | undefined;
  /** To be called once the answer is out: until then what it is made of counts as being in memory. */
  readonly out?: () => void;
}

/** Where things are that an answer points to; only the edge knows. */
export interface Addresses {
  nextPage(operation: Operation, query: Readonly<Record<string, string>>): string;
  error(code: string): string;
}

const NO_ERRORS = {
  schemaValidationErrors: null,
  restErrors: null,
  operationErrors: null,
  unexpectedErrors: null,
};

/** `next`: where the next page is, if there is one. */
export const success = (
  made: {
    readonly executionId: string;
    readonly result: readonly unknown[];
    /** Whether it did all that it was asked. */
    readonly isSuccess: boolean;
    readonly overrideCount: number;
    readonly next?: Pick<Envelope['Output'], 'next_page_token' | 'next_page_token_url'> | undefined;
  },
  report: Report,
): Envelope => ({
  Errors: {},
  Output: {
    step: 'transform',
    isSuccess: made.isSuccess,
    ...NO_ERRORS,
    execution_id: made.executionId,
    override_count: made.overrideCount,
    ...made.next,
    result: made.result,
  },
  Report: report,
});

export function failure(
  made: {
    readonly executionId: string;
    readonly stage: Stage;
    readonly fault: Fault;
    readonly channel: string | undefined;
    readonly addresses: Addresses;
  },
  report: Report,
): Envelope {
  const { executionId, stage, fault, channel, addresses } = made;
  const { list } = FAULTS[fault.code];
  const items = [fault, ...fault.others];
  return {
    Errors: {
      code: fault.code,
      message: fault.message,
      step: stage,
      retryable: fault.retryable,
      help: addresses.error(fault.code),
    },
    Output: {
      step: stage,
      isSuccess: false,
      ...NO_ERRORS,
      [list]: items.map((item) => errorItem(item, channel)),
      execution_id: executionId,
      override_count: 0,
      result: [],
    },
    Report: report,
  };
}

/** What came in, and the calls that were made for it, for the details of an execution. */
export type Ran = Pick<Details, 'request' | 'calls'>;

/** The facts of an execution, taken from its answer, and the details of one that ran. */
export function ended(
  started: Started & Pick<Finished, 'userId'>,
  outcome: Outcome,
  stages: StageTimes,
  now: number,
  ran?: Ran,
): Ended {
  const { envelope, fault } = outcome;
  const { Errors, Output, Report } = envelope;
  const { ExtResources, Warnings, Filters: _, TraceId: __, ...durations } = Report;
  const finished: Finished = {
    ...started,
    finishedAt: now,
    stage: Output.step,
    isSuccess: Output.isSuccess,
    errors: Errors,
    resultCount: Output.result.length,
    overrideCount: Output.override_count,
    calls: ExtResources.length,
    durations,
    warnings: Warnings.map(({ code, field, count }) => ({
      code,
      ...(field !== undefined && { field }),
      count,
    })),
    nextPageToken: Output.next_page_token,
    details: ran && {
      ...{ ...ran, stages },
      warnings: Warnings.map(({ ids: _, leaves_out: __, ...warning }) => warning),
      faults: (fault && Output[FAULTS[fault.code].list]) ?? [],
    },
  };
  return { ...outcome, finished, stages };
}

/** The answer to a request that never reached the pipeline. */
export function refusal(
  fault: Fault,
  stage: Stage,
  traceId: string,
  addresses: Addresses,
): Outcome {
  const made = { executionId: randomUUIDv7(), stage, fault, channel: undefined, addresses };
  return { envelope: failure(made, createJournal(traceId).report()), fault };
}

function errorItem(fault: Fault, channel: string | undefined): ErrorItem {
  const { code, message, field, status, native } = fault;
  return {
    code,
    message,
    ...(field !== undefined && { field }),
    ...(channel !== undefined && FAULTS[code].list === 'restErrors' && { channel }),
    ...(status !== undefined && { status }),
    ...(native !== undefined && { native }),
  };
}
