// Puts a backup back into a data folder.
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOf, StoreOpenError } from '../store/faults.ts';
import { BEGIN_LOGS } from '../store/feed.ts';
import { syncFolder } from '../store/integrity.ts';
import { hasNewer } from '../store/migrations.ts';
import { EMBEDDED_FILE, holdAlone, lockFolder, prepareFolder } from '../store/sqlite.ts';
import { checkCopy, type Rows, whyOf } from './backup.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  /** Whether a database that is there may be moved aside. */
  readonly force: boolean;
}

/** The database and what SQLite and we keep beside it; itself first, so that half a move is no start. */
const FILES = ['', '-state', '-wal', '-shm', '-journal'];

/** `aside` is where the database went that was there before. Throws a StoreOpenError. */
export async function restore(options: RestoreOptions) {
  const file = resolve(options.file);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new StoreOpenError(`There is no file ${file}.`);
  // Of a copy of the files of a store; a backup is one file.
  const log = `${file}-wal`;
  if (statSync(log, { throwIfNoEntry: false })?.size)
    throw new StoreOpenError(`${file} is not all of a store: what was written last is in ${log}. Restore what "manifold backup" made.`); // biome-ignore format: one line
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
    if (error instanceof StoreOpenError) throw error;
    const sentence = `The backup ${file} could not be restored: ${whyOf(error)}.`;
    throw new StoreOpenError(sentence, { cause: error });
  } finally {
    for (const end of FILES) rmSync(part + end, { force: true });
    letIn?.();
    release();
  }
}

/** Whether it can be used, and by this version; its logs then begin again. */
function check(part: string, file: string): Rows {
  const refused = (why: string) => new StoreOpenError(`${file} ${why}`);
  const damaged = (why: string) => refused(`is damaged (${why}): take another backup.`);
  try {
    return checkCopy(part, damaged, (db) => {
      if (!db.prepare(`select 1 from sqlite_schema where name = 'migration'`).get())
        throw refused('is a database, but not one of Manifold.');
      if (hasNewer(db.prepare('select name from migration').all()))
        throw refused(
          'was made by a newer version of Manifold: restore it with that version or a later one.',
        );
      db.exec(BEGIN_LOGS);
    });
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(
      `${file} is damaged or not a backup (${reasonOf(error)}): take another one.`,
      { cause: error },
    );
  }
}

/** Under a name of its own each time, so that nothing is ever lost by it. */
function moveAside(path: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${path}.before-${stamp}`;
  for (const end of FILES) if (existsSync(path + end)) renameSync(path + end, aside + end);
  return aside;
}
