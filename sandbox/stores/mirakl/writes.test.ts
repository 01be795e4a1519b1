// Writes to Mirakl: actions and products of Connect, orders, shipments and files of marketplaces.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Order } from '../../catalogue/types.ts';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { doneAfter } from './connect-writes.ts';
import { lineId, orderId, sku } from './ids.ts';
import { openMirakl } from './index.ts';
import { connectHost, loginHost } from './shops.ts';

const { sandbox, store, clock, ask } = tryWrites(openMirakl);
const shopNamed = (name: string) => {
  const shop = store.shops.find((one) => one.name === name);
  assert.ok(shop, name);
  return shop;
};
const demo = shopNamed('demo');
let token = '';
before(async () => {
  const { json } = await ask('POST', '/oauth/token', {
    host: loginHost,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: String(demo.credential.account.clientId),
      client_secret: demo.credential.secrets.clientSecret ?? '',
    }).toString(),
  });
  token = json.access_token;
});
const connect = (method: string, path: string, body?: unknown) =>
  ask(method, `/api${path}`, {
    host: connectHost,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
  });
const market = (method: string, path: string, body?: unknown, name = 'marketplace', headers = {}) =>
  ask(method, `/api${path}`, {
    host: shopNamed(name).host,
    headers: {
      authorization: shopNamed(name).credential.secrets.token ?? '',
      accept: 'application/json, text/csv',
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
const isOpen = ({ state, financialStatus }: Order) => state === 'open' && financialStatus === 'authorized'; // biome-ignore format: one question
const linesOf = (order: Order) => order.lines.map((_, index) => lineId(order, index));
const parcelsOf = ({ id }: Order) => sandbox.catalogue.orderById.get(id)?.fulfilments ?? [];

/** What became of an action, by both of its addresses. */
async function ended(id: string) {
  clock.now += doneAfter;
  const { json } = await connect('GET', `/v2/orders/actions/${id}`);
  assert.deepEqual((await connect('GET', `/v2/orders/tracking/${id}`)).json, json);
  return [json.status, json.errors?.[0].code];
}
const connectStatus = async (order: Order) =>
  (await connect('GET', `/v2/orders?order_ids=${orderId(order)}`)).json.data[0].status;

test('Connect takes a shipment as an action, and only of an order that was accepted', async () => {
  sandbox.changes.reset();
  const order = demo.orders.findLast(isOpen);
  assert.ok(order);
  const path = `/v2/orders/${orderId(order)}`;
  const items = order.lines.map(({ quantity }, index) => ({ order_line_id: lineId(order, index), quantity })); // biome-ignore format: one list
  const parcel = { items, carrier: 'DHL Express', tracking_number: 'T1', tracking_url: 'https://dhl.example/T1' }; // biome-ignore format: one parcel
  const early = await connect('POST', `${path}/shipments`, parcel);
  assert.deepEqual([early.status, early.json.action_id], [202, early.json.tracking_id]);
  assert.equal((await connect('GET', `/v2/orders/actions/${early.json.action_id}`)).json.status, 'PENDING'); // biome-ignore format: one call
  assert.deepEqual(await ended(early.json.action_id), ['FAILED', 'ORDER_IN_WRONG_STATE']);
  const yes = { order_lines: linesOf(order).map((id) => ({ id, accepted: true })) };
  assert.deepEqual(await ended((await connect('PUT', `${path}/accept`, yes)).json.action_id), ['SUCCESS', undefined]); // biome-ignore format: one call
  assert.equal(await connectStatus(order), 'AWAITING_SHIPMENT');
  assert.deepEqual(await ended((await connect('POST', `${path}/shipments`, parcel)).json.action_id), ['SUCCESS', undefined]); // biome-ignore format: one call
  assert.equal(await connectStatus(order), 'SHIPPED');
  const [sent] = parcelsOf(order);
  assert.deepEqual(
    [sent?.carrier, sent?.trackingNumber, sent?.by],
    ['DHL Express', 'T1', 'mirakl'],
  );
  assert.deepEqual(await ended((await connect('POST', `${path}/shipments`, parcel)).json.action_id), ['FAILED', 'ORDER_IN_WRONG_STATE']); // biome-ignore format: one call
  assert.equal((await connect('POST', `${path}/shipments`, { ...parcel, items: [] })).status, 400);
  assert.equal(
    (await connect('POST', `${path}/shipments`, { ...parcel, carrier: '' })).status,
    400,
  );
  assert.equal((await connect('POST', '/v2/orders/none/shipments', parcel)).status, 404);
});

test('Connect takes products without a word, and shows stock and prices as lists that were replaced', async () => {
  sandbox.changes.reset();
  const { product, variant } = counted(demo.products, ({ variants: [one] }) => (one?.stock.levels.length ?? 0) > 1); // biome-ignore format: one search
  const read = async () =>
    (await connect('GET', '/products')).json.data.find(({ id }: { id: string }) => id === sku(variant)); // biome-ignore format: one search
  const before = await read();
  const [place] = before.quantities;
  const money = (amount: number) => ({ price: { amount, currency: 'EUR' } });
  const taken = await connect('POST', '/products', {
    products: [
      { id: 'unknown', quantities: [{ available_quantity: 1 }] },
      {
        id: sku(variant),
        quantities: [{ available_quantity: 4, warehouse_code: place.warehouse_code }],
        standard_prices: [money(29.95)],
        discount_prices: [money(24.95)],
      },
    ],
  });
  assert.deepEqual([taken.status, taken.json], [202, '']);
  assert.deepEqual(await read(), before);
  clock.now += doneAfter;
  const now = await read();
  assert.equal(now.quantities[0].available_quantity, 4);
  assert.deepEqual(now.partner_quantities, before.partner_quantities);
  assert.deepEqual([now.standard_prices, now.discount_prices[0].price.amount], [[money(29.95)], 24.95]); // biome-ignore format: one row
  const written = sandbox.catalogue.productById.get(product.id)?.variants[0];
  assert.deepEqual([written?.price, written?.compareAtPrice], [2495, 2995]);
  await connect('POST', '/products', { products: [{ id: sku(variant), discount_prices: null }] });
  clock.now += doneAfter;
  assert.deepEqual(
    [(await read()).discount_prices, (await read()).quantities],
    [null, now.quantities],
  );
  assert.equal(
    (await connect('POST', '/products', { products: [{ quantities: [] }] })).status,
    400,
  );
});

test('a marketplace accepts (OR21), tracks (OR23) and ships (OR24) an order as a whole', async () => {
  sandbox.changes.reset();
  const order = shopNamed('marketplace').orders.findLast(isOpen);
  assert.ok(order);
  const path = `/orders/${orderId(order)}`;
  const read = async () =>
    (await market('GET', `/orders?order_ids=${orderId(order)}`)).json.orders[0];
  const trail = { carrier_code: 'POSTNL', tracking_number: '3S1' };
  const early = await market('PUT', `${path}/ship`);
  assert.deepEqual([early.status, early.json.message], [400, "The order status must be 'SHIPPING' but it is 'WAITING_ACCEPTANCE'."]); // biome-ignore format: one refusal
  const yes = { order_lines: linesOf(order).map((id) => ({ id, accepted: true })) };
  assert.equal((await market('PUT', `${path}/accept`, yes)).status, 204);
  assert.equal((await market('PUT', `${path}/accept`, yes)).json.message, 'ORDER_INVALID_STATE');
  assert.equal((await market('PUT', `${path}/tracking`, { carrier_code: 'NONE' })).status, 400);
  assert.equal((await market('PUT', `${path}/tracking`, trail)).status, 204);
  assert.deepEqual(
    [(await read()).order_state, (await read()).shipping_tracking],
    ['SHIPPING', '3S1'],
  );
  assert.equal((await market('PUT', `${path}/ship`)).status, 204);
  assert.equal((await market('PUT', `${path}/ship`)).status, 400);
  const {
    order_state: state,
    shipping_company: carrier,
    shipping_carrier_code: code,
  } = await read();
  assert.deepEqual([state, carrier, code], ['SHIPPED', 'PostNL', 'POSTNL']);
  await market('PUT', `${path}/tracking`, { carrier_name: 'Fietskoerier', tracking_number: 'F1' });
  assert.deepEqual([(await read()).shipping_company, (await read()).shipping_tracking], ['Fietskoerier', 'F1']); // biome-ignore format: one row
  assert.equal(parcelsOf(order).length, 1);
  assert.equal((await market('POST', '/shipments', { shipments: [] })).status, 404);
  assert.ok((await market('GET', '/shipping/carriers')).json.carriers.length > 3);
});

test('where an operator has several shipments each stands by itself (ST01), and the order cannot be shipped whole', async () => {
  sandbox.changes.reset();
  const name = 'shipments';
  const order = unshipped(shopNamed(name).orders, { pieces: 2 });
  const shipment = (quantity: number, order_id = orderId(order)) => ({
    ...{ order_id, shipped: true, tracking: { carrier_name: 'Bode', tracking_url: 'https://bode.example/1' } },
    shipment_lines: [{ order_line_id: lineId(order, 0), quantity }],
  }); // biome-ignore format: one shipment
  const { status, json } = await market('POST', '/shipments', { shipments: [shipment(1), shipment(99), shipment(1, 'none')] }, name); // biome-ignore format: one call
  assert.deepEqual(
    [status, json.shipment_success.length, json.shipment_errors.length],
    [201, 1, 2],
  );
  const listed = await market('GET', `/shipments?order_id=${orderId(order)}`, undefined, name);
  assert.deepEqual(listed.json.data, json.shipment_success);
  const { orders } = (await market('GET', `/orders?order_ids=${orderId(order)}`, undefined, name))
    .json;
  assert.equal(orders[0].order_state, 'SHIPPING');
  assert.equal(
    (await market('PUT', `/orders/${orderId(order)}/ship`, undefined, name)).status,
    404,
  );
  // Sent twice, written twice: nothing here knows that it is the same parcel.
  await market('POST', '/shipments', { shipments: [shipment(1)] }, name);
  assert.equal(parcelsOf(order).length, 2);
});

const send = (kind: 'stock' | 'pricing', csv: string) => {
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return market('POST', `/offers/${kind}/imports`, body, 'marketplace', headers);
};

test('files of stock and prices are worked off later, line by line, and prices are replaced whole', async () => {
  sandbox.changes.reset();
  const { products } = shopNamed('marketplace');
  const { product, variant } = counted(products, ({ id }) => id % 5 === 0);
  const read = async () =>
    (await market('GET', `/offers?sku=${encodeURIComponent(sku(variant))}`)).json.offers[0];
  assert.equal((await read()).applicable_pricing.volume_prices.length, 2);
  const stock = await send('stock', `"offer-sku";"quantity";"warehouse-code";"update-delete"\n"${sku(variant)}";"7";"";""\n"NONE";"1";"";""\n`); // biome-ignore format: one file
  assert.equal(stock.status, 201);
  const id = stock.json.import_id;
  const status = async () => (await market('GET', `/offers/stock/imports/${id}/status`)).json;
  assert.equal((await status()).status, 'WAITING');
  const prices = await send(
    'pricing',
    `offer-sku;price;discount-price\n${sku(variant)};19.95;17.5\n`,
  );
  clock.now += doneAfter;
  const { status: end, lines_in_error: bad, lines_in_success: good, has_error_report: has } = await status(); // biome-ignore format: one row
  assert.deepEqual([end, bad, good, has], ['COMPLETE', 1, 1, true]);
  const report = await market('GET', `/offers/stock/imports/${id}/error_report`);
  assert.match(report.json, /^"line-number";"error-message";"offer-sku"[^\n]*\n"3";"The offer NONE does not exist"/); // biome-ignore format: one report
  const { json } = await market(
    'GET',
    `/offers/pricing/imports?import_id=${prices.json.import_id}`,
  );
  assert.deepEqual([json.data[0].status, json.data[0].offers_updated], ['COMPLETE', 1]);
  const { quantity, applicable_pricing: pricing } = await read();
  assert.deepEqual([quantity, pricing.price, pricing.unit_origin_price], [7, 17.5, 19.95]);
  assert.equal(pricing.volume_prices.length, 1);
  const now = sandbox.catalogue.productById.get(product.id)?.variants[0];
  assert.deepEqual([now?.price, now?.compareAtPrice], [1750, 1995]);
  const broken = await send('pricing', 'sku;price\nA;1\n');
  clock.now += doneAfter;
  const list = await market('GET', `/offers/pricing/imports?import_id=${broken.json.import_id}`);
  assert.equal(list.json.data[0].status, 'FAILED');
  assert.equal((await market('POST', '/offers/stock/imports', {})).status, 400);
});
