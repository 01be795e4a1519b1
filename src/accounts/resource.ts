// What a channel has of one kind of record, whichever kind and channel it is.
import type { Channel, Resource } from '../channels/channel.ts';
import type { Operation } from '../model/execution.ts';
import { EVERYWHERE } from '../model/include.ts';
import type { Query } from '../model/operations.ts';
import { MAX_LIMIT } from '../model/query.ts';

export type AnyResource = Resource<Query, string, { readonly id: string }>;

export const resourceOf = (channel: Channel, operation: Operation): AnyResource | undefined =>
  channel[operation] as AnyResource | undefined;

/** The channels whose records of a kind can something; by default, those that have any. */
export const ableOf = (
  channels: Readonly<Record<string, Channel>>,
  operation: Operation,
  can: (resource: AnyResource) => unknown = () => true,
): readonly string[] =>
  Object.entries(channels).flatMap(([name, channel]) => {
    const resource = resourceOf(channel, operation);
    return resource && can(resource) ? [name] : [];
  });

export const largestPage = ({ largestPage: declared }: AnyResource, version: string): number =>
  (declared && Object.hasOwn(declared, version) ? declared[version] : undefined) ?? MAX_LIMIT;

/** Whether a word of `include` can be honoured. */
export const canInclude = (resource: AnyResource | undefined, word: string): boolean =>
  resource !== undefined &&
  (EVERYWHERE.includes(word) || Object.hasOwn(resource.includes ?? {}, word));
