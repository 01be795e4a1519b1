// The rows of budgets: token buckets and places that all instances share, on the database's clock.
import { type Kysely, sql } from 'kysely';
import { LONGEST_PAUSE, type News, type Rate } from '../model/bucket.ts';
import { moment, type RowTime, SET_BACK } from './clock.ts';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

interface Row {
  /** Milliseconds until the bucket is full again. */
  readonly ahead: number;
  /** Milliseconds until a pause is over. */
  readonly paused: number;
  readonly every: number;
  readonly burst: number;
}

export interface Spent extends Row {
  readonly wait: number;
}

export type BudgetStore = ReturnType<typeof budgetStore>;

/** Whatever a bucket holds, it is full again when nobody touched it for so long. */
const FULL_AFTER = 2 * 24 * 3600_000;

export function budgetStore(db: Kysely<Tables>, flavor: Flavor, time: RowTime) {
  const greatest = sql.raw(flavor === 'postgres' ? 'greatest' : 'max');
  const least = sql.raw(flavor === 'postgres' ? 'least' : 'min');

  /**
   * A bucket as it is to be read. No pause lasts longer than it may, counted from when the row was
   * last touched. And a row that was touched at a time still to come says that the clock was set back:
   * its times move back with it.
   */
  function reading(rate: Rate) {
    const now = time();
    const every = sql`coalesce(bucket.every, ${rate.every})`;
    const burst = sql`coalesce(bucket.burst, ${rate.burst})`;
    const moved = sql`${greatest}(bucket.touched_at - ${now}, 0)`;
    const latest = sql`(bucket.touched_at + ${LONGEST_PAUSE})`;
    const tat = sql`(${least}(bucket.tat, ${latest} + ${every} * ${burst}) - ${moved})`;
    const paused = sql`(${least}(bucket.paused_until, ${latest}) - ${moved})`;
    const row = sql`tat - ${now} as ahead, paused_until - ${now} as paused,
      ${every} as every, ${burst} as burst`;
    return { now, every, burst, tat, paused, row };
  }

  const spentOf = (row: Row): Spent => ({
    ...row,
    wait: Math.max(0, row.ahead - row.every * row.burst, row.paused),
  });

  return {
    /**
     * Spends `share` tokens in one statement (the generic cell rate algorithm), so that any number
     * of processes together never exceed the rate. Takes nothing when the wait would be longer than
     * `patience`, and says how long it would have been.
     */
    async spend(key: string, rate: Rate, share: number, patience: number) {
      const { now, every, burst, tat, paused, row } = reading(rate);
      const next = sql`(${greatest}(${tat}, ${now}) + ${every} * ${share})`;
      const taken = await sql<Row>`
        insert into bucket (key, tat, paused_until, touched_at)
        values (${key}, ${now} + ${rate.every * share}, 0, ${now})
        on conflict (key) do update
          set tat = ${next}, paused_until = ${paused}, touched_at = ${now}
        where ${next} - ${now} - ${every} * ${burst} <= ${patience}
          and ${paused} - ${now} <= ${patience}
        returning ${row}`.execute(db);
      const [mine] = taken.rows;
      if (mine) return { taken: true, ...spentOf(mine) };
      // Written down even so: what was moved or cut short above must not be so again and again.
      const would = await sql<Row>`
        update bucket set tat = ${tat}, paused_until = ${paused}, touched_at = ${now}
        where key = ${key} returning ${row}`.execute(db);
      const [refused] = would.rows;
      if (!refused) return { taken: false, ...NOTHING };
      const ahead = Math.max(refused.ahead, 0) + refused.every * share;
      return { taken: false, ...spentOf({ ...refused, ahead }) };
    },

    /** Puts back what was spent for a call that will not be made. */
    async giveBack(key: string, milliseconds: number): Promise<void> {
      await sql`update bucket set tat = tat - ${milliseconds} where key = ${key}`.execute(db);
    },

    /**
     * Keeps what a channel stated: its true rate, fewer tokens left, a pause. Tokens owed stay as many
     * as they were; only how fast they come back is new.
     */
    async learn(key: string, news: News): Promise<void> {
      const { published, every = null, burst = null, ahead, pause } = news;
      const read = reading(published);
      const { now } = read;
      const faster = sql`cast(${every ?? 0} as double precision)`;
      const owed = sql`case when ${faster} > 0 and ${read.every} > 0 and ${read.tat} > ${now}
        then ${now} + (${read.tat} - ${now}) / ${read.every} * ${faster} else ${read.tat} end`;
      await sql`
        insert into bucket (key, tat, paused_until, every, burst, touched_at)
        values (${key}, ${now} + ${ahead}, ${now} + ${pause}, ${every}, ${burst}, ${now})
        on conflict (key) do update set
          tat = ${greatest}(${owed}, ${now} + ${ahead}),
          paused_until = ${greatest}(${read.paused}, ${now} + ${pause}),
          every = coalesce(${every}, bucket.every),
          burst = coalesce(${burst}, bucket.burst),
          touched_at = ${now}`.execute(db);
    },

    /** The pause is over now; tokens come back as if it had ended by itself. */
    async resume(key: string, rate: Rate): Promise<void> {
      const { now, every, burst, tat, paused } = reading(rate);
      await sql`
        update bucket set tat = ${least}(${tat}, ${now} + ${every} * (${burst} - 1)),
          paused_until = ${now}, touched_at = ${now}
        where key = ${key} and ${paused} > ${now}`.execute(db);
    },

    /** One of these places, if one is free, for so many milliseconds; its number is needed to leave it. */
    async claim(key: string, slots: readonly number[], holder: string, lease: number) {
      if (slots.length === 0) return undefined;
      const now = time();
      const until = sql`(${now} + ${moment(lease)})`;
      // Nobody holds one for longer: the clock was set back.
      const isHeld = sql`(place.held_until > ${now} and place.held_until <= ${until} + ${SET_BACK})`;
      // Any free one, so that of several who ask at this moment few want the same. Whoever comes
      // second to one gets none, and asks again as all do who find none free.
      const { rows } = await sql<{ slot: number }>`
        insert into place (key, slot, holder, held_until)
        select ${key}, free.slot, ${holder}, ${until}
        from (${sql.join(
          slots.map((slot) => sql`select cast(${slot} as bigint) as slot`),
          sql` union all `,
        )}) free
        where not exists (
          select 1 from place where place.key = ${key} and place.slot = free.slot and ${isHeld})
        order by random() limit 1
        on conflict (key, slot) do update set holder = excluded.holder, held_until = excluded.held_until
        where not ${isHeld}
        returning slot`.execute(db);
      return rows[0]?.slot;
    },

    /** Everything this holder has is its own for so many milliseconds more. */
    async extend(holder: string, lease: number): Promise<void> {
      await db
        .updateTable('place')
        .set({ held_until: sql<number>`${time()} + ${moment(lease)}` })
        .where('holder', '=', holder)
        .execute();
    },

    async leave(key: string, slot: number, holder: string): Promise<void> {
      await db
        .deleteFrom('place')
        .where('key', '=', key)
        .where('slot', '=', slot)
        .where('holder', '=', holder)
        .execute();
    },

    /** Removes up to `limit` buckets that nobody touched for so long that they need no row. */
    async sweep(limit: number): Promise<number> {
      const old = db
        .selectFrom('bucket')
        .select('key')
        .where('touched_at', '<', sql<number>`${time()} - ${FULL_AFTER}`)
        .limit(limit);
      const result = await db.deleteFrom('bucket').where('key', 'in', old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

const NOTHING: Spent = { wait: 0, ahead: 0, paused: 0, every: 0, burst: 0 };
