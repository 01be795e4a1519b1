// Executions: the list of data calls, and the result of those that ran asynchronously.
import { Readable } from 'node:stream';
import type { Execution, Results } from '../events/results.ts';
import {
  DURATION_FIELDS,
  ExecutionId,
  Failure,
  StageSchema,
  TraceId,
  WarningCodeSchema,
} from '../model/envelope.ts';
import { ExecutedSchema, isWrite } from '../model/execution.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { time } from '../model/query.ts';
import { instantOf } from '../model/read.ts';
import { instantText, meaning, named, object, orNull, text, wordOf } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { OUTCOME_WORDS, WRITE_TABLE } from '../model/writes.ts';
import type { Api } from './api.ts';
import { mustHave } from './bearer.ts';
import { afterOf, FEWER, nextAfter, nextPageToken, optionalText } from './listing.ts';
import { type Addresses, PATHS } from './paths.ts';
import { shownBy, timeOrNull } from './shown.ts';

const STATUSES = ['running', 'succeeded', 'failed'] as const;

const Status = named('ExecutionStatus', wordOf(STATUSES, 'Whether it runs, or how it ended.'));
const facts = {
  execution_id: ExecutionId,
  status: Status,
  status_url: Type.String({ format: 'uri', description: 'Where it is shown.' }),
  mode: wordOf(['direct', 'async'], 'async: asked for with "Prefer: respond-async".'),
  operation: ExecutedSchema,
  channel: text('Null where the request named no channel that exists.'),
  tpUserId: text('The end user; null where the request named none.'),
  step: StageSchema,
  code: text('The error code; null on success.'),
  trace_id: TraceId,
  result_count: Type.Integer({ description: 'How many records it returned.' }),
  override_count: Type.Integer({ description: 'How many values override rules changed.' }),
  call_count: Type.Integer({ description: 'Calls made to the channel.' }),
  durations: orNull(
    object('ExecutionDurations', 'As in the report, in milliseconds.', DURATION_FIELDS),
    'As in the report, in milliseconds; null while it is running.',
  ),
  warnings: Type.Array(
    object('WarningCount', 'A warning of the report, without its sentence and records.', {
      code: WarningCodeSchema,
      field: Type.Optional(Type.String({ description: 'The field of the record concerned.' })),
      count: Type.Integer({ description: 'How many times it was met.' }),
    }),
    { description: 'The warnings of the report, without their sentences.' },
  ),
  started_at: instantText('When it began.'),
  finished_at: timeOrNull('Null while it is running.'),
};
const Row = object('Execution', 'One data call. No data, no secrets.', facts);
const WrittenItem = object('WrittenItem', 'What became of one item of a write.', {
  index: Type.Integer({ description: 'Which item it is, from 0.' }),
  outcome: orNull(
    wordOf(OUTCOME_WORDS, 'As in the answer of the call, or newer.'),
    'As in the answer of the call, or newer; null while it is written.',
  ),
  code: text('Why; null where there is nothing to say.'),
  settled: Type.Boolean({ description: 'Whether that is the end of it.' }),
});
const Whole = object('ExecutionWithResult', 'One data call, and its result while it is kept.', {
  ...facts,
  response: Type.Unsafe<unknown>({
    description:
      'The whole response of an asynchronous execution, as the data call would have given it. Null while it is running, 24 hours after it ended, and for direct executions.',
    anyOf: [
      ...Object.values(OPERATION_TABLE).map(({ answer }) => answer),
      ...Object.values(WRITE_TABLE).map(({ answer }) => answer),
      Failure,
      { type: 'null' },
    ],
  }),
  items: Type.Array(WrittenItem, {
    description: 'Of a call that wrote: what became of each item, as far as it is known now.',
  }),
  response_until: text('Until when the response is kept; null where there is none.'),
});
const List = object('Executions', 'A page of executions.', {
  result: Type.Array(Row, { description: 'Newest first.' }),
  next_page_token: nextPageToken,
});

export function executionRoutes(api: Api, results: Results, addresses: Addresses): void {
  const route = api('Executions', 'orders', 'products', 'orders.write', 'products.write');

  route('GET', PATHS.executions, {
    id: 'listExecutions',
    summary: 'List executions',
    description: `Data calls of the last 30 days, newest first. No data, no secrets. ${FEWER}`,
    filters: {
      channel: optionalText('Of this channel.'),
      operation: Type.Optional(meaning(ExecutedSchema, 'Of this kind.')),
      status: Type.Optional(meaning(Status, 'That run, or ended so.')),
      tpUserId: optionalText('For this end user.'),
      started_at_min: Type.Optional(time('Started at or after.')),
      started_at_max: Type.Optional(time('Started at or before.')),
    },
    answer: List,
    async handler({ client, query, listing }) {
      const { channel, tpUserId, operation, status: outcome } = query;
      const filter = {
        ...{ channel, tpUserId, operation, outcome },
        from: instantOf('started_at_min', query.started_at_min),
        to: instantOf('started_at_max', query.started_at_max),
      };
      const { rows, next } = await results.list(client, filter, afterOf(listing), listing.limit);
      return { result: rows.map((row) => shown(row, addresses)), ...nextAfter(next) };
    },
  });

  route('GET', `${PATHS.executions}/:id`, {
    id: 'getExecution',
    summary: 'Show an execution and its result',
    description:
      'The address that "Prefer: respond-async" gives. The token needs the scope of the operation.',
    params: Type.Object({ id: ExecutionId }),
    faults: ['not_found'],
    answer: Whole,
    async handler({ client, scopes, params, reply }) {
      const execution = await results.find(client, params.id);
      const { operation } = execution;
      const scope = isWrite(operation) ? WRITE_TABLE[operation].scope : operation;
      mustHave(scopes, scope, ', which this execution needs');
      const kept = await results.result(client, execution.id);
      if (execution.outcome === 'running') reply.header('retry-after', 1);
      const written = isWrite(operation) ? await results.items(client, execution.id) : [];
      const items = written.map(({ place, outcome, code, state }) => ({
        ...{ index: place, outcome, code, settled: state === 'done' },
      }));
      const facts = { ...(shown(execution, addresses) as object), items };
      if (!kept) return { ...facts, response: null, response_until: null };
      const whole = { ...facts, response_until: writeInstant(kept.expiresAt) };
      reply.header('content-type', 'application/json; charset=utf-8');
      return Readable.from(withResponse(whole, kept.result), { objectMode: false });
    },
  });
}

/** The response is JSON already: it passes through piece by piece, without being read. */
async function* withResponse(whole: object, response: AsyncIterable<Buffer>) {
  yield `${JSON.stringify(whole).slice(0, -1)},"response":`;
  yield* response;
  yield '}';
}

const showRow = shownBy(Row);

const shown = (execution: Execution, addresses: Addresses) =>
  showRow({
    ...execution,
    executionId: execution.id,
    status: execution.outcome,
    statusUrl: addresses.execution(execution.id),
    step: execution.stage,
    callCount: execution.calls,
  });
