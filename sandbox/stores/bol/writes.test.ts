// Writes to bol: processes that end later, strict bodies, closed lists, and what bol keeps to itself.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import type { StoreShop } from '../../store.ts';
import { offerId, orderId, orderItemId } from './ids.ts';
import { openBol } from './index.ts';
import { doneAfter } from './processes.ts';
import { methodOf } from './quantities.ts';

const { sandbox, store, clock, ask } = tryWrites(openBol);
const media = (version: string) => `application/vnd.retailer.${version}+json`;

const shopNamed = (name: string) => {
  const shop = store.shops.find((one) => one.name === name);
  assert.ok(shop);
  return shop;
};
async function login(shop: StoreShop) {
  const { json } = await ask('POST', '/token', {
    host: 'login.bol.com',
    headers: {
      authorization: `Basic ${shop.credential.secrets.token}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return (method: string, path: string, body?: unknown, version = 'v10') =>
    ask(method, path, {
      host: 'api.bol.com',
      headers: {
        authorization: `Bearer ${json.access_token}`,
        accept: media(version),
        ...(body !== undefined && { 'content-type': media(version) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}
const shop = shopNamed('demo');
let call: Awaited<ReturnType<typeof login>>;
before(async () => {
  call = await login(shop);
});

const isFbr = (productId: number | null) => methodOf(productId) === 'FBR';
const order = unshipped(shop.orders, {
  pieces: 2,
  fits: ({ lines: [first] }) => isFbr(first?.productId ?? null),
});
const [line] = order.lines;
assert.ok(line);
const item = orderItemId(line);
const parcel = (more: object = {}, transport: object = {}) => ({
  orderItems: [{ orderItemId: item, quantity: 1 }],
  transport: { transporterCode: 'TNT', trackAndTrace: '3SBOL1', ...transport },
  ...more,
});
const ended = async (id: string) => {
  clock.now += doneAfter;
  return (await call('GET', `/shared/process-status/${id}`)).json;
};
const shipments = async () =>
  (await call('GET', `/retailer/shipments?order-id=${orderId(order)}`)).json.shipments ?? [];

test('a shipment is a process: pending, then done, and shown with its code and number', async () => {
  sandbox.changes.reset();
  const { status, json } = await call('POST', '/retailer/shipments', parcel({ shipmentReference: 'R1' })); // biome-ignore format: one call
  assert.deepEqual([status, json.status, json.eventType], [202, 'PENDING', 'CREATE_SHIPMENT']);
  assert.deepEqual(await shipments(), []);
  assert.equal((await ended(json.processStatusId)).status, 'SUCCESS');
  const [row] = await shipments();
  const one = async () => (await call('GET', `/retailer/shipments/${row.shipmentId}`)).json;
  const { transport, shipmentReference, shipmentItems } = await one();
  assert.deepEqual(
    [transport.transporterCode, transport.trackAndTrace, shipmentReference, shipmentItems[0].quantityShipped], // biome-ignore format: one row
    ['TNT', '3SBOL1', 'R1', 1],
  );
  assert.equal(sandbox.catalogue.orderById.get(order.id)?.fulfilments[0]?.carrier, 'PostNL');
  const change = { transporterCode: 'DPD-NL', trackAndTrace: '05112' };
  const { json: changing } = await call('PUT', `/retailer/transports/${row.transport.transportId}`, change); // biome-ignore format: one call
  assert.equal((await ended(changing.processStatusId)).status, 'SUCCESS');
  const { transport: now } = await one();
  assert.deepEqual([now.transporterCode, now.trackAndTrace], ['DPD-NL', '05112']);
  const all = `/shared/process-status?entity-id=${item}&event-type=CREATE_SHIPMENT`;
  assert.equal((await call('GET', all)).json.processStatuses.length, 1);
  const bulk = { processStatusQueries: [{ processStatusId: json.processStatusId }] };
  assert.equal((await call('POST', '/shared/process-status', bulk)).json.processStatuses[0].status, 'SUCCESS'); // biome-ignore format: one call
});

test('without a quantity all that is open goes, and what is sent twice fails as a process', async () => {
  sandbox.changes.reset();
  const all = parcel({ orderItems: [{ orderItemId: item }] });
  const [first, second] = [
    await call('POST', '/retailer/shipments', all),
    await call('POST', '/retailer/shipments', all),
  ];
  assert.equal((await ended(first?.json.processStatusId)).status, 'SUCCESS');
  const { status, errorMessage } = await ended(second?.json.processStatusId);
  assert.deepEqual([status, /already/.test(errorMessage)], ['FAILURE', true]);
  const failing = async (body: object, said: RegExp) => {
    const { json } = await call('POST', '/retailer/shipments', body);
    const end = await ended(json.processStatusId);
    assert.deepEqual([end.status, said.test(end.errorMessage)], ['FAILURE', true]);
  };
  await failing(parcel({ orderItems: [{ orderItemId: '1' }] }), /not found/);
  const byBol = shop.orders.flatMap(({ lines }) => lines).find((one) => !isFbr(one.productId));
  assert.ok(byBol);
  await failing(parcel({ orderItems: [{ orderItemId: orderItemId(byBol) }] }), /fulfilled by bol/);
  assert.equal(sandbox.changes.written('bol').length, 1);
});

test('a process may say SUCCESS of what was dropped', async () => {
  sandbox.changes.reset();
  sandbox.faults.plant({ kind: 'write-dropped', channel: 'bol', times: 1 });
  const { json } = await call('POST', '/retailer/shipments', parcel());
  assert.equal((await ended(json.processStatusId)).status, 'SUCCESS');
  assert.deepEqual([await shipments(), sandbox.changes.written('bol')], [[], []]);
});

test('bodies are held to the specification', async () => {
  sandbox.changes.reset();
  const refused = async (body: unknown, name: string, path = '/retailer/shipments', method = 'POST') => {
    const { status, json } = await call(method, path, body);
    assert.deepEqual([status, json.violations[0]?.name], [400, name]);
  }; // biome-ignore format: one line
  await refused(parcel({}, { transporterCode: 'POSTNL' }), 'transporterCode');
  await refused(parcel({ orderItems: [] }), 'orderItems');
  await refused(
    parcel({ orderItems: [{ orderItemId: item, quantity: 0 }] }),
    'orderItems.quantity',
  );
  await refused(parcel({ shipmentReference: '' }), 'shipmentReference');
  await refused(parcel({ transport: null }), 'transport');
  await refused({ trackAndTrace: '' }, 'trackAndTrace', '/retailer/transports/1', 'PUT');
  await refused({ amount: 1000, managedByRetailer: true }, 'amount', '/retailer/offers/x/stock', 'PUT'); // biome-ignore format: one case a line
  await refused({ pricing: { bundlePrices: [{ quantity: 2, unitPrice: 5 }] } }, 'pricing.bundlePrices.quantity', '/retailer/offers/x/price', 'PUT'); // biome-ignore format: one case a line
  await refused({ pricing: { bundlePrices: [{ quantity: 1, unitPrice: 0.5 }] } }, 'pricing.bundlePrices.unitPrice', '/retailer/offers/x/price', 'PUT'); // biome-ignore format: one case a line
  assert.deepEqual(sandbox.changes.written('bol'), []);
});

const { product, variant } = counted(shop.products, ({ id }) => isFbr(id) && id % 5 === 0);
const offer = offerId(variant);
const read = async (id = offer) =>
  (await call('GET', `/retailer/offers?offer-ids=${id}`, undefined, 'v11')).json.offers[0];
const patch = (body: object, id = offer) => call('PATCH', `/retailer/offers/${id}`, body, 'v11');

test('an offer takes stock and prices, by process or when it is answered; its prices are replaced whole', async () => {
  sandbox.changes.reset();
  assert.equal((await read()).pricing.bundlePrices.length, 2);
  const stock = { amount: 12, managedByRetailer: true };
  const { json } = await call('PUT', `/retailer/offers/${offer}/stock`, stock);
  assert.equal((await ended(json.processStatusId)).status, 'SUCCESS');
  assert.deepEqual((await read()).stock, { ...stock, correctedStock: 12 });
  const bundlePrices = [{ quantity: 1, unitPrice: 14.95 }];
  const { json: priced } = await call('PUT', `/retailer/offers/${offer}/price`, { pricing: { bundlePrices } }); // biome-ignore format: one call
  assert.equal((await ended(priced.processStatusId)).status, 'SUCCESS');
  assert.deepEqual((await read()).pricing.bundlePrices, bundlePrices);
  const both = [...bundlePrices, { quantity: 5, unitPrice: 11 }];
  const now = await patch({ stock: { amount: 0 }, pricing: { bundlePrices: both } });
  assert.deepEqual([now.status, now.json], [204, '']);
  const { stock: left, pricing, countryAvailabilities } = await read();
  assert.deepEqual([left.amount, left.managedByRetailer, pricing.bundlePrices], [0, true, both]);
  assert.equal(countryAvailabilities[0].forSale, false);
  const [first] = sandbox.catalogue.productById.get(product.id)?.variants ?? [];
  assert.deepEqual([first?.price, first?.stock.levels[0]?.available], [1495, 0]);
});

test('what open orders hold is in the amount and not for sale, unless the seller counts it', async () => {
  sandbox.changes.reset();
  const ordered = offerId({ id: line.variantId ?? 0 });
  const { amount, correctedStock, managedByRetailer } = (await read(ordered)).stock;
  const held = amount - correctedStock;
  assert.ok(held >= 2 && !managedByRetailer);
  await patch({ stock: { amount: held + 5 } }, ordered);
  assert.equal((await read(ordered)).stock.correctedStock, 5);
  await patch({ stock: { amount: held + 5, managedByRetailer: true } }, ordered);
  assert.equal((await read(ordered)).stock.correctedStock, held + 5);
});

test('the stock of what bol fulfils is its own, and a seller may outlive a process that timed out', async () => {
  sandbox.changes.reset();
  const byBol = offerId(counted(shop.products, ({ id }) => !isFbr(id)).variant);
  assert.equal((await patch({ stock: { amount: 3 } }, byBol)).status, 400);
  const { json } = await call('PUT', `/retailer/offers/${byBol}/stock`, { amount: 3, managedByRetailer: true }); // biome-ignore format: one call
  assert.equal((await ended(json.processStatusId)).status, 'FAILURE');
  assert.equal((await patch({ stock: { amount: 3 } }, offerId({ id: 0 }))).status, 404);
  const slow = shopNamed('slow');
  const callSlow = await login(slow);
  const mine = counted(slow.products, ({ id }) => isFbr(id));
  const { json: late } = await callSlow('PUT', `/retailer/offers/${offerId(mine.variant)}/stock`, { amount: 7, managedByRetailer: false }); // biome-ignore format: one call
  const status = async () =>
    (await callSlow('GET', `/shared/process-status/${late.processStatusId}`)).json.status;
  clock.now += doneAfter;
  assert.equal(await status(), 'TIMEOUT');
  assert.deepEqual(sandbox.changes.written('bol'), []);
  clock.now += doneAfter * 12;
  await status();
  assert.equal(sandbox.changes.written('bol').length, 1);
});
