// The rows of subscriptions at vendors: found by their reading, or by a hash of what stands in their address.
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ifOpens } from '../keys/seal.ts';
import { add, affected, type Base, findAll, findOne, hashed, remove, update } from './base.ts';
import { contextOf, type Rec } from './schema.ts';

export type HookState = Rec<'hook_subscription'>['state'];

export interface NewHookSubscription
  extends Pick<Rec<'hook_subscription'>, 'clientId' | 'channel' | 'resource'> {
  /** The reading's. */
  readonly id: string;
  /** Names the account at its channel. */
  readonly account: string;
  readonly byApp: boolean;
}

export interface HookSubscription
  extends Pick<
    Rec<'hook_subscription'>,
    'id' | 'clientId' | 'channel' | 'resource' | 'state' | 'keys'
  > {
  readonly byApp: boolean;
  readonly secret: string;
  /** The last part of its address. Who knows it does not know the secret. */
  readonly handle: string;
}

const BYTES = 32;
/** What a handle looks like: anything else is looked for nowhere. */
const HANDLE = /^[\w-]{43}$/;

const handleOf = (secret: string): string =>
  createHmac('sha256', secret).update('address').digest('base64url');
const shopOf = (channel: string, account: string): string => hashed(`${channel} ${account}`);

export function hookSubscriptionStore({ db, now, seal }: Base) {
  const contextIn = (id: string) => contextOf('hook_subscription', 'secret', id);

  /** Undefined where no key of the ring opens it. */
  function opened(row: Rec<'hook_subscription'> | undefined): HookSubscription | undefined {
    const secret = row && ifOpens(() => seal.open(row.secret, contextIn(row.id)));
    if (!row || secret === undefined) return undefined;
    const { id, clientId, channel, resource, state, keys } = row;
    return {
      ...{ id, clientId, channel, resource, state, keys },
      ...{ byApp: row.byApp !== 0, secret, handle: handleOf(secret) },
    };
  }

  const find = async (id: string) => opened(await findOne(db, 'hook_subscription', { id }));

  return {
    find,

    /** That of a reading, made where there is none; undefined when its client is gone. */
    async ensure(wanted: NewHookSubscription): Promise<HookSubscription | undefined> {
      const { id, clientId, channel, account, resource, byApp } = wanted;
      const row = await findOne(db, 'hook_subscription', { id });
      const known = opened(row);
      if (known?.byApp === byApp) return known;
      // Linked in another way since, or sealed with a key that is lost; only that very row goes.
      if (row) await remove(db, 'hook_subscription', { id, handle: row.handle });
      const secret = randomBytes(BYTES).toString('base64url');
      const made = {
        ...{ id, clientId, channel, resource, byApp: byApp ? 1 : 0 },
        ...{ shop: shopOf(channel, account), handle: hashed(handleOf(secret)) },
        ...{ secret: seal.seal(secret, contextIn(id)), state: 'new' as const },
        createdAt: now(),
      };
      const isThere = await add(db, 'hook_subscription', made, { by: ['id'] });
      return isThere ? await find(id) : undefined;
    },

    /** That whose address ends so. */
    async byHandle(handle: string): Promise<HookSubscription | undefined> {
      if (!HANDLE.test(handle)) return undefined;
      return opened(await findOne(db, 'hook_subscription', { handle: hashed(handle) }));
    },

    /** Whether another reading has the same from the operator's app. */
    async isShared(id: string): Promise<boolean> {
      const row = await findOne(db, 'hook_subscription', { id });
      if (!row || row.byApp === 0) return false;
      const { shop, resource } = row;
      const all = await findAll(db, 'hook_subscription', { shop, resource, byApp: 1 });
      return all.length > 1;
    },

    /** What became of the last check; keys that it did not ask for stay. */
    async mark(
      id: string,
      state: HookState,
      keys?: Readonly<Record<string, string>>,
    ): Promise<void> {
      const to = { state, checkedAt: now(), ...(keys && { keys }) };
      await update(db, 'hook_subscription', { id }, to);
    },

    /** Those of readings that are gone: the vendor gives up by itself what is not taken any more. */
    removeOrphans: () =>
      affected(
        db,
        sql`delete from hook_subscription where not exists
          (select 1 from reading where cast(reading.id as text) = hook_subscription.id)`,
      ),

    remove: async (id: string): Promise<void> => {
      await remove(db, 'hook_subscription', { id });
    },
  };
}
