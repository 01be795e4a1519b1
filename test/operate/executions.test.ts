// What an operator sees of data calls, through a running service: the steps, what is hidden, and the same again.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Envelope } from '../../src/model/envelope.ts';
import { actsOn } from '../../src/operate/index.ts';
import { readConfig } from '../../src/serve/config.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

const ADA = { by: 'command line', login: 'ada' } as const;

describe('executions as operators see them', () => {
  let service: Service;
  let acts: ReturnType<typeof actsOn>;
  before(async () => {
    service = await startService();
    const { store, tokens } = service.app;
    acts = actsOn({ config: readConfig({}), store, tokens }, ADA);
  });
  after(() => service.close());

  const idOf = ({ body }: { readonly body: Envelope }) => body.Output.execution_id;
  const rows = async () => (await service.app.store.audit.list({}, undefined, 100)).rows;

  async function found(id: string) {
    await service.app.events.executions.flush();
    return await acts.executions.find(id);
  }

  it('shows every stage and every call with what it took, and no secret', async () => {
    const wish = { limit: 2, created_at_min: '2020-01-01T00:00:00Z' };
    const answer = await service.orders('woocommerce', wish);
    const shown = await found(idOf(answer));
    assert.deepEqual(
      shown.stages.map(({ stage }) => stage),
      ['validate', 'authorize', 'fetch', 'transform'],
    );
    const ends = shown.stages.map(({ start, duration }) => start + duration);
    assert.ok(ends.every((end, at) => at === 0 || end >= (ends[at - 1] ?? 0)));
    const [first] = shown.calls;
    assert.equal(shown.calls.length, answer.body.Report.ExtResources.length);
    assert.ok(first && first.method === 'GET' && first.status === 200 && first.tries === 1);
    assert.ok((first.bytes ?? 0) > 2 && first.duration > 0 && first.start > 0);
    const { hostname } = new URL(answer.body.Report.ExtResources[0]?.Uri ?? '');
    assert.equal(first.host.split(':')[0], hostname);
    const { clientId, tpUserId, outcome } = shown.execution;
    assert.deepEqual([clientId, tpUserId, outcome], [CLIENT.id, 'demo', 'succeeded']);
    assert.equal(shown.not_again, null);
    const secrets = Object.values(service.shop('woocommerce').credential.secrets);
    for (const hidden of secrets) assert.ok(!JSON.stringify(shown).includes(String(hidden)));
  });

  it('shows retries, and why it failed with a page that helps', async () => {
    service.sandbox.faults.plant({ channel: 'bol', kind: '500', times: 3 });
    const shown = await found(idOf(await service.orders('bol', {})));
    assert.equal(shown.execution.outcome, 'failed');
    assert.deepEqual(
      shown.calls.filter(({ status }) => status === 500).map(({ tries, code }) => [tries, code]),
      [1, 2, 3].map((tries) => [tries, 'channel_failed']),
    );
    assert.ok(shown.calls.every(({ tries, waited }) => tries === 1 || waited > 0));
    assert.equal(shown.faults[0]?.code, 'channel_failed');
    assert.match(shown.faults[0]?.help ?? '', /channel_failed/);
  });

  it('finds executions by all that is asked for, and a user only with its client', async () => {
    const search = { client: CLIENT.id, user: 'demo', channel: 'bol', outcome: 'failed' } as const;
    const code = 'channel_failed';
    await service.app.events.executions.flush();
    const { rows: one, next } = await acts.executions.page({ ...search, code });
    assert.deepEqual([one.length, one[0]?.code, next], [1, code, undefined]);
    const all = await acts.executions.page({ code, from: service.now() - 60_000 });
    assert.deepEqual(all.rows, one);
    const none = await acts.executions.page({ channel: 'bol', outcome: 'succeeded' });
    assert.deepEqual(none.rows, []);
    await assert.rejects(acts.executions.page({ user: 'demo' }), /Name the client/);
    await assert.rejects(acts.executions.find('no-such'), /There is no execution/);
  });

  it('what was asked is seen only by an act of its own, which the audit has', async () => {
    const id = idOf(await service.products('shopify', { limit: 3, title: 'Title-canary' }));
    assert.ok(!JSON.stringify(await found(id)).includes('Title-canary'));
    const { request, answer } = await acts.executions.show(id);
    assert.deepEqual(request, {
      query: { channel: 'shopify', tpUserId: 'demo' },
      body: { limit: 3, title: 'Title-canary' },
    });
    assert.equal(answer, null);
    const [row] = await rows();
    assert.deepEqual([row?.act, row?.client], ['executions.show', CLIENT.id]);
    assert.ok(!JSON.stringify(row).includes('canary'));
  });

  it('the same runs again, and is compared with the first answer where that is kept', async () => {
    const headers = { prefer: 'respond-async' };
    const begun = await service.orders('shopify', { limit: 3 }, { headers });
    const id = (begun.body as unknown as { execution_id: string }).execution_id;
    await until(async () => (await acts.executions.find(id)).execution.outcome === 'succeeded');
    const run = async ({
      query,
      body,
    }: {
      query: Readonly<Record<string, unknown>>;
      body: unknown;
    }) => (await service.orders(String(query.channel), body)).body;
    assert.ok((await acts.executions.show(id)).answer);
    const { compared } = await acts.executions.again(id, run);
    assert.deepEqual(compared, { records: 3, records_again: 3, differences: [], more: 0 });
    const other = await acts.executions.again(id, async (request) => {
      const again = await run(request);
      const [one, ...rest] = again.Output.result as Record<string, unknown>[];
      return { ...again, Output: { ...again.Output, result: [{ ...one, note: 'new' }, ...rest] } };
    });
    assert.deepEqual(
      other.compared?.differences.map(({ field, again }) => [field, again]),
      [['note', 'new']],
    );
    assert.equal((await rows())[0]?.act, 'executions.again');
  });

  it('does not send again what came with an account of its own', async () => {
    const params = { shopify: [{ key: 'shop', value: 'params-canary' }] };
    const id = idOf(await service.orders('shopify', { params }));
    assert.match((await found(id)).not_again ?? '', /account/);
    await assert.rejects(
      acts.executions.again(id, () => assert.fail('it was sent')),
      /account/,
    );
    assert.ok(!JSON.stringify(await acts.executions.show(id)).includes('params-canary'));
  });
});
