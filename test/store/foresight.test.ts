// Foresight on either database: what ends soon is counted, and reported once to those it concerns.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createForesight } from '../../src/accounts/foresight.ts';
import { channels as every } from '../../src/channels/index.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import {
  type Database,
  eachDatabase,
  type Opened,
  SOME_CLIENT,
  START,
  testSeal,
} from './databases.ts';

const DAY = 24 * 60 * 60 * 1000;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const [A, B] = [SOME_CLIENT.id, 'second'];

async function another(database: Database, { store, place, clock }: Opened, t: TestContext) {
  if (database.name === 'sqlite') return store;
  const options = { ...place, role: 'service', seal: testSeal } as const;
  const other = await openStore({ ...options, now: clock.now, databaseClock: clock.now });
  t.after(() => other.close());
  return other;
}

const link = async (store: Store, client: string, channel: string, grantEndsAt: number | null) => {
  const user = await store.users.ensure(client, `u-${channel}`);
  assert.ok(user);
  const key = { userId: user.id, channel };
  await store.credentials.save({ ...key, account: {}, secrets: {}, expiresAt: null, grantEndsAt });
  return key;
};

/** What was reported to a client, without what is the same in all. */
const reported = async (store: Store, client: string) =>
  (await store.deliveries.list(client, { type: 'service.expiring' }, undefined, 1000)).rows
    .map(({ body }) => JSON.parse(body).data)
    .sort((a, b) => a.what.localeCompare(b.what) || a.name.localeCompare(b.name));

eachDatabase((database) => {
  it('counts what ends within 30 days, and notifies each client of its own, once', async (t) => {
    const opened = await database.store(t);
    const { store, clock } = opened;
    const other = await another(database, opened, t);
    const secret = (id: string, expiresAt: number | null) => ({
      ...{ id, hash: 'x', createdAt: START, expiresAt },
    });
    await store.clients.create({
      ...SOME_CLIENT,
      secrets: [secret('gone', START - 1), secret('old', START + 7 * DAY), secret('new', null)],
    });
    await store.clients.create({
      ...SOME_CLIENT,
      id: B,
      secrets: [secret('b-late', START + 31 * DAY)],
    });
    for (const client of [A, B])
      await store.eventAddresses.change(client, () => [
        { url: 'https://hooks.example/', types: ['*'], paused: false, secret: 'whsec_AAAA' },
      ]);
    const signing = await store.signing.find(B);
    assert.ok(signing);
    const at = { secret: 'whsec_canary', createdAt: START };
    await store.signing.replace(signing, [
      { ...at, expiresAt: START + 3 * DAY },
      { ...at, expiresAt: null },
    ]);
    const [address] = await store.eventAddresses.list(A);
    const ofAddress = await store.addressSigning.find(address?.id ?? '');
    assert.ok(ofAddress && address);
    await store.addressSigning.replace(ofAddress, [{ ...at, expiresAt: START + 9 * DAY }]);

    await link(store, A, 'stall', null);
    await link(store, A, 'booth', START + 12 * DAY);
    await link(store, B, 'booth', START + 11 * DAY);
    const marked = await link(store, B, 'stand', START + 5 * DAY);
    await store.credentials.mark(marked, 'attention', { code: 'revoked', message: 'x' });
    await link(store, B, 'later', START + 31 * DAY);

    const [one] = Object.values(every);
    assert.ok(one);
    const speaking = (end: number | null) => ({
      ...one,
      versions: { default: 'v1', speaks: { v0: day(START), v1: end === null ? null : day(end) } },
    });
    const channels = {
      stall: speaking(START + 20 * DAY),
      booth: speaking(null),
      stand: speaking(START + 40 * DAY),
      unused: speaking(START + 10 * DAY),
    };
    const appSecretEnds = { booth: START + 29 * DAY, stall: START + 100 * DAY };
    const foresee = (of: Store) =>
      createForesight({ channels, appSecretEnds, store: of, now: clock.now });
    const [mine, others] = [foresee(store), foresee(other)];

    const stallEnds = Date.parse(day(START + 20 * DAY));
    const endings = [
      { what: 'grant', channel: 'booth', count: 2, soonest: START + 11 * DAY },
      { what: 'api_version', channel: 'stall', count: 1, soonest: stallEnds },
      { what: 'app_secret', channel: 'booth', count: 1, soonest: START + 29 * DAY },
      { what: 'client_secret', channel: null, count: 1, soonest: START + 7 * DAY },
      { what: 'signing_secret', channel: null, count: 2, soonest: START + 3 * DAY },
    ];
    assert.deepEqual(await mine.expiring(), endings);
    // Kept for a while: a scrape of metrics costs the store nothing.
    await store.clients.remove('unknown');
    clock.forward(1000);
    assert.equal(mine.expiring(), mine.expiring());

    const operators = await Promise.all([mine, others, mine].map((each) => each.notify()));
    await mine.notify();
    assert.deepEqual(operators[1], [endings[1], endings[2]]);
    assert.deepEqual(await mine.notify(), [], 'the operator is notified once by each process');
    const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}+00:00`;
    assert.deepEqual(await reported(store, A), [
      { what: 'api_version', channel: 'stall', name: 'v1', ends_at: iso(stallEnds) },
      { what: 'client_secret', channel: null, name: 'old', ends_at: iso(START + 7 * DAY) },
      { what: 'signing_secret', channel: null, name: address.id, ends_at: iso(START + 9 * DAY) },
    ]);
    assert.deepEqual(await reported(store, B), [
      { what: 'signing_secret', channel: null, name: B, ends_at: iso(START + 3 * DAY) },
    ]);
    const all = (await store.deliveries.list(B, {}, undefined, 1000)).rows;
    assert.doesNotMatch(JSON.stringify(all.map(({ body }) => body)), /canary/);
    assert.equal(all.filter(({ type }) => type === 'channel.expiring').length, 1);

    // Nearer to the end another secret comes into sight; what ended is not reported.
    clock.forward(25 * DAY);
    await Promise.all([mine, others].map((each) => each.notify()));
    assert.deepEqual((await reported(store, A)).length, 3);
    assert.deepEqual(
      (await reported(store, B)).map(({ what, name }) => [what, name]),
      [
        ['client_secret', 'b-late'],
        ['signing_secret', B],
      ],
    );
    const later = await mine.expiring();
    assert.deepEqual(
      later.map(({ what, channel }) => [what, channel]),
      [
        ['grant', 'later'],
        ['api_version', 'stall'],
        ['app_secret', 'booth'],
        ['client_secret', null],
      ],
      'a version that has ended stays in sight: calls go on using it',
    );
  });
});
