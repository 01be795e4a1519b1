// Pages of rows: all of a table in the order of its key, or a client's newest, a bounded number at a time.
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
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
  readonly table: 'execution' | 'delivery' | 'audit';
  /** The column that says how old a row is. */
  readonly time: 'started_at' | 'created_at' | 'at';
  /** What an index leads to, in the order of `time` and id. */
  readonly seek: readonly Condition[];
  /** What each row on the way is held against, by its columns. */
  readonly sift: readonly Condition[];
  readonly columns: readonly string[];
  /** What is selected beside the columns of the table. */
  readonly also?: RawBuilder<unknown>;
  readonly after: After | undefined;
  readonly limit: number;
  /** The only one that SQLite may go along; it takes another where a value it knows nothing of is as common as others. */
  readonly index?: string;
}

/** With something to sift by, so many rows are looked at for one page: some milliseconds. */
export const LOOKED_AT = 5000;

const all = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** What holds columns against values; those that are not given do not matter. */
export const equal = (values: Readonly<Record<string, string | undefined>>) => ({
  columns: Object.keys(values),
  sift: Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  ),
});

/** A page of rows, newest first; `show` makes what is listed of each. */
export async function walk<W extends Walk, T>(
  db: Kysely<Tables>,
  { table, time, seek, sift, columns, also, after, limit, index }: W,
  show: (row: Selectable<Tables[W['table']]>) => T,
): Promise<Listed<T>> {
  type Row = Selectable<Tables[W['table']]> & After;
  const [whole, at] = [sql.table(table), sql.ref(time)];
  const from = index === undefined ? whole : sql`${whole} indexed by ${sql.ref(index)}`;
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
      ? sql`select id from ${from} where ${range} ${newest} limit ${limit + 1}`
      : sql`select id from ${looked} where ${all(sift)} ${newest} limit ${limit + 1}`;
  const { rows: found } = await sql<Row>`select *, ${at} as at${also ?? sql``} from ${whole}
    where id in (${ids}) ${newest}`.execute(db);
  const kept = found.slice(0, limit);
  const rows = kept.map(show);
  const last = kept.at(-1);
  const end = last && { at: last.at, id: last.id };
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
