// Executions: the list of data calls, and the result of those that ran asynchronously.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Execution, Results } from '../events/results.ts';
import { OrdersAnswer, ProductsAnswer } from '../model/answers.ts';
import {
  DURATION_FIELDS,
  ExecutionId,
  Failure,
  StageSchema,
  TraceId,
  WarningCodeSchema,
} from '../model/envelope.ts';
import { OPERATIONS, Resource } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { instantText, meaning, named, object, orNull, text, wordOf } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { type Bearer, callerOf, scoped } from './bearer.ts';
import {
  FEWER,
  instantOf,
  nextPage,
  nextPageToken,
  oneOf,
  pagingQuery,
  readListing,
} from './listing.ts';
import { type Addresses, PATHS } from './paths.ts';

export interface ExecutionsOptions {
  readonly results: Results;
  readonly bearer: Bearer;
  readonly addresses: Addresses;
}

const STATUSES = ['running', 'succeeded', 'failed'] as const;
const FILTERS = ['channel', 'operation', 'status', 'tpUserId', 'started_at_min', 'started_at_max'];
const tags = ['Executions'] as const;
const security = scoped('orders', 'products');

const Status = named('ExecutionStatus', wordOf(STATUSES, 'Whether it runs, or how it ended.'));
const facts = {
  execution_id: ExecutionId,
  status: Status,
  status_url: Type.String({ format: 'uri', description: 'Where it is shown.' }),
  mode: wordOf(['direct', 'async'], 'async: asked for with "Prefer: respond-async".'),
  operation: meaning(Resource, 'What was asked for.'),
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
  finished_at: text('Null while it is running.'),
};
const Row = object('Execution', 'One data call. No data, no secrets.', facts);
const Whole = object('ExecutionWithResult', 'One data call, and its result while it is kept.', {
  ...facts,
  response: Type.Unsafe<unknown>({
    description:
      'The whole response of an asynchronous execution, as the data call would have given it. Null while it is running, 24 hours after it ended, and for direct executions.',
    anyOf: [OrdersAnswer, ProductsAnswer, Failure, { type: 'null' }],
  }),
  response_until: text('Until when the response is kept; null where there is none.'),
});
const List = object('Executions', 'A page of executions.', {
  result: Type.Array(Row, { description: 'Newest first.' }),
  next_page_token: nextPageToken,
});

export function executionRoutes(server: FastifyInstance, options: ExecutionsOptions) {
  const { results, bearer, addresses } = options;
  const onRequest = bearer('orders', 'products');

  server.route({
    method: 'GET',
    url: PATHS.executions,
    schema: {
      operationId: 'listExecutions',
      tags,
      summary: 'List executions',
      description: `Data calls of the last 30 days, newest first. No data, no secrets. ${FEWER}`,
      security,
      querystring: Type.Object({
        channel: Type.Optional(Type.String({ description: 'Of this channel.' })),
        operation: Type.Optional(meaning(Resource, 'Of this kind of record.')),
        status: Type.Optional(meaning(Status, 'That run, or ended so.')),
        tpUserId: Type.Optional(Type.String({ description: 'For this end user.' })),
        started_at_min: Type.Optional(Type.String({ description: 'Started at or after.' })),
        started_at_max: Type.Optional(Type.String({ description: 'Started at or before.' })),
        ...pagingQuery,
      }),
      response: { 200: List },
    },
    onRequest,
    handler: async (request, reply) => {
      const { filters, limit, after } = readListing(request.raw.url ?? '', FILTERS);
      const filter = {
        channel: filters.channel,
        operation: oneOf('operation', filters.operation, OPERATIONS),
        outcome: oneOf('status', filters.status, STATUSES),
        tpUserId: filters.tpUserId,
        from: instantOf('started_at_min', filters.started_at_min),
        to: instantOf('started_at_max', filters.started_at_max),
      };
      const { rows, next } = await results.list(callerOf(request).client.id, filter, after, limit);
      return reply
        .header('cache-control', 'no-store')
        .send({ result: rows.map((row) => shown(row, addresses)), ...nextPage(next) });
    },
  });

  server.route<{ Params: { id: string } }>({
    method: 'GET',
    url: `${PATHS.executions}/:id`,
    schema: {
      operationId: 'getExecution',
      tags,
      summary: 'Show an execution and its result',
      description:
        'The address that "Prefer: respond-async" gives. The token needs the scope of the operation.',
      security,
      params: Type.Object({ id: ExecutionId }),
      response: { 200: Whole },
    },
    onRequest,
    handler: async (request, reply) => {
      const { client, scopes } = callerOf(request);
      const execution = await results.find(client.id, request.params.id);
      if (!scopes.includes(execution.operation))
        throw new Fault(
          'insufficient_scope',
          `The access token lacks the scope "${execution.operation}", which this execution needs.`,
        );
      const kept = await results.result(client.id, execution.id);
      if (execution.outcome === 'running') reply.header('retry-after', 1);
      reply.header('cache-control', 'no-store');
      const facts = shown(execution, addresses);
      if (!kept) return reply.send({ ...facts, response: null, response_until: null });
      const whole = { ...facts, response_until: writeInstant(kept.expiresAt) };
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(Readable.from(withResponse(whole, kept.result), { objectMode: false }));
    },
  });
}

/** The response is JSON already: it passes through piece by piece, without being read. */
async function* withResponse(whole: object, response: AsyncIterable<Buffer>) {
  yield `${JSON.stringify(whole).slice(0, -1)},"response":`;
  yield* response;
  yield '}';
}

function shown(execution: Execution, addresses: Addresses) {
  return {
    execution_id: execution.id,
    status: execution.outcome,
    status_url: addresses.execution(execution.id),
    mode: execution.mode,
    operation: execution.operation,
    channel: execution.channel,
    tpUserId: execution.tpUserId,
    step: execution.stage,
    code: execution.code,
    trace_id: execution.traceId,
    result_count: execution.resultCount,
    override_count: execution.overrideCount,
    call_count: execution.calls,
    durations: execution.durations,
    warnings: execution.warnings,
    started_at: writeInstant(execution.startedAt),
    finished_at: execution.finishedAt === null ? null : writeInstant(execution.finishedAt),
  };
}
