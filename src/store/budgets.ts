// The rows of budgets: token buckets and places that all instances share.
import { type Kysely, sql } from 'kysely';
import type { Flavor } from './migrate.ts';
import type { Tables } from './schema.ts';

/** One token every `every` milliseconds, `burst` at once; what was learned of a key wins over it. */
interface Rate {
  readonly every: number;
  readonly burst: number;
}

interface Row {
  readonly tat: number;
  readonly paused_until: number;
  readonly every: number;
  readonly burst: number;
}

export interface Spent {
  readonly wait: number;
  /** When the bucket is full again. */
  readonly tat: number;
  readonly every: number;
  readonly burst: number;
}

/** What a channel told of a bucket. */
export interface Told {
  /** Milliseconds a token, as published. */
  readonly before: number;
  readonly every?: number | undefined;
  readonly burst?: number | undefined;
  readonly tat: number;
  readonly pausedUntil: number;
}

export type BudgetStore = ReturnType<typeof budgetStore>;

export function budgetStore(db: Kysely<Tables>, flavor: Flavor) {
  const greatest = sql.raw(flavor === 'postgres' ? 'greatest' : 'max');

  const spentOf = (row: Row, now: number): Spent => ({
    ...row,
    wait: Math.max(0, row.tat - now - row.every * row.burst, row.paused_until - now),
  });

  return {
    /**
     * Spends `share` tokens in one statement (the generic cell rate algorithm), so that any number
     * of processes together never exceed the rate. Takes nothing when the wait would be longer than
     * `patience`, and tells how long it would have been.
     */
    async spend(key: string, rate: Rate, share: number, now: number, patience: number) {
      const every = sql`coalesce(bucket.every, ${rate.every})`;
      const burst = sql`coalesce(bucket.burst, ${rate.burst})`;
      const next = sql`(${greatest}(bucket.tat, ${now}) + ${every} * ${share})`;
      const taken = await sql<Row>`
        insert into bucket (key, tat, paused_until, touched_at)
        values (${key}, ${now + rate.every * share}, 0, ${now})
        on conflict (key) do update set tat = ${next}, touched_at = ${now}
        where ${next} - ${now} - ${every} * ${burst} <= ${patience}
          and bucket.paused_until - ${now} <= ${patience}
        returning tat, paused_until, ${every} as every, ${burst} as burst`.execute(db);
      const [row] = taken.rows;
      if (row) return { taken: true, ...spentOf(row, now) };
      const would = await sql<Row>`
        select ${next} as tat, paused_until, ${every} as every, ${burst} as burst
        from bucket where key = ${key}`.execute(db);
      const [refused] = would.rows;
      return { taken: false, ...(refused ? spentOf(refused, now) : NOTHING) };
    },

    /** Puts back what was spent for a call that will not be made. */
    async giveBack(key: string, milliseconds: number): Promise<void> {
      await sql`update bucket set tat = tat - ${milliseconds} where key = ${key}`.execute(db);
    },

    /**
     * Keeps what a channel told: its true rate, fewer tokens left, a pause. Tokens owed stay as many
     * as they were; only how fast they come back is new. `before` is the rate they were spent at.
     */
    async learn(key: string, told: Told, now: number): Promise<void> {
      const { before, every = null, burst = null, tat, pausedUntil } = told;
      const old = sql`coalesce(bucket.every, ${before})`;
      const owed = sql`case when ${every ?? 0} > 0 and ${old} > 0 and bucket.tat > ${now}
        then ${now} + (bucket.tat - ${now}) / ${old} * ${every ?? 0} else bucket.tat end`;
      await sql`
        insert into bucket (key, tat, paused_until, every, burst, touched_at)
        values (${key}, ${tat}, ${pausedUntil}, ${every}, ${burst}, ${now})
        on conflict (key) do update set
          tat = ${greatest}(${owed}, ${tat}),
          paused_until = ${greatest}(bucket.paused_until, ${pausedUntil}),
          every = coalesce(${every}, bucket.every),
          burst = coalesce(${burst}, bucket.burst),
          touched_at = ${now}`.execute(db);
    },

    /** One of `slots` places, if one is free; its number is needed to leave it. */
    async claim(key: string, slots: number, holder: string, now: number, until: number) {
      for (let slot = 0; slot < slots; slot++) {
        const row = await db
          .insertInto('place')
          .values({ key, slot, holder, held_until: until })
          .onConflict((conflict) =>
            conflict
              .columns(['key', 'slot'])
              .doUpdateSet({ holder, held_until: until })
              .where('place.held_until', '<=', now),
          )
          .returning('slot')
          .executeTakeFirst();
        if (row) return slot;
      }
      return undefined;
    },

    /** Everything this holder has is its own for a while longer. */
    async extend(holder: string, until: number): Promise<void> {
      await db
        .updateTable('place')
        .set({ held_until: until })
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

    /** Buckets nobody touched since `before` are full: they need no row. */
    async sweep(before: number, limit: number): Promise<number> {
      const old = db
        .selectFrom('bucket')
        .select('key')
        .where('touched_at', '<', before)
        .where('tat', '<', before)
        .where('paused_until', '<', before)
        .limit(limit);
      const result = await db.deleteFrom('bucket').where('key', 'in', old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

const NOTHING: Spent = { wait: 0, tat: 0, every: 0, burst: 0 };
