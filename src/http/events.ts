// Deliveries of events: list, show, replay, test.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  DELIVERY_STATES,
  type Deliveries,
  type Delivery,
  type DeliveryKind,
} from '../events/deliveries.ts';
import { CompletionEvent, TestEvent } from '../model/event.ts';
import { Fault } from '../model/faults.ts';
import { NOTICES } from '../model/notices.ts';
import {
  instantText,
  integer,
  meaning,
  named,
  object,
  orNull,
  text,
  wordOf,
} from '../model/schema.ts';
import { MAX_ADDRESS_LENGTH } from '../model/text.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { type Bearer, callerOf, scoped } from './bearer.ts';
import { FEWER, nextPage, nextPageToken, oneOf, pagingQuery, readListing } from './listing.ts';
import { PATHS } from './paths.ts';

export interface EventsOptions {
  readonly deliveries: Deliveries;
  readonly bearer: Bearer;
}

const PATH = PATHS.deliveries;
const tags = ['Events'] as const;
const security = scoped('orders', 'products', 'links');

const State = named(
  'DeliveryState',
  wordOf(DELIVERY_STATES, 'Whether it waits for its next try, or how it ended.'),
);
const Id = Type.String({ description: 'The webhook-id, the same in every try.' });
const summaryFields = {
  id: Id,
  state: State,
  type: Type.String({ description: 'The type of the event.' }),
  url: Type.String({ description: 'Where it goes to.' }),
  execution_id: text('Null unless it tells of an execution.'),
  address_id: text('The event address it goes to; null where a call named the address.'),
  try_count: Type.Integer({ description: 'Tries since it was made or replayed.' }),
  created_at: instantText('When the event happened.'),
  next_try_at: text('Null unless it is waiting.'),
  finished_at: text('Null while it is waiting.'),
};
const Summary = object('Delivery', 'One event to one address.', summaryFields);
const AnyEvent = named(
  'AnyEvent',
  Type.Unsafe<unknown>({
    anyOf: [CompletionEvent, ...Object.values(NOTICES), TestEvent],
    description: 'What is sent to a receiver; `type` says which it is.',
  }),
);
export const Whole = object('DeliveryWithTries', 'One event to one address, and every try.', {
  ...summaryFields,
  body: orNull(AnyEvent, 'What is sent, the same in every try; null once it is erased.'),
  tries: Type.Array(
    object('DeliveryTry', 'One try to deliver.', {
      at: instantText('When it was made.'),
      duration: Type.Number({ description: 'Milliseconds.' }),
      status: integer('The receiver’s HTTP status; null when it did not answer.'),
      error: text('Why it did not count as delivered.'),
    }),
    { description: 'Oldest first; the last 50.' },
  ),
});
const List = object('Deliveries', 'A page of deliveries.', {
  result: Type.Array(Summary, { description: 'Newest first.' }),
  next_page_token: nextPageToken,
});
const Replayed = object('Replayed', 'What was set going again.', {
  replayed: Type.Integer({ description: 'How many deliveries are tried anew.' }),
});

export function eventRoutes(server: FastifyInstance, { deliveries, bearer }: EventsOptions) {
  const onRequest = bearer('orders', 'products', 'links');

  server.route({
    method: 'GET',
    url: PATH,
    schema: {
      operationId: 'listDeliveries',
      tags,
      summary: 'List deliveries',
      description: `Deliveries of the last 30 days, newest first. Events about calls need the scope orders or products, those to event addresses the scope links. ${FEWER}`,
      security,
      querystring: Type.Object({
        state: Type.Optional(meaning(State, 'In this state.')),
        type: Type.Optional(Type.String({ description: 'Events of this type.' })),
        address_id: Type.Optional(Type.String({ description: 'To this event address.' })),
        ...pagingQuery,
      }),
      response: { 200: List },
    },
    onRequest,
    handler: async (request) => {
      const names = ['state', 'type', 'address_id'];
      const { filters, limit, after } = readListing(request.raw.url ?? '', names);
      const filter = {
        kind: kindFor(request),
        state: oneOf('state', filters.state, DELIVERY_STATES),
        type: filters.type,
        addressId: filters.address_id,
      };
      const { rows, next } = await deliveries.list(clientOf(request), filter, after, limit);
      return { result: rows.map(summary), ...nextPage(next) };
    },
  });

  server.route<{ Params: { id: string } }>({
    method: 'GET',
    url: `${PATH}/:id`,
    schema: {
      operationId: 'getDelivery',
      tags,
      summary: 'Show a delivery',
      description: 'One delivery with what is sent and every try so far.',
      security,
      params: Type.Object({ id: Id }),
      response: { 200: Whole },
    },
    onRequest,
    handler: async (request) =>
      whole(await deliveries.find(clientOf(request), request.params.id, kindFor(request))),
  });

  server.route<{ Params: { id: string } }>({
    method: 'POST',
    url: `${PATH}/:id/Replay`,
    config: { act: 'deliveries.replay' },
    schema: {
      operationId: 'replayDelivery',
      tags,
      summary: 'Replay a delivery',
      description: 'Tries it anew, with the same webhook-id and body, from the first try on.',
      security,
      params: Type.Object({ id: Id }),
      response: { 202: Whole },
    },
    onRequest,
    handler: async (request, reply) =>
      reply
        .code(202)
        .send(
          whole(await deliveries.replay(clientOf(request), request.params.id, kindFor(request))),
        ),
  });

  server.route({
    method: 'POST',
    url: `${PATH}/Replay`,
    config: { act: 'deliveries.replay' },
    schema: {
      operationId: 'replayFailedDeliveries',
      tags,
      summary: 'Replay all failed deliveries',
      description: 'Tries every delivery that has failed anew, from the first try on.',
      security,
      response: { 202: Replayed },
    },
    onRequest,
    handler: async (request, reply) =>
      reply
        .code(202)
        .send({ replayed: await deliveries.replayFailed(clientOf(request), kindFor(request)) }),
  });

  server.route({
    method: 'POST',
    url: `${PATH}/Test`,
    config: { act: 'deliveries.test' },
    schema: {
      operationId: 'testDelivery',
      tags,
      summary: 'Send a test event',
      description:
        'Sends an event of the type "delivery.test", signed with the client’s own secret. One to an event address is sent by the Test of that address.',
      security: scoped('orders', 'products'),
      body: object('TestRequest', 'Where to send a test event.', {
        url: Type.String({
          format: 'uri',
          maxLength: MAX_ADDRESS_LENGTH,
          description: 'https, on the public internet.',
        }),
      }),
      response: { 202: Whole },
    },
    onRequest: bearer('orders', 'products'),
    handler: async (request, reply) => {
      const delivery = await deliveries.test(clientOf(request), urlOf(request.body));
      return reply.code(202).send(whole(delivery));
    },
  });
}

const clientOf = (request: FastifyRequest): string => callerOf(request).client.id;

/** What the token's scopes let it see: events about calls, events about links, or both. */
function kindFor(request: FastifyRequest): DeliveryKind | undefined {
  const { scopes } = callerOf(request);
  const calls = scopes.includes('orders') || scopes.includes('products');
  if (calls && scopes.includes('links')) return undefined;
  return calls ? 'calls' : 'notices';
}

function urlOf(body: unknown): string {
  const { url, ...others } = (body ?? {}) as Record<string, unknown>;
  if (typeof url === 'string' && Object.keys(others).length === 0 && !Array.isArray(body))
    return url;
  throw new Fault('invalid_request', 'The body must be {"url": "https://…"}.', { field: 'url' });
}

function summary(delivery: Delivery) {
  const { id, state, type, url, executionId, addressId } = delivery;
  const { attempts, createdAt, nextTryAt, finishedAt } = delivery;
  return {
    id,
    state,
    type,
    url,
    execution_id: executionId,
    address_id: addressId,
    try_count: attempts,
    created_at: writeInstant(createdAt),
    next_try_at: state === 'waiting' ? writeInstant(nextTryAt) : null,
    finished_at: finishedAt === null ? null : writeInstant(finishedAt),
  };
}

export const whole = (delivery: Delivery) => ({
  ...summary(delivery),
  body: delivery.body === '' ? null : JSON.parse(delivery.body),
  tries: delivery.tries.map(({ at, duration, status = null, error = null }) => ({
    at: writeInstant(at),
    duration,
    status,
    error,
  })),
});
