// Readings and their log on both databases: claimed by one, written by their holder alone, numbered
// without a hole.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { type NewCredential, type NewWatch, openStore, type Store } from '../../src/store/index.ts';
import {
  type Database,
  eachDatabase,
  type Opened,
  openRaw,
  SOME_CLIENT,
  START,
  testSeal,
} from './databases.ts';
import { everything } from './person.ts';
import { CLIENT, claim, LEASE, pageOf, SHOP, watched } from './reading-rows.ts';

interface Held {
  readonly wish: NewWatch;
  readonly credential: NewCredential;
  readonly readingId: number;
}

async function opened(database: Database, t: TestContext) {
  const one = await database.store(t);
  await one.store.clients.create(SOME_CLIENT);
  return one;
}

/** Another instance, where the database may have several. */
async function second(database: Database, { store, place, clock }: Opened, t: TestContext) {
  if (database.name === 'sqlite') return store;
  const clocks = { now: clock.now, databaseClock: clock.now };
  const other = await openStore({ ...place, ...clocks, role: 'service', seal: testSeal });
  t.after(() => other.close());
  return other;
}

eachDatabase((database) => {
  it('each reading that is due is given to one of two who claim at the same time', async (t) => {
    const one = await opened(database, t);
    const other = await second(database, one, t);
    const COUNT = 60;
    for (let n = 0; n < COUNT; n += 1) await watched(one.store, 'u', { channel: `c${n}` });
    const took: string[] = [];
    const takeAll = async (store: Store, by: string) => {
      for (;;) {
        const some = await claim(store, by, START, 7);
        took.push(...some.map(({ id }) => id));
        if (some.length === 0) return;
      }
    };
    await Promise.all([takeAll(one.store, 'a'), takeAll(other, 'b')]);
    assert.equal(took.length, COUNT);
    assert.equal(new Set(took).size, COUNT);
  });

  it('one that claims passes over what another is about to take', async (t) => {
    const { store, place } = await opened(database, t);
    for (const channel of ['a', 'b', 'c']) await watched(store, 'u', { channel });
    if (database.name === 'sqlite') {
      assert.equal((await claim(store, 'me')).length, 3);
      return;
    }
    const db = await openRaw(place, t);
    await db.transaction().execute(async (work) => {
      await sql`select 1 from due order by reading_id limit 1 for update`.execute(work);
      assert.equal((await claim(store, 'me')).length, 2);
    });
    assert.equal((await claim(store, 'me')).length, 1);
  });

  it('what a dead holder had comes back when its lease ends, and its death is counted', async (t) => {
    const { store } = await opened(database, t);
    await watched(store, 'u');
    const deaths = async (by: string, now: number) =>
      (await claim(store, by, now)).map((held) => held.deaths);
    assert.deepEqual(await deaths('first', START), [0]);
    assert.deepEqual(await deaths('second', START + LEASE - 1), []);
    assert.deepEqual(await deaths('second', START + LEASE), [1]);
    const [held = assert.fail()] = await claim(store, 'third', START + 2 * LEASE);
    assert.equal(held.deaths, 2);
    // Held for longer, then put off: no one died with it since.
    await store.readings.extend([held], START + 5 * LEASE);
    assert.deepEqual(await deaths('fourth', START + 5 * LEASE - 1), []);
    await store.readings.putOff(held, START + 6 * LEASE);
    const [again = assert.fail()] = await claim(store, 'fourth', START + 6 * LEASE);
    assert.equal(again.deaths, 2);
    const end = { dueAt: START + 7 * LEASE + 0.4, readAt: START, completeUntil: START, states: [] };
    assert.equal(await store.readings.finish(again, end), true);
    const [well = assert.fail()] = await claim(store, 'fifth', START + 7 * LEASE);
    assert.deepEqual([well.deaths, well.completeUntil, well.readAt], [0, START, START]);
  });

  it('one that lost its reading changes nothing of it', async (t) => {
    const { store, place } = await opened(database, t);
    const { watch } = await watched(store, 'u');
    const [lost = assert.fail()] = await claim(store, 'dead');
    const [held = assert.fail()] = await claim(store, 'alive', START + LEASE);
    assert.equal(await store.readings.write(held, pageOf(held, '1')), true);
    const db = await openRaw(place, t);
    const before = await everything(db, database.name);
    const [by] = lost.watches;
    const page = {
      ...pageOf(lost, '1', '2'),
      forget: [lost.names.seal('1')],
      met: { part: 1, records: 'x' },
      progress: 'x',
      history: { watch, left: 'x' },
    };
    assert.equal(await store.readings.write(lost, page), false);
    assert.equal(await store.readings.endSweep(lost, [lost.names.seal('1')], []), false);
    const end = { dueAt: START, readAt: START, completeUntil: START };
    assert.equal(await store.readings.finish(lost, { ...end, states: [] }), false);
    const states = [{ watch: by ?? assert.fail(), state: 'broken', code: 'refused' }] as const;
    assert.equal(await store.readings.finish(lost, { ...end, sweptAt: 1, states }), false);
    await store.readings.extend([lost], START + 9 * LEASE);
    await store.readings.putOff(lost, START + 9 * LEASE);
    assert.deepEqual(await everything(db, database.name), before);
    assert.equal(await store.readings.finish(held, { ...end, states: [] }), true);
    assert.equal(await store.readings.write(held, page), false, 'put back, it is no one’s');
  });

  it('entries of two who write at the same time have numbers without a hole, and a reader that walks misses none', async (t) => {
    const one = await opened(database, t);
    const other = await second(database, one, t);
    for (const resource of ['orders', 'products'] as const)
      await watched(one.store, 'u', { resource });
    await watched(one.store, 'v', { resource: 'orders' });
    const held = await claim(one.store, 'both');
    const PAGES = 40;
    let writing = held.length;
    const write = async (store: Store, at: number) => {
      const mine = held[at] ?? assert.fail();
      for (let n = 0; n < PAGES; n += 1)
        assert.ok(await store.readings.write(mine, pageOf(mine, `${n}-a`, `${n}-b`, `${n}-c`)));
      writing -= 1;
    };
    /** Everything that a reader meets, who goes on after what was reached. */
    const walk = async (store: Store, filter: object) => {
      const met: number[] = [];
      for (let after = 0; ; ) {
        const isLast = writing === 0;
        const page = await store.feed.entries(CLIENT, after, 7, filter);
        met.push(...page.entries.map(({ seq }) => seq));
        after = page.reached?.seq ?? after;
        if (isLast && page.isEnd) return met;
      }
    };
    const [all = [], some = []] = await Promise.all([
      walk(one.store, {}),
      walk(other, { resource: 'products' }),
      write(one.store, 0),
      write(other, 1),
    ]);
    const COUNT = PAGES * 3 * 3;
    assert.deepEqual(
      all,
      Array.from({ length: COUNT }, (_, n) => n + 1),
    );
    assert.equal(some.length, PAGES * 3);
    assert.equal((await one.store.feed.heads([CLIENT])).get(CLIENT), COUNT);
  });
}, true);

eachDatabase((database) => {
  it('what two users of a client watch is read once, and is an entry for each of them', async (t) => {
    const { store } = await opened(database, t);
    const first = await watched(store, 'u');
    const other = await watched(store, 'v');
    await store.clients.create({ ...SOME_CLIENT, id: 'other-app' });
    await watched(store, 'u', { clientId: 'other-app' });
    const [held = assert.fail(), ...more] = await claim(store, 'me');
    assert.deepEqual(more, []);
    assert.deepEqual(
      held.watches.map(({ tpUserId }) => tpUserId).sort(),
      ['u', 'v'],
      'those of another client are read for it alone',
    );
    await store.readings.write(held, pageOf(held, '1', '2'));
    const { entries } = await store.feed.entries(CLIENT, 0, 10, {});
    for (const { watch } of [first, other])
      assert.deepEqual(
        entries.flatMap(({ watchId, record }) =>
          watchId === watch ? [held.names.open(record ?? '')] : [],
        ),
        ['1', '2'],
      );
    const theirs = await store.feed.entries(CLIENT, 0, 10, { tpUserId: 'v' });
    assert.deepEqual(
      theirs.entries.map(({ watchId }) => watchId),
      [other.watch, other.watch],
    );
    assert.equal((await store.readings.known(held.number, [held.names.seal('1')])).size, 1);
    assert.deepEqual((await store.feed.entries('other-app', 0, 10, {})).entries, []);
  });

  it('with the last watch goes all that was kept for it', async (t) => {
    const { store, place } = await opened(database, t);
    const first = await watched(store, 'u');
    const last = await watched(store, 'v');
    const [held = assert.fail()] = await claim(store, 'me');
    await store.readings.write(held, { ...pageOf(held, '1'), met: { part: 1, records: 'x' } });
    await store.readings.hint(held.number, held.names.seal('1'));
    const db = await openRaw(place, t);
    const counts = async () => {
      const all = await everything(db, database.name);
      const tables = ['reading', 'due', 'seen', 'swept', 'hint', 'change', 'watch'];
      return tables.map((table) => all.get(table)?.length);
    };
    assert.deepEqual(await counts(), [1, 1, 1, 1, 1, 2, 2]);
    assert.equal(await store.watches.remove('other-app', first.watch), false);
    assert.equal(await store.watches.remove(CLIENT, first.watch), true);
    assert.equal(await store.watches.remove(CLIENT, first.watch), false);
    assert.deepEqual(await counts(), [1, 1, 1, 1, 1, 1, 1]);
    assert.equal(await store.watches.remove(CLIENT, last.watch), true);
    assert.deepEqual(await counts(), [0, 0, 0, 0, 0, 0, 0]);
    assert.equal(await store.readings.write(held, pageOf(held, '2')), false);
    // Numbers go on: a cursor from before is still a place in the log.
    assert.equal((await store.feed.heads([CLIENT])).get(CLIENT), 2);
  });

  it('a client has no more watches than it may, however many are made together', async (t) => {
    const one = await opened(database, t);
    const other = await second(database, one, t);
    const { wish, watch } = await watched(one.store, 'u0');
    const users = await Promise.all(
      ['u1', 'u2', 'u3', 'u4'].map((name) => one.store.users.ensure(CLIENT, name)),
    );
    const put = (store: Store, userId: string) => store.watches.put({ ...wish, userId }, 3);
    const made = await Promise.all(
      users.map((user, n) => put(n % 2 === 0 ? one.store : other, user?.id ?? '')),
    );
    assert.equal(made.filter((id) => typeof id === 'number').length, 2);
    assert.equal(made.filter((id) => id === 'too_many').length, 2);
    assert.equal((await one.store.watches.list(CLIENT, {}, 0, 10)).length, 3);
    assert.equal(await put(other, wish.userId), watch, 'one that is there may be changed');
    assert.equal(await put(other, 'gone'), undefined);
    assert.equal(await other.watches.put({ ...wish, clientId: 'gone' }, 3), undefined);
  });

  it('a watch that is changed keeps what was read of the time before it, unless another time is asked for', async (t) => {
    const { store } = await opened(database, t);
    const { watch, wish } = await watched(store, 'u', { since: START - 1000 });
    const shown = async () => {
      const { every, since, history, readingId } =
        (await store.watches.find(CLIENT, watch)) ?? assert.fail();
      return { every, since, history, readingId };
    };
    const { readingId } = await shown();
    const [held = assert.fail()] = await claim(store, 'me');
    await store.readings.write(held, { ...pageOf(held), history: { watch, left: null } });
    const { since: _, ...rest } = wish;
    await store.watches.put({ ...rest, every: 120 }, 1);
    const kept = { every: 120, since: START - 1000, history: null, readingId };
    assert.deepEqual(await shown(), kept);
    await store.watches.put({ ...wish, since: START - 2000 }, 1);
    assert.deepEqual(await shown(), { ...kept, every: 60, since: START - 2000, history: '' });
  });

  it('a watch whose account is another one now is read from there, and what it left goes with its last watch', async (t) => {
    const { store, clock } = await opened(database, t);
    const { watch: id } = await watched(store, 'u');
    await watched(store, 'v');
    const [held = assert.fail()] = await claim(store, 'me');
    const [mine, theirs] = held.watches.toSorted((one) => (one.id === id ? -1 : 1));
    assert.ok(mine && theirs);
    const accounts = async () => {
      const found = [SHOP, 'two.shop', 'three.shop'].map(async (account) => [
        account,
        (await store.readings.which({ channel: 'stall', account, resource: 'orders' })).length,
      ]);
      return Object.fromEntries(await Promise.all(found)) as unknown;
    };
    clock.forward(1000);
    await store.watches.rebind(mine, 'two.shop', 'other_account');
    const shown = await store.watches.find(CLIENT, id);
    assert.notEqual(shown?.readingId, held.number);
    assert.deepEqual([shown?.note, shown?.dueAt], ['other_account', START + 1000]);
    assert.deepEqual(await accounts(), { [SHOP]: 1, 'two.shop': 1, 'three.shop': 0 });
    // One that read it before all that has an old row in hand.
    await store.watches.rebind(mine, 'three.shop', 'other_account');
    assert.equal((await store.watches.find(CLIENT, id))?.readingId, shown?.readingId);
    await store.watches.rebind(theirs, 'two.shop', 'other_account');
    assert.deepEqual(await accounts(), { [SHOP]: 0, 'two.shop': 1, 'three.shop': 0 });
    assert.equal(await store.readings.finish(held, { dueAt: 0, readAt: 0, states: [] }), false);
    const gone = await store.watches.find(CLIENT, id);
    await store.watches.remove(CLIENT, id);
    await store.watches.rebind(gone ?? assert.fail(), 'three.shop', 'other_account');
    assert.deepEqual(await accounts(), { [SHOP]: 0, 'two.shop': 1, 'three.shop': 0 });
  });

  it('what a sweep did not meet is missed until it is seen again', async (t) => {
    const { store, clock } = await opened(database, t);
    await watched(store, 'u');
    const [held = assert.fail()] = await claim(store, 'me');
    const { number, names } = held;
    const ids = Array.from({ length: 1200 }, (_, n) => String(n));
    await store.readings.write(held, { ...pageOf(held, ...ids), entries: [] });
    await store.readings.write(held, { ...pageOf(held), met: { part: 1, records: 'x' } });
    await store.readings.write(held, { ...pageOf(held), met: { part: 2, records: 'y' } });
    assert.deepEqual(await store.readings.met(number), ['x', 'y']);
    const records = ids.map(names.seal);
    const sorted = records.toSorted();
    const after = await store.readings.seenAfter(number, sorted[599] ?? '', 1000);
    assert.deepEqual(
      after.map(({ record }) => record),
      sorted.slice(600),
    );
    assert.equal(await store.readings.endSweep(held, records, []), true);
    assert.deepEqual(await store.readings.met(number), []);
    clock.forward(1000);
    await store.readings.write(held, { ...pageOf(held, '7'), entries: [] });
    await store.readings.endSweep(held, records.slice(0, 2), records.slice(2, 5));
    const missed = await store.readings.missed(number, 2000);
    assert.deepEqual(
      missed.map(({ record }) => names.open(record)).sort(),
      ids.filter((id) => !['2', '3', '4', '7'].includes(id)).sort(),
    );
    assert.ok(
      missed.every(({ missed: since }) => since === START),
      'since the first time',
    );
    await store.readings.write(held, { ...pageOf(held), missed: records.slice(2, 4) });
    const longest = await store.readings.missed(number, missed.length + 1);
    assert.deepEqual(longest.slice(0, -1), missed, 'the longest missed first');
    assert.equal(longest.at(-1)?.missed, START + 1000);
    await store.readings.write(held, { ...pageOf(held), forget: records });
    assert.equal((await store.readings.known(number, records)).size, 0);
  });

  it('of hints the longest waiting comes first, and one that came again while it was followed stays', async (t) => {
    const { store, clock } = await opened(database, t);
    await watched(store, 'u');
    const [held = assert.fail()] = await claim(store, 'me');
    const [first, again] = [held.names.seal('1'), held.names.seal('2')];
    await store.readings.hint(held.number, again);
    clock.forward(1);
    await store.readings.hint(held.number, first);
    assert.deepEqual(await store.readings.hints(held.number, 10), [again, first]);
    assert.deepEqual(await claim(store, 'other', clock.now()), [], 'it is in hand');
    clock.forward(1);
    await store.readings.hint(held.number, again);
    const hints = { records: [first, again], until: START + 1 };
    await store.readings.write(held, { ...pageOf(held), hints });
    assert.deepEqual(await store.readings.hints(held.number, 10), [again]);
    // Its reading ended in the moment in which it came: that is no trouble of the others.
    await store.readings.hint(held.number + 1, first);
    assert.deepEqual(await store.readings.hints(held.number + 1, 10), []);
  });

  for (const [what, wake] of [
    ['a hint', (store, { readingId }) => store.readings.hint(readingId, 'x')],
    ['a hint at no record', (store, { readingId }) => store.readings.hint(readingId, undefined)],
    ['a put', (store, { wish }) => store.watches.put(wish, 1)],
    ['a link', (store, { credential }) => store.credentials.save(credential)],
    ['an unlink', (store, { credential }) => store.credentials.remove(credential, 'by_user')],
  ] as const satisfies readonly (readonly [string, (store: Store, of: Held) => unknown])[])
    it(`${what} while a reading is in hand makes it due when that ends, and not before`, async (t) => {
      const { store, clock } = await opened(database, t);
      const { wish, userId } = await watched(store, 'u');
      const which = { userId, channel: wish.channel, account: {}, secrets: {} };
      const credential = { ...which, expiresAt: null, accountKey: SHOP };
      await store.credentials.save(credential);
      const [held = assert.fail()] = await claim(store, 'me');
      clock.forward(1000);
      await wake(store, { wish, credential, readingId: held.number });
      assert.deepEqual(await claim(store, 'other', clock.now()), [], 'it is in hand');
      const end = { dueAt: START + 9 * LEASE, readAt: START, states: [] };
      clock.forward(1000);
      assert.equal(await store.readings.finish(held, end), true);
      assert.deepEqual(await claim(store, 'other', clock.now() - 1), []);
      const [again = assert.fail()] = await claim(store, 'other', clock.now());
      // It is said once: the next end counts again.
      assert.equal(await store.readings.finish(again, end), true);
      assert.deepEqual(await claim(store, 'third', end.dueAt - 1), []);
      assert.equal((await claim(store, 'third', end.dueAt)).length, 1);
    });

  for (const [what, end] of [
    ['is changed to keep nothing', (store, { wish }) => store.watches.put({ ...wish, keep: 'nothing' }, 2)],
    ['is removed', (store, { watch }) => store.watches.remove(CLIENT, watch)],
    ['moves to another account', async (store, { watch }) => store.watches.rebind((await store.watches.find(CLIENT, watch)) ?? assert.fail(), 'two.shop', 'other')],
    ['goes with its user', (store) => store.users.remove(CLIENT, 'u')],
  ] as const satisfies readonly (readonly [string, (store: Store, of: Awaited<ReturnType<typeof watched>>) => unknown])[]) // biome-ignore format: a way a line
    it(`when the last watch that asked for digests ${what}, they go`, async (t) => {
      const { store, place } = await opened(database, t);
      const mine = await watched(store, 'u');
      const { wish } = await watched(store, 'v', { keep: 'nothing' });
      const [held = assert.fail()] = await claim(store, 'me');
      const page = { ...pageOf(held, '1', '2'), met: { part: 1, records: 'x' } };
      await store.readings.write(held, page);
      const db = await openRaw(place, t);
      const counts = async () => {
        const all = await everything(db, database.name);
        return ['seen', 'swept'].map((table) => all.get(table)?.length);
      };
      await store.watches.put(wish, 2);
      await store.readings.finish(held, {
        dueAt: START,
        readAt: START,
        sweptAt: START,
        states: [],
      });
      const [late = assert.fail()] = await claim(store, 'late');
      assert.deepEqual([late.sweptAt, ...(await counts())], [START, 2, 1]);
      assert.equal(await store.readings.isMet(late.number, 1), true);
      await end(store, mine);
      assert.deepEqual(await counts(), [0, 0]);
      assert.equal(await store.readings.isMet(late.number, 1), false);
      assert.equal(await store.readings.write(late, page), false, 'it was taken from its holder');
      assert.deepEqual(await counts(), [0, 0]);
      // Asked for again, it begins with a look at everything.
      await store.watches.put({ ...wish, keep: 'digests' }, 2);
      const [again] = (await claim(store, 'next')).filter(({ number }) => number === late.number);
      assert.deepEqual([again?.sweptAt, again?.deaths], [null, 0]);
      const next = { ...page, ...pageOf(again ?? assert.fail(), '1', '2') };
      assert.equal(await store.readings.write(again ?? assert.fail(), next), true);
      assert.deepEqual(await counts(), [2, 1]);
    });

  it('watches are counted by state, with the mark that is furthest behind', async (t) => {
    const { store, clock } = await opened(database, t);
    assert.deepEqual(await store.watches.standing(), []);
    await watched(store, 'u');
    await watched(store, 'u', { resource: 'products' });
    const [held = assert.fail()] = await claim(store, 'me', START, 1);
    const [watch = assert.fail()] = held.watches;
    const states = [{ watch, state: 'live', code: '' }] as const;
    const end = { dueAt: START, readAt: START, completeUntil: START - 5000, states };
    await store.readings.finish(held, end);
    clock.forward(1000);
    await watched(store, 'v', { account: 'two.shop' });
    assert.deepEqual(await store.watches.standing(), [
      { state: 'catching_up', count: 2, oldest: START },
      { state: 'live', count: 1, oldest: START - 5000 },
    ]);
  });

  it('what is half read of the time before a watch is not gone on with at another account', async (t) => {
    const { store } = await opened(database, t);
    const { watch, wish } = await watched(store, 'u', { since: START - 1000 });
    const found = async () => (await store.watches.find(CLIENT, watch)) ?? assert.fail();
    const read = async (left: string | null) => {
      const { readingId } = await found();
      const claimed = await claim(store, 'me');
      const held = claimed.find(({ number }) => number === readingId) ?? assert.fail();
      await store.readings.write(held, { ...pageOf(held), history: { watch, left } });
      assert.equal((await found()).history, left);
    };
    await read('a place at one shop');
    await store.watches.rebind(await found(), 'two.shop', 'other_account');
    assert.equal((await found()).history, '');
    await read('a place at another');
    await store.watches.put({ ...wish, every: 120, account: 'two.shop' }, 2);
    assert.equal((await found()).history, 'a place at another', 'the same shop');
    await store.watches.put({ ...wish, account: 'three.shop' }, 2);
    assert.equal((await found()).history, '');
    await read(null);
    await store.watches.rebind(await found(), 'four.shop', 'other_account');
    assert.equal((await found()).history, null, 'all of it was read');
  });

  it('clients are notified of what is new every 5 seconds, also after a clock was set back', async (t) => {
    const { store, place, clock } = await opened(database, t);
    const db = await openRaw(place, t);
    await watched(store, 'u');
    const [held = assert.fail()] = await claim(store, 'me');
    const announced = async (id: string) => {
      await store.readings.write(held, pageOf(held, id));
      await store.feed.announce(() => 'cursor');
      return (await db.selectFrom('feed').select('announced').executeTakeFirstOrThrow()).announced;
    };
    assert.equal(await announced('1'), 1);
    clock.forward(4999);
    assert.equal(await announced('2'), 1);
    clock.forward(1);
    assert.equal(await announced('3'), 3);
    clock.forward(-24 * 3600_000);
    assert.equal(await announced('4'), 4);
    assert.equal(await announced('5'), 4);
  });

  it('a client whose key is damaged keeps no other from being notified', async (t) => {
    const { store, place } = await opened(database, t);
    const db = await openRaw(place, t);
    const clients = ['damaged-1', CLIENT, 'damaged-2'];
    for (const clientId of clients) {
      if (clientId !== CLIENT) await store.clients.create({ ...SOME_CLIENT, id: clientId });
      await watched(store, 'u', { clientId });
      const [held = assert.fail()] = await claim(store, 'me', START, 1, clientId);
      await store.readings.write(held, pageOf(held, '1'));
    }
    await db.updateTable('feed').set({ key: 'x' }).where('client_id', '!=', CLIENT).execute();
    // As after a start, when no key has been opened yet.
    const again = await openStore({ ...place, role: 'tool', now: () => START, seal: testSeal });
    t.after(() => again.close());
    await again.feed.announce(() => 'cursor');
    const feeds = await db.selectFrom('feed').select(['client_id', 'announced']).execute();
    for (const { client_id, announced } of feeds)
      assert.equal(announced, client_id === CLIENT ? 1 : 0, client_id);
    assert.equal(feeds.length, clients.length);
  });

  it('a user who can be called for is named for a subscription, no matter who else watches the same', async (t) => {
    const { store } = await opened(database, t);
    const ids: string[] = [];
    for (const name of ['u', 'v']) ids.push((await watched(store, name)).userId);
    const named = async () =>
      (await store.readings.unheard(['stall'], START, -1, 10)).map(({ userId }) => userId);
    assert.deepEqual(await named(), ids.toSorted().slice(0, 1), 'while no one has it linked');
    const link = (userId: string) =>
      store.credentials.save({
        ...{ userId, channel: 'stall', account: { shop: SHOP }, secrets: { key: 'k' } },
        expiresAt: null,
      });
    for (const userId of ids) {
      await link(userId);
      assert.deepEqual(await named(), [userId], 'the only one who has it linked');
      await store.credentials.remove({ userId, channel: 'stall' }, 'by_client');
    }
    for (const userId of ids) await link(userId);
    const why = { code: 'credential_refused', message: 'The key was revoked.' } as const;
    const [first = ''] = await named();
    await store.credentials.mark({ userId: first, channel: 'stall' }, 'attention', why);
    assert.deepEqual(
      await named(),
      ids.filter((id) => id !== first),
      'whose key works',
    );
  });

  it('entries go 30 days after they were written', async (t) => {
    const { store, clock } = await opened(database, t);
    await watched(store, 'u');
    const [held = assert.fail()] = await claim(store, 'me');
    await store.readings.write(held, pageOf(held, '1', '2', '3'));
    clock.forward(30 * 24 * 3600_000 - 1);
    assert.equal((await store.sweep()).changes, 0);
    clock.forward(1);
    assert.equal((await store.sweep(2)).changes, 2);
    assert.deepEqual(
      (await store.feed.entries(CLIENT, 0, 10, {})).entries.map(({ seq }) => seq),
      [3],
    );
    assert.equal((await store.sweep(2)).changes, 1);
    assert.equal((await store.feed.heads([CLIENT])).get(CLIENT), 3);
  });
});
