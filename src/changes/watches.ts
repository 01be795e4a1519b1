// Watches: what a client follows. Made, changed, shown with how they are doing, ended.
import type { Accounts } from '../accounts/index.ts';
import { ableOf, resourceOf } from '../accounts/resource.ts';
import type { KindOfChanges } from '../channels/changes.ts';
import type { Channel } from '../channels/channel.ts';
import { endsAfter } from '../model/ends-after.ts';
import { Fault, invalid } from '../model/faults.ts';
import type { ShownWatch, Store, WatchFilter } from '../store/index.ts';

export interface Wish {
  readonly tpUserId: string;
  readonly channel: string;
  readonly resource: 'orders' | 'products';
  /** Seconds. */
  readonly every: number | undefined;
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
  /** Hours; 0 for none. */
  readonly sweep: number | undefined;
  readonly keep: 'digests' | 'nothing' | undefined;
}

/** A watch as it is shown: with what it costs, and why it is not live. */
export interface Watched extends ShownWatch {
  /** Channel calls of a day in which little happens; null before the first reading. */
  readonly callsADay: number | null;
  /** Where the interval asked for is below what the channel allows. */
  readonly raised?: number;
}

export interface WatchesDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly accounts: Pick<Accounts, 'open'>;
  readonly store: Pick<Store, 'watches'>;
  /** The most that one client may have. */
  readonly most: number;
  readonly now: () => number;
  readonly wake: () => void;
  /** A watch of an account begins, or ends. */
  readonly onChange: (watch: ShownWatch, isOver: boolean) => void;
}

export const EVERY = { least: 60, most: 86_400, usual: 300 };
const DAY_SECONDS = 86_400;
const OPENING = 20_000;
export const LONGEST_SWEEP_HOURS = 24 * 31;

export type Watches = ReturnType<typeof createWatches>;

export function createWatches(deps: WatchesDependencies) {
  const { channels, store, now } = deps;

  function kindOf({ channel: name, resource }: Pick<Wish, 'channel' | 'resource'>): KindOfChanges {
    const channel = channels[name];
    const kind = channel?.changes[resource];
    if (channel && kind && resourceOf(channel, resource)) return kind;
    throw new Fault(
      'unsupported_channel',
      `There is no channel "${name}" with ${resource}; these have them: ${ableOf(channels, resource).join(', ')}.`,
      { field: 'channel' },
    );
  }

  function shown(watch: ShownWatch): Watched {
    const kind = channels[watch.channel]?.changes[watch.resource];
    const hours = watch.sweep ?? kind?.sweep ?? 0;
    const { idle, sweep = 0 } = watch.costs ?? {};
    const callsADay =
      idle === undefined
        ? null
        : Math.round(idle * (DAY_SECONDS / watch.every) + (hours > 0 ? sweep * (24 / hours) : 0));
    return { ...watch, callsADay };
  }

  return {
    /** One for each user, channel and kind of record. */
    async put(client: string, wish: Wish): Promise<Watched> {
      const { tpUserId, channel, resource } = wish;
      const kind = kindOf(wish);
      const keep = wish.keep ?? 'digests';
      if (keep === 'nothing' && kind.by === 'list')
        throw invalid(
          'keep',
          `${channel} gives ${resource} no date of change: without digests every one would be new each time. Leave "keep" out.`,
        );
      const asked = wish.every ?? Math.max(EVERY.usual, kind.floor.seconds);
      const every = Math.max(asked, kind.floor.seconds);
      const account = await deps.accounts.open({ client, tpUserId }, channel, {
        ...{ client, signal: endsAfter(OPENING), deadline: now() + OPENING },
      });
      const userId = account.stored?.userId;
      if (userId === undefined) throw new Error('an account that is linked is stored');
      const sweep = keep === 'nothing' ? 0 : (wish.sweep ?? null);
      const made = await store.watches.put(
        {
          ...{ clientId: client, userId, channel, resource, every, sweep, keep },
          ...{ account: account.key, since: wish.since },
        },
        deps.most,
      );
      if (made === 'too_many')
        throw new Fault(
          'too_many_watches',
          `A client may have ${deps.most} watches, and this one has. End one first, or ask the operator for more.`,
        );
      const watch = made === undefined ? undefined : await store.watches.find(client, made);
      if (!watch) throw new Fault('unknown_user', 'This user was deleted.', { field: 'tpUserId' });
      deps.onChange(watch, false);
      deps.wake();
      return { ...shown(watch), ...(every > asked && { raised: kind.floor.seconds }) };
    },

    async find(client: string, id: string): Promise<Watched> {
      const watch = await store.watches.find(client, numberOf(id));
      if (!watch) throw unknownWatch();
      return shown(watch);
    },

    async list(client: string, filter: WatchFilter, after: string | undefined, limit: number) {
      const from = after === undefined ? -1 : numberOf(after);
      const rows = await store.watches.list(client, filter, from, limit + 1);
      const page = rows.slice(0, limit).map(shown);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return { watches: page, next: last && String(last.id) };
    },

    async remove(client: string, id: string): Promise<void> {
      const watch = await store.watches.find(client, numberOf(id));
      if (!watch || !(await store.watches.remove(client, watch.id))) throw unknownWatch();
      deps.onChange(watch, true);
    },
  };
}

const unknownWatch = () => new Fault('not_found', 'This client has no such watch.');

/** -1 names none. */
const numberOf = (id: string): number => (/^\d{1,16}$/.test(id) ? Number(id) : -1);
