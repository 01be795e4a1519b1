// Orders and products: reads the request, runs the pipeline, writes the response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OrdersAnswer, ProductsAnswer } from '../model/answers.ts';
import { ExecutionId } from '../model/envelope.ts';
import { OPERATIONS, type Operation } from '../model/execution.ts';
import { bodyOf, MAX_PAGE_TOKEN, ORDER_FIELDS, PRODUCT_FIELDS } from '../model/query.ts';
import { named, object, wordOf } from '../model/schema.ts';
import { MAX_ADDRESS_LENGTH, MAX_USER_LENGTH } from '../model/text.ts';
import { Type } from '../model/type.ts';
import type { Accept } from '../unified/accept.ts';
import { paramsOf } from '../unified/params-schema.ts';
import { send, writeEnvelope } from './answer.ts';
import { type Bearer, scoped } from './bearer.ts';
import type { Calls } from './calls.ts';
import { type Addresses, PATHS } from './paths.ts';
import { readQuery } from './query.ts';
import type { Shed } from './shed.ts';

export interface UnifiedOptions {
  readonly accept: Accept;
  readonly bearer: Bearer;
  /** Turns calls away when the process is far behind. */
  readonly shed: Shed['hook'];
  /** Gives each client its share of the calls under way. */
  readonly calls: Pick<Calls, 'enter'>;
  readonly deadlineSeconds: number;
  readonly addresses: Addresses;
  /** Channels that have each kind of record, for the published document. */
  readonly channels: Readonly<Record<Operation, readonly string[]>>;
}

const MAX_DEADLINE = 300;

export function unifiedRoutes(server: FastifyInstance, options: UnifiedOptions) {
  const kinds = {
    orders: {
      ...{ summary: 'Retrieve orders', body: 'OrdersRequest' },
      ...{ fields: ORDER_FIELDS, answer: OrdersAnswer },
    },
    products: {
      ...{ summary: 'Retrieve products', body: 'ProductsRequest' },
      ...{ fields: PRODUCT_FIELDS, answer: ProductsAnswer },
    },
  } as const;
  for (const operation of OPERATIONS) {
    const { summary, fields, answer: answered, body } = kinds[operation];
    const params = { ...fields.params, schema: paramsOf(operation) };
    server.route({
      method: 'POST',
      url: PATHS[operation],
      config: { operation },
      schema: {
        operationId: operation,
        tags: ['Data'],
        summary,
        description: `Reads one page of ${operation} of one channel, in real time. The user must have linked the channel, or its credential comes in \`params\`. Follow \`next_page_token\` until it is absent. A filter that the channel cannot honour exactly is refused; \`Report.Filters\` tells which are in force.`,
        security: scoped(operation),
        querystring: querySchema(options.channels[operation]),
        body: named(body, bodyOf({ ...fields, params })),
        response: { 200: answered, 202: Running },
      },
      onRequest: [
        options.shed,
        options.bearer(operation),
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
  if (!request.place || !request.seen) throw new Error('a data call without a place');
  const outcome = await options.accept[later ? 'later' : 'now']({
    operation,
    client: request.caller?.client.id ?? '',
    query: readQuery(request.raw.url ?? ''),
    body: request.body,
    trace: request.seen.trace,
    deadlineSeconds: deadlineOf(request, options),
    lenient,
    ...request.place,
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

function deadlineOf(request: FastifyRequest, options: UnifiedOptions): number {
  return preferencesOf(request).wait ?? options.deadlineSeconds;
}

/** What a caller prefers (RFC 7240), of what can be honoured. */
interface Preferences {
  /** Seconds. */
  readonly wait: number | undefined;
  readonly later: boolean;
  readonly lenient: boolean;
  /** As the response repeats them; empty if there are none. */
  readonly applied: string;
}

const NONE: Preferences = { wait: undefined, later: false, lenient: false, applied: '' };

function preferencesOf({ headers }: FastifyRequest): Preferences {
  if (headers.prefer === undefined) return NONE;
  const prefer = String(headers.prefer);
  const wait = readWait(prefer);
  const later = wantsLater(prefer);
  const lenient = wantsLenient(prefer);
  const applied = [
    later && 'respond-async',
    wait !== undefined && `wait=${wait}`,
    lenient && 'handling=lenient',
  ];
  return { wait, later, lenient, applied: applied.filter(Boolean).join(', ') };
}

/** `Prefer: wait=N`; what cannot be honoured is left alone. */
function readWait(prefer: string): number | undefined {
  const match = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer);
  if (!match) return undefined;
  return Math.min(Math.max(1, Number(match[1])), MAX_DEADLINE);
}

/** `Prefer: respond-async`. */
const wantsLater = (prefer: string): boolean =>
  /(?:^|[,;\s])respond-async(?:$|[,;\s])/i.test(prefer);

/** `Prefer: handling=lenient`: records that cannot be read are left out and named. */
const wantsLenient = (prefer: string): boolean =>
  /(?:^|[,;\s])handling\s*=\s*"?lenient"?(?:$|[,;\s])/i.test(prefer);

function querySchema(channels: readonly string[]) {
  return Type.Object({
    channel: wordOf(channels, 'The channel to read.'),
    tpUserId: Type.String({
      minLength: 1,
      maxLength: MAX_USER_LENGTH,
      description: 'The end user, as the client application names them.',
    }),
    completionCallbackUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: MAX_ADDRESS_LENGTH,
        description: 'https address that receives the completion event, on success and on failure.',
      }),
    ),
    next_page_token: Type.Optional(
      Type.String({
        maxLength: MAX_PAGE_TOKEN,
        description: 'May stand here instead of in the body.',
      }),
    ),
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
