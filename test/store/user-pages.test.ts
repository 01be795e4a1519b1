// Tests of pages of users: every user once, whatever comes and goes meanwhile, at a cost that does not grow.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { openStore, type Store, type UserPageAsk } from '../../src/store/index.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, START, testSeal } from './databases.ts';

async function opened(database: Database, t: TestContext) {
  const place = await database.place(t);
  let reads = 0;
  const store = await openStore({
    ...{ ...place, role: 'service', now: () => START, databaseClock: () => START, seal: testSeal },
    watch: {
      took: (kind) => {
        if (kind === 'read') reads += 1;
      },
      failed: () => {},
    },
  });
  t.after(() => store.close());
  for (const id of ['shop-app', 'other-app']) await store.clients.create({ ...SOME_CLIENT, id });
  const readsOf = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const before = reads;
    return [await work(), reads - before];
  };
  return { store, place, readsOf };
}

async function link(store: Store, client: string, tpUserId: string, ...channels: string[]) {
  const user = await store.users.ensure(client, tpUserId);
  assert.ok(user);
  for (const channel of channels)
    await store.credentials.save({
      ...{ userId: user.id, channel, account: { shop: `${tpUserId}/${channel}` } },
      ...{ secrets: { token: 'canary-of-a-secret' }, expiresAt: null, name: `Shop of ${tpUserId}` },
    });
  return user.id;
}

/** Every page to the end; `between` is called after each. */
async function walk(
  store: Store,
  ask: UserPageAsk,
  between: (page: number) => Promise<unknown> = async () => {},
  client = 'shop-app',
) {
  const seen: string[] = [];
  const pages: number[] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await store.users.page(client, { ...ask, after });
    seen.push(...rows.map(({ user }) => user.tpUserId));
    pages.push(rows.length);
    await between(pages.length);
    after = next;
    assert.ok(pages.length < 100, 'the walk does not end');
  } while (after !== undefined);
  return { seen, pages };
}

const ODD = ["o'hara", 'a%b_c', 'ünï', 'מלצר', '💥', 'a b', 'A', 'a', 'Z', '0', 'a'.repeat(256)];

eachDatabase((database) => {
  it('shows each user with all links and no secret, and none of another client', async (t) => {
    const { store } = await opened(database, t);
    await link(store, 'shop-app', 'u1', 'bol', 'shopify');
    await link(store, 'shop-app', 'u2');
    await link(store, 'other-app', 'u1', 'amazon');
    const { rows, next } = await store.users.page('shop-app', { limit: 10 });
    assert.equal(next, undefined);
    assert.deepEqual(
      rows.map(({ user, links }) => [
        user.tpUserId,
        user.clientId,
        links.map(({ channel, account, name }) => [channel, account.shop, name]),
      ]),
      [
        [
          'u1',
          'shop-app',
          [
            ['bol', 'u1/bol', 'Shop of u1'],
            ['shopify', 'u1/shopify', 'Shop of u1'],
          ],
        ],
        ['u2', 'shop-app', []],
      ],
    );
    assert.deepEqual(rows[0]?.links, await store.credentials.list(rows[0]?.user.id ?? ''));
    assert.ok(!JSON.stringify(rows).includes('secret'));
    assert.deepEqual(await store.users.page('unknown', { limit: 10 }), { rows: [] });
  });

  it('gives every user once, by pages of any size, whatever they are called', async (t) => {
    const { store } = await opened(database, t);
    for (const name of ODD) {
      await link(store, 'shop-app', name, 'bol', 'shopify');
      await link(store, 'other-app', name, 'bol');
    }
    for (const limit of [1, 2, 3, 10, 11, 12]) {
      const { seen, pages } = await walk(store, { limit });
      assert.deepEqual([...seen].sort(), [...ODD].sort(), String(limit));
      assert.equal(new Set(seen).size, ODD.length);
      assert.equal(pages.length, Math.ceil(ODD.length / limit));
      const filtered = await walk(store, { limit, channel: 'shopify', state: 'linked' });
      assert.deepEqual(filtered.seen, seen);
    }
  });

  it('finds those whose name begins so, each once, whatever else they are called', async (t) => {
    const { store } = await opened(database, t);
    for (const name of [...ODD, 'a\u{10ffff}b', 'b']) await link(store, 'shop-app', name, 'bol');
    for (const limit of [1, 3, 20])
      for (const beginning of ['', 'a', 'a%', 'a_', "o'", 'ü', '💥', 'a'.repeat(256), 'none'])
        for (const channel of [undefined, 'bol', 'shopify']) {
          const { seen } = await walk(store, { limit, beginning, channel });
          const all = [...ODD, 'a\u{10ffff}b', 'b'].filter((name) => name.startsWith(beginning));
          assert.deepEqual(seen.toSorted(), channel === 'shopify' ? [] : all.toSorted(), beginning);
        }
    assert.deepEqual((await store.users.page('shop-app', { limit: 3, beginning: 'a\0' })).rows, []);
  });

  it('loses and repeats no one who is there throughout, while others come and go', async (t) => {
    const { store } = await opened(database, t);
    const staying = Array.from({ length: 30 }, (_, n) => `s${String(n).padStart(2, '0')}`);
    for (const name of staying) {
      await link(store, 'shop-app', name, 'bol');
      await link(store, 'shop-app', `${name}-leaves`);
    }
    const { seen } = await walk(store, { limit: 7 }, async (page) => {
      // Before, at and behind the place where the walk is.
      for (const at of [0, page * 3, page * 4, 29]) {
        await store.users.remove('shop-app', `${staying[at] ?? ''}-leaves`);
        await store.users.ensure('shop-app', `${staying[at] ?? ''}-new${page}`);
      }
    });
    assert.deepEqual(
      seen.filter((name) => staying.includes(name)),
      staying,
    );
    assert.equal(new Set(seen).size, seen.length);
  });

  it('finds those whose links need attention, of one channel or of any', async (t) => {
    const { store } = await opened(database, t);
    const why = { code: 'credential_refused', message: 'The key was revoked.' } as const;
    for (const [name, channel] of [
      ['u1', 'bol'],
      ['u3', 'shopify'],
    ] as const)
      await store.credentials.mark(
        { userId: await link(store, 'shop-app', name, 'bol', 'shopify'), channel },
        'attention',
        why,
      );
    await link(store, 'shop-app', 'u2', 'bol');
    await link(store, 'shop-app', 'u4');
    const of = async (ask: Omit<UserPageAsk, 'limit'>) =>
      (await walk(store, { ...ask, limit: 1 })).seen;
    assert.deepEqual(await of({ state: 'attention' }), ['u1', 'u3']);
    assert.deepEqual(await of({ state: 'attention', channel: 'bol' }), ['u1']);
    assert.deepEqual(await of({ state: 'linked' }), ['u1', 'u2', 'u3']);
    assert.deepEqual(await of({ state: 'linked', channel: 'shopify' }), ['u1']);
    assert.deepEqual(await of({ channel: 'bol' }), ['u1', 'u2', 'u3']);
    assert.deepEqual(await of({ channel: 'amazon' }), []);
    assert.deepEqual(await of({ channel: 'a\0b' }), []);
  });

  it('reads a page with one statement, and looks at a bounded number of users to fill it', async (t) => {
    const { store, place, readsOf } = await opened(database, t);
    const raw = await openRaw(place, t);
    const many = Array.from({ length: 2500 }, (_, n) => ({
      ...{ id: `id-${n}`, client_id: 'shop-app', tp_user_id: `u${String(n).padStart(5, '0')}` },
      ...{ created_at: START, updated_at: START },
    }));
    for (let at = 0; at < many.length; at += 500)
      await raw
        .insertInto('user')
        .values(many.slice(at, at + 500))
        .execute();
    await link(store, 'shop-app', 'u02400', 'bol', 'shopify');
    const [page, reads] = await readsOf(() => store.users.page('shop-app', { limit: 100 }));
    assert.deepEqual([page.rows.length, page.next, reads], [100, 'u00099', 1]);

    const [looked, looks] = await readsOf(() =>
      store.users.page('shop-app', { limit: 100, state: 'linked' }),
    );
    assert.deepEqual([looked, looks], [{ rows: [], next: 'u00999' }, 2]);
    const { seen, pages } = await walk(store, { limit: 100, state: 'linked' });
    assert.deepEqual([seen, pages], [['u02400'], [0, 0, 1]]);
  });
});
