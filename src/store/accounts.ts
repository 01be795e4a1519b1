// Who has, or had, an account of a channel linked: across all clients, for what its vendor tells us.
import { type Kysely, sql } from 'kysely';
import type { Account } from '../model/credential.ts';
import { shortName } from './bound.ts';
import type { Tables } from './schema.ts';

/** One user who has the account linked. */
export interface Holder {
  readonly userId: string;
  readonly channel: string;
  readonly clientId: string;
  readonly tpUserId: string;
  readonly linkedAt: number;
  /** The way it was linked; null where that was not noted. */
  readonly way: string | null;
}

export type AccountStore = ReturnType<typeof accountStore>;

/** Requests about a shop's customers may come half a year after its app was removed. */
const KEEP_FORMER_MS = 210 * 24 * 60 * 60 * 1000;

export function accountStore(db: Kysely<Tables>) {
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
        .select(['user_id', 'client_id', 'tp_user_id', 'linked_at', 'way'])
        .where('channel', '=', channel)
        .where('account_key', '=', shortName(accountKey))
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        userId: row.user_id,
        channel,
        clientId: row.client_id,
        tpUserId: row.tp_user_id,
        linkedAt: row.linked_at,
        way: row.way,
      }));
    },

    /** One of the linked accounts of a channel; undefined where there is none. */
    async some(channel: string): Promise<Account | undefined> {
      const row = await db
        .selectFrom('credential')
        .select('account')
        .where('channel', '=', channel)
        .where('state', '=', 'linked')
        .limit(1)
        .executeTakeFirst();
      return row && JSON.parse(row.account);
    },

    /** Clients that had it linked before. */
    async formerClients(channel: string, accountKey: string): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('former_account')
        .select('client_id')
        .where('channel', '=', channel)
        .where('account_key', '=', shortName(accountKey))
        .orderBy('client_id')
        .execute();
      return rows.map(({ client_id }) => client_id);
    },

    async forgetFormer(
      channel: string,
      accountKey: string,
      clients: readonly string[],
    ): Promise<void> {
      if (clients.length === 0) return;
      await db
        .deleteFrom('former_account')
        .where('channel', '=', channel)
        .where('account_key', '=', shortName(accountKey))
        .where('client_id', 'in', clients)
        .execute();
    },

    /** Erases what is kept of a user's background executions of a channel; returns how many. */
    async eraseResults({ clientId, tpUserId, channel }: Holder): Promise<number> {
      const result = await db
        .deleteFrom('job')
        .where('state', '=', 'done')
        .where('client_id', '=', clientId)
        .where('id', 'in', (q) =>
          q
            .selectFrom('execution')
            .select('id')
            .where('client_id', '=', clientId)
            .where('channel', '=', channel)
            .where('tp_user_id', '=', tpUserId),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
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

/** Removes at most `limit` clients' former accounts that nobody asks about any more. */
export async function sweepFormer(db: Kysely<Tables>, now: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('former_account')
    .select(['channel', 'account_key', 'client_id'])
    .where('until', '<=', now - KEEP_FORMER_MS)
    .limit(limit)
    .execute();
  for (const { channel, account_key, client_id } of rows)
    await db
      .deleteFrom('former_account')
      .where('channel', '=', channel)
      .where('account_key', '=', account_key)
      .where('client_id', '=', client_id)
      .where('until', '<=', now - KEEP_FORMER_MS)
      .execute();
  return rows.length;
}
