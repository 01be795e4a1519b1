// The rows of users: the end users of a client, known by the client's own identifier.
import { randomUUID } from 'node:crypto';
import { createExport, type Exported } from '../care/export.ts';
import { storable } from '../model/text.ts';
import { type Base, findOne, put, unlessGone } from './base.ts';
import { createErase, type EraseDependencies, type Unlinked } from './erase.ts';
import { type Counts, count, findPerson, OWNED } from './owned.ts';
import { type Rec, toRecord } from './schema.ts';

export type User = Rec<'user'>;

export function userStore(base: Base, deps: EraseDependencies) {
  const { db, prepared, dialect, now } = base;
  const erase = createErase(base, deps);
  const exported = createExport(base);
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
      const user = { id: randomUUID(), clientId, tpUserId, createdAt: time, updatedAt: time };
      const same = { by: ['clientId', 'tpUserId'], set: { updatedAt: time } } as const;
      return await unlessGone(() => put(db, 'user', user, same));
    },

    async find(clientId: string, tpUserId: string): Promise<User | undefined> {
      if (!storable(tpUserId)) return undefined;
      const [row] = await byName(clientId, tpUserId);
      return row && toRecord('user', row);
    },

    /** One by our own identifier. */
    byId: (clientId: string, id: string): Promise<User | undefined> =>
      findOne(db, 'user', { id, clientId }),

    /**
     * Erases whatever is kept of a user, for good, and notifies the client which channels went with
     * them; returns what went. Undefined where nothing was kept. It is for anyone whom the client
     * calls so, though no link was ever made for them.
     */
    async remove(
      clientId: string,
      tpUserId: string,
      why: Unlinked = 'by_client',
    ): Promise<Counts | undefined> {
      return storable(tpUserId) ? await erase(clientId, tpUserId, why) : undefined;
    },

    /** What `remove` would erase; undefined where there is nothing. */
    async kept(clientId: string, tpUserId: string): Promise<Counts | undefined> {
      if (!storable(tpUserId)) return undefined;
      const person = await findPerson(db, clientId, tpUserId);
      const counts = await count(db, person, dialect);
      return OWNED.some((table) => counts[table] > 0) ? counts : undefined;
    },

    /** All of it, row by row; secrets are named and not shown. */
    async *export(clientId: string, tpUserId: string): AsyncGenerator<Exported> {
      if (storable(tpUserId)) yield* exported(clientId, tpUserId);
    },
  };
}
