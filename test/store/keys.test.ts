// Tests of the keys in use: a store is not opened without the keys that sealed what it holds.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createKeeper, settleKey } from '../../src/keys/keeper.ts';
import { createLiveRing, type KeyRing, newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore, type Store, StoreUnavailableError } from '../../src/store/index.ts';
import { type Database, eachDatabase, type Place, SOME_CLIENT, stoppedClock } from './databases.ts';

const SECRETS = { token: 'shpat_canary' };

async function opened(t: TestContext, place: Place, keys: string, clock = stoppedClock()) {
  const ring = createLiveRing(parseKeys(keys));
  const store = await openStore({ ...place, role: 'tool', now: clock.now, seal: createSeal(ring) });
  t.after(() => store.close());
  return { ring, store, clock };
}

async function linkSome(store: Store, tpUserId = 'u') {
  await store.clients.create(SOME_CLIENT);
  const user = await store.users.ensure(SOME_CLIENT.id, tpUserId);
  assert.ok(user);
  const key = { userId: user.id, channel: 'shopify' };
  await store.credentials.save({ ...key, account: {}, secrets: SECRETS, expiresAt: null });
  return key;
}

/** A service process among several, as far as keys go. */
async function process(
  t: TestContext,
  place: Place,
  id: string,
  keys: string,
  clock = stoppedClock(),
) {
  const { ring, store } = await opened(t, place, keys, clock);
  const logged: string[] = [];
  let next: KeyRing | undefined;
  let trouble: Error | undefined;
  const inUse = async () => {
    if (trouble) throw trouble;
    return await store.keys.inUse();
  };
  const keeper = createKeeper({
    ...{
      ring,
      store: { ...store, keys: { ...store.keys, inUse } },
      id,
      now: clock.now,
      version: '1.0.0',
    },
    busy: () => ({ underWay: [], waiting: {}, appsRefused: [] }),
    changes: () => {
      const change = next;
      next = undefined;
      return change;
    },
    log: (level, _, sentence) => logged.push(`${level}: ${sentence}`),
  });
  await keeper.poll();
  return {
    ...{ ring, store, keeper, logged, clock },
    given(text: string) {
      next = parseKeys(text);
    },
    away(error: Error | undefined) {
      trouble = error;
    },
  };
}

eachDatabase((database: Database) => {
  it('refuses a ring without a key that is in use, and a key of the same name that is another', async (t) => {
    const place = await database.place(t);
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const { ring, store } = await opened(t, place, k1);
    await settleKey(ring, store);
    await linkSome(store);
    await assert.rejects(opened(t, place, k2), {
      name: 'StoreOpenError',
      message: /sealed with the key "k1", which is not in the key ring.*manifold keys forget k1/,
    });
    await assert.rejects(opened(t, place, `${k2},${newKeyEntry('k1')}`), {
      name: 'StoreOpenError',
      message: /The key "k1" of the key ring is not the one/,
    });
    await opened(t, place, `${k2},${k1}`);
  });

  it('a new key seals once every instance has it, and what is stored moves to it', async (t) => {
    const place = await database.place(t);
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const clock = stoppedClock();
    const one = await process(t, place, 'one', k1, clock);
    const two = await process(t, place, 'two', k1, clock);
    const key = await linkSome(one.store);

    one.given(`${k2},${k1}`);
    await one.keeper.poll();
    assert.equal(one.ring.newest.id, 'k1', 'the other could not open it');
    two.given(`${k2},${k1}`);
    await two.keeper.poll();
    await one.keeper.poll();
    assert.deepEqual([one.ring.newest.id, two.ring.newest.id], ['k2', 'k2']);

    await one.keeper.rewrap(() => false);
    assert.ok(
      !one.logged.some((line) => line.includes('put under')),
      'not before all seal with it',
    );
    clock.forward(3 * 60_000);
    await one.keeper.rewrap(() => false);
    assert.ok(one.logged.includes('info: what is stored was put under this key'));
    assert.deepEqual((await two.store.credentials.find(key))?.secrets, SECRETS);
    const inUse = async () => (await one.store.keys.inUse()).map(({ id }) => id);
    assert.deepEqual(await inUse(), ['k1', 'k2'], 'page tokens of the older key are about');
    clock.forward(25 * 3600_000);
    await one.keeper.rewrap(() => false);
    assert.deepEqual(await inUse(), ['k2']);
    await opened(t, place, k2, clock);
  });

  it('a ring that lacks a key in use, or has another of that name, is not taken up', async (t) => {
    const place = await database.place(t);
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const one = await process(t, place, 'one', k1);
    const key = await linkSome(one.store);
    for (const wrong of [k2, `${k2},${newKeyEntry('k1')}`]) {
      one.given(wrong);
      await one.keeper.poll();
      assert.match(one.logged.at(-1) ?? '', /^error: .*the one before stays in force/);
      assert.deepEqual(one.ring.ids, ['k1']);
    }
    assert.deepEqual((await one.store.credentials.find(key))?.secrets, SECRETS);
  });

  it('a ring that changed while the database was away is taken up when it is back', async (t) => {
    const place = await database.place(t);
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const one = await process(t, place, 'one', k1);
    one.given(`${k2},${k1}`);
    one.away(new StoreUnavailableError(new Error('connection lost')));
    await one.keeper.poll();
    assert.deepEqual(one.ring.ids, ['k1']);
    one.away(undefined);
    await one.keeper.poll();
    assert.deepEqual([one.ring.ids, one.ring.newest.id], [['k2', 'k1'], 'k2']);
  });

  it('an instance that died is not waited for longer than it takes to notice', async (t) => {
    const place = await database.place(t);
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const clock = stoppedClock();
    const one = await process(t, place, 'one', k1, clock);
    await process(t, place, 'dead', k1, clock);
    one.given(`${k2},${k1}`);
    await one.keeper.poll();
    assert.equal(one.ring.newest.id, 'k1');
    clock.forward(60_000);
    await one.keeper.poll();
    assert.equal(one.ring.newest.id, 'k2');
    await one.keeper.leave();
    assert.deepEqual(await one.store.instances.alive(), []);
  });

  it('a key that is lost is given up with what it sealed, and the client is notified', async (t) => {
    const place = await database.place(t);
    const [k1, k2] = [newKeyEntry('k1'), newKeyEntry('k2')];
    const before = await opened(t, place, k1);
    await settleKey(before.ring, before.store);
    const lost = await linkSome(before.store);
    const wish = { ...lost, clientId: SOME_CLIENT.id, resource: 'orders', account: 'a' } as const;
    const often = { every: 60, sweep: null, keep: 'digests' } as const;
    const watch = await before.store.watches.put({ ...wish, ...often }, 1);
    assert.ok(typeof watch === 'number');
    const after = createLiveRing(parseKeys(k2));
    const clock = stoppedClock();
    const options = { ...place, role: 'tool', now: clock.now, seal: createSeal(after) } as const;
    const store = await openStore({ ...options, someKeysLost: true });
    t.after(() => store.close());
    await settleKey(after, store);
    const kept = await linkSome(store, 'other');
    assert.deepEqual(await store.forgetKey('k1'), {
      credentials: 1,
      signingSecrets: 0,
      eventAddresses: 0,
      deliveries: 0,
      executions: 0,
      hooks: 0,
      watches: 1,
    });
    assert.equal(await store.watches.find(SOME_CLIENT.id, watch), undefined);
    assert.deepEqual(
      await store.readings.which({ resource: 'orders', channel: lost.channel, account: 'a' }),
      [],
    );
    assert.ok(await store.feed.keyFor(SOME_CLIENT.id), 'another key is made');
    assert.equal(await store.credentials.find(lost), undefined);
    assert.deepEqual((await store.credentials.find(kept))?.secrets, SECRETS);
    await opened(t, place, k2);
    await linkSome(store, 'u');
  });
});
