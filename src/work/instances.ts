// The service processes that run now: each says so every few seconds, with the keys it has.
import { sql } from 'kysely';
import { type Base, findAll, insert } from '../store/base.ts';
import type { Rec } from '../store/schema.ts';

export type Instance = Rec<'instance'>;

/** One that was not seen for so long is gone, or cannot reach the store. */
export const ALIVE_MS = 40_000;

export function instanceStore({ db, now, noDiskWait }: Base) {
  return {
    /** This one runs. */
    async beat(instance: Omit<Instance, 'seenAt'>): Promise<void> {
      const clockAhead = Math.round(instance.clockAhead);
      const row = { ...instance, clockAhead, seenAt: now() };
      const { id, startedAt, ...set } = row;
      await insert(db, 'instance', row, { by: ['id'], set, where: noDiskWait });
    },

    /** This one ends. Those that ended without a word are cleared away with it. */
    async leave(id: string): Promise<void> {
      await sql`delete from instance
        where id = ${id} or seen_at < ${now() - 10 * ALIVE_MS}`.execute(db);
    },

    /** The longest running first. */
    async alive(): Promise<readonly Instance[]> {
      const seen = { seenAt: sql`> ${now() - ALIVE_MS}` };
      return await findAll(db, 'instance', seen, 'startedAt', 'id');
    },
  };
}
