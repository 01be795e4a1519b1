// What a write leaves behind for an operator: items and outcomes, and nothing of buyers or parcels.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import type { Order } from '../../src/model/order.ts';
import type { Product } from '../../src/model/product.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

/** The shop whose key may write, where the usual one's may not. */
const USER = 'writable';
const userOf = (channel: string): string =>
  service.store(channel).shops.some(({ name }) => name === USER) ? USER : 'demo';
const TRACKING = 'CANARY1234567890NL';

let service: Service;
const WRITERS = Object.keys(channels).filter((name) => channels[name]?.writes);
before(async () => {
  service = await startService({ scopes: SCOPES });
  for (const name of WRITERS) if (userOf(name) === USER) await service.link(name, USER);
});
after(() => service.close());

const api = async (path: string, more: RequestInit = {}) => {
  const response = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
    ...more,
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...more.headers,
    },
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
};
const write = (path: string, channel: string, body: object, headers = {}) =>
  api(`Unified/${path}?${new URLSearchParams({ channel, tpUserId: userOf(channel) })}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
const audited = async (act: string) =>
  (await service.app.store.audit.list({ client: CLIENT.id, act }, undefined, 1000)).rows;
const entryOf = (act: string, execution: string) =>
  until(
    async () => (await audited(act)).find(({ facts }) => facts.execution === execution),
    `${act} in the audit`,
    (entry) => entry !== undefined,
  );

it('every channel: the audit has the channel and how many items ended how', async () => {
  for (const channel of WRITERS) {
    const items = ['no-such-1', 'no-such-2'].map((id) => ({ variant_id: id, price: '12.50' }));
    const { status, text, body } = await write('Prices', channel, { items });
    assert.equal(status, 200, text);
    const { execution_id: execution } = body.Output;
    const entry = await entryOf('write.prices', execution);
    const { traceId, ...facts } = entry?.facts ?? {};
    assert.equal(typeof traceId, 'string');
    assert.deepEqual(facts, { channel, execution, items: 2, refused: 2 });
    const shown = await api(`Executions/${execution}`);
    assert.deepEqual(
      shown.body.items.map(({ index, outcome, settled }: Record<string, unknown>) => [
        index,
        outcome,
        settled,
      ]),
      [
        [0, 'refused', true],
        [1, 'refused', true],
      ],
      shown.text,
    );
  }
});

it('what a dry run or a bad request would have done is not in the audit', async () => {
  const [channel = ''] = WRITERS;
  const before = (await audited('write.stock')).length;
  const items = [{ variant_id: 'none', available: 1 }];
  assert.equal((await write('Stock', channel, { items, dry_run: true })).status, 200);
  assert.equal((await write('Stock', channel, { items: [{ available: 1 }] })).status, 400);
  // Acts are written one after another: with this one those before it would be there.
  const { body } = await write('Stock', channel, { items });
  await entryOf('write.stock', body.Output.execution_id);
  assert.equal((await audited('write.stock')).length, before + 1);
});

it('a parcel: neither its number nor its buyer is in the audit, the executions or the log', async () => {
  const channel = 'shopify';
  const { items: orders } = await service.walk(
    'orders',
    channel,
    { limit: 100, status: 'open' },
    { user: USER },
  );
  const order = (orders as unknown as Order[]).find(
    ({ fulfillment_status, customer, line_items }) =>
      fulfillment_status === null &&
      customer?.email &&
      line_items.every(({ fulfillable_quantity: left }) => left !== 0),
  );
  assert.ok(order?.id && order.customer?.email, 'an order that can be shipped');
  const { id: order_id, customer } = order;
  const items = [{ order_id, tracking_company: 'postnl', tracking_numbers: [TRACKING] }];
  const { body, text, status } = await write('Fulfillments', channel, { items });
  assert.equal(status, 200, text);
  const { execution_id: execution } = body.Output;
  const entry = await entryOf('write.fulfillments', execution);
  assert.equal(entry?.facts.items, 1);
  const later = await write('Fulfillments', channel, { items }, { prefer: 'respond-async' });
  assert.equal(later.status, 202, later.text);
  await entryOf('write.fulfillments', later.body.execution_id);
  const places = {
    audit: JSON.stringify(await audited('write.fulfillments')),
    list: (await api('Executions?operation=fulfillments')).text,
    one: (await api(`Executions/${execution}`)).text,
    log: service.logged(),
  };
  for (const [place, found] of Object.entries(places))
    for (const canary of [TRACKING, customer?.email ?? '', order.shipping_address?.address1 ?? ''])
      if (canary !== '') assert.ok(!found.includes(canary), `${canary} is in ${place}`);
});

it('a stock that is set is confirmed in the list of its items', async () => {
  const channel = 'shopify';
  const { items } = await service.walk('products', channel, { limit: 100 }, { user: USER });
  const [variant] = (items as unknown as Product[])
    .flatMap(({ variants }) => variants)
    .filter(({ inventory_levels: levels }) => levels.length === 1 && levels[0]?.available !== null);
  assert.ok(variant?.id, 'a variant at one place');
  const available = (variant.inventory_levels[0]?.available ?? 0) + 1;
  const answer = await write('Stock', channel, { items: [{ variant_id: variant.id, available }] });
  const [outcome] = answer.body.Output.result;
  const { execution_id: execution } = answer.body.Output;
  const entry = await entryOf('write.stock', execution);
  assert.equal(entry?.facts[outcome.outcome], 1, answer.text);
});
