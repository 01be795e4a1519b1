// The completion event: what a client's receiver gets when an execution ended.

import { Errors, STAGES } from './envelope.ts';
import { type Finished, OPERATIONS, type Operation } from './execution.ts';
import { record, text } from './schema.ts';
import { writeInstant } from './time.ts';
import { type Static, Type } from './type.ts';

export const COMPLETED = 'execution.completed';
export const TEST = 'delivery.test';

export const CompletionEvent = record({
  type: Type.Unsafe<typeof COMPLETED>({ type: 'string', const: COMPLETED }),
  timestamp: Type.String({ description: 'When the outcome was known; the same in every try.' }),
  data: Type.Object(
    {
      execution_id: Type.String({ format: 'uuid' }),
      trace_id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      operation: Type.Unsafe<Operation>({ type: 'string', enum: [...OPERATIONS] }),
      channel: text('Null where the request named no channel that exists.'),
      tpUserId: text('Null where the request named none.'),
      isSuccess: Type.Boolean(),
      step: Type.Unsafe<Finished['stage']>({ type: 'string', enum: [...STAGES] }),
      result_count: Type.Integer({ minimum: 0 }),
      next_page_token: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
      Errors,
    },
    { additionalProperties: false },
  ),
});
export type CompletionEvent = Static<typeof CompletionEvent>;

/** What of an execution its event tells. */
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

/** Sent on request, so that a receiver can be tried before it matters. */
export function testEvent(now: number) {
  return {
    type: TEST,
    timestamp: writeInstant(now),
    data: { message: 'This is a test event. Nothing was executed.' },
  };
}
