// Erasing a user whole, on both databases: nothing of them stays in any table, nor in the embedded
// database's files; a user of the same name of another client stays; and an export shows all that goes.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { SealError } from '../../src/keys/seal.ts';
import { newDelivery, openStore, type Store } from '../../src/store/index.ts';
import { OWNED } from '../../src/store/owned.ts';
import { contextOf } from '../../src/store/schema.ts';
import {
  type Database,
  eachDatabase,
  openRaw,
  type Place,
  SOME_CLIENT,
  START,
  testSeal,
} from './databases.ts';
import { ended } from './ended.ts';
import {
  CALLBACK,
  DAY,
  everything,
  RECORD,
  RESULT,
  SECRETS,
  SHOP,
  type Snapshot,
  type Used,
  useEverything,
} from './person.ts';

const WHO = 'person-7f3a9c';

/** Tables that hold nothing of one user. A new table must be put here, or among those that do. */
const UNOWNED = [
  'client',
  'access_token',
  'event_address',
  'hook_message',
  'former_account',
  'field_override',
  'switched_off_rule',
  'feed',
  'key_in_use',
  'instance',
  'audit',
  'console_session',
  'call_count',
  'probe',
  'migration',
];

async function twoTenants(database: Database, t: TestContext) {
  const opened = await database.store(t);
  const db = await openRaw(opened.place, t);
  const { store } = opened;
  for (const id of ['one', 'two']) await store.clients.create({ ...SOME_CLIENT, id });
  const one = await useEverything(store, db, 'one', WHO);
  const two = await useEverything(store, db, 'two', WHO);
  const look = () => everything(db, database.name);
  return { ...opened, db, one, two, look };
}

/** Rows of one client, wherever they are. */
const rowsOf = (all: Snapshot, { clientId, userId }: Used) =>
  [...all].flatMap(([table, rows]) =>
    rows
      .filter((row) => row.client_id === clientId || JSON.stringify(row).includes(userId))
      .map((row) => [table, JSON.stringify(row)].join(' ')),
  );

/** Every text that is sealed, so that it can be looked for when it should be gone. */
const sealedIn = (all: Snapshot): string[] =>
  [...all.values()]
    .flat()
    .flatMap((row) =>
      Object.values(row).flatMap((value) =>
        typeof value === 'string' && /^mf[eu]1\./.test(value) ? [value] : [],
      ),
    );

function filesOf({ dataDir }: Place): Buffer {
  const names = ['manifold.db', 'manifold.db-wal', 'manifold.db-shm'];
  const there = names.map((name) => join(dataDir, name)).filter((file) => existsSync(file));
  return Buffer.concat(there.map((file) => readFileSync(file)));
}

/** What would be a trace of them, in rows or in bytes. */
function traces(whole: string | Buffer, { userId }: Used, sealed: readonly string[]): string[] {
  const marks = [WHO, userId, ...SECRETS, RESULT, RECORD, ...sealed];
  return marks.filter((mark) => whole.includes(mark));
}

async function deliverAll(store: Store, clientId: string): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (const { lane, client } of (
    await store.deliveries.lanes(START, { clients: [], lanes: new Set() })
  ).lanes) {
    if (client !== clientId) continue;
    const claiming = { lane, limit: 100, now: START, until: START + 10_000, by: 'me' };
    for (const held of await store.deliveries.claim(claiming)) {
      bodies.push(held.body);
      const tried = { at: START, duration: 1, status: 200 };
      await store.deliveries.finishTry(held, { state: 'delivered', tried, nextTryAt: START });
    }
  }
  return bodies;
}

eachDatabase((database) => {
  it('of a user who was erased, no old copy of a request or result opens with the ring alone', async (t) => {
    const { store, db, one, two, look } = await twoTenants(database, t);
    const jobsOf = async ({ clientId }: Used) =>
      ((await look()).get('job') ?? []).filter((row) => row.client_id === clientId);
    const sealed = (rows: readonly Record<string, unknown>[]) =>
      rows.flatMap(({ id, request, result }) => [
        ...(request === null
          ? []
          : [[String(request), contextOf('job', 'request', String(id))] as const]),
        ...(result === null
          ? []
          : [[String(result), contextOf('job', 'result', String(id))] as const]),
      ]);
    const copies = sealed(await jobsOf(one));
    const rows = await jobsOf(one);
    assert.ok(copies.length >= 2, 'one that waits and one that is done');
    for (const [text, context] of copies)
      assert.throws(() => testSeal.open(text, context), SealError);
    const shown = async ({ clientId }: Used, id: string) => {
      const kept = await store.jobs.result(clientId, id);
      return kept && (await text(kept.result));
    };
    const done = String(rows.find(({ result }) => result !== null)?.id);
    assert.match((await shown(one, done)) ?? '', new RegExp(RESULT));

    await store.users.remove('one', WHO);
    // The rows as a backup has them, put back without the key, and that of another user beside them.
    for (const row of rows)
      await db
        .insertInto('job')
        .values({ ...row, user_id: null } as never)
        .execute();
    assert.equal(await shown(one, done), undefined);
    await db.updateTable('job').set({ user_id: two.userId }).where('id', '=', done).execute();
    assert.equal(await shown(one, done), undefined);
  });

  it('a result of a call for somebody unknown is sealed under the ring, and found by no other', async (t) => {
    const { store, db } = await twoTenants(database, t);
    const call = ended('job-of-no-one', { client: 'one', tpUserId: 'never-linked' });
    assert.equal(await store.jobs.begin(call, '{}', { bytes: 1e6, rows: 100 }), true);
    const row = await db
      .selectFrom('job')
      .selectAll()
      .where('id', '=', call.id)
      .executeTakeFirstOrThrow();
    assert.equal(testSeal.open(row.request ?? '', contextOf('job', 'request', call.id)), '{}');
    assert.equal(row.user_id, null);
  });

  it('erases a user who has used everything, and leaves the other client’s user of the same name', async (t) => {
    const { store, place, one, two, look } = await twoTenants(database, t);
    const before = await look();
    const known = [...OWNED, ...UNOWNED].sort();
    assert.deepEqual(
      [...before.keys()].filter((table) => !known.includes(table as never)),
      [],
      'a new table: does it hold anything of a user?',
    );
    for (const table of OWNED)
      assert.ok((before.get(table) ?? []).length >= 2, `the test uses ${table}`);
    const othersBefore = rowsOf(before, two);

    const counts = await store.users.remove('one', WHO);
    assert.ok(counts);
    for (const table of OWNED) assert.ok(counts[table] > 0, `${table} went`);
    assert.equal(await store.users.remove('one', WHO), undefined);
    const after = await look();
    assert.deepEqual(rowsOf(after, two), othersBefore);

    // The last words: they wait, are listed, are sent, and go.
    const left = (await store.deliveries.list('one', {}, undefined, 100)).rows;
    assert.deepEqual(
      left.map(({ type, deleteWhenSent, userId }) => [type, deleteWhenSent, userId]).sort(),
      [
        ['channel.unlinked', true, null],
        ['execution.completed', true, null],
      ],
    );
    const bodies = (await deliverAll(store, 'one')).map((body) => JSON.parse(body));
    const [unlinked, completed] = bodies.sort((a, b) => (a.type < b.type ? -1 : 1));
    assert.deepEqual(unlinked.data, { tpUserId: WHO, channel: 'stall', why: 'by_client' });
    assert.equal(completed.data.execution_id, one.waiting);
    assert.equal(completed.data.Errors.code, 'unknown_user');
    assert.deepEqual((await store.deliveries.list('one', {}, undefined, 100)).rows, []);

    // That a client had the shop linked is kept, for requests of its buyers that come later.
    const last = await look();
    const former = (last.get('former_account') ?? []).filter((row) => row.client_id === 'one');
    assert.deepEqual(
      former.map((row) => ({ ...row })),
      [{ channel: 'stall', account_key: SHOP, client_id: 'one', until: START }],
    );
    const theirs = rowsOf(last, one).join('\n');
    assert.deepEqual(traces(theirs, one, []), []);

    // With the other client the rest goes: now no table may hold anything at all.
    assert.equal(await store.clients.remove('two'), true);
    const rows = JSON.stringify([...(await look())]);
    const sealed = sealedIn(before).filter((text) => !rows.includes(text));
    assert.deepEqual(traces(rows, one, []), []);
    assert.deepEqual(traces(rows, two, []), []);
    assert.equal(rows.split(SHOP).length - 1, 1, 'the shop is named once, as a former account');
    assert.equal(sealedIn(await look()).filter((text) => sealed.includes(text)).length, 0);
    // All that was sealed is gone, but for the address where the first client wants events, and the
    // key of its log.
    assert.equal(sealedIn(before).length - sealed.length, 3);
    if (database.name === 'sqlite')
      assert.deepEqual(traces(filesOf(place), one, [...sealed, two.userId]), []);
  });

  it('shows in an export all that would be erased, and no secret', async (t) => {
    const { store, one, look } = await twoTenants(database, t);
    const shown: [table: string, text: string][] = [];
    for await (const { table, row, result } of store.users.export('one', WHO))
      shown.push([table, JSON.stringify(row) + (result ? await text(result) : '')]);
    const all = shown.map(([, text]) => text).join('\n');
    for (const secret of [...SECRETS, 'mfe1.', 'mfu1.', 'sealed-key', 'canary-callback'])
      assert.ok(!all.includes(secret), secret);
    for (const expected of [
      RESULT,
      RECORD,
      SHOP,
      'Seven’s Shop',
      `Ms ${WHO}`,
      'channel.needs_attention',
      'privacy.request',
    ])
      assert.ok(all.includes(expected), expected);
    assert.ok(!all.includes('"two"'), 'nothing of another client');

    const before = await look();
    const counts = await store.users.kept('one', WHO);
    assert.deepEqual(await store.users.remove('one', WHO), counts);
    const after = await look();
    for (const [table, rows] of before) {
      const left = new Set((after.get(table) ?? []).map((row) => JSON.stringify(row)));
      for (const row of rows.filter((row) => !left.has(JSON.stringify(row)))) {
        if (table === 'hook_message') continue;
        // What distinguishes one row from another in its table.
        const own = [row.id, row.hash, row.link_hash, row.key, row.user_id];
        const marks = [...own, row.reading_id, row.watch_id].filter(Boolean);
        const [mark = assert.fail(table)] = table === 'visit' ? [row.link_hash] : marks;
        assert.ok(
          shown.some(([of, text]) => of === table && text.includes(String(mark))),
          `a row of ${table} that goes is shown`,
        );
      }
    }
    assert.deepEqual(await store.users.kept('one', WHO), undefined);
    for await (const row of store.users.export('one', WHO)) assert.fail(JSON.stringify(row));
    assert.equal(one.clientId, 'one');
  });

  it('keeps no row of a call that ends when its user is gone, but sends its event', async (t) => {
    const { store, one } = await twoTenants(database, t);
    const [held = assert.fail()] = await store.jobs.claim({
      ...{ lane: 'one', limit: 10, now: START, until: START + 10_000, by: 'worker' },
    });
    await store.users.remove('one', WHO);
    await deliverAll(store, 'one');
    const finished = ended(held.id, { client: 'one', tpUserId: WHO, userId: one.userId });
    const end = { finished, result: '{}', delivery: undefined, expiresAt: START + DAY };
    assert.equal(await store.jobs.finish(held, end), false);
    assert.equal(await store.executions.find('one', held.id), undefined);
    assert.equal(await store.jobs.result('one', held.id), undefined);
    await store.jobs.extend([held], START + 20_000);
    await store.jobs.release(held);

    // In one batch with a call of somebody else: that one stays.
    const call = (id: string, more: object) =>
      ended(id, { client: 'one', callback: CALLBACK, ...more });
    const gone = call('gone', { tpUserId: WHO, userId: one.userId });
    const event = { type: 'execution.completed' };
    await store.executions.record([
      { finished: call('before', { tpUserId: 'somebody' }), delivery: undefined },
      {
        finished: gone,
        delivery: newDelivery(
          { clientId: 'one', url: CALLBACK, executionId: 'gone', userId: one.userId },
          event,
          START,
        ),
      },
      { finished: call('after', { tpUserId: 'somebody' }), delivery: undefined },
    ]);
    const ids = (await store.executions.list('one', {}, undefined, 10)).rows.map(({ id }) => id);
    assert.deepEqual(ids.sort(), ['after', 'before']);
    const [last = assert.fail(), ...more] = (await store.deliveries.list('one', {}, undefined, 10))
      .rows;
    assert.deepEqual([last.deleteWhenSent, last.userId, more.length], [true, null, 0]);
    assert.deepEqual(await deliverAll(store, 'one'), [JSON.stringify(event)]);
    assert.deepEqual((await store.deliveries.list('one', {}, undefined, 10)).rows, []);
  });

  it('lets the last words go when they are given up, or their address is removed', async (t) => {
    const { store, clock } = await twoTenants(database, t);
    await store.users.remove('one', WHO);
    const [address = assert.fail()] = await store.eventAddresses.list('one');
    await store.eventAddresses.change('one', () => []);
    await store.deliveries.endWaiting('one', address.id, 'removed', 100);
    const left = (await store.deliveries.list('one', {}, undefined, 10)).rows;
    assert.deepEqual(
      left.map(({ type }) => type),
      ['execution.completed'],
    );
    clock.forward(3 * DAY);
    await store.deliveries.giveUp(100);
    assert.deepEqual((await store.deliveries.list('one', {}, undefined, 10)).rows, []);
  });

  it('erases while everything else goes on, without a deadlock and without a trace', async (t) => {
    const { store, place, clock } = await database.store(t);
    const options = { ...place, role: 'service', seal: testSeal } as const;
    const clocks = { now: clock.now, databaseClock: clock.now };
    const other = database.name === 'sqlite' ? store : await openStore({ ...options, ...clocks });
    if (other !== store) t.after(() => other.close());
    const db = await openRaw(place, t);
    for (const id of ['one', 'two']) await store.clients.create({ ...SOME_CLIENT, id });
    for (let round = 0; round < 4; round += 1) {
      const who = `${WHO}-${round}`;
      const one = await useEverything(store, db, 'one', who);
      const two = await useEverything(store, db, 'two', who);
      const call = { client: 'one', tpUserId: who, callback: CALLBACK };
      const claims = { lane: 'one', limit: 10, now: START, until: START + 10_000, by: `w${round}` };
      const jobs = await other.jobs.claim(claims);
      const link = { hash: `late-${round}`, clientId: 'one', userId: one.userId };
      await store.links.add({
        ...{ ...link, scopes: ['stall'], redirectUrl: null, userName: null },
        ...{ createdAt: START, expiresAt: START + DAY },
      });
      const key = { userId: one.userId, channel: 'stall' };
      const fresh = { ...key, account: { baseUrl: SHOP }, secrets: {}, expiresAt: null };
      const late = (n: number) => ended(`late-${round}-${n}`, { ...call, userId: one.userId });
      const watch = {
        clientId: 'one',
        userId: one.userId,
        channel: 'stall',
        account: SHOP,
      } as const;
      const wish = { ...watch, every: 60, sweep: null, keep: 'digests' } as const;
      const readings = await other.readings.claim(claims);
      await Promise.all([
        ...jobs.map((held) =>
          other.jobs.finish(held, {
            ...{ finished: { ...late(0), id: held.id }, result: '{}', expiresAt: START + DAY },
            delivery: undefined,
          }),
        ),
        other.jobs.begin(ended(`job-${round}`, call), '{}', { bytes: 1e9, rows: 1e9 }),
        other.credentials.mark(key, 'linked', null),
        other.visits.open(link.hash, `late-visit-${round}`, DAY),
        store.users.remove('one', who),
        other.executions.record([
          { finished: late(1), delivery: undefined },
          { finished: late(2), delivery: undefined },
        ]),
        other.credentials.save({ ...fresh, channel: 'booth' }),
        other.renewals.renew(key, fresh, async () => ({ ...fresh, endsAt: START + DAY }), {
          ahead: true,
        }),
        other.renewals.postpone(key, 1000),
        ...readings.map((held) =>
          other.readings.write(held, {
            watches: held.watches.map(({ id }) => id),
            entries: [{ record: held.names.seal('8'), change: 'updated', at: START, fault: null }],
            seen: [{ record: held.names.seal('8'), digest: 1, at: START, figure: null }],
          }),
        ),
        other.watches.put({ ...wish, resource: 'products' }, 1000),
        other.watches.put({ ...wish, resource: 'orders', account: 'another' }, 1000),
        other.deliveries.giveUp(100),
        store.deliveries.claim({ ...claims, lane: 'one https://receiver.example' }),
      ]);
      const all = await everything(db, database.name);
      for (const table of OWNED)
        for (const row of all.get(table) ?? [])
          assert.ok(!JSON.stringify(row).includes(one.userId), `${table} holds the user's id`);
      for (const table of ['reading', 'due', 'change'])
        assert.equal(
          (all.get(table) ?? []).filter(({ client_id, lane }) => (client_id ?? lane) === 'one')
            .length,
          0,
          `${table} is read for no one`,
        );
      // A call that came after the deletion names somebody whom the service does not know.
      const left = (all.get('execution') ?? []).filter((row) => row.client_id === 'one');
      assert.ok(left.every(({ user_id, mode }) => user_id === null && mode === 'async'));
      assert.equal((await store.users.find('two', who))?.id, two.userId);
      assert.equal((await store.credentials.list(two.userId)).length, 1);
    }
  });

  it('what two users watch together stays for the other, with what was seen for both', async (t) => {
    const { store, db, look } = await twoTenants(database, t);
    const other = await useEverything(store, db, 'one', 'another');
    const of = async (table: string) =>
      ((await look()).get(table) ?? []).filter(
        ({ client_id, lane }) => (client_id ?? lane ?? 'one') === 'one',
      );
    const before = { reading: await of('reading'), due: await of('due') };
    assert.equal(before.reading.length, 1);
    const counts = await store.users.remove('one', WHO);
    assert.deepEqual(
      [counts?.watch, counts?.change, counts?.reading, counts?.seen, counts?.hook_subscription],
      [1, 1, 0, 0, 0],
    );
    assert.deepEqual({ reading: await of('reading'), due: await of('due') }, before);
    const { entries } = await store.feed.entries('one', 0, 10, {});
    assert.deepEqual(
      entries.map(({ tpUserId }) => tpUserId),
      ['another'],
    );
    assert.ok((await store.users.remove('one', other.tpUserId))?.reading);
    for (const table of ['reading', 'due', 'change', 'watch', 'hook_subscription'])
      assert.deepEqual(await of(table), [], table);
  });

  it('erases anyone a client names in calls, though no user was ever made of them', async (t) => {
    const { store } = await database.store(t);
    await store.clients.create(SOME_CLIENT);
    const finished = ended('a', { tpUserId: 'stranger' });
    await store.executions.record([{ finished, delivery: undefined }]);
    assert.equal((await store.users.remove(SOME_CLIENT.id, 'stranger'))?.execution, 1);
    assert.equal(await store.executions.find(SOME_CLIENT.id, 'a'), undefined);
    assert.equal(await store.users.remove(SOME_CLIENT.id, 'stranger'), undefined);
  });
});
