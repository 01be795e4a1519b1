// The command "manifold users": which channels end users linked, what is kept of them, and deleting them.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Acts } from '../operate/index.ts';
import { reasonOf } from '../operate/sentence.ts';
import { wordsOf } from '../operate/users.ts';
import { confirmed, YES } from './ask.ts';
import { command, part } from './command.ts';
import { CommandError } from './declare.ts';
import { BACKUPS, CLIENT, USER } from './places.ts';
import { lineEach, printAll } from './print.ts';
import { clean, countLines } from './text.ts';

type ListedUser = ReturnType<Acts['users']['list']> extends AsyncIterable<infer One> ? One : never;

const list = part({
  about: 'list the users of a client and the channels they linked',
  given: CLIENT,
  examples: { 'users list demo-client': 'In the sandbox' },
  json: '[{ tpUserId, channels: [{ channel, state }] }]; state is linked or needs_attention',
  async run({ given: { client }, io, json, acts }) {
    await printAll({ io, json }, (await acts()).users.list(client), lineEach(io, line));
  },
});

const line = ({ tpUserId, channels }: ListedUser): string => {
  const linked = channels.map(({ channel, state }) =>
    state === 'linked' ? channel : `${channel} (needs attention)`,
  );
  return clean(`${tpUserId}  ${linked.join(', ') || 'no channel linked'}`);
};

const exported = part({
  about: 'print everything kept about a user as JSON; secrets are named and not shown',
  given: { ...CLIENT, ...USER },
  options: { 'file <file>': 'Write it to a new file, for its owner alone.' },
  examples: {
    'users export my-app user-42 --file answer.json': 'For a user who asks what you know of them',
  },
  json: '{ about, user, credentials, … }; it is JSON with and without it',
  async run({ given: { client, user }, options: { file }, io, acts }) {
    const pieces = await (await acts()).users.export(client, user);
    if (file === undefined)
      for await (const piece of pieces) {
        if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
      }
    else {
      await toFile(file, pieces);
      io.err(`Everything kept about the user "${user}" of "${client}" is in ${file}.`);
    }
  },
});

/** For its owner alone; one that is there is left as it is. */
async function toFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(pieces, target);
  } catch (error) {
    // Half of the answer would pass for all of it.
    if (!target.pending) await rm(file, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new CommandError(`The file ${file} cannot be written: ${reasonOf(error)}.`);
  }
}

const remove = part({
  about: 'erase a user and everything kept about them',
  details: 'It shows what is deleted, and asks for the tpUserId once more unless --yes is given.',
  given: { ...CLIENT, ...USER },
  options: {
    ...YES,
    'rewrite-file':
      'Then write the embedded database’s file again, so that nothing stays in its free space either; a running service can read meanwhile, but not write.',
  },
  examples: { 'users delete my-app user-42': 'After showing what is kept' },
  json: '{ client_id, tpUserId, deleted }; deleted counts what went',
  async run({ given: { client, user: tpUserId }, options, io, json, acts, answer }) {
    const { users: on } = await acts();
    const kept = await on.kept(client, tpUserId);
    const goes = countLines(kept, wordsOf);
    const lines = [`To be deleted with the user "${tpUserId}" of "${client}":`, ...goes];
    for (const line of json ? [] : lines) io.out(line);
    if (!(await confirmed(io, options.yes, tpUserId))) return 1;
    const gone = await on.delete(client, tpUserId);
    const rewritten = options.rewriteFile && (await on.rewriteFile());
    answer({ client_id: client, tpUserId, deleted: gone ?? {} }, [
      gone ? 'Deleted the user and everything kept about them.' : 'It was deleted already.',
      ...(options.rewriteFile ? [rewritten ? REWRITTEN : NO_FILE] : []),
      BACKUPS,
    ]);
    return 0;
  },
});

const REWRITTEN = 'The database file was written again.';
const NO_FILE =
  'PostgreSQL overwrites what was deleted by its own VACUUM: there is no file to rewrite.';

export const users = command('users', { list, export: exported, delete: remove });
