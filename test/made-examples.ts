// Examples that no run can give: an event of each type, and failures that cannot be had on purpose.
// They are made as the service makes them.
import { createAddresses } from '../src/http/paths.ts';
import { UNAVAILABLE } from '../src/http/token.ts';
import type { Stage } from '../src/model/envelope.ts';
import { COMPLETED, completionEvent, TEST, testEvent } from '../src/model/event.ts';
import { FAULTS, Fault, type FaultCode, type FaultList } from '../src/model/faults.ts';
import { type NoticeData, type NoticeType, notice } from '../src/model/notices.ts';
import { writeInstant } from '../src/model/time.ts';
import { DEMO } from '../src/serve/demo-client.ts';
import { refusal } from '../src/unified/answer.ts';

const ID = '01990a5e-8c1f-7d3a-9b52-3f6f0c1d2e4a';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const AT = Date.UTC(2026, 10, 15, 12);
const DAY = 24 * 60 * 60 * 1000;
const BASE = 'http://localhost:8080';

/** An example of each event, made as they are made. */
export function madeEvents(channel: string): Readonly<Record<string, object>> {
  const tpUserId = DEMO.user;
  const whose = { tpUserId, channel };
  const watch = { watch_id: '2251799813685248', ...whose, resource: 'orders' as const };
  const ends_at = writeInstant(AT + 20 * DAY);
  const data = {
    'channel.linked': whose,
    'channel.needs_attention': { ...whose, code: 'credential_refused' },
    'channel.recovered': whose,
    'channel.unlinked': { ...whose, why: 'by_user' },
    'channel.expiring': { ...whose, what: 'grant', ends_at },
    'service.expiring': { what: 'api_version', channel, name: '2026-01', ends_at },
    'link.step': {
      ...{ tpUserId, session: 'q3mUjYb0nE5xkD1oVzR7cA', step: 'refused', channel },
      code: 'key_unknown',
    },
    'link.finished': { tpUserId, status: 'completed', linked: [channel] },
    'privacy.request': {
      ...{ kind: 'customer_redact', channel, shop: 'your-shop.example', reference: null },
      ...{ customer_id: '7012345678901', order_ids: ['5012345678901'], order_count: 1 },
    },
    'changes.available': { count: 2, cursor: '2s.mhs7k3c0.Zm9vYmFyYmF6cXV4' },
    'write.settled': {
      ...{ execution_id: ID, index: 0, ...whose, operation: 'stock' },
      ...{ outcome: 'confirmed', code: null },
    },
    'watch.behind': { ...watch, code: 'channel_failed' },
    'watch.broken': { ...watch, code: 'channel_not_linked' },
  } satisfies { readonly [T in NoticeType]: NoticeData<T> };
  const notices = Object.entries(data).map(([type, one]) => [
    type,
    notice(type as NoticeType, AT, one as NoticeData<NoticeType>),
  ]);
  const completed = completionEvent({
    ...{ id: ID, traceId: TRACE, operation: 'orders', channel, tpUserId },
    ...{ finishedAt: AT, isSuccess: true, stage: 'transform', resultCount: 2 },
    ...{ nextPageToken: undefined, errors: {} },
  });
  return { [COMPLETED]: completed, ...Object.fromEntries(notices), [TEST]: testEvent(AT) };
}

/** In the sentence of the table. */
export function madeFailure(code: FaultCode): unknown {
  const { list, when } = FAULTS[code];
  const fault = new Fault(code, when);
  const { envelope } = refusal(fault, STAGE_OF[list], TRACE, createAddresses(BASE));
  return {
    Errors: envelope.Errors,
    Output: { ...envelope.Output, execution_id: ID },
    Report: { ...envelope.Report, TotalRequestsDuration: 0.2 },
  };
}

const STAGE_OF = {
  schemaValidationErrors: 'validate',
  operationErrors: 'authorize',
  restErrors: 'fetch',
  unexpectedErrors: 'fetch',
} as const satisfies Record<FaultList, Stage>;

/** What the token service says while its database is away. */
export const MADE_ANSWERS = { createAccessToken: { 503: UNAVAILABLE } };
