// The Lightspeed store: who gets in, what is refused, how lists are cut, counted and limited.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { catalogueOf } from '../../catalogue/index.ts';
import type { Order, OrderTrait } from '../../catalogue/types.ts';
import type { Rates, StoreReply, StoreRequest } from '../../store.ts';
import { localText } from '../../zone.ts';
import { openLightspeedC } from './index.ts';
import { apps, type LightspeedShop } from './shops.ts';

const anchor = Date.parse('2026-11-15T00:00:00Z');
const catalogue = catalogueOf(anchor);
const start = anchor + 3_600_000;

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller would, without a type
type Native = any;

function open(rates: Rates = 'relaxed') {
  let now = start;
  const store = openLightspeedC({ catalogue, now: () => now, rates });
  const shop = (name: string): LightspeedShop => {
    const found = store.shops.find((candidate) => candidate.name === name);
    assert.ok(found, name);
    return found as LightspeedShop;
  };
  const ask = (address: string, name = 'demo', change: Partial<StoreRequest> = {}): StoreReply => {
    const { host, credential, languages } = shop(name);
    const [path = '', rawQuery = ''] = address.split('?');
    const reply = store.handle({
      method: 'GET',
      host,
      https: true,
      path: path.startsWith('/') ? path : `/${languages[0]}/${path}.json`,
      rawQuery,
      query: [...new URLSearchParams(rawQuery)],
      headers: { authorization: credential.secrets.token ?? '', 'user-agent': 'test' },
      body: '',
      ...change,
    });
    assert.ok(!(reply instanceof Promise));
    return reply;
  };
  const read = (address: string, name?: string): Native => {
    const reply = ask(address, name);
    assert.equal(reply.status, 200, String(reply.body));
    return JSON.parse(String(reply.body));
  };
  return {
    store,
    shop,
    ask,
    read,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

const messageOf = ({ body }: StoreReply): string => JSON.parse(String(body)).error.message;
const having = (trait: OrderTrait): Order => {
  const order = catalogue.orders.findLast((candidate) => candidate.traits.includes(trait));
  assert.ok(order, trait);
  return order;
};

test('only an enabled key on its own cluster gets in', () => {
  const { ask, shop } = open();
  assert.equal(ask('shop').status, 200);
  assert.equal(ask('shop', 'demo', { host: 'api.shoplightspeed.com' }).status, 401);
  assert.equal(ask('shop', 'disabled').status, 401);
  assert.equal(
    messageOf(ask('shop', 'demo', { headers: { 'user-agent': 'x' } })),
    'Access denied.',
  );
  const { token = '' } = shop('demo').credential.secrets;
  const headers = { authorization: token.replace('Basic ', ''), 'user-agent': 'x' };
  assert.equal(ask('shop', 'demo', { headers }).status, 401);
  assert.equal(ask('shop', 'demo', { headers: { authorization: token } }).status, 400);
  assert.equal(ask('shop', 'demo', { method: 'POST' }).status, 405);
  assert.equal(ask('shop', 'demo', { https: false }).status, 301);
});

test('a language must be active, a resource must exist, a group must be allowed', () => {
  const { ask } = open();
  assert.equal(messageOf(ask('/xx/orders.json')), 'Unknown or inactive language.');
  assert.equal(ask('/en/orders.json').status, 200);
  assert.equal(ask('/nl/orders').status, 404);
  assert.equal(ask('nonsense').status, 404);
  assert.equal(ask('orders', 'no-orders').status, 403);
  assert.equal(ask('catalog', 'no-orders').status, 200);
  assert.equal(ask('languages', 'no-settings').status, 403);
  const polite = ask('/xx/orders.json', 'polite');
  assert.equal(polite.status, 200);
  assert.equal(messageOf(polite), 'Unknown or inactive language.');
});

test('parameters are held to the letter', () => {
  const { ask } = open();
  for (const query of [
    'limit=251',
    'limit=0',
    'page=x',
    'created_at_min=2026-10-01T00:00:00Z',
    'created_at_min=2026-10-01',
    'created_at_min=2026-02-31 00:00:00',
    'created_at=2026-10-01 00:00:00',
    'status=open',
    'ids=1',
    'limit=1&limit=2',
  ]) {
    const reply = ask(`orders?${query}`);
    assert.equal(reply.status, 422, query);
    assert.ok(Object.keys(JSON.parse(String(reply.body)).error.errors).length > 0);
  }
  assert.equal(ask('catalog?created_at_min=2026-10-01 00:00:00').status, 422);
});

test('date filters are read in the shop’s zone, or in UTC where a shop does so', () => {
  const { read } = open();
  const { bound } = catalogue.moments;
  const here = localText('Europe/Amsterdam', bound).replace('T', ' ');
  const utc = localText('UTC', bound).replace('T', ' ');
  const count = (name: string, text: string): number =>
    read(`orders?created_at_min=${text}&created_at_max=${text}`, name).orders.length;
  assert.notEqual(here, utc);
  assert.deepEqual([count('demo', here), count('demo', utc)], [3, 0]);
  assert.deepEqual([count('utc', here), count('utc', utc)], [0, 3]);
  assert.match(read('orders?limit=1', 'american').orders[0].createdAt, /\+00:00$/);
});

test('lists are newest first, in pages, and counted', () => {
  const { read, shop } = open();
  const { orders } = shop('demo');
  assert.equal(read('orders').orders.length, 50);
  const first = read('orders?limit=250').orders;
  const second = read('orders?limit=250&page=2').orders;
  const times = [...first, ...second].map(({ createdAt }: Native) => Date.parse(createdAt));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assert.equal(read('orders/count').count, orders.length);
  assert.deepEqual(read('orders?page=1000'), { orders: [] });
  const [middle] = second;
  const after = read(`orders/count?since_id=${middle.id}`).count;
  assert.ok(after > 0 && after < orders.length);
  assert.equal(read('catalog/count').count, shop('demo').products.length);
});

test('lines, shipment and payment add up to the order, but for what was taken off the whole', () => {
  const { read, store } = open();
  const cents = (value: number): number => Math.round(value * 100);
  for (const trait of ['tax-included', 'tax-excluded', 'tip', 'coupon-percentage', 'foreign-currency', 'coupon-free-shipping', 'coupon-fixed-cart'] as const) {
    const order = having(trait);
    const { order: row } = read(`orders/${store.orderId(order)}`);
    const { orderProducts } = read(`orders/${store.orderId(order)}/products?limit=250`);
    const goods = orderProducts.reduce((sum: number, line: Native) => sum + cents(line.priceIncl), 0);
    const rest = goods + cents(row.shipmentPriceIncl) + cents(row.paymentPriceIncl) - cents(row.priceIncl);
    const onOrder = order.discounts.filter(({ kind }) => kind === 'fixed_cart');
    assert.equal(rest, onOrder.reduce((sum, { amount }) => sum + amount.shop, 0), trait);
    assert.equal(cents(row.priceIncl), order.totals.total.shop);
    assert.deepEqual(row.products.resource.embedded, orderProducts);
    for (const line of orderProducts)
      assert.equal(cents(line.basePriceIncl * line.quantityOrdered), cents(line.priceIncl) + cents(line.discountIncl));
  } // biome-ignore format: one thought a line
});

test('each native status stands for the bucket that the store names', () => {
  const { read, store, shop } = open();
  for (const order of shop('small').orders) {
    const { status } = read(`orders/${store.orderId(order)}`, 'small').order;
    const native =
      status === 'cancelled' ? 'cancelled' : status.startsWith('completed') ? 'closed' : 'open';
    assert.equal(store.bucket?.(order), native);
    assert.equal(native, order.state);
  }
});

test('variants give their options only by themselves', () => {
  const { read, store, shop } = open();
  const product = shop('demo').products.find((one) => one.traits.includes('over-250-variants'));
  assert.ok(product);
  const id = store.productId(product);
  const first = read(`variants?product=${id}&limit=250`).variants;
  const second = read(`variants?product=${id}&limit=250&page=2`).variants;
  assert.equal(first.length + second.length, product.variants.length);
  const [option] = Object.values(first[0].options) as { value: { name: string }; values: object }[];
  assert.equal(option?.value.name, product.variants[0]?.optionValues[0]);
  assert.ok(!Array.isArray(first[0].options) && !Array.isArray(option?.values));
  assert.ok(Array.isArray(read('catalog?limit=1', 'old').products[0].variants));
});

test('pieces are put into shipments with the order, and a shipment says when it has left', () => {
  const { read, store, shop } = open();
  const { orders } = shop('demo');
  const open_ = orders.find((one) => one.state === 'open' && one.fulfilmentStatus === null && one.id % 4 === 2); // biome-ignore format: one line
  const partly = orders.find((one) => one.fulfilmentStatus === 'partial' && one.id % 4 !== 1);
  assert.ok(open_ && partly);
  const lines = read(`orders/${store.orderId(open_)}/products`).orderProducts;
  assert.ok(lines.every((line: { quantityShipped: number; quantityOrdered: number }) => line.quantityShipped === line.quantityOrdered)); // biome-ignore format: one line
  assert.equal(read(`orders/${store.orderId(open_)}`).order.shipmentStatus, 'not_shipped');
  const { shipments } = read(`shipments?order=${store.orderId(partly)}`);
  assert.deepEqual(
    shipments.map(({ status }: { status: string }) => status),
    ['shipped', 'not_shipped'],
  );
  const { shipmentProducts } = read(`shipments/${shipments[0].id}/products`);
  assert.equal(
    shipmentProducts.reduce((sum: number, one: { quantity: number }) => sum + one.quantity, 0),
    partly.lines.reduce((sum, line) => sum + line.fulfilledQuantity, 0),
  );
});

test('some orders are completed as shipped while their shipment was never touched', () => {
  const { read } = open();
  const { orders } = read('orders?status=completed_shipped&limit=50');
  const states = new Set(orders.map((one: { shipmentStatus: string }) => one.shipmentStatus));
  assert.deepEqual([...states].sort(), ['not_shipped', 'shipped']);
});

test('lines of the flaky shop come at the second time of asking', () => {
  const { ask, store, shop } = open();
  const path = `orders/${store.orderId(shop('flaky').orders[0] as Order)}/products`;
  assert.deepEqual([ask(path, 'flaky').status, ask(path, 'flaky').status], [404, 200]);
});

test('three windows are counted for each key, and shown in every answer', () => {
  const { ask, pass } = open('vendor');
  const first = ask('shop');
  assert.equal(first.headers['x-ratelimit-limit'], '300/3000/12000');
  assert.equal(first.headers['x-ratelimit-remaining'], '299/2999/11999');
  assert.equal(first.headers['x-ratelimit-reset'], '300/3600/82800');
  for (let i = 1; i < 300; i += 1) assert.equal(ask('shop').status, 200);
  pass(40);
  const refused = ask('shop');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['x-ratelimit-remaining'], '-1/2700/11700');
  assert.equal(refused.headers['x-ratelimit-reset'], '260/3560/82760');
  assert.equal(refused.headers['retry-after'], new Date(start + 300_000).toUTCString());
  assert.equal(ask('shop', 'small').status, 200);
  pass(260);
  assert.equal(ask('shop').status, 200);
});

test('relaxed limits refuse nothing and show plenty', () => {
  const { ask } = open();
  for (let i = 0; i < 400; i += 1) assert.equal(ask('shop').status, 200);
  assert.match(ask('shop').headers['x-ratelimit-limit'] ?? '', /^3000000\//);
});

test('an installation is approved, signed and opens the shop', () => {
  for (const [name, cluster] of [
    ['demo', 'eu1'],
    ['american', 'us1'],
  ] as const) {
    const { ask, shop, store } = open();
    const { key, secret } = apps[cluster];
    const { number, languages } = shop(name);
    store.install.register('https://service.example/link/return/lightspeed_c');
    const page = `/${languages[0]}/apps/install?api_key=${key}&shop_id=${number}`;
    assert.match(String(ask(page, name).body), /Sign in/);
    const consent = String(ask(`${page}&sandbox_signed_in=1`, name).body);
    assert.match(consent, /https:\/\/service\.example\/link\/return/);
    const reply = ask(page, name, { method: 'POST', body: 'answer=install' });
    assert.equal(reply.status, 302);
    const sent = Object.fromEntries(new URL(reply.headers.location ?? '').searchParams);
    assert.equal(sent.shop_id, String(number));
    assert.equal(sent.cluster_id, cluster);
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const four = `language=${sent.language}shop_id=${sent.shop_id}timestamp=${sent.timestamp}token=${sent.token}`;
    const text = cluster === 'us1' ? `cluster_id=us1${four}` : four;
    assert.equal(sent.signature, md5(`${text}${secret}`));
    const pair = Buffer.from(`${key}:${md5(`${sent.token}${secret}`)}`).toString('base64');
    const headers = { authorization: `Basic ${pair}`, 'user-agent': 'test' };
    const opened = ask('shop', name, { headers });
    assert.equal(JSON.parse(String(opened.body)).shop.id, number);
    const denied = ask(page, name, { method: 'POST', body: 'answer=cancel' });
    assert.match(denied.headers.location ?? '', /error=access_denied/);
  }
  const { ask } = open();
  assert.equal(ask('/nl/apps/install?api_key=unknown').status, 404);
});
