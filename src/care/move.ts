// Carries the embedded store to an empty PostgreSQL, whole or not at all.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { ANY_TIME, oneConnection } from '../store/connect.ts';
import { FolderInUseError, StoreOpenError, StoreUnavailableError } from '../store/faults.ts';
import { readNote, writeNote } from '../store/integrity.ts';
import { migrate } from '../store/migrate.ts';
import { hasNewer } from '../store/migrations.ts';
import { EVERY_TABLE, type Tables } from '../store/schema.ts';
import { EMBEDDED_FILE, lockFolder, openEmbedded, sqliteDialect } from '../store/sqlite.ts';
import { rowsIn } from './backup.ts';
import {
  type Column,
  columnsOf,
  createDigest,
  type Digest,
  postgresDigest,
  type Row,
  rowsOf,
  type Value,
} from './table-digest.ts';

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

/**
 * All in one transaction, which ends when both sides were compared: broken off anywhere, it leaves
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
      const found = await digestsIn(work);
      const filled = CARRIED.filter((table) => found.get(table)?.rows !== 0);
      const isEmpty = filled.length === 0;
      const tables = await readAll(source, onProgress, async (table, rows) => {
        if (isEmpty) await insert(work, table, rows);
      });
      const arrived = isEmpty ? await digestsIn(work) : found;
      const wrong = CARRIED.filter((table) => !isSame(arrived.get(table), tables[table]));
      if (wrong.length > 0)
        throw new StoreOpenError(
          isEmpty
            ? `The move was given up, and PostgreSQL is empty as before: ${wrong.join(', ')} did not arrive as sent.`
            : `The PostgreSQL database is not empty (it has rows in ${filled.join(', ')}): give an empty one.`,
        );
      isEnding = true;
      // They were there before where an earlier move broke off when all but the mark was done.
      return { tables, already: !isEmpty };
    });
  } catch (error) {
    throw targetError(error, isEnding);
  } finally {
    await target.destroy();
  }
}

async function digestsIn(target: Kysely<Tables>): Promise<ReadonlyMap<string, Digest>> {
  const found = new Map<string, Digest>();
  for (const table of CARRIED)
    for (const digest of (await postgresDigest(table).execute(target)).rows)
      found.set(table, digest);
  return found;
}

const isSame = (one?: Digest, other?: Digest): boolean =>
  one?.rows === other?.rows && one?.sum === other?.sum;

/** Every row, handed to `take` in bounded pieces, and the digest of each table. */
async function readAll(
  source: DatabaseSync,
  onProgress: (rows: number, all: number) => void,
  take: (table: string, rows: readonly Row[]) => Promise<void>,
): Promise<Record<string, Digest>> {
  const counts = rowsIn(source);
  const all = CARRIED.reduce((sum, table) => sum + (counts[table] ?? 0), 0);
  let read = 0;
  const tables: Record<string, Digest> = {};
  for (const table of CARRIED) {
    const digest = createDigest(table);
    for (const batch of batches(source, table)) {
      await take(table, batch);
      for (const row of batch) digest.add(row);
      read += batch.length;
      onProgress(read, all);
    }
    tables[table] = digest.end();
  }
  return tables;
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

async function insert(target: Kysely<Tables>, table: string, rows: readonly Row[]) {
  const columns = columnsOf(table);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const values = columns.map(
    ({ name, kind }) => sql`${rows.map((row) => row[name] ?? null)}::${sql.raw(kind)}[]`,
  );
  await sql`insert into ${sql.table(table)} (${names})
    select * from unnest(${sql.join(values)})`.execute(target);
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
