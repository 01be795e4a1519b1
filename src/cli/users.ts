// The command "manifold users": which channels end users linked, what is kept of them, and deleting them.
import type { Counts, Owned, Store } from '../store/index.ts';
import { confirmed, YES } from './ask.ts';
import { audit } from './audit.ts';
import { group, type Part, parse, requireClient, using } from './command.ts';
import { exportUser } from './export-user.ts';

const USAGE = `Usage:
  manifold users list <client id>
  manifold users export <client id> <tpUserId> [--file <new file>]
  manifold users delete <client id> <tpUserId> [--yes] [--rewrite-file]

export prints everything that is kept of a user as JSON; secrets are named and not shown.
delete erases all of it. --rewrite-file then writes the embedded database's file anew, so that
nothing stays in its free space either; a running service can read meanwhile, but not write.`;

const list: Part = async (args, io, open) => {
  const [client = ''] = parse(args, {}, 'client id').positionals;
  return await using(open, async ({ store }) => {
    await requireClient(store, client);
    // Page by page, however many there are.
    for (let after = ''; ; ) {
      const page = await store.users.list(client, after);
      for (const { id, tpUserId } of page) io.out(`${tpUserId}  ${await linked(id, store)}`);
      const last = page.at(-1);
      if (!last) return 0;
      after = last.tpUserId;
    }
  });
};

async function linked(userId: string, store: Store): Promise<string> {
  const credentials = await store.credentials.list(userId);
  const names = credentials.map(({ channel, state }) =>
    state === 'linked' ? channel : `${channel} (needs attention)`,
  );
  return names.join(', ') || 'no channel linked';
}

const remove: Part = async (args, io, open) => {
  const options = { ...YES, 'rewrite-file': { type: 'boolean', default: false } } as const;
  const { positionals, values } = parse(args, options, 'client id', 'tpUserId');
  const [client = '', tpUserId = ''] = positionals;
  return await using(open, async ({ store, config }) => {
    await requireClient(store, client);
    const kept = await store.users.kept(client, tpUserId);
    if (!kept) {
      io.err(`The client "${client}" has no user "${tpUserId}", and nothing is kept of one.`);
      return 1;
    }
    io.out(`Of the user "${tpUserId}" of "${client}" there are: ${sentenceOf(kept)}.`);
    if (!(await confirmed(io, values.yes, tpUserId))) return 1;
    const gone = await store.users.remove(client, tpUserId);
    // Whose it was is forgotten with the user.
    if (gone) await audit(store, 'users.delete', { client });
    io.out(`Deleted: ${gone ? sentenceOf(gone) : 'nothing, another did meanwhile'}.`);
    if (values['rewrite-file']) {
      await store.rewriteFile();
      io.out(
        config.databaseUrl === undefined
          ? 'The database file was written anew.'
          : 'PostgreSQL overwrites what was deleted by its own VACUUM: there is no file to rewrite.',
      );
    }
    io.out('Backups made before still hold it. Take the key of this user out of them with:');
    io.out('manifold backup prune');
    return 0;
  });
};

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

export const users = group('users', USAGE, { list, export: exportUser, delete: remove });
