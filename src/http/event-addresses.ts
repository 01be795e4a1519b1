// The event addresses of a client: see them, set them, rotate the secret of one, send it a test.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAddresses } from '../events/address-body.ts';
import { type EventAddresses, MOST_ADDRESSES, type ShownAddress } from '../events/addresses.ts';
import { invalid } from '../model/faults.ts';
import { ALL_TYPES, NOTICE_TYPES } from '../model/notices.ts';
import { instantText, named, object, wordOf } from '../model/schema.ts';
import { MAX_ADDRESS_LENGTH } from '../model/text.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { type Bearer, callerOf, scoped } from './bearer.ts';
import { Whole, whole } from './events.ts';
import { PATHS } from './paths.ts';
import { refuseQuery } from './query.ts';

export interface EventAddressesOptions {
  readonly addresses: EventAddresses;
  readonly bearer: Bearer;
}

const PATH = PATHS.eventAddresses;
const KEEP_DAYS = { default: 7, most: 30 };
const DAY_SECONDS = 24 * 60 * 60;

const Types = Type.Array(
  named(
    'EventType',
    wordOf<string>([...NOTICE_TYPES, ALL_TYPES], `A type of event; "${ALL_TYPES}" is every one.`),
  ),
  {
    minItems: 1,
    description: `The types of events it gets; "${ALL_TYPES}", alone, stands for all, those that come later included.`,
  },
);
const Url = Type.String({
  format: 'uri',
  maxLength: MAX_ADDRESS_LENGTH,
  description: 'https, on the public internet.',
});
const Secret = Type.String({
  description: 'What signs the events sent there (whsec_…). Shown this once: keep it.',
});
const Id = Type.String({ description: 'Names the event address.' });
const Address = object('EventAddress', 'Where events about the client’s users are sent.', {
  id: Id,
  url: Url,
  types: Types,
  paused: Type.Boolean({ description: 'While it is paused it gets nothing.' }),
  created_at: instantText('When it was first set.'),
  updated_at: instantText('When it was last changed.'),
  signing_secret: Type.Optional(Secret),
});
const Wish = object('EventAddressRequest', 'An event address as it shall be.', {
  id: Type.Optional(
    Type.String({
      description: 'Of an address that is there: it keeps its secret and what waits for it.',
    }),
  ),
  url: Url,
  types: Type.Optional(Types),
  paused: Type.Optional(
    Type.Boolean({ default: false, description: 'While it is paused it gets nothing.' }),
  ),
});
const List = object('EventAddresses', 'All event addresses of the client.', {
  addresses: Type.Array(Address, { description: 'In the order in which they were set.' }),
});
const Rotated = object('RotatedSecret', 'The new secret of an event address.', {
  id: Id,
  signing_secret: Secret,
});

export function eventAddressRoutes(
  server: FastifyInstance,
  { addresses, bearer }: EventAddressesOptions,
): void {
  const onRequest = bearer('links');
  const shared = { tags: ['Events'] as const, security: scoped('links') };
  const params = Type.Object({ id: Id });

  server.route({
    method: 'GET',
    url: PATH,
    schema: {
      ...shared,
      operationId: 'listEventAddresses',
      summary: 'List event addresses',
      description: 'Where events about the client’s users are sent. Secrets are not shown.',
      response: { 200: List },
    },
    onRequest,
    handler: async (request, reply) => {
      const found = await addresses.list(clientOf(request));
      return unstored(reply).send({ addresses: found.map(shown) });
    },
  });

  server.route({
    method: 'PUT',
    url: PATH,
    config: { act: 'events.set' },
    schema: {
      ...shared,
      operationId: 'putEventAddresses',
      summary: 'Set event addresses',
      description: `Puts this list, of at most ${MOST_ADDRESSES}, in place of the one before. An entry with the id, or else the url, of an address that is there changes that one; any other makes a new one, and the answer holds its secret. An address that is not in the list is removed, and what waits for it has failed.`,
      body: object('EventAddressesRequest', 'All event addresses, as they shall be.', {
        addresses: Type.Array(Wish, {
          maxItems: MOST_ADDRESSES,
          description: 'In place of those before.',
        }),
      }),
      response: { 200: List },
    },
    onRequest,
    handler: async (request, reply) => {
      const client = clientOf(request);
      const set = await addresses.put(client, readAddresses(request.body));
      return unstored(reply).send({ addresses: set.map(shown) });
    },
  });

  server.route<{ Params: { id: string } }>({
    method: 'POST',
    url: `${PATH}/:id/Rotate`,
    config: { act: 'events.rotate' },
    schema: {
      ...shared,
      operationId: 'rotateEventAddressSecret',
      summary: 'Rotate the secret of an event address',
      description:
        'Makes a new secret. Events carry a signature of each while the one before is live.',
      params,
      body: object('RotateRequest', 'What becomes of the secret before.', {
        keep_old_days: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: KEEP_DAYS.most,
            default: KEEP_DAYS.default,
            description: 'How long the secret before stays live; 0 ends it now.',
          }),
        ),
      }),
      response: { 200: Rotated },
    },
    onRequest,
    handler: async (request, reply) => {
      const { id } = request.params;
      const days = keepDays(request.body);
      const signing_secret = await addresses.rotate(clientOf(request), id, {
        endOld: days === 0,
        keepOldSeconds: days * DAY_SECONDS,
      });
      return unstored(reply).send({ id, signing_secret });
    },
  });

  server.route<{ Params: { id: string } }>({
    method: 'POST',
    url: `${PATH}/:id/Test`,
    config: { act: 'events.test' },
    schema: {
      ...shared,
      operationId: 'testEventAddress',
      summary: 'Send a test event to an event address',
      description: 'Sends an event of the type "delivery.test", signed with the address’s secret.',
      params,
      response: { 202: Whole },
    },
    onRequest,
    handler: async (request, reply) => {
      const delivery = await addresses.test(clientOf(request), request.params.id);
      return reply.code(202).send(whole(delivery));
    },
  });
}

function clientOf(request: FastifyRequest): string {
  refuseQuery(request.raw.url ?? '');
  return callerOf(request).client.id;
}

/** Nothing on the way keeps a secret. */
const unstored = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');

function keepDays(body: unknown): number {
  const { keep_old_days: days, ...others } = (body ?? {}) as Record<string, unknown>;
  if (Object.keys(others).length > 0 || Array.isArray(body))
    throw invalid('body', 'The body must be empty, or {"keep_old_days": 7}.');
  if (days == null) return KEEP_DAYS.default;
  if (typeof days === 'number' && Number.isInteger(days) && days >= 0 && days <= KEEP_DAYS.most)
    return days;
  throw invalid(
    'keep_old_days',
    `"keep_old_days" must be a whole number from 0 to ${KEEP_DAYS.most}.`,
  );
}

const shown = ({ id, url, types, paused, createdAt, updatedAt, secret }: ShownAddress) => ({
  id,
  url,
  types,
  paused,
  created_at: writeInstant(createdAt),
  updated_at: writeInstant(updatedAt),
  ...(secret !== undefined && { signing_secret: secret }),
});
