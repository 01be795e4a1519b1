// The command "manifold restore": put a backup into a data folder, or the keys of users into the present store.
import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { keysFileOf } from '../store/backup.ts';
import { addKeys } from '../store/kept-keys.ts';
import { type Restored, restore as restoreStore } from '../store/restore.ts';
import { command, part } from './command.ts';
import { count, many, rowsOf } from './counts.ts';
import { CommandError, UsageError } from './declare.ts';

const put = part({
  about: 'put a backup into MANIFOLD_DATA_DIR, or the keys of users into the present store',
  details: [
    'A backup is restored with the service stopped. A database that is there is refused, or with --force moved aside.',
    'With --user-keys alone, the keys of users who have none are added to the present store. Users deleted since the backup must not get their keys back: prune the file first ("manifold backup prune"), or give the file of the newest backup.',
  ],
  given: {
    file: {
      word: 'name of the backup',
      about: 'What "manifold backup" made.',
      optional: true,
    },
  },
  options: {
    'user-keys': {
      value: 'file.user-keys',
      about: 'The keys of users, which are kept apart.',
    },
    force: { about: 'Move a database that is there aside.' },
  },
  examples: [
    ['restore /backups/monday.db --user-keys /keys/monday.db.user-keys', 'Everything as it was'],
    ['restore --user-keys /keys/monday.db.user-keys', 'The keys alone, later'],
  ],
  json: '{ folder, made_at, version, aside, keys_back, unreadable, tables }, or { keys_back, left } of the keys alone',
  async run({ given: { file }, options, answer }) {
    const keysFile = options['user-keys'];
    const { dataDir, databaseUrl } = readConfig(process.env);
    if (file === undefined) {
      if (keysFile === undefined || options.force)
        throw new UsageError('The name of the backup is missing.');
      const { added, left } = await addKeys({ dataDir, databaseUrl }, keysFile);
      answer({ keys_back: added, left }, [
        `Put back the keys of ${many(added, 'user')}. ${many(left, 'key')} in the file ${left === 1 ? 'was' : 'were'} left: those users have one, or are not in the present store.`,
      ]);
      return 0;
    }
    if (databaseUrl !== undefined)
      throw new CommandError(
        'MANIFOLD_DATABASE_URL is set: a backup of the embedded store is restored into a data folder. Unset it; "manifold move" then carries the store to PostgreSQL.',
      );
    const done = await restoreStore({ file, keysFile, dataDir, force: options.force });
    const shape = {
      ...{ folder: done.folder, made_at: done.made, version: done.version },
      ...{ aside: done.aside ?? null, keys_back: done.keysBack, unreadable: done.unreadable },
    };
    answer({ ...shape, tables: rowsOf(done.tables) }, inWords(file, keysFile, done));
    return 0;
  },
});

export const restore = command('restore', { '': put });

function inWords(file: string, keysFile: string | undefined, done: Restored): string[] {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  say(
    `Restored ${file} into ${done.folder}: the store as it was at ${done.made}, made by version ${done.version}.`,
  );
  say(`It has ${count(done.tables)}, and was read back and compared.`);
  if (done.aside)
    say(
      `The database that was there is now ${done.aside}; nothing was deleted. It holds the keys of users: delete it when you are sure.`,
    );
  if (keysFile !== undefined) {
    say(
      `Put back the keys of ${many(done.keysBack, 'user')}, from a file of ${done.keysMade}.${done.keysOfOthers > 0 ? ` Left out: ${many(done.keysOfOthers, 'key')} of users whom the backup does not have.` : ''}`,
    );
  }
  if (done.unreadable > 0) {
    say(
      `The credentials of ${many(done.unreadable, 'user')} cannot be read: their keys are not there. Until those are put back (manifold restore --user-keys <file.user-keys>) the users must link anew.`,
    );
    if (keysFile === undefined && existsSync(keysFileOf(file)))
      say(`Their keys may be in ${keysFileOf(file)}.`);
  }
  say(
    'Not in a backup, and so not here: forms and consents that were being filled in, and calls under way.',
  );
  say(
    `Next: delete the users again who were deleted after ${done.made}, and start the service with the key ring of that time.`,
  );
  return lines;
}
