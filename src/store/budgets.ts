// The rows of budgets: token buckets and places that all instances share, on the database's clock.
import { sql } from 'kysely';
import { LONGEST_PAUSE, type News, type Rate, type Spent } from '../model/bucket.ts';
import type { Leases } from '../work/lease.ts';
import type { Base } from './base.ts';

type Row = Omit<Spent, 'wait' | 'taken'>;

export function budgetStore({ db, dialect, time, noDiskWait }: Base, places: Leases) {
  const greatest = sql.raw(dialect === 'postgres' ? 'greatest' : 'max');
  const least = sql.raw(dialect === 'postgres' ? 'least' : 'min');

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

  const spentOf = (row: Row) => ({
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
          and ${paused} - ${now} <= ${patience} and ${noDiskWait}
        returning ${row}`.execute(db);
      const [mine] = taken.rows;
      if (mine) return { taken: true, ...spentOf(mine) };
      // Written down even so: what was moved or cut short above must not be so again and again.
      const would = await sql<Row>`
        update bucket set tat = ${tat}, paused_until = ${paused}, touched_at = ${now}
        where key = ${key} and ${noDiskWait} returning ${row}`.execute(db);
      const [refused] = would.rows;
      if (!refused) return { taken: false, ...NOTHING };
      const ahead = Math.max(refused.ahead, 0) + refused.every * share;
      return { taken: false, ...spentOf({ ...refused, ahead }) };
    },

    /** Puts back what was spent for a call that will not be made. */
    async giveBack(key: string, milliseconds: number): Promise<void> {
      await sql`
        update bucket set tat = tat - ${milliseconds}
        where key = ${key} and ${noDiskWait}`.execute(db);
    },

    /** Keeps what a channel stated. Tokens owed stay as many; only how fast they come back is new. */
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
          touched_at = ${now}
        where ${noDiskWait}`.execute(db);
    },

    /** The pause is over now; tokens come back as if it had ended by itself. */
    async resume(key: string, rate: Rate): Promise<void> {
      const { now, every, burst, tat, paused } = reading(rate);
      await sql`
        update bucket set tat = ${least}(${tat}, ${now} + ${every} * (${burst} - 1)),
          paused_until = ${now}, touched_at = ${now}
        where key = ${key} and ${paused} > ${now} and ${noDiskWait}`.execute(db);
    },

    /** One of these places, if one is free, for so many milliseconds; its number is needed to leave it. */
    claim: (key: string, slots: readonly number[], holder: string, lease: number) =>
      places.take({ key, slots, holder, lease }),

    /** Everything this holder has is its own for so many milliseconds more. */
    extend: places.keepAll,

    leave: (key: string, slot: number, holder: string) => places.leave({ key, slot, holder }),
  };
}

const NOTHING = { wait: 0, ahead: 0, paused: 0, every: 0, burst: 0 };
