// The doctor: every setting is explained, with those of the operator's own apps at vendors.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { channels } from '../channels/index.ts';
import { readConfig } from '../config.ts';
import { newKeyEntry, parseKeys } from '../key-ring.ts';
import { createSeal } from '../seal.ts';
import { SETTINGS } from '../settings.ts';
import { openStore } from '../store/index.ts';
import { doctor } from './doctor.ts';

test('every setting and every key that a way by consent needs is listed, and can be set', async () => {
  const lines: string[] = [];
  const note = (line: string) => lines.push(stripVTControlCharacters(line));
  await doctor([], { out: note, err: note });
  const names = lines.flatMap((line) => /^MANIFOLD_[A-Z_]+/.exec(line)?.[0] ?? []);
  const known = SETTINGS.map(({ name }) => name);
  assert.deepEqual(names.slice(0, known.length), known);
  const { apps } = readConfig(
    Object.fromEntries(names.slice(known.length).map((name) => [name, 'x'])),
  );
  for (const [name, { ways }] of Object.entries(channels))
    for (const way of ways)
      for (const key of way.kind === 'consent' ? way.needs : [])
        assert.equal(apps[name]?.[key], 'x', `${name} ${key}`);
});

/** What the doctor says with these settings, and how it ends. */
async function consult(settings: Readonly<Record<string, string>>) {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  const lines: string[] = [];
  const wrong: string[] = [];
  try {
    const code = await doctor([], {
      out: (line) => lines.push(stripVTControlCharacters(line)),
      err: (line) => wrong.push(line),
    });
    return { code, said: lines.join('\n'), wrong };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

test('an app that is set by half is named, and nothing of its secret', async () => {
  const { code, wrong, said } = await consult({
    MANIFOLD_BOL_CLIENT_ID: 'an-id',
    MANIFOLD_SHOPIFY_CLIENT_SECRET: 'canary-secret',
    MANIFOLD_LIGHTSPEED_C_US_CLIENT_ID: 'us',
    MANIFOLD_AMAZON_CLIENT_ID: 'a',
    MANIFOLD_AMAZON_CLIENT_SECRET: 'b',
  });
  assert.equal(code, 1);
  assert.deepEqual(wrong.sort(), [
    'MANIFOLD_BOL_CLIENT_ID is set, but MANIFOLD_BOL_CLIENT_SECRET is not: they belong together.',
    'MANIFOLD_LIGHTSPEED_C_US_CLIENT_ID is set, but MANIFOLD_LIGHTSPEED_C_US_CLIENT_SECRET is not: they belong together.',
    'MANIFOLD_SHOPIFY_CLIENT_SECRET is set, but MANIFOLD_SHOPIFY_CLIENT_ID is not: they belong together.',
  ]);
  assert.doesNotMatch(said, /canary-secret/);
  assert.match(said, /No vendor was asked/);
});

test('stored credentials that need an app which is not set are counted; no folder is made for it', async (t) => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'manifold-doctor-')), 'data');
  t.after(() => rmSync(dirname(dataDir), { recursive: true, force: true }));
  const keys = newKeyEntry('one');
  const settings = {
    MANIFOLD_MODE: 'production',
    MANIFOLD_DATA_DIR: dataDir,
    MANIFOLD_KEYS: keys,
    MANIFOLD_BASE_URL: 'https://api.example.com',
  };
  const empty = await consult(settings);
  assert.deepEqual([empty.code, empty.wrong, existsSync(dataDir)], [0, [], false]);

  const seal = createSeal(parseKeys(keys));
  const store = await openStore({ dataDir, role: 'service', now: Date.now, seal });
  const lists = { secrets: [], scopes: [], redirectOrigins: [] };
  await store.clients.create({
    id: 'c',
    name: 'C',
    ...lists,
    tokenSeconds: null,
    logoUrl: null,
    looks: {},
  });
  const give = async (tpUserId: string, channel: string, secrets: Record<string, string>) => {
    const user = await store.users.ensure('c', tpUserId);
    assert.ok(user);
    await store.credentials.save({ userId: user.id, channel, account: {}, secrets, expiresAt: 1 });
  };
  await give('one', 'bol', { refreshToken: 'r' });
  await give('two', 'bol', { refreshToken: 'r' });
  await give('three', 'bol', { token: 'own keys' });
  await give('one', 'amazon', { refreshToken: 'Atzr|x', clientId: 'own', clientSecret: 'own' });
  await give('one', 'shopify', { token: 't', refreshToken: 'r' });
  await store.close();

  const shopify = { MANIFOLD_SHOPIFY_CLIENT_ID: 'a', MANIFOLD_SHOPIFY_CLIENT_SECRET: 'b' };
  const { code, wrong, said } = await consult({ ...settings, ...shopify });
  assert.equal(code, 1);
  assert.deepEqual(wrong, [
    'MANIFOLD_BOL_CLIENT_ID and MANIFOLD_BOL_CLIENT_SECRET must be set: 2 stored credentials of bol cannot be renewed without them. No user is marked for it.',
  ]);
  assert.match(said, /The stored credentials were looked at/);
  const lost = await consult({ ...settings, MANIFOLD_KEYS: newKeyEntry('another') });
  assert.match(lost.said, /The stored credentials were not looked at/);
});
