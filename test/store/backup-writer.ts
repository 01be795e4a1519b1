// A process of its own that runs as the service does and says of each user that it is stored, to be killed.
import { openStore } from '../../src/store/index.ts';
import { SOME_CLIENT, testSeal as seal } from './databases.ts';

const [dataDir = ''] = process.argv.slice(2);
const store = await openStore({ dataDir, role: 'service', now: Date.now, seal });
await store.clients.create({ ...SOME_CLIENT, id: 'writer' });
for (let n = 0; ; n++) {
  const name = `user ${String(n).padStart(8, '0')}`;
  if (await store.users.ensure('writer', name)) process.stdout.write(`${name}\n`);
  await new Promise(setImmediate);
}
