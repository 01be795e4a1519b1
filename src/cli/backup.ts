// The command "manifold backup": a copy of the embedded store while it runs.
import { readConfig } from '../config.ts';
import { backUp } from '../store/backup.ts';
import { command, part } from './command.ts';
import { amount, count } from './counts.ts';
import { CommandError } from './declare.ts';

const make = part({
  about: 'copy the embedded store, also while the service runs',
  details: [
    'A user who is deleted later stays in the copy: keep backups no longer than you promise to keep data.',
  ],
  given: { file: { word: 'name of the file', about: 'The backup to make.' } },
  options: { force: { about: 'Replace a backup that is there.' } },
  examples: [['backup /backups/monday.db', 'A copy of one moment, checked']],
  json: '{ file, bytes, tables }; tables says how many rows each has',
  async run({ given: { file }, options: { force }, answer }) {
    const { dataDir, databaseUrl } = readConfig(process.env);
    if (databaseUrl !== undefined)
      throw new CommandError(
        `The store is in PostgreSQL, whose own tools make its backups:\n  ${POSTGRES}`,
      );
    const made = await backUp({ folder: dataDir, file, force });
    answer(made, [
      `Backed up the store in ${dataDir} to ${made.file}.`,
      `It has ${count(made.tables)} (${amount(made.bytes)}), and was checked.`,
      'The key ring (MANIFOLD_KEYS_FILE or MANIFOLD_KEYS) is in no backup: keep it elsewhere, without it no credential can be read.',
    ]);
    return 0;
  },
});

/** As `docs/operate/backup.md` has it, where it says how it is restored. */
const POSTGRES = 'pg_dump --format=custom --file=manifold.dump "$MANIFOLD_DATABASE_URL"';

export const backup = command('backup', { '': make });
