// The channels and what each can, for anyone with a token.
import { Carriers, ChannelCapabilities, type TakenCarriers } from '../model/capabilities.ts';
import { invalid } from '../model/faults.ts';
import { lazily } from '../model/lazily.ts';
import { object, wordOf } from '../model/schema.ts';
import { tagOf } from '../model/tag.ts';
import { Type } from '../model/type.ts';
import { SCOPES } from '../tokens/scopes.ts';
import type { Api } from './api.ts';
import { oneOf } from './listing.ts';
import { PATHS } from './paths.ts';
import { readQuery } from './query.ts';
import { sendTagged } from './tagged.ts';

const CHANNELS = object('Channels', 'All channels of this installation.', {
  channels: Type.Array(ChannelCapabilities, { description: 'In a fixed order.' }),
});

export function carrierRoutes(
  api: Api,
  channels: readonly string[],
  carriersOf: (channel: string) => TakenCarriers,
): void {
  api('Writing', ...SCOPES)('GET', PATHS.carriers, {
    id: 'listCarriers',
    summary: 'List the carriers that a channel takes',
    description:
      'What `tracking_company` of a fulfillment may be. A token of any scope will do. A marketplace that keeps a list of its own is asked when a parcel is written.',
    query: Type.Object({ channel: wordOf(channels, 'The channel.') }),
    answer: Carriers,
    async handler({ request }) {
      const { channel } = readQuery(request.raw.url ?? '');
      const known = oneOf('channel', typeof channel === 'string' ? channel : undefined, channels);
      if (known === undefined)
        throw invalid('channel', `"channel" must be one of ${channels.join(', ')}.`);
      return { channel: known, ...carriersOf(known) };
    },
  });
}

export function channelRoutes(
  api: Api,
  capabilities: () => Promise<readonly ChannelCapabilities[]>,
): void {
  // They change with the installation only: written when somebody first asks, and kept.
  const write = lazily(async () => {
    const content = JSON.stringify({ channels: await capabilities() });
    return { content, tag: tagOf(content) };
  });

  api('Channels', ...SCOPES)('GET', PATHS.channels, {
    id: 'listChannels',
    summary: 'List the channels and what each can',
    description:
      'Which records each channel has, by which filters they can be narrowed, which keys it takes, how it is linked, which API versions it speaks, what can be written to it and which limits it publishes. A token of any scope will do. It changes with the installation only: `If-None-Match` with the `ETag` of the last answer gets 304.',
    answer: CHANNELS,
    async handler({ reply }) {
      const { content, tag } = await write();
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'private, no-cache');
      return sendTagged(reply, content, tag);
    },
  });
}
