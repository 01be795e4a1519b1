// The channels and what each can, for whoever has a token.
import type { FastifyInstance } from 'fastify';
import { ChannelCapabilities } from '../model/capabilities.ts';
import { lazily } from '../model/lazily.ts';
import { object } from '../model/schema.ts';
import { Type } from '../model/type.ts';
import { SCOPES } from '../tokens/scopes.ts';
import { type Bearer, scoped } from './bearer.ts';
import { PATHS } from './paths.ts';
import { refuseQuery } from './query.ts';
import { sendTagged, tagOf } from './tagged.ts';

export interface ChannelRouteOptions {
  readonly capabilities: () => Promise<readonly ChannelCapabilities[]>;
  readonly bearer: Bearer;
}

const CHANNELS = object('Channels', 'All channels of this installation.', {
  channels: Type.Array(ChannelCapabilities, { description: 'In a fixed order.' }),
});

export function channelRoutes(server: FastifyInstance, options: ChannelRouteOptions): void {
  // They change with the installation only: written when somebody first asks, and kept.
  const write = lazily(async () => {
    const content = JSON.stringify({ channels: await options.capabilities() });
    return { content, tag: tagOf(content) };
  });

  server.route({
    method: 'GET',
    url: PATHS.channels,
    schema: {
      operationId: 'listChannels',
      tags: ['Channels'],
      summary: 'List the channels and what each can',
      description:
        'Which records each channel has, by which filters they can be narrowed, which keys it takes, how it is linked, which API versions it speaks and which limits it publishes. A token of any scope will do. It changes with the installation only: `If-None-Match` with the `ETag` of the last answer gets 304.',
      security: scoped(...SCOPES),
      response: { 200: CHANNELS },
    },
    onRequest: options.bearer(...SCOPES),
    handler: async (request, reply) => {
      refuseQuery(request.raw.url ?? '');
      const { content, tag } = await write();
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'private, no-cache');
      return sendTagged(reply, content, tag);
    },
  });
}
