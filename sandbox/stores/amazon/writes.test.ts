// Writes to Amazon: what is taken, what is refused and in which words, and when it is shown.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Order } from '../../catalogue/types.ts';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { isSentByAmazon, isStoredByAmazon, statusOf } from './holding.ts';
import { itemId, orderId } from './ids.ts';
import { openAmazon } from './index.ts';
import { marketplaces } from './marketplaces.ts';
import { shownAfter as listingAfter } from './patches.ts';
import { shownAfter } from './shipments.ts';
import { marketplaceOf } from './shops.ts';

const { sandbox, store, clock, ask } = tryWrites(openAmazon);
const { NL, DE } = marketplaces;
const [shop] = store.shops;
assert.ok(shop);
const { host } = shop;
const seller = String(shop.credential.account.sellerId);
let token = '';
before(async () => {
  const { json } = await ask('POST', '/auth/o2/token', {
    host: 'api.amazon.com',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: shop.credential.secrets.token ?? '',
      client_id: store.app?.clientId ?? '',
      client_secret: store.app?.clientSecret ?? '',
    }).toString(),
  });
  token = json.access_token;
});
const call = (method: string, path: string, body?: unknown) =>
  ask(method, path, {
    host,
    headers: { 'user-agent': 'Test/1 (Language=TypeScript)', 'x-amz-access-token': token },
    ...(body !== undefined && { body }),
  });

const order = unshipped(shop.orders, { pieces: 2, fits: (one) => !isSentByAmazon(one) });
const [line] = order.lines;
assert.ok(line);
const id = orderId(order);
const packageOf = (more: object = {}, of: Order = order) => ({
  marketplaceId: marketplaceOf(of, [NL, DE]).id,
  packageDetail: {
    ...{ packageReferenceId: '1', carrierCode: 'DHL', trackingNumber: 'JVGL01' },
    shipDate: '2026-11-17T09:00:00Z',
    orderItems: of.lines.slice(0, 1).map((one) => ({ orderItemId: itemId(one), quantity: 1 })),
    ...more,
  },
});
const confirm = (body: unknown, of = id) =>
  call('POST', `/orders/v0/orders/${of}/shipmentConfirmation`, body);
const shown = async (of = id) =>
  (await call('GET', `/orders/2026-01-01/orders/${of}?includedData=PACKAGES,FULFILLMENT`)).json.order; // biome-ignore format: one call

test('a shipment is taken with 204, shown minutes later, and the same package again changes it', async () => {
  sandbox.changes.reset();
  const first = await confirm(packageOf());
  assert.deepEqual([first.status, first.json], [204, '']);
  assert.equal((await shown()).packages, undefined);
  clock.now += shownAfter;
  const { packages, fulfillment } = await shown();
  assert.deepEqual(
    [packages.length, packages[0].packageReferenceId, packages[0].carrier, packages[0].shipTime],
    [1, '1', 'DHL', '2026-11-17T09:00:00.000Z'],
  );
  assert.equal(fulfillment.fulfillmentStatus, 'PARTIALLY_SHIPPED');
  const again = { carrierCode: 'Other', carrierName: 'Fietskoerier', trackingNumber: 'B2' };
  await confirm(packageOf(again));
  clock.now += shownAfter;
  const [changed, second] = (await shown()).packages;
  assert.deepEqual([changed.carrier, changed.trackingNumber, second], ['Fietskoerier', 'B2', undefined]); // biome-ignore format: one package
  const parcels = sandbox.catalogue.orderById.get(order.id)?.fulfilments;
  assert.deepEqual(
    parcels?.map(({ carrier, by }) => [carrier, by]),
    [['Fietskoerier', 'amazon']],
  );
});

test('what Amazon refuses is refused in its words, and nothing is written', async () => {
  sandbox.changes.reset();
  const refused = async (body: unknown, said: RegExp, of = id, status = 400) => {
    const { status: was, json } = await confirm(body, of);
    assert.deepEqual([was, said.test(JSON.stringify(json))], [status, true], JSON.stringify(json));
  };
  await refused(packageOf({ packageReferenceId: 1 }), /invalid type \[packageDetail.packageReferenceId\]/); // biome-ignore format: one case a line
  await refused(packageOf({ packageReferenceId: 'P-1' }), /must be a positive numeric value/);
  await refused(packageOf({ carrierCode: 'dhl' }), /CarrierCode/);
  await refused(packageOf({ carrierCode: 'Other' }), /CarrierName/);
  await refused(packageOf({ orderItems: [] }), /packageDetail.orderItems/);
  await refused(packageOf({ orderItems: [{ orderItemId: '1', quantity: 1 }] }), /NonexistentOrderItem/); // biome-ignore format: one case a line
  await refused(packageOf({ orderItems: [{ orderItemId: itemId(line), quantity: 99 }] }), /Quantity/); // biome-ignore format: one case a line
  await refused({ ...packageOf(), marketplaceId: 'A13V1IB3VIYZZH' }, /MarketplaceId/);
  await refused(packageOf(), /NotFound/, '402-0000000-0000000', 404);
  const byAmazon = unshipped(shop.orders, { pieces: 1, fits: isSentByAmazon });
  await refused(packageOf({}, byAmazon), /fulfilled by Amazon/, orderId(byAmazon));
  const sent = shop.orders.find((one) => statusOf(one) === 'SHIPPED' && !isSentByAmazon(one));
  assert.ok(sent);
  await refused(packageOf({}, sent), /PackageToUpdateNotFound/, orderId(sent));
  clock.now += shownAfter;
  await shown();
  assert.deepEqual(sandbox.changes.written('amazon'), []);
  // Taken, and forgotten: nothing but reading shows it.
  assert.equal((await confirm(packageOf({ carrierCode: 'Amazon Shipping' }))).status, 204);
  clock.now += shownAfter;
  assert.equal((await shown()).packages, undefined);
});

const { product, variant } = counted(
  shop.products,
  (one) => !isStoredByAmazon(one) && one.variants.every(({ id: n }) => n % 6 === 0),
);
const sku = variant.sku ?? '';
const listing = (of = sku) => `/listings/2021-08-01/items/${seller}/${encodeURIComponent(of)}`;
const patch = (name: string, value: unknown, { op = 'replace', of = sku, query = '' } = {}) =>
  call('PATCH', `${listing(of)}?marketplaceIds=${NL.id}${query}`, {
    productType: 'PRODUCT',
    patches: [{ op, path: `/attributes/${name}`, value }],
  });
const read = async (of = sku) =>
  (await call('GET', `${listing(of)}?marketplaceIds=${NL.id}&includedData=attributes,offers,fulfillmentAvailability`)).json; // biome-ignore format: one call

test('attributes are replaced whole, shown later, and a preview writes nothing', async () => {
  sandbox.changes.reset();
  const before = await read();
  assert.equal(before.attributes.fulfillment_availability[0].lead_time_to_ship_max_days, 3);
  assert.equal(before.attributes.purchasable_offer.length, 2);
  const stock = [{ fulfillment_channel_code: 'DEFAULT', quantity: 41 }];
  const preview = await patch('fulfillment_availability', stock, { query: '&mode=VALIDATION_PREVIEW' }); // biome-ignore format: one call
  assert.equal(preview.json.status, 'VALID');
  const offer = [{ currency: 'EUR', our_price: [{ schedule: [{ value_with_tax: 17.45 }] }] }];
  assert.equal((await patch('fulfillment_availability', stock)).json.status, 'ACCEPTED');
  assert.equal((await patch('purchasable_offer', offer)).json.status, 'ACCEPTED');
  assert.deepEqual(await read(), before);
  clock.now += listingAfter;
  const now = await read();
  assert.deepEqual(now.fulfillmentAvailability, [{ fulfillmentChannelCode: 'DEFAULT', quantity: 41 }]); // biome-ignore format: one row
  assert.deepEqual(now.attributes.fulfillment_availability, [{ ...stock[0], marketplace_id: NL.id }]); // biome-ignore format: one row
  assert.deepEqual(now.attributes.purchasable_offer, [{ ...offer[0], marketplace_id: NL.id }]);
  assert.equal(now.offers[0].price.amount, '17.45');
  const [first] = sandbox.catalogue.productById.get(product.id)?.variants ?? [];
  assert.deepEqual([first?.price, first?.stock.levels[0]?.available], [1745, 41]);
  await patch('fulfillment_availability', [{ quantity: 0 }], { op: 'merge' });
  clock.now += listingAfter;
  assert.equal((await read()).fulfillmentAvailability[0].quantity, 0);
});

test('a value that is no good is INVALID with issues, a path below an attribute is refused', async () => {
  sandbox.changes.reset();
  const fba = counted(shop.products, isStoredByAmazon).variant.sku ?? '';
  const of = { fulfillment_channel_code: 'DEFAULT', quantity: 5 };
  const invalid = async (name: string, value: unknown, where = sku) => {
    const { status, json } = await patch(name, value, { of: where });
    assert.deepEqual([status, json.status, json.issues.length], [200, 'INVALID', 1]);
  };
  await invalid('fulfillmentAvailability', [of]);
  await invalid('fulfillment_availability', [{ quantity: 5 }]);
  await invalid('fulfillment_availability', [{ ...of, quantity: -1 }]);
  await invalid('fulfillment_availability', [of], fba);
  await invalid('purchasable_offer', [{ currency: 'USD', our_price: [{ schedule: [{ value_with_tax: 5 }] }] }]); // biome-ignore format: one case a line
  await invalid('purchasable_offer', [{ currency: 'EUR', our_price: [{ schedule: [{ value_with_tax: 5.001 }] }] }]); // biome-ignore format: one case a line
  assert.equal((await patch('fulfillment_availability/0/quantity', [of])).status, 400);
  assert.equal((await patch('fulfillment_availability', [of], { of: 'NONE' })).status, 400);
  clock.now += listingAfter;
  await read();
  assert.deepEqual(sandbox.changes.written('amazon'), []);
});
