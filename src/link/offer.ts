// What a visit offers: its channels with their state, and the ways in which each can be linked.

import type { Channel } from '../channels/channel.ts';
import { isOffered, type Way } from '../channels/way.ts';
import { writesBy } from '../channels/writing.ts';
import { OPERATIONS } from '../model/execution.ts';
import type { WriteScope } from '../model/writes.ts';
import type { Client, CredentialFacts, Visit } from '../store/index.ts';
import type { From } from './dependencies.ts';
import { readsOf } from './diagnosis.ts';
import { wayForm } from './form.ts';
import { wordsFor } from './search.ts';
import type { Guest } from './visit.ts';
import type { Reads } from './words/index.ts';

/** A channel that a visit offers. */
export type Offered = Awaited<ReturnType<Offer['list']>>[number];
/** A channel that is linked: what is read, when it was last, and how that went. */
export type Connection = NonNullable<Awaited<ReturnType<Offer['connection']>>>;

/** Of what was asked for this user last, so many are looked at for one that read. */
const LOOKED_AT = 20;
const isRead = (operation: string): boolean => OPERATIONS.some((one) => one === operation);

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
  ) => {
    const { title, mark, also = [] } = channel;
    const [way] = ways(name);
    const given = way && wayForm(way, channel).enoughToLeave(facts?.account);
    const writes = writesBy(channel, scopes);
    return {
      ...{ name, title, mark },
      /** What it is found by. */
      search: wordsFor([title, name, ...also, facts?.name ?? '']),
      state: facts?.state ?? ('none' as const),
      /** What the client may change there. */
      writes,
      /** It was linked before its user was asked for all of that: until it is linked again, it is only read. */
      isReadOnly: writes.some((scope) => facts?.writes?.includes(scope) === false),
      linkedAt: facts?.linkedAt,
      /** What the account calls itself. */
      account: facts?.name,
      /** The plain settings it was linked with. */
      settings: facts?.account,
      /** The best way to link it. */
      way: way?.id,
      /** What it takes to leave for the vendor once more, where nothing need be asked for. */
      again: way && given && { way: way.id, given },
    };
  };
  const channelsOf = (scopes: readonly string[]): readonly Channel[] =>
    scopes.flatMap((name) => (Object.hasOwn(channels, name) ? channels[name] : undefined) ?? []);
  const channelOf = (visit: Visit, name: string): Channel | undefined =>
    channelsOf(visit.scopes.filter((scope) => scope === name))[0];

  return {
    channelOf,
    ways,

    /** Every channel there is, offered or not. */
    known: channels,

    async list({ visit, client }: Guest) {
      const known = new Map(
        (await store.credentials.list(visit.userId)).map((facts) => [facts.channel, facts]),
      );
      return visit.scopes.flatMap((name) => {
        const channel = channelOf(visit, name);
        return channel ? [offered(name, channel, client.scopes, known.get(name))] : [];
      });
    },

    async one(guest: Guest, name: string) {
      return (await this.list(guest)).find((one) => one.name === name);
    },

    /** What there is to know of a channel that is linked; undefined where it is not. */
    async connection({ visit, client }: Guest, name: string) {
      const channel = channelOf(visit, name);
      const one = await this.one({ visit, client }, name);
      if (!channel || !one || one.state === 'none') return undefined;
      const user = await store.users.byId(client.id, visit.userId);
      const filter = { channel: name, tpUserId: user?.tpUserId };
      const { rows } = user
        ? await store.executions.list(client.id, filter, undefined, LOOKED_AT)
        : { rows: [] };
      const last = rows.find(
        ({ operation, outcome }) => isRead(operation) && outcome !== 'running',
      );
      return {
        ...{ offered: one, reads: readsOf(channel) },
        last: last && { at: last.startedAt, isGood: last.outcome === 'succeeded' },
      };
    },

    /** What the channels of these scopes give, all together. */
    reads(scopes: readonly string[]): Reads {
      const all = channelsOf(scopes);
      return readsOf({
        orders: all.find(({ orders }) => orders)?.orders,
        products: all.find(({ products }) => products)?.products,
      });
    },

    /** What a client may change on them, all together. */
    writes: (scopes: readonly string[], client: Client): readonly WriteScope[] => [
      ...new Set(channelsOf(scopes).flatMap((channel) => writesBy(channel, client.scopes))),
    ],
  };
}
