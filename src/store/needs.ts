// What needs a person, among all clients: counted up to a bound, with the newest few of each, along an index of its own.
import { type RawBuilder, sql } from 'kysely';
import type { Base } from './base.ts';

/** Something that only a person can mend. */
export interface Need {
  readonly client: string;
  /** What the client calls its user. */
  readonly user: string | null;
  readonly channel: string | null;
  readonly id: string | null;
  readonly code: string | null;
  readonly at: number;
}

/** `count` stops at a bound; then there are that many or more. */
export interface Needs {
  readonly count: number;
  readonly rows: readonly Need[];
}

const MOST_COUNTED = 10_000;
const SHOWN = 20;

export function needStore({ db, dialect }: Pick<Base, 'db' | 'dialect'>) {
  async function look(
    table: string,
    index: string,
    which: string,
    columns: RawBuilder<unknown>,
    user = sql`join "user" u on u.id = user_id`,
  ): Promise<Needs> {
    // SQLite would take another, and sort all that it finds.
    const along = dialect === 'sqlite' ? sql`indexed by ${sql.ref(`${table}_${index}`)}` : sql``;
    const [from, where] = [sql`from ${sql.table(table)} ${along}`, sql.raw(`where ${which}`)];
    const counted = await sql<{ count: number }>`select count(*) as count from
      (select 1 as one ${from} ${where} limit ${sql.lit(MOST_COUNTED)}) few`.execute(db);
    const { rows } = await sql<Need>`select ${columns} ${from} ${user} ${where}
      order by at desc limit ${sql.lit(SHOWN)}`.execute(db);
    return { count: Number(counted.rows[0]?.count ?? 0), rows };
  }
  const whose = sql`u.client_id as client, u.tp_user_id as "user", channel`;

  return {
    /** Shops whose keys are refused, by why. */
    attention: () =>
      look(
        'credential',
        'attention',
        "state = 'attention'",
        sql`${whose}, null as id, state_code as code, credential.updated_at as at`,
      ),
    /** Watches that fell behind, or cannot go on. */
    watches: () =>
      look(
        'watch',
        'in_trouble',
        "state in ('behind', 'broken')",
        sql`${whose}, cast(watch.id as text) as id, state as code, watch.updated_at as at`,
      ),
    /** Items of which it is not known whether the channel took them. */
    writes: () =>
      look(
        'write',
        'unknown',
        "outcome = 'unknown'",
        sql`${whose}, execution_id as id, code, write.created_at as at`,
      ),
    /** Events that no receiver took. */
    deliveries: () =>
      look(
        'delivery',
        'given_up',
        "state = 'failed'",
        sql`client_id as client, null as "user", null as channel, id, type as code, created_at as at`,
        sql``,
      ),
  };
}
