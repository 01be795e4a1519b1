// Carries the embedded store to an empty PostgreSQL, whole or not at all.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { findOne, insert } from '../store/base.ts';
import type { Table } from '../store/columns.ts';
import { ANY_TIME, oneConnection } from '../store/connect.ts';
import { FolderInUseError, StoreOpenError, StoreUnavailableError } from '../store/faults.ts';
import { BEGIN_LOGS } from '../store/feed.ts';
import { readNote, writeNote } from '../store/integrity.ts';
import { migrate } from '../store/migrate.ts';
import { hasNewer } from '../store/migrations.ts';
import { EVERY_TABLE, TABLES, type Tables } from '../store/schema.ts';
import { EMBEDDED_FILE, lockFolder, openEmbedded, sqliteDialect } from '../store/sqlite.ts';
import { rowsIn } from './backup.ts';

export interface MoveOptions {
  readonly dataDir: string;
  /** postgres://… */
  readonly to: string;
  /** How many rows have been read, of how many. */
  readonly onProgress?: (rows: number, all: number) => void;
}

/** What is sent at a time: so many rows, or so many characters. */
const ROWS = 2000;
const CHARACTERS = 4 * 1024 * 1024;
/** All but what the other side makes itself, and what is written and removed immediately. */
const CARRIED = EVERY_TABLE.filter((table) => table !== 'migration' && table !== 'probe');
/** The row that says which store was carried here, until a service tries the database out. */
const MARK = 'moved';

interface Column {
  readonly name: string;
  readonly kind: 'text' | 'bigint' | 'double precision';
}
type Value = string | bigint | number | null;
type Row = Readonly<Record<string, Value>>;

export const columnsOf = (table: string): readonly Column[] =>
  Object.entries((TABLES as Readonly<Record<string, Table>>)[table]?.columns ?? {}).map(
    ([name, { sql: said }]) => {
      const [kind] = /^(text|bigint|double precision)/.exec(said) ?? [];
      return { name, kind: kind as Column['kind'] };
    },
  );

/**
 * All in one transaction, in which every row is compared as it arrives: broken off anywhere, it leaves
 * nothing behind but empty tables, and can be begun again. Throws a StoreOpenError, with one sentence
 * for the operator, where it cannot be done.
 */
export async function moveStore(options: MoveOptions) {
  const { folder, release } = lockStopped(options.dataDir);
  try {
    await bringUpToDate(folder);
    const source = await openEmbedded(folder, { alone: true });
    let end: 'closed' | 'moved' = 'closed';
    try {
      if (hasNewer(source.db.prepare('select name from migration').all()))
        throw new StoreOpenError(
          'The store was made by a newer version of Manifold: move it with that version or a later one.',
        );
      const moved = await carry(source.db, options);
      end = 'moved';
      return { folder, ...moved };
    } finally {
      source.close(end);
    }
  } finally {
    release();
  }
}

/** Lets the embedded store be used again, as it was when it was moved; false if it was not. */
export function undoMove(dataDir: string): boolean {
  const { folder, release } = lockStopped(dataDir);
  try {
    const path = join(folder, EMBEDDED_FILE);
    if (readNote(path)?.state !== 'moved') return false;
    // Cursors of what was logged in PostgreSQL since are none of this log.
    const db = new DatabaseSync(path);
    db.exec(BEGIN_LOGS);
    db.close();
    writeNote(path, 'closed');
    return true;
  } finally {
    release();
  }
}

/** Keeps services out for as long as it is held. */
function lockStopped(dataDir: string) {
  const folder = resolve(dataDir);
  if (!existsSync(join(folder, EMBEDDED_FILE)))
    throw new StoreOpenError(`There is no database in ${folder}: check MANIFOLD_DATA_DIR.`);
  try {
    return { folder, release: lockFolder(folder) };
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new StoreOpenError(`${error.message} Stop it first.`);
  }
}

/** An earlier version may have left it. */
async function bringUpToDate(folder: string) {
  const db = new Kysely<Tables>({ dialect: await sqliteDialect(folder) });
  try {
    await migrate(db, 'sqlite', Date.now);
  } finally {
    await db.destroy();
  }
}

async function carry(source: DatabaseSync, { to, onProgress = () => {} }: MoveOptions) {
  const target = await oneConnection(to, ANY_TIME);
  let isEnding = false;
  try {
    await migrate(target, 'postgres', Date.now);
    if (hasNewer(await target.selectFrom('migration').select('name').execute()))
      throw new StoreOpenError(
        'The PostgreSQL database was used by a newer version of Manifold: move with that version or a later one.',
      );
    return await target.transaction().execute(async (work) => {
      // No one who uses the tables is waited for.
      await sql`set local lock_timeout = '10s'`.execute(work);
      const names = sql.join(EVERY_TABLE.map((table) => sql.table(table)));
      await sql`lock table ${names} in access exclusive mode`.execute(work);
      const filled = await tablesWithRows(work);
      const already = filled.length > 0;
      const { tables, digest } = await readAll(source, onProgress, async (table, rows) => {
        if (!already && !(await carryOver(work, table, rows)))
          throw new StoreOpenError(
            `The move was abandoned, and PostgreSQL is as empty as before: ${table} did not arrive as sent.`,
          );
      });
      // They are there where an earlier move broke off when all but the note beside the store was done.
      if (already && (await findOne(work, 'probe', { id: MARK }))?.padding !== digest)
        throw new StoreOpenError(
          `The PostgreSQL database is not empty (it has rows in ${filled.join(', ')}): give an empty one.`,
        );
      if (!already) await insert(work, 'probe', { id: MARK, padding: digest });
      isEnding = true;
      return { tables, already };
    });
  } catch (error) {
    throw targetError(error, isEnding);
  } finally {
    await target.destroy();
  }
}

async function tablesWithRows(target: Kysely<Tables>): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const table of CARRIED)
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(target)).rows.length > 0)
      filled.push(table);
  return filled;
}

/** Every row, handed to `take` in bounded pieces; how many each table has, and a digest of them all. */
async function readAll(
  source: DatabaseSync,
  onProgress: (rows: number, all: number) => void,
  take: (table: string, rows: readonly Row[]) => Promise<void>,
) {
  const counts = rowsIn(source);
  const all = CARRIED.reduce((sum, table) => sum + (counts[table] ?? 0), 0);
  const hash = createHash('sha256');
  let read = 0;
  const tables: Record<string, { readonly rows: number }> = {};
  for (const table of CARRIED) {
    const before = read;
    for (const batch of batches(source, table)) {
      await take(table, batch);
      for (const row of batch) hash.update(`${table} ${written(row)}`);
      read += batch.length;
      onProgress(read, all);
    }
    tables[table] = { rows: read - before };
  }
  return { tables, digest: hash.digest('base64url') };
}

const written = (row: Row): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value));

/** Row after row, whole numbers as such however large. */
function rowsOf(db: DatabaseSync, table: string): Iterable<Row> {
  const names = columnsOf(table).map(({ name }) => `"${name}"`);
  const select = db.prepare(`select ${names.join(', ')} from "${table}"`);
  select.setReadBigInts(true);
  return select.iterate() as Iterable<Row>;
}

/** Rows in bounded pieces: many small ones, or one that is large. */
function* batches(source: DatabaseSync, table: string): Iterable<readonly Row[]> {
  let [batch, characters]: [Row[], number] = [[], 0];
  for (const row of rowsOf(source, table)) {
    batch.push(row);
    for (const column of columnsOf(table))
      characters += sizeOf(row[column.name] ?? null, table, column);
    if (batch.length < ROWS && characters < CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Throws where PostgreSQL cannot hold it as it is. */
function sizeOf(value: Value, table: string, { name, kind }: Column): number {
  const holds =
    value === null ||
    (kind === 'text' && typeof value === 'string' && !value.includes('\0')) ||
    (kind === 'bigint' && typeof value === 'bigint') ||
    (kind === 'double precision' && typeof value === 'number');
  if (!holds)
    throw new StoreOpenError(
      `The store cannot be moved: a value of ${name} in ${table} is none that PostgreSQL can hold.`,
    );
  return typeof value === 'string' ? value.length : 8;
}

/** Whether what is stored is what was sent, row by row. */
async function carryOver(target: Kysely<Tables>, table: string, rows: readonly Row[]) {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => sql.ref(name));
  const values = columns.map(
    ({ name, kind }) => sql`${rows.map((row) => row[name] ?? null)}::${sql.raw(kind)}[]`,
  );
  // A whole number that is read as one of JavaScript's could be another.
  const read = columns.map(({ name, kind }) =>
    kind === 'bigint' ? sql`${sql.ref(name)}::text as ${sql.ref(name)}` : sql.ref(name),
  );
  const stored = await sql<Row>`insert into ${sql.table(table)} (${sql.join(names)})
    select * from unnest(${sql.join(values)}) returning ${sql.join(read)}`.execute(target);
  return (
    stored.rows.length === rows.length &&
    stored.rows.every((row, at) => written(row) === written(rows[at] ?? {}))
  );
}

/** Nothing is said of the address: it may hold the password. */
function targetError(error: unknown, isEnding: boolean): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  if (isEnding)
    return new StoreOpenError(
      'The connection broke off at the very end of the move: run the same command again, which finds out whether it was done.',
      { cause: error },
    );
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  const { message, code } = (cause ?? {}) as { message?: string; code?: string };
  const why =
    code === '55P03'
      ? 'it is in use by a service or another move'
      : message || code || String(cause);
  return new StoreOpenError(`The store was not moved: PostgreSQL cannot be used (${why}).`, {
    cause,
  });
}
