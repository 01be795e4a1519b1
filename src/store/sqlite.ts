// The embedded database: one SQLite file in the data folder, and the lock that keeps a second service out.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { FolderInUseError, StoreOpenError, StoreUnavailableError, translate } from './faults.ts';

const BUSY_MS = 5000;
const KEPT_STATEMENTS = 500;
const OPEN_TRIES = 50;

/** Makes the folder if it is missing, for its owner alone, and returns its full path. */
export function prepareFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    // A folder that is already there keeps its mode: it may be the operator's home.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreOpenError(`The data folder ${folder} cannot be made.`, { cause: error });
  }
  return folder;
}

/**
 * Holds the folder for one service process. The lock is SQLite's own lock on a file, which the
 * operating system drops when the process ends in any way, so that kill -9 leaves nothing behind.
 */
export function lockFolder(folder: string): () => void {
  const file = ownFile(folder, 'manifold.lock');
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal is needed beside the file.
    db.exec('pragma journal_mode=memory; begin exclusive');
  } catch (error) {
    db.close();
    throw translate(error) instanceof StoreUnavailableError
      ? new FolderInUseError(folder)
      : openError(folder, error);
  }
  return () => db.close();
}

export async function sqliteDialect(folder: string): Promise<Dialect> {
  const db = await openDatabase(folder, ownFile(folder, 'manifold.db'));
  const statements = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known) return known;
    // A transaction takes the write lock as it begins: one that reads first and writes later would
    // fail at once if the command line wrote in between, without waiting its turn.
    const made =
      sql === 'rollback' ? rollback(db) : statement(db, sql === 'begin' ? 'begin immediate' : sql);
    statements.set(sql, made);
    return made;
  };
  return new SqliteDialect({
    database: { close: () => db.close(), prepare: (sql) => faithful(() => prepare(sql)) },
  });
}

// The first processes on a new folder race to switch the file to WAL; SQLite answers the loser
// "busy" at once rather than making it wait.
async function openDatabase(folder: string, file: string): Promise<DatabaseSync> {
  for (let left = OPEN_TRIES; ; left -= 1) {
    const db = new DatabaseSync(file, { timeout: BUSY_MS });
    try {
      db.exec('pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on');
      return db;
    } catch (error) {
      db.close();
      if (left === 0 || !(translate(error) instanceof StoreUnavailableError)) {
        throw openError(folder, error);
      }
      await pause(20);
    }
  }
}

function statement(db: DatabaseSync, sql: string): SqliteStatement {
  const prepared = db.prepare(sql);
  const bind = (values: readonly unknown[]) => values as SQLInputValue[];
  return {
    reader: prepared.columns().length > 0,
    all: (values) => faithful(() => prepared.all(...bind(values))),
    run: (values) => faithful(() => prepared.run(...bind(values))),
    iterate: (values) => prepared.iterate(...bind(values)),
  };
}

/**
 * A full disk, or an error of it, makes SQLite end the transaction by itself. To end it again would
 * be an error of its own, which would hide the cause.
 */
function rollback(db: DatabaseSync): SqliteStatement {
  const made = statement(db, 'rollback');
  return {
    ...made,
    run: (values) => (db.isTransaction ? made.run(values) : { changes: 0, lastInsertRowid: 0 }),
    all: (values) => (db.isTransaction ? made.all(values) : []),
  };
}

function faithful<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

// SQLite gives its side files (-wal, -shm) the mode of the main file. A file that is there is not
// opened: closing it again would drop every lock that this process holds on it.
function ownFile(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    if (existsSync(file)) chmodSync(file, 0o600);
    else closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // Another process made it in the same moment, in the same way.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw openError(folder, error);
  }
  return file;
}

function openError(folder: string, cause: unknown): StoreOpenError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreOpenError(`The database in ${folder} cannot be opened: ${why}.`, { cause });
}
