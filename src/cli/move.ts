// The command "manifold move": carry the embedded store to PostgreSQL, or take the mark of that away again.
import { readConfig } from '../config.ts';
import { moveStore, undoMove } from '../store/move.ts';
import { command, parse, UsageError } from './command.ts';
import { count } from './counts.ts';
import { progress } from './progress.ts';

const USAGE = `Usage:
  manifold move --to <postgres://…>
  manifold move                       (to MANIFOLD_DATABASE_URL, so that no password is typed)
  manifold move --undo

Carries the embedded store in MANIFOLD_DATA_DIR to an empty PostgreSQL database, whole or not at all,
with the service stopped. Broken off, it can be run again. The embedded store stays as it is, and is
marked so that no service starts on it; --undo takes that mark away.`;

export const move = command(USAGE, async (args, io) => {
  const { values } = parse(args, {
    to: { type: 'string' },
    undo: { type: 'boolean', default: false },
  });
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (values.undo) {
    if (values.to !== undefined) throw new UsageError('--undo takes no address.');
    if (!(await undoMove(dataDir))) {
      io.err(`The store in ${dataDir} was not moved.`);
      return 1;
    }
    io.out(`The store in ${dataDir} can be used again, as it was when it was moved.`);
    io.out('Unset MANIFOLD_DATABASE_URL. What was written to PostgreSQL since then is not in it.');
    return 0;
  }
  const to = values.to ?? databaseUrl;
  if (to === undefined) throw new UsageError('Say where to: --to postgres://…');
  const shown = progress(process.stderr);
  let moved: Awaited<ReturnType<typeof moveStore>>;
  try {
    moved = await moveStore({ dataDir, to, onProgress: shown.show });
  } finally {
    shown.end();
  }
  io.out(
    moved.already
      ? `The store in ${moved.folder} is in PostgreSQL already, row by row: an earlier move had come that far.`
      : `Moved the store in ${moved.folder} to PostgreSQL: ${count(moved.tables)}, compared row by row on both sides.`,
  );
  io.out('');
  io.out(
    'Set MANIFOLD_DATABASE_URL to that address, keep the same key ring, and start the service.',
  );
  io.out(
    'The embedded store was left as it is, and marked: no service starts on it. To go back to it, run: manifold move --undo. Delete it when you are sure: it holds the keys of users.',
  );
  return 0;
});
