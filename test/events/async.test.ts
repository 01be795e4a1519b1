// Asynchronous executions: accepted immediately, run later, kept sealed, reported; and the list of all executions.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { until } from '../until.ts';
import { CANARY, type House, startHouse, startReceiver } from './house.ts';

const LATER = { headers: { prefer: 'respond-async' } };

async function finished(house: House, id: string) {
  await until(async () => (await house.ask(`/Executions/${id}`)).body.status !== 'running');
  return (await house.ask(`/Executions/${id}`)).body;
}

describe('Prefer: respond-async', () => {
  it('answers 202 immediately; the result waits at the address given', async (t) => {
    const house = await startHouse(t);
    const receiver = await startReceiver(t);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    house.shop.before = () => gate;
    const accepted = await house.orders({ completionCallbackUrl: receiver.url }, LATER);
    assert.equal(accepted.status, 202);
    const { execution_id, status, status_url, ...others } = accepted.body;
    assert.deepEqual([status, others], ['running', {}]);
    assert.equal(accepted.headers.get('location'), status_url);
    assert.equal(accepted.headers.get('preference-applied'), 'respond-async');
    assert.ok(status_url.endsWith(`/api/ServiceClientApp/Executions/${execution_id}`));
    const running = (await house.ask(`/Executions/${execution_id}`)).body;
    assert.deepEqual(
      [running.status, running.response, running.durations],
      ['running', null, null],
    );
    open();
    const done = await finished(house, execution_id);
    assert.equal(done.status, 'succeeded');
    assert.equal(done.mode, 'async');
    assert.equal(done.response.Output.execution_id, execution_id);
    assert.equal(done.response.Output.result[0].id, '1');
    assert.equal(done.response.Report.TraceId, done.trace_id);
    await receiver.arrived(1);
    assert.equal(receiver.received[0]?.event.data.execution_id, execution_id);
    assert.equal(receiver.received[0]?.event.data.isSuccess, true);
  });

  it('says immediately what is wrong with the request, and later what went wrong beyond', async (t) => {
    const house = await startHouse(t);
    const wrong = await house.orders({}, LATER, { limit: 0 });
    assert.deepEqual([wrong.status, wrong.body.Errors.code], [400, 'invalid_request']);
    const { body } = await house.orders({}, { ...LATER, body: '{}' });
    const done = await finished(house, body.execution_id);
    assert.deepEqual([done.status, done.code, done.step], ['failed', 'unknown_user', 'authorize']);
    assert.equal(done.response.Errors.code, 'unknown_user');
    assert.deepEqual(done.response.Output.result, []);
  });

  it('keeps credentials and results sealed, and the credentials no longer than needed', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'manifold-async-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const house = await startHouse(t, { dataDir });
    house.shop.items = [{ id: '1', note: 'buyer-canary' }];
    const { body } = await house.orders({}, LATER);
    await finished(house, body.execution_id);
    const stored = readdirSync(dataDir)
      .map((name) => readFileSync(join(dataDir, name), 'latin1'))
      .join('');
    assert.ok(stored.includes(body.execution_id));
    for (const canary of [CANARY, 'buyer-canary']) assert.ok(!stored.includes(canary), canary);
    const claimed = await house.app.store.jobs.result('app', body.execution_id);
    assert.ok(claimed && (await text(claimed.result)).includes('buyer-canary'));
  });

  it('needs the scope of its operation to be read, and belongs to its client', async (t) => {
    const house = await startHouse(t);
    const { body } = await house.orders({}, LATER);
    await finished(house, body.execution_id);
    const products = { headers: { authorization: `Bearer ${await house.tokenWith('products')}` } };
    const refused = await house.ask(`/Executions/${body.execution_id}`, products);
    assert.deepEqual([refused.status, refused.body.Errors.code], [403, 'insufficient_scope']);
    assert.equal(await house.app.store.jobs.result('other', body.execution_id), undefined);
  });

  it('goes on after a restart, and a run broken off by the restart does not count', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'manifold-async-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const seal = createSeal(parseKeys(newKeyEntry('kept')));
    const first = await startHouse(t, { dataDir, seal });
    first.shop.before = () => new Promise((resolve) => setTimeout(resolve, 200, undefined));
    const { body } = await first.orders({}, LATER);
    await until(() => first.shop.reads === 1);
    await first.close();
    const second = await startHouse(t, { dataDir, seal });
    const done = await finished(second, body.execution_id);
    assert.equal(done.status, 'succeeded');
    assert.ok(first.shop.reads + second.shop.reads >= 1);
  });
});

describe('executions', () => {
  it('each leave a row, listed by filter and page, without data or secrets', async (t) => {
    const house = await startHouse(t);
    house.shop.items = [{ id: '1', note: 'buyer-canary' }];
    for (let n = 0; n < 3; n++) await house.orders({ tpUserId: `u${n}` });
    await house.orders({ tpUserId: 'u0', channel: 'none' });
    const list = async (query = '') => (await house.ask(`/Executions${query}`)).body;
    const { result } = await list();
    assert.equal(result.length, 4);
    assert.deepEqual(
      result.map(({ tpUserId, status, channel }: Record<string, unknown>) => [
        tpUserId,
        status,
        channel,
      ]),
      [
        ['u0', 'failed', null],
        ['u2', 'succeeded', 'stall'],
        ['u1', 'succeeded', 'stall'],
        ['u0', 'succeeded', 'stall'],
      ],
    );
    const text = JSON.stringify(result);
    for (const canary of [CANARY, 'buyer-canary']) assert.ok(!text.includes(canary), canary);
    assert.equal((await list('?tpUserId=u0')).result.length, 2);
    assert.equal((await list('?tpUserId=u0&status=failed&operation=orders')).result.length, 1);
    assert.equal((await list('?channel=stall')).result.length, 3);
    assert.equal((await list('?operation=products')).result.length, 0);
    assert.equal((await list(`?started_at_max=2020-01-01T00:00:00Z`)).result.length, 0);
    assert.equal((await list(`?started_at_min=2020-01-01T00:00:00Z`)).result.length, 4);
    const seen: string[] = [];
    for (let token = ''; ; ) {
      const page = await list(`?limit=1${token && `&next_page_token=${token}`}`);
      seen.push(page.result[0].execution_id);
      token = page.next_page_token;
      if (!token) break;
    }
    assert.deepEqual(
      seen,
      result.map(({ execution_id }: { execution_id: string }) => execution_id),
    );
    const one = (await house.ask(`/Executions/${seen[0]}`)).body;
    assert.deepEqual([one.mode, one.response, one.code], ['direct', null, 'unsupported_channel']);
  });

  it('in memory are written down when the service ends', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'manifold-async-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const seal = createSeal(parseKeys(newKeyEntry('kept')));
    const first = await startHouse(t, { dataDir, seal });
    await Promise.all(Array.from({ length: 20 }, () => first.orders()));
    await first.close();
    const second = await startHouse(t, { dataDir, seal });
    assert.equal((await second.ask('/Executions')).body.result.length, 20);
  });
});
