// Tests of the rows of clients, access tokens, users and magic links.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NEWEST_VERSION } from '../../src/model/versions.ts';
import type { UserPage } from '../../src/store/index.ts';
import { eachDatabase, SOME_CLIENT, START } from './databases.ts';

const TOKEN = {
  hash: 't1',
  clientId: 'shop-app',
  secretId: 's1',
  scopes: ['orders'],
  createdAt: START,
  expiresAt: START + 1000,
} as const;

const LINK = {
  hash: 'l1',
  clientId: 'shop-app',
  scopes: ['shopify', 'bol'],
  redirectUrl: 'https://app.example/done?x=1',
  userName: null,
  createdAt: START,
  expiresAt: START + 3_600_000,
} as const;

eachDatabase((database) => {
  it('keeps a client as it was given, and refuses its id a second time', async (t) => {
    const { store } = await database.store(t);
    const expected = { ...SOME_CLIENT, createdAt: START, version: NEWEST_VERSION };
    assert.deepEqual(await store.clients.create(SOME_CLIENT), expected);
    assert.deepEqual(await store.clients.find('shop-app'), expected);
    assert.equal(await store.clients.create({ ...SOME_CLIENT, name: 'Other' }), undefined);
    assert.deepEqual(await store.clients.find('shop-app'), expected);
    assert.equal(await store.clients.find('Shop-App'), undefined);
  });

  it('keeps all of a client: numbers, names in any script, an address', async (t) => {
    const { store } = await database.store(t);
    const client = {
      ...SOME_CLIENT,
      id: 'b',
      name: `Bäckerei 🥨 'quoted' "twice" \\`,
      tokenSeconds: 315_360_000,
      logoUrl: 'https://app.example/logo.svg',
      redirectOrigins: [],
    };
    await store.clients.create(client);
    assert.deepEqual(await store.clients.find('b'), {
      ...client,
      createdAt: START,
      version: NEWEST_VERSION,
    });
  });

  it('changes what a client may do, what users see of it and its version, and of no other', async (t) => {
    const { store } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    const other = await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    const branding = { accent: '#ff8800', supportUrl: 'mailto:help@app.example' };
    const scopes = ['orders', 'orders.write'];
    const version = '2025-01-01';
    const changed = {
      name: 'Ny & Co',
      scopes,
      redirectOrigins: [],
      logoUrl: null,
      branding,
      version,
    };
    const expected = { ...SOME_CLIENT, ...changed, createdAt: START };
    assert.deepEqual(await store.clients.update({ id: SOME_CLIENT.id, ...changed }), expected);
    assert.deepEqual(await store.clients.find(SOME_CLIENT.id), expected);
    assert.deepEqual(await store.clients.find('other'), other);
    assert.equal(await store.clients.update({ id: 'unknown', ...changed }), undefined);
    assert.equal(await store.clients.update({ id: 'a\0', ...changed }), undefined);
  });

  it('lists clients by age', async (t) => {
    const { store, clock } = await database.store(t);
    for (const id of ['z', 'a', 'm']) {
      await store.clients.create({ ...SOME_CLIENT, id });
      clock.forward(1);
    }
    assert.deepEqual(
      (await store.clients.list()).map((client) => client.id),
      ['z', 'a', 'm'],
    );
  });

  it('replaces the secrets of a client only if no one else did meanwhile', async (t) => {
    const { store } = await database.store(t);
    const seen = await store.clients.create(SOME_CLIENT);
    assert.ok(seen);
    const two = [...seen.secrets, { id: 's2', hash: 'h2', createdAt: START, expiresAt: 7 }];
    assert.equal(await store.clients.replaceSecrets(seen, two), true);
    assert.equal(await store.clients.replaceSecrets(seen, []), false);
    assert.deepEqual((await store.clients.find('shop-app'))?.secrets, two);
  });

  it('finds nothing, without failing, for texts that no database can hold', async (t) => {
    const { store } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    await store.users.ensure('shop-app', 'a\ufffd');
    for (const odd of ['a\0', '\ud800', 'a\udc00', "' or 1=1 --", 'x'.repeat(100_000)]) {
      assert.equal(await store.clients.find(odd), undefined);
      assert.equal(await store.clients.remove(odd), false);
      assert.equal(await store.users.find('shop-app', odd), undefined);
      assert.equal(await store.users.remove('shop-app', odd), undefined);
    }
    await assert.rejects(store.users.ensure('shop-app', 'a\ud800'), TypeError);
  });

  it('keeps a token, revokes it once, and knows nothing of others', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    assert.equal(await store.tokens.add(TOKEN), true);
    assert.deepEqual(await store.tokens.find('t1'), { ...TOKEN, revokedAt: null, usedAt: null });
    clock.forward(5);
    assert.equal(await store.tokens.revoke('t1'), true);
    assert.equal(await store.tokens.revoke('t1'), false);
    assert.equal(await store.tokens.revoke('t2'), false);
    assert.equal((await store.tokens.find('t1'))?.revokedAt, START + 5);
    assert.equal(await store.tokens.find('t2'), undefined);
    assert.equal(await store.tokens.add({ ...TOKEN, hash: 't9', clientId: 'gone' }), false);
  });

  it('revokes the tokens issued with some secrets and leaves the others', async (t) => {
    const { store } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    await store.tokens.add(TOKEN);
    await store.tokens.add({ ...TOKEN, hash: 't2' });
    await store.tokens.add({ ...TOKEN, hash: 't3', secretId: 's2' });
    await store.tokens.add({ ...TOKEN, hash: 't4', clientId: 'other' });
    assert.equal(await store.tokens.revokeIssuedWith('shop-app', ['s1', 's9']), 2);
    assert.equal(await store.tokens.revokeIssuedWith('shop-app', []), 0);
    const revoked = await Promise.all(
      ['t1', 't2', 't3', 't4'].map(async (hash) => (await store.tokens.find(hash))?.revokedAt),
    );
    assert.deepEqual(revoked, [START, START, null, null]);
  });

  it('makes a user once, apart for each client, also when many ask at the same time', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    const asked = Array.from({ length: 20 }, () => store.users.ensure('shop-app', 'Käufer 1'));
    const users = await Promise.all(asked);
    const [user] = users;
    assert.ok(user);
    assert.equal(new Set(users.map((each) => each?.id)).size, 1);
    assert.equal(user.tpUserId, 'Käufer 1');
    const other = await store.users.ensure('other', 'Käufer 1');
    assert.notEqual(other?.id, user.id);
    clock.forward(10);
    await store.users.ensure('shop-app', 'Käufer 1');
    const later = { ...user, updatedAt: START + 10 };
    assert.deepEqual(await store.users.find('shop-app', 'Käufer 1'), later);
    assert.deepEqual(await store.users.find(user.clientId, user.tpUserId), later);
    assert.equal(await store.users.find('shop-app', 'käufer 1'), undefined);
    assert.equal(await store.users.find('shop-app', 'Käufer%'), undefined);
    assert.equal(await store.users.ensure('gone', 'x'), undefined);
    const long = '漢'.repeat(256);
    assert.equal((await store.users.ensure('shop-app', long))?.tpUserId, long);
  });

  it('lists the users of a client page by page', async (t) => {
    const { store } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    await store.users.ensure('other', 'x');
    const names = ['a', 'B', 'c', 'ä', '10', '9', 'a b'];
    for (const name of names) await store.users.ensure('shop-app', name);
    const seen: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { rows, next }: UserPage = await store.users.page('shop-app', { after, limit: 3 });
      assert.ok(rows.length <= 3);
      seen.push(...rows.map(({ user }) => user.tpUserId));
      after = next;
    }
    assert.deepEqual(seen.toSorted(), names.toSorted());
  });

  it('gives a magic link to exactly one of many that redeem it at the same time', async (t) => {
    const { store } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    const user = await store.users.ensure('shop-app', 'u');
    assert.ok(user);
    const link = { ...LINK, userId: user.id };
    assert.equal(await store.links.add(link), true);
    assert.deepEqual(await store.links.find('l1'), { ...link, redeemedAt: null });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.links.redeem('l1')));
    const counted = outcomes.map((each) => each.outcome).sort();
    assert.deepEqual(counted, ['redeemed', ...Array(9).fill('used')]);
    assert.deepEqual(await store.links.find('l1'), { ...link, redeemedAt: START });
    assert.deepEqual(await store.links.redeem('l2'), { outcome: 'unknown' });
    assert.equal(await store.links.add({ ...link, hash: 'l3', userId: 'gone' }), false);
  });

  it('does not redeem a magic link from the moment it expires', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    const user = await store.users.ensure('shop-app', 'u');
    const link = { ...LINK, userId: user?.id ?? '', redirectUrl: null, userName: null };
    await store.links.add(link);
    clock.forward(3_600_000);
    const expired = { outcome: 'expired', link: { ...link, redeemedAt: null } };
    assert.deepEqual(await store.links.redeem('l1'), expired);
  });

  it('removes a client with its users, tokens and links for good, and no one else’s', async (t) => {
    const { store } = await database.store(t);
    for (const id of ['shop-app', 'other']) {
      await store.clients.create({ ...SOME_CLIENT, id });
      const user = await store.users.ensure(id, 'u');
      await store.tokens.add({ ...TOKEN, hash: `t-${id}`, clientId: id });
      await store.links.add({ ...LINK, hash: `l-${id}`, clientId: id, userId: user?.id ?? '' });
    }
    assert.equal(await store.clients.remove('shop-app'), true);
    assert.equal(await store.clients.remove('shop-app'), false);
    assert.equal(await store.clients.find('shop-app'), undefined);
    assert.equal(await store.tokens.find('t-shop-app'), undefined);
    assert.equal(await store.users.find('shop-app', 'u'), undefined);
    assert.equal(await store.links.find('l-shop-app'), undefined);
    assert.equal((await store.tokens.find('t-other'))?.hash, 't-other');
    assert.equal((await store.links.find('l-other'))?.hash, 'l-other');
    await store.clients.create(SOME_CLIENT);
    assert.equal(await store.users.find('shop-app', 'u'), undefined);
  });

  const NOTHING_ELSE = {
    visits: 0,
    drafts: 0,
    consoleSessions: 0,
    linkSteps: 0,
    minutes: 0,
    hours: 0,
    executions: 0,
    results: 0,
    writes: 0,
    writeKeys: 0,
    deliveries: 0,
    hooks: 0,
    places: 0,
    formerAccounts: 0,
    audit: 0,
    changes: 0,
    buckets: 0,
  };
  it('sweeps expired tokens and long expired links, no more than asked at a time', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    const user = await store.users.ensure('shop-app', 'u');
    for (let n = 0; n < 5; n += 1) {
      await store.tokens.add({ ...TOKEN, hash: `t${n}` });
      await store.links.add({ ...LINK, hash: `l${n}`, userId: user?.id ?? '' });
    }
    await store.tokens.add({ ...TOKEN, hash: 'live', expiresAt: START + 10_000_000_000 });
    assert.deepEqual(await store.sweep(), { tokens: 0, links: 0, ...NOTHING_ELSE });
    clock.forward(1000);
    assert.deepEqual(await store.sweep(3), { tokens: 3, links: 0, ...NOTHING_ELSE });
    assert.deepEqual(await store.sweep(3), { tokens: 2, links: 0, ...NOTHING_ELSE });
    clock.forward(31 * 24 * 3_600_000);
    assert.deepEqual(await store.sweep(), { tokens: 0, links: 5, ...NOTHING_ELSE });
    assert.equal((await store.tokens.find('live'))?.hash, 'live');
  });
});
