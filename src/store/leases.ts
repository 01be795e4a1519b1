// Leased work on either database: claimed by one, held for a while, taken over when its holder dies.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Flavor } from './migrate.ts';
import type { DeliveryTable, JobTable, Tables } from './schema.ts';

/** One piece of work in hand. Whoever finishes it must still be its holder. */
export interface Lease {
  readonly id: string;
  readonly lockedBy: string;
}

export interface Claiming {
  readonly lane: string;
  readonly limit: number;
  readonly now: number;
  /** When the lease ends unless it is extended. */
  readonly until: number;
  /** Names this claim. */
  readonly by: string;
}

interface Rows {
  readonly job: JobTable;
  readonly delivery: DeliveryTable;
}

export function leases<T extends keyof Rows>(db: Kysely<Tables>, flavor: Flavor, table: T) {
  const rows = sql.table(table);
  // Two instances that claim at once pass over each other's rows instead of waiting for them.
  const skip = flavor === 'postgres' ? sql` for update skip locked` : sql``;
  const due = (now: number) =>
    sql`state = 'waiting' and run_at <= ${now} and locked_until <= ${now}`;

  return {
    /** Lanes with work that is due, the longest waiting first, without those named. */
    async lanes(now: number, without: readonly string[], limit: number): Promise<string[]> {
      const others: RawBuilder<unknown> =
        without.length > 0 ? sql` and lane not in (${sql.join(without)})` : sql``;
      const found = await sql<{ lane: string }>`
        select lane from ${rows} where ${due(now)}${others}
        group by lane order by min(run_at) limit ${limit}`.execute(db);
      return found.rows.map(({ lane }) => lane);
    },

    async claim({ lane, limit, now, until, by }: Claiming): Promise<readonly Rows[T][]> {
      // Materialized: PostgreSQL could otherwise run the selection more than once and take more.
      const claimed = await sql<Rows[T]>`
        with picked as materialized (
          select id from ${rows} where lane = ${lane} and ${due(now)}
          order by run_at limit ${limit}${skip})
        update ${rows} set locked_until = ${until}, locked_by = ${by}, attempts = attempts + 1
        where id in (select id from picked) returning *`.execute(db);
      return claimed.rows;
    },

    async extend(held: readonly Lease[], until: number): Promise<void> {
      if (held.length === 0) return;
      await sql`
        update ${rows} set locked_until = ${until}
        where id in (${sql.join(held.map(({ id }) => id))})
          and locked_by in (${sql.join([...new Set(held.map(({ lockedBy }) => lockedBy))])})`.execute(
        db,
      );
    },

    /** Gives work back that was not begun or was broken off by us: it does not count as a try. */
    async release({ id, lockedBy }: Lease): Promise<void> {
      await sql`
        update ${rows} set locked_until = 0, locked_by = '', attempts = attempts - 1
        where id = ${id} and locked_by = ${lockedBy}`.execute(db);
    },

    /** For a store that one process alone may serve: whatever is still held, its holder is dead. */
    async freeAll(): Promise<void> {
      if (flavor === 'postgres') return;
      await sql`
        update ${rows} set locked_until = 0, locked_by = ''
        where state = 'waiting' and locked_until > 0`.execute(db);
    },
  };
}
