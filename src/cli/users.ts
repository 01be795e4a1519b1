// Commands about end users: which channels they linked, and removing them for good.
import { parseArgs } from 'node:util';
import type { Store } from '../store/index.ts';
import type { Io } from './main.ts';
import { openForTool } from './open.ts';

const USAGE = `Usage: manifold users list --client <id>
       manifold users delete --client <id> <tpUserId>`;

export async function users(args: string[], io: Io): Promise<number> {
  const [action, ...rest] = args;
  const { values, positionals } = parseArgs({
    args: rest,
    options: { client: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const client = values.client;
  if (typeof client !== 'string' || (action !== 'list' && action !== 'delete')) {
    io.err(USAGE);
    return 1;
  }
  const opened = await openForTool();
  try {
    if (action === 'list') return await list(client, io, opened.store);
    const [tpUserId] = positionals;
    if (tpUserId === undefined) {
      io.err(USAGE);
      return 1;
    }
    if (await opened.store.users.remove(client, tpUserId)) {
      io.out(`User "${tpUserId}" of ${client} is deleted, with all credentials.`);
      return 0;
    }
    io.err(`Client ${client} has no user "${tpUserId}".`);
    return 1;
  } finally {
    await opened.close();
  }
}

/** Page by page, however many there are. */
async function list(client: string, io: Io, store: Store): Promise<number> {
  for (let after = ''; ; ) {
    const page = await store.users.list(client, after);
    for (const user of page) {
      const linked = await store.credentials.list(user.id);
      const channels = linked.map(({ channel, state }) =>
        state === 'linked' ? channel : `${channel} (needs attention)`,
      );
      io.out(`${user.tpUserId}  ${channels.join(', ') || 'no channel linked'}`);
    }
    const last = page.at(-1);
    if (!last) return 0;
    after = last.tpUserId;
  }
}
