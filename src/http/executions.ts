// Executions: the list of data calls, and the result of those that ran asynchronously.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Execution, Results } from '../events/results.ts';
import { STAGES } from '../model/envelope.ts';
import { DURATIONS, OPERATIONS } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { record, text } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { type Bearer, callerOf, security } from './bearer.ts';
import { instantOf, nextPageToken, oneOf, page, pagingQuery, readListing } from './listing.ts';
import { type Addresses, PATHS } from './paths.ts';

export interface ExecutionsOptions {
  readonly results: Results;
  readonly bearer: Bearer;
  readonly addresses: Addresses;
}

const STATUSES = ['running', 'succeeded', 'failed'] as const;
const FILTERS = ['channel', 'operation', 'status', 'tpUserId', 'started_at_min', 'started_at_max'];
const tags = ['Executions'];
const words = (list: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...list] });

const facts = {
  execution_id: Type.String({ format: 'uuid' }),
  status: words(STATUSES),
  status_url: Type.String({ format: 'uri' }),
  mode: Type.Unsafe<Execution['mode']>({
    type: 'string',
    enum: ['direct', 'async'],
    description: 'async: asked for with "Prefer: respond-async".',
  }),
  operation: words(OPERATIONS),
  channel: text('Null where the request named no channel that exists.'),
  tpUserId: text(),
  step: words(STAGES),
  code: text('The error code; null on success.'),
  trace_id: Type.String(),
  result_count: Type.Integer(),
  override_count: Type.Integer(),
  call_count: Type.Integer({ description: 'Calls made to the channel.' }),
  durations: Type.Unsafe<Execution['durations']>({
    description: 'As in the report, in milliseconds; null while it is running.',
    anyOf: [
      record(Object.fromEntries(DURATIONS.map((name) => [name, Type.Number()]))),
      { type: 'null' },
    ],
  }),
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      field: Type.Optional(Type.String()),
      count: Type.Integer(),
    }),
  ),
  started_at: Type.String(),
  finished_at: text('Null while it is running.'),
};
const Row = record(facts);
const Whole = record({
  ...facts,
  response: Type.Unsafe<unknown>({
    description:
      'The whole response of an asynchronous execution, as the data call would have given it. Null while it is running, 24 hours after it ended, and for direct executions.',
    anyOf: [{ type: 'object' }, { type: 'null' }],
  }),
  response_until: text('Until when the response is kept.'),
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
      description: 'Data calls of the last 30 days, newest first. No data, no secrets.',
      security,
      querystring: Type.Object({
        channel: Type.Optional(Type.String()),
        operation: Type.Optional(words(OPERATIONS)),
        status: Type.Optional(words(STATUSES)),
        tpUserId: Type.Optional(Type.String()),
        started_at_min: Type.Optional(Type.String({ description: 'Started at or after.' })),
        started_at_max: Type.Optional(Type.String({ description: 'Started at or before.' })),
        ...pagingQuery,
      }),
      response: { 200: record({ result: Type.Array(Row), next_page_token: nextPageToken }) },
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
      const rows = await results.list(callerOf(request).client.id, filter, after, limit + 1);
      const { rows: onPage, token } = page(rows, limit, ({ startedAt, id }) => ({
        at: startedAt,
        id,
      }));
      return reply.header('cache-control', 'no-store').send({
        result: onPage.map((row) => shown(row, addresses)),
        ...(token !== undefined && { next_page_token: token }),
      });
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
      params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
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
