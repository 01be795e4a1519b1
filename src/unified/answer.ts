// The shape of every answer: Errors, Output and Report, on success and on failure.
import { randomUUIDv7 } from 'node:crypto';
import type { Envelope, ErrorItem, Report, Stage } from '../model/envelope.ts';
import type { Finished, Started } from '../model/execution.ts';
import { FAULTS, type Fault } from '../model/faults.ts';
import { createTurns } from '../model/turns.ts';
import { createJournal } from './report.ts';
import type { Operation } from './resources.ts';
import type { Task } from './validate.ts';

/** What an execution ends in, with what is kept of it. */
export interface Ended extends Outcome {
  readonly finished: Finished;
}

/** What a data request ends in. */
export interface Outcome {
  readonly envelope: Envelope;
  readonly fault: Fault | undefined;
  /** To be called once the answer is out: until then what it is made of counts as being in memory. */
  readonly out?: () => void;
}

/** The answer as it is sent, written a record at a time so that others get their turn. */
export async function writeEnvelope({ Errors, Output, Report }: Envelope): Promise<string> {
  const { result, ...rest } = Output;
  const turn = createTurns();
  const records: string[] = [];
  for (const record of result) {
    await turn();
    records.push(JSON.stringify(record));
  }
  const output = JSON.stringify(rest).slice(0, -1);
  return `{"Errors":${JSON.stringify(Errors)},"Output":${output},"result":[${records.join(',')}]},"Report":${JSON.stringify(Report)}}`;
}

const NO_ERRORS = {
  schemaValidationErrors: null,
  restErrors: null,
  operationErrors: null,
  unexpectedErrors: null,
};

export const PATHS: Readonly<Record<Operation, string>> = {
  orders: '/api/ServiceClientApp/Unified/Orders',
  products: '/api/ServiceClientApp/Unified/Products',
};

export function success(
  made: {
    readonly executionId: string;
    readonly result: readonly unknown[];
    readonly overrideCount: number;
    readonly token: string | undefined;
    readonly task: Task;
    readonly baseUrl: string;
  },
  report: Report,
): Envelope {
  const { executionId, result, overrideCount, token, task, baseUrl } = made;
  return {
    Errors: {},
    Output: {
      step: 'transform',
      isSuccess: true,
      ...NO_ERRORS,
      execution_id: executionId,
      override_count: overrideCount,
      ...(token !== undefined && {
        next_page_token: token,
        next_page_token_url: nextUrl(baseUrl, task, token),
      }),
      result,
    },
    Report: report,
  };
}

function nextUrl(baseUrl: string, { operation, name, tpUserId }: Task, token: string): string {
  const query = new URLSearchParams({ channel: name, tpUserId, next_page_token: token });
  return `${baseUrl}${PATHS[operation]}?${query}`;
}

export function failure(
  made: {
    readonly executionId: string;
    readonly stage: Stage;
    readonly fault: Fault;
    readonly channel: string | undefined;
    readonly baseUrl: string;
  },
  report: Report,
): Envelope {
  const { executionId, stage, fault, channel, baseUrl } = made;
  const { list } = FAULTS[fault.code];
  const items = [fault, ...fault.others];
  return {
    Errors: {
      code: fault.code,
      message: fault.message,
      step: stage,
      retryable: fault.retryable,
      help: `${baseUrl}/docs/errors#${fault.code}`,
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

/** The facts of an execution, taken from its answer: no data, no secrets. */
export function ended(started: Started, outcome: Outcome, now: number): Ended {
  const { Errors, Output, Report } = outcome.envelope;
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
  };
  return { ...outcome, finished };
}

/** The answer to a request that never reached the pipeline. */
export function refusal(fault: Fault, stage: Stage, traceId: string, baseUrl: string): Outcome {
  const made = { executionId: randomUUIDv7(), stage, fault, channel: undefined, baseUrl };
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
