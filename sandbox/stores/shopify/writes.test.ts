// Writes of the GraphQL Admin API: parcels, stock and prices, with the vendor's refusals.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { counted, tryWrites, unshipped } from '../../living/trial.ts';
import { fulfilmentOrdersOf, statusOf } from './fulfilment-orders.ts';
import { gidOf } from './ids.ts';
import { openShopify } from './index.ts';

const { sandbox, store, ask } = tryWrites(openShopify);
beforeEach(() => sandbox.changes.reset());

async function send(
  query: string,
  variables: object,
  { shop = 'writable', version = '2026-04' } = {},
) {
  const token = store.shops.find(({ name }) => name === shop)?.credential.secrets.token ?? '';
  const { json } = await ask('POST', `/admin/api/${version}/graphql.json`, {
    host: `${shop}.myshopify.com`,
    headers: { 'x-shopify-access-token': token },
    body: { query, variables },
  });
  return json;
}

const isOpen = (status: string) => (order: Parameters<typeof fulfilmentOrdersOf>[0]) =>
  fulfilmentOrdersOf(order).every((one) => statusOf(one) === status);
const one = (split: boolean) =>
  unshipped(sandbox.catalogue.orders, {
    fits: (order) => isOpen('OPEN')(order) && fulfilmentOrdersOf(order).length > 1 === split,
  });

const STATE = `query ($id: ID!) { order(id: $id) { displayFulfillmentStatus updatedAt
  fulfillmentOrders(first: 10) { nodes { id status requestStatus orderId assignedLocation { name location { id } }
    lineItems(first: 50) { nodes { id remainingQuantity totalQuantity sku requiresShipping lineItem { id } } } } }
  fulfillments(first: 10) { id status location { id } trackingInfo { company number url } fulfillmentLineItems(first: 9) { nodes { quantity lineItem { id } } } } } }`;
const SHIP = `mutation ($f: FulfillmentInput!) { fulfillmentCreate(fulfillment: $f) {
  fulfillment { id status trackingInfo { company number url } } userErrors { field message } } }`;
const state = async (id: number) => (await send(STATE, { id: gidOf('Order', id) })).data.order;

test('a parcel covers what is asked of it, a second one the rest, and a third is refused', async () => {
  const order = one(false);
  const [open] = (await state(order.id)).fulfillmentOrders.nodes;
  const lines = [{ fulfillmentOrderId: open.id, fulfillmentOrderLineItems: [{ id: open.lineItems.nodes[0].id, quantity: 1 }] }]; // biome-ignore format: one line
  const trackingInfo = { company: 'UPS', numbers: ['1Z1', '1Z2'] };
  const made = await send(SHIP, { f: { lineItemsByFulfillmentOrder: lines, trackingInfo } });
  assert.deepEqual(made.data.fulfillmentCreate.userErrors, []);
  const half = await state(order.id);
  assert.equal(half.fulfillments[0].id, made.data.fulfillmentCreate.fulfillment.id);
  assert.deepEqual(
    half.fulfillments[0].trackingInfo.map((info: { number: string }) => info.number),
    ['1Z1', '1Z2'],
  );
  assert.equal(half.fulfillmentOrders.nodes[0].lineItems.nodes[0].remainingQuantity, open.lineItems.nodes[0].remainingQuantity - 1); // biome-ignore format: one line
  const rest = { f: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: open.id }] } };
  assert.deepEqual((await send(SHIP, rest)).data.fulfillmentCreate.userErrors, []);
  const done = await state(order.id);
  assert.deepEqual([done.displayFulfillmentStatus, done.fulfillmentOrders.nodes[0].status], ['FULFILLED', 'CLOSED']); // biome-ignore format: one line
  const [{ message }] = (await send(SHIP, rest)).data.fulfillmentCreate.userErrors;
  assert.match(message, /^Fulfillment order \d+ has an unfulfillable status= closed\.$/);
  assert.equal(sandbox.changes.written('shopify').length, 2);
  const update = `mutation ($id: ID!, $t: FulfillmentTrackingInput!) { fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $t) {
    fulfillment { id trackingInfo { company number url } } userErrors { field message } } }`;
  await send(update, { id: done.fulfillments[1].id, t: { company: 'Own', number: 'X', url: 'https://own.example/X' } }); // biome-ignore format: one line
  assert.deepEqual((await state(order.id)).fulfillments[1].trackingInfo, [{ company: 'Own', number: 'X', url: 'https://own.example/X' }]); // biome-ignore format: one line
});

test('too many pieces, two locations in one parcel, another order, and a hold are refused', async () => {
  const refusal = async (lineItemsByFulfillmentOrder: readonly object[]) =>
    (await send(SHIP, { f: { lineItemsByFulfillmentOrder } })).data.fulfillmentCreate.userErrors[0]
      ?.message;
  const order = one(false);
  const [open] = (await state(order.id)).fulfillmentOrders.nodes;
  const id = open.lineItems.nodes[0].id;
  assert.match(await refusal([{ fulfillmentOrderId: open.id, fulfillmentOrderLineItems: [{ id, quantity: 99 }] }]), /^Invalid fulfillment order line item quantity/); // biome-ignore format: one line
  const parts = (await state(one(true).id)).fulfillmentOrders.nodes.map((part: { id: string }) => ({ fulfillmentOrderId: part.id })); // biome-ignore format: one line
  assert.match(await refusal(parts), /same location/);
  assert.match(await refusal([{ fulfillmentOrderId: open.id }, parts[0]]), /same order/);
  assert.match(
    await refusal([{ fulfillmentOrderId: gidOf('FulfillmentOrder', 1) }]),
    /does not exist/,
  );
  const held = unshipped(sandbox.catalogue.orders, { fits: isOpen('ON_HOLD') });
  const [hold] = (await state(held.id)).fulfillmentOrders.nodes;
  assert.match(await refusal([{ fulfillmentOrderId: hold.id }]), /status= on_hold/);
  const denied = await send(STATE, { id: gidOf('Order', order.id) }, { shop: 'new-york' });
  assert.equal(denied.errors[0].extensions.code, 'ACCESS_DENIED');
  assert.deepEqual(sandbox.changes.written('shopify'), []);
});

test('stock is set once for a key, where it is what was expected, at a location that stocks it', async () => {
  const { product, variant } = counted(sandbox.catalogue.products);
  const was = variant.stock.levels[0]?.available ?? 0;
  const set = (
    more: object,
    { version = '2026-04', key = 'k1', location = 1, shop = 'writable' } = {},
  ) => {
    const use = key === '' ? '' : `@idempotent(key: "${key}")`;
    const query = `mutation ($i: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $i) ${use} {
      inventoryAdjustmentGroup { id reason createdAt changes { name delta quantityAfterChange location { id } item { id } } } userErrors { code field message } } }`;
    const { ignore, ...row } = more as { ignore?: true };
    const quantities = [{ inventoryItemId: gidOf('InventoryItem', variant.id), locationId: gidOf('Location', location), quantity: 41, ...row }]; // biome-ignore format: one line
    return send(query, { i: { name: 'available', reason: 'correction', quantities, ...(ignore && { ignoreCompareQuantity: true }) } }, { version, shop }); // biome-ignore format: one line
  };
  const code = (answer: { data: { inventorySetQuantities: { userErrors: { code: string }[] } } }) =>
    answer.data.inventorySetQuantities.userErrors[0]?.code;
  const stock = () => sandbox.catalogue.productById.get(product.id)?.variants[0]?.stock.levels[0]?.available; // biome-ignore format: one line
  assert.match(
    (await set({ changeFromQuantity: null }, { key: '' })).errors[0].message,
    /@idempotent/,
  );
  assert.match((await set({})).errors[0].message, /changeFromQuantity/);
  assert.equal(code(await set({ changeFromQuantity: was + 1 })), 'CHANGE_FROM_QUANTITY_STALE');
  assert.equal(
    code(await set({ changeFromQuantity: null, quantity: -1 })),
    'INVALID_QUANTITY_NEGATIVE',
  );
  assert.equal(
    code(await set({ changeFromQuantity: null }, { location: 3 })),
    'ITEM_NOT_STOCKED_AT_LOCATION',
  );
  assert.equal(code(await set({ changeFromQuantity: null }, { location: 9 })), 'INVALID_LOCATION');
  assert.deepEqual([stock(), sandbox.changes.written('shopify')], [was, []]);
  const first = await set({ changeFromQuantity: was });
  assert.deepEqual([stock(), first.data.inventorySetQuantities.inventoryAdjustmentGroup.changes[0].delta], [41, 41 - was]); // biome-ignore format: one line
  assert.deepEqual(await set({ changeFromQuantity: was }), first);
  assert.equal(sandbox.changes.written('shopify').length, 1);
  assert.equal(code(await set({ changeFromQuantity: 41 })), 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH');
  sandbox.changes.reset();
  await set({ changeFromQuantity: was });
  assert.deepEqual([stock(), sandbox.changes.written('shopify').length], [41, 1]);
  const old = { version: '2026-01', key: '' };
  assert.equal(code(await set({}, old)), 'COMPARE_QUANTITY_REQUIRED');
  assert.equal(code(await set({ compareQuantity: 1 }, old)), 'COMPARE_QUANTITY_STALE');
  assert.equal(code(await set({ ignore: true, quantity: 7 }, old)), undefined);
  assert.equal(stock(), 7);
  assert.ok((await set({ changeFromQuantity: null }, { shop: 'new-york' })).errors);
  const activate = 'mutation ($i: ID!, $l: ID!) { inventoryActivate(inventoryItemId: $i, locationId: $l, available: 5) @idempotent(key: "a") { inventoryLevel { quantities(names: ["available"]) { quantity } } userErrors { field message } } }'; // biome-ignore format: one line
  const [i, l] = [gidOf('InventoryItem', variant.id), gidOf('Location', 3)];
  assert.deepEqual((await send(activate, { i, l })).data.inventoryActivate.userErrors, []);
  assert.equal(
    code(await set({ changeFromQuantity: 5, quantity: 6 }, { location: 3, key: 'k3' })),
    undefined,
  );
});

test('prices of several variants are set together or not at all, unless parts are allowed', async () => {
  const { product, variant } = counted(sandbox.catalogue.products, (p) => p.variants.length > 1);
  const update = async (
    variants: readonly object[],
    allowPartialUpdates = false,
    shop = 'writable',
  ) => {
    const query = `mutation ($p: ID!, $v: [ProductVariantsBulkInput!]!, $a: Boolean) { productVariantsBulkUpdate(productId: $p, variants: $v, allowPartialUpdates: $a) {
      productVariants { id price compareAtPrice product { id } } userErrors { code field message } } }`;
    const answer = await send(query, { p: gidOf('Product', product.id), v: variants, a: allowPartialUpdates }, { shop }); // biome-ignore format: one line
    return answer.data?.productVariantsBulkUpdate ?? answer;
  };
  const good = { id: gidOf('ProductVariant', variant.id), price: '12.50', compareAtPrice: '20.00' };
  const bad = { id: gidOf('ProductVariant', 999_999), price: '1.00' };
  const whole = await update([good, bad]);
  assert.deepEqual(
    [whole.productVariants, whole.userErrors[0].code],
    [null, 'PRODUCT_VARIANT_DOES_NOT_EXIST'],
  );
  assert.deepEqual(sandbox.changes.written('shopify'), []);
  const part = await update([good, bad], true);
  assert.deepEqual(
    [part.productVariants[0].price, part.productVariants[0].compareAtPrice],
    ['12.50', '20.00'],
  );
  assert.deepEqual(part.userErrors[0].field, ['variants', '1', 'id']);
  assert.equal(
    (await update([{ ...good, price: '-1' }])).userErrors[0].code,
    'NEGATIVE_PRICE_VALUE',
  );
  assert.equal(
    (await update([{ ...good, compareAtPrice: null }])).productVariants[0].compareAtPrice,
    null,
  );
  assert.equal(
    (await update([good], false, 'new-york')).errors[0].extensions.code,
    'ACCESS_DENIED',
  );
});
