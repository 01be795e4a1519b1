// Carries the embedded store to an empty PostgreSQL, whole or not at all.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import pg from 'pg';
import { EVERY_TABLE } from './every-table.ts';
import { FolderInUseError, StoreOpenError, StoreUnavailableError } from './faults.ts';
import { readNote, writeNote } from './integrity.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import type { Tables } from './schema.ts';
import { EMBEDDED_FILE, lockFolder, openEmbedded, sqliteDialect } from './sqlite.ts';
import {
  type Column,
  columnsOf,
  createDigest,
  type Digest,
  postgresDigest,
  quote,
  type Row,
  readDigest,
  rowsOf,
  sqliteDigest,
  type Value,
} from './table-digest.ts';

export interface MoveOptions {
  readonly dataDir: string;
  /** postgres://… */
  readonly to: string;
  /** How many rows have been carried over, of how many. */
  readonly onProgress?: (rows: number, all: number) => void;
}

export interface Moved {
  readonly folder: string;
  readonly tables: Readonly<Record<string, Digest>>;
  /** They were there before: an earlier move broke off when all but the mark was done. */
  readonly already: boolean;
}

/** What is sent at once: so many rows, or so many characters. */
const ROWS = 2000;
const CHARACTERS = 4 * 1024 * 1024;
/** All but what the other side makes itself, and what is written and removed at once. */
const CARRIED = EVERY_TABLE.filter((table) => table !== 'migration' && table !== 'probe');

/**
 * All in one transaction, which ends when both sides were compared: broken off anywhere, it leaves
 * nothing behind but empty tables, and can be begun again. Throws a StoreOpenError, with one sentence
 * for the operator, where it cannot be done.
 */
export async function moveStore(options: MoveOptions): Promise<Moved> {
  const folder = resolve(options.dataDir);
  requireStore(folder);
  const release = lockStopped(folder);
  try {
    await bringUpToDate(folder);
    const source = await openEmbedded(folder, { alone: true });
    let end: 'closed' | 'moved' = 'closed';
    try {
      refuseNewer(source.db);
      await prepareTarget(options.to);
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
  const folder = resolve(dataDir);
  requireStore(folder);
  const release = lockStopped(folder);
  try {
    const path = join(folder, EMBEDDED_FILE);
    if (readNote(path)?.state !== 'moved') return false;
    writeNote(path, 'closed');
    return true;
  } finally {
    release();
  }
}

function requireStore(folder: string) {
  if (!existsSync(join(folder, EMBEDDED_FILE)))
    throw new StoreOpenError(`There is no database in ${folder}: check MANIFOLD_DATA_DIR.`);
}

/** Keeps services out for as long as it is held. */
function lockStopped(folder: string): () => void {
  try {
    return lockFolder(folder);
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

function refuseNewer(db: DatabaseSync) {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const names = db.prepare('select name from migration').all();
  if (names.some(({ name }) => !known.has(String(name))))
    throw new StoreOpenError(
      'The store was made by a newer version of Manifold: move it with that version or a later one.',
    );
}

async function prepareTarget(to: string) {
  const db = new Kysely<Tables>({
    dialect: postgresDialect({ databaseUrl: to, onConnectionLost: () => {} }),
  });
  try {
    await migrate(db, 'postgres', Date.now);
    const steps = await db.selectFrom('migration').select('name').execute();
    const known = new Set(MIGRATIONS.map(({ name }) => name));
    if (steps.some(({ name }) => !known.has(name)))
      throw new StoreOpenError(
        'The PostgreSQL database was used by a newer version of Manifold: move with that version or a later one.',
      );
  } catch (error) {
    throw targetError(error);
  } finally {
    await db.destroy();
  }
}

async function carry(
  source: DatabaseSync,
  { to, onProgress = () => {} }: MoveOptions,
): Promise<Pick<Moved, 'tables' | 'already'>> {
  const columns = new Map(CARRIED.map((table) => [table, columnsOf(source, table)]));
  const target = await connect(to);
  try {
    await target.query('begin');
    // However many rows there are; but whoever uses the tables is not waited for.
    await target.query(`set local statement_timeout = 0`);
    await target.query(`set local idle_in_transaction_session_timeout = 0`);
    await target.query(`set local lock_timeout = '10s'`);
    const names = EVERY_TABLE.map(quote).join(', ');
    await target.query(`lock table ${names} in access exclusive mode`);
    const filled = await filledTables(target);
    if (filled.length > 0) {
      const tables = digests(source, columns);
      if ((await differing(target, columns, tables)).length > 0)
        throw new StoreOpenError(
          `The PostgreSQL database is not empty (it has rows in ${filled.join(', ')}): give an empty one.`,
        );
      await target.query('rollback');
      return { tables, already: true };
    }
    const tables = await copyAll(source, target, columns, onProgress);
    const wrong = await differing(target, columns, tables);
    if (wrong.length > 0)
      throw new StoreOpenError(
        `The move was given up, and PostgreSQL is empty as before: ${wrong.join(', ')} did not arrive as sent.`,
      );
    await commit(target);
    return { tables, already: false };
  } catch (error) {
    throw targetError(error);
  } finally {
    // What is not committed is gone with the connection.
    await target.end().catch(() => {});
  }
}

async function connect(to: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    client = new pg.Client({
      ...{ connectionString: to, application_name: 'manifold move', keepAlive: true },
      connectionTimeoutMillis: 10_000,
    });
  } catch {
    // The error of the parser may repeat the address, and with it the password.
    throw new StoreOpenError('The database address is not a valid PostgreSQL address.');
  }
  // A connection that breaks fails the query that is under way.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function filledTables(target: pg.Client): Promise<string[]> {
  const filled: string[] = [];
  for (const table of CARRIED) {
    const { rowCount } = await target.query(`select 1 from ${quote(table)} limit 1`);
    if (rowCount) filled.push(table);
  }
  return filled;
}

type Columns = ReadonlyMap<string, readonly Column[]>;

const digests = (source: DatabaseSync, columns: Columns): Record<string, Digest> =>
  Object.fromEntries(
    [...columns].map(([table, of]) => [table, sqliteDigest(source, table, of)] as const),
  );

/** The tables that are not the same on both sides. */
async function differing(
  target: pg.Client,
  columns: Columns,
  tables: Readonly<Record<string, Digest>>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [table, of] of columns) {
    const { rows } = await target.query<Record<string, string>>(postgresDigest(table, of));
    const found = readDigest(rows[0] ?? {});
    const wanted = tables[table];
    if (found.rows !== wanted?.rows || found.sum !== wanted.sum) wrong.push(table);
  }
  return wrong;
}

async function copyAll(
  source: DatabaseSync,
  target: pg.Client,
  columns: Columns,
  onProgress: (rows: number, all: number) => void,
): Promise<Record<string, Digest>> {
  const rowsIn = (table: string) =>
    Number(source.prepare(`select count(*) as rows from ${quote(table)}`).get()?.rows);
  const all = CARRIED.reduce((sum, table) => sum + rowsIn(table), 0);
  let carried = 0;
  const tables: Record<string, Digest> = {};
  for (const [table, of] of columns) {
    const digest = createDigest(of);
    for (const batch of batches(source, table, of)) {
      await insert(target, table, of, batch);
      for (const row of batch) digest.add(row);
      carried += batch.length;
      onProgress(carried, all);
    }
    tables[table] = digest.end();
  }
  return tables;
}

/** Rows in bounded pieces: many small ones, or one that is large. */
function* batches(
  source: DatabaseSync,
  table: string,
  columns: readonly Column[],
): Iterable<readonly Row[]> {
  let [batch, characters]: [Row[], number] = [[], 0];
  for (const row of rowsOf(source, table, columns)) {
    batch.push(row);
    for (const { name, kind } of columns)
      characters += sizeOf(row[name] ?? null, table, name, kind);
    if (batch.length < ROWS && characters < CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Throws where PostgreSQL cannot hold it as it is. */
function sizeOf(value: Value, table: string, name: string, kind: Column['kind']): number {
  const holds =
    value === null ||
    (kind === 'text' && typeof value === 'string' && !value.includes('\0')) ||
    (kind === 'bigint' && typeof value === 'bigint') ||
    (kind === 'double' && typeof value === 'number');
  if (!holds)
    throw new StoreOpenError(
      `The store cannot be moved: a value of ${name} in ${table} is none that PostgreSQL can hold.`,
    );
  return typeof value === 'string' ? value.length : 8;
}

const TYPES = { text: 'text[]', bigint: 'bigint[]', double: 'double precision[]' };

async function insert(
  target: pg.Client,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
) {
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const places = columns.map(({ kind }, at) => `$${at + 1}::${TYPES[kind]}`).join(', ');
  await target.query(
    `insert into ${quote(table)} (${names}) select * from unnest(${places})`,
    columns.map(({ name }) => rows.map((row) => row[name] ?? null)),
  );
}

async function commit(target: pg.Client) {
  try {
    await target.query('commit');
  } catch (error) {
    throw new StoreOpenError(
      'The connection broke off at the very end of the move: run the same command again, which finds out whether it was done.',
      { cause: error },
    );
  }
}

/** Nothing is said of the address: it may hold the password. */
function targetError(error: unknown): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
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
