// The command "manifold restore": put a backup into a data folder.
import { readConfig } from '../config.ts';
import { restore as restoreStore } from '../store/restore.ts';
import { command, part } from './command.ts';
import { count } from './counts.ts';
import { CommandError } from './declare.ts';

const put = part({
  about: 'put a backup into MANIFOLD_DATA_DIR',
  details: [
    'A backup is restored with the service stopped. A database that is there is refused, or with --force moved aside.',
  ],
  given: {
    file: { word: 'name of the backup', about: 'What "manifold backup" made.' },
  },
  options: { force: { about: 'Move a database that is there aside.' } },
  examples: [['restore /backups/monday.db', 'Everything as it was']],
  json: '{ folder, aside, tables }; tables says how many rows each has',
  async run({ given: { file }, options: { force }, answer }) {
    const { dataDir, databaseUrl } = readConfig(process.env);
    if (databaseUrl !== undefined)
      throw new CommandError(
        'MANIFOLD_DATABASE_URL is set: a backup of the embedded store is restored into a data folder. Unset it; "manifold move" then carries the store to PostgreSQL.',
      );
    const { folder, tables, aside } = await restoreStore({ file, dataDir, force });
    answer({ folder, aside: aside ?? null, tables }, [
      `Restored ${file} into ${folder}: ${count(tables)}. It was checked.`,
      ...(aside
        ? [
            `The database that was there is now ${aside}; nothing was deleted. Delete it when you are sure.`,
          ]
        : []),
      'Next: delete the users again who were deleted since the backup was made, and start the service with the key ring of that time.',
    ]);
    return 0;
  },
});

export const restore = command('restore', { '': put });
