// The command "manifold restore": put a backup into a data folder, or the keys of users into the present store.
import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { keysFileOf } from '../store/backup.ts';
import { addKeys } from '../store/kept-keys.ts';
import { type Restored, restore as restoreStore } from '../store/restore.ts';
import { command, type Io, parse, UsageError } from './command.ts';
import { count, many } from './counts.ts';

const USAGE = `Usage:
  manifold restore <file> [--user-keys <file.user-keys>] [--force]
  manifold restore --user-keys <file.user-keys>

The first puts a backup into MANIFOLD_DATA_DIR, with the service stopped. A database that is there is
refused, or with --force moved aside. The second adds the keys of users who have none to the present
store. Users deleted since the backup must not get their keys back: prune the file first ("manifold
backup prune"), or give the file of the newest backup.`;

export const restore = command(USAGE, async (args, io) => {
  const options = {
    'user-keys': { type: 'string' },
    force: { type: 'boolean', default: false },
  } as const;
  const words = args.filter((word) => !word.startsWith('-')).length;
  const keysAlone =
    args.some((word) => word.startsWith('--user-keys')) &&
    words === (args.includes('--user-keys') ? 1 : 0);
  const { positionals, values } = keysAlone
    ? parse(args, options)
    : parse(args, options, 'name of the backup');
  const [file] = positionals;
  const keysFile = values['user-keys'];
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (file === undefined) {
    if (keysFile === undefined || values.force) throw new UsageError('Say which backup.');
    const { added, left } = await addKeys({ dataDir, databaseUrl }, keysFile);
    io.out(
      `Put back the keys of ${many(added, 'user')}. ${many(left, 'key')} in the file ${left === 1 ? 'was' : 'were'} left: those users have one, or are not in the present store.`,
    );
    return 0;
  }
  if (databaseUrl !== undefined) {
    io.err(
      'MANIFOLD_DATABASE_URL is set: a backup of the embedded store is restored into a data folder. Unset it; "manifold move" then carries the store to PostgreSQL.',
    );
    return 1;
  }
  const done = await restoreStore({ file, keysFile, dataDir, force: values.force });
  tell(io, file, keysFile, done);
  return 0;
});

function tell(io: Io, file: string, keysFile: string | undefined, done: Restored) {
  io.out(
    `Restored ${file} into ${done.folder}: the store as it was at ${done.made}, made by version ${done.version}.`,
  );
  io.out(`It has ${count(done.tables)}, and was read back and compared.`);
  if (done.aside)
    io.out(
      `The database that was there is now ${done.aside}; nothing was deleted. It holds the keys of users: delete it when you are sure.`,
    );
  if (keysFile !== undefined) {
    io.out(
      `Put back the keys of ${many(done.keysBack, 'user')}, from a file of ${done.keysMade}.${done.keysOfOthers > 0 ? ` Left out: ${many(done.keysOfOthers, 'key')} of users whom the backup does not have.` : ''}`,
    );
  }
  if (done.unreadable > 0) {
    io.out(
      `The credentials of ${many(done.unreadable, 'user')} cannot be read: their keys are not there. Until those are put back (manifold restore --user-keys <file.user-keys>) the users must link anew.`,
    );
    if (keysFile === undefined && existsSync(keysFileOf(file)))
      io.out(`Their keys may be in ${keysFileOf(file)}.`);
  }
  io.out(
    'Not in a backup, and so not here: forms and consents that were being filled in, and calls under way.',
  );
  io.out(
    `Next: delete the users again who were deleted after ${done.made}, and start the service with the key ring of that time.`,
  );
}
