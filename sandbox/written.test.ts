// What is written by one vendor's API is shown by the others that hold the record, each in its own shape.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, tryWrites, unshipped } from './living/trial.ts';
import type { Store } from './store.ts';
import { lineId } from './stores/bigcommerce/ids.ts';
import { openBigcommerce } from './stores/bigcommerce/index.ts';
import { openBol } from './stores/bol/index.ts';
import { shipmentId, variantId } from './stores/lightspeed_c/ids.ts';
import { openLightspeedC } from './stores/lightspeed_c/index.ts';
import { openMagento } from './stores/magento/index.ts';
import { openMirakl } from './stores/mirakl/index.ts';
import { openShopify } from './stores/shopify/index.ts';
import { openWoocommerce } from './stores/woocommerce/index.ts';

const { sandbox, ask } = tryWrites(
  ...[openBigcommerce, openMagento, openShopify, openWoocommerce],
  ...[openBol, openLightspeedC, openMirakl],
);
const storeOf = (channel: string): Store => {
  const store = sandbox.stores.find((one) => one.channel === channel);
  assert.ok(store);
  return store;
};
const secretsOf = (channel: string, shop: string) =>
  storeOf(channel).shops.find(({ name }) => name === shop)?.credential ?? {
    account: {},
    secrets: {},
  };
const accept = 'application/json';

const bigcommerce = async (method: string, path: string, body?: unknown) => {
  const { account, secrets } = secretsOf('bigcommerce', 'writable');
  const headers = { accept, 'x-auth-token': secrets.token ?? '' };
  return (await ask(method, `/stores/${String(account.store_hash)}/${path}`, { host: 'api.bigcommerce.com', headers, ...(body !== undefined && { body }) })).json; // biome-ignore format: one line
};
const woocommerce = async (path: string) => {
  const headers = { authorization: `Basic ${secretsOf('woocommerce', 'demo').secrets.token}` };
  return (await ask('GET', `/wp-json/wc/v3/${path}`, { host: 'demo.woo.example', headers })).json;
};
const magento = async (path: string) => {
  const headers = { accept, authorization: `Bearer ${secretsOf('magento', 'writable').secrets.accessToken}` }; // biome-ignore format: one line
  return (await ask('GET', `/rest/V1/${path}`, { host: 'writable.magento.example', headers })).json;
};
const shopify = async (query: string, id: string) => {
  const headers = {
    'x-shopify-access-token': secretsOf('shopify', 'writable').secrets.token ?? '',
  };
  return (await ask('POST', '/admin/api/2026-04/graphql.json', { host: 'writable.myshopify.com', headers, body: { query, variables: { id } } })).json.data; // biome-ignore format: one line
};

test('a parcel', async () => {
  const order = unshipped(sandbox.catalogue.orders, { pieces: 2, fits: (one) => one.currency === 'EUR' && one.shippingLines.length === 1 }); // biome-ignore format: one line
  const id = storeOf('bigcommerce').orderId(order);
  const [address] = await bigcommerce('GET', `v2/orders/${id}/shipping_addresses`);
  const items = order.lines.map((line) => ({
    order_product_id: lineId(line),
    quantity: line.quantity,
  }));
  await bigcommerce('POST', `v2/orders/${id}/shipments`, { order_address_id: address.id, items, tracking_number: 'T77', tracking_carrier: 'dpd' }); // biome-ignore format: one line
  const gid = `gid://shopify/Order/${storeOf('shopify').orderId(order)}`;
  const seen = await shopify('query ($id: ID!) { order(id: $id) { displayFulfillmentStatus fulfillments(first: 3) { trackingInfo { number company } } } }', gid); // biome-ignore format: one line
  assert.deepEqual(seen.order, { displayFulfillmentStatus: 'FULFILLED', fulfillments: [{ trackingInfo: [{ number: 'T77', company: 'dpd' }] }] }); // biome-ignore format: one line
  assert.equal(
    (await woocommerce(`orders/${storeOf('woocommerce').orderId(order)}`)).status,
    'completed',
  );
  const shown = await magento(`orders/${storeOf('magento').orderId(order)}`);
  assert.deepEqual(
    [shown.state, shown.items[0].qty_shipped],
    ['complete', order.lines[0]?.quantity],
  );
  const [entry] = sandbox.changes.journal('shopify', 'writable');
  assert.deepEqual([entry?.act, entry?.by, entry?.moves], ['ship', 'bigcommerce', true]);
});

test('stock and a price', async () => {
  const { product, variant } = counted(sandbox.catalogue.products, (one) => one.options.length === 0 && one.kind === 'physical' && one.variants[0]?.sku !== null); // biome-ignore format: one line
  const id = Number(storeOf('bigcommerce').variantId(product, variant));
  await bigcommerce('PUT', 'v3/inventory/adjustments/absolute', { items: [{ location_id: 1, variant_id: id, quantity: 314 }] }); // biome-ignore format: one line
  await bigcommerce('PUT', 'v3/catalog/variants', [{ id, price: 31.4, sale_price: 0 }]);
  const gid = `gid://shopify/Product/${storeOf('shopify').productId(product)}`;
  const seen = await shopify('query ($id: ID!) { product(id: $id) { variants(first: 1) { nodes { price compareAtPrice inventoryItem { inventoryLevels(first: 3) { nodes { quantities(names: ["available"]) { quantity } } } } } } } }', gid); // biome-ignore format: one line
  const [first] = seen.product.variants.nodes;
  assert.deepEqual([first.price, first.compareAtPrice, first.inventoryItem.inventoryLevels.nodes[0].quantities[0].quantity], ['31.40', null, 314]); // biome-ignore format: one line
  const { regular_price, sale_price, stock_quantity } = await woocommerce(`products/${storeOf('woocommerce').productId(product)}`); // biome-ignore format: one line
  assert.deepEqual([regular_price, sale_price, stock_quantity], ['31.40', '', 314]);
  const filter = 'searchCriteria[filter_groups][0][filters][0]';
  const of = `${filter}[field]=sku&${filter}[value]=${encodeURIComponent(variant.sku ?? '')}`;
  assert.equal((await magento(`products?${of}`)).items[0].price, 31.4);
  const rows = (await magento(`inventory/source-items?${of}`)).items;
  assert.equal(
    rows.find((row: { source_code: string }) => row.source_code === 'default').quantity,
    314,
  );
});

const lightspeed = async (method: string, path: string, body?: unknown) => {
  const headers = { 'user-agent': 'Test/1', authorization: secretsOf('lightspeed_c', 'demo').secrets.token ?? '' }; // biome-ignore format: one line
  return (await ask(method, `/nl/${path}.json`, { host: 'api.webshopapp.com', headers, ...(body !== undefined && { body }) })).json; // biome-ignore format: one line
};
const marketplace = async (path: string) => {
  const headers = { authorization: secretsOf('mirakl', 'marketplace').secrets.token ?? '' };
  return (await ask('GET', `/api/${path}`, { host: 'market.mirakl.net', headers })).json;
};
const bol = async (path: string, version: string) => {
  const form = { accept, 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${secretsOf('bol', 'demo').secrets.token}` }; // biome-ignore format: one line
  const { json } = await ask('POST', '/token', { host: 'login.bol.com', headers: form, body: 'grant_type=client_credentials' }); // biome-ignore format: one line
  const headers = { authorization: `Bearer ${json.access_token}`, accept: `application/vnd.retailer.${version}+json` }; // biome-ignore format: one line
  return (await ask('GET', `/retailer/${path}`, { host: 'api.bol.com', headers })).json;
};

test('what Lightspeed took, on marketplaces too', async () => {
  const held = (channel: string, shop: string) => storeOf(channel).shops.find(({ name }) => name === shop); // biome-ignore format: one line
  const atBol = new Set(held('bol', 'demo')?.orders.map(({ id }) => id));
  const order = unshipped(held('mirakl', 'marketplace')?.orders ?? [], { pieces: 1, fits: ({ id }) => id % 4 !== 1 && atBol.has(id) }); // biome-ignore format: one line
  const { shipment } = await lightspeed('PUT', `shipments/${shipmentId(order, 1)}`, { shipment: { status: 'shipped', trackingCode: '3S77' } }); // biome-ignore format: one line
  assert.equal(shipment.trackingCode, '3S77');
  const { orders } = await marketplace(`orders?order_ids=${storeOf('mirakl').orderId(order)}`);
  assert.deepEqual([orders[0].order_state, orders[0].shipping_tracking], ['SHIPPED', '3S77']);
  const { shipments } = await bol(`shipments?order-id=${storeOf('bol').orderId(order)}`, 'v10');
  const { transport } = await bol(`shipments/${shipments[0].shipmentId}`, 'v10');
  assert.deepEqual([transport.transporterCode, transport.trackAndTrace], ['OTHER', '3S77']);
  const { product, variant } = counted(held('bol', 'demo')?.products ?? [], ({ id, variants: [one] }) => id % 4 !== 0 && one?.stock.levels.length === 1 && one.stock.levels[0]?.locationId === 1); // biome-ignore format: one line
  await lightspeed('PUT', `variants/${variantId(variant)}`, { variant: { stockLevel: 21, priceIncl: 42.1 } }); // biome-ignore format: one line
  const { offers } = await bol(`offers?offer-ids=${storeOf('bol').productId(product)}`, 'v11');
  assert.deepEqual([offers[0].stock.amount, offers[0].pricing.bundlePrices[0].unitPrice], [21, 42.1]); // biome-ignore format: one line
  const { offers: others } = await marketplace(
    `offers?sku=${encodeURIComponent(variant.sku ?? '')}`,
  );
  assert.deepEqual([others[0].quantity, others[0].price], [21, 42.1]);
});
