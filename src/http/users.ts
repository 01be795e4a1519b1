// The users of a client: which channels they have linked, and forgetting them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChannelStatus, Users } from '../link/users.ts';
import { orNull, record } from '../model/schema.ts';
import { lengthOf, MAX_USER_LENGTH, storable } from '../model/text.ts';
import { Type } from '../model/type.ts';
import { type Bearer, callerOf, security } from './bearer.ts';
import { nextPageToken, oneOf, pagingQuery, readNarrowing, readToken } from './listing.ts';
import { PATHS } from './paths.ts';
import { refuseQuery } from './query.ts';

export interface UserRouteOptions {
  readonly users: Users;
  readonly bearer: Bearer;
  readonly channels: readonly string[];
}

const USER = Type.Object({ tpUserId: Type.String({ minLength: 1, maxLength: 256 }) });
const time = (description: string) => Type.String({ format: 'date-time', description });

const STATES = ['linked', 'needs_attention'] as const satisfies readonly ChannelStatus['state'][];

/** Of 256 characters, each of four bytes. */
const MAX_TOKEN = 1400;

const STATUS = record({
  tpUserId: Type.String(),
  created_at: time('When the first magic link was made for this user.'),
  channels: Type.Array(
    record({
      channel: Type.String(),
      state: Type.Union([Type.Literal('linked'), Type.Literal('needs_attention')], {
        description:
          'needs_attention: the channel refuses the key, or to renew the access. Send the user a new magic link; it ends by itself when a call works again.',
      }),
      code: orNull(Type.String(), 'Why it needs attention, for programs.'),
      reason: orNull(Type.String(), 'Why it needs attention, for people.'),
      name: orNull(Type.String(), 'What the account calls itself.'),
      account: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Plain settings of the account, such as its address. Never a secret.',
      }),
      expiring: Type.Array(
        record({
          what: Type.Union([Type.Literal('grant'), Type.Literal('api_version')], {
            description:
              'grant: what the user granted; send a magic link in time. api_version: the version of the channel’s API that calls use unless they name one; the operator updates the service.',
          }),
          ends_at: time('When it ends.'),
        }),
        { description: 'What ends within 30 days; mostly empty.' },
      ),
      linked_at: time('When the user linked it last.'),
      updated_at: time('When it was last renewed, marked or linked.'),
    }),
  ),
});

export function userRoutes(server: FastifyInstance, options: UserRouteOptions): void {
  const { users, bearer, channels } = options;
  const shared = { tags: ['Magic link'], security };
  const gone = { 204: Type.Null({ description: 'Removed for good.' }) };
  const path = `${PATHS.users}/:tpUserId`;

  server.route({
    method: 'GET',
    url: PATHS.users,
    schema: {
      ...shared,
      operationId: 'listUsers',
      summary: 'List users and what they have linked',
      description:
        'The users of the calling client by their tpUserId, each as "Show which channels a user has linked" gives it. With `channel` or `state` a page may hold fewer than `limit`, or none: go on while there is a `next_page_token`. A user who is there throughout a walk comes exactly once.',
      querystring: Type.Object({
        channel: Type.Optional(
          Type.Unsafe<string>({
            type: 'string',
            enum: [...channels],
            description: 'Users who have linked this channel.',
          }),
        ),
        state: Type.Optional(
          Type.Unsafe<string>({
            type: 'string',
            enum: [...STATES],
            description:
              'Users with a channel in this state (with `channel`: that one), such as those to send a new link to.',
          }),
        ),
        ...pagingQuery,
      }),
      response: { 200: record({ users: Type.Array(STATUS), next_page_token: nextPageToken }) },
    },
    onRequest: bearer('links'),
    handler: async (request, reply) => {
      const { filters, limit, token } = readNarrowing(request.raw.url ?? '', ['channel', 'state']);
      const { users: onPage, next } = await users.list(callerOf(request).client.id, {
        channel: oneOf('channel', filters.channel, channels),
        state: oneOf('state', filters.state, STATES),
        after: token === undefined ? undefined : readToken(token, userIn, MAX_TOKEN),
        limit,
      });
      return reply.header('cache-control', 'no-store').send({
        users: onPage,
        ...(next !== undefined && { next_page_token: Buffer.from(next).toString('base64url') }),
      });
    },
  });

  server.route({
    method: 'GET',
    url: path,
    schema: {
      ...shared,
      operationId: 'getUser',
      summary: 'Show which channels a user has linked',
      params: USER,
      response: { 200: STATUS },
    },
    onRequest: bearer('links'),
    handler: async (request, reply) => {
      const { client, tpUserId } = read(request);
      return reply.header('cache-control', 'no-store').send(await users.status(client, tpUserId));
    },
  });

  server.route({
    method: 'DELETE',
    url: path,
    config: { act: 'users.delete' },
    schema: {
      ...shared,
      operationId: 'deleteUser',
      summary: 'Forget a user and everything kept of them',
      description:
        'Erases credentials, links, executions, results and deliveries of this user, for good. Background executions that have not ended are given up; their completion event says so. Each channel that was linked is told of once more (channel.unlinked).',
      params: USER,
      response: gone,
    },
    onRequest: bearer('links'),
    handler: async (request, reply) => {
      const { client, tpUserId } = read(request);
      await users.remove(client, tpUserId);
      return reply.code(204).send();
    },
  });

  server.route({
    method: 'DELETE',
    url: `${path}/Channels/:channel`,
    config: { act: 'users.unlink' },
    schema: {
      ...shared,
      operationId: 'unlinkChannel',
      summary: 'Forget the credential of one channel',
      params: Type.Object({
        ...USER.properties,
        channel: Type.String({ description: `One of ${channels.join(', ')}.` }),
      }),
      response: gone,
    },
    onRequest: bearer('links'),
    handler: async (request, reply) => {
      const { client, tpUserId } = read(request);
      const { channel } = request.params as { channel: string };
      await users.unlink(client, tpUserId, channel);
      return reply.code(204).send();
    },
  });
}

const userIn = (text: string): string | undefined =>
  text !== '' && storable(text) && lengthOf(text) <= MAX_USER_LENGTH ? text : undefined;

function read(request: FastifyRequest): { client: string; tpUserId: string } {
  const { client } = callerOf(request);
  refuseQuery(request.raw.url ?? '');
  const { tpUserId } = request.params as { tpUserId: string };
  return { client: client.id, tpUserId };
}
