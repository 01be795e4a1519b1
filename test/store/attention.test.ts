// Marks of several instances, on both databases: idempotent, versioned, and healed by a call that works.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createAttention } from '../../src/accounts/attention.ts';
import type { Connect } from '../../src/accounts/connect.ts';
import type { Channel } from '../../src/channels/channel.ts';
import { Fault } from '../../src/model/faults.ts';
import { openStore } from '../../src/store/index.ts';
import { type Database, eachDatabase, SOME_CLIENT, testSeal } from './databases.ts';

const refusal = new Fault('credential_refused', 'Revoked.', { status: 401, reason: 'revoked' });
const connect: Connect = () => ({
  call: () => Promise.reject(refusal),
  bare: () => Promise.reject(refusal),
  remember: (_, __, make) => make(),
  freshen: async () => {},
  clean: (error) => error,
  settle: () => {},
});

/** Two instances with one user's credential; `check` is what the channel's own check does. */
async function scene(database: Database, t: TestContext, check: () => Promise<object>) {
  const { store, place, clock } = await database.store(t);
  const { now } = clock;
  const other = await openStore({ ...place, role: 'tool', now, databaseClock: now, seal: testSeal }); // biome-ignore format: one call
  t.after(() => other.close());
  await store.clients.create(SOME_CLIENT);
  const users = await Promise.all(['u', 'v'].map((id) => store.users.ensure('shop-app', id)));
  const [key, neighbour] = users.map((user) => ({ userId: user?.id ?? '', channel: 'c' }));
  assert.ok(key && neighbour);
  const credential = { account: {}, secrets: { token: 'x' }, expiresAt: null };
  for (const each of [key, neighbour]) await store.credentials.save({ ...each, ...credential });
  const channel = {
    ...{ versions: { default: '1', speaks: { '1': null } }, refusals: ['revoked'] },
    check,
  } as unknown as Channel;
  const authorized = async () => {
    const stored = await store.credentials.find(key);
    assert.ok(stored);
    const { linkedAt, account, secrets } = stored;
    const identity = `u/${linkedAt}`;
    return [{ name: 'c', channel, credential: { account, secrets }, identity }, stored] as const;
  };
  const execution = () => ({
    ...{ signal: new AbortController().signal, deadline: now() + 60_000 },
  });
  return { store, other, clock, key, neighbour, credential, authorized, execution };
}

eachDatabase((database) => {
  it('one check for many refusals at the same time, and the mark stays with its user', async (t) => {
    let checks = 0;
    const place = await scene(database, t, async () => {
      checks += 1;
      throw refusal;
    });
    const { store, other, clock, key, authorized, execution } = place;
    const instances = [store, other].map((one) =>
      createAttention({ store: one, connect, now: clock.now }),
    );
    const opening = await authorized();
    for (const attention of instances)
      await Promise.all(
        Array.from({ length: 50 }, () => attention.failed(...opening, refusal, execution())),
      );
    assert.equal(checks, 1, 'the other instance sees that it is marked');
    const marked = await other.credentials.find(key);
    assert.deepEqual([marked?.state, marked?.stateCode, marked?.stateReason, marked?.version], ['attention', 'revoked', 'Revoked.', 1]); // biome-ignore format: one list
    assert.equal((await store.credentials.find(place.neighbour))?.state, 'linked');

    const [attention] = instances;
    const [{ identity }, later] = await authorized();
    assert.equal(attention?.mayTry(identity, marked?.updatedAt), false);
    clock.forward(60_000);
    assert.equal(attention?.mayTry(identity, marked?.updatedAt), true);
    assert.equal(attention?.mayTry(identity, marked?.updatedAt), false, 'one a minute');
    await attention?.worked(later);
    const healed = await other.credentials.find(key);
    assert.deepEqual([healed?.state, healed?.stateCode], ['linked', null]);
  });

  it('marks no one for what the vendor did not say, nor for what was linked again', async (t) => {
    const faults = [
      new Fault('app_refused', 'x', { status: 401 }),
      new Fault('permission_missing', 'x', { status: 403 }),
      new Fault('channel_failed', 'x', { status: 503 }),
      new Fault('channel_timeout', 'x'),
      new Fault('credential_refused', 'Ours.', { reason: 'no_client' }),
    ];
    let thrown: Fault | undefined = refusal;
    let relink = async () => {};
    const place = await scene(database, t, async () => {
      await relink();
      if (thrown) throw thrown;
      return {};
    });
    const { store, clock, key, credential, authorized, execution } = place;
    const attention = createAttention({ store, connect, now: clock.now });
    const stateNow = async () => (await store.credentials.find(key))?.state;
    for (const fault of faults) await attention.failed(...(await authorized()), fault, execution());
    assert.equal(await stateNow(), 'linked');
    for (thrown of [...faults, undefined]) {
      await attention.failed(...(await authorized()), refusal, execution());
      clock.forward(60_000);
    }
    assert.equal(await stateNow(), 'linked', 'the check has nothing against the key itself');
    thrown = refusal;
    relink = async () => {
      clock.forward(1);
      await store.credentials.save({ ...key, ...credential });
    };
    await attention.failed(...(await authorized()), refusal, execution());
    assert.equal(await stateNow(), 'linked', 'linked again while it was checked');
    // Refused so often that it is not sent any more: that is the vendor's word too.
    relink = async () => {};
    thrown = new Fault('credential_refused', 'x', { reason: 'refused_lately' });
    clock.forward(60_000);
    await attention.failed(...(await authorized()), refusal, execution());
    assert.equal((await store.credentials.find(key))?.stateCode, 'revoked');
  });

  it('a renewal leaves the state as it is, and credentials are counted by what renews them', async (t) => {
    const { store, key } = await scene(database, t, async () => ({}));
    await store.credentials.mark(key, 'attention', { code: 'revoked', message: 'Revoked.' });
    const renewed = { account: {}, secrets: { refreshToken: 'r' }, expiresAt: 5 };
    assert.ok(await store.credentials.replaceIf(1, { ...key, ...renewed }));
    const kept = await store.credentials.find(key);
    assert.deepEqual([kept?.state, kept?.stateCode, kept?.version], ['attention', 'revoked', 2]);
    const byToken = ({ secrets }: { secrets: object }) => 'refreshToken' in secrets;
    assert.deepEqual(await store.renewals.count('c', byToken, 10), { found: 1, all: true });
    const first = await store.renewals.count('c', () => true, 1);
    assert.deepEqual(first, { found: 1, all: false });
    assert.deepEqual(await store.renewals.count('d', () => true, 1), { found: 0, all: true });
  });
});
