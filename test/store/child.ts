// A process of its own for store tests: opens the store that its arguments name, says so, and waits.
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore, StoreOpenError } from '../../src/store/index.ts';

const { place, role, stay } = JSON.parse(process.argv[2] ?? '{}');
const seal = createSeal(parseKeys(newKeyEntry('child')));
try {
  const store = await openStore({ ...place, role, now: Date.now, seal });
  await store.ping();
  process.stdout.write('open\n');
  if (stay) setInterval(() => {}, 1000);
  else await store.close();
} catch (error) {
  if (!(error instanceof StoreOpenError)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = 1;
}
