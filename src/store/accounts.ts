// Who has, or had, an account of a channel linked: across all clients, for what its vendor sends us.
import { type Kysely, sql } from 'kysely';
import type { Account } from '../model/credential.ts';
import { affected, type Base, findAll, findOne, findSome, remove } from './base.ts';
import { shortName } from './bound.ts';
import { type Rec, type Tables, toRecord } from './schema.ts';

/** One user who has the account linked. */
export type Holder = Pick<Rec<'credential'>, 'userId' | 'channel' | 'linkedAt' | 'way'> &
  Pick<Rec<'user'>, 'clientId' | 'tpUserId'>;

export function accountStore({ db }: Base) {
  return {
    /** Those who have it linked now, by user, at most `limit` after `after`. */
    async holders(
      channel: string,
      accountKey: string,
      after = '',
      limit = 200,
    ): Promise<readonly Holder[]> {
      const rows = await db
        .selectFrom('credential')
        .innerJoin('user', 'user.id', 'credential.user_id')
        .select(['user_id', 'channel', 'client_id', 'tp_user_id', 'linked_at', 'way'])
        .where('channel', '=', channel)
        .where('account_key', '=', shortName(accountKey))
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toRecord('credential', row), ...toRecord('user', row) }));
    },

    /** By which way of its channel a user linked it; null where that was not noted. */
    async wayOf({ userId, channel }: Pick<Holder, 'userId' | 'channel'>): Promise<string | null> {
      const found = await findOne(db, 'credential', { userId, channel });
      return found?.way ?? null;
    },

    /** One of the linked accounts of a channel; undefined where there is none. */
    async some(channel: string): Promise<Account | undefined> {
      return (await findSome(db, 'credential', { channel, state: 'linked' }, 1))[0]?.account;
    },

    async formerClients(channel: string, accountKey: string): Promise<readonly string[]> {
      const one = { channel, accountKey: shortName(accountKey) };
      const former = await findAll(db, 'former_account', one, 'clientId');
      return former.map(({ clientId }) => clientId);
    },

    async forgetFormer(
      channel: string,
      accountKey: string,
      clients: readonly string[],
    ): Promise<void> {
      if (clients.length === 0) return;
      const theirs = { channel, accountKey: shortName(accountKey), clientId: clients };
      await remove(db, 'former_account', theirs);
    },

    /** Erases what is kept of a user's background executions of a channel; returns how many. */
    async eraseResults({ clientId, tpUserId, channel }: Holder): Promise<number> {
      const calls = sql`select id from execution
        where client_id = ${clientId} and channel = ${channel} and tp_user_id = ${tpUserId}`;
      return await affected(
        db,
        sql`delete from job
          where state = 'done' and client_id = ${clientId} and id in (${calls})`,
      );
    },
  };
}

/** Whose credentials are about to go, or to become those of another account. */
interface Leaving {
  readonly userId: string;
  readonly channel?: string;
  /** Those of this account stay. */
  readonly unless?: string | null;
  /** Those linked at another time stay. */
  readonly linkedAt?: number | undefined;
}

/** Notes that a client had an account linked; to be done before the credential goes. */
export async function noteFormer(
  db: Kysely<Tables>,
  now: number,
  { userId, channel, unless, linkedAt }: Leaving,
): Promise<void> {
  const one = channel === undefined ? sql`` : sql` and channel = ${channel}`;
  const other = unless == null ? sql`` : sql` and account_key <> ${unless}`;
  const then = linkedAt === undefined ? sql`` : sql` and linked_at = ${linkedAt}`;
  await sql`
    insert into former_account (channel, account_key, client_id, until)
    select channel, account_key, client_id, ${now}
    from credential join ${sql.table('user')} u on u.id = credential.user_id
    where user_id = ${userId} and account_key is not null${one}${other}${then}
    on conflict (channel, account_key, client_id) do update set until = excluded.until`.execute(db);
}
