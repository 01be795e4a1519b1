// The rows of users: the end users of a client, known by the client's own identifier.
import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { storable } from '../model/text.ts';
import type { Seal } from '../seal.ts';
import { createErase, type EraseDependencies } from './erase.ts';
import { createExport, type ExportDependencies, type Exported } from './export.ts';
import { isMissingParent } from './faults.ts';
import { type Counts, count, findPerson, OWNED } from './owned.ts';
import type { PreparedReads } from './prepared.ts';
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

export interface UserStoreDependencies extends EraseDependencies {
  readonly db: Kysely<Tables>;
  readonly prepared: PreparedReads;
  readonly seal: Pick<Seal, 'seal' | 'open' | 'openBytes'>;
  readonly keys: ExportDependencies['keys'];
}

export function userStore(deps: UserStoreDependencies) {
  const { db, prepared, flavor, now } = deps;
  const erase = createErase(deps);
  const exported = createExport(deps);
  const byName = prepared(
    (clientId: string, tpUserId: string) =>
      db
        .selectFrom('user')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('tp_user_id', '=', tpUserId),
    2,
  );
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
      const [row] = await byName(clientId, tpUserId);
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

    /**
     * Erases whatever is kept of a user, for good, and tells the client which channels went with
     * them; returns what went. Undefined where nothing was kept. It is for anyone whom the client
     * calls so, though no link was ever made for them.
     */
    async remove(clientId: string, tpUserId: string): Promise<Counts | undefined> {
      return storable(tpUserId) ? await erase(clientId, tpUserId) : undefined;
    },

    /** What `remove` would erase; undefined where there is nothing. */
    async kept(clientId: string, tpUserId: string): Promise<Counts | undefined> {
      if (!storable(tpUserId)) return undefined;
      const person = await findPerson(db, clientId, tpUserId);
      const counts = await count(db, person, flavor);
      return OWNED.some((table) => counts[table] > 0) ? counts : undefined;
    },

    /** All of it, row by row; secrets are named and not shown. */
    async *export(clientId: string, tpUserId: string): AsyncGenerator<Exported> {
      if (storable(tpUserId)) yield* exported(clientId, tpUserId);
    },
  };
}

export function toUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    clientId: row.client_id,
    tpUserId: row.tp_user_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
