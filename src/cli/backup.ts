// The command "manifold backup": a copy of the embedded store while it runs; prune the keys kept beside older ones.

import { readConfig } from '../config.ts';
import { type BackedUp, backUp } from '../store/backup.ts';
import { pruneKeys } from '../store/kept-keys.ts';
import { VERSION } from '../version.ts';
import { command, part } from './command.ts';
import { amount, count, many, rowsOf } from './counts.ts';
import { CommandError } from './declare.ts';

const make = part({
  about: 'copy the embedded store, also while the service runs',
  details: [
    'The keys of users go to <file>.user-keys: keep them apart. Without them the credentials in the backup cannot be read.',
  ],
  given: { file: { word: 'name of the file', about: 'The backup to make.' } },
  options: { force: { about: 'Replace a backup that is there.' } },
  examples: [['backup /backups/monday.db', 'A whole copy, read back and compared']],
  json: '{ file, keys_file, made_at, bytes, users, tables }; tables says how many rows each has',
  async run({ given: { file }, options: { force }, answer }) {
    const { dataDir, databaseUrl } = readConfig(process.env);
    if (databaseUrl !== undefined)
      throw new CommandError(
        [
          'The store is in PostgreSQL, whose own tools make its backups; these two keep the keys of users apart:',
          ...POSTGRES.map((line) => `  ${line}`),
        ].join('\n'),
      );
    const made = await backUp({ folder: dataDir, file, force, version: VERSION });
    const shape = {
      file: made.file,
      keys_file: made.keysFile,
      made_at: made.made,
      bytes: made.bytes,
    };
    answer({ ...shape, users: made.keys, tables: rowsOf(made.tables) }, inWords(dataDir, made));
    return 0;
  },
});

/** As `docs/operate/backup.md` has them, where it says how they are restored. */
const POSTGRES = [
  'pg_dump --format=custom --exclude-table-data=user_key --file=manifold.dump "$MANIFOLD_DATABASE_URL"',
  'pg_dump --format=custom --data-only --table=user_key --file=manifold.user-keys.dump "$MANIFOLD_DATABASE_URL"',
];

const inWords = (folder: string, made: BackedUp): string[] => [
  `Backed up the store in ${folder} to ${made.file}, as it was at ${made.made}.`,
  `It has ${count(made.tables)} (${amount(made.bytes)}), and was read back and compared.`,
  `The keys of ${many(made.keys, 'user')} are in ${made.keysFile}: keep them apart from it, and prune them when users are deleted.`,
  'The key ring (MANIFOLD_KEYS_FILE or MANIFOLD_KEYS) is in no backup: keep it elsewhere, without it no credential can be read.',
];

const prune = part({
  about: 'remove the keys of users who are no longer in the present store',
  details: [
    'That makes their credentials unreadable for good in the backups that the keys belong to.',
  ],
  given: {
    files: {
      word: 'file.user-keys',
      about: 'Files that backups left beside them.',
      many: true,
    },
  },
  options: {
    'dry-run': { about: 'Only say what would be removed.' },
    force: { about: 'Also where none of the users in a file is in the present store.' },
  },
  examples: [['backup prune /keys/*.user-keys', 'After users were deleted']],
  json: '[{ file, keys, removed, dry_run }]; keys is how many there were before',
  async run({ given: { files }, options, answer }) {
    const dryRun = options['dry-run'];
    const { dataDir, databaseUrl } = readConfig(process.env);
    const wish = { dryRun, force: options.force };
    const all = await pruneKeys({ dataDir, databaseUrl }, [...files], wish);
    answer(
      all.map(({ file, before, removed }) => ({ file, keys: before, removed, dry_run: dryRun })),
      all.map(({ file, before, removed }) => {
        const of = `${removed} of ${many(before, 'key')}`;
        if (removed === 0)
          return `${file}: every one of its ${many(before, 'user')} is in the present store; nothing was changed.`;
        return dryRun
          ? `${file}: would remove ${of}, of users who are no longer there. Nothing was changed.`
          : `${file}: removed ${of}, of users who are no longer there. Their credentials in that backup are unreadable from now on.`;
      }),
    );
    return 0;
  },
});

export const backup = command('backup', { '': make, prune });
