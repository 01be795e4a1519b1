// The command "manifold users": which channels end users linked, and removing users for good.
import type { Store } from '../store/index.ts';
import { type Command, type Io, type Part, parse, run, UsageError, using } from './command.ts';
import { openForTool } from './open.ts';

const USAGE = `Usage:
  manifold users list <client id>
  manifold users delete <client id> <tpUserId>`;

export const users: Command = (args, io, open = openForTool) =>
  run(io, USAGE, async () => {
    const [name = '', ...rest] = args;
    if (name === 'list') return await list(rest, io, open);
    if (name === 'delete') return await remove(rest, io, open);
    throw new UsageError(name ? `There is no command "users ${name}".` : 'Say what to do.');
  });

const list: Part = async (args, io, open) => {
  const [client = ''] = parse(args, {}, 'client id').positionals;
  return await using(open, async ({ store }) => {
    if (!(await known(client, io, store))) return 1;
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
    if (!(await known(client, io, store))) return 1;
    if (await store.users.remove(client, tpUserId)) {
      io.out(`Deleted the user "${tpUserId}" of "${client}" with all credentials.`);
      return 0;
    }
    io.err(`The client "${client}" has no user "${tpUserId}".`);
    return 1;
  });
};

async function known(client: string, io: Io, store: Store): Promise<boolean> {
  if (await store.clients.find(client)) return true;
  io.err(`There is no client "${client}".`);
  return false;
}
