// Subscriptions at vendors on both databases: made once, found by a hash, sealed, gone with their client.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createSubscriptions } from '../../src/events/hooks/index.ts';
import { type Database, eachDatabase, openRaw, SOME_CLIENT, testSeal } from './databases.ts';

eachDatabase((database) => {
  const house = async (t: TestContext, on: Database = database) => {
    const opened = await on.store(t);
    for (const id of ['one', 'two']) await opened.store.clients.create({ ...SOME_CLIENT, id });
    return { ...opened, rows: opened.store.hookSubscriptions };
  };
  const wanted = (id: string, changes: object = {}) => ({
    ...{ id, clientId: 'one', channel: 'shop', account: 'https://one.example' },
    ...{ resource: 'orders' as const, byApp: false },
    ...changes,
  });

  it('is made once, however often and by how many at the same time', async (t) => {
    const { rows } = await house(t);
    const made = await Promise.all(Array.from({ length: 5 }, () => rows.ensure(wanted('1'))));
    assert.equal(new Set(made.map((one) => one?.secret)).size, 1);
    assert.match(made[0]?.secret ?? '', /^[\w-]{43}$/);
    const other = await rows.ensure(wanted('2'));
    assert.notEqual(other?.secret, made[0]?.secret);
    assert.equal(await rows.ensure(wanted('3', { clientId: 'unknown' })), undefined);
  });

  it('is found by its handle alone, which stands nowhere in the database, nor does its secret', async (t) => {
    const { rows, place } = await house(t);
    const made = await rows.ensure(wanted('1'));
    assert.ok(made);
    assert.deepEqual(await rows.byHandle(made.handle), made);
    for (const odd of ['', made.secret, made.handle.slice(1), `${made.handle}x`, '\0', 'ü'])
      assert.equal(await rows.byHandle(odd), undefined);
    const db = await openRaw(place, t);
    const kept = JSON.stringify(await db.selectFrom('hook_subscription').selectAll().execute());
    for (const text of [made.handle, made.secret, 'one.example']) assert.ok(!kept.includes(text));
  });

  it('keeps what became of it, and the keys that a later check did not ask for', async (t) => {
    const { rows } = await house(t);
    await rows.ensure(wanted('1'));
    await rows.mark('1', 'active', { '0': 'a key' });
    await rows.mark('1', 'failed');
    const kept = await rows.find('1');
    assert.deepEqual([kept?.state, kept?.keys], ['failed', { '0': 'a key' }]);
  });

  it('is shared by those of one app, account and kind', async (t) => {
    const { rows } = await house(t);
    await rows.ensure(wanted('1', { byApp: true }));
    await rows.ensure(wanted('2', { byApp: true, account: 'https://two.example' }));
    await rows.ensure(wanted('3', { byApp: true, resource: 'products' }));
    await rows.ensure(wanted('4'));
    assert.equal(await rows.isShared('1'), false);
    assert.equal(await rows.isShared('4'), false);
    await rows.ensure(wanted('5', { byApp: true, clientId: 'two' }));
    assert.equal(await rows.isShared('1'), true);
    await rows.remove('5');
    assert.equal(await rows.isShared('1'), false);
  });

  it('goes with its client, and with a key that is lost', async (t) => {
    const { store, rows } = await house(t);
    const made = await rows.ensure(wanted('1'));
    await rows.ensure(wanted('2', { clientId: 'two' }));
    await store.clients.remove('one');
    assert.equal(await rows.byHandle(made?.handle ?? ''), undefined);
    assert.ok(await rows.find('2'));
    await store.forgetKey(testSeal.newestKeyId);
    assert.equal(await rows.find('2'), undefined);
  });

  it('is not made where vendors cannot reach the service', async (t) => {
    const { store, clock } = await house(t);
    const channel = {
      hints: { keep: () => assert.fail('nothing is asked of the vendor') },
      changes: { orders: { hints: ['orders/updated'] } },
    };
    const subscriptions = createSubscriptions({
      ...{ channels: { shop: channel } as never, apps: {}, store, now: clock.now, log: () => {} },
      ...{ accounts: { stored: async () => undefined }, addressOf: undefined },
    });
    const whose = { clientId: 'one', userId: 'x', channel: 'shop', account: 'a' };
    const one = { ...whose, id: '1', resource: 'orders' } as const;
    assert.equal(await subscriptions.keep(one), 'none');
    assert.equal(await store.hookSubscriptions.find('1'), undefined);
    await subscriptions.end(one);
  });
});
