// Orders and products: reads the request, runs the pipeline, writes the response.
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { ExecutionId } from '../model/envelope.ts';
import { type Executed, isWrite, OPERATIONS, type Operation } from '../model/execution.ts';
import { FAULTS, type FaultCode } from '../model/faults.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { bodyOf, MAX_PAGE_TOKEN, shared } from '../model/query.ts';
import { maybe, named, object, UserId, wordOf } from '../model/schema.ts';
import { type TSchema, Type } from '../model/type.ts';
import type { Act } from '../model/watch.ts';
import { type ItemOutcome, WRITE_TABLE, WRITES, type WriteOperation } from '../model/writes.ts';
import type { Ended } from '../unified/answer.ts';
import type { Accept } from '../unified/index.ts';
import { paramsOf } from '../unified/params-schema.ts';
import type { Request } from '../unified/pipeline.ts';
import { send, writeEnvelope } from './answer.ts';
import { scoped } from './api.ts';
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
  /** And those that take each kind of write. */
  readonly writable: Readonly<Record<WriteOperation, readonly string[]>>;
}

const MAX_DEADLINE = 300;

export function unifiedRoutes(server: FastifyInstance, options: UnifiedOptions) {
  for (const operation of [...WRITES, ...OPERATIONS]) {
    const isWriting = isWrite(operation);
    const {
      summary,
      answer: answered,
      scope,
    } = isWriting ? WRITE_TABLE[operation] : OPERATION_TABLE[operation];
    server.route({
      method: 'POST',
      url: PATHS[operation],
      config: { operation },
      schema: {
        operationId: operation,
        summary,
        security: scoped(scope),
        ...(isWriting ? writing(operation, options) : reading(operation, options)),
        response: { 200: answered, 202: Running },
        faults: isWriting ? writeFaults : readFaults,
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

/** What no data call can fail with, and what only those can that read, or that write. */
const ELSEWHERE: ReadonlySet<FaultCode> = new Set([
  ...(['invalid_cursor', 'cursor_expired', 'too_many_watches', 'not_found'] as const),
  ...(['method_not_allowed', 'set_aside'] as const),
]);
const OF_READS: readonly FaultCode[] = [
  ...(['invalid_page_token', 'unsupported_filter', 'unsupported_include'] as const),
  'deadline_passed',
];
const OF_WRITES: readonly FaultCode[] = ['idempotency_key_reused', 'write_in_progress'];
const faultsBut = (others: readonly FaultCode[]) =>
  (Object.keys(FAULTS) as FaultCode[]).filter(
    (code) => !ELSEWHERE.has(code) && !others.includes(code),
  );
const readFaults = faultsBut(OF_WRITES);
const writeFaults = faultsBut(OF_READS);

function reading(operation: Operation, { channels }: UnifiedOptions): FastifySchema {
  const { fields, request: name } = OPERATION_TABLE[operation];
  return {
    tags: ['Data'],
    description: `Reads one page of ${operation} of one channel, in real time. The user must have linked the channel, or its credential comes in \`params\`. Follow \`next_page_token\` until it is absent. A filter that the channel cannot honour exactly is refused; \`Report.Filters\` says which are in force.`,
    querystring: querySchema(channels[operation]),
    body: named(name, bodyOf({ ...fields, params: paramsOf(operation) })),
  };
}

function writing(operation: WriteOperation, { writable }: UnifiedOptions): FastifySchema {
  const { body, request: name } = WRITE_TABLE[operation];
  const { properties, ...rest } = body as TSchema & { readonly properties: object };
  const params = maybe({ ...shared.params, ...paramsOf('products') });
  return {
    tags: ['Writing'],
    description: `${ABOUT[operation]} Every item has an outcome of its own, proven by reading it back; one that is refused does not harm the others. The same \`Idempotency-Key\` and body within 24 hours give the same answer and write nothing again.`,
    headers: Type.Object({
      'Idempotency-Key': Type.String({
        maxLength: 255,
        description:
          'Your own name of this write, such as a UUID. Send the same one again when you repeat it.',
      }),
    }),
    querystring: querySchema(writable[operation], false),
    body: named(name, { ...rest, properties: { ...properties, params } } as TSchema),
  };
}

const ABOUT: Readonly<Record<WriteOperation, string>> = {
  fulfillments: 'Reports what has left the merchant, with its tracking.',
  stock: 'Sets how many of a variant can be sold.',
  prices: 'Sets what a variant costs.',
};

/** A data call within its request, which has a slot: what becomes of it is noted there. */
export async function runCall<W extends 'now' | 'later'>(
  accept: Accept,
  when: W,
  request: FastifyRequest,
  call: Pick<Request, 'operation' | 'query' | 'body' | 'key' | 'deadlineSeconds' | 'lenient'>,
): Promise<Awaited<ReturnType<Accept[W]>>> {
  const { slot, seen } = request;
  if (!slot || !seen) throw new Error('a data call without a place');
  const client = request.caller?.client.id ?? '';
  const outcome = await accept[when]({ ...call, client, trace: seen.trace, ...slot });
  if ('envelope' in outcome) {
    const { finished, stages, fault } = outcome;
    seen.call = { finished, stages };
    if (fault) seen.outcome = fault.code;
  }
  const { operation } = call;
  if (isWrite(operation) && !isDry(call.body)) seen.act = actOf(operation, outcome);
  return outcome as Awaited<ReturnType<Accept[W]>>;
}

async function answer(
  operation: Executed,
  request: FastifyRequest,
  reply: FastifyReply,
  options: UnifiedOptions,
) {
  const { later, lenient, applied } = preferencesOf(request);
  if (applied !== '') reply.header('preference-applied', applied);
  const outcome = await runCall(options.accept, later ? 'later' : 'now', request, {
    ...{ operation, query: readQuery(request.raw.url ?? ''), body: request.body, lenient },
    ...(isWrite(operation) && { key: textOf(request.headers['idempotency-key']) }),
    deadlineSeconds: deadlineOf(request, options),
  });
  if ('envelope' in outcome) return send(reply, outcome, await writeEnvelope(outcome.envelope));
  const { executionId } = outcome;
  const address = options.addresses.execution(executionId);
  return reply
    .code(202)
    .header('location', address)
    .header('cache-control', 'no-store')
    .send({ execution_id: executionId, status: 'running', status_url: address });
}

/**
 * For the audit: where a call wrote and what became of it, in figures; no item, person or parcel is in
 * it. A call that failed is, where something may have been written before.
 */
function actOf(
  operation: WriteOperation,
  outcome: Ended | { readonly executionId: string },
): Act | undefined {
  const act = `write.${operation}`;
  if ('executionId' in outcome) return { act, facts: { execution: outcome.executionId } };
  const { envelope, finished, fault } = outcome;
  if (fault && FAULTS[fault.code].status < 500) return undefined;
  const outcomes = (envelope.Output.result ?? []) as readonly ItemOutcome[];
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
  return {
    act,
    facts: {
      ...{ channel: finished.channel, execution: finished.id },
      ...(fault ? { code: fault.code } : { items: outcomes.length }),
      ...Object.fromEntries([...counts].map(([word, all]) => [word, all.length])),
    },
  };
}

const isDry = (body: unknown): boolean =>
  (body as { readonly dry_run?: unknown } | null | undefined)?.dry_run === true;

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

const textOf = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(',') : header;

function querySchema(channels: readonly string[], isRead = true) {
  return Type.Object({
    channel: wordOf(channels, isRead ? 'The channel to read.' : 'The channel to write to.'),
    tpUserId: UserId,
    completionCallbackUrl: optionalText(
      'https address that receives the completion event, on success and on failure.',
      ADDRESS,
    ),
    ...(isRead && {
      next_page_token: optionalText('May stand here instead of in the body.', {
        maxLength: MAX_PAGE_TOKEN,
      }),
    }),
  });
}

const Running = object(
  'Running',
  'Accepted: with "Prefer: respond-async" the execution runs in the background.',
  {
    execution_id: ExecutionId,
    status: wordOf(['running'], 'It has only just begun.'),
    status_url: Type.String({ format: 'uri', description: 'Where the result will be.' }),
  },
);
