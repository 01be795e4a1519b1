// What holds of writes whatever happens around them: keys, callers at the same time, deaths, tenants, secrets.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { FaultPlan } from '../../sandbox/faults.ts';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product, Variant } from '../../src/model/product.ts';
import type { WriteOperation } from '../../src/model/writes.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { pairsOf } from '../params.ts';
import { CLIENT, type Service, startService, type Tenant } from '../service.ts';
import { until } from '../until.ts';
import { type Writing, write } from './writing.ts';

const MINUTE = 60_000;
/** A shop that prices are set in, and one that ships. */
const PRICED = { channel: 'woocommerce', user: 'demo' };
const SHIPS = { channel: 'shopify', user: 'writable' };

let service: Service;
let other: Tenant;
let variants: Variant[];
let orders: Order[];
const events: { readonly type: string; readonly data: Record<string, unknown> }[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    events.push(JSON.parse(text));
    response.end();
  });
});
let callback = '';

before(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  callback = `http://localhost:${address && typeof address === 'object' ? address.port : 0}/events`;
  service = await startService({ scopes: SCOPES });
  PRICED.user = service.store('woocommerce').shops.some(({ name }) => name === 'writable')
    ? await service.link('woocommerce', 'writable')
    : 'demo';
  await service.link(SHIPS.channel, SHIPS.user);
  other = await service.tenant('other-client');
  await other.link(PRICED.channel, PRICED.user);
  const all = { types: ['*'], paused: false, secret: 'whsec_AAAA' };
  await service.app.store.eventAddresses.change(CLIENT.id, () => [{ ...all, url: callback }]);
  // A page of them has variants for every test.
  const products = await service.products(PRICED.channel, { limit: 100 }, PRICED);
  variants = (products.body.Output.result as unknown as Product[])
    .flatMap((product) => product.variants)
    .filter(({ price, id }) => price !== null && id !== null);
  const read = await service.walk('orders', SHIPS.channel, { limit: 100 }, SHIPS);
  orders = (read.items as unknown as Order[]).filter(
    ({ cancelled_at, fulfillment_status, line_items }) =>
      cancelled_at === null &&
      fulfillment_status === null &&
      line_items.some(({ fulfillable_quantity: left }) => (left ?? 0) > 0),
  );
});
after(async () => {
  await service.close();
  receiver.closeAllConnections();
  receiver.close();
});

const send = (operation: WriteOperation, items: readonly object[], more: Partial<Writing> = {}) =>
  write(service, operation, items, { ...(operation === 'fulfillments' ? SHIPS : PRICED), ...more });

/** A price that a variant does not have; each test has a variant of its own. */
const priced = () => {
  const { id, price } = variants.pop() ?? assert.fail('too few variants');
  return { variant_id: id, price: price === '51.00' ? '52.00' : '51.00' };
};
const written = (channel: string): number => service.sandbox.changes.written(channel).length;

async function planted<T>(plan: FaultPlan, work: () => Promise<T>): Promise<T> {
  const { id } = service.sandbox.faults.plant(plan);
  try {
    return await work();
  } finally {
    service.sandbox.faults.lift(id);
  }
}

async function ask(path: string, token = service.token) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.origin}/api/ServiceClientApp${path}`, { headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** The first item of a call once it is settled. */
const settled = (executionId: string) =>
  until(
    async () => {
      service.forward(MINUTE);
      service.app.writes.wake();
      return (await ask(`/Executions/${executionId}`)).body.items?.[0];
    },
    'a write to be settled',
    (item) => item?.settled === true,
  );
const settledEvents = (executionId: string) =>
  events.filter(({ type, data }) => type === 'write.settled' && data.execution_id === executionId);

it('two callers at one order wait for each other, and it leaves once', async () => {
  const parcel = { tracking_company: 'postnl', tracking_numbers: ['TWO CALLERS'] };
  const items = orders.slice(0, 20).map(({ id }) => ({ order_id: id, ...parcel }));
  // Some are on hold, or another's to ship.
  const dry = await send('fulfillments', items, { more: { dry_run: true } });
  const { index } = dry.result.find(({ outcome }) => outcome === 'accepted') ?? assert.fail();
  const item = items[index] ?? assert.fail();
  const times = written(SHIPS.channel);
  const answers = await planted({ kind: 'latency', channel: SHIPS.channel, ms: 50 }, () =>
    Promise.all([1, 2, 3].map(() => send('fulfillments', [item]))),
  );
  const outcomes = answers.map(({ result }) => result[0]?.outcome).sort();
  const all = answers.map(({ text }) => text).join('\n');
  assert.deepEqual(outcomes, ['confirmed', 'unchanged', 'unchanged'], all);
  assert.equal(written(SHIPS.channel), times + 1);
});

it('a key is for one request: 409 while it is under way, 422 for another body, then the same answer', async () => {
  const [key, item] = [randomUUID(), priced()];
  const times = written(PRICED.channel);
  const [first, second] = await planted({ kind: 'latency', channel: PRICED.channel, ms: 100 }, () =>
    Promise.all([send('prices', [item], { key }), send('prices', [item], { key })]),
  );
  const [won, lost] = first.status === 200 ? [first, second] : [second, first];
  assert.equal(won.result[0]?.outcome, 'confirmed', won.text);
  assert.deepEqual([lost.status, lost.code], [409, 'write_in_progress'], lost.text);
  assert.ok(Number(lost.headers.get('retry-after')) > 0);
  const reused = await send('prices', [{ ...item, price: '53.00' }], { key });
  assert.deepEqual([reused.status, reused.code], [422, 'idempotency_key_reused'], reused.text);
  assert.deepEqual((await send('prices', [item], { key })).result, won.result);
  assert.equal(written(PRICED.channel), times + 1);
});

it('what no answer came to is unknown, then settled by reading, with one event', async () => {
  const item = priced();
  const times = written(PRICED.channel);
  const plan = { kind: 'write-then-stall', channel: PRICED.channel, times: 1 } as const;
  const answer = await planted(plan, () => send('prices', [item], { prefer: 'wait=2' }));
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.result[0]?.outcome, answer.isSuccess], ['unknown', false], answer.text);
  assert.equal((await settled(answer.executionId)).outcome, 'confirmed');
  await until(() => settledEvents(answer.executionId).length > 0, 'the event');
  service.app.writes.wake();
  assert.equal(written(PRICED.channel), times + 1);
  // Another that comes after it shows that no second one is on its way.
  await send('prices', [priced()], { callback });
  await until(() => events.at(-1)?.type === 'execution.completed', 'a later event');
  const [event, ...more] = settledEvents(answer.executionId);
  assert.deepEqual([event?.data.outcome, event?.data.index, more.length], ['confirmed', 0, 0]);
});

it('writes may be asked for in the background, and say so when they are done', async () => {
  const answer = await send('prices', [priced()], { prefer: 'respond-async', callback });
  assert.equal(answer.status, 202, answer.text);
  const path = `/Executions/${answer.executionId}`;
  const { body } = await until(
    () => ask(path),
    'the end of a background write',
    (seen) => seen.body.status !== 'running',
  );
  assert.equal(body.response.Output.result[0].outcome, 'confirmed', JSON.stringify(body));
  await until(() =>
    events.some(
      ({ type, data }) =>
        type === 'execution.completed' && data.execution_id === answer.executionId,
    ),
  );
});

it('of a hundred items one that is refused does not harm the others', async () => {
  const items = Array.from({ length: 100 }, (_, at) =>
    at === 42 || variants.length < 12 ? { variant_id: `99999${at}`, price: '1.00' } : priced(),
  );
  const { result, isSuccess, text, status } = await send('prices', items);
  assert.equal(status, 200, text);
  assert.equal(isSuccess, false);
  assert.deepEqual(
    result.map(({ index, outcome }) => [index, outcome]),
    items.map(({ variant_id: id }, at) => [at, id?.startsWith('99999') ? 'refused' : 'confirmed']),
  );
});

it('an intent whose process died before it asked is not sent, and in no one’s way', async (t) => {
  const item = priced();
  const times = written(PRICED.channel);
  t.mock.method(service.app.store.writes, 'leaving', async () => {
    throw new Error('killed');
  });
  const died = await send('prices', [item]);
  const left = await send('prices', [priced()]);
  assert.equal(died.status, 500, died.text);
  t.mock.restoreAll();
  assert.equal(written(PRICED.channel), times);
  const next = await send('prices', [item]);
  assert.equal(next.result[0]?.outcome, 'confirmed', next.text);
  for (const { executionId } of [died, left]) {
    const { outcome, code } = await settled(executionId);
    assert.deepEqual([outcome, code], ['refused', 'not_sent']);
    await until(() => settledEvents(executionId).length > 0, 'the event');
  }
  assert.equal(written(PRICED.channel), times + 1);
});

it('another client neither sees nor settles it, and its keys are its own', async (t) => {
  const [key, item] = [randomUUID(), priced()];
  t.mock.method(service.app.store.writes, 'settle', async () => {
    throw new Error('killed');
  });
  const died = await send('prices', [item], { key });
  t.mock.restoreAll();
  const theirs = { origin: service.origin, token: other.token };
  const answer = await write(theirs, 'prices', [item], { ...PRICED, key });
  assert.equal(answer.result[0]?.outcome, 'unchanged', answer.text);
  const higher = { ...item, price: '57.00' };
  const next = await write(theirs, 'prices', [higher], PRICED);
  assert.equal(next.result[0]?.outcome, 'confirmed', next.text);
  assert.equal((await ask(`/Executions/${died.executionId}`, other.token)).status, 404);
  const [open] = (await ask(`/Executions/${died.executionId}`)).body.items;
  assert.equal(open.settled, false);
  await write(theirs, 'prices', [item], PRICED);
  assert.equal((await settled(died.executionId)).outcome, 'confirmed');
});

it('a credential that came with the call is kept until it is settled, and then erased', async (t) => {
  const { credential } = service.shop(PRICED.channel, PRICED.user);
  const params = { [PRICED.channel]: pairsOf(PRICED.channel, credential) };
  t.mock.method(service.app.store.writes, 'settle', async () => {
    throw new Error('killed');
  });
  const died = await send('prices', [priced()], { user: 'never linked', more: { params } });
  t.mock.restoreAll();
  const kept = async () =>
    (await service.app.store.writes.ofExecution(CLIENT.id, died.executionId))[0]?.content;
  assert.ok((await kept())?.given, died.text);
  assert.equal((await settled(died.executionId)).outcome, 'confirmed');
  assert.equal((await kept())?.given, undefined);
});

/** An order of bol with a line more than one of its calls takes, and a parcel of all of them. */
async function manyLines() {
  const { items } = await service.walk('orders', 'bol', { limit: 50 });
  const { sku } =
    (items as unknown as Order[])
      .flatMap(({ line_items }) => line_items)
      .find(({ fulfillment_service: by }) => by !== 'bol') ?? assert.fail('a line of the seller');
  const lines = Array.from({ length: 101 }, () => ({ sku, quantity: 1 }));
  service.sandbox.changes.step('orders', { lines, country: 'NL' });
  const after = await service.walk('orders', 'bol', { limit: 50 });
  const made = after.items.filter(({ id }) => !items.some((one) => one.id === id));
  const [order = assert.fail()] = made as unknown as Order[];
  const parcel = { tracking_company: 'postnl', tracking_numbers: [`MANY ${order.id}`] };
  const answer = await send('fulfillments', [{ order_id: order.id, ...parcel }], {
    ...{ channel: 'bol', user: 'demo' },
  });
  assert.equal(answer.result[0]?.outcome, 'accepted', answer.text);
  const [intent] = await service.app.store.writes.ofExecution(CLIENT.id, answer.executionId);
  assert.equal(intent?.content.processes?.length, 2, answer.text);
  return { order, ...answer };
}

it('what took several calls is settled when the channel has ended all of them', async () => {
  const { executionId } = await manyLines();
  assert.equal((await settled(executionId)).outcome, 'confirmed');
});

it('of what took several calls and was done in part, it is not said that nothing changed', async () => {
  const { order, executionId } = await manyLines();
  const cancelled = service.sandbox.changes.reply({
    ...{ method: 'POST', path: `/_sandbox/orders/bol:${order.id}/refund`, query: [] },
    body: JSON.stringify({ lines: [{ line: 101, quantity: 1 }] }),
  });
  assert.equal(cancelled?.status, 200, String(cancelled?.body));
  const { outcome, code } = await settled(executionId);
  assert.deepEqual([outcome, code], ['unknown', 'refused_by_channel']);
});

it('secrets and what was written are in no row, line or event', () => {
  const secrets = Object.keys(channels).flatMap((name) =>
    service.store(name).shops.flatMap(({ credential }) => Object.values(credential.secrets)),
  );
  const files = readdirSync(service.dataDir).map((name) => {
    const path = join(service.dataDir, name);
    return readFileSync(path, 'latin1');
  });
  assert.ok(files.some((text) => text.includes('write_key')));
  const places = { files: files.join('\n'), log: service.logged(), events: JSON.stringify(events) };
  const people = orders.flatMap(({ email }) => (email ? [email] : []));
  for (const [place, text] of Object.entries(places))
    for (const canary of [...secrets, ...people, 'TWO CALLERS'])
      assert.ok(!text.includes(canary), `${place} has ${canary.slice(0, 4)}…`);
});
