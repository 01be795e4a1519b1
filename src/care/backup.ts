// Copies the embedded store to one file while it runs.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf, StoreOpenError, StoreUnavailableError, translate } from '../store/faults.ts';
import { damageIn, syncFile, syncFolder } from '../store/integrity.ts';
import { EVERY_TABLE } from '../store/schema.ts';
import { EMBEDDED_FILE, openEmbedded } from '../store/sqlite.ts';

export interface BackupOptions {
  readonly folder: string;
  readonly file: string;
  /** Whether a file of that name may be replaced. */
  readonly force: boolean;
}

export type Rows = Readonly<Record<string, number>>;

/** A file that no process has written to for so long is what a killed backup left. */
const FORSAKEN_MS = 60 * 60_000;

/** Throws a StoreOpenError, with one sentence for the operator, where it cannot be done. */
export async function backUp(options: BackupOptions) {
  const { folder, force } = options;
  const file = placeOf(options);
  if (!existsSync(join(folder, EMBEDDED_FILE)))
    throw new StoreOpenError(`There is no database in ${folder}: check MANIFOLD_DATA_DIR.`);
  if (!force) refuseExisting(file);
  removeForsaken(file);
  const store = await openEmbedded(folder);
  const part = `${file}.part-${randomUUID()}`;
  try {
    // For its owner alone from the first byte on.
    closeSync(openSync(part, 'wx', 0o600));
    store.db.prepare('vacuum into ?').run(part);
    const tables = checkCopy(part, (why) => new Error(`the copy is damaged: ${why}`));
    name(part, file, force);
    syncFolder(dirname(file));
    return { file, tables, bytes: statSync(file).size };
  } catch (error) {
    const known = translate(error);
    if (known instanceof StoreUnavailableError && known.trouble === 'damaged') store.markSuspect();
    throw sentenceOf(error, folder, file);
  } finally {
    rmSync(part, { force: true });
    store.close();
  }
}

/** The full path, links in its folder followed; refused where it would be taken for the store's own. */
function placeOf({ file, folder }: BackupOptions): string {
  const wanted = resolve(file);
  let place: string;
  try {
    place = join(realpathSync(dirname(wanted)), basename(wanted));
  } catch (error) {
    throw new StoreOpenError(
      `The backup cannot be written to ${wanted}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such folder' : reasonOf(error)}.`,
    );
  }
  const inside = existsSync(folder) && dirname(place) === realpathSync(folder);
  if (inside && /^(manifold\.|sandbox-keys)/.test(basename(place)))
    throw new StoreOpenError(
      `The backup cannot be written to ${wanted}: names of this kind in the data folder are the store's own.`,
    );
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory())
    throw new StoreOpenError(`The backup cannot be written to ${wanted}: it is a folder.`);
  return place;
}

function refuseExisting(file: string) {
  if (existsSync(file))
    throw new StoreOpenError(`${file} is there already: give another name, or --force.`);
}

function removeForsaken(file: string) {
  const ours = /^\.part-[0-9a-f-]{36}(-journal)?$/;
  for (const each of readdirSync(dirname(file))) {
    if (!each.startsWith(basename(file)) || !ours.test(each.slice(basename(file).length))) continue;
    const path = join(dirname(file), each);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > FORSAKEN_MS) rmSync(path, { force: true });
  }
}

/** Makes a copy last, and reads all of it; `damaged` says what is thrown where it cannot be used. */
export function checkCopy(
  part: string,
  damaged: (why: string) => Error,
  alsoCheck: (db: DatabaseSync) => void = () => {},
): Rows {
  syncFile(part);
  const db = new DatabaseSync(part);
  try {
    const damage = damageIn(db, true);
    if (damage !== undefined) throw damaged(damage);
    alsoCheck(db);
    return rowsIn(db);
  } finally {
    db.close();
  }
}

/** Of the tables that it has: a backup of an earlier version may lack some. */
export function rowsIn(db: DatabaseSync): Rows {
  const all = db.prepare('select name from sqlite_schema').all();
  const there = new Set(all.map(({ name }) => name));
  const tables = EVERY_TABLE.filter((table) => there.has(table));
  return Object.fromEntries(
    tables.map((table) => [
      table,
      Number(db.prepare(`select count(*) as rows from "${table}"`).get()?.rows),
    ]),
  );
}

/** Gives a whole file its name; without force it never replaces another that came first. */
function name(part: string, file: string, force: boolean) {
  if (force) return renameSync(part, file);
  try {
    linkSync(part, file);
    unlinkSync(part);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') refuseExisting(file);
    // Some file systems know no links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    refuseExisting(file);
    renameSync(part, file);
  }
}

function sentenceOf(error: unknown, folder: string, file: string): unknown {
  if (error instanceof StoreOpenError) return error;
  const known = translate(error);
  if (known instanceof StoreUnavailableError && known.trouble === 'damaged')
    return new StoreOpenError(
      `The store in ${folder} cannot be backed up: it is damaged (${reasonOf(error)}).`,
      { cause: error },
    );
  const sentence = `The backup ${file} could not be made: ${whyOf(error)}.`;
  return new StoreOpenError(sentence, { cause: error });
}

export function whyOf(error: unknown): string {
  const known = translate(error);
  const isFull = known instanceof StoreUnavailableError && known.trouble === 'full';
  return isFull ? 'the disk is full' : reasonOf(error);
}
