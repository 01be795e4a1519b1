// Writes of the Management API: shipments, stock of locations and prices of variants, with their refusals.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Product } from '../../catalogue/types.ts';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { splitOf } from './consignments.ts';
import { lineId, orderId, productId, variantId } from './ids.ts';
import { openBigcommerce } from './index.ts';

const { sandbox, store, ask } = tryWrites(openBigcommerce);
beforeEach(() => sandbox.changes.reset());

const call = (method: string, path: string, body?: unknown, name = 'writable') => {
  const shop = store.shops.find((one) => one.name === name);
  return ask(method, `/stores/${shop?.credential.account.store_hash}/${path}`, {
    host: 'api.bigcommerce.com',
    headers: { accept: 'application/json', 'x-auth-token': shop?.credential.secrets.token ?? '' },
    ...(body !== undefined && { body }),
  });
};
const written = () => sandbox.changes.written('bigcommerce').map(({ act, what }) => [act, ...what]);
const goods = (fits: (product: Product) => boolean) =>
  counted(sandbox.catalogue.products, (one) => one.kind === 'physical' && fits(one));

test('a shipment takes what is asked of one address, and the order’s status follows', async () => {
  const order = unshipped(sandbox.catalogue.orders, { pieces: 2, fits: (one) => splitOf(one).parcels.length === 1 }); // biome-ignore format: one line
  const path = `v2/orders/${orderId(order)}`;
  const [address] = (await call('GET', `${path}/shipping_addresses`)).json;
  const [line] = order.lines;
  assert.ok(line);
  const body = {
    ...{
      order_address_id: address.id,
      tracking_number: 'T1',
      tracking_carrier: 'postnl',
      comments: 'Fragile',
    },
    items: [{ order_product_id: lineId(line), quantity: 1 }],
  };
  const made = await call('POST', `${path}/shipments`, body);
  assert.deepEqual([made.status, made.json.tracking_number, made.json.items[0].quantity], [201, 'T1', 1]); // biome-ignore format: one line
  assert.deepEqual((await call('GET', `${path}/shipments`)).json, [made.json]);
  assert.equal((await call('GET', path)).json.status, 'Partially Shipped');
  const changed = await call('PUT', `${path}/shipments/${made.json.id}`, { tracking_number: 'T2' });
  assert.deepEqual([changed.json.tracking_number, changed.json.comments], ['T2', 'Fragile']);
  const rest = order.lines.map((one) => ({ order_product_id: lineId(one), quantity: one.quantity - (one === line ? 1 : 0) })); // biome-ignore format: one line
  await call('POST', `${path}/shipments`, { ...body, items: rest });
  assert.equal((await call('GET', path)).json.status, 'Shipped');
  assert.equal(
    (await call('GET', `${path}/shipping_addresses`)).json[0].items_shipped,
    address.items_total,
  );
  const again = await call('POST', `${path}/shipments`, body);
  assert.deepEqual(
    [again.status, again.json[0].message],
    [400, "The field 'quantity' is invalid."],
  );
});

test('another address, a number too long, an unknown provider, no items and no scope are refused', async () => {
  const order = unshipped(sandbox.catalogue.orders, { pieces: 1, fits: (one) => splitOf(one).parcels.length === 1 }); // biome-ignore format: one line
  const path = `v2/orders/${orderId(order)}/shipments`;
  const [address] = (await call('GET', `v2/orders/${orderId(order)}/shipping_addresses`)).json;
  const items = order.lines.map((one) => ({
    order_product_id: lineId(one),
    quantity: one.quantity,
  }));
  const good = { order_address_id: address.id, items };
  const bad: readonly object[] = [
    { ...good, order_address_id: 1 },
    { ...good, tracking_number: 'x'.repeat(51) },
    { ...good, shipping_provider: 'pigeon' },
    { ...good, items: [] },
    { ...good, items: [{ order_product_id: 1, quantity: 1 }] },
    { ...good, tracking: 'T1' },
  ];
  for (const body of bad) assert.equal((await call('POST', path, body)).status, 400);
  assert.equal((await call('POST', path, good, 'small')).status, 403);
  assert.equal((await call('POST', 'v2/orders/99999/shipments', good)).status, 404);
  assert.deepEqual(written(), []);
});

test('stock is set for all items or for none, at the location that is named', async () => {
  const { product, variant } = goods(({ options }) => options.length > 0);
  const item = { location_id: 1, variant_id: variantId(variant), quantity: 23 };
  const path = 'v3/inventory/adjustments/absolute';
  const wrong = await call('PUT', path, { reason: 'count', items: [item, { ...item, location_id: 9 }, { ...item, quantity: -1 }] }); // biome-ignore format: one line
  assert.deepEqual([wrong.status, Object.keys(wrong.json.errors)], [422, ['items.1', 'items.2']]);
  const loose = sandbox.catalogue.products.find(({ variants, status, kind }) => status === 'active' && kind !== 'gift_card' && !variants[0]?.stock.tracked); // biome-ignore format: one line
  assert.equal((await call('PUT', path, { items: [{ location_id: 1, product_id: productId(loose ?? product), quantity: 1 }] })).status, 422); // biome-ignore format: one line
  assert.deepEqual(written(), []);
  const done = await call('PUT', path, { reason: 'count', items: [item, { ...item, location_id: 2, quantity: 4 }] }); // biome-ignore format: one line
  assert.ok(done.json.transaction_id);
  const [row] = (await call('GET', `v3/inventory/items?variant_id:in=${item.variant_id}`)).json
    .data;
  assert.deepEqual(row.locations.map((one: { available_to_sell: number }) => one.available_to_sell).slice(0, 2), [23, 4]); // biome-ignore format: one line
  const shown = (await call('GET', `v3/catalog/variants?id=${item.variant_id}`)).json.data[0];
  assert.equal(shown.inventory_level, 23);
  assert.equal((await call('PUT', path, { items: [item] }, 'small')).status, 403);
});

test('a price that is written is the variant’s own; the product keeps its price', async () => {
  const { product, variant } = goods(({ options, variants }) => options.length === 0 && variants[0]?.compareAtPrice === null); // biome-ignore format: one line
  const before = (await call('GET', `v3/catalog/products?id=${productId(product)}`)).json.data[0];
  const id = variantId(variant);
  const wrong = await call('PUT', 'v3/catalog/variants', [
    { id, price: 5 },
    { id: 9, price: 1 },
  ]);
  assert.deepEqual([wrong.status, wrong.json.batch_errors.length], [422, 1]);
  assert.equal((await call('PUT', 'v3/catalog/variants', Array.from({ length: 51 }, () => ({ id })))).status, 413); // biome-ignore format: one line
  assert.deepEqual(written(), []);
  const { json } = await call('PUT', 'v3/catalog/variants', [
    { id, price: 19.95, sale_price: 12.5 },
  ]);
  assert.deepEqual([json.data[0].price, json.data[0].sale_price, json.data[0].calculated_price], [19.95, 12.5, 12.5]); // biome-ignore format: one line
  assert.deepEqual((await call('GET', `v3/catalog/variants?id=${id}`)).json.data[0], json.data[0]);
  const after = (await call('GET', `v3/catalog/products?id=${productId(product)}`)).json.data[0];
  assert.deepEqual([after.price, after.calculated_price], [before.price, 12.5]);
  const ended = await call('PUT', 'v3/catalog/variants', [{ id, sale_price: 0 }]);
  assert.deepEqual(
    [ended.json.data[0].sale_price, ended.json.data[0].calculated_price],
    [0, 19.95],
  );
  assert.equal(written().length, 2);
});
