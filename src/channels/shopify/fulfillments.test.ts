// What was sent, asked for only where an order's lines do not say it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { fakeShop, listOf, NOW, nameOf, sample, variablesOf } from './fake-vendor.ts';
import type { Order } from './native.ts';
import { orders } from './orders.ts';

const paid: Order = sample('order-paid.native');
const returned: Order = sample('order-shipped-returned.native');
const { fulfillments: parcels = [], ...asAnswered } = returned;

const query: OrderQuery = { limit: 10, created_at_min: Date.UTC(2026, 9, 1) };
const page = (...nodes: readonly unknown[]) => ({ data: { orders: listOf(nodes) } });
const sent = (...fulfillments: readonly unknown[]) => ({
  data: { nodes: [{ __typename: 'Order', id: returned.id, fulfillments }] },
});
const statesOf = (order: Order | undefined) => {
  assert.ok(order);
  const context = { account: {}, now: NOW, note: () => {} };
  const { line_items } = orders.transform(order, context);
  return line_items?.map(({ fulfillment_status }) => fulfillment_status);
};

test('orders with lines that were sent and came back are read with their fulfilments', async () => {
  const shop = fakeShop([page(paid, asAnswered), sent(...parcels)]);
  const { items } = await orders.fetch(query, undefined, shop.reading);
  assert.deepEqual(items, [paid, returned]);
  assert.deepEqual(statesOf(items[1]), ['fulfilled', 'partial', 'fulfilled']);
  assert.deepEqual(shop.asks.map(nameOf), ['Orders', 'Fulfillments']);
  assert.deepEqual(variablesOf(shop.asks[1]), { ids: [returned.id] });
});

test('nothing is asked where the quantities say it all', async () => {
  const shop = fakeShop([page(paid, sample('order-discounted-two-currencies.native'))]);
  await orders.fetch(query, undefined, shop.reading);
  assert.deepEqual(shop.asks.map(nameOf), ['Orders']);
});

test('ten fulfilments may be more, and each may have more lines: all are read', async () => {
  const [parcel] = parcels;
  const line = { quantity: 1, lineItem: { id: returned.lineItems.nodes[0]?.id } };
  const empty = (at: number) => ({
    id: `gid://shopify/Fulfillment/${at}`,
    status: 'SUCCESS',
    fulfillmentLineItems: listOf([]),
  });
  const ten = Array.from({ length: 10 }, (_, at) => empty(at));
  const last = { ...parcel, fulfillmentLineItems: listOf([{ ...line, quantity: 0 }], 'f1') };
  const shop = fakeShop([
    page(asAnswered),
    sent(...ten),
    sent(...ten, last),
    { data: { fulfillment: { id: parcel?.id, fulfillmentLineItems: listOf([line]) } } },
  ]);
  const { items } = await orders.fetch(query, undefined, shop.reading);
  assert.deepEqual(shop.asks.map(nameOf), [
    'Orders',
    'Fulfillments',
    'AllFulfillments',
    'MoreShipped',
  ]);
  assert.deepEqual(statesOf(items[0]), ['fulfilled', null, 'fulfilled']);
});

test('fulfilments that break off fail their order by name, or leave it out', async () => {
  const [parcel] = parcels;
  const broken = { ...parcel, fulfillmentLineItems: { nodes: [] } };
  const answers = [page(paid, asAnswered), sent(broken)];
  await assert.rejects(orders.fetch(query, undefined, fakeShop(answers).reading), {
    code: 'channel_invalid_response',
    record: returned.legacyResourceId,
  });
  const shop = fakeShop(answers, { lenient: true });
  const { items } = await orders.fetch(query, undefined, shop.reading);
  assert.deepEqual(items, [paid]);
  assert.deepEqual(
    shop.leftOut.map(({ record }) => record),
    [returned.legacyResourceId],
  );
});
