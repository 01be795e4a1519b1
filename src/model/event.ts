// The completion event: what a client's receiver gets when an execution ended.

import { Errors, ExecutionId, StageSchema, TraceId } from './envelope.ts';
import { ExecutedSchema, type Finished } from './execution.ts';
import { instantText, object, text } from './schema.ts';
import { writeInstant } from './time.ts';
import { type Static, Type } from './type.ts';

export const COMPLETED = 'execution.completed';
export const TEST = 'delivery.test';

const timestamp = instantText('When it happened; the same in every try.');

export const CompletionEvent = object(
  'ExecutionCompletedEvent',
  'A call that named a `completionCallbackUrl`, or that ran in the background, has ended. No data, no secrets.',
  {
    type: Type.Unsafe<typeof COMPLETED>({ type: 'string', const: COMPLETED }),
    timestamp,
    data: object('ExecutionCompletedData', 'How it ended.', {
      execution_id: ExecutionId,
      trace_id: TraceId,
      operation: ExecutedSchema,
      channel: text('Null where the request named no channel that exists.'),
      tpUserId: text('Your own identifier of the user; null where the request named none.'),
      isSuccess: Type.Boolean({ description: 'Whether the call did what it was asked.' }),
      step: StageSchema,
      result_count: Type.Integer({ minimum: 0, description: 'How many records it returned.' }),
      next_page_token: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
      Errors,
    }),
  },
);
export type CompletionEvent = Static<typeof CompletionEvent>;

export type Completed = Pick<
  Finished,
  | 'id'
  | 'traceId'
  | 'operation'
  | 'channel'
  | 'tpUserId'
  | 'finishedAt'
  | 'isSuccess'
  | 'stage'
  | 'resultCount'
  | 'nextPageToken'
  | 'errors'
>;

export function completionEvent(done: Completed): CompletionEvent {
  return {
    type: COMPLETED,
    timestamp: writeInstant(done.finishedAt),
    data: {
      execution_id: done.id,
      trace_id: done.traceId,
      operation: done.operation,
      channel: done.channel ?? null,
      tpUserId: done.tpUserId ?? null,
      isSuccess: done.isSuccess,
      step: done.stage,
      result_count: done.resultCount,
      ...(done.nextPageToken !== undefined && { next_page_token: done.nextPageToken }),
      Errors: done.errors,
    },
  };
}

export const TestEvent = object('DeliveryTestEvent', 'Sent on request, to try a receiver.', {
  type: Type.Unsafe<typeof TEST>({ type: 'string', const: TEST }),
  timestamp,
  data: object('DeliveryTestData', 'Nothing was executed.', {
    message: Type.String({ description: 'A sentence for people.' }),
  }),
});
export type TestEvent = Static<typeof TestEvent>;

/** Sent on request, so that a receiver can be tried before it matters. */
export function testEvent(now: number): TestEvent {
  return {
    type: TEST,
    timestamp: writeInstant(now),
    data: { message: 'This is a test event. Nothing was executed.' },
  };
}
