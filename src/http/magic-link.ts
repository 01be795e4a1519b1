// The endpoint that makes magic links.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { MakeMagicLink } from '../link/magic-link.ts';
import { Fault } from '../model/faults.ts';
import { record } from '../model/schema.ts';
import type { Bearer } from './bearer.ts';
import { readQuery } from './query.ts';

export interface MagicLinkOptions {
  readonly makeMagicLink: MakeMagicLink;
  readonly bearer: Bearer;
  readonly channels: readonly string[];
}

export function magicLinkRoutes(server: FastifyInstance, options: MagicLinkOptions) {
  const { makeMagicLink, bearer, channels } = options;
  server.route({
    method: 'GET',
    url: '/api/ServiceClientApp/GetTpUserAuthDisposableToken',
    schema: {
      operationId: 'createMagicLink',
      tags: ['Magic link'],
      summary: 'Create a magic link',
      description:
        'Makes an address to give to the end user, who authorises their channels there. An unknown tpUserId creates the user; the call may be repeated.',
      security: [{ bearer: [] }],
      querystring: Type.Object({
        tpUserId: Type.String({ minLength: 1, maxLength: 256 }),
        redirectUrl: Type.Optional(
          Type.String({ format: 'uri', description: 'Where the user goes afterwards.' }),
        ),
        scopes: Type.Optional(
          Type.String({
            description: `Comma-separated channels to offer; all unless told otherwise: ${channels.join(', ')}.`,
          }),
        ),
      }),
      response: {
        200: record({
          uri: Type.String({ format: 'uri', description: 'Give this to the end user.' }),
          token: Type.String({ description: 'The one-time token within it.' }),
          expirationUtcUnixTimeSeconds: Type.Integer(),
        }),
      },
    },
    onRequest: bearer('links'),
    handler: async (request, reply) => {
      if (!request.caller) throw new Fault('invalid_token', 'The access token is missing.');
      const query = readQuery(request.raw.url ?? '');
      const link = await makeMagicLink({ client: request.caller.client, query });
      return reply.header('cache-control', 'no-store').send(link);
    },
  });
}
