// Orders and products: reads the request, runs the pipeline, writes the response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ExecutionId } from '../model/envelope.ts';
import { OPERATIONS, type Operation } from '../model/execution.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { bodyOf, MAX_PAGE_TOKEN } from '../model/query.ts';
import { named, object, wordOf } from '../model/schema.ts';
import { Type } from '../model/type.ts';
import type { Accept } from '../unified/index.ts';
import { paramsOf } from '../unified/params-schema.ts';
import { send, writeEnvelope } from './answer.ts';
import { scoped, UserId } from './api.ts';
import type { Bearer } from './bearer.ts';
import type { Calls } from './calls.ts';
import { ADDRESS, optionalText } from './listing.ts';
import { type Addresses, PATHS } from './paths.ts';
import { readQuery } from './query.ts';

export interface UnifiedOptions {
  readonly accept: Accept;
  readonly bearer: Bearer;
  readonly calls: Calls;
  readonly deadlineSeconds: number;
  readonly addresses: Addresses;
  /** Channels that have each kind of record, for the published document. */
  readonly channels: Readonly<Record<Operation, readonly string[]>>;
}

const MAX_DEADLINE = 300;

export function unifiedRoutes(server: FastifyInstance, options: UnifiedOptions) {
  for (const operation of OPERATIONS) {
    const { summary, fields, answer: answered, request: name, scope } = OPERATION_TABLE[operation];
    const params = { ...fields.params, schema: paramsOf(operation) };
    server.route({
      method: 'POST',
      url: PATHS[operation],
      config: { operation },
      schema: {
        operationId: operation,
        tags: ['Data'],
        summary,
        description: `Reads one page of ${operation} of one channel, in real time. The user must have linked the channel, or its credential comes in \`params\`. Follow \`next_page_token\` until it is absent. A filter that the channel cannot honour exactly is refused; \`Report.Filters\` says which are in force.`,
        security: scoped(scope),
        querystring: querySchema(options.channels[operation]),
        body: named(name, bodyOf({ ...fields, params })),
        response: { 200: answered, 202: Running },
      },
      onRequest: [
        options.calls.shed,
        options.bearer(scope),
        (request: FastifyRequest, reply: FastifyReply) =>
          options.calls.enter(request, reply, deadlineOf(request, options) * 1000),
      ],
      handler: (request, reply) => answer(operation, request, reply, options),
    });
  }
}

async function answer(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: UnifiedOptions,
) {
  const { later, lenient, applied } = preferencesOf(request);
  if (applied !== '') reply.header('preference-applied', applied);
  if (!request.slot || !request.seen) throw new Error('a data call without a place');
  const outcome = await options.accept[later ? 'later' : 'now']({
    operation,
    client: request.caller?.client.id ?? '',
    query: readQuery(request.raw.url ?? ''),
    body: request.body,
    trace: request.seen.trace,
    deadlineSeconds: deadlineOf(request, options),
    lenient,
    ...request.slot,
  });
  if ('envelope' in outcome) {
    request.seen.call = { finished: outcome.finished, stages: outcome.stages };
    return send(reply, outcome, await writeEnvelope(outcome.envelope));
  }
  const { executionId } = outcome;
  const address = options.addresses.execution(executionId);
  return reply
    .code(202)
    .header('location', address)
    .header('cache-control', 'no-store')
    .send({ execution_id: executionId, status: 'running', status_url: address });
}

const deadlineOf = (request: FastifyRequest, options: UnifiedOptions): number =>
  preferencesOf(request).wait ?? options.deadlineSeconds;

/** What a caller prefers (RFC 7240), of what can be honoured; `applied` is how the response repeats it. */
function preferencesOf({ headers: { prefer = '' } }: FastifyRequest) {
  const text = String(prefer);
  const later = /(?:^|[,;\s])respond-async(?:$|[,;\s])/i.test(text);
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(text)?.[1];
  const wait =
    seconds === undefined ? undefined : Math.min(Math.max(1, Number(seconds)), MAX_DEADLINE);
  // Records that cannot be read are left out and named.
  const lenient = /(?:^|[,;\s])handling\s*=\s*"?lenient"?(?:$|[,;\s])/i.test(text);
  const applied = [later && 'respond-async', wait && `wait=${wait}`, lenient && 'handling=lenient'];
  return { wait, later, lenient, applied: applied.filter(Boolean).join(', ') };
}

function querySchema(channels: readonly string[]) {
  return Type.Object({
    channel: wordOf(channels, 'The channel to read.'),
    tpUserId: UserId,
    completionCallbackUrl: optionalText(
      'https address that receives the completion event, on success and on failure.',
      ADDRESS,
    ),
    next_page_token: optionalText('May stand here instead of in the body.', {
      maxLength: MAX_PAGE_TOKEN,
    }),
  });
}

const Running = object(
  'Running',
  'Accepted: with "Prefer: respond-async" the execution runs in the background.',
  {
    execution_id: ExecutionId,
    status: wordOf(['running'], 'It has only begun.'),
    status_url: Type.String({ format: 'uri', description: 'Where the result will be.' }),
  },
);
