// Writes of REST V1: what Magento takes, what it cuts in silence, and what it refuses.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { openMagento } from './index.ts';
import { isConfigurable } from './products.ts';
import { isKept, type MagentoShop } from './shops.ts';

const { sandbox, store, ask, clock } = tryWrites(openMagento);
beforeEach(() => sandbox.changes.reset());

const shopOf = (name: string) => store.shops.find((one) => one.name === name) as MagentoShop;
const call = (method: string, path: string, body?: object, shop = 'writable') =>
  ask(method, `/rest/V1/${path}`, {
    host: `${shop}.magento.example`,
    headers: { accept: 'application/json', authorization: `Bearer ${shopOf(shop).integration.accessToken}` }, // biome-ignore format: one line
    ...(body && { body }),
  });
const written = () => sandbox.changes.written('magento').map(({ act }) => act);
const of = (field: string, value: string | number) =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${value}`;
const productNow = async (sku: string, shop = 'writable') =>
  (await call('GET', `products?${of('sku', sku)}`, undefined, shop)).json.items[0];
const goods = (
  fits: (one: (typeof sandbox.catalogue.products)[number]) => boolean = () => true,
) => {
  const { product, variant } = counted(sandbox.catalogue.products, (one) => isKept(one) && one.kind === 'physical' && !isConfigurable(one) && fits(one)); // biome-ignore format: one line
  return { product, variant, sku: variant.sku ?? '' };
};

test('an order is shipped in parts, more than is left in silence, and no more when nothing is left', async () => {
  const order = unshipped(sandbox.catalogue.orders, { pieces: 3 });
  const path = `orders/${order.id}`;
  const before = (await call('GET', path)).json;
  const [item] = before.items;
  clock.now += 60_000;
  const tracks = [{ track_number: 'T1', title: 'DHL Express', carrier_code: 'dhl' }];
  const made = await call('POST', `order/${order.id}/ship`, { items: [{ order_item_id: item.item_id, qty: 1 }], tracks }); // biome-ignore format: one line
  assert.equal(made.status, 200);
  const shipment = (await call('GET', `shipment/${made.json}`)).json;
  assert.deepEqual([shipment.tracks[0].track_number, shipment.items[0].qty], ['T1', 1]);
  assert.equal((await call('GET', path)).json.updated_at, before.updated_at);
  assert.equal((await call('POST', `order/${order.id}/ship`, { items: [{ order_item_id: item.item_id, qty: 99 }] })).status, 200); // biome-ignore format: one line
  const after = (await call('GET', path)).json;
  assert.equal(after.items[0].qty_shipped, item.qty_ordered);
  await call('POST', `order/${order.id}/ship`, {});
  const none = await call('POST', `order/${order.id}/ship`, {});
  assert.deepEqual([none.status, none.json.message.split('\n')[1]], [400, 'The order does not allow a shipment to be created.']); // biome-ignore format: one line
  const listed = (await call('GET', `shipments?${of('order_id', order.id)}`)).json;
  assert.equal(listed.total_count, sandbox.catalogue.orderById.get(order.id)?.fulfilments.length);
  assert.equal((await call('GET', path)).json.state, 'complete');
  const entity = { order_id: order.id, parent_id: made.json, track_number: 'T2', title: 'DHL', carrier_code: 'dhl', weight: 1, qty: 1, description: '' }; // biome-ignore format: one line
  assert.equal((await call('POST', 'shipment/track', { entity })).json.track_number, 'T2');
});

test('the child of a configurable item is passed over, and what is missing is refused', async () => {
  const order = unshipped(sandbox.catalogue.orders, {
    pieces: 1,
    fits: ({ lines }) => lines.some(({ productId }) => isConfigurable(sandbox.catalogue.productById.get(productId ?? 0) ?? { options: [] } as never)), // biome-ignore format: one line
  });
  const { items } = (await call('GET', `orders/${order.id}`)).json;
  const child = items.find((one: { parent_item_id?: number }) => one.parent_item_id);
  const path = `order/${order.id}/ship`;
  assert.equal(
    (await call('POST', path, { items: [{ order_item_id: child.item_id, qty: 1 }] })).status,
    400,
  );
  assert.equal((await call('POST', path, { tracks: [{ track_number: 'A' }] })).status, 400);
  assert.equal((await call('POST', 'order/99999/ship', {})).status, 404);
  const denied = await call('POST', path, {}, 'bearer');
  assert.deepEqual([denied.status, denied.json.parameters.resources], [401, 'Magento_Sales::ship']);
  assert.deepEqual(written(), []);
});

test('source items are saved all or none, and show what was written', async () => {
  const { sku, product } = goods();
  const item = { sku, source_code: 'utrecht', quantity: 31, status: 1 };
  const wrong = await call('POST', 'inventory/source-items', { sourceItems: [item, { ...item, source_code: 'nowhere' }] }); // biome-ignore format: one line
  assert.deepEqual([wrong.status, wrong.json.message], [400, 'Validation Failed']);
  assert.deepEqual(written(), []);
  const before = await productNow(sku);
  clock.now += 60_000;
  assert.equal((await call('POST', 'inventory/source-items', { sourceItems: [item, { ...item, source_code: 'default', quantity: 6, status: 0 }] })).status, 200); // biome-ignore format: one line
  const rows = (await call('GET', `inventory/source-items?${of('sku', sku)}`)).json.items;
  const at = (code: string) => rows.find((row: { source_code: string }) => row.source_code === code); // biome-ignore format: one line
  assert.deepEqual(
    [at('utrecht').quantity, at('default').quantity, at('default').status],
    [31, 6, 0],
  );
  assert.deepEqual(sandbox.catalogue.productById.get(product.id)?.variants[0]?.stock.levels.map(({ available }) => available).slice(0, 2), [0, 31]); // biome-ignore format: one line
  assert.equal((await productNow(sku)).updated_at, before.updated_at);
  assert.equal(
    (await call('POST', 'inventory/source-items', { sourceItems: [item] }, 'bearer')).status,
    401,
  );
});

test('a stock item without inventory modules stays out of stock unless it is said to be in', async () => {
  const { sku } = goods(({ variants }) => variants[0]?.stock.levels[0]?.available === 0 && !variants[0]?.stock.backorders); // biome-ignore format: one line
  const put = (stockItem: object) => call('PUT', `products/${encodeURIComponent(sku)}/stockItems/1`, { stockItem }, 'writable-no-msi'); // biome-ignore format: one line
  const now = async () => (await call('GET', `stockItems/${encodeURIComponent(sku)}`, undefined, 'writable-no-msi')).json; // biome-ignore format: one line
  assert.equal((await call('POST', 'inventory/source-items', { sourceItems: [] }, 'writable-no-msi')).status, 404); // biome-ignore format: one line
  const { item_id: _, product_id: __, stock_id: ___, ...before } = await now();
  await put({ ...before, qty: 5 });
  assert.deepEqual([(await now()).qty, (await now()).is_in_stock], [5, false]);
  await put({ ...before, qty: 5, is_in_stock: true });
  assert.deepEqual([(await now()).qty, (await now()).is_in_stock], [5, true]);
});

test('base prices list what is wrong and write the rest; a price of the view hides the global one', async () => {
  const { sku } = goods(({ variants }) => variants[0]?.compareAtPrice === null);
  const prices = [{ sku, store_id: 0, price: 33.5 }, { sku: 'none', store_id: 0, price: 1 }, { sku, store_id: 77, price: 1 }]; // biome-ignore format: one line
  const { status, json } = await call('POST', 'products/base-prices', { prices });
  assert.deepEqual([status, json.length, json[0].parameters], [200, 2, ['SKU', 'none']]);
  assert.equal((await productNow(sku)).price, 33.5);
  const hidden = shopOf('view-prices').products.find((one) => one.id % 2 === 0 && !isConfigurable(one) && one.variants[0]?.price); // biome-ignore format: one line
  const its = hidden?.variants[0]?.sku ?? '';
  const was = (await productNow(its, 'view-prices')).price;
  assert.deepEqual((await call('POST', 'products/base-prices', { prices: [{ sku: its, store_id: 0, price: 77 }] }, 'view-prices')).json, []); // biome-ignore format: one line
  assert.equal((await productNow(its, 'view-prices')).price, was);
  await call('POST', 'products/base-prices', { prices: [{ sku: its, store_id: 1, price: 77 }] }, 'view-prices'); // biome-ignore format: one line
  assert.equal((await productNow(its, 'view-prices')).price, 77);
});

test('a special price shows as it was written, and counts while it runs', async () => {
  const { sku, product, variant } = goods();
  const row = { sku, store_id: 0, price: 1.5, price_from: '2026-01-01 00:00:00', price_to: '2027-01-01 00:00:00' }; // biome-ignore format: one line
  const wrong = await call('POST', 'products/special-price', { prices: [{ ...row, price_from: 'soon' }, { ...row, store_id: 1 }] }); // biome-ignore format: one line
  assert.equal(wrong.json.length, 2);
  assert.deepEqual((await call('POST', 'products/special-price', { prices: [row] })).json, []);
  const attributes = async () =>
    (await productNow(sku)).custom_attributes.filter((one: { attribute_code: string }) => one.attribute_code.startsWith('special_')); // biome-ignore format: one line
  assert.deepEqual((await attributes()).map((one: { value: string }) => one.value), ['1.500000', row.price_from, row.price_to]); // biome-ignore format: one line
  const now = () => sandbox.catalogue.productById.get(product.id)?.variants[0];
  assert.deepEqual([now()?.price, now()?.compareAtPrice], [150, variant.compareAtPrice ?? variant.price]); // biome-ignore format: one line
  await call('POST', 'products/special-price-delete', { prices: [row] });
  assert.deepEqual([await attributes(), now()?.compareAtPrice], [[], null]);
});

test('a special price that was not lower counts once the price is raised; empty days stay', async () => {
  const { sku, product } = goods(({ variants }) => variants[0]?.compareAtPrice === null);
  const now = () => sandbox.catalogue.productById.get(product.id)?.variants[0];
  const price = (now()?.price ?? 0) / 100;
  const row = { sku, store_id: 0, price: price + 5, price_from: '2026-01-01 00:00:00', price_to: '2027-01-01 00:00:00' }; // biome-ignore format: one line
  await call('POST', 'products/special-price', { prices: [row] });
  assert.equal(now()?.compareAtPrice, null);
  await call('POST', 'products/base-prices', { prices: [{ sku, store_id: 0, price: price + 9 }] });
  assert.equal((now()?.compareAtPrice ?? 0) > (now()?.price ?? 0), true);
  await call('POST', 'products/special-price', { prices: [{ ...row, price_from: '', price_to: '' }] }); // biome-ignore format: one line
  const { custom_attributes } = await productNow(sku);
  const to = custom_attributes.find((one: { attribute_code: string }) => one.attribute_code === 'special_to_date'); // biome-ignore format: one line
  assert.equal(to.value, row.price_to);
});

test('orders are listed, a source is shown by its code, and the price says its scope', async () => {
  const order = unshipped(sandbox.catalogue.orders);
  const listed = (await call('GET', `orders?${of('entity_id', order.id)}`)).json;
  assert.deepEqual([listed.total_count, listed.items[0].entity_id], [1, order.id]);
  assert.equal((await call('GET', 'inventory/sources/utrecht')).json.enabled, true);
  assert.equal((await call('GET', 'inventory/sources/nowhere')).status, 404);
  const scope = async (shop: string) => (await call('GET', 'products/attributes/price', undefined, shop)).json.scope; // biome-ignore format: one line
  assert.deepEqual([await scope('writable'), await scope('view-prices')], ['global', 'website']);
});
