// An execution that ended, as the store keeps it.
import type { Finished } from '../../src/model/execution.ts';
import { SOME_CLIENT, START } from './databases.ts';

export const ended = (id: string, more: Partial<Finished> = {}): Finished => ({
  id,
  client: SOME_CLIENT.id,
  operation: 'orders',
  traceId: '0'.repeat(32),
  channel: 'stall',
  tpUserId: 'u',
  startedAt: START,
  callback: undefined,
  finishedAt: START,
  stage: 'transform',
  isSuccess: true,
  errors: {},
  resultCount: 1,
  overrideCount: 0,
  calls: 1,
  durations: {
    TotalExtResourcesDuration: 1,
    TotalEventsTransitDuration: 0,
    TotalTransformationsDuration: 0.5,
    TotalRequestsDuration: 2,
  },
  warnings: [],
  nextPageToken: undefined,
  ...more,
});
