// The command "manifold move": carry the embedded store to PostgreSQL, or take the mark of that away again.
import { readConfig } from '../config.ts';
import { moveStore, undoMove } from '../store/move.ts';
import { command, part } from './command.ts';
import { count } from './counts.ts';
import { CommandError, UsageError } from './declare.ts';
import { progress } from './progress.ts';

const carry = part({
  about: 'carry the embedded store in MANIFOLD_DATA_DIR to an empty PostgreSQL database',
  details: [
    'It is carried whole or not at all, with the service stopped. Broken off, it can be run again. The embedded store stays as it is, and is marked so that no service starts on it; --undo takes that mark away.',
  ],
  options: {
    to: {
      value: 'postgres://…',
      about: 'Where to; MANIFOLD_DATABASE_URL unless given, so that no password is typed.',
    },
    undo: { about: 'Use the embedded store again, as it was when it was moved.' },
  },
  examples: [
    ['move', 'To MANIFOLD_DATABASE_URL'],
    ['move --undo', 'Back to the embedded store'],
  ],
  json: '{ folder, already, tables }, or { folder, undone } with --undo',
  async run({ options, answer }) {
    const { dataDir, databaseUrl } = readConfig(process.env);
    if (options.undo) {
      if (options.to !== undefined) throw new UsageError('--undo takes no address.');
      if (!undoMove(dataDir)) throw new CommandError(`The store in ${dataDir} was not moved.`);
      answer({ folder: dataDir, undone: true }, [
        `The store in ${dataDir} can be used again, as it was when it was moved.`,
        'Unset MANIFOLD_DATABASE_URL. What was written to PostgreSQL since then is not in it.',
      ]);
      return 0;
    }
    const to = options.to ?? databaseUrl;
    if (to === undefined) throw new UsageError('Say where to: --to postgres://…');
    const shown = progress(process.stderr);
    let moved: Awaited<ReturnType<typeof moveStore>>;
    try {
      moved = await moveStore({ dataDir, to, onProgress: shown.show });
    } finally {
      shown.end();
    }
    const rows = Object.fromEntries(
      Object.entries(moved.tables).map(([table, digest]) => [table, digest.rows]),
    );
    answer({ folder: moved.folder, already: moved.already, tables: rows }, [
      moved.already
        ? `The store in ${moved.folder} is in PostgreSQL already, row by row: an earlier move had come that far.`
        : `Moved the store in ${moved.folder} to PostgreSQL: ${count(rows)}, compared row by row on both sides.`,
      '',
      'Set MANIFOLD_DATABASE_URL to that address, keep the same key ring, and start the service.',
      'The embedded store was left as it is, and marked: no service starts on it. To go back to it, run: manifold move --undo. Delete it when you are sure.',
    ]);
    return 0;
  },
});

export const move = command('move', { '': carry });
