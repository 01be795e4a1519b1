// What was done by the command line, kept until a running service has written it to its log.
import { randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Act } from '../model/watch.ts';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

export interface KeptAct extends Act {
  readonly at: number;
}

export type ActStore = ReturnType<typeof actStore>;

export function actStore(db: Kysely<Tables>, flavor: Flavor, now: () => number) {
  return {
    async add({ act: name, facts = {} }: Act): Promise<void> {
      const id = randomUUIDv7();
      await db
        .insertInto('act')
        .values({ id, name, facts: JSON.stringify(facts), at: now() })
        .execute();
    },

    /**
     * Tells of up to `limit` acts, oldest first, and forgets them; returns how many. Of several
     * instances one tells; told and not forgotten, because the process died, is told again.
     */
    async tell(tell: (act: KeptAct) => void, limit: number): Promise<number> {
      // Mostly there is nothing, which is found out without a transaction.
      if (!(await db.selectFrom('act').select('id').limit(1).executeTakeFirst())) return 0;
      return await db.transaction().execute(async (work) => {
        const oldest = work.selectFrom('act').selectAll().orderBy('at').orderBy('id').limit(limit);
        const rows = await (flavor === 'postgres'
          ? oldest.forUpdate().skipLocked()
          : oldest
        ).execute();
        if (rows.length === 0) return 0;
        for (const { name, facts, at } of rows) tell({ act: name, facts: JSON.parse(facts), at });
        const ids = rows.map(({ id }) => id);
        await work.deleteFrom('act').where('id', 'in', ids).execute();
        return rows.length;
      });
    },
  };
}
