// Who does a chore now, and when it is next due: one instance at a time, and another when that one died.
import { type Kysely, sql } from 'kysely';
import { type RowTime, SET_BACK } from './clock.ts';
import type { Tables } from './schema.ts';

export interface Chore {
  readonly name: string;
  readonly holder: string;
}

export type ChoreStore = ReturnType<typeof choreStore>;

/** Among the places of hosts, which are never called so. */
const keyOf = (name: string): string => `chore/${name}`;

export function choreStore(db: Kysely<Tables>, time: RowTime) {
  const change = async ({ name, holder }: Chore, ms: number): Promise<boolean> => {
    const result = await db
      .updateTable('place')
      .set({ held_until: sql<number>`${time()} + ${Math.round(ms)}` })
      .where('key', '=', keyOf(name))
      .where('slot', '=', 0)
      .where('holder', '=', holder)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };

  return {
    /**
     * Takes the chore for `lease` milliseconds, if it is due and nobody is at it; returns whether.
     * `longest` is how long it is ever held, or put off: beyond that the clock was set back.
     */
    async begin({ name, holder }: Chore, lease: number, longest: number): Promise<boolean> {
      const now = time();
      const until = sql<number>`${now} + ${Math.round(lease)}`;
      const row = await db
        .insertInto('place')
        .values({ key: keyOf(name), slot: 0, holder, held_until: until })
        .onConflict((conflict) =>
          conflict
            .columns(['key', 'slot'])
            .doUpdateSet({ holder, held_until: until })
            .where((e) =>
              e.or([
                e('place.held_until', '<=', now),
                e('place.held_until', '>', sql<number>`${now} + ${Math.round(longest) + SET_BACK}`),
              ]),
            ),
        )
        .returning('slot')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** It goes on; false if another took it over meanwhile. */
    hold: (chore: Chore, lease: number): Promise<boolean> => change(chore, lease),

    /** It is done, and due again after `pause` milliseconds. */
    end: (chore: Chore, pause: number): Promise<boolean> => change(chore, pause),
  };
}
