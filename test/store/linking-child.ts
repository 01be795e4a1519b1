// A process that links one channel of one user over and over, and says each time that it was kept.
import { parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore } from '../../src/store/index.ts';

const { place, keys, userId } = JSON.parse(process.argv[2] ?? '{}');
const seal = createSeal(parseKeys(keys));
const store = await openStore({ ...place, role: 'tool', now: Date.now, seal });
const credential = { userId, channel: 'stall', account: {}, secrets: {}, expiresAt: null };
for (;;) {
  const kept = await store.credentials.save(credential);
  process.stdout.write(`${kept?.version}\n`);
}
