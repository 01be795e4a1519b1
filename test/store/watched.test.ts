// What is told of the store, on both databases: how long statements take, what waits, what the command line did.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { completionEvent } from '../../src/model/event.ts';
import type { StatementKind } from '../../src/model/watch.ts';
import { newDelivery, openStore } from '../../src/store/index.ts';
import { queues } from '../../src/store/queues.ts';
import { eachDatabase, openRaw, SOME_CLIENT, START, testSeal } from './databases.ts';
import { ended } from './ended.ts';

const MINUTE = 60_000;

eachDatabase((database) => {
  it('tells what each statement was and that it took its time', async (t) => {
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
    // A service looks after its PostgreSQL on a connection apart, which is nobody's statement.
    const looks = database.name === 'postgres' ? [] : ['read'];
    assert.deepEqual(await during(() => store.ping()), looks);
    assert.deepEqual(await during(() => store.queues()), ['read', 'read', 'read']);
    await store.acts.add({ act: 'x' });
    const transaction = await during(() => store.acts.tell(() => {}, 1));
    assert.deepEqual(transaction, ['read', 'begin', 'read', 'write', 'commit']);
    assert.ok(took.includes('wait'));
  });

  it('counts what waits and how long the oldest has been due', async (t) => {
    const { store, clock } = await database.store(t);
    await store.clients.create({ ...SOME_CLIENT, id: 'a' });
    const none = { waiting: 0, due: 0, oldest: 0 };
    assert.deepEqual(await store.queues(), { jobs: none, deliveries: none, hooks: none });
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
    });
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
      await queues(one.withPlugin(explaining), database.name, START);
    });
    assert.equal(plans.length, 3);
    for (const [at, table] of ['job', 'delivery', 'hook_message'].entries())
      assert.equal(plans[at]?.split(`${table}_waiting`).length, 4, plans[at]);
  });

  it('keeps what the command line did until it is told, by one of several, in turn', async (t) => {
    const { store, clock } = await database.store(t);
    for (const count of [1, 2, 3]) {
      await store.acts.add({ act: 'clients.set', facts: { count } });
      clock.forward(1000);
    }
    const told: unknown[] = [];
    const tell = ({ facts, at }: { facts?: unknown; at: number }) => void told.push([facts, at]);
    // One that dies before it has forgotten them tells them again.
    await assert.rejects(
      store.acts.tell(() => {
        throw new Error('gone');
      }, 2),
    );
    assert.equal(await store.acts.tell(tell, 2), 2);
    await Promise.all([store.acts.tell(tell, 2), store.acts.tell(tell, 2)]);
    assert.deepEqual(told, [
      [{ count: 1 }, START],
      [{ count: 2 }, START + 1000],
      [{ count: 3 }, START + 2000],
    ]);
    assert.equal(await store.acts.tell(tell, 2), 0);
  });
});
