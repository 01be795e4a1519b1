// The endpoint that makes magic links.
import type { FastifyInstance } from 'fastify';
import { MAX_NAME_LENGTH, type MakeMagicLink } from '../link/magic-link.ts';
import { object } from '../model/schema.ts';
import { MAX_ADDRESS_LENGTH, MAX_USER_LENGTH } from '../model/text.ts';
import { Type } from '../model/type.ts';
import { type Bearer, callerOf, scoped } from './bearer.ts';
import { PATHS } from './paths.ts';
import { readQuery } from './query.ts';

export interface MagicLinkOptions {
  readonly makeMagicLink: MakeMagicLink;
  readonly bearer: Bearer;
  readonly channels: readonly string[];
}

const MagicLink = object('MagicLink', 'An address for the end user, good for one use.', {
  uri: Type.String({ format: 'uri', description: 'Give this to the end user.' }),
  token: Type.String({ description: 'The one-time token within it.' }),
  expirationUtcUnixTimeSeconds: Type.Integer({
    description: 'When it ends, in seconds since 1970 (UTC).',
  }),
});

export function magicLinkRoutes(server: FastifyInstance, options: MagicLinkOptions) {
  const { makeMagicLink, bearer, channels } = options;
  server.route({
    method: 'GET',
    url: PATHS.magicLink,
    schema: {
      operationId: 'createMagicLink',
      tags: ['Magic link'],
      summary: 'Create a magic link',
      description:
        'Makes an address to give to the end user, who authorises their channels there. An unknown tpUserId creates the user; the call may be repeated.',
      security: scoped('links'),
      querystring: Type.Object({
        tpUserId: Type.String({
          minLength: 1,
          maxLength: MAX_USER_LENGTH,
          description: 'The end user, as the client application names them.',
        }),
        userName: Type.Optional(
          Type.String({
            maxLength: MAX_NAME_LENGTH,
            description:
              'What you call this user. Shown on every page beside the name of your application, so that whoever has several links open knows for whom each is.',
          }),
        ),
        redirectUrl: Type.Optional(
          Type.String({
            format: 'uri',
            maxLength: MAX_ADDRESS_LENGTH,
            description: 'Where the user goes afterwards.',
          }),
        ),
        scopes: Type.Optional(
          Type.String({
            description: `Comma-separated channels to offer, of ${channels.join(', ')}; all if absent.`,
          }),
        ),
      }),
      response: {
        200: MagicLink,
      },
    },
    onRequest: bearer('links'),
    handler: async (request, reply) => {
      const query = readQuery(request.raw.url ?? '');
      const link = await makeMagicLink({ client: callerOf(request).client, query });
      return reply.header('cache-control', 'no-store').send(link);
    },
  });
}
