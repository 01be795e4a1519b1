// Surprising shapes that vendors return: each is present in every run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Order } from './catalogue/types.ts';
import { type Sandbox, startSandbox } from './server.ts';
import type { StoreShop } from './store.ts';

const anchor = Date.UTC(2026, 10, 15);
let clock = anchor + 12 * 3_600_000;
let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox({ port: 0, anchor, now: () => clock, relaxed: true });
});
after(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into, not typed
type Json = any;

/** How a call proves whose it is, by channel. */
const SIGNED: Readonly<Record<string, (shop: StoreShop) => Record<string, string>>> = {
  shopify: ({ credential }) => ({ 'x-shopify-access-token': credential.secrets.token ?? '' }),
  woocommerce: ({ credential }) => ({ authorization: `Basic ${credential.secrets.token}` }),
  lightspeed_c: ({ credential }) => ({ authorization: credential.secrets.token ?? '' }),
  magento: ({ credential }) => ({ authorization: `Bearer ${credential.secrets.token}` }),
  bigcommerce: ({ credential }) => ({ 'x-auth-token': credential.secrets.token ?? '' }),
};

async function read(channel: string, name: string, path: string, query?: string): Promise<Json> {
  const store = sandbox.stores.find((one) => one.channel === channel);
  const shop = store?.shops.find((one) => one.name === name);
  assert.ok(store && shop, `${channel} ${name}`);
  const [route = '', rawQuery = ''] = path.split('?');
  const headers = { accept: 'application/json', 'user-agent': 'x', ...SIGNED[channel]?.(shop) };
  const reply = await store.handle({
    method: query === undefined ? 'GET' : 'POST',
    host: shop.host,
    https: true,
    path: route.replace('{hash}', String(shop.credential.account.store_hash)),
    rawQuery,
    query: [...new URLSearchParams(rawQuery)],
    headers: { ...headers, ...(query !== undefined && { 'content-type': 'application/json' }) },
    body: query === undefined ? '' : JSON.stringify({ query }),
  });
  assert.equal(reply.status, 200, String(reply.body).slice(0, 300));
  return JSON.parse(String(reply.body));
}

const shopify = async (fields: string, wanted: (order: Order) => boolean): Promise<Json[]> => {
  const store = sandbox.stores.find((one) => one.channel === 'shopify');
  const ids = sandbox.catalogue.orders.filter(wanted).slice(0, 5).map((order) => `"gid://shopify/Order/${store?.orderId(order)}"`); // biome-ignore format: one thought
  assert.ok(ids.length > 0);
  const query = `query Q { nodes(ids: [${ids}]) { ... on Order { ${fields} } } }`;
  const { data } = await read('shopify', 'demo', '/admin/api/2026-10/graphql.json', query);
  return data.nodes;
};

test('Shopify lists a tip as a line without a product, beside its amount', async () => {
  const fields = 'totalTipReceivedSet { shopMoney { amount } } lineItems(first: 20) { nodes { title quantity product { id } originalUnitPriceSet { shopMoney { amount } } } }'; // biome-ignore format: one query
  const tipped = await shopify(fields, ({ totals }) => totals.tip.shop > 0);
  for (const { lineItems, totalTipReceivedSet: tip } of tipped) {
    const line = lineItems.nodes.find((one: Json) => one.title === 'Tip');
    assert.deepEqual([line?.product, line?.originalUnitPriceSet], [null, tip]);
  }
});

test('Shopify gives an amount that is no pieces as an adjustment of the refund', async () => {
  const nodes = await shopify('refunds(first: 10) { orderAdjustments(first: 5) { nodes { reason amountSet { shopMoney { amount } } taxAmountSet { shopMoney { amount } } } } }', ({ refunds }) => refunds.some(({ lines, adjustment }) => lines.length === 0 && adjustment.shop > 0)); // biome-ignore format: one query
  const found = nodes.flatMap(({ refunds }) => refunds.flatMap((one: Json) => one.orderAdjustments.nodes)); // biome-ignore format: one thought
  assert.ok(found.some((one) => one.reason === 'REFUND_DISCREPANCY' && Number(one.amountSet.shopMoney.amount) < 0)); // biome-ignore format: one thought
});

test('BigCommerce: of a refund a fee was kept, the merchant set the amount, or a payment was declined', async () => {
  const path = '/stores/{hash}/v3/orders/payment_actions/refunds?limit=250';
  const { data } = await read('bigcommerce', 'restocking', path);
  const plain = new Map((await read('bigcommerce', 'demo', path)).data.map((one: Json) => [one.id, one])); // biome-ignore format: one thought
  const less = (one: Json) => one.total_amount < (plain.get(one.id) as Json).total_amount;
  const kept = data.filter(({ items }: Json) => items.some(({ adjustments = [] }: Json) => adjustments.some(({ amount }: Json) => amount < 0))); // biome-ignore format: one thought
  const overridden = data.filter((one: Json) => one.uses_merchant_override_values);
  const declined = data.filter(({ payments }: Json) => payments.some((one: Json) => one.is_declined) && payments.some((one: Json) => !one.is_declined)); // biome-ignore format: one thought
  for (const found of [kept, overridden, declined]) assert.ok(found.length > 0);
  for (const one of [...kept, ...overridden]) assert.ok(less(one), `refund ${one.id}`);
});

test('Lightspeed ships goods without any code, known by their titles alone', async () => {
  const { shipments } = await read('lightspeed_c', 'demo', '/nl/shipments.json?limit=20');
  const goods: Json[] = [];
  for (const { id } of shipments)
    goods.push(...(await read('lightspeed_c', 'demo', `/nl/shipments/${id}/products.json`)).shipmentProducts); // biome-ignore format: one thought
  const bare = goods.filter(({ articleCode, ean, sku }) => articleCode === '' && ean === '' && sku === ''); // biome-ignore format: one thought
  assert.ok(bare.length > 0 && bare.length < goods.length);
  for (const { title } of bare) assert.notEqual(title, '');
});

test('Magento keeps pieces in source items, and in stock items, that are out of stock', async () => {
  const path = '/rest/V1/inventory/source-items?searchCriteria[pageSize]=5000';
  const { items } = await read('magento', 'bearer', path);
  assert.ok(items.some(({ status, quantity }: Json) => status === 0 && quantity > 0));
  const low = '/rest/V1/stockItems/lowStock/?scopeId=0&qty=100000000&currentPage=1&pageSize=5000';
  const stock = (await read('magento', 'bearer', low)).items;
  assert.ok(stock.some((one: Json) => one.manage_stock && !one.is_in_stock && one.qty > 0));
});

const change = (path: string, body: object) => {
  clock += 3_600_000;
  const reply = sandbox.changes.reply({ method: 'POST', path: `/_sandbox/${path}`, query: [], body: JSON.stringify(body) }); // biome-ignore format: one line
  assert.equal(reply?.status, 200, String(reply?.body));
};

test('edits that move no date: an address with legacy order storage, a child and stock at Magento', async () => {
  const order = sandbox.catalogue.orders.at(-1);
  const family = sandbox.catalogue.products.find(({ variants, status }) => variants.length > 1 && status === 'active'); // biome-ignore format: one line
  assert.ok(order && family);
  const store = (channel: string) => sandbox.stores.find((one) => one.channel === channel);
  const id = store('woocommerce')?.orderId(order);
  const woo = async (name: string) =>
    await read('woocommerce', name, `/wp-json/wc/v3/orders/${id}`);
  const rows = async () => {
    const ids = [store('magento')?.productId(family), store('magento')?.variantId(family, family.variants[0] as never)].join(); // biome-ignore format: one line
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const path = `/rest/V1/products?${filter}[field]=entity_id&${filter}[value]=${ids}&${filter}[condition_type]=in`;
    const { items } = await read('magento', 'bearer', path);
    return items.map(({ updated_at, price }: Json) => ({ updated_at, price }));
  };
  const before = { legacy: await woo('legacy'), hpos: await woo('demo'), rows: await rows() };
  change(`orders/${order.number}/edit`, { email: 'moved@kade-zonen.example' });
  for (const [name, one, moves] of [
    ['legacy', before.legacy, false],
    ['demo', before.hpos, true],
  ] as const) {
    // biome-ignore format: a table
    const now = await woo(name);
    assert.notEqual(now.billing.email, one.billing.email, name);
    assert.equal(now.date_modified_gmt !== one.date_modified_gmt, moves, name);
  }
  change(`products/${family.id}/edit`, { sku: family.variants[0]?.sku, price: '1.00' });
  const [parent, child] = await rows();
  assert.equal(parent.updated_at, before.rows[0].updated_at, 'a child does not move its parent');
  assert.notEqual(child.updated_at, before.rows[1].updated_at);
  change(`products/${family.id}/edit`, { sku: family.variants[0]?.sku, stock: 3 });
  assert.equal((await rows())[1].updated_at, child.updated_at, 'stock is kept apart');
  sandbox.changes.reset();
});
