// Several instances on one database, slow receivers, runs that died: who does what, and how often.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { openStore } from '../../src/store/index.ts';
import { isAll } from '../all.ts';
import { openDatabases } from '../postgres.ts';
import { until } from '../until.ts';
import { startHouse, startReceiver } from './house.ts';

/** What two instances share. */
const CALLS = isAll ? 120 : 50;
const LATER = { headers: { prefer: 'respond-async' } };

it('two instances on PostgreSQL share deliveries and runs, and never do one twice at the same time', async (t) => {
  const postgres = await openDatabases();
  t.after(() => postgres.stop());
  const databaseUrl = await postgres.fresh();
  const seal = createSeal(parseKeys(newKeyEntry('shared')));
  const houses = [
    await startHouse(t, { databaseUrl, seal }),
    await startHouse(t, { databaseUrl, seal }),
  ];
  const receiver = await startReceiver(t);
  const underWay = new Map<string, number>();
  let twice = 0;
  receiver.answer = async ({ headers }) => {
    const id = headers['webhook-id'] ?? '';
    underWay.set(id, (underWay.get(id) ?? 0) + 1);
    if ((underWay.get(id) ?? 0) > 1) twice += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
    underWay.set(id, (underWay.get(id) ?? 0) - 1);
  };
  const accepted = new Set<string>();
  const call = async (at: number) => {
    const later = at % 3 === 0;
    const { body } = await (houses[at % 2] ?? assert.fail()).orders(
      { completionCallbackUrl: `${receiver.url}/${at % 5}` },
      later ? LATER : {},
    );
    accepted.add(body.execution_id ?? body.Output.execution_id);
  };
  for (let at = 0; at < CALLS; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => call(at + more)));
  await receiver.arrived(CALLS);
  const [house = assert.fail()] = houses;
  await until(async () => (await house.ask('/Deliveries?state=waiting')).body.result.length === 0);
  assert.equal(twice, 0);
  assert.equal(receiver.received.length, CALLS);
  const reported = receiver.received.map(({ event }) => event.data.execution_id);
  assert.deepEqual(reported.sort(), [...accepted].sort());
  const reads = houses.map(({ shop }) => shop.reads);
  assert.equal((reads[0] ?? 0) + (reads[1] ?? 0), CALLS, 'each execution ran once');
});

it('an instance that ends hands over what it has in hand: another takes it at its next look', async (t) => {
  const postgres = await openDatabases();
  t.after(() => postgres.stop());
  const databaseUrl = await postgres.fresh();
  const seal = createSeal(parseKeys(newKeyEntry('shared')));
  // The clock stands still: a lease that is not given back never ends.
  const time = Date.now();
  const options = { databaseUrl, seal, now: () => time };
  const [first, receiver] = [await startHouse(t, options), await startReceiver(t)];
  first.shop.before = () => new Promise(() => {});
  receiver.answer = () => new Promise(() => {});
  const callback = { completionCallbackUrl: receiver.url };
  const { body } = await first.orders(callback, LATER);
  await until(() => first.shop.reads === 1, 'the run');
  first.shop.before = () => {};
  await first.orders(callback);
  await receiver.arrived(1);
  const second = await startHouse(t, options);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(second.shop.reads, 0, 'it is another’s while that one lives');
  assert.equal(receiver.received.length, 1);
  receiver.answer = () => {};
  await first.close();
  await receiver.arrived(3);
  const { body: kept } = await second.ask(`/Executions/${body.execution_id}`);
  assert.deepEqual([kept.status, second.shop.reads], ['succeeded', 1]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 2, 'the same event, under the same id');
});

it('a receiver that does not answer holds up no other, nor more than its share', async (t) => {
  const house = await startHouse(t);
  const [slow, quick] = [await startReceiver(t), await startReceiver(t)];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  slow.answer = () => gate;
  for (let n = 0; n < 80; n++) await house.orders({ completionCallbackUrl: slow.url });
  await slow.arrived(4);
  for (let n = 0; n < 10; n++) await house.orders({ completionCallbackUrl: quick.url });
  await quick.arrived(10);
  assert.equal(slow.received.length, 4);
  open();
  await slow.arrived(80);
  assert.equal(new Set(slow.received.map(({ headers }) => headers['webhook-id'])).size, 80);
});

it('a run that died is run again once; then it has failed, and the event says so', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-died-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const seal = createSeal(parseKeys(newKeyEntry('kept')));
  const receiver = await startReceiver(t);
  const first = await startHouse(t, { dataDir, seal });
  await first.close();

  const store = await openStore({ dataDir, role: 'tool', now: Date.now, seal });
  const begin = async (id: string) => {
    const query = { channel: 'stall', tpUserId: 'u', completionCallbackUrl: receiver.url };
    const body = { params: { stall: [{ key: 'token', value: 'x' }] } };
    const common = { client: 'app', operation: 'orders', traceId: '1'.repeat(32) } as const;
    const started = {
      ...common,
      id,
      channel: 'stall',
      tpUserId: 'u',
      startedAt: Date.now(),
      callback: receiver.url,
    };
    const request = { ...common, query, body, deadlineSeconds: 5, lenient: false };
    const quota = { bytes: 1_000_000, rows: 10 };
    await store.jobs.begin(started, JSON.stringify({ started, request }), quota);
  };
  /** What claims here dies before it ends. */
  const die = () =>
    store.jobs.claim({ lane: 'app', limit: 5, now: Date.now(), until: 0, by: 'dead' });
  const [twice, once] = ['execution-twice', 'execution-once'];
  await begin(twice);
  await die();
  await begin(once);
  await die();
  await store.close();

  const second = await startHouse(t, { dataDir, seal });
  await receiver.arrived(2);
  const reported = receiver.received.map(({ event: { data } }) => [
    data.execution_id,
    data.isSuccess,
    data.Errors.code,
  ]);
  assert.deepEqual(reported.sort(), [
    [once, true, undefined],
    [twice, false, 'set_aside'],
  ]);
  assert.equal(second.shop.reads, 1, 'nothing is run a third time');
  const { body } = await second.ask(`/Executions/${twice}`);
  assert.deepEqual([body.status, body.response.Errors.code], ['failed', 'set_aside']);
});
