// Tests of renewals: one at a time for a credential, across instances, on both databases.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore, type Store } from '../../src/store/index.ts';
import { type Database, eachDatabase, SOME_CLIENT, testSeal } from './databases.ts';

/** Two instances on the same database, and a user's credential in it. */
async function twoInstances(database: Database, t: TestContext) {
  const { store, place, clock } = await database.store(t);
  const { now } = clock;
  const other = await openStore({
    ...place,
    role: 'tool',
    now,
    databaseClock: now,
    seal: testSeal,
  });
  t.after(() => other.close());
  await store.clients.create(SOME_CLIENT);
  const user = await store.users.ensure('shop-app', 'u');
  assert.ok(user);
  const key = { userId: user.id, channel: 'shopify' };
  await store.credentials.save({
    ...key,
    account: {},
    secrets: { token: 'first' },
    expiresAt: clock.now() + 60_000,
  });
  return { store, other, key, clock };
}

const HELD = { account: {}, secrets: { token: 'first' } };
const AHEAD = { ahead: true };
const grant = (token: string, endsAt: number) => ({ account: {}, secrets: { token }, endsAt });

eachDatabase((database) => {
  it('asks the vendor once, whichever instance comes first, and hands the result to all', async (t) => {
    const { store, other, key, clock } = await twoInstances(database, t);
    let asked = 0;
    const renew = (instance: Store) =>
      instance.renewals.renew(
        key,
        HELD,
        async (stored) => {
          assert.deepEqual(stored.secrets, { token: 'first' });
          asked += 1;
          await pause(200);
          return grant(`renewed ${asked}`, clock.now() + 3_600_000);
        },
        AHEAD,
      );
    const results = await Promise.all([store, other, store, other].map(renew));
    assert.equal(asked, 1);
    assert.deepEqual(
      results.map((result) => [result?.secrets, result?.version]),
      Array(4).fill([{ token: 'renewed 1' }, 2]),
    );
    const kept = await other.credentials.find(key);
    assert.deepEqual([kept?.secrets, kept?.version], [{ token: 'renewed 1' }, 2]);
  });

  it('lets the next one try when a renewal failed or its process died', async (t) => {
    const { store, other, key, clock } = await twoInstances(database, t);
    await assert.rejects(
      store.renewals.renew(
        key,
        HELD,
        async () => {
          throw new Error('the vendor is down');
        },
        AHEAD,
      ),
      /vendor is down/,
    );
    // One that never comes back holds the lease only for a while.
    await new Promise<void>((begun) => {
      const never = () => {
        begun();
        return new Promise<never>(() => {});
      };
      other.renewals.renew(key, HELD, never, AHEAD).catch(() => {});
    });
    clock.forward(31_000);
    const renewed = await store.renewals.renew(key, HELD, async () => grant('second', 1), AHEAD);
    assert.deepEqual(renewed?.secrets, { token: 'second' });
  });

  it('keeps what was linked again meanwhile', async (t) => {
    const { store, other, key, clock } = await twoInstances(database, t);
    await store.renewals.renew(
      key,
      HELD,
      async () => {
        await other.credentials.save({
          ...key,
          account: {},
          secrets: { token: 'linked again' },
          expiresAt: null,
        });
        return grant('too late', clock.now());
      },
      AHEAD,
    );
    assert.deepEqual((await store.credentials.find(key))?.secrets, { token: 'linked again' });
    await store.credentials.remove(key, 'by_client');
    assert.equal(
      await store.renewals.renew(key, HELD, async () => grant('x', 1), AHEAD),
      undefined,
    );
  });

  it('lists what ends soon, but not what needs attention or was put off', async (t) => {
    const { store, key, clock } = await twoInstances(database, t);
    const due = () => store.renewals.due(clock.now() + 120_000, 10);
    assert.deepEqual(await due(), [key]);
    await store.renewals.postpone(key, 600_000);
    assert.deepEqual(await due(), []);
    clock.forward(600_000);
    assert.deepEqual(await due(), [key]);
    await store.credentials.mark(key, 'attention', { code: 'consent_ended', message: 'refused' });
    assert.deepEqual(await due(), []);
  });

  it('begins a visit once, gives it back to the same browser, and notes what was linked', async (t) => {
    const { store, key, clock, ...two } = await twoInstances(database, t);
    // Two embedded databases in one process would wait for each other in the same thread.
    const other = database.name === 'sqlite' ? store : two.other;
    const link = { hash: 'h', clientId: 'shop-app', userId: key.userId, scopes: ['a', 'b'] };
    const times = {
      createdAt: clock.now(),
      expiresAt: clock.now() + 1000,
      redirectUrl: null,
      userName: null,
    };
    await store.links.add({ ...link, ...times });
    const opened = await Promise.all([
      store.visits.open('h', 'browser one', 60_000),
      other.visits.open('h', 'browser two', 60_000),
    ]);
    assert.deepEqual(opened.map(({ outcome }) => outcome).sort(), ['opened', 'used']);
    const winner = opened[0]?.outcome === 'opened' ? 'browser one' : 'browser two';
    assert.equal((await store.visits.open('h', winner, 60_000)).outcome, 'opened');
    await Promise.all([store.visits.addLinked(winner, 'a'), other.visits.addLinked(winner, 'b')]);
    await store.visits.addLinked(winner, 'a');
    const visit = await store.visits.find(winner);
    assert.deepEqual([...(visit?.linked ?? [])].sort(), ['a', 'b']);
    assert.equal(visit?.expiresAt, clock.now() + 60_000);
    await Promise.all([store.visits.dropLinked(winner, 'a'), other.visits.addLinked(winner, 'c')]);
    await store.visits.dropLinked(winner, 'never');
    assert.deepEqual([...((await store.visits.find(winner))?.linked ?? [])].sort(), ['b', 'c']);
    clock.forward(60_000);
    assert.equal(await store.visits.find(winner), undefined);
  });

  it('begins one visit for a browser that asks twice at the same moment', async (t) => {
    const { store, key, clock, ...two } = await twoInstances(database, t);
    const other = database.name === 'sqlite' ? store : two.other;
    const whose = { clientId: 'shop-app', userId: key.userId, scopes: ['a'] };
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 1000 };
    await store.links.add({ hash: 'h', ...whose, ...times, redirectUrl: null, userName: null });
    const clicks = [store, other, store, other].map(({ visits }) => visits.open('h', 'v', 60_000));
    const opened = await Promise.all(clicks);
    assert.deepEqual(
      opened,
      opened.map(() => opened[0]),
    );
    assert.equal(opened[0]?.outcome, 'opened');
    assert.equal((await store.visits.open('h', 'another browser', 60_000)).outcome, 'used');
  });

  it('keeps drafts for their visit alone, sealed, for a while, and not too many', async (t) => {
    const { store, other, key, clock } = await twoInstances(database, t);
    const link = { clientId: 'shop-app', userId: key.userId, scopes: ['a'], redirectUrl: null };
    const times = { userName: null, createdAt: clock.now(), expiresAt: clock.now() + 60_000 };
    for (const hash of ['h1', 'h2']) {
      await store.links.add({ ...link, ...times, hash });
      await store.visits.open(hash, `visit of ${hash}`, 60_000);
    }
    const [mine, theirs] = ['visit of h1', 'visit of h2'];
    const draft = {
      channel: 'a',
      way: 'w',
      given: { key: 'canary' },
      expiresAt: clock.now() + 900,
    };
    const add = (id: string, visitId = mine) => store.drafts.add({ ...draft, id, visitId });
    assert.equal(await add('d0'), true);
    assert.deepEqual((await other.drafts.find(mine, 'd0'))?.given, { key: 'canary' });
    assert.equal(await other.drafts.find(theirs, 'd0'), undefined);
    assert.equal(await add('gone', 'no such visit'), false);
    for (let more = 1; more <= 21; more += 1) {
      clock.forward(1);
      await add(`d${more}`);
    }
    assert.equal(await store.drafts.find(mine, 'd0'), undefined, 'older ones went');
    assert.equal(await store.drafts.find(mine, 'd1'), undefined);
    assert.ok(await store.drafts.find(mine, 'd2'));
    await store.drafts.forget(mine, 'a');
    assert.equal(await store.drafts.find(mine, 'd21'), undefined);
    await add('late');
    clock.forward(900);
    assert.equal(await store.drafts.find(mine, 'late'), undefined);
    assert.equal((await store.sweep()).drafts, 1);
  });

  it('ends a visit once, and as cancelled where nothing was linked', async (t) => {
    const { store, other, key, clock } = await twoInstances(database, t);
    const link = { clientId: 'shop-app', userId: key.userId, scopes: ['a'], redirectUrl: null };
    const times = { userName: 'Ann', createdAt: clock.now(), expiresAt: clock.now() + 60_000 };
    for (const hash of ['h1', 'h2']) {
      await store.links.add({ ...link, ...times, hash });
      await store.visits.open(hash, `visit of ${hash}`, 60_000);
    }
    const first = await store.visits.find('visit of h1');
    const second = await store.visits.find('visit of h2');
    assert.ok(first && second);
    assert.equal(first.userName, 'Ann');
    await store.visits.addLinked('visit of h1', 'a');
    assert.equal((await store.visits.finish(first, 'completed'))?.status, 'completed');
    assert.equal((await other.visits.finish(first, 'cancelled'))?.status, 'completed');
    assert.equal((await store.visits.finish(second, 'completed'))?.status, 'cancelled');
    assert.equal(await store.visits.goesOn('h1'), false);
  });

  it('seals what a trip carries, lets it arrive once, and be claimed once', async (t) => {
    const { store, other, key, clock } = await twoInstances(database, t);
    const link = { hash: 'h', clientId: 'shop-app', userId: key.userId, scopes: ['a'] };
    const times = {
      createdAt: clock.now(),
      expiresAt: clock.now() + 60_000,
      redirectUrl: null,
      userName: null,
    };
    await store.links.add({ ...link, ...times });
    await store.visits.open('h', 'v', 60_000);
    const pendingState = {
      state: 's',
      verifier: 'p',
      url: 'https://x.example',
      ...{ account: { a: '1' }, writes: [] },
    };
    const trip = { visitId: 'v', channel: 'a', way: 'w', stateHash: 'sh', pendingState };
    assert.ok(await store.trips.begin({ ...trip, id: 't1', expiresAt: clock.now() + 1000 }));
    assert.ok(
      await store.trips.begin({
        ...trip,
        id: 't2',
        stateHash: 's2',
        expiresAt: clock.now() + 1000,
      }),
    );
    const found = await other.trips.find('t2');
    assert.deepEqual([found?.id, found?.pendingState], ['t2', pendingState]);
    assert.equal((await store.trips.claimByState('sh'))?.id, 't1', 'the first lives beside it');
    assert.deepEqual(
      [
        await store.trips.arrive('t2', { query: { code: 'c' }, at: 1 }),
        await store.trips.arrive('t2', { query: { code: 'd' }, at: 2 }),
      ],
      [true, false],
    );
    const claims = await Promise.all([store.trips.claim('t2'), other.trips.claim('t2')]);
    assert.deepEqual(claims.sort(), [false, true]);
    assert.equal(await store.trips.claimByState('s2'), undefined);
    await store.trips.end('t2', { linked: true });
    const ended = await store.trips.find('t2');
    assert.deepEqual(
      [ended?.arrival, ended?.outcome],
      [{ query: { code: 'c' }, at: 1 }, { linked: true }],
    );
    assert.equal(
      await store.trips.begin({
        ...trip,
        visitId: 'gone',
        id: 't3',
        stateHash: 's3',
        expiresAt: 1,
      }),
      false,
    );
  });
});
