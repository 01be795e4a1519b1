// Puts a backup back into a data folder, with the keys of its users if their file is given.
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
import { UNDER_KEY } from '../seal.ts';
import { type About, whyDamaged } from './backup.ts';
import { reasonOf, StoreOpenError, StoreUnavailableError, translate } from './faults.ts';
import { MIGRATIONS } from './migrations.ts';
import { EMBEDDED_FILE, embedded, lockFolder, prepareFolder } from './sqlite.ts';
import { type KeptKey, readKeys } from './user-key-file.ts';
import { holdAlone, syncFolder } from './whole.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly keysFile?: string | undefined;
  readonly dataDir: string;
  /** Whether a database that is there may be moved aside. */
  readonly force: boolean;
}

export interface Restored extends About {
  readonly folder: string;
  /** Keys put back; keys in the file of users whom the backup does not have; when that file was made. */
  readonly keysBack: number;
  readonly keysOfOthers: number;
  readonly keysMade: string | undefined;
  /** Users who had linked something and whose credentials cannot be read without their keys. */
  readonly unreadable: number;
  /** Where the database went that was there before. */
  readonly aside: string | undefined;
}

/** The database and what SQLite and we keep beside it; itself first, so that half a move is no start. */
const FILES = ['', '-state', '-wal', '-shm', '-journal'];

/** Throws a StoreOpenError, with one sentence for the operator, where it cannot be done. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const file = resolve(options.file);
  const about = readAbout(file);
  const folder = prepareFolder(options.dataDir);
  const release = lockFolder(folder);
  let letIn: (() => void) | undefined;
  const path = join(folder, EMBEDDED_FILE);
  const part = join(folder, 'manifold.restoring');
  try {
    letIn = await holdAlone(embedded(folder));
    const there = FILES.some((end) => existsSync(path + end));
    if (there && !options.force)
      throw new StoreOpenError(
        `There is a database in ${folder} already: give --force to have it moved aside (nothing is deleted), or set MANIFOLD_DATA_DIR to another folder.`,
      );
    const keys = await prepare(file, part, about, options.keysFile);
    const aside = there ? moveAside(path) : undefined;
    renameSync(part, path);
    syncFolder(folder);
    return { ...about, ...keys, folder, aside };
  } catch (error) {
    throw sentenceOf(error, file);
  } finally {
    rmSync(part, { force: true });
    letIn?.();
    release();
  }
}

function readAbout(file: string): About {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new StoreOpenError(`There is no file ${file}.`);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const has = db.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'backup'`);
    if (!has.get())
      throw new StoreOpenError(`${file} is a database, but none that "manifold backup" made.`);
    const about = JSON.parse(String(db.prepare('select about from backup').get()?.about)) as About;
    const steps = db.prepare('select name from migration').all();
    const known = new Set(MIGRATIONS.map(({ name }) => name));
    if (steps.some(({ name }) => !known.has(String(name))))
      throw new StoreOpenError(
        `${file} was made by a newer version of Manifold (${about.version}): restore it with that version or a later one.`,
      );
    return about;
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

/** Makes the database beside its place, whole and lasting. */
async function prepare(
  file: string,
  part: string,
  about: About,
  keysFile: string | undefined,
): Promise<Pick<Restored, 'keysBack' | 'keysOfOthers' | 'keysMade' | 'unreadable'>> {
  rmSync(part, { force: true });
  copyFileSync(file, part);
  chmodSync(part, 0o600);
  const db = new DatabaseSync(part);
  try {
    const wrong = whyDamaged(db, about);
    if (wrong !== undefined)
      throw new StoreOpenError(`${file} is damaged (${wrong}): take another backup.`);
    db.exec('pragma journal_mode=memory; begin');
    const keys = keysFile === undefined ? NO_KEYS : await putKeys(db, resolve(keysFile));
    const unreadable = Number(
      db
        .prepare(
          `select count(distinct user_id) as count from credential
           where substr(secrets, 1, ?) = ? ${keysTableIn(db) ? 'and user_id not in (select user_id from user_key)' : ''}`,
        )
        .get(UNDER_KEY.length, UNDER_KEY)?.count,
    );
    db.exec('drop table backup; commit');
    return { ...keys, unreadable };
  } finally {
    db.close();
    const descriptor = openSync(part, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
  }
}

const NO_KEYS = { keysBack: 0, keysOfOthers: 0, keysMade: undefined };

const keysTableIn = (db: DatabaseSync): boolean =>
  db.prepare(`select 1 from sqlite_schema where name = 'user_key'`).get() !== undefined;

async function putKeys(
  db: DatabaseSync,
  keysFile: string,
): Promise<Pick<Restored, 'keysBack' | 'keysOfOthers' | 'keysMade'>> {
  if (!keysTableIn(db)) {
    const { keys, made } = await readKeys(keysFile, async () => {});
    return { keysBack: 0, keysOfOthers: keys, keysMade: made };
  }
  const put = db.prepare(
    `insert into user_key (user_id, sealed, created_at)
     select id, ?, ? from user where id = ? on conflict do nothing`,
  );
  let keysBack = 0;
  const { keys, made } = await readKeys(keysFile, async (some: readonly KeptKey[]) => {
    for (const { user, sealed, created } of some)
      keysBack += Number(put.run(sealed, created, user).changes);
  });
  return { keysBack, keysOfOthers: keys - keysBack, keysMade: made };
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
