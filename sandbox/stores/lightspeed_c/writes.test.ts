// Writes to Lightspeed: shipments that leave whole, stock and prices of variants, keys that may only read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { shipmentId, variantId } from './ids.ts';
import { openLightspeedC } from './index.ts';

const { sandbox, store, ask } = tryWrites(openLightspeedC);

function shopNamed(name: string) {
  const shop = store.shops.find((one) => one.name === name);
  assert.ok(shop);
  const call = (method: string, path: string, body?: unknown) =>
    ask(method, `/nl/${path}.json`, {
      host: shop.host,
      headers: { authorization: shop.credential.secrets.token ?? '', 'user-agent': 'Test/1' },
      ...(body !== undefined && { body }),
    });
  return { shop, call };
}
const { shop, call } = shopNamed('demo');

test('a shipment leaves whole, keeps its number, and shows the code that it was given', async () => {
  sandbox.changes.reset();
  // A third of the merchants never touch a shipment; one that was written to is touched.
  const order = unshipped(shop.orders, { fits: ({ id }) => id % 4 !== 1 && id % 3 === 0 });
  const id = shipmentId(order, 1);
  const put = (shipment: object) => call('PUT', `shipments/${id}`, { shipment });
  const read = async () => (await call('GET', `shipments/${id}`)).json.shipment;
  assert.deepEqual([(await read()).status, (await read()).trackingCode], ['not_shipped', '']);
  assert.equal((await put({ trackingCode: '3S1' })).json.shipment.trackingCode, '3S1');
  assert.equal((await read()).status, 'not_shipped');
  const sent = await put({ status: 'shipped', doNotifyShipped: true });
  assert.deepEqual([sent.status, sent.json.shipment.status], [200, 'shipped']);
  assert.deepEqual([(await read()).status, (await read()).trackingCode], ['shipped', '3S1']);
  await put({ trackingCode: '3S2' });
  assert.equal((await read()).trackingCode, '3S2');
  const now = sandbox.catalogue.orderById.get(order.id);
  assert.deepEqual(
    now?.fulfilments.map((one) => one.trackingNumber),
    ['3S2'],
  );
  assert.equal(now?.fulfilmentStatus, 'fulfilled');
  assert.equal((await put({ status: 'not_shipped' })).status, 422);
  assert.equal((await put({ state: 'shipped' })).status, 422);
  assert.equal((await call('PUT', 'shipments/318000000', { shipment: {} })).status, 404);
});

test('a variant takes a stock over all locations, and prices with or without tax', async () => {
  sandbox.changes.reset();
  const { product, variant } = counted(
    shop.products,
    ({ taxClass, variants: [first] }) =>
      taxClass === 'standard' && first?.taxable === true && first.stock.levels.length > 1,
  );
  const path = `variants/${variantId(variant)}`;
  const put = (body: object) => call('PUT', path, { variant: body });
  const { json } = await put({ stockLevel: 3, priceIncl: 24.2, oldPriceIncl: 30 });
  const { stockLevel, priceIncl, priceExcl, oldPriceIncl } = json.variant;
  assert.deepEqual([stockLevel, priceIncl, priceExcl, oldPriceIncl], [3, 24.2, 20, 30]);
  assert.deepEqual((await call('GET', path)).json, json);
  await put({ priceExcl: 10, oldPriceIncl: 0 });
  const now = sandbox.catalogue.productById.get(product.id)?.variants[0];
  assert.deepEqual([now?.price, now?.compareAtPrice], [1210, null]);
  assert.equal((await put({ stockLevel: '3' })).status, 422);
  assert.equal((await put({ stockLevel: -1 })).status, 422);
  assert.equal(sandbox.changes.written('lightspeed_c').length, 2);
});

test('what is not tracked stays as it is, and a key may be for reading only', async () => {
  sandbox.changes.reset();
  const loose = shop.products.flatMap(({ variants }) => variants).find(({ stock }) => !stock.tracked); // biome-ignore format: one search
  assert.ok(loose);
  const { json } = await call('PUT', `variants/${variantId(loose)}`, {
    variant: { stockLevel: 9 },
  });
  assert.deepEqual([json.variant.stockTracking, json.variant.stockLevel], ['disabled', 0]);
  const locked = shopNamed('read-only');
  const [first] = locked.shop.products[0]?.variants ?? [];
  assert.ok(first);
  const refused = await locked.call('PUT', `variants/${variantId(first)}`, { variant: { stockLevel: 9 } }); // biome-ignore format: one call
  assert.equal(refused.status, 403);
  const { accountPermissions } = (await locked.call('GET', 'account/permissions')).json;
  assert.deepEqual(accountPermissions.products, { read: true, write: false });
  assert.deepEqual(sandbox.changes.written('lightspeed_c'), []);
});
