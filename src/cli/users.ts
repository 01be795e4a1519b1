// The command "manifold users": which channels end users linked, and removing users for good.
import type { Store } from '../store/index.ts';
import { audit } from './audit.ts';
import { group, type Part, parse, requireClient, using } from './command.ts';

const USAGE = `Usage:
  manifold users list <client id>
  manifold users delete <client id> <tpUserId>`;

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
  const [client = '', tpUserId = ''] = parse(args, {}, 'client id', 'tpUserId').positionals;
  return await using(open, async ({ store }) => {
    await requireClient(store, client);
    if (await store.users.remove(client, tpUserId)) {
      // Whose it was is forgotten with the user.
      await audit(store, 'users.delete', { client });
      io.out(`Deleted the user "${tpUserId}" of "${client}" with all credentials.`);
      return 0;
    }
    io.err(`The client "${client}" has no user "${tpUserId}".`);
    return 1;
  });
};

export const users = group('users', USAGE, { list, delete: remove });
