// The one lease: who has something now, and until when. A holder that dies loses it by itself.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { unlessGone } from '../model/unless-gone.ts';
import { type Base, changed } from '../store/base.ts';
import { storedTime } from '../store/clock.ts';

/** A holder that dies at its work is missed after this long; one that lives holds on in time. */
const WORK_LEASE = 30_000;
const HOLD_EVERY = 10_000;
/** How often one that waits looks whether the other is done. */
const LOOK_EVERY = 100;

/** A time further ahead than anyone writes, by more than this, says that the clock was set back. */
const SET_BACK = 1000;

/** Whether a lease is over; beyond what anyone ever holds, the clock was set back. */
export const isFree = (
  until: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
  furthest: RawBuilder<unknown>,
) => sql<boolean>`(${until} <= ${now} or ${until} > ${furthest})`;

/** One place under a name, and who has it. */
export interface Held {
  readonly key: string;
  readonly holder: string;
  /** Where a name has several places. */
  readonly slot?: number;
}

export interface Wanted extends Pick<Held, 'key' | 'holder'> {
  /** Which of its places will do; the only one unless said. */
  readonly slots?: readonly number[];
  /** Milliseconds. */
  readonly lease: number;
  /** How long it is ever held, where that is longer. */
  readonly longest?: number;
}

export type Leases = ReturnType<typeof leases>;

/**
 * Places that all instances share, on the database's clock. A place that is held is due when its
 * lease ends: so what is held for a pause is a schedule too.
 */
export function leases({ db, time, noDiskWait }: Pick<Base, 'db' | 'time' | 'noDiskWait'>) {
  const until = (milliseconds: number) => sql<number>`(${time()} + ${storedTime(milliseconds)})`;
  const change = db.updateTable('place').where(noDiskWait);

  return {
    /** The number of the place, if one is free; undefined if none is. */
    async take(wanted: Wanted): Promise<number | undefined> {
      const { key, holder, slots = [0], lease, longest = lease } = wanted;
      if (slots.length === 0) return undefined;
      const free = isFree(sql.ref('place.held_until'), time(), until(longest + SET_BACK));
      // Any free one, so that of several who ask at this moment few want the same. One that comes
      // second to one gets none, and asks again as all do who find none free.
      const { rows } = await sql<{ slot: number }>`
        insert into place (key, slot, holder, held_until)
        select ${key}, wanted.slot, ${holder}, ${until(lease)}
        from (${sql.join(
          slots.map((slot) => sql`select cast(${slot} as bigint) as slot`),
          sql` union all `,
        )}) wanted
        where not exists (
          select 1 from place where place.key = ${key} and place.slot = wanted.slot and not ${free})
          and ${noDiskWait}
        order by random() limit 1
        on conflict (key, slot) do update set holder = excluded.holder, held_until = excluded.held_until
        where ${free}
        returning slot`.execute(db);
      return rows[0]?.slot;
    },

    /** It is the holder's for so many milliseconds from now; false if another took it over. */
    async keep({ key, holder, slot = 0 }: Held, milliseconds: number): Promise<boolean> {
      const query = change
        .set({ held_until: until(milliseconds) })
        .where((e) => e.and({ key, slot, holder }));
      return (await changed(query)) > 0;
    },

    /** The same for everything that the holder has. */
    async keepAll(holder: string, milliseconds: number): Promise<void> {
      const held = { held_until: until(milliseconds) };
      await change.set(held).where('holder', '=', holder).execute();
    },

    async leave({ key, holder, slot = 0 }: Held): Promise<void> {
      await db
        .deleteFrom('place')
        .where((e) => e.and({ key, slot, holder }))
        .where(noDiskWait)
        .execute();
    },
  };
}

export interface Waiting {
  /** Milliseconds. */
  readonly patience: number;
  /** What is thrown where another stays at it for longer. */
  readonly late: () => Error;
  readonly signal?: AbortSignal;
}

/**
 * Does the work alone among all who want one of these keys, on all instances. All take them in one
 * order, so that no two wait for each other.
 */
export async function alone<T>(
  places: Leases,
  keys: readonly string[],
  { patience, late, signal }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  const held: string[] = [];
  const until = performance.now() + patience;
  const holding = setInterval(() => {
    // Where that fails, the next one may hold it in time.
    places.keepAll(holder, WORK_LEASE).catch(() => {});
  }, HOLD_EVERY);
  holding.unref();
  try {
    for (const key of [...new Set(keys)].sort()) {
      while ((await places.take({ key, holder, lease: WORK_LEASE })) === undefined) {
        if (performance.now() + LOOK_EVERY >= until) throw late();
        await (signal ? unlessGone(pause(LOOK_EVERY), signal) : pause(LOOK_EVERY));
      }
      held.push(key);
    }
    return await work();
  } finally {
    clearInterval(holding);
    // It ends by itself where it cannot be given back.
    for (const key of held) await places.leave({ key, holder }).catch(() => {});
  }
}
