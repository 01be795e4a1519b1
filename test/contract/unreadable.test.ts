// One record that cannot be read: the call fails by its name and place, or goes on without it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Channel, Orders } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { stall } from '../made-up/index.ts';
import { openStall, params } from '../made-up/store.ts';
import { type Answer, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

/** Seven orders of a made-up vendor; the third has an amount that is none. */
const ORDERS = Array.from({ length: 7 }, (_, i) => ({
  no: i + 1,
  placed: `2026-10-0${i + 1}T12:00:00+02:00`,
  cents: i === 2 ? 'a lot' : 1000 + i,
}));

/** A driver with a fault of its own: what it expects is nowhere in the answer. */
const stumbling: Channel = {
  ...stall,
  orders: {
    ...(stall.orders as Orders<unknown, unknown>),
    fetch: async (_, __, { account, call }) => {
      const { body } = await call({ url: `https://${account.host}/orders` });
      return { items: (body as { orders: { rows: [] } }).orders.rows };
    },
  },
};

/** A shop whose order has an amount without end. */
const endless: Channel = {
  ...stall,
  orders: {
    ...(stall.orders as Orders<unknown, unknown>),
    fetch: () => Promise.resolve({ items: [{ ...ORDERS[0], cents: `1.${'0'.repeat(60_000)}` }] }),
  },
};

let service: Service;
before(async () => {
  service = await startService({
    channels: { ...channels, stall, stumbling, endless },
    stores: [openStall(ORDERS)],
  });
});
after(() => service.close());

const body = { params: params() };
const LENIENT = { headers: { prefer: 'handling=lenient' } };

test('a strict call fails and says which record, where in it, and how to read on', async () => {
  const answer = await service.orders('stall', { ...body, limit: 5 });
  assert.equal(answer.status, 502);
  assert.ok('code' in answer.body.Errors);
  const { code, message, retryable, step } = answer.body.Errors;
  assert.deepEqual([code, retryable, step], ['channel_invalid_response', false, 'transform']);
  assert.match(message, /record 3 cannot be read: cents is not/);
  assert.match(message, /Prefer: handling=lenient/);
  assert.equal(answer.headers.get('preference-applied'), null);
  assert.match(service.logged(), /a record of a channel cannot be read/);
});

test('a lenient one leaves it out, names it, and a walk goes on to its end', async () => {
  const first = await service.orders('stall', { ...body, limit: 3 }, LENIENT);
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('preference-applied'), 'handling=lenient');
  assert.deepEqual(
    first.body.Output.result.map(({ id }) => id),
    ['1', '2'],
  );
  const [warning] = first.body.Report.Warnings;
  assert.deepEqual([warning?.code, warning?.ids, warning?.count], ['record_unreadable', ['3'], 1]);
  assert.doesNotMatch(warning?.message ?? '', /Prefer/);
  const { items } = await service.walk('orders', 'stall', { ...body, limit: 2 }, LENIENT);
  assert.deepEqual(
    items.map(({ id }) => id),
    ['1', '2', '4', '5', '6', '7'],
  );
});

/** What became of a call that runs later. */
async function outcomeOf(accepted: Answer): Promise<string> {
  assert.equal(accepted.status, 202);
  const { execution_id } = accepted.body as unknown as { execution_id: string };
  const url = `${service.origin}/api/ServiceClientApp/Executions/${execution_id}`;
  const headers = { authorization: `Bearer ${service.token}` };
  return await until(
    async () => (await fetch(url, { headers })).text(),
    'the end of the execution',
    (text) => JSON.parse(text).status !== 'running',
  );
}

test('a call that runs later is as lenient as it was asked to be', async () => {
  const headers = { prefer: 'respond-async, handling=lenient' };
  const accepted = await service.orders('stall', { ...body, limit: 5 }, { headers });
  assert.equal(accepted.headers.get('preference-applied'), headers.prefer);
  assert.match(await outcomeOf(accepted), /record_unreadable/);
});

test('an amount without end fails the call that meets it, immediately or later', async () => {
  const asked = { params: { endless: params().stall }, limit: 5 };
  const answer = await service.orders('endless', asked);
  assert.equal(answer.status, 502);
  assert.ok('code' in answer.body.Errors);
  assert.equal(answer.body.Errors.code, 'channel_invalid_response');
  assert.match(answer.body.Errors.message, /record 1 cannot be read: cents is not/);
  const lenient = await service.orders('endless', asked, LENIENT);
  assert.deepEqual([lenient.status, lenient.body.Output.result], [200, []]);
  const headers = { prefer: 'respond-async' };
  const later = await outcomeOf(await service.orders('endless', asked, { headers }));
  assert.match(later, /record 1 cannot be read/);
});

test('a driver that stumbles over an answer fails the call, not the service, and is logged', async () => {
  const answer = await service.orders('stumbling', {
    params: { stumbling: params().stall },
    limit: 5,
  });
  assert.equal(answer.status, 502);
  assert.ok('code' in answer.body.Errors);
  assert.equal(answer.body.Errors.code, 'channel_invalid_response');
  const { TraceId } = answer.body.Report;
  const line = service
    .logged()
    .split('\n')
    .find((one) => one.includes('an unexpected error'));
  assert.ok(line?.includes(TraceId), 'a fault of ours would go unseen');
});
