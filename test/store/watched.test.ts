// What is reported of the store, on both databases: how long statements take, what waits, what the command line did.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { completionEvent } from '../../src/model/event.ts';
import type { Executed } from '../../src/model/execution.ts';
import type { StatementKind } from '../../src/model/watch.ts';
import { type After, type AuditFilter, newDelivery, openStore } from '../../src/store/index.ts';
import { queues } from '../../src/work/queues.ts';
import { eachDatabase, openRaw, SOME_CLIENT, START, testSeal } from './databases.ts';
import { ended } from './ended.ts';

const MINUTE = 60_000;

eachDatabase((database) => {
  it('reports what each statement was and that it took its time', async (t) => {
    const took: StatementKind[] = [];
    const place = await database.place(t);
    const store = await openStore({
      ...place,
      role: 'service',
      seal: testSeal,
      watch: {
        took: (kind, milliseconds) => {
          assert.ok(milliseconds >= 0);
          took.push(kind);
        },
        failed: (trouble) => assert.fail(trouble),
      },
    });
    t.after(() => store.close());
    const during = async (work: () => Promise<unknown>) => {
      took.length = 0;
      await work();
      return took.filter((kind) => kind !== 'wait');
    };
    assert.deepEqual(await during(() => store.clients.create({ ...SOME_CLIENT, id: 'a' })), [
      'write',
    ]);
    assert.deepEqual(await during(() => store.clients.find('a')), ['read']);
    // A service looks after its PostgreSQL on a connection apart, which is no one's statement.
    const looks = database.name === 'postgres' ? [] : ['read'];
    assert.deepEqual(await during(() => store.ping()), looks);
    assert.deepEqual(await during(() => store.queues()), Array(4).fill('read'));
    await store.audit.end(await store.audit.begin('command line', { act: 'x' }), {});
    const transaction = await during(() => store.audit.drain(() => {}, 1));
    assert.deepEqual(transaction, ['read', 'begin', 'read', 'write', 'commit']);
    assert.ok(took.includes('wait'));
  });

  it('counts what waits and how long the oldest has been due', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create({ ...SOME_CLIENT, id: 'a' });
    const none = { waiting: 0, due: 0, oldest: 0 };
    assert.deepEqual(await store.queues(), {
      ...{ jobs: none, deliveries: none, hooks: none, writes: none },
    });
    const event = completionEvent(ended('1', { client: 'a' }));
    const at = (time: number) =>
      newDelivery({ clientId: 'a', url: 'https://x.example' }, event, time);
    await store.deliveries.add(at(START));
    await store.deliveries.add(at(START + MINUTE));
    await store.deliveries.add(at(START + 60 * MINUTE));
    await store.hooks.add({ channel: 'c', id: '1', about: 'shop', content: '{}' });
    clock.forward(5 * MINUTE);
    assert.deepEqual(await store.queues(), {
      jobs: none,
      deliveries: { waiting: 3, due: 2, oldest: 5 * MINUTE },
      hooks: { waiting: 1, due: 1, oldest: 5 * MINUTE },
      writes: none,
    });
  });

  it('says how long a background write has waited, not how far it is put ahead of reads', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create({ ...SOME_CLIENT, id: 'a' });
    const begin = (id: string, operation: Executed) =>
      store.jobs.begin(
        ended(id, { client: 'a', operation, tpUserId: undefined, startedAt: clock.now() }),
        ...(['{}', { bytes: 1e6, rows: 100 }] as const),
      );
    const jobs = async () => (await store.queues()).jobs;
    await begin('write', 'stock');
    assert.deepEqual(await jobs(), { waiting: 1, due: 1, oldest: 0 });
    clock.forward(2 * MINUTE);
    await begin('read', 'orders');
    clock.forward(MINUTE);
    assert.deepEqual(await jobs(), { waiting: 2, due: 2, oldest: 3 * MINUTE });
    const lane = { lane: 'a', now: clock.now(), until: clock.now() + MINUTE };
    const [held] = await store.jobs.claim({ ...lane, limit: 1, by: 'worker' });
    assert.equal(held?.id, 'write');
    const finished = ended('write', { client: 'a', operation: 'stock', tpUserId: undefined });
    const end = { finished, result: '{}', delivery: undefined, expiresAt: clock.now() + MINUTE };
    assert.equal(await store.jobs.finish(held, end), true);
    assert.deepEqual(await jobs(), { waiting: 1, due: 1, oldest: MINUTE });
  });

  it('looks at what waits by its own small index', async (t) => {
    const { place } = await database.store(t);
    const raw = await openRaw(place, t);
    const plans: string[] = [];
    // The same statements, asked how they would be run.
    const explaining: KyselyPlugin = {
      transformQuery({ node }) {
        assert.ok(node.kind === 'RawNode');
        const [first = '', ...rest] = node.sqlFragments;
        const how = database.name === 'sqlite' ? 'explain query plan' : 'explain';
        return { ...node, sqlFragments: [`${how} ${first}`, ...rest] };
      },
      async transformResult({ result }) {
        plans.push(JSON.stringify(result.rows));
        return result;
      },
    };
    await raw.connection().execute(async (one) => {
      // An empty table is read whole unless that is forbidden.
      if (database.name === 'postgres') await sql`set enable_seqscan = off`.execute(one);
      const db = one.withPlugin(explaining);
      await queues({ db, dialect: database.name, now: () => START });
    });
    assert.equal(plans.length, 4);
    for (const [at, table] of ['job', 'delivery', 'hook_message', 'write'].entries())
      assert.equal(plans[at]?.split(`${table}_waiting`).length, 5, plans[at]);
  });

  it('logs what the command line did once, by one of several, in turn', async (t) => {
    const { store, clock } = await database.store(t);
    for (const count of [1, 2, 3]) {
      const act = { act: 'clients.set', facts: { client: 'app', login: 'root' } };
      const id = await store.audit.begin('command line', act);
      if (count === 1)
        assert.equal(await store.audit.drain(() => assert.fail('it is not done yet'), 9), 0);
      await store.audit.end(id, { count });
      clock.forward(1000);
    }
    const logged: unknown[] = [];
    const log = ({ facts, at }: { facts?: unknown; at: number }) => void logged.push([facts, at]);
    // One that dies before it noted that logs them again.
    await assert.rejects(
      store.audit.drain(() => {
        throw new Error('gone');
      }, 2),
    );
    assert.equal(await store.audit.drain(log, 2), 2);
    await Promise.all([store.audit.drain(log, 2), store.audit.drain(log, 2)]);
    assert.deepEqual(logged, [
      [{ count: 1 }, START],
      [{ count: 2 }, START + 1000],
      [{ count: 3 }, START + 2000],
    ]);
    assert.equal(await store.audit.drain(log, 2), 0);
  });

  it('keeps a history of 400 days, newest first, by client, act and time', async (t) => {
    const { store, clock } = await database.store(t);
    const { audit } = store;
    const listed = async (filter: AuditFilter) => (await audit.list(filter, undefined, 10)).rows;
    for (const [act, client] of [
      ['keys.rewrap', undefined],
      ['clients.set', 'one'],
      ['users.delete', 'two'],
      ['users.delete', 'one'],
      ['users.delete', 'one'],
    ] as const) {
      await audit.note('client', { act, facts: { client, traceId: 'x' } });
      if (client !== 'two') clock.forward(1000);
    }
    // Those of the same millisecond are each there once, wherever a page ends.
    const pages: unknown[] = [];
    let after: After | undefined;
    do {
      const { rows, next } = await audit.list({}, after, 2);
      pages.push(...rows.map(({ act, client, at }) => [act, client, at - START]));
      after = next;
    } while (after);
    const two = pages.filter((row) => String(row).includes('two'));
    assert.deepEqual([pages.length, two.length], [5, 1]);
    assert.deepEqual(pages.at(-1), ['keys.rewrap', null, 0]);
    assert.equal((await listed({ client: 'one' })).length, 3);
    assert.equal((await listed({ client: 'one', act: 'users.delete' })).length, 2);
    assert.equal((await listed({ since: START + 2000 })).length, 3);
    assert.deepEqual((await listed({ client: 'two' }))[0]?.facts, { traceId: 'x' });
    assert.equal(await audit.drain(() => assert.fail('it is in the log'), 9), 0);
    clock.forward(399 * 86_400_000);
    await store.sweep();
    assert.equal((await listed({})).length, 5);
    clock.forward(86_400_000);
    await store.sweep();
    assert.deepEqual(await listed({}), []);
  });

  it('says of an act that was broken off that its end is not known, and nothing of one that failed', async (t) => {
    const { store, clock } = await database.store(t);
    const { audit } = store;
    await audit.end(await audit.begin('command line', { act: 'clients.delete' }), undefined);
    await audit.begin('command line', { act: 'keys.forget', facts: { key: 'k1' } });
    clock.forward(11 * 60_000);
    const logged: unknown[] = [];
    assert.equal(await audit.drain(({ act, facts }) => logged.push([act, facts]), 9), 1);
    assert.deepEqual(logged, [['keys.forget', { key: 'k1', unfinished: true }]]);
    assert.equal(await audit.drain(() => {}, 9), 0);
    assert.equal((await audit.list({}, undefined, 9)).rows[0]?.facts.unfinished, true);
  });
});
