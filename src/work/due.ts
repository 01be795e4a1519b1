// What is done again and again: when each is due, and who has it in hand, in one column.
import { type RawBuilder, sql } from 'kysely';
import { type Base, select } from '../store/base.ts';
import type { Rec } from '../store/schema.ts';
import type { Claiming, Found, Lease, Without } from './queue.ts';

/** They are due now; those in hand when their holder is done with them. */
export const wakeDue = (db: Base['db'], which: RawBuilder<unknown>, now: number) =>
  sql`update due set woken = 1,
    due_at = case when holder = '' then ${now} else due_at end where ${which}`.execute(db);

/** Taken from their holders, who write nothing more: they are due now. */
export const takeBack = (db: Base['db'], which: RawBuilder<unknown>, now: number) =>
  sql`update due set holder = '', due_at = ${now} where ${which}`.execute(db);

/** When it is next due, at the end of what was in hand. */
export const dueAfter = (at: number, now: number) =>
  sql`cast(case when woken = 1 then ${Math.round(now)} else ${Math.round(at)} end as bigint)`;

/** Due ones that are looked at to find whose turn it is. */
const LOOKED_AT = 1000;

/** A `Source` for the worker. Held is due in the future: what its holder leaves behind comes back by itself. */
export function dueSource(base: Pick<Base, 'db' | 'dialect' | 'noDiskWait'>) {
  const { db, dialect, noDiskWait } = base;
  const skip = dialect === 'postgres' ? sql` for update skip locked` : sql``;
  return {
    /** Whose readings are due, the longest waiting first; by the index of due times alone. */
    async lanes(now: number, { clients }: Without): Promise<Found> {
      const others =
        clients.length === 0 ? sql`` : sql` and lane not in (${sql.join([...clients])})`;
      const { rows } = await sql<{ lane: string }>`
        select lane from (select lane, due_at from due where due_at <= ${now}${others}
          order by due_at limit ${sql.lit(LOOKED_AT)}) as first
        group by lane order by min(due_at)`.execute(db);
      return { lanes: rows.map(({ lane }) => ({ lane, client: lane })), next: undefined };
    },

    claim({ lane, limit, now, until, by }: Claiming): Promise<readonly Rec<'due'>[]> {
      const claiming = sql`
        with picked as materialized (
          select reading_id from due where lane = ${lane} and due_at <= ${now}
          order by due_at limit ${limit}${skip})
        update due set due_at = ${until}, holder = ${by}, woken = 0,
          deaths = case when holder = '' then 0 else deaths + 1 end
        where reading_id in (select reading_id from picked) and ${noDiskWait}
        returning *`;
      return select(db, 'due', claiming);
    },

    async extend(held: readonly Lease[], until: number): Promise<void> {
      if (held.length === 0) return;
      await sql`update due set due_at = ${until}
        where reading_id in (${sql.join(held.map(({ id }) => Number(id)))})
          and holder in (${sql.join([...new Set(held.map(({ lockedBy }) => lockedBy))])})
          and ${noDiskWait}`.execute(db);
    },

    /** Later, as it was claimed: no process has died with it since. */
    async putOff({ id, lockedBy }: Lease, until: number): Promise<void> {
      await sql`update due set due_at = ${Math.round(until)}, deaths = deaths - 1
        where reading_id = ${Number(id)} and holder = ${lockedBy} and ${noDiskWait}`.execute(db);
    },

    /** The clock was set back: what waits moves with it. Not where several instances would do so. */
    async clockMovedBack(now: number, by: number): Promise<void> {
      if (dialect === 'postgres') return;
      await sql`update due set due_at = due_at - ${Math.round(by)}
        where due_at > ${now}`.execute(db);
    },

    /** For a store that one process alone may serve: the holder of any is dead. */
    async freeAll(): Promise<void> {
      if (dialect === 'postgres') return;
      await sql`update due set due_at = 0 where holder <> ''`.execute(db);
    },
  };
}
