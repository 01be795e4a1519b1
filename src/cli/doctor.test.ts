// The doctor: what it finds, how it says it, how it ends, and that it changes and reveals nothing it should not.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { channels } from '../channels/index.ts';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import type { Finding } from '../operate/checks/check.ts';
import { readConfig } from '../serve/config.ts';
import { SETTINGS } from '../serve/settings.ts';
import { openStore } from '../store/index.ts';
import { doctor } from './doctor.ts';

/** What the doctor says with these settings, and how it ends. */
async function consult(settings: Readonly<Record<string, string>>, ...args: string[]) {
  const before = { ...process.env };
  for (const name of Object.keys(process.env))
    if (name.startsWith('MANIFOLD_')) delete process.env[name];
  Object.assign(process.env, settings);
  const lines: string[] = [];
  const note = (line: string) => lines.push(stripVTControlCharacters(line));
  try {
    const code = await doctor(args, { out: note, err: note });
    return { code, said: lines.join('\n') };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

async function findings(settings: Readonly<Record<string, string>>, ...args: string[]) {
  const { code, said } = await consult(settings, '--json', ...args);
  const { ok, checks } = JSON.parse(said) as { ok: boolean; checks: Finding[] };
  assert.equal(ok, code === 0);
  assert.equal(
    checks.some(({ state }) => state === 'wrong'),
    !ok,
  );
  const of = (id: string) => checks.filter((check) => check.id === id);
  return { code, checks, said, of, one: (id: string) => of(id)[0] };
}

function place(t: TestContext) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'manifold-doctor-')), 'data');
  t.after(() => rmSync(dirname(dataDir), { recursive: true, force: true }));
  const keys = newKeyEntry('one');
  const settings = {
    MANIFOLD_MODE: 'production',
    MANIFOLD_DATA_DIR: dataDir,
    MANIFOLD_KEYS: keys,
    // No one listens there: while no instance runs, that is a warning.
    MANIFOLD_BASE_URL: 'http://localhost:1',
  };
  return { dataDir, keys, settings };
}

type Place = ReturnType<typeof place>;

async function storeAt({ dataDir, keys }: Place) {
  const seal = createSeal(parseKeys(keys));
  const store = await openStore({ dataDir, role: 'service', seal });
  const create = (id: string) =>
    store.clients.create({
      ...{ id, name: 'C', secrets: [], scopes: [], redirectOrigins: [] },
      ...{ tokenSeconds: null, logoUrl: null, branding: {} },
    });
  const give = async (tpUserId: string, channel: string, secrets: object, more: object = {}) => {
    const user = await store.users.ensure('c', tpUserId);
    assert.ok(user);
    const key = { userId: user.id, channel, account: {}, secrets: { ...secrets } };
    await store.credentials.save({ ...key, expiresAt: 1, ...more });
  };
  return { store, create, give };
}

test('every setting and every key that a way by consent needs is listed, and can be set', async () => {
  const { code, said } = await consult({}, '--settings');
  assert.equal(code, 0);
  const names = said.split('\n').flatMap((line) => /^MANIFOLD_[A-Z_]+/.exec(line)?.[0] ?? []);
  const known = SETTINGS.map(({ name }) => name);
  assert.deepEqual(names.slice(0, known.length), known);
  const value = (name: string) => (name.endsWith('_ENDS') ? '2027-01-31' : 'x');
  const { apps, appSecretEnds } = readConfig(
    Object.fromEntries(names.slice(known.length).map((name) => [name, value(name)])),
  );
  for (const [name, { ways, appSecretDays }] of Object.entries(channels)) {
    for (const way of ways)
      for (const key of way.kind === 'consent' ? way.needs : [])
        assert.equal(apps[name]?.[key], 'x', `${name} ${key}`);
    assert.equal(name in appSecretEnds, appSecretDays !== undefined, name);
  }
});

test('wrong settings are all named, and end it with 1; it is called rightly or ends with 2', async () => {
  const { code, of, checks } = await findings({
    MANIFOLD_PORT: 'x',
    MANIFOLD_TYPO: '1',
    MANIFOLD_BOL_SECRET_ENDS: '2027-02-30',
  });
  assert.equal(code, 1);
  assert.deepEqual(
    of('settings').map(({ sentence }) => sentence.split(' ')[0]),
    ['MANIFOLD_PORT', 'MANIFOLD_BOL_SECRET_ENDS', 'MANIFOLD_TYPO'],
  );
  assert.equal(checks.length, 3);
  const routes = await findings({ MANIFOLD_ROUTES: '{' });
  assert.match(routes.one('settings')?.sentence ?? '', /MANIFOLD_ROUTES must be JSON/);
  assert.equal((await consult({}, '--nonsense')).code, 2);
});

test('the sandbox gets a short word, and nothing is made', async (t) => {
  const { dataDir } = place(t);
  const { code, said } = await consult({ MANIFOLD_DATA_DIR: dataDir });
  assert.deepEqual([code, existsSync(dataDir)], [0, false]);
  assert.match(said, /✓ store +There is no database yet/);
  assert.match(said, /All is good\.\n +This is the sandbox/);
  assert.ok(said.split('\n').length < 16, said);
});

test('an app that is set by half is named, and nothing of its secret', async (t) => {
  const { settings } = place(t);
  const { code, of, said } = await findings({
    ...settings,
    MANIFOLD_BOL_CLIENT_ID: 'an-id',
    MANIFOLD_SHOPIFY_CLIENT_SECRET: 'canary-secret',
    MANIFOLD_LIGHTSPEED_C_US_CLIENT_ID: 'us',
    MANIFOLD_AMAZON_CLIENT_ID: 'a',
    MANIFOLD_AMAZON_CLIENT_SECRET: 'b',
    MANIFOLD_AMAZN_CLIENT_ID: 'typo',
    MANIFOLD_METRICS_TOKEN: 'canary-short',
  });
  assert.equal(code, 1);
  assert.deepEqual(
    of('vendor-apps')
      .map(({ sentence }) => sentence)
      .sort(),
    [
      'MANIFOLD_AMAZN_… names no channel.',
      'MANIFOLD_BOL_CLIENT_ID is set, but MANIFOLD_BOL_CLIENT_SECRET is not: they belong together.',
      'MANIFOLD_LIGHTSPEED_C_US_CLIENT_ID is set, but MANIFOLD_LIGHTSPEED_C_US_CLIENT_SECRET is not: they belong together.',
      'MANIFOLD_SHOPIFY_CLIENT_SECRET is set, but MANIFOLD_SHOPIFY_CLIENT_ID is not: they belong together.',
    ],
  );
  assert.match(of('expiry')[0]?.remedy ?? '', /MANIFOLD_AMAZON_SECRET_ENDS=/);
  assert.equal(of('metrics')[0]?.state, 'warning');
  assert.doesNotMatch(said, /canary/);
});

test('stored credentials that need an app are counted, a demo client and what ends are named', async (t) => {
  const at = place(t);
  const empty = await findings(at.settings);
  assert.deepEqual([empty.code, existsSync(at.dataDir)], [0, false]);

  const { store, create, give } = await storeAt(at);
  await create('c');
  await give('one', 'bol', { refreshToken: 'r' });
  await give('two', 'bol', { refreshToken: 'r' });
  await give('three', 'bol', { token: 'own keys' });
  const soon = store.now() + 3.5 * 24 * 60 * 60 * 1000;
  const own = { refreshToken: 'Atzr|x', clientId: 'own', clientSecret: 'own' };
  await give('one', 'amazon', own, { grantEndsAt: soon });
  await give('one', 'shopify', { token: 't', refreshToken: 'r' });
  await store.close();

  const shopify = { MANIFOLD_SHOPIFY_CLIENT_ID: 'a', MANIFOLD_SHOPIFY_CLIENT_SECRET: 'b' };
  const settings = { ...at.settings, ...shopify, MANIFOLD_SHOPIFY_SECRET_ENDS: '2020-01-31' };
  const { code, of, one } = await findings(settings);
  assert.equal(code, 1);
  assert.deepEqual(of('vendor-apps'), [
    {
      id: 'vendor-apps',
      state: 'wrong',
      sentence:
        '2 stored credentials of bol cannot be renewed without your app there. No user is marked for it.',
      remedy: 'Set MANIFOLD_BOL_CLIENT_ID and MANIFOLD_BOL_CLIENT_SECRET.',
    },
  ]);
  assert.deepEqual(
    of('expiry').map(({ state, sentence }) => [state, sentence.replace(/ on .*/, '')]),
    [
      ['warning', 'Amazon: 1 user’s consent ends within 30 days,'],
      ['wrong', 'The client secret of your app at Shopify ends'],
    ],
  );
  assert.equal(one('public-address')?.state, 'warning');
  assert.deepEqual(
    [one('store')?.state, one('tables')?.state, one('keys')?.state],
    ['ok', 'ok', 'ok'],
  );

  const later = await storeAt(at);
  await later.create('demo-client');
  await later.store.close();
  assert.equal(
    (await findings(settings)).one('demo-client')?.remedy,
    'manifold clients delete demo-client',
  );
});

test('a key that is missing, and one that cannot be read, are said without any of them', async (t) => {
  const at = place(t);
  const { store } = await storeAt(at);
  await store.close();
  const db = new DatabaseSync(join(at.dataDir, 'manifold.db'));
  db.exec("insert into key_in_use (key_id, proof, since) values ('lost', 'x', 1)");
  db.close();
  const lost = await findings(at.settings);
  assert.equal(lost.one('keys')?.state, 'wrong');
  assert.match(
    lost.one('keys')?.sentence ?? '',
    /sealed with "lost", which is not in the key ring of MANIFOLD_KEYS/,
  );
  assert.doesNotMatch(lost.said, new RegExp(at.keys.split(':')[1] ?? 'x'));
  const { MANIFOLD_KEYS: _, ...rest } = at.settings;
  const file = join(at.dataDir, '..', 'ring');
  const missing = await findings({ ...rest, MANIFOLD_KEYS_FILE: file });
  assert.match(missing.one('keys')?.sentence ?? '', /There is no key file .*keys new --file/);
  const ring = `${newKeyEntry('lost')}\n${at.keys}\n`;
  writeFileSync(file, ring, { mode: 0o600 });
  const another = await findings({ ...rest, MANIFOLD_KEYS_FILE: file });
  assert.match(another.one('keys')?.sentence ?? '', /"lost" of .* is not the one of that name/);
  const again = new DatabaseSync(join(at.dataDir, 'manifold.db'));
  const proof = createSeal(parseKeys(ring)).fingerprint('lost') ?? '';
  again.prepare("update key_in_use set proof = ? where key_id = 'lost'").run(proof);
  again.close();
  const there = await findings({ ...rest, MANIFOLD_KEYS_FILE: file });
  assert.equal(there.one('keys')?.state, 'ok');
  chmodSync(file, 0o644);
  const open = await findings({ ...rest, MANIFOLD_KEYS_FILE: file });
  assert.equal(open.one('keys')?.state, 'wrong');
  assert.deepEqual(open.one('files'), {
    id: 'files',
    state: 'wrong',
    sentence: `Users other than its owner can use the key file ${file} (mode 0644).`,
    remedy: `chmod 600 ${file}`,
  });
  writeFileSync(file, 'a:short');
  chmodSync(file, 0o600);
  const short = await findings({ ...rest, MANIFOLD_KEYS_FILE: file });
  assert.match(short.one('keys')?.sentence ?? '', /The key of "a" has 3 bytes/);
});

test('files that others can use are named before anything puts them right', async (t) => {
  const at = place(t);
  const { store } = await storeAt(at);
  await store.close();
  chmodSync(at.dataDir, 0o755);
  chmodSync(join(at.dataDir, 'manifold.db'), 0o640);
  const { of } = await findings(at.settings);
  assert.deepEqual(
    of('files').map(({ state, remedy }) => [state, remedy]),
    [
      ['warning', `chmod 700 ${at.dataDir}`],
      ['wrong', `chmod 600 ${join(at.dataDir, 'manifold.db')}`],
    ],
  );
});

test('a damaged file, an older database and one of a later version are reported, and not touched', async (t) => {
  const at = place(t);
  const file = join(at.dataDir, 'manifold.db');
  const fresh = async () => {
    rmSync(at.dataDir, { recursive: true, force: true });
    const { store } = await storeAt(at);
    await store.close();
  };
  const alter = (sql: string) => {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  };
  await fresh();
  truncateSync(file, 8192);
  assert.match((await findings(at.settings)).one('store')?.sentence ?? '', /is damaged/);
  truncateSync(file, 50);
  assert.match(
    (await findings(at.settings)).one('store')?.sentence ?? '',
    /is damaged or not a database/,
  );
  writeFileSync(file, 'x'.repeat(5000));
  assert.match(
    (await findings(at.settings)).one('store')?.sentence ?? '',
    /is damaged or not a database/,
  );

  await fresh();
  alter("delete from migration where name = '0001_tables'");
  const older = await findings(at.settings);
  assert.equal(older.one('tables')?.state, 'warning');
  assert.match(older.one('tables')?.sentence ?? '', /1 step will be made/);
  const db = new DatabaseSync(file);
  assert.equal(
    db.prepare("select count(*) as n from migration where name = '0001_tables'").get()?.n,
    0,
  );
  db.close();

  await fresh();
  alter("insert into migration (name, applied_at) values ('0999_later', 1)");
  const newer = await findings(at.settings);
  assert.deepEqual([newer.one('tables')?.state, newer.one('store')?.state], ['warning', 'ok']);
  alter("insert into migration (name, applied_at) values ('0999_later_breaking', 1)");
  const breaking = await findings(at.settings);
  assert.equal(breaking.code, 1);
  assert.match(breaking.one('store')?.sentence ?? '', /made by a newer version/);
});

test('running instances: several versions and a clock that is off are named', async (t) => {
  const at = place(t);
  const { store } = await storeAt(at);
  await store.close();
  const db = new DatabaseSync(join(at.dataDir, 'manifold.db'));
  const add = db.prepare("insert into instance values (?, ?, ?, ?, ?, ?, '{}')");
  const now = Date.now();
  add.run('a', '0.1.0', '[]', now, now, 5);
  add.run('b', '0.2.0', '[]', now, now, -45_000);
  add.run('gone', '0.0.1', '[]', now, now - 600_000, 0);
  db.close();
  const { of } = await findings(at.settings);
  assert.deepEqual(
    of('instances').map(({ sentence }) => sentence),
    ['2 instances are running, in different versions: 0.1.0, 0.2.0.'],
  );
  assert.deepEqual(
    of('clock').map(({ state, sentence }) => [state, sentence]),
    [['wrong', 'The clock of a running instance is 45.0 s behind the database’s.']],
  );
  assert.equal(of('public-address')[0]?.state, 'wrong', 'somebody runs, and yet no one answers');
});

test('vendors are asked only with --live: who answers, and who takes the app', async (t) => {
  const at = place(t);
  const { store, create, give } = await storeAt(at);
  await create('c');
  await give('one', 'bol', { token: 'own' });
  await store.close();
  const asked: string[] = [];
  let answer = {
    status: 200,
    body: '{"access_token":"Atza|x","token_type":"bearer","expires_in":3600}',
  };
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`);
    request.resume();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const settings = {
    ...at.settings,
    MANIFOLD_ROUTES: JSON.stringify({ '*': `http://127.0.0.1:${port}` }),
    MANIFOLD_AMAZON_CLIENT_ID: 'an-id',
    MANIFOLD_AMAZON_CLIENT_SECRET: 'canary-secret',
    MANIFOLD_AMAZON_SECRET_ENDS: '2100-01-01',
  };
  assert.equal((await findings(settings)).of('vendors').length, 0);
  assert.deepEqual(asked, []);
  const live = await findings(settings, '--live');
  assert.deepEqual(asked.sort(), ['GET api.bol.com/', 'POST api.amazon.com/auth/o2/token']);
  assert.deepEqual(
    live.of('vendors').map(({ sentence }) => sentence),
    ['bol answers.'],
  );
  assert.ok(live.of('vendor-apps').some(({ sentence }) => sentence === 'Amazon accepts your app.'));

  answer = {
    status: 401,
    body: '{"error":"invalid_client","error_description":"canary-secret is wrong"}',
  };
  const refused = await findings(settings, '--live');
  assert.equal(refused.of('vendor-apps').at(-1)?.state, 'wrong');
  assert.doesNotMatch(refused.said, /canary/);
  answer = { status: 400, body: '{"error":"invalid_scope"}' };
  const scoped = await findings(settings, '--live');
  assert.equal(scoped.of('vendor-apps').at(-1)?.sentence, 'Amazon accepts your app.');
  answer = { status: 503, body: '' };
  const without = { ...settings, MANIFOLD_AMAZON_CLIENT_ID: '', MANIFOLD_AMAZON_CLIENT_SECRET: '' };
  assert.equal((await findings(without, '--live')).of('vendors')[0]?.state, 'warning');
  server.close();
  server.closeAllConnections();
  const away = await findings(without, '--live');
  assert.equal(away.of('vendors')[0]?.state, 'wrong');
});

test('a port that another program has is wrong; those of the running service are not', async (t) => {
  const { dataDir } = place(t);
  let body = '{"status":"ok"}';
  const taken = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const local = { MANIFOLD_DATA_DIR: dataDir, MANIFOLD_HOST: '127.0.0.1', MANIFOLD_PORT: '0', MANIFOLD_SANDBOX_PORT: '0' }; // biome-ignore format: one line
  const others = ['SANDBOX', 'METRICS', 'CONSOLE'].map((name) => `MANIFOLD_${name}_PORT`);
  for (const name of ['MANIFOLD_PORT', ...others]) {
    const { of } = await findings({ ...local, [name]: port });
    const said = name === 'MANIFOLD_PORT' ? [] : [`Port ${port} is taken. Stop what uses it, or set ${name} to another.`]; // biome-ignore format: one line
    assert.deepEqual(
      of('ports').flatMap(({ state, sentence }) => (state === 'wrong' ? [sentence] : [])),
      said,
      name,
    );
  }
  const running = { ...local, MANIFOLD_PORT: port, MANIFOLD_METRICS_PORT: port };
  assert.equal((await findings(running)).one('ports')?.state, 'ok');
  body = '{"status":"else"}';
  assert.equal((await findings(running)).one('ports')?.state, 'wrong');
});

test('a sandbox’s folder and a folder in place of the database are wrong, not a crash', async (t) => {
  const at = place(t);
  mkdirSync(at.dataDir);
  appendFileSync(join(at.dataDir, 'manifold.json'), '{"mode":"sandbox","baseUrl":"x"}');
  const sandbox = await findings(at.settings);
  assert.match(sandbox.one('store')?.sentence ?? '', /is the sandbox’s/);
  rmSync(join(at.dataDir, 'manifold.json'));
  mkdirSync(join(at.dataDir, 'manifold.db'));
  const folder = await findings(at.settings);
  assert.deepEqual([folder.code, folder.one('store')?.state], [1, 'wrong']);
  assert.deepEqual(readdirSync(at.dataDir), ['manifold.db']);
});
