// How much waits in the store, and since when: for metrics and operators.
import { sql } from 'kysely';
import type { Base } from '../store/base.ts';
import { AHEAD, DEADLY } from './queue.ts';

export interface Queue {
  /** What waits, tries to come included; `MOST_COUNTED` stands for that many or more. */
  readonly waiting: number;
  /** Of these, what is due now. */
  readonly due: number;
  /** Milliseconds that the oldest of what is due has waited; 0 when nothing is. */
  readonly oldest: number;
}

export type Queues = Readonly<Record<'jobs' | 'deliveries' | 'hooks' | 'writes', Queue>>;

/** What is set aside now, by what it is; executions within the day that their results are kept. */
export type SetAside = Readonly<Record<'executions' | 'deliveries' | 'hooks', number>>;

export async function setAside({ db }: Pick<Base, 'db'>): Promise<SetAside> {
  const count = async (table: 'job' | 'delivery' | 'hook_message', state: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where state = ${state} and deaths >= ${sql.lit(DEADLY)}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  };
  return {
    executions: await count('job', 'done'),
    deliveries: await count('delivery', 'waiting'),
    hooks: await count('hook_message', 'waiting'),
  };
}

/** Counting further would cost more than it is worth. */
export const MOST_COUNTED = 10_000;

/** Each by one statement that walks a small index and no further than it counts. */
export async function queues(base: Pick<Base, 'db' | 'dialect' | 'now'>): Promise<Queues> {
  const { db, dialect } = base;
  const now = base.now();
  const look = async (table: string, ahead = 0): Promise<Queue> => {
    // SQLite would walk the longer index of lanes, and the whole of it. The word itself, not a
    // value: only then does the index of what waits serve at all.
    const by = dialect === 'sqlite' ? sql`indexed by ${sql.ref(`${table}_waiting`)}` : sql``;
    const waits = sql`select run_at from ${sql.table(table)} ${by} where state = 'waiting'`;
    const first = sql`order by run_at limit`;
    const most = sql.lit(MOST_COUNTED);
    const { rows } = await sql<{ waiting: number; due: number; first: number; later: number }>`
      select
        (select count(*) from (${waits} ${first} ${most}) w) as waiting,
        (select count(*) from (${waits} and run_at <= ${now} ${first} ${most}) d) as due,
        coalesce((${waits} ${first} 1), ${now}) as first,
        coalesce((${waits} and run_at > ${now - ahead} ${first} 1), ${now}) as later
      `.execute(db);
    const { waiting = 0, due = 0, first: at = now, later = now } = rows[0] ?? {};
    // What goes ahead of others is due from before it came.
    const came = at <= now - ahead ? at + ahead : at;
    return { waiting, due, oldest: Math.max(0, now - Math.min(came, later)) };
  };
  return {
    jobs: await look('job', AHEAD),
    deliveries: await look('delivery'),
    hooks: await look('hook_message'),
    writes: await look('write'),
  };
}
