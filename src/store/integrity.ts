// Whether the embedded database can be trusted: a note beside it says how the last service left it.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreOpenError } from './faults.ts';

/** `in_use` until a service has closed it: found at a start, it says that the last one was killed. */
export type State = 'in_use' | 'closed' | 'moved';

interface Note {
  readonly state: State;
  /** When that was, for people. */
  readonly at: string;
}

/** Written over in place at this length, so that a full disk is no hindrance. */
const NOTE_BYTES = 64;
export const RESTORE = 'restore it from a backup ("manifold restore <file>")';

const noteFile = (path: string): string => `${path}-state`;

/** Undefined where there is no note; one that cannot be read says that the end was unclean. */
export function readNote(path: string): Note | undefined {
  if (!existsSync(noteFile(path))) return undefined;
  try {
    return JSON.parse(readFileSync(noteFile(path), 'utf8'));
  } catch {
    return { state: 'in_use', at: '' };
  }
}

export function writeNote(path: string, state: State): void {
  const note: Note = { state, at: new Date().toISOString() };
  const isNew = !existsSync(noteFile(path));
  const descriptor = openSync(noteFile(path), isNew ? 'w' : 'r+', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(note).padEnd(NOTE_BYTES - 1)}\n`, 0);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (isNew) syncFolder(dirname(path));
}

/** Throws where there was a database and is none any more, or it was moved elsewhere. */
export function requireDatabase(path: string): void {
  const note = readNote(path);
  if (!note) return;
  const [folder, name] = [dirname(path), basename(path)];
  if (note.state === 'moved')
    throw new StoreOpenError(
      `The store in ${folder} was moved to PostgreSQL on ${note.at}: set MANIFOLD_DATABASE_URL. To go back to it as it was then, run "manifold move --undo".`,
    );
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0)
    throw new StoreOpenError(
      `The database in ${folder} cannot be opened: ${name} is ${existsSync(path) ? 'empty' : 'gone'}, although there was one; ${RESTORE}. To begin with a new one, delete ${name}-state.`,
    );
}

/** The first thing that SQLite finds wrong: in its pages, or `thorough` in how indexes match their tables. */
export function damageIn(db: DatabaseSync, thorough = false): string | undefined {
  const check = thorough ? 'integrity_check' : 'quick_check';
  const found = Object.values(db.prepare(`pragma ${check}(1)`).get() ?? {})[0];
  return found === 'ok' ? undefined : String(found).replaceAll(/\s+/g, ' ');
}

/** Makes the names in a folder last. Windows knows no such thing, and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

export const syncFile = (file: string): void => sync(file, 'r+');

function sync(path: string, how: 'r' | 'r+'): void {
  const descriptor = openSync(path, how);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
