// Tests of leased work, deliveries, jobs, executions and signing secrets, on both databases.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import {
  type Lane,
  type NewDelivery,
  openStore,
  type Store,
  type Without,
} from '../../src/store/index.ts';
import { eachDatabase, SOME_CLIENT, START, testSeal } from './databases.ts';
import { ended } from './ended.ts';

const DAY = 24 * 60 * 60 * 1000;
const CLIENT = SOME_CLIENT.id;
const QUOTA = { bytes: 1_000_000, rows: 100 };
const LANE = `${CLIENT} https://hooks.example`;
const NONE = { clients: [], lanes: new Set<string>() };

const delivery = (id: string, url = 'https://hooks.example/x?token=canary'): NewDelivery => ({
  id,
  clientId: CLIENT,
  executionId: null,
  addressId: null,
  userId: null,
  deleteWhenSent: false,
  type: 'execution.completed',
  url,
  body: `{"id":"${id}"}`,
  createdAt: START,
  giveUpAt: START + 2 * DAY,
});

const claiming = (by: string, limit = 10, now = START) => ({
  lane: LANE,
  limit,
  now,
  until: now + 10_000,
  by,
});
const tried = { at: START, duration: 5, status: 500, error: 'status 500' };

eachDatabase((database) => {
  const opened = async (t: Parameters<typeof database.store>[0]) => {
    const all = await database.store(t);
    await all.store.clients.create(SOME_CLIENT);
    return all;
  };

  it('work is claimed by one, taken over when its lease ends, and finished by its holder alone', async (t) => {
    const { store, clock } = await opened(t);
    await store.deliveries.add(delivery('a'));
    assert.deepEqual(await store.deliveries.lanes(START, NONE), {
      lanes: [{ lane: LANE, client: CLIENT }],
      next: undefined,
    });
    for (const without of [
      { clients: [], lanes: new Set([LANE]) },
      { ...NONE, clients: [CLIENT] },
    ])
      assert.deepEqual((await store.deliveries.lanes(START, without)).lanes, []);
    const [first = assert.fail()] = await store.deliveries.claim(claiming('one'));
    assert.deepEqual([first.id, first.attempts, first.url], ['a', 1, delivery('a').url]);
    assert.deepEqual(await store.deliveries.claim(claiming('two')), []);
    clock.forward(5000);
    await store.deliveries.extend([first], START + 20_000);
    clock.forward(6000);
    assert.deepEqual(await store.deliveries.claim(claiming('two', 10, clock.now())), []);
    clock.forward(10_000);
    const [second = assert.fail()] = await store.deliveries.claim(claiming('two', 10, clock.now()));
    assert.equal(second.attempts, 2);
    assert.deepEqual([first.deaths, second.deaths], [0, 1]);
    const outcome = { state: 'waiting', tried, nextTryAt: START + DAY } as const;
    assert.equal(await store.deliveries.finishTry(first, outcome), false);
    assert.equal(await store.deliveries.finishTry(second, outcome), true);
    const kept = await store.deliveries.find(CLIENT, 'a');
    assert.deepEqual(
      [kept?.state, kept?.nextTryAt, kept?.tries],
      ['waiting', START + DAY, [tried]],
    );
    assert.deepEqual((await store.deliveries.lanes(clock.now(), NONE)).lanes, []);
  });

  it('deaths in a row are counted, whatever waits between them, until a holder lives to end its turn', async (t) => {
    const { store, clock } = await opened(t);
    await store.deliveries.add(delivery('a'));
    const claim = async (by: string) => {
      clock.forward(11_000);
      const [held = assert.fail()] = await store.deliveries.claim(claiming(by, 10, clock.now()));
      return held;
    };
    assert.equal((await claim('one')).deaths, 0);
    const second = await claim('two');
    assert.equal(second.deaths, 1);
    await store.deliveries.putOff(second, clock.now() + 5000);
    assert.deepEqual(await store.deliveries.claim(claiming('three', 10, clock.now())), []);
    const third = await claim('three');
    assert.deepEqual(
      [third.deaths, third.attempts],
      [1, 2],
      'to be put off is no death and no try',
    );
    // On a store of one process the next start knows without waiting that the holder is dead.
    await store.deliveries.freeAll();
    const fourth = await claim('four');
    assert.equal(fourth.deaths, 2);
    const outcome = { state: 'waiting', tried, nextTryAt: clock.now() } as const;
    assert.equal(await store.deliveries.finishTry(fourth, outcome), true);
    assert.equal((await claim('five')).deaths, 0);
  });

  it('lanes are found in turn, whatever one client has piled up', async (t) => {
    const { store } = await opened(t);
    await store.clients.create({ ...SOME_CLIENT, id: 'late' });
    const ending = (clientId: string, n: number, at: number) => {
      const url = `https://r${String(n).padStart(4, '0')}.example`;
      const id = `${clientId} ${n} ${at}`;
      const { callback: _, ...finished } = ended(id, { client: clientId });
      const made = { ...delivery(id, url), clientId, createdAt: START + at };
      return { finished: { ...finished, callback: url }, delivery: made };
    };
    const of = (client: string, n: number) => ({
      lane: `${client} https://r${String(n).padStart(4, '0')}.example`,
      client,
    });
    const found = async (now: number, without: Without = NONE, after?: string) =>
      await store.deliveries.lanes(START + now, without, after);
    await store.executions.record(
      [
        ...Array.from({ length: 20 }, (_, n) => [ending(CLIENT, n, n), ending(CLIENT, n, n + 20)]),
        [ending('late', 0, 100), ending('late', 1, 99)],
      ].flat(),
    );
    const { lanes } = await found(100);
    assert.equal(lanes.length, 22, 'each lane once');
    assert.deepEqual(lanes.slice(0, 5), [
      of(CLIENT, 0),
      of('late', 1),
      of(CLIENT, 1),
      of('late', 0),
      of(CLIENT, 2),
    ]);
    assert.equal((await found(98)).lanes.length, 20, 'only what is due');
    const without = { clients: ['late'], lanes: new Set([of(CLIENT, 0).lane]) };
    assert.deepEqual((await found(100, without)).lanes[0], of(CLIENT, 1));
    await store.deliveries.claim({ ...claiming('one', 10, START + 100), lane: of(CLIENT, 0).lane });
    assert.deepEqual((await found(100)).lanes[0], of(CLIENT, 1), 'none whose work is all held');

    await store.executions.record(Array.from({ length: 1100 }, (_, n) => ending(CLIENT, n, 200)));
    const all: Lane[] = [];
    let next: string | undefined;
    do {
      const page = await found(200, NONE, next);
      all.push(...page.lanes);
      assert.ok(page.lanes.length <= 1000);
      next = page.next;
    } while (next !== undefined);
    assert.equal(new Set(all.map(({ lane }) => lane)).size, 1102);
    assert.equal(all.length, 1102);
  });

  it('what a dead process held comes back, though the clock was set back meanwhile', async (t) => {
    for (const back of [60_000, 3600_000]) {
      const { store } = await opened(t);
      await store.deliveries.add({ ...delivery('held'), createdAt: START - 2 * back });
      const { lanes } = await store.deliveries.lanes(START, NONE);
      const lane = lanes[0]?.lane ?? '';
      const claim = (now: number, by: string) =>
        store.deliveries.claim({ lane, limit: 1, now, until: now + 10_000, by });
      assert.equal((await claim(START, 'dead')).length, 1);
      const waits = back === 60_000 ? 70_000 : 0;
      assert.equal((await claim(START - back + waits, 'next')).length, 1);
    }
  });

  it('two instances that claim at the same moment share the work, and none is given twice', async (t) => {
    const { store, place, clock } = await opened(t);
    const other = await openStore({ ...place, role: 'tool', now: clock.now, seal: testSeal });
    t.after(() => other.close());
    for (let n = 0; n < 60; n++) await store.deliveries.add(delivery(`d${n}`));
    const take = async (from: Store, by: string) => {
      const mine: string[] = [];
      for (let round = 0; ; round++) {
        const some = await from.deliveries.claim(claiming(`${by}${round}`, 3));
        if (some.length === 0) return mine;
        mine.push(...some.map(({ id }) => id));
      }
    };
    const taken = (
      await Promise.all([take(store, 'a'), take(other, 'b'), take(store, 'c'), take(other, 'd')])
    ).flat();
    assert.equal(taken.length, 60);
    assert.equal(new Set(taken).size, 60);
  });

  it('executions are kept with their deliveries in one step, without those of a deleted client', async (t) => {
    const { store } = await opened(t);
    await store.executions.record([
      { finished: ended('e1'), delivery: delivery('m1') },
      { finished: ended('e2', { client: 'gone' }), delivery: undefined },
      { finished: ended('e3', { startedAt: START + 1 }), delivery: undefined },
    ]);
    const all = (await store.executions.list(CLIENT, {}, undefined, 10)).rows;
    assert.deepEqual(
      all.map(({ id }) => id),
      ['e3', 'e1'],
    );
    assert.equal((await store.deliveries.find(CLIENT, 'm1'))?.state, 'waiting');
    // The delivery's id is taken: nothing of the step is kept.
    await assert.rejects(
      store.executions.record([{ finished: ended('e4'), delivery: delivery('m1') }]),
    );
    assert.equal(await store.executions.find(CLIENT, 'e4'), undefined);
  });

  it('rows that come once more, since the answer to their commit was lost, hold up no others', async (t) => {
    const { store } = await opened(t);
    const kept = { finished: ended('e1'), delivery: undefined };
    await store.executions.record([kept]);
    await store.executions.record([kept, { finished: ended('e2'), delivery: undefined }]);
    await store.executions.record([kept, { finished: ended('e3'), delivery: delivery('m3') }]);
    const all = (await store.executions.list(CLIENT, {}, undefined, 10)).rows;
    assert.deepEqual(all.map(({ id }) => id).sort(), ['e1', 'e2', 'e3']);
    assert.equal((await store.deliveries.find(CLIENT, 'm3'))?.state, 'waiting');
  });

  it('a write that waits is begun before all that its client reads', async (t) => {
    const { store } = await opened(t);
    const earlier = { startedAt: START - 60_000 };
    assert.equal(await store.jobs.begin(ended('read', earlier), '{}', QUOTA), true);
    assert.equal(await store.jobs.begin(ended('write', { operation: 'stock' }), '{}', QUOTA), true);
    const { lane = '' } = (await store.jobs.lanes(START, NONE)).lanes[0] ?? {};
    const claimed = ['one', 'two'].map((by) => ({ ...claiming(by), lane, limit: 1 }));
    const ids: string[] = [];
    for (const claiming of claimed)
      ids.push(...(await store.jobs.claim(claiming)).map(({ id }) => id));
    assert.deepEqual(ids, ['write', 'read']);
  });

  it('a job keeps its request sealed until it ends, then its result until that runs out', async (t) => {
    const { store, clock } = await opened(t);
    const started = ended('j1');
    assert.equal(await store.jobs.begin(started, '{"secret":"canary"}', QUOTA), true);
    assert.equal(await store.jobs.begin(ended('j2', { client: 'gone' }), '{}', QUOTA), false);
    assert.equal((await store.executions.find(CLIENT, 'j1'))?.outcome, 'running');
    const { lane = '' } = (await store.jobs.lanes(START, NONE)).lanes[0] ?? {};
    const [job = assert.fail()] = await store.jobs.claim({ ...claiming('one'), lane });
    assert.deepEqual([job.id, job.deaths, job.request], ['j1', 0, '{"secret":"canary"}']);
    await store.jobs.release(job);
    const [again = assert.fail()] = await store.jobs.claim({ ...claiming('two'), lane });
    assert.equal(again.deaths, 0, 'to be given back is no death');
    const end = {
      finished: started,
      result: '{"data":"canary"}',
      delivery: delivery('m2'),
      expiresAt: START + DAY,
    };
    assert.equal(await store.jobs.finish(job, end), false);
    assert.equal(await store.deliveries.find(CLIENT, 'm2'), undefined);
    assert.equal(await store.jobs.finish(again, end), true);
    assert.equal((await store.executions.find(CLIENT, 'j1'))?.outcome, 'succeeded');
    assert.equal((await store.deliveries.find(CLIENT, 'm2'))?.state, 'waiting');
    const result = await store.jobs.result(CLIENT, 'j1');
    assert.equal(result && (await text(result.result)), '{"data":"canary"}');
    assert.equal(await store.jobs.result('other', 'j1'), undefined);
    clock.forward(DAY);
    assert.equal(await store.jobs.result(CLIENT, 'j1'), undefined);
    assert.equal((await store.sweep()).results, 1);
  });

  it('what is old is swept in bounded steps; what waits too long is given up', async (t) => {
    const { store, clock } = await opened(t);
    await store.executions.record(
      Array.from({ length: 5 }, (_, n) => ({
        finished: ended(`e${n}`),
        delivery: delivery(`m${n}`),
      })),
    );
    assert.equal(await store.deliveries.giveUp(10), 0);
    clock.forward(2 * DAY);
    assert.equal(await store.deliveries.giveUp(3), 3);
    assert.equal(await store.deliveries.giveUp(3), 2);
    assert.equal(
      (await store.deliveries.list(CLIENT, { state: 'failed' }, undefined, 10)).rows.length,
      5,
    );
    clock.forward(28 * DAY);
    const { executions, deliveries } = await store.sweep(3);
    assert.deepEqual([executions, deliveries], [3, 3]);
    assert.equal((await store.sweep(3)).deliveries, 2);
    assert.deepEqual((await store.deliveries.list(CLIENT, {}, undefined, 10)).rows, []);
  });

  it('a deleted client takes its executions, jobs, deliveries and rules with it', async (t) => {
    const { store } = await opened(t);
    await store.executions.record([{ finished: ended('e1'), delivery: delivery('m1') }]);
    await store.jobs.begin(ended('j1'), '{}', QUOTA);
    const set = { channel: 'stall', resource: 'orders', rules: [] } as const;
    const rules = [{ field: 'note', expression: 'x' }];
    assert.equal(await store.overrides.put(CLIENT, { ...set, rules }), START);
    await store.clients.remove(CLIENT);
    assert.equal(await store.overrides.put(CLIENT, { ...set, rules }), undefined);
    await store.overrides.switchOff(CLIENT, { ...set, updatedAt: START }, 'note', 'why');
    assert.deepEqual(await store.overrides.list(CLIENT), []);
    assert.equal(await store.executions.find(CLIENT, 'e1'), undefined);
    assert.deepEqual((await store.jobs.lanes(START, NONE)).lanes, []);
    assert.deepEqual((await store.deliveries.lanes(START, NONE)).lanes, []);
    assert.equal(await store.signing.find(CLIENT), undefined);
  });

  it('rules are switched off for the set that was judged, and on again by the next', async (t) => {
    const { store, clock } = await opened(t);
    const set = { channel: 'stall', resource: 'orders' } as const;
    const rules = [
      { field: 'note', expression: 'x' },
      { field: 'tags', expression: 'y' },
    ];
    const off = async () =>
      (await store.overrides.list(CLIENT)).flatMap((one) =>
        one.rules.flatMap(({ field, switchedOff }) =>
          switchedOff ? [[one.resource, field, switchedOff.since, switchedOff.reason]] : [],
        ),
      );
    const first = (await store.overrides.put(CLIENT, { ...set, rules })) ?? assert.fail();
    await store.overrides.put(CLIENT, { ...set, resource: 'products', rules });
    clock.forward(1000);
    await store.overrides.switchOff(CLIENT, { ...set, updatedAt: first }, 'note', 'why');
    clock.forward(1000);
    // Another instance came to the same end a little later.
    await store.overrides.switchOff(CLIENT, { ...set, updatedAt: first }, 'note', 'why too');
    assert.deepEqual(await off(), [['orders', 'note', START + 1000, 'why']]);

    // Saved again within the same millisecond, and by a clock that was set back.
    clock.forward(-2000);
    const second = (await store.overrides.put(CLIENT, { ...set, rules })) ?? assert.fail();
    assert.equal(second, first + 1);
    assert.deepEqual(await off(), []);
    await store.overrides.switchOff(CLIENT, { ...set, updatedAt: first }, 'note', 'too late');
    assert.deepEqual(await off(), [], 'the set that it was about is gone');
    await store.overrides.switchOff(CLIENT, { ...set, updatedAt: second }, 'note', 'again');
    assert.deepEqual(await off(), [['orders', 'note', START, 'again']]);
    await store.overrides.put(CLIENT, { ...set, rules: [] });
    assert.deepEqual(await off(), []);
  });

  it('signing secrets are changed by one at a time, and move to a new key with the rest', async (t) => {
    const [older, newer] = [newKeyEntry('old'), newKeyEntry('new')];
    const place = await database.place(t);
    const open = async (ring: string) =>
      await openStore({
        ...place,
        role: 'tool',
        now: () => START,
        seal: createSeal(parseKeys(ring)),
      });
    const before = await open(older);
    await before.clients.create(SOME_CLIENT);
    const secret = { secret: 'whsec_canary', createdAt: START, expiresAt: null };
    const seen = await before.signing.find(CLIENT);
    assert.ok(seen && seen.secrets.length === 0);
    assert.equal(await before.signing.replace(seen, [secret]), true);
    assert.equal(await before.signing.replace(seen, []), false);
    await before.deliveries.add(delivery('m1'));
    await before.jobs.begin(ended('j1'), '{"a":1}', QUOTA);
    await before.close();

    const both = await open(`${newer},${older}`);
    assert.deepEqual(await both.rewrap(), { rewrapped: 3, failed: 0, complete: true });
    assert.deepEqual(await both.rewrap(), { rewrapped: 0, failed: 0, complete: true });
    await both.keys.drop('old');
    await both.close();
    const after = await open(newer);
    t.after(() => after.close());
    assert.deepEqual((await after.signing.find(CLIENT))?.secrets, [secret]);
    assert.equal((await after.deliveries.find(CLIENT, 'm1'))?.url, delivery('m1').url);
  });
}, true);
