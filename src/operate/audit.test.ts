// Every act is in the audit once it is begun, and none that failed is.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import { readConfig } from '../serve/config.ts';
import { openStore } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { houseOf } from './audit.ts';
import { actsOn } from './index.ts';

const ME = { by: 'command line', login: 'ada' } as const;

async function opened(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-operate-'));
  const seal = createSeal(parseKeys(newKeyEntry('k1')));
  const store = await openStore({ dataDir, role: 'tool', seal });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const tokens = createTokens({ store, now: store.now, tokenSeconds: 60 });
  const rows = async () =>
    (await store.audit.list({}, undefined, 100)).rows.map(({ act, client, facts }) => [
      act,
      client,
      facts,
    ]);
  return { config: readConfig({}), store, tokens, rows };
}

test('an act is there before it is done, with who did it, and with what came of it after', async (t) => {
  const house = await opened(t);
  const { audited } = houseOf(house, ME);
  await audited('keys.rewrap', { client: 'app', count: 1 }, async (note) => {
    const begun = { login: 'ada', count: 1, unfinished: true };
    assert.deepEqual(await house.rows(), [['keys.rewrap', 'app', begun]]);
    note({ failed: 2 });
  });
  const done = { login: 'ada', count: 1, failed: 2 };
  assert.deepEqual(await house.rows(), [['keys.rewrap', 'app', done]]);
});

test('what fails leaves no row, and says why', async (t) => {
  const house = await opened(t);
  const acts = actsOn(house, ME);
  const wrong: readonly (() => Promise<unknown>)[] = [
    () => acts.clients.create({ id: 'not an id' }),
    () => acts.clients.create({ id: '\0' }),
    () => acts.clients.set('no-one', { name: 'x' }),
    () => acts.clients.rotateSecret('no-one'),
    () => acts.clients.endOldSigning('no-one'),
    () => acts.clients.delete('no-one'),
    () => acts.users.export('no-one', 'user'),
    () => acts.events.add('no-one', 'https://a.example'),
    () => acts.events.remove('no-one', 'ea_1'),
    () => acts.deliveries.replay('no-one'),
  ];
  for (const act of wrong) await assert.rejects(act);
  assert.deepEqual(await house.rows(), []);
});

test('nothing that an operator changes names a user or shows a secret', async (t) => {
  const house = await opened(t);
  const { clients, users, events } = actsOn(house, ME);
  const made = await clients.create({ id: 'app' });
  const rotated = await clients.rotateSecret('app');
  const added = await events.add('app', 'https://app.example.com/path-canary');
  await house.store.users.ensure('app', 'user-canary');
  for await (const _ of await users.export('app', 'user-canary'));
  await users.delete('app', 'user-canary');
  const rows = await house.rows();
  assert.deepEqual(
    rows.map(([act]) => act),
    ['users.delete', 'users.export', 'events.add', 'clients.rotate_secret', 'clients.create'],
  );
  const secrets = [made.client_secret, rotated.client_secret, added.signing_secret];
  for (const hidden of [...secrets, made.signing_secret, 'canary'])
    assert.ok(!JSON.stringify(rows).includes(hidden));
});
