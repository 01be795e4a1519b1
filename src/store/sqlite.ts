// The embedded database: one SQLite file in the data folder, and the lock that keeps a second service out.
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statfsSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type CompiledQuery, type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Trouble } from '../model/trouble.ts';
import { checkBound } from './bound.ts';
import {
  FolderInUseError,
  reasonOf,
  StoreOpenError,
  StoreUnavailableError,
  translate,
} from './faults.ts';
import {
  damageIn,
  RESTORE,
  readNote,
  requireDatabase,
  type State,
  writeNote,
} from './integrity.ts';
import type { ReadNow } from './prepared.ts';

const BUSY_MS = 5000;
const KEPT_STATEMENTS = 500;
/** Of 20 ms each: another process may be opening it, or have it alone for a while. */
const OPEN_TRIES = 250;
/** The name of the embedded database in the data folder. */
export const EMBEDDED_FILE = 'manifold.db';
/** Bytes left on a disk that is as good as full. */
const LITTLE = 64 * 1024;

/** Makes the folder if it is missing, for its owner alone, and returns its full path. */
export function prepareFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  let tried = 'made';
  try {
    // A folder that is already there keeps its mode: it may be the operator's home.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    tried = 'used';
    // Asked for by doing it: the mode says nothing of a file system that is read-only. An empty
    // file takes no room, so that a tool can still read where the disk is full.
    const trial = join(folder, `.writable-${randomUUID()}`);
    closeSync(openSync(trial, 'wx', 0o600));
    unlinkSync(trial);
  } catch (error) {
    const sentence = `The data folder ${folder} cannot be ${tried}: ${reasonOf(error)}.`;
    throw new StoreOpenError(sentence, { cause: error });
  }
  return folder;
}

/**
 * Holds the folder for one service process. The lock is SQLite's own lock on a file, which the
 * operating system drops when the process ends in any way, so that kill -9 leaves nothing behind.
 */
export function lockFolder(folder: string): () => void {
  const name = 'manifold.lock';
  const file = ownFile(folder, name);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    // Nothing is ever written, so no journal is needed beside the file.
    db.exec('pragma journal_mode=memory; begin exclusive');
  } catch (error) {
    db?.close();
    throw troubleOf(error, folder) === 'busy'
      ? new FolderInUseError(folder)
      : sqliteOpenError(folder, error, name);
  }
  const held = db;
  return () => held.close();
}

/** `saw` is called with every error that says something of the state of the store. */
export async function sqliteDialect(
  folder: string,
  saw: (error: StoreUnavailableError) => void = () => {},
  options: EmbeddedOptions = {},
): Promise<Dialect & { readonly readNow: ReadNow }> {
  const { db, markSuspect, close } = await openEmbedded(folder, options);
  const translating = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const translated = translateIn(folder, error);
      if (translated instanceof StoreUnavailableError) {
        if (translated.trouble === 'damaged') markSuspect();
        saw(translated);
      }
      throw translated;
    }
  };
  const statements = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known) return known;
    // A transaction takes the write lock as it begins: one that reads first and writes later would
    // fail immediately if the command line wrote in between, without waiting its turn.
    const made =
      sql === 'rollback'
        ? rollback(db, translating)
        : statement(db, sql === 'begin' ? 'begin immediate' : sql, translating);
    statements.set(sql, made);
    return made;
  };
  const translatingErrors = (sql: string) => translating(() => prepare(sql));
  const database = { close: () => close(), prepare: translatingErrors };
  return Object.assign(new SqliteDialect({ database }), {
    // What a transaction wrote so far is visible to no one else; outside of one, everything is committed.
    readNow: <Row>({ sql }: CompiledQuery<Row>, values: readonly unknown[]) =>
      db.isTransaction ? undefined : (translatingErrors(sql).all(values) as Row[]),
  });
}

export interface EmbeddedOptions {
  /** A service notes that it has the database, and checks it where the last one was killed. */
  readonly isService?: boolean;
  /** Whether no other process may have it open, tools included, as long as it is. */
  readonly alone?: boolean;
  /** What is being done where it takes long. */
  readonly say?: ((sentence: string) => void) | undefined;
}

export interface Embedded {
  readonly db: DatabaseSync;
  /** Something in it cannot be read: the next service checks it. */
  readonly markSuspect: () => void;
  readonly close: (end?: 'closed' | 'moved') => void;
}

/** The database itself. Throws a StoreOpenError that says what is wrong and what to do. */
export async function openEmbedded(
  folder: string,
  { isService = false, alone = false, say = () => {} }: EmbeddedOptions = {},
): Promise<Embedded> {
  const path = join(folder, EMBEDDED_FILE);
  const db = await openDatabase(folder, alone);
  let suspect = readNote(path)?.state === 'in_use';
  try {
    if ((isService || alone) && suspect) {
      say('the last service did not close the database: it is checked before it is used');
      const damage = damageIn(db);
      if (damage !== undefined) throw Object.assign(new Error(damage), { errcode: 11 });
      suspect = false;
    }
    if (isService || !readNote(path)) writeNote(path, isService ? 'in_use' : 'closed');
  } catch (error) {
    db.close();
    throw sqliteOpenError(folder, error);
  }
  return {
    db,
    markSuspect() {
      if (!suspect) noteIfPossible(path, 'in_use');
      suspect = true;
    },
    close(end = 'closed') {
      db.close();
      if (end === 'moved') writeNote(path, end);
      else if (isService && !suspect) noteIfPossible(path, end);
    },
  };
}

/** What goes wrong only means that the next service checks, or does not. */
function noteIfPossible(path: string, state: State): void {
  try {
    writeNote(path, state);
  } catch {}
}

/** Keeps every other process out of the database, tools included, until the returned function is called. */
export async function holdAlone(folder: string): Promise<() => void> {
  if (!existsSync(join(folder, EMBEDDED_FILE))) return () => {};
  try {
    const db = await openDatabase(folder, true);
    return () => db.close();
  } catch (error) {
    // What cannot be opened is open nowhere.
    if (error instanceof FolderInUseError || !(error instanceof StoreOpenError)) throw error;
    return () => {};
  }
}

// Tried again in short steps, with room for other work between them: the first processes on a new folder
// race to switch the file to WAL, and a move or a restore has it alone for a while.
async function openDatabase(folder: string, alone = false): Promise<DatabaseSync> {
  for (let left = OPEN_TRIES; ; left -= 1) {
    requireDatabase(join(folder, EMBEDDED_FILE));
    const file = ownFile(folder, EMBEDDED_FILE);
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file, { timeout: 0 });
      // SQLite's own lock on the file, which ends with this process.
      if (alone) db.exec('pragma locking_mode=exclusive; begin exclusive; commit');
      db.exec(
        // What is deleted is overwritten in the file, as far as SQLite can.
        'pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma secure_delete=on',
      );
      db.exec(`pragma busy_timeout=${BUSY_MS}`);
      return db;
    } catch (error) {
      db?.close();
      const trouble = troubleOf(error, folder);
      if (alone && trouble === 'busy') throw new FolderInUseError(folder);
      if (left === 0 || !trouble || trouble === 'damaged' || trouble === 'full')
        throw sqliteOpenError(folder, error);
      await pause(20);
    }
  }
}

function troubleOf(error: unknown, folder: string): Trouble | undefined {
  const translated = translateIn(folder, error);
  return translated instanceof StoreUnavailableError ? translated.trouble : undefined;
}

/** Where there is no room for its side files, SQLite speaks of an error of the disk. */
function translateIn(folder: string, error: unknown): unknown {
  const translated = translate(error);
  if (!(translated instanceof StoreUnavailableError) || translated.trouble !== 'failing')
    return translated;
  return left(folder) < LITTLE ? new StoreUnavailableError(translated.cause, 'full') : translated;
}

function left(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // The folder itself is gone; the error of SQLite says as much.
    return Number.POSITIVE_INFINITY;
  }
}

type Translating = <T>(work: () => T) => T;

function statement(db: DatabaseSync, sql: string, translating: Translating): SqliteStatement {
  const prepared = db.prepare(sql);
  const bind = (values: readonly unknown[]) => {
    checkBound(values);
    return values as SQLInputValue[];
  };
  return {
    reader: prepared.columns().length > 0,
    all: (values) => translating(() => prepared.all(...bind(values))),
    run: (values) => translating(() => prepared.run(...bind(values))),
    iterate: (values) => prepared.iterate(...bind(values)),
  };
}

/** A full disk makes SQLite end the transaction; to end it again would hide the cause. */
function rollback(db: DatabaseSync, translating: Translating): SqliteStatement {
  const made = statement(db, 'rollback', translating);
  return {
    ...made,
    run: (values) => (db.isTransaction ? made.run(values) : { changes: 0, lastInsertRowid: 0 }),
    all: (values) => (db.isTransaction ? made.all(values) : []),
  };
}

// SQLite gives its side files (-wal, -shm) the mode of the main file. A file that is there is not
// opened: closing it again would drop every lock that this process holds on it.
function ownFile(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there && !there.isFile())
      throw new StoreOpenError(
        `The database in ${folder} cannot be opened: ${name} is ${there.isDirectory() ? 'a folder' : 'not a file'}.`,
      );
    if (!there) closeSync(openSync(file, 'wx', 0o600));
    else if ((there.mode & 0o777) !== 0o600) chmodSync(file, 0o600);
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    // Another process made it in the same moment, in the same way.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return file;
    throw error instanceof StoreOpenError ? error : sqliteOpenError(folder, error, name);
  }
  return file;
}

/** One sentence for an operator, whatever is wrong with one of the files. */
export function sqliteOpenError(
  folder: string,
  cause: unknown,
  name = EMBEDDED_FILE,
): StoreOpenError {
  const error = cause instanceof StoreUnavailableError ? cause.cause : cause;
  const trouble = troubleOf(cause, folder);
  const why =
    trouble === 'damaged'
      ? `${name} is damaged or not a database (${reasonOf(error)}); ${RESTORE}`
      : trouble === 'full'
        ? 'the disk is full'
        : trouble === 'read_only'
          ? `${name} is read-only`
          : reasonOf(error);
  return new StoreOpenError(`The database in ${folder} cannot be opened: ${why}.`, { cause });
}
