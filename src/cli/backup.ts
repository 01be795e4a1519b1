// The command "manifold backup": a copy of the embedded store while it runs; prune the keys kept beside older ones.

import { readConfig } from '../config.ts';
import { type BackedUp, backUp } from '../store/backup.ts';
import { pruneKeys } from '../store/kept-keys.ts';
import { VERSION } from '../version.ts';
import { command, type Io, parse, UsageError } from './command.ts';
import { amount, count, many } from './counts.ts';

const USAGE = `Usage:
  manifold backup <file> [--force]
  manifold backup prune <file.user-keys>... [--dry-run] [--force]

Copies the embedded store, also while the service runs. The keys of users go to <file>.user-keys:
keep them apart. "prune" removes the keys of users who are no longer in the present store, which
makes their credentials unreadable for good in the backups that the keys belong to.`;

export const backup = command(USAGE, async (args, io) => {
  const [first, ...rest] = args;
  return first === 'prune' ? await prune(rest, io) : await make(args, io);
});

async function make(args: readonly string[], io: Io): Promise<number> {
  const { positionals, values } = parse(
    args,
    { force: { type: 'boolean', default: false } },
    'name of the file',
  );
  const [file = ''] = positionals;
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined) {
    io.err(
      'The store is in PostgreSQL, whose own tools make its backups; these two keep the keys of users apart:',
    );
    for (const line of POSTGRES) io.err(`  ${line}`);
    return 1;
  }
  tell(io, dataDir, await backUp({ folder: dataDir, file, force: values.force, version: VERSION }));
  return 0;
}

/** As `docs/operate/backup.md` has them, where it says how they are restored. */
const POSTGRES = [
  'pg_dump --format=custom --exclude-table-data=user_key --file=manifold.dump "$MANIFOLD_DATABASE_URL"',
  'pg_dump --format=custom --data-only --table=user_key --file=manifold.user-keys.dump "$MANIFOLD_DATABASE_URL"',
];

function tell(io: Io, folder: string, made: BackedUp) {
  io.out(`Backed up the store in ${folder} to ${made.file}, as it was at ${made.made}.`);
  io.out(`It has ${count(made.tables)} (${amount(made.bytes)}), and was read back and compared.`);
  io.out(
    `The keys of ${many(made.keys, 'user')} are in ${made.keysFile}: keep them apart from it, and prune them when users are deleted.`,
  );
  io.out(
    'The key ring (MANIFOLD_KEYS_FILE or MANIFOLD_KEYS) is in no backup: keep it elsewhere, without it no credential can be read.',
  );
}

async function prune(args: readonly string[], io: Io): Promise<number> {
  const options = {
    'dry-run': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  } as const;
  const files = args.filter((word) => !word.startsWith('-'));
  if (files.length === 0) throw new UsageError('The file with the keys is missing.');
  const { values } = parse(args, options, ...files.map(() => 'file'));
  const dryRun = values['dry-run'];
  const { dataDir, databaseUrl } = readConfig(process.env);
  for (const { file, before, removed } of await pruneKeys({ dataDir, databaseUrl }, files, {
    dryRun,
    force: values.force,
  })) {
    const of = `${removed} of ${many(before, 'key')}`;
    io.out(
      removed === 0
        ? `${file}: every one of its ${many(before, 'user')} is in the present store; nothing was changed.`
        : dryRun
          ? `${file}: would remove ${of}, of users who are no longer there. Nothing was changed.`
          : `${file}: removed ${of}, of users who are no longer there. Their credentials in that backup are unreadable from now on.`,
    );
  }
  return 0;
}
