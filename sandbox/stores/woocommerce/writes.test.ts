// Writes of the REST API: products, variations, batches, orders and parcels, as real shops take and refuse them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { lineId, orderId, productId, variationId } from './ids.ts';
import { openWoocommerce } from './index.ts';
import { isVariable } from './products.ts';

const { sandbox, store, ask, clock } = tryWrites(openWoocommerce);
beforeEach(() => sandbox.changes.reset());

const shopOf = (name: string) => store.shops.find((one) => one.name === name);
const call = (method: string, route: string, body?: object, shop = 'writable') =>
  ask(method, `/wp-json${route}`, {
    host: `${shop}.woo.example`,
    headers: { authorization: `Basic ${shopOf(shop)?.credential.secrets.token}` },
    ...(body && { body }),
  });
const written = () => sandbox.changes.written('woocommerce').map(({ act }) => act);
const products = () => shopOf('writable')?.products ?? [];
const orders = () => shopOf('writable')?.orders ?? [];
const parcels = (id: number) => sandbox.catalogue.orderById.get(id)?.fulfilments ?? [];

test('a product takes prices and stock, and shows them; a variable one leaves its prices to its variations', async () => {
  const { product } = counted(products(), (one) => !isVariable(one));
  const path = `/wc/v3/products/${productId(product)}`;
  clock.now += 60_000;
  const before = (await call('GET', path)).json;
  const saved = await call('PUT', path, { regular_price: '20.00', sale_price: '12.50', stock_quantity: 7 }); // biome-ignore format: one line
  assert.deepEqual([saved.json.price, saved.json.regular_price, saved.json.sale_price, saved.json.stock_quantity], ['12.50', '20.00', '12.50', 7]); // biome-ignore format: one line
  const after = (await call('GET', path)).json;
  assert.deepEqual(after, saved.json);
  assert.notEqual(after.date_modified, before.date_modified);
  assert.equal((await call('PUT', path, { sale_price: '' })).json.price, '20.00');
  assert.equal((await call('PUT', path, { sale_price: '30.00' })).json.sale_price, '');
  assert.equal((await call('PUT', path, { regular_price: 12 })).json.code, 'rest_invalid_param');
  const family = counted(products(), isVariable);
  const parent = `/wc/v3/products/${productId(family.product)}`;
  const shown = (await call('PUT', parent, { regular_price: '1.00', stock_quantity: 3 })).json;
  assert.deepEqual([shown.regular_price, shown.stock_quantity], ['', null]);
  const one = `${parent}/variations/${variationId(family.variant)}`;
  assert.equal((await call('PUT', one, { stock_quantity: 5 })).json.stock_quantity, 5);
  assert.equal((await call('GET', one)).json.stock_quantity, 5);
  const alone = `/wc/v3/products/${variationId(family.variant)}`;
  assert.equal((await call('GET', alone)).json.parent_id, productId(family.product));
});

test('stock that is not managed, or is the parent’s, is taken and not shown', async () => {
  const every = sandbox.catalogue.products.filter(({ status }) => status === 'active');
  const untracked = every.find((one) => !isVariable(one) && !one.variants[0]?.stock.tracked);
  const shared = every.find((one) => one.variants[0]?.stock.shared);
  const [variant] = shared?.variants ?? [];
  assert.ok(untracked && shared && variant);
  const set = async (path: string) =>
    (await call('PUT', `/wc/v3/products/${path}`, { stock_quantity: 4321 }, 'fulfilling')).json;
  const loose = await set(String(productId(untracked)));
  assert.deepEqual([loose.manage_stock, loose.stock_quantity], [false, null]);
  const child = await set(`${productId(shared)}/variations/${variationId(variant)}`);
  assert.equal(child.manage_stock, 'parent');
  assert.notEqual(child.stock_quantity, 4321);
  assert.equal((await set(String(productId(shared)))).stock_quantity, 4321);
});

test('a batch answers for each of its entries, and takes a hundred at most', async () => {
  const [one, two] = products().filter((product) => !isVariable(product));
  assert.ok(one && two);
  const update = [
    { id: productId(one), regular_price: '9.95' },
    { id: 999_999, regular_price: '1.00' },
    { id: productId(two), stock_quantity: 1.5 },
  ];
  const { status, json } = await call('POST', '/wc/v3/products/batch', { update });
  assert.equal(status, 200);
  assert.equal(json.update[0].regular_price, '9.95');
  assert.deepEqual([json.update[1].id, json.update[1].error.code], [999_999, 'woocommerce_rest_product_invalid_id']); // biome-ignore format: one line
  assert.equal(json.update[2].error.code, 'rest_invalid_param');
  assert.deepEqual(written(), ['edit']);
  const many = Array.from({ length: 101 }, () => ({ id: 1 }));
  assert.equal((await call('POST', '/wc/v3/products/batch', { update: many })).status, 413);
  const { product, variant } = counted(products(), isVariable);
  const own = [{ id: variationId(variant), sale_price: '1.00' }, { id: 1 }];
  const variations = await call('POST', `/wc/v3/products/${productId(product)}/variations/batch`, { update: own }); // biome-ignore format: one line
  assert.equal(variations.json.update[0].sale_price, '1.00');
  assert.ok(variations.json.update[1].error);
});

test('an order that is completed has left, with what its meta data says, and notes move no date', async () => {
  const order = unshipped(orders(), { pieces: 1 });
  const path = `/wc/v3/orders/${orderId(order)}`;
  assert.equal((await call('PUT', path, { status: 'sent' })).json.code, 'rest_invalid_param');
  const meta_data = [{ key: '_tracking_number', value: '3SABC' }, { key: '_tracking_provider', value: 'PostNL' }]; // biome-ignore format: one line
  const saved = (await call('PUT', path, { status: 'completed', meta_data })).json;
  assert.equal(saved.status, 'completed');
  assert.ok(saved.meta_data.some(({ value }: { value: unknown }) => value === '3SABC'));
  assert.deepEqual(parcels(order.id).map(({ carrier, trackingNumber }) => [carrier, trackingNumber]), [['PostNL', '3SABC']]); // biome-ignore format: one line
  clock.now += 60_000;
  assert.equal((await call('POST', `${path}/notes`, { note: 'Sent by PostNL' })).status, 201);
  assert.equal((await call('GET', `${path}/notes`)).json[0].note, 'Sent by PostNL');
  assert.equal((await call('GET', path)).json.date_modified, saved.date_modified);
  assert.deepEqual(written(), ['ship', 'edit']);
  const readOnly = await call('PUT', path, { status: 'completed' }, 'small');
  assert.deepEqual(
    [readOnly.status, readOnly.json.code],
    [401, 'woocommerce_rest_authentication_error'],
  );
});

test('fulfillments of the core: any number of pieces is taken, and a second of the same is a second one', async () => {
  const order = unshipped(orders(), { pieces: 1 });
  const path = `/wc/v3/orders/${orderId(order)}/fulfillments`;
  const [line] = order.lines;
  assert.ok(line);
  const body = (qty: number) => ({
    ...{ status: 'fulfilled', is_fulfilled: true },
    meta_data: [{ key: '_items', value: [{ item_id: lineId(line), qty }] }, { key: '_tracking_number', value: 'T1' }, { key: '_shipment_provider', value: 'dhl' }], // biome-ignore format: one line
  });
  const index = (shop: string) => call('GET', '/', undefined, shop);
  assert.ok(
    Object.keys((await index('fulfilling')).json.routes).some((one) =>
      one.endsWith('/fulfillments'),
    ),
  );
  assert.equal((await call('POST', path, body(1))).status, 404);
  const empty = await call('POST', path, { status: 'fulfilled', meta_data: [] }, 'fulfilling');
  assert.deepEqual([empty.status, empty.json.message], [400, 'The fulfillment should contain at least one item.']); // biome-ignore format: one line
  const made = await call('POST', path, body(99), 'fulfilling');
  assert.deepEqual([made.status, made.json.status], [201, 'fulfilled']);
  assert.equal(parcels(order.id)[0]?.lines[0]?.quantity, line.quantity);
  await call('POST', path, body(99), 'fulfilling');
  assert.equal((await call('GET', path, undefined, 'fulfilling')).json.length, 2);
  assert.deepEqual(written(), ['ship', 'edit']);
  assert.equal((await call('GET', `/wc/v3/orders/${orderId(order)}`, undefined, 'fulfilling')).json.status, 'processing'); // biome-ignore format: one line
});

test('the plugins keep tracking beside the order; Advanced Shipment Tracking completes it where asked', async () => {
  const order = unshipped(orders(), { pieces: 1 });
  const path = (plugin: string) => `/wc-${plugin}/v3/orders/${orderId(order)}/shipment-trackings`;
  const item = { custom_tracking_provider: 'Own van', custom_tracking_link: 'https://van.example/1', tracking_number: 'V1' }; // biome-ignore format: one line
  const listed = '/wc-shipment-tracking/v3/shipment-trackings/providers';
  const { Netherlands } = (await call('GET', listed, undefined, 'tracking')).json;
  assert.match(Netherlands.PostNL, /%1\$s/);
  assert.equal((await call('GET', listed, undefined, 'ast')).json.code, 'rest_no_route');
  const made = await call('POST', path('shipment-tracking'), item, 'tracking');
  assert.deepEqual([made.status, made.json.tracking_number, made.json.tracking_provider], [201, 'V1', 'Own van']); // biome-ignore format: one line
  assert.equal(parcels(order.id).length, 0);
  assert.equal(
    (await call('GET', path('shipment-tracking'), undefined, 'tracking')).json.length,
    1,
  );
  await call('PUT', `/wc/v3/orders/${orderId(order)}`, { status: 'completed' }, 'tracking');
  assert.deepEqual([parcels(order.id)[0]?.carrier, parcels(order.id)[0]?.trackingNumber], ['Own van', 'V1']); // biome-ignore format: one line
  sandbox.changes.reset();
  assert.equal((await call('POST', path('ast'), { tracking_provider: 'DHL' }, 'ast')).status, 400);
  await call('POST', path('ast'), { tracking_provider: 'DHL', tracking_number: 'D1', status_shipped: 1 }, 'ast'); // biome-ignore format: one line
  assert.equal(parcels(order.id)[0]?.trackingNumber, 'D1');
  assert.ok((await call('GET', '/', undefined, 'ast')).json.namespaces.includes('wc-ast/v3'));
});
