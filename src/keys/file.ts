// The file that holds the key ring: for its owner alone, never half written, read again when it changes.
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { reasonOf } from '../store/index.ts';
import { type KeyRing, KeyRingError, parseKeys } from './ring.ts';

const HEAD = `# The key ring of Manifold, newest key first. Anyone who has it and the database reads every
# stored credential; without it no one does. It is in no backup: keep a copy in a safe place.
`;
/** Others may read it, or people beside its owner may change it. */
const TOO_OPEN = 0o027;

export function readKeyFile(file: string): KeyRing {
  let text: string;
  try {
    const { mode } = statSync(file);
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & TOO_OPEN) !== 0)
      throw new KeyRingError(
        `The key file ${file} is open to others (mode ${(mode & 0o777).toString(8)}): run chmod 600 on it.`,
      );
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof KeyRingError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new KeyRingError(
      code === 'ENOENT'
        ? `There is no key file ${file}: "manifold keys new --file ${file}" makes one. If this store has served before, bring the file it had.`
        : `The key file ${file} cannot be read: ${reasonOf(error)}.`,
    );
  }
  try {
    return parseKeys(text);
  } catch (error) {
    if (error instanceof KeyRingError)
      throw new KeyRingError(`The key file ${file} cannot be used. ${error.message}`);
    throw error;
  }
}

/** Throws when there is such a file already: its keys are needed. */
export function makeKeyFile(file: string, entry: string): void {
  write(file, `${HEAD}${entry}\n`, (error) =>
    error.code === 'EEXIST'
      ? `The key file ${file} is there already and stays as it is; "manifold keys rotate" adds a key to it.`
      : `The key file ${file} cannot be made: ${reasonOf(error)}.`,
  );
}

/** Puts an entry first. The file is replaced whole, so that every reader has the old or the new. */
export function addToKeyFile(file: string, entry: string): void {
  const ring = readKeyFile(file);
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const before = lines.slice(0, first);
  const after = lines.slice(first).join('\n');
  const next = `${file}.new`;
  write(next, [...before, entry, after].join('\n'), (error) =>
    error.code === 'EEXIST'
      ? `${next} is there: another command is changing the key ring, or one broke off. Remove it if none is running.`
      : `The key file ${file} cannot be changed: ${reasonOf(error)}. Where it comes from elsewhere, a secret of an orchestrator for example, put this entry first there: "manifold keys new" prints one.`,
  );
  try {
    const changed = parseKeys(readFileSync(next, 'utf8'));
    if (ring.ids.some((id) => !changed.find(id))) throw new KeyRingError('A key would be lost.');
    // Where root adds the key, the service that reads the old file reads this one too.
    const { uid, gid, mode } = statSync(file);
    chownSync(next, uid, gid);
    chmodSync(next, mode);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error instanceof KeyRingError
      ? error
      : new KeyRingError(`The key file ${file} cannot be replaced: ${reasonOf(error)}.`);
  }
}

function write(
  file: string,
  text: string,
  sentence: (error: NodeJS.ErrnoException) => string,
): void {
  let made: number | undefined;
  try {
    made = openSync(file, 'wx', 0o600);
    writeSync(made, text);
    fsyncSync(made);
  } catch (error) {
    // Half a key would be taken for a wrong one.
    if (made !== undefined) rmSync(file, { force: true });
    throw new KeyRingError(sentence(error as NodeJS.ErrnoException));
  } finally {
    if (made !== undefined) closeSync(made);
  }
}

/** The ring, each time the file is another than it was when it was last read; throws like reading does. */
export function keyFileChanges(file: string): () => KeyRing | undefined {
  const mark = () => {
    const { mtimeMs, ino, size, mode } = statSync(file);
    return [mtimeMs, ino, size, mode].join('/');
  };
  let seen = mark();
  return () => {
    const now = statSync(file, { throwIfNoEntry: false }) ? mark() : 'gone';
    if (now === seen) return undefined;
    seen = now;
    return readKeyFile(file);
  };
}
