// Pages of rows: all of a table in the order of its key, or a client's newest, a bounded number at a time.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Where a list goes on: after the row of this time and id. */
export interface After {
  readonly at: number;
  readonly id: string;
}

export interface Listed<T> {
  readonly rows: readonly T[];
  /** Where to go on after; absent at the end. Rows may be fewer than asked for, or none, and more follow. */
  readonly next?: After;
}

/** Every row, read a page of `most` at a time: `read` is given the last row of the page before. */
export async function* eachRow<R>(
  most: number,
  read: (last: R | undefined) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  for (let last: R | undefined; ; ) {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < most) return;
  }
}

type Condition = RawBuilder<boolean>;

export interface Walk {
  readonly table: 'execution' | 'delivery';
  /** The column that says how old a row is. */
  readonly time: 'started_at' | 'created_at';
  /** What an index leads to, in the order of `time` and id. */
  readonly seek: readonly Condition[];
  /** What each row on the way is held against, by its columns. */
  readonly sift: readonly Condition[];
  readonly columns: readonly string[];
  readonly after: After | undefined;
  readonly limit: number;
}

/** With something to sift by, so many rows are looked at for one page: some milliseconds. */
export const LOOKED_AT = 5000;

const all = (conditions: readonly Condition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** `read` is given what selects the ids of a page, and reads their rows, newest first. */
export async function walk<T extends { readonly id: string }>(
  db: Kysely<Tables>,
  { table, time, seek, sift, columns, after, limit }: Walk,
  read: (ids: RawBuilder<string>) => Promise<readonly T[]>,
  timeOf: (row: T) => number,
): Promise<Listed<T>> {
  const [from, at] = [sql.table(table), sql.ref(time)];
  const newest = sql`order by ${at} desc, id desc`;
  const range = all([
    ...seek,
    ...(after ? [sql<boolean>`(${at}, id) < (${after.at}, ${after.id})`] : []),
  ]);
  // Neither database moves a condition past a limit: what is inside decides how much is looked at.
  const looked = sql`(select ${sql.join([time, 'id', ...columns].map(sql.ref))}
    from ${from} where ${range} ${newest} limit ${LOOKED_AT}) as looked`;
  const ids =
    sift.length === 0
      ? sql<string>`select id from ${from} where ${range} ${newest} limit ${limit + 1}`
      : sql<string>`select id from ${looked} where ${all(sift)} ${newest} limit ${limit + 1}`;
  const found = await read(sql<string>`(${ids})`);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const end = last && { at: timeOf(last), id: last.id };
  if (found.length > limit && end) return { rows, next: end };
  if (sift.length === 0) return { rows };
  const bound = await sql<After>`select ${at} as at, id from ${from} where ${range} ${newest}
    limit 1 offset ${LOOKED_AT - 1}`.execute(db);
  const [reached] = bound.rows;
  if (!reached) return { rows };
  // What was added meanwhile moved the bound towards the newest: nothing is shown twice for that.
  const next = end && isOlder(end, reached) ? end : { at: reached.at, id: reached.id };
  return { rows, next };
}

const isOlder = (one: After, other: After): boolean =>
  one.at < other.at || (one.at === other.at && one.id < other.id);
