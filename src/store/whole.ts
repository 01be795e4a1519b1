// Whether the embedded database is whole: found out by whoever opens it first, noted by whoever closes it last.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  FolderInUseError,
  reasonOf,
  StoreOpenError,
  StoreUnavailableError,
  translate,
} from './faults.ts';
import { walDamage } from './whole-wal.ts';

/** What the last process left, beside the database. Short, so that it is written in one piece. */
interface Note {
  /** `open` until it is closed again: found at a start, it says that a process was killed. */
  readonly state: 'open' | 'closed' | 'moved' | 'unknown';
  /** When that was, for people. */
  readonly at: string;
  readonly size?: number;
  readonly sha256?: string;
  /** It was closed before anyone had looked at all of it. */
  readonly unchecked?: true;
  /** Its log was gone after a kill, and no service has said so yet. */
  readonly logGone?: true;
}

/** What a start has time for, in bytes: some 1.5 seconds each (docs/decisions/0030-backups.md). */
const LIMITS = {
  /** Up to this its digest is kept and compared, and the form of its pages looked at. */
  digest: 1024 ** 3,
  /** Up to this every index is held against its table. */
  thorough: 64 * 1024 ** 2,
};
const NOTE_BYTES = 512;
/** Another process may be looking at a large file at this moment. */
const WAIT_MS = 60_000;
/** How the process that looks later says that it found something. */
export const DAMAGED = 3;
const CHECKER = fileURLToPath(new URL('./whole-check.ts', import.meta.url));

export interface WholeOptions {
  readonly folder: string;
  /** The name of the database in it. */
  readonly name: string;
  /** Makes a file of the folder, if it is not there, and returns its path. */
  readonly file: (name: string) => string;
  readonly open: () => Promise<DatabaseSync>;
  /** Whether nobody else may have it open, tools included, as long as it is. */
  readonly alone?: boolean;
  /** Of a test, in place of the measured ones. */
  readonly limits?: typeof LIMITS;
  /** What is being done where it takes long, and what came of it. Absent: nothing is done later. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** Damage was found after the opening. */
  readonly onDamage?: ((error: StoreUnavailableError) => void) | undefined;
}

export interface Whole {
  readonly db: DatabaseSync;
  /** Something in it cannot be read: what is left behind is not to be taken for good. */
  readonly distrust: () => void;
  readonly close: (end?: 'closed' | 'moved') => void;
}

/** Throws a StoreOpenError that says what is wrong and what to do. */
export async function openWhole(options: WholeOptions): Promise<Whole> {
  const { folder, name, say, limits = LIMITS } = options;
  const path = join(folder, name);
  const lock = openLock(options);
  let db: DatabaseSync | undefined;
  let [unchecked, distrusted, logGone] = [false, false, false];
  let later: (() => void) | undefined;
  try {
    if (await lock.enter()) {
      // What is no file at all is not damaged.
      if (existsSync(path)) options.file(name);
      const noted = readNote(path);
      const looked = look(path, noted, folder);
      // Another program may have opened and closed it since, which puts the log into the database; or
      // somebody deleted it. The two cannot be told apart.
      logGone = noted?.logGone ?? (noted?.state === 'open' && !existsSync(`${path}-wal`));
      if (logGone && say) {
        say(LOG_GONE);
        logGone = false;
      }
      db = await options.open();
      // From the first read on the log is there; without it the note below would speak of a loss.
      db.exec('select 1 from sqlite_schema');
      const left = looked === 'good' ? undefined : examine(db, path, looked, limits, say);
      if (left !== undefined) {
        unchecked = true;
        // A tool has no time for it: the next service will.
        if (say)
          later = checkLater(path, left, say, (damage) => {
            unchecked = false;
            distrusted ||= damage !== undefined;
            if (damage !== undefined)
              options.onDamage?.(new StoreUnavailableError(new Error(damage), 'damaged'));
          });
      }
      writeNote(
        path,
        { state: 'open', at: date(), ...(unchecked && { unchecked }), ...(logGone && { logGone }) },
        true,
      );
      if (!options.alone) lock.share();
    } else if (options.alone) throw new FolderInUseError(folder);
    else db = await options.open();
  } catch (error) {
    db?.close();
    lock.close();
    if (error instanceof StoreOpenError) throw error;
    throw openingFailed(folder, name, error);
  }
  const opened = db;
  return {
    db: opened,
    distrust() {
      distrusted = true;
    },
    close(end = 'closed') {
      later?.();
      // Before others are let in: they must not find a log that vanishes while they look.
      opened.close();
      const last = options.alone || lock.leave();
      // What goes wrong now only means that the next one looks more closely.
      if (last && !distrusted && !existsSync(`${path}-wal`))
        tried(() => {
          const noted = noteOf(path, end, unchecked, limits);
          writeNote(path, logGone ? { ...noted, logGone } : noted, end === 'moved');
        });
      lock.close();
    },
  };
}

/** Takes the mark away that the store was moved elsewhere; false if there is none. */
export async function unmarkMoved(
  options: Pick<WholeOptions, 'folder' | 'name' | 'file'>,
): Promise<boolean> {
  const path = join(options.folder, options.name);
  if (readNote(path)?.state !== 'moved') return false;
  const lock = openLock(options);
  try {
    await lock.enter();
    const noted = readNote(path);
    if (noted?.state !== 'moved') return false;
    writeNote(path, { ...noted, state: 'closed' }, true);
    return true;
  } finally {
    lock.close();
  }
}

/** Keeps everyone out, tools too, until the function that it returns is called. */
export async function holdAlone(
  options: Pick<WholeOptions, 'folder' | 'name' | 'file'>,
): Promise<() => void> {
  const lock = openLock(options);
  try {
    if (await lock.enter()) return lock.close;
    throw new FolderInUseError(options.folder);
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** What is left to be looked at once it is open: nothing, the form of its pages, or everything. */
type Looked = 'good' | 'form' | 'all';

/** Looks at the files before anyone opens them. Throws where that is enough to tell. */
function look(path: string, noted: Note | undefined, folder: string): Looked {
  const name = basename(path);
  requireDatabase(path, noted);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const wrong = walDamage(path);
  if (wrong !== undefined)
    throw new StoreOpenError(
      `The database in ${folder} cannot be opened: ${name}-wal is damaged (${wrong}), so that what was written last is lost; ${RESTORE}. To go on without it, delete ${name}-wal, ${name}-shm and ${name}-state.`,
    );
  if (noted?.state !== 'closed') return 'all';
  if (noted.sha256 === undefined) return noted.unchecked ? 'all' : 'form';
  if (noted.size === size && noted.sha256 === digestOf(path)) {
    if (noted.unchecked) return 'all';
    return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 ? 'all' : 'good';
  }
  throw new StoreOpenError(
    `The database in ${folder} cannot be opened: ${damageIn(path) ?? `${name} is damaged: it is not as Manifold left it on ${noted.at}`}; ${RESTORE}. If you changed it yourself, delete ${name}-state.`,
  );
}

/** Throws where there was a database and is none any more, or it was moved elsewhere. */
export function requireDatabase(path: string, noted = readNote(path)): void {
  const [folder, name] = [dirname(path), basename(path)];
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (noted?.state === 'moved')
    throw new StoreOpenError(
      `The store in ${folder} was moved to PostgreSQL on ${noted.at}: set MANIFOLD_DATABASE_URL. To go back to it as it was then, run "manifold move --undo".`,
    );
  if (size === 0 && noted)
    throw new StoreOpenError(
      `The database in ${folder} cannot be opened: ${name} is ${existsSync(path) ? 'empty' : 'gone'}, although there was one; ${RESTORE}. To begin with a new one, delete ${name}-state.`,
    );
}

const LOG_GONE =
  'the last process did not close the database, and its log (manifold.db-wal) is gone: unless another program has opened and closed the database since, what was written last is lost';
export const RESTORE = 'restore it from a backup ("manifold restore <file>")';

/** How SQLite itself describes what is wrong with a file that is known to be. */
function damageIn(path: string): string | undefined {
  const name = path.slice(dirname(path).length + 1);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    const [first] = problems(db, 'all');
    return first === undefined ? undefined : `${name} is damaged (${first})`;
  } catch (error) {
    return `${name} is damaged or not a database (${reasonOf(error)})`;
  } finally {
    db?.close();
  }
}

/** Returns what must be left for later, if anything. */
function examine(
  db: DatabaseSync,
  path: string,
  wanted: Exclude<Looked, 'good'>,
  limits: typeof LIMITS,
  say: WholeOptions['say'],
): Exclude<Looked, 'good'> | undefined {
  const size = statSync(path).size;
  const now = size > limits.digest ? undefined : size > limits.thorough ? 'form' : wanted;
  if (now === undefined) return wanted;
  if (size > limits.thorough)
    say?.(`the database (${Math.round(size / 1024 ** 2)} MiB) is looked through before it is used`);
  const [first] = problems(db, now);
  if (first !== undefined) throw damaged(first);
  return wanted === 'all' && now === 'form' ? 'all' : undefined;
}

const damaged = (why: string): Error => Object.assign(new Error(why), { errcode: 11 });

/** What SQLite finds: in the form of its pages, or also in how indexes match their tables. */
export function problems(db: DatabaseSync, what: Exclude<Looked, 'good'>): string[] {
  const found = db.prepare(`pragma ${what === 'all' ? 'integrity_check' : 'quick_check'}(1)`).all();
  const lines = found.map((row) => String(Object.values(row)[0]));
  return lines.filter((line) => line !== 'ok').map((line) => line.replaceAll(/\s+/g, ' '));
}

/** In a process of its own, which can be ended: SQLite's look at a large file cannot. */
function checkLater(
  path: string,
  what: string,
  say: (sentence: string) => void,
  ended: (damage: string | undefined) => void,
): () => void {
  say('the database was not closed by the last process: it is checked while the service runs');
  const child = spawn(process.execPath, [CHECKER, path, what], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.on('error', (error) =>
    say(`the check of the database could not be begun: ${error.message}`),
  );
  child.on('close', (code) => {
    if (code === 0) {
      say('the check of the database has ended: it is whole');
      ended(undefined);
    } else if (code === DAMAGED) {
      say(`the check of the database has ended: it is damaged (${said.trim()})`);
      ended(said.trim());
    } else if (code !== null) say('the check of the database broke off; the next start repeats it');
  });
  child.unref();
  return () => child.kill('SIGKILL');
}

function noteOf(
  path: string,
  state: 'closed' | 'moved',
  unchecked: boolean,
  limits: typeof LIMITS,
): Note {
  const { size } = statSync(path);
  return {
    ...{ state, at: date(), size },
    ...(size <= limits.digest && { sha256: digestOf(path) }),
    ...(unchecked && { unchecked }),
  };
}

function digestOf(path: string): string {
  const hash = createHash('sha256');
  const part = Buffer.alloc(1024 ** 2);
  const descriptor = openSync(path, 'r');
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(descriptor, part, 0, part.length, null);
      hash.update(part.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('base64url');
}

function readNote(path: string): Note | undefined {
  let text: string;
  try {
    text = readFileSync(`${path}-state`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Note;
  } catch {
    // Half written, or spoiled: there was a database, and nothing else is known of it.
    return { state: 'unknown', at: '' };
  }
}

/** Over what is there, so that a full disk is no hindrance; its length never changes. */
function writeNote(path: string, note: Note, lasting: boolean): void {
  const file = `${path}-state`;
  const fresh = !existsSync(file);
  const descriptor = openSync(file, fresh ? 'w' : 'r+', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(note).padEnd(NOTE_BYTES - 1)}\n`, 0);
    if (lasting) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (fresh) syncFolder(dirname(file));
}

/** Makes the names in a folder last. */
export function syncFolder(folder: string): void {
  // Windows knows no such thing, and needs none.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

interface Lock {
  /** Waits until nobody is looking; true if nobody else has the database open. */
  readonly enter: () => Promise<boolean>;
  /** Lets others in, and stays. */
  readonly share: () => void;
  /** True if nobody else has it open, and nobody can until the lock is closed. */
  readonly leave: () => boolean;
  readonly close: () => void;
}

/**
 * Who has the database open: all share a lock on this file, and whoever can have it alone is the
 * first or the last. Like the service's, it is SQLite's own, which ends with its process.
 */
function openLock({ folder, name, file }: Pick<WholeOptions, 'folder' | 'name' | 'file'>): Lock {
  const db = new DatabaseSync(file(`${name}-open`), { timeout: 0 });
  const take = (statements: string): boolean => {
    try {
      db.exec(statements);
      return true;
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      const known = translate(error);
      if (known instanceof StoreUnavailableError && known.trouble === 'busy') return false;
      throw openingFailed(folder, `${name}-open`, error);
    }
  };
  const alone = 'pragma journal_mode=memory; begin exclusive';
  const shared = 'begin; select 1 from sqlite_schema';
  return {
    async enter() {
      for (const limit = performance.now() + WAIT_MS; performance.now() < limit; ) {
        if (take(alone)) return true;
        if (take(shared)) return false;
        await pause(20);
      }
      throw new StoreOpenError(
        `Another Manifold process has kept the database in ${folder} to itself for a minute: try again when it has ended.`,
      );
    },
    share() {
      // Whoever came in between looks only for as long as a start may take.
      db.exec(`commit; pragma busy_timeout=${WAIT_MS}; ${shared}; pragma busy_timeout=0`);
    },
    leave() {
      db.exec('commit');
      return tried(() => take(alone));
    },
    close: () => db.isOpen && db.close(),
  };
}

function openingFailed(folder: string, name: string, error: unknown): unknown {
  const known = translate(error);
  if (!(known instanceof StoreUnavailableError) || known.trouble !== 'damaged') return error;
  return new StoreOpenError(
    `The database in ${folder} cannot be opened: ${name} is damaged or not a database (${reasonOf(error)}); ${RESTORE}.`,
    { cause: error },
  );
}

/** Whether it was done; work that says false was not. */
function tried(work: () => unknown): boolean {
  try {
    return work() !== false;
  } catch {
    return false;
  }
}

const date = (): string => new Date().toISOString();
