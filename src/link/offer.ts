// What a visit offers: its channels with their state, and the ways in which each can be linked.

import type { Channel } from '../channels/channel.ts';
import type { Mark } from '../channels/mark.ts';
import { isOffered, type Way } from '../channels/way.ts';
import { writesBy } from '../channels/writing.ts';
import type { Account, Given } from '../model/credential.ts';
import type { WriteScope } from '../model/writes.ts';
import type { Client, CredentialFacts, Visit } from '../store/index.ts';
import type { From } from './dependencies.ts';
import { readsOf } from './diagnosis.ts';
import { enoughToLeave } from './form.ts';
import { wordsFor } from './search.ts';
import type { Guest } from './visit.ts';
import type { Reads } from './words/index.ts';

export interface Offered {
  readonly name: string;
  readonly title: string;
  readonly mark: Mark | undefined;
  /** What it is found by. */
  readonly search: string;
  readonly state: 'none' | 'linked' | 'attention';
  /** What the client may change there. */
  readonly writes: readonly WriteScope[];
  /** It was linked before its user was asked for all of that: until it is linked again, it is only read. */
  readonly isReadOnly: boolean;
  readonly linkedAt: number | undefined;
  /** What the account calls itself. */
  readonly account: string | undefined;
  /** The plain settings it was linked with. */
  readonly settings: Account | undefined;
  /** What it takes to leave for the vendor once more, where nothing need be asked for. */
  readonly again: { readonly way: string; readonly given: Given } | undefined;
}

export type Offer = ReturnType<typeof createOffer>;

export function createOffer({ channels, apps, store }: From<'channels' | 'apps' | 'store'>) {
  /** Best first. */
  const ways = (name: string): readonly Way[] =>
    (channels[name]?.ways ?? []).filter((way) => isOffered(way, apps[name]));
  const offered = (
    name: string,
    channel: Channel,
    scopes: readonly string[],
    facts?: CredentialFacts,
  ): Offered => {
    const { title, mark, also = [] } = channel;
    const [way] = ways(name);
    const given = enoughToLeave(facts?.account, way, channel);
    const writes = writesBy(channel, scopes);
    return {
      ...{ name, title, mark },
      search: wordsFor([title, name, ...also, facts?.name ?? '']),
      state: facts?.state ?? 'none',
      writes,
      isReadOnly: writes.some((scope) => facts?.writes?.includes(scope) === false),
      linkedAt: facts?.linkedAt,
      account: facts?.name,
      settings: facts?.account,
      again: way && given && { way: way.id, given },
    };
  };
  const channelOf = (visit: Visit, name: string): Channel | undefined =>
    visit.scopes.includes(name) && Object.hasOwn(channels, name) ? channels[name] : undefined;

  return {
    channelOf,
    ways,

    /** Every channel there is, offered or not. */
    known: channels,

    async list({ visit, client }: Guest): Promise<readonly Offered[]> {
      const known = new Map(
        (await store.credentials.list(visit.userId)).map((facts) => [facts.channel, facts]),
      );
      return visit.scopes.flatMap((name) => {
        const channel = channelOf(visit, name);
        return channel ? [offered(name, channel, client.scopes, known.get(name))] : [];
      });
    },

    async one({ visit, client }: Guest, name: string): Promise<Offered | undefined> {
      const channel = channelOf(visit, name);
      if (!channel) return undefined;
      const all = await store.credentials.list(visit.userId);
      return offered(
        name,
        channel,
        client.scopes,
        all.find((facts) => facts.channel === name),
      );
    },

    /** What the channels of these scopes give, all together. */
    reads(scopes: readonly string[]): Reads {
      const all = scopes.flatMap(
        (name) => (Object.hasOwn(channels, name) ? channels[name] : undefined) ?? [],
      );
      return readsOf({
        orders: all.find(({ orders }) => orders)?.orders,
        products: all.find(({ products }) => products)?.products,
      });
    },

    /** What a client may change on them, all together. */
    writes(scopes: readonly string[], client: Client): readonly WriteScope[] {
      const all = scopes.map((name) =>
        Object.hasOwn(channels, name) ? channels[name] : undefined,
      );
      return [...new Set(all.flatMap((channel) => writesBy(channel ?? {}, client.scopes)))];
    },
  };
}
