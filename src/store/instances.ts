// The service processes that run now: each says so every few seconds, with the keys it has.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export interface Instance {
  readonly id: string;
  readonly version: string;
  /** The ids of the keys it has, newest first. */
  readonly keys: readonly string[];
  readonly startedAt: number;
  readonly seenAt: number;
  /** Milliseconds that its machine's clock is ahead of the database's. */
  readonly clockAhead: number;
}

export type InstanceStore = ReturnType<typeof instanceStore>;

/** One that was not seen for so long is gone, or cannot reach the store. */
export const ALIVE_MS = 40_000;

export function instanceStore(db: Kysely<Tables>, now: () => number) {
  return {
    /** This one runs. */
    async beat(instance: Omit<Instance, 'seenAt'>): Promise<void> {
      const changing = {
        version: instance.version,
        keys: JSON.stringify(instance.keys),
        seen_at: now(),
        clock_ahead: Math.round(instance.clockAhead),
      };
      await db
        .insertInto('instance')
        .values({ id: instance.id, started_at: instance.startedAt, ...changing })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
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
      return rows.map((row) => ({
        id: row.id,
        version: row.version,
        keys: JSON.parse(row.keys),
        startedAt: row.started_at,
        seenAt: row.seen_at,
        clockAhead: row.clock_ahead,
      }));
    },
  };
}
