// Leased work on either database: claimed by one, held for a while, taken over when its holder dies.
import { type RawBuilder, sql } from 'kysely';
import { type Base, select } from '../store/base.ts';
import type { Rec } from '../store/schema.ts';
import { isFree } from './lease.ts';

/** Work that so many processes in a row died with is set aside. */
export const DEADLY = 2;

/** One piece of work in hand. Only its holder may finish it. */
export interface Lease {
  readonly id: string;
  readonly lockedBy: string;
}

/** One that was just claimed. */
export interface Claimed extends Lease {
  /** How many holders in a row died with it in hand: it may be what they died of. */
  readonly deaths: number;
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

/** One lane with work that is due, and whose it is. */
export interface Lane {
  readonly lane: string;
  readonly client: string;
}

/** Whose work, and which lanes, may not be begun now. */
export interface Without {
  readonly clients: readonly string[];
  readonly lanes: ReadonlySet<string>;
}

export interface Found {
  readonly lanes: readonly Lane[];
  /** Where to go on; undefined at the end. */
  readonly next: string | undefined;
}

const LANES_AT_A_TIME = 1000;

/** What a client writes passes its reads that have waited for less than this: none waits for longer. */
export const AHEAD = 24 * 60 * 60 * 1000;

/** No process holds work for longer, even if machines' clocks differ by a minute. */
const LONGEST_LEASE = 70_000;

/** How a piece of work begins, and that no one has it in hand. */
export const waiting = (lane: string) => ({ lane, state: 'waiting' as const, lockedBy: '' });
export const RELEASED = { lockedUntil: 0, lockedBy: '' };

/** `owner` is the column that says whose work it is: owners take turns. */
export function queue<T extends 'job' | 'delivery' | 'hook_message' | 'write'>(
  { db, dialect, noDiskWait }: Pick<Base, 'db' | 'dialect' | 'noDiskWait'>,
  table: T,
  owner: 'client_id' | 'channel' = 'client_id',
) {
  const rows = sql.table(table);
  const whose = sql.ref(owner);
  // Two instances that claim at the same time pass over each other's rows instead of waiting for them.
  const skip = dialect === 'postgres' ? sql` for update skip locked` : sql``;
  const due = (now: number) => sql`state = 'waiting' and run_at <= ${now}
    and ${isFree(sql.ref('locked_until'), sql`${now}`, sql`${now + LONGEST_LEASE}`)}`;

  /** Texts as rows, in one value: a statement takes only so many. */
  const listed = (texts: readonly string[]): RawBuilder<unknown> =>
    dialect === 'postgres'
      ? sql`select json_array_elements_text(${JSON.stringify(texts)}::json) as lane`
      : sql`select value as lane from json_each(${JSON.stringify(texts)})`;

  return {
    /**
     * Lanes with work that is due, of the next thousand after `after`, in turn: the longest waiting
     * of each client, then the second of each, and so on, so that no client hides another behind many
     * lanes of theirs.
     */
    async lanes(now: number, without: Without, after = ''): Promise<Found> {
      // From lane to lane by the index (state, lane, run_at): a long queue costs no more than a
      // short one.
      const walked = await sql<{ lane: string }>`
        with recursive step (lane, taken) as (
          select min(lane), 1 from ${rows} where state = 'waiting' and lane > ${after}
          union all
          select (select min(l.lane) from ${rows} l where l.state = 'waiting' and l.lane > step.lane),
            taken + 1
          from step where step.lane is not null and taken < ${sql.lit(LANES_AT_A_TIME)})
        select lane from step where lane is not null`.execute(db);
      const last = walked.rows.length < LANES_AT_A_TIME ? undefined : walked.rows.at(-1)?.lane;
      const open = walked.rows.map(({ lane }) => lane).filter((lane) => !without.lanes.has(lane));
      // Most looks find nothing: then there is nothing more to ask.
      if (open.length === 0) return { lanes: [], next: last };
      const found = await sql<Lane>`
        with
          first (id) as (
            select (select id from ${rows} f where f.lane = asked.lane and ${due(now)}
              order by f.run_at limit 1)
            from (${listed(open)}) asked),
          turn (lane, client, run_at, place) as (
            select lane, ${whose}, run_at,
              row_number() over (partition by ${whose} order by run_at)
            from ${rows} where id in (select id from first)
              and ${whose} not in (${listed(without.clients)}))
        select lane, client from turn order by place, run_at`.execute(db);
      return { lanes: found.rows.map(({ lane, client }) => ({ lane, client })), next: last };
    },

    claim({ lane, limit, now, until, by }: Claiming): Promise<readonly Rec<T>[]> {
      // Materialized: PostgreSQL could otherwise run the selection more than once and take more.
      const claiming = sql`
        with picked as materialized (
          select id from ${rows} where lane = ${lane} and ${due(now)}
          order by run_at limit ${limit}${skip})
        update ${rows} set locked_until = ${until}, locked_by = ${by}, attempts = attempts + 1,
          deaths = case when locked_by = '' then 0 else deaths + 1 end
        where id in (select id from picked) and ${noDiskWait} returning *`;
      return select(db, table, claiming);
    },

    async extend(held: readonly Lease[], until: number): Promise<void> {
      if (held.length === 0) return;
      await sql`
        update ${rows} set locked_until = ${until}
        where id in (${sql.join(held.map(({ id }) => id))})
          and locked_by in (${sql.join([...new Set(held.map(({ lockedBy }) => lockedBy))])})
          and ${noDiskWait}`.execute(db);
    },

    /** Gives work back that was not begun or was broken off by us: it does not count as a try. */
    async release({ id, lockedBy }: Lease): Promise<void> {
      await sql`
        update ${rows} set locked_until = 0, locked_by = '', attempts = attempts - 1
        where id = ${id} and locked_by = ${lockedBy} and ${noDiskWait}`.execute(db);
    },

    /** Puts work back as it was claimed, for later: no process has died with it since. */
    async putOff({ id, lockedBy }: Lease, until: number): Promise<void> {
      await sql`
        update ${rows} set run_at = ${Math.round(until)}, locked_until = 0,
          attempts = attempts - 1, deaths = deaths - 1
        where id = ${id} and locked_by = ${lockedBy} and ${noDiskWait}`.execute(db);
    },

    /** The clock was set back: what waits moves with it. Not where several instances would do so. */
    async clockMovedBack(now: number, by: number): Promise<void> {
      if (dialect === 'postgres') return;
      await sql`
        update ${rows} set run_at = run_at - ${Math.round(by)}
        where state = 'waiting' and run_at > ${now}`.execute(db);
    },

    /**
     * For a store that one process alone may serve: whatever is still held, its holder is dead. The
     * holder's name stays, by which the next claim counts the death.
     */
    async freeAll(): Promise<void> {
      if (dialect === 'postgres') return;
      await sql`
        update ${rows} set locked_until = 0
        where state = 'waiting' and locked_until > 0`.execute(db);
    },
  };
}
