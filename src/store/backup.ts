// Copies the embedded store while it runs: its rows to one file, the keys of its users to another.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
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
import { FORMER_TABLES, tablesThatAre } from './every-table.ts';
import { reasonOf, StoreOpenError, StoreUnavailableError, translate } from './faults.ts';
import { EMBEDDED_FILE, openEmbedded } from './sqlite.ts';
import { columnsOf, type Digest, quote, sqliteDigest } from './table-digest.ts';
import { type KeptKey, writeKeys } from './user-key-file.ts';
import { problems, syncFolder } from './whole.ts';

/** What a backup tells of itself, in a table of that name. */
export interface About {
  /** ISO 8601. */
  readonly made: string;
  readonly version: string;
  /** How many users had a key. */
  readonly keys: number;
  readonly tables: Readonly<Record<string, Digest>>;
}

export interface BackupOptions {
  readonly folder: string;
  readonly file: string;
  /** Whether files of that name may be replaced. */
  readonly force: boolean;
  readonly version: string;
}

export interface BackedUp extends About {
  readonly file: string;
  readonly keysFile: string;
  readonly bytes: number;
}

export const keysFileOf = (file: string): string => `${file}.user-keys`;

/** A file that nobody has written to for so long is what a killed backup left. */
const FORSAKEN_MS = 60 * 60_000;

/** Throws a StoreOpenError, with one sentence for the operator, where it cannot be done. */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { folder, force, version } = options;
  const file = placeOf(options);
  const keysFile = keysFileOf(file);
  if (!existsSync(join(folder, EMBEDDED_FILE)))
    throw new StoreOpenError(`There is no database in ${folder}: check MANIFOLD_DATA_DIR.`);
  if (!force) for (const each of [file, keysFile]) refuseExisting(each);
  forgetForsaken(file);
  const whole = await openEmbedded(folder);
  const mark = `.part-${randomUUID()}`;
  const [part, keysPart] = [`${file}${mark}`, `${keysFile}${mark}`];
  try {
    // For its owner alone from the first byte on.
    closeSync(openSync(part, 'wx', 0o600));
    const about = await copyRows(whole.db, part, keysPart, version);
    checkCopy(part, about);
    // The keys first: once the backup has its name, all of it is there.
    name(keysPart, keysFile, force);
    name(part, file, force);
    syncFolder(dirname(file));
    return { ...about, file, keysFile, bytes: statSync(file).size };
  } catch (error) {
    const known = translate(error);
    if (known instanceof StoreUnavailableError && known.trouble === 'damaged') whole.distrust();
    throw sentenceOf(error, folder, file);
  } finally {
    for (const left of [part, keysPart]) rmSync(left, { force: true });
    whole.close();
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

function forgetForsaken(file: string) {
  const ours = /^(\.user-keys)?\.part-[0-9a-f-]{36}(-journal)?$/;
  for (const each of readdirSync(dirname(file))) {
    if (!each.startsWith(basename(file)) || !ours.test(each.slice(basename(file).length))) continue;
    const path = join(dirname(file), each);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > FORSAKEN_MS) rmSync(path, { force: true });
  }
}

/**
 * All within one transaction that only reads the store, so that it is of one moment and holds nobody
 * up. Row by row rather than page by page: the keys never touch the copy, not even as free space.
 */
async function copyRows(
  db: DatabaseSync,
  part: string,
  keysPart: string,
  version: string,
): Promise<About> {
  db.exec('pragma foreign_keys=off');
  db.prepare('attach ? as copy').run(part);
  // A copy that breaks off is thrown away, and a whole one is made to last before it gets its name.
  db.exec('pragma copy.journal_mode=off; pragma copy.synchronous=off; begin');
  const things = db
    .prepare(
      `select type, name, tbl_name, sql from main.sqlite_schema
       where sql is not null and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all()
    .map(({ type, name, sql }) => ({ type, name: String(name), sql: String(sql) }));
  const made = new Date().toISOString();
  const tables: Record<string, Digest> = {};
  const left = new Set([...tablesThatAre('keys', 'passing'), ...FORMER_TABLES]);
  const make = (sql: string) =>
    db.exec(sql.replace(/^CREATE (TABLE|INDEX|UNIQUE INDEX) /i, 'CREATE $1 copy.'));
  for (const { type, name, sql } of things) {
    if (type !== 'table') continue;
    make(sql);
    if (left.has(name)) continue;
    db.exec(`insert into copy.${quote(name)} select * from main.${quote(name)}`);
    tables[name] = sqliteDigest(db, name, columnsOf(db, name));
  }
  for (const { type, sql } of things) if (type === 'index') make(sql);
  const keys = await copyKeys(db, keysPart, made);
  const about: About = { made, version, keys, tables };
  db.exec('create table copy.backup (about text not null)');
  db.prepare('insert into copy.backup values (?)').run(JSON.stringify(about));
  db.exec('commit');
  db.exec('detach copy');
  return about;
}

async function copyKeys(db: DatabaseSync, keysPart: string, made: string): Promise<number> {
  const there = db.prepare(
    `select count(*) as count from main.sqlite_schema where name = 'user_key'`,
  );
  // A store that an earlier version left has none yet.
  const count = there.get()?.count
    ? Number(db.prepare('select count(*) as count from main.user_key').get()?.count)
    : 0;
  const rows = count > 0 ? db.prepare('select * from main.user_key').iterate() : [];
  await writeKeys(keysPart, made, count, keysIn(rows));
  return count;
}

function* keysIn(rows: Iterable<Record<string, unknown>>): Iterable<KeptKey> {
  for (const { user_id, sealed, created_at } of rows)
    yield { user: String(user_id), sealed: String(sealed), created: Number(created_at) };
}

/** Reads all of it back, as a restore would. */
function checkCopy(part: string, about: About) {
  const descriptor = openSync(part, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  const db = new DatabaseSync(part, { readOnly: true });
  try {
    const wrong = whyDamaged(db, about);
    if (wrong !== undefined) throw new Error(`the copy is not as the store is: ${wrong}`);
  } finally {
    db.close();
  }
}

/** What is wrong with a copy, in a few words, if anything is. */
export function whyDamaged(db: DatabaseSync, { tables }: About): string | undefined {
  const [first] = problems(db, 'all');
  if (first !== undefined) return first;
  for (const [table, digest] of Object.entries(tables)) {
    const found = sqliteDigest(db, table, columnsOf(db, table));
    if (found.rows !== digest.rows) return `${table} has ${found.rows} of ${digest.rows} rows`;
    if (found.sum !== digest.sum) return `rows of ${table} are not as they were`;
  }
  for (const table of tablesThatAre('keys', 'passing')) {
    const there = db.prepare('select 1 from sqlite_schema where name = ?').get(table);
    if (there && db.prepare(`select 1 from ${quote(table)}`).get()) return `${table} is not empty`;
  }
  return undefined;
}

/** Gives a whole file its name; without force it cannot take another's place, whoever was first. */
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
  const why =
    known instanceof StoreUnavailableError && known.trouble === 'full'
      ? 'the disk is full'
      : reasonOf(error);
  return new StoreOpenError(`The backup ${file} could not be made: ${why}.`, { cause: error });
}
