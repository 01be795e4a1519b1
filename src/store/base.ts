// What all stores of rows work with, and the few things that many of them do.
import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Seal } from '../keys/seal.ts';
import type { UserKeys } from '../keys/user-keys.ts';
import type { RowTime } from './clock.ts';
import { columnNamed } from './columns.ts';
import { isMissingParent } from './faults.ts';
import type { SqlDialect } from './migrate.ts';
import type { PreparedReads } from './prepared.ts';
import {
  keysOf,
  type NewRec,
  type Rec,
  type TableName,
  type Tables,
  toRecord,
  toRow,
} from './schema.ts';
import { eachRow } from './walk.ts';

export interface Base {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  readonly now: () => number;
  /** The same as part of a statement. */
  readonly time: RowTime;
  /** Holds always; its statement does not wait for the disk (see below). */
  readonly noDiskWait: RawBuilder<boolean>;
  readonly seal: Pick<
    Seal,
    'seal' | 'open' | 'openBytes' | 'rewrap' | 'fingerprint' | 'newestKeyId'
  >;
  /** Of users. */
  readonly keys: UserKeys;
  readonly prepared: PreparedReads;
}

/** How what only its bearer may know is looked for. */
export const hashed = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

export const DISK_WAIT = sql<boolean>`true`;

/**
 * A condition of a statement whose commit PostgreSQL may acknowledge before it is on the disk: for
 * what heals by itself when the database's machine dies, leases and counters, and for nothing that
 * anyone was promised. Within a transaction it would be for all of it, so it is for statements by
 * themselves; the setting ends with them, which is all that a pooler allows.
 */
export const noDiskWait = (dialect: SqlDialect): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql`(select set_config('synchronous_commit', 'off', true)) = 'off'`
    : DISK_WAIT;

/** What the work gives; undefined when a row that it points to is gone. */
export async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissingParent(error)) return undefined;
    throw error;
  }
}

/** Columns and what they hold: a value, null for none, any of a list, or what `sql` says after the name. */
export type Which<T extends TableName> = {
  readonly [C in keyof Rec<T>]?: Rec<T>[C] | readonly Rec<T>[C][] | RawBuilder<unknown>;
};
/** Columns and what they are to hold. */
type Change<T extends TableName> = {
  readonly [C in keyof Rec<T>]?: Rec<T>[C] | RawBuilder<unknown>;
};

export const matching = <T extends TableName>(table: T, which: Which<T>) => {
  const row = Object.entries(toRow(table, which as Partial<Rec<T>>));
  // A condition less would hold for more rows.
  if (row.length !== Object.keys(which).length)
    throw new Error(`Not all of ${Object.keys(which).join(', ')} are conditions for ${table}.`);
  const all = row.map(([column, value]) => {
    const name = sql.ref(column);
    if (value === null) return sql`${name} is null`;
    if (Array.isArray(value)) return sql`${name} in (${sql.join(value)})`;
    return typeof value === 'object' ? sql`${name} ${value}` : sql`${name} = ${value}`;
  });
  return sql<boolean>`${sql.join(all, sql` and `)}`;
};

/** What a statement gives that is written out, as records of one table. */
export async function select<T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  query: RawBuilder<unknown>,
): Promise<readonly Rec<T>[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => toRecord(table, row as never) as Rec<T>);
}

type Name<T extends TableName> = keyof Rec<T> & string;

/** The rows whose columns hold that, or all, in the order of columns. */
export const findAll = <T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  which: Which<T>,
  ...order: readonly Name<T>[]
): Promise<readonly Rec<T>[]> => findSome(db, table, which, undefined, ...order);

/** The same, and no more than so many. */
export function findSome<T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  which: Which<T>,
  limit: number | undefined,
  ...order: readonly Name<T>[]
): Promise<readonly Rec<T>[]> {
  const where = Object.keys(which).length === 0 ? sql`` : sql` where ${matching(table, which)}`;
  const by = order.length === 0 ? sql`` : sql` order by ${named(order)}`;
  const most = limit === undefined ? sql`` : sql` limit ${limit}`;
  return select(db, table, sql`select * from ${sql.table(table)}${where}${by}${most}`);
}

const named = (names: readonly string[]) =>
  sql.join(names.map((name) => sql.ref(columnNamed(name))));

export async function findOne<T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  which: Which<T>,
): Promise<Rec<T> | undefined> {
  return (await findAll(db, table, which))[0];
}

/** Rows in one statement; SQLite takes 32,766 values. */
export const ROWS = 500;
export function* groupsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += ROWS) yield all.slice(at, at + ROWS);
}

/** What is done where there is such a row: it stays, or it is changed. */
interface Same<T extends TableName> {
  readonly by: readonly Name<T>[];
  readonly set?: Change<T>;
  /** Only then it is changed. */
  readonly where?: RawBuilder<boolean>;
}

const inserting = <T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  records: NewRec<T> | readonly NewRec<T>[],
  same?: Same<T>,
) => {
  const rows = [records].flat().map((record) => toRow(table, record as never));
  const adding = db.insertInto<TableName>(table).values(rows as never);
  if (!same) return adding;
  const { by, set, where } = same;
  return adding.onConflict((conflict) => {
    const there = conflict.columns(by.map(columnNamed) as never);
    if (!set) return there.doNothing();
    const done = there.doUpdateSet(toRow(table, set as never) as never);
    return where ? done.where(where) : done;
  });
};

/** Adds a row, or several in one statement; returns how many were written. */
export const insert = <T extends TableName>(
  ...adding: Parameters<typeof inserting<T>>
): Promise<number> => changed(inserting(...adding));

/** Adds a row, or changes the one that is there; as it is then. */
export async function put<T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  record: NewRec<T>,
  same: Same<T>,
): Promise<Rec<T>> {
  const row = await inserting(db, table, record, same).returningAll().executeTakeFirstOrThrow();
  return toRecord(table, row as never) as Rec<T>;
}

/** The same; false when a row that it points to is gone. */
export const add = async <T extends TableName>(
  ...adding: Parameters<typeof insert<T>>
): Promise<boolean> => (await unlessGone(() => insert(...adding))) !== undefined;

const updating = <T extends TableName>(table: T, which: Which<T>, to: Change<T>) => {
  const row = Object.entries(toRow(table, to as Partial<Rec<T>>));
  const set = row.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`update ${sql.table(table)} set ${sql.join(set)} where ${matching(table, which)}`;
};

/** Changes the rows whose columns hold that; returns how many. */
export const update = <T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  which: Which<T>,
  to: Change<T>,
): Promise<number> => affected(db, updating(table, which, to));

/** The same of one row; as it is then, or undefined where none holds that. */
export const updateOne = async <T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  which: Which<T>,
  to: Change<T>,
): Promise<Rec<T> | undefined> =>
  (await select(db, table, sql`${updating(table, which, to)} returning *`))[0];

/** Removes the rows whose columns hold that; returns how many. */
export const remove = <T extends TableName>(
  db: Kysely<Tables>,
  table: T,
  which: Which<T>,
): Promise<number> =>
  affected(db, sql`delete from ${sql.table(table)} where ${matching(table, which)}`);

/**
 * Removes at most so many of the rows that `which` finds, which may say in what order, but for the
 * first so many in it; returns how many.
 */
export const removeSome = (
  db: Kysely<Tables>,
  table: TableName,
  which: RawBuilder<unknown>,
  limit: number,
  keep = 0,
): Promise<number> => {
  const [from, keys] = [sql.table(table), sql.join(keysOf(table).map(sql.ref))];
  const some = sql`select ${keys} from ${from} where ${which} limit ${limit} offset ${keep}`;
  return affected(db, sql`delete from ${from} where (${keys}) in (${some})`);
};

/** Every row of a table whose key is text, in its order. */
export const everyRow = <T extends 'client' | 'event_address'>(db: Kysely<Tables>, table: T) =>
  eachRow(ROWS, (last?: Rec<'client' | 'event_address'>) =>
    findSome<'client' | 'event_address'>(db, table, { id: sql`> ${last?.id ?? ''}` }, ROWS, 'id'),
  ) as AsyncGenerator<Rec<T>>;

type Changed = 'numUpdatedRows' | 'numDeletedRows' | 'numInsertedOrUpdatedRows';

export async function changed(query: {
  readonly executeTakeFirst: () => Promise<unknown>;
}): Promise<number> {
  const result = (await query.executeTakeFirst()) as Partial<Record<Changed, bigint>>;
  const { numUpdatedRows, numDeletedRows, numInsertedOrUpdatedRows } = result;
  return Number(numUpdatedRows ?? numDeletedRows ?? numInsertedOrUpdatedRows ?? 0n);
}

/** The same of one that is written out. */
export async function affected(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0n);
}

/** Against its going, against others who hold it so, or against all who write what points to it. */
type Hold = 'key share' | 'no key update' | 'update';

/**
 * Holds a client or a user in its place to the end of a transaction, so that what hangs on it can be
 * written; its id, or undefined if it is gone. Such locks are taken in one order, that none waits
 * for another in a circle: the client, the user, then whatever hangs on them. The transactions of
 * SQLite take the one lock there is as they begin.
 */
export async function hold<T extends 'client' | 'user'>(
  { dialect }: Pick<Base, 'dialect'>,
  work: Kysely<Tables>,
  table: T,
  which: Which<T>,
  how: Hold = 'key share',
): Promise<string | undefined> {
  const lock = dialect === 'postgres' ? sql.raw(` for ${how}`) : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${matching(table, which)}${lock}`.execute(work);
  return rows[0]?.id;
}

/** Works in a transaction that holds the client; undefined, and nothing is done, where it is gone. */
export const holding = <T>(
  base: Pick<Base, 'db' | 'dialect'>,
  clientId: string,
  how: Hold,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T | undefined> =>
  base.db
    .transaction()
    .execute(async (transaction) =>
      (await hold(base, transaction, 'client', { id: clientId }, how))
        ? await work(transaction)
        : undefined,
    );
