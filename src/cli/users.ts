// The command "manifold users": which channels end users linked, what is kept of them, and deleting them.
import { type Counts, eachRow, type Owned, type Store, type User } from '../store/index.ts';
import { confirmed, YES } from './ask.ts';
import { audit } from './audit.ts';
import { command, part } from './command.ts';
import { CommandError } from './declare.ts';
import { exportUser } from './export-user.ts';
import { jsonList } from './json-list.ts';
import { CLIENT, requireClient, USER, using } from './on-store.ts';

const PAGE = 500;

const list = part({
  about: 'list the users of a client and the channels they linked',
  given: { client: CLIENT },
  examples: [['users list demo-client', 'In the sandbox']],
  json: '[{ tpUserId, channels: [{ channel, state }] }]; state is linked or needs_attention',
  async run({ given: { client }, io, json, open }) {
    return await using(open, async ({ store }) => {
      await requireClient(store, client);
      const printed = jsonList(io);
      // Page by page, however many there are.
      const all = eachRow(PAGE, (last?: User) => store.users.list(client, last?.tpUserId, PAGE));
      for await (const { id, tpUserId } of all) {
        const linked = await linkedBy(id, store);
        if (json) printed.add({ tpUserId, channels: linked });
        else io.out(`${tpUserId}  ${inWords(linked)}`);
      }
      if (json) printed.end();
      return 0;
    });
  },
});

interface Linked {
  readonly channel: string;
  readonly state: string;
}

const linkedBy = async (userId: string, store: Store): Promise<Linked[]> =>
  (await store.credentials.list(userId)).map(({ channel, state }) => ({ channel, state }));

const inWords = (linked: readonly Linked[]): string =>
  linked
    .map(({ channel, state }) => (state === 'linked' ? channel : `${channel} (needs attention)`))
    .join(', ') || 'no channel linked';

const remove = part({
  about: 'erase a user and all that is kept of them',
  details: ['It shows what goes, and asks for the tpUserId once more unless --yes is given.'],
  given: { client: CLIENT, user: USER },
  options: {
    ...YES,
    'rewrite-file': {
      about:
        'Then write the embedded database’s file anew, so that nothing stays in its free space either; a running service can read meanwhile, but not write.',
    },
  },
  examples: [['users delete my-app user-42', 'After showing what is kept']],
  json: '{ client_id, tpUserId, deleted }; deleted counts what went',
  async run({ given: { client, user: tpUserId }, options, io, json, open, answer }) {
    return await using(open, async ({ store, config }) => {
      await requireClient(store, client);
      const kept = await store.users.kept(client, tpUserId);
      if (!kept)
        throw new CommandError(
          `The client "${client}" has no user "${tpUserId}", and nothing is kept of one.`,
        );
      if (!json) io.out(`Of the user "${tpUserId}" of "${client}" there are: ${sentenceOf(kept)}.`);
      if (!(await confirmed(io, options.yes, tpUserId))) return 1;
      const gone = await store.users.remove(client, tpUserId);
      // Whose it was is forgotten with the user.
      if (gone) await audit(store, 'users.delete', { client });
      if (options['rewrite-file']) await store.rewriteFile();
      const rewritten =
        config.databaseUrl === undefined
          ? 'The database file was written anew.'
          : 'PostgreSQL overwrites what was deleted by its own VACUUM: there is no file to rewrite.';
      answer({ client_id: client, tpUserId, deleted: gone ?? {} }, [
        `Deleted: ${gone ? sentenceOf(gone) : 'nothing, another did meanwhile'}.`,
        ...(options['rewrite-file'] ? [rewritten] : []),
        'Backups made before still hold it, until they are deleted or the key that they are sealed with has left the ring.',
      ]);
      return 0;
    });
  },
});

const NAMES: Readonly<Record<Owned, readonly [one: string, more: string]>> = {
  user: ['user', 'users'],
  credential: ['credential', 'credentials'],
  user_key: ['key', 'keys'],
  magic_link: ['magic link', 'magic links'],
  visit: ['visit', 'visits'],
  vendor_trip: ['trip to a vendor', 'trips to vendors'],
  draft: ['draft', 'drafts'],
  renewal: ['renewal', 'renewals'],
  execution: ['execution', 'executions'],
  job: ['background execution', 'background executions'],
  delivery: ['delivery', 'deliveries'],
  bucket: ['budget', 'budgets'],
  place: ['place in a line', 'places in lines'],
};

function sentenceOf(counts: Counts): string {
  const tables = Object.keys(NAMES) as Owned[];
  return tables
    .filter((table) => counts[table] > 0)
    .map((table) => `${counts[table]} ${NAMES[table][counts[table] === 1 ? 0 : 1]}`)
    .join(', ');
}

export const users = command('users', { list, export: exportUser, delete: remove });
