// The channels and what each can, for anyone with a token.
import { Carriers, ChannelCapabilities, type TakenCarriers } from '../model/capabilities.ts';
import { Fault } from '../model/faults.ts';
import { lazily } from '../model/lazily.ts';
import { ChannelLineage } from '../model/lineage.ts';
import { object, wordOf } from '../model/schema.ts';
import { Type } from '../model/type.ts';
import { tagged } from '../pages/tagged.ts';
import { SCOPES } from '../tokens/scopes.ts';
import type { Api } from './api.ts';
import { PATHS } from './paths.ts';
import { JSON_TYPE, sendTagged } from './tagged.ts';

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
    query: { channel: wordOf(channels, 'The channel.') },
    answer: Carriers,
    handler: async ({ query: { channel } }) => ({ channel, ...carriersOf(channel) }),
  });
}

export function lineageRoute(
  api: Api,
  channels: readonly string[],
  lineageOf: (channel: string) => ChannelLineage,
): void {
  api('Channels', ...SCOPES)('GET', `${PATHS.channels}/:channel/Lineage`, {
    id: 'getLineage',
    summary: 'Say where the values of a channel’s records come from',
    description:
      'For every field of orders and products: the native values that it is made of, or why it has none. It is found by trying: a native value is changed, and the fields that move are made of it. A token of any scope will do. It changes with the installation only: `If-None-Match` with the `ETag` of the last answer gets 304.',
    params: Type.Object({
      channel: Type.String({ description: `One of ${channels.join(', ')}.` }),
    }),
    faults: ['unsupported_channel'],
    answer: ChannelLineage,
    async handler({ reply, params: { channel } }) {
      if (!channels.includes(channel))
        throw new Fault(
          'unsupported_channel',
          `There is no such channel; there are ${channels.join(', ')}.`,
          { field: 'channel' },
        );
      return sendTagged(reply, tagged(JSON.stringify(lineageOf(channel))), JSON_TYPE, OWN);
    },
  });
}

/** Kept by the caller alone. */
const OWN = 'private, no-cache';

export function channelRoutes(
  api: Api,
  capabilities: () => Promise<readonly ChannelCapabilities[]>,
): void {
  // They change with the installation only: written when somebody first asks, and kept.
  const write = lazily(async () => tagged(JSON.stringify({ channels: await capabilities() })));

  api('Channels', ...SCOPES)('GET', PATHS.channels, {
    id: 'listChannels',
    summary: 'List the channels and what each can',
    description:
      'Which records each channel has, by which filters they can be narrowed, which keys it takes, how it is linked, which API versions it speaks, what can be written to it and which limits it publishes. A token of any scope will do. It changes with the installation only: `If-None-Match` with the `ETag` of the last answer gets 304.',
    answer: CHANNELS,
    handler: async ({ reply }) => sendTagged(reply, await write(), JSON_TYPE, OWN),
  });
}
