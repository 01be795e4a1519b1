// The commands "manifold backup", "manifold restore" and "manifold move": the store as a whole.
import {
  makeBackup,
  moveToPostgres,
  type Rows,
  restoreBackup,
  undoMoveToPostgres,
} from '../operate/backup.ts';
import { command, part } from './command.ts';
import { type Io, UsageError } from './declare.ts';
import { many } from './text.ts';

/** What people know, and all rows together. */
function count(tables: Rows): string {
  const known = ['client', 'user', 'credential'].map((what) => many(tables[what] ?? 0, what));
  const all = Object.values(tables).reduce((sum, some) => sum + some, 0);
  return `${known.join(', ')}; ${many(all, 'row')} in all`;
}

const make = part({
  about: 'copy the embedded store, also while the service runs',
  details:
    'A user who is deleted later stays in the copy: keep backups no longer than you promise to keep data.',
  given: { 'file <name of the file>': 'The backup to make.' },
  options: { force: 'Replace a backup that is there.' },
  examples: { 'backup /backups/monday.db': 'A checked copy, as of one moment' },
  json: '{ file, bytes, tables }; tables says how many rows each has',
  async run({ given: { file }, options: { force }, answer }) {
    const { folder, made } = await makeBackup(file, force);
    const size = `${(made.bytes / 1024 ** 2).toFixed(1)} MiB`;
    answer(made, [
      `Backed up the store in ${folder} to ${made.file}.`,
      `It has ${count(made.tables)} (${size}), and was checked.`,
      'The key ring (MANIFOLD_KEYS_FILE or MANIFOLD_KEYS) is in no backup: keep it elsewhere, without it no credential can be read.',
    ]);
  },
});

export const backup = command('backup', { '': make });

const put = part({
  about: 'put a backup into MANIFOLD_DATA_DIR',
  details:
    'A backup is restored with the service stopped. A database that is there is refused, or with --force moved aside.',
  given: { 'file <name of the backup>': 'What "manifold backup" made.' },
  options: { force: 'Move a database that is there aside.' },
  examples: { 'restore /backups/monday.db': 'Everything as it was' },
  json: '{ folder, aside, tables }; tables says how many rows each has',
  async run({ given: { file }, options: { force }, answer }) {
    const done = await restoreBackup(file, force);
    const aside = `The database that was there is now ${done.aside}; nothing was deleted. Delete it when you are sure.`;
    answer(done, [
      `Restored ${file} into ${done.folder}: ${count(done.tables)}. It was checked.`,
      ...(done.aside ? [aside] : []),
      'Next: delete the users again who were deleted since the backup was made, and start the service with the key ring of that time.',
    ]);
  },
});

export const restore = command('restore', { '': put });

const carry = part({
  about: 'carry the embedded store in MANIFOLD_DATA_DIR to an empty PostgreSQL database',
  details:
    'It is moved as a whole or not at all, with the service stopped. If it is interrupted, run it again. The embedded store stays as it is, and is marked so that no service starts on it; --undo takes that mark away.',
  options: {
    'to <postgres://…>':
      'Where to; MANIFOLD_DATABASE_URL unless given, so that no password is typed.',
    undo: 'Use the embedded store again, as it was when it was moved.',
  },
  examples: {
    move: 'To MANIFOLD_DATABASE_URL',
    'move --undo': 'Back to the embedded store',
  },
  json: '{ folder, already, tables }, or { folder, undone } with --undo',
  async run({ options: { to, undo }, io, answer }) {
    if (undo) {
      if (to !== undefined) throw new UsageError('--undo takes no address.');
      const undone = undoMoveToPostgres();
      answer(undone, [
        `The store in ${undone.folder} can be used again, as it was when it was moved.`,
        'Unset MANIFOLD_DATABASE_URL. What was written to PostgreSQL since then is not in it.',
      ]);
      return;
    }
    const moved = await moveToPostgres(to, progress(io)).finally(() => io.passing?.(''));
    answer(moved, [
      moved.already
        ? `The store in ${moved.folder} is in PostgreSQL already: an earlier move got that far.`
        : `Moved the store in ${moved.folder} to PostgreSQL: ${count(moved.tables)}, compared row by row as they arrived.`,
      '',
      'Set MANIFOLD_DATABASE_URL to that address, keep the same key ring, and start the service.',
      'The embedded store was left as it is, and marked: no service starts on it. To go back to it, run: manifold move --undo. Delete it when you are sure.',
    ]);
  },
});

const SHOW_EVERY = 200;

/** How far it is, on a terminal: one line that changes. */
function progress({ passing }: Io) {
  let last = performance.now();
  return (done: number, all: number) => {
    if (!passing || performance.now() - last < SHOW_EVERY) return;
    last = performance.now();
    passing(`${done.toLocaleString('en')} of ${many(all, 'row')}`);
  };
}

export const move = command('move', { '': carry });
