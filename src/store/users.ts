// The rows of users: the end users of a client, known by the client's own identifier.
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { channelUnlinked } from '../model/notices.ts';
import { storable } from '../model/text.ts';
import { noteFormer } from './accounts.ts';
import { isMissingParent } from './faults.ts';
import type { Flavor } from './migrate.ts';
import type { NoticeStore } from './notices.ts';
import type { Tables, UserTable } from './schema.ts';

export interface User {
  /** Ours, never used again after the user is removed. */
  readonly id: string;
  readonly clientId: string;
  /** The client's, unique within that client. */
  readonly tpUserId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type UserStore = ReturnType<typeof userStore>;

export function userStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  notices: Pick<NoticeStore, 'change'>,
) {
  return {
    /** The user, made if new; undefined when the client is gone. */
    async ensure(clientId: string, tpUserId: string): Promise<User | undefined> {
      if (!storable(tpUserId)) throw new TypeError('This tpUserId cannot be stored as it is.');
      const time = now();
      try {
        const row = await db
          .insertInto('user')
          .values({
            id: randomUUID(),
            client_id: clientId,
            tp_user_id: tpUserId,
            created_at: time,
            updated_at: time,
          })
          .onConflict((conflict) =>
            conflict.columns(['client_id', 'tp_user_id']).doUpdateSet({ updated_at: time }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        return toUser(row);
      } catch (error) {
        if (isMissingParent(error)) return undefined;
        throw error;
      }
    },

    async find(clientId: string, tpUserId: string): Promise<User | undefined> {
      if (!storable(tpUserId)) return undefined;
      const row = await db
        .selectFrom('user')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('tp_user_id', '=', tpUserId)
        .executeTakeFirst();
      return row && toUser(row);
    },

    /** Users of a client by their own identifier, a bounded number after `after`. */
    async list(clientId: string, after = '', limit = 500): Promise<readonly User[]> {
      const rows = await db
        .selectFrom('user')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('tp_user_id', '>', after)
        .orderBy('tp_user_id')
        .limit(limit)
        .execute();
      return rows.map(toUser);
    },

    async findById(id: string): Promise<User | undefined> {
      const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toUser(row);
    },

    /** Removes the user with all credentials and magic links, for good; the client is told. */
    async remove(clientId: string, tpUserId: string): Promise<boolean> {
      if (!storable(tpUserId)) return false;
      const removed = await notices.change(clientId, async (work, tell) => {
        let query = work
          .selectFrom('user')
          .select('id')
          .where('client_id', '=', clientId)
          .where('tp_user_id', '=', tpUserId);
        // From here on nothing is linked for this user that would go without a word.
        if (flavor === 'postgres') query = query.forUpdate();
        const user = await query.executeTakeFirst();
        if (!user) return false;
        await noteFormer(work, now(), { userId: user.id });
        const unlinked = await work
          .deleteFrom('credential')
          .where('user_id', '=', user.id)
          .returning('channel')
          .execute();
        await work.deleteFrom('user').where('id', '=', user.id).execute();
        const at = now();
        for (const { channel } of unlinked)
          tell(channelUnlinked({ tpUserId, channel }, 'by_client', at));
        return true;
      });
      return removed === true;
    },
  };
}

function toUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    clientId: row.client_id,
    tpUserId: row.tp_user_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
