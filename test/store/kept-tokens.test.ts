// Access tokens: asked for once by all instances, sealed with the credential, gone with it; on both
// databases, for every channel that has any.
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { stores as everyStore } from '../../sandbox/stores/index.ts';
import { createAppStanding } from '../../src/accounts/app-standing.ts';
import { type Connect, createConnect } from '../../src/accounts/connect.ts';
import { channels } from '../../src/channels/index.ts';
import type { Credential } from '../../src/model/credential.ts';
import { createBreaker } from '../../src/net/breaker.ts';
import { HOST_RESTS } from '../../src/net/call.ts';
import { createIntake } from '../../src/net/intake.ts';
import { createBudgets } from '../../src/net/pace.ts';
import type { Received, Sending } from '../../src/net/send.ts';
import { createStanding } from '../../src/net/standing.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, testSeal } from './databases.ts';

const CALLS = 100;
/** Where it is not the number that matters. */
const FEW = 12;
const LIFE = 3600;

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox({ port: 0, stores: everyStore });
});
after(() => sandbox.close());

/** A credential of each kind that is exchanged for a token. */
function credentialOf(name: string): Credential {
  const channel = channels[name] ?? assert.fail();
  if (name === 'shopify')
    return channel.accept({
      ...{ baseUrl: 'https://demo.myshopify.com' },
      ...{ clientId: '0123456789abcdef0123456789abcdef', clientSecret: `shpss_${'0a'.repeat(16)}` },
    });
  const keys = new Set(channel.fields.map(({ key }) => key));
  const { shops } = sandbox.stores.find((store) => store.channel === name) ?? assert.fail();
  for (const { credential } of shops) {
    const all = Object.entries({ ...credential.account, ...credential.secrets });
    const typed = channel.accept(Object.fromEntries(all.filter(([key]) => keys.has(key))));
    if (channel.renewal?.endsAt(typed) === 0) return typed;
  }
  return assert.fail(`${name} has no credential that is exchanged`);
}

/** Gives out tokens, and answers anyone who shows the last one. */
function createVendor() {
  const vendor = { asked: 0, token: 'none yet', shown: [] as string[] };
  const answer = (status: number, body: object): Received => ({
    ...{ status, headers: { 'content-type': 'application/json' } },
    bytes: Buffer.from(JSON.stringify(body)),
  });
  const send = async ({ url, headers }: Sending): Promise<Received> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (/token/.test(url.pathname)) {
      vendor.asked += 1;
      vendor.token = `canary-token-number-${vendor.asked}`;
      return answer(200, {
        ...{ access_token: vendor.token, token_type: 'bearer', expires_in: LIFE },
        ...{ scope: 'read_orders,read_products' },
      });
    }
    const all = Object.values(headers).join(' ');
    const [shown = ''] = /canary-token-number-\d+/.exec(all) ?? [];
    vendor.shown.push(shown);
    return shown === vendor.token ? answer(200, {}) : answer(401, { error: 'no' });
  };
  return { vendor, sender: { send, close: async () => {} } };
}

async function setUp(database: Database, t: TestContext, name: string) {
  const { store, place, clock } = await database.store(t);
  const { now } = clock;
  const more = () => openStore({ ...place, role: 'tool', now, databaseClock: now, seal: testSeal });
  const stores = [store, await more(), await more()];
  t.after(() => Promise.all(stores.slice(1).map((one) => one.close())));
  await store.clients.create(SOME_CLIENT);
  const user = (await store.users.ensure(SOME_CLIENT.id, 'u')) ?? assert.fail();
  const key = { userId: user.id, channel: name };
  const channel = channels[name] ?? assert.fail();
  const credential = credentialOf(name);
  const link = (secrets = credential.secrets) =>
    store.credentials.save({ ...key, account: credential.account, secrets, expiresAt: null });
  await link();
  const { vendor, sender } = createVendor();
  const apps = Object.fromEntries(
    sandbox.stores.flatMap(({ channel, app }) => (app ? [[channel, app]] : [])),
  );
  /** A process with nothing in its memory. */
  const process = (): Connect =>
    createConnect({
      ...{ sender, apps, now, random: () => 0, userAgent: 'test', routes: () => undefined },
      ...{
        budgets: createBudgets(now),
        breaker: createBreaker({ ...HOST_RESTS, random: () => 0 }),
      },
      ...{ intake: createIntake(2 ** 24), standing: createStanding() },
      appStanding: createAppStanding({ set: {}, onChange() {} }),
      allowedPorts: new Set(),
    });
  const call = async (connect: Connect, from: Store | undefined) => {
    const stored = from && ((await from.credentials.find(key)) ?? assert.fail());
    const { account, secrets } = stored ?? credential;
    const opened = connect(
      {
        ...{ name, channel, credential: { account, secrets } },
        identity: stored ? `linked/${stored.linkedAt}` : 'given/x',
        ...(from && stored && { stored: from.renewals.of(key, stored.version) }),
      },
      { signal: AbortSignal.timeout(30_000), deadline: now() + 30_000 },
    );
    const [host = ''] = channel.hosts(account);
    return await opened.call({ url: `https://${host.replace('*.', 'x.')}/orders`, unread: true });
  };
  const processes = stores.map((from) => [process(), from] as const);
  const many = (count = CALLS, among = processes) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => {
        const [connect, from] = among[n % among.length] ?? assert.fail();
        return call(connect, from);
      }),
    );
  return { place, store, stores, clock, key, link, vendor, process, call, many, credential };
}

const exchanged = Object.entries(channels).filter(([, { renewal }]) => renewal);

eachDatabase((database) => {
  for (const [name] of exchanged) {
    it(`${name}: three instances ask for one token, and a restart for none`, async (t) => {
      const { stores, vendor, process, many, place, key, store } = await setUp(database, t, name);
      await many();
      assert.equal(vendor.asked, 1);
      await many(
        FEW,
        stores.map((from) => [process(), from] as const),
      );
      assert.equal(vendor.asked, 1);
      const db = await openRaw(place, t);
      const row = await db.selectFrom('credential').selectAll().executeTakeFirstOrThrow();
      assert.doesNotMatch(JSON.stringify(row), /canary-token/);
      const context = `credential/${key.userId}/${name}`;
      assert.throws(() => testSeal.open(row.secrets, context), 'the ring alone does not open it');
      const kept = await store.credentials.find({ userId: key.userId, channel: name });
      assert.match(JSON.stringify(kept?.secrets), /canary-token/);
      assert.equal(row.expires_at, null, 'it need not be renewed while no one asks');
      assert.deepEqual(await store.renewals.due(Number.MAX_SAFE_INTEGER, 10), []);
      await store.users.remove(SOME_CLIENT.id, 'u');
      assert.equal((await db.selectFrom('credential').selectAll().execute()).length, 0);
    });

    it(`${name}: a token that ended, or that the vendor ended early, is replaced once`, async (t) => {
      const { vendor, many, clock } = await setUp(database, t, name);
      await many(FEW);
      clock.forward(LIFE * 1000);
      await many(FEW);
      assert.equal(vendor.asked, 2);
      vendor.token = 'ended by the vendor';
      await many(FEW);
      assert.equal(vendor.asked, 3);
    });

    it(`${name}: linked again, no token of the link before is used`, async (t) => {
      const { vendor, many, clock, link } = await setUp(database, t, name);
      await many(FEW);
      const old = vendor.token;
      clock.forward(1000);
      await link();
      vendor.shown.length = 0;
      await many(FEW);
      assert.equal(vendor.asked, 2);
      assert.ok(!vendor.shown.includes(old));
    });

    it(`${name}: for a credential that came with the request nothing is stored`, async (t) => {
      const { vendor, many, process, place } = await setUp(database, t, name);
      const db = await openRaw(place, t);
      const before = await db.selectFrom('credential').selectAll().execute();
      await many(FEW, [[process(), undefined]] as never);
      assert.equal(vendor.asked, 1, 'once for a process');
      assert.deepEqual(await db.selectFrom('credential').selectAll().execute(), before);
    });
  }
});
