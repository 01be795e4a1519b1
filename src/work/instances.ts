// The service processes that run now: each says so every few seconds, with the keys it has.
import type { Base } from '../store/base.ts';
import { type Rec, toRecord, toRow } from '../store/schema.ts';

export type Instance = Rec<'instance'>;

/** One that was not seen for so long is gone, or cannot reach the store. */
export const ALIVE_MS = 40_000;

export function instanceStore({ db, now, noDiskWait }: Base) {
  return {
    /** This one runs. */
    async beat(instance: Omit<Instance, 'seenAt'>): Promise<void> {
      const clockAhead = Math.round(instance.clockAhead);
      const { id, started_at, ...changing } = toRow('instance', {
        ...{ ...instance, clockAhead, seenAt: now() },
      });
      await db
        .insertInto('instance')
        .values({ id, started_at, ...changing })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing).where(noDiskWait))
        .execute();
    },

    /** This one ends. Those that ended without a word are cleared away with it. */
    async leave(id: string): Promise<void> {
      await db
        .deleteFrom('instance')
        .where((e) => e.or([e('id', '=', id), e('seen_at', '<', now() - 10 * ALIVE_MS)]))
        .execute();
    },

    /** The longest running first. */
    async alive(): Promise<readonly Instance[]> {
      const rows = await db
        .selectFrom('instance')
        .selectAll()
        .where('seen_at', '>', now() - ALIVE_MS)
        .orderBy('started_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => toRecord('instance', row));
    },
  };
}
