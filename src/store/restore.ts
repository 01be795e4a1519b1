// Puts a backup back into a data folder.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Rows, rowsIn } from './backup.ts';
import { reasonOf, StoreOpenError, StoreUnavailableError, translate } from './faults.ts';
import { damageIn, syncFolder } from './integrity.ts';
import { MIGRATIONS } from './migrations.ts';
import { EMBEDDED_FILE, holdAlone, lockFolder, prepareFolder } from './sqlite.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  /** Whether a database that is there may be moved aside. */
  readonly force: boolean;
}

export interface Restored {
  readonly folder: string;
  readonly tables: Rows;
  /** Where the database went that was there before. */
  readonly aside: string | undefined;
}

/** The database and what SQLite and we keep beside it; itself first, so that half a move is no start. */
const FILES = ['', '-state', '-wal', '-shm', '-journal'];

/** Throws a StoreOpenError, with one sentence for the operator, where it cannot be done. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const file = resolve(options.file);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new StoreOpenError(`There is no file ${file}.`);
  const folder = prepareFolder(options.dataDir);
  const release = lockFolder(folder);
  let letIn: (() => void) | undefined;
  const path = join(folder, EMBEDDED_FILE);
  const part = join(folder, 'manifold.restoring');
  try {
    letIn = await holdAlone(folder);
    const there = FILES.some((end) => existsSync(path + end));
    if (there && !options.force)
      throw new StoreOpenError(
        `There is a database in ${folder} already: give --force to have it moved aside (nothing is deleted), or set MANIFOLD_DATA_DIR to another folder.`,
      );
    copyFileSync(file, part);
    chmodSync(part, 0o600);
    const tables = check(part, file);
    const aside = there ? moveAside(path) : undefined;
    renameSync(part, path);
    syncFolder(folder);
    return { folder, tables, aside };
  } catch (error) {
    throw sentenceOf(error, file);
  } finally {
    rmSync(part, { force: true });
    letIn?.();
    release();
  }
}

/** Makes the copy last, and reads all of it. */
function check(part: string, file: string): Rows {
  const descriptor = openSync(part, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(part, { readOnly: true });
    const damage = damageIn(db, true);
    if (damage !== undefined)
      throw new StoreOpenError(`${file} is damaged (${damage}): take another backup.`);
    if (!db.prepare(`select 1 from sqlite_schema where name = 'migration'`).get())
      throw new StoreOpenError(`${file} is a database, but not one of Manifold.`);
    const known = new Set(MIGRATIONS.map(({ name }) => name));
    const steps = db.prepare('select name from migration').all();
    if (steps.some(({ name }) => !known.has(String(name))))
      throw new StoreOpenError(
        `${file} was made by a newer version of Manifold: restore it with that version or a later one.`,
      );
    return rowsIn(db);
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(
      `${file} is damaged or not a backup (${reasonOf(error)}): take another one.`,
      { cause: error },
    );
  } finally {
    db?.close();
  }
}

/** Under a name of its own each time, so that nothing is ever lost by it. */
function moveAside(path: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${path}.before-${stamp}`;
  for (const end of FILES) if (existsSync(path + end)) renameSync(path + end, aside + end);
  return aside;
}

function sentenceOf(error: unknown, file: string): unknown {
  if (error instanceof StoreOpenError) return error;
  const known = translate(error);
  const why =
    known instanceof StoreUnavailableError && known.trouble === 'full'
      ? 'the disk is full'
      : reasonOf(error);
  return new StoreOpenError(`The backup ${file} could not be restored: ${why}.`, { cause: error });
}
