// The BigCommerce store as a caller meets it: shapes, paging, strictness, quota, installation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../catalogue/index.ts';
import type { Rates, StoreReply } from '../../store.ts';
import { openBigcommerce } from './index.ts';
import { app } from './install.ts';

const TODAY = Date.UTC(2026, 10, 15);
const catalogue = catalogueOf(TODAY);

/** A record as it comes, any member of it. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of the vendor, looked into freely
type Json = any;

function open(rates: Rates = 'relaxed') {
  let now = TODAY;
  const store = openBigcommerce({ catalogue, now: () => now, rates });
  const shopOf = (name: string) => {
    const shop = store.shops.find((one) => one.name === name);
    assert.ok(shop, name);
    const { store_hash: hash } = shop.credential.account;
    return { shop, hash: String(hash), token: shop.credential.secrets.token ?? '' };
  };
  const send = (host: string, path: string, more: Json = {}): StoreReply => {
    const [route = '', rawQuery = ''] = path.split('?');
    const reply = store.handle({
      method: 'GET',
      host,
      https: true,
      path: route,
      rawQuery,
      query: [...new URLSearchParams(rawQuery)],
      headers: { accept: 'application/json' },
      body: '',
      ...more,
    });
    assert.ok(!(reply instanceof Promise));
    return reply;
  };
  const get = (path: string, name = 'demo', headers: Record<string, string> = {}) => {
    const { hash, token } = shopOf(name);
    const given = { accept: 'application/json', 'x-auth-token': token, ...headers };
    const reply = send('api.bigcommerce.com', `/stores/${hash}/${path}`, { headers: given });
    const body: Json = reply.body === null ? null : JSON.parse(String(reply.body));
    return { ...reply, json: body };
  };
  return { store, shopOf, send, get, pass: (ms: number) => { now += ms; } }; // biome-ignore format: one line
}

const lines = 'include=consignments.line_items,fees&consignment_structure=object';

test('orders are listed bare, by identifier, with what was asked to come along', () => {
  const { get } = open();
  const { status, json } = get(`v2/orders?limit=3&min_id=103&sort=id:asc&${lines}`);
  assert.equal(status, 200);
  assert.deepEqual(
    json.map(({ id }: Json) => id),
    [104, 106, 108],
  );
  assert.match(json[0].date_created, /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} \+0000$/);
  assert.match(json[0].total_inc_tax, /^\d+\.\d{4}$/);
  assert.ok(Array.isArray(json[0].consignments.shipping));
  const plain = get('v2/orders?limit=1').json[0];
  assert.deepEqual(Object.keys(plain.consignments), ['url', 'resource']);
  assert.ok(Array.isArray(get('v2/orders?limit=1&include=consignments').json[0].consignments));
});

test('an empty list is 204 without a body', () => {
  const { get } = open();
  for (const path of ['v2/orders?min_id=999999', 'v2/orders/104/coupons?page=9']) {
    const { status, body } = get(path);
    assert.deepEqual([status, body], [204, null], path);
  }
  assert.deepEqual(get('v2/orders', 'empty').status, 204);
});

test('every order adds up on the side of its prices', () => {
  const { get } = open();
  const fine = (text: string | number) => Math.round(Number(text) * 10_000);
  let id = 1;
  let count = 0;
  for (;;) {
    const { json } = get(`v2/orders?min_id=${id}&limit=250&${lines}`);
    if (json === null) break;
    for (const order of json) {
      const side = order.is_tax_inclusive_pricing ? 'inc_tax' : 'ex_tax';
      const fees = order.fees.reduce(
        (sum: number, fee: Json) => sum + fine(fee[`cost_${side}`]),
        0,
      );
      const parts =
        fine(order[`subtotal_${side}`]) +
        fine(order[`shipping_cost_${side}`]) +
        fees -
        fine(order.discount_amount) -
        fine(order.coupon_discount) +
        (order.is_tax_inclusive_pricing ? 0 : fine(order.total_tax));
      assert.equal(parts, fine(order.total_inc_tax), String(order.id));
      const parcels = (order.consignments.shipping ?? []).reduce((sum: number, parcel: Json) => sum + fine(parcel[`cost_${side}`]), 0); // biome-ignore format: one line
      assert.equal(parcels, fine(order[`shipping_cost_${side}`]), String(order.id));
      count += 1;
    }
    id = json.at(-1).id + 1;
  }
  const { shop } = open().shopOf('demo');
  assert.ok(count > shop.orders.length, 'orders that were never completed are listed too');
});

test('a consignment shows fifty lines and warns; the rest is asked for by itself', () => {
  const { get, store } = open();
  const big = catalogue.orders.find((order) => order.traits.includes('hundreds-of-lines') && order.shippingLines.length === 1); // biome-ignore format: one line
  assert.ok(big);
  const id = store.orderId(big);
  const [parcel] = get(`v2/orders/${id}?${lines}`).json.consignments.shipping;
  assert.equal(parcel.line_items.length, 50);
  assert.match(parcel.__warning__.message, /only 50/);
  assert.equal(get(`v2/orders/${id}/products?limit=250`).json.length, 250);
  const rest = get(`v2/orders/${id}/products?limit=250&page=2`).json.length;
  assert.equal(rest, big.lines.length - 250);
});

test('an order has only the kinds of consignments it needs; the others are missing, null or empty', () => {
  const { get, store } = open();
  const orders = get(`v2/orders?limit=250&${lines}`).json as Json[];
  const shapes = (kind: string) =>
    new Set(orders.map(({ consignments }) => JSON.stringify(consignments[kind] ?? null)));
  assert.ok(orders.some(({ consignments }) => !('pickups' in consignments)));
  assert.ok(['null', '[]'].every((text) => shapes('pickups').has(text)));
  const pickup = catalogue.orders.find(({ shipping, id }) => shipping === null && id % 4 < 2);
  assert.ok(pickup);
  const { consignments } = get(`v2/orders/${store.orderId(pickup)}?${lines}`).json;
  assert.ok(!('shipping' in consignments), JSON.stringify(consignments));
});

test('the variants of some products come in one list, cut to the fields asked for', () => {
  const { get } = open();
  const [product] = get('v3/catalog/products?limit=1&include=variants').json.data;
  const path = `v3/catalog/variants?product_id:in=${product.id},999999&include_fields=product_id`;
  assert.deepEqual(
    get(path).json.data,
    product.variants.map(({ id }: Json) => ({ id, product_id: product.id })),
  );
});

test('several parcels, a pickup, downloads and gift certificates are kept apart', () => {
  const { get, store } = open();
  const consignments = (trait: string) => {
    const order = catalogue.orders.find(({ traits }) => traits.some((one) => one === trait));
    assert.ok(order, trait);
    return get(`v2/orders/${store.orderId(order)}?${lines}`).json.consignments;
  };
  assert.equal(consignments('two-shipping-lines').shipping.length, 2);
  assert.equal(consignments('point-of-sale').pickups[0].location.country_alpha2, 'NL');
  assert.equal(consignments('gift-card-bought').email.gift_certificates[0].line_items[0].type, 'giftcertificate'); // biome-ignore format: one line
  assert.equal(consignments('gift-card-bought').email.gift_certificates[0].line_items[0].product_id, 0); // biome-ignore format: one line
});

test('money is in the currency that was paid in, whatever was displayed', () => {
  const { get, store } = open();
  const yen = catalogue.orders.find(({ currency }) => currency === 'JPY');
  const shown = catalogue.orders.find(({ currency, id }) => currency === 'EUR' && id % 10 === 0);
  assert.ok(yen && shown);
  const order = get(`v2/orders/${store.orderId(yen)}`).json;
  assert.equal(order.default_currency_code, 'JPY');
  assert.equal(order.store_default_to_transactional_exchange_rate, '160.0000000000');
  assert.equal(order.total_inc_tax, `${yen.totals.total.presentment}.0000`);
  const euro = get(`v2/orders/${store.orderId(shown)}`).json;
  assert.deepEqual([euro.currency_code, euro.default_currency_code], ['USD', 'EUR']);
});

test('refunds of many orders come together, in a page with a count', () => {
  const { get, store } = open();
  const refunded = catalogue.orders
    .filter(({ refunds, currency }) => refunds.length > 0 && currency === 'EUR')
    .slice(0, 3);
  const ids = refunded.map((order) => store.orderId(order)).join(',');
  const { json } = get(`v3/orders/payment_actions/refunds?order_id:in=${ids}&limit=2`);
  assert.equal(json.data.length, 2);
  const all = refunded.flatMap(({ refunds }) => refunds);
  assert.equal(json.meta.pagination.total, all.length);
  assert.equal(json.data[0].total_amount, (all[0]?.total.presentment ?? 0) / 100);
});

test('products come with variants and images; fields may be picked', () => {
  const { get } = open();
  const { json } = get(
    'v3/catalog/products?limit=2&id:greater=113&include=variants,images&sort=id',
  );
  assert.deepEqual(
    json.data.map(({ id }: Json) => id),
    [114, 115],
  );
  assert.ok(json.data[0].variants.length > 0);
  assert.deepEqual(Object.keys(get('v3/catalog/products?limit=1&include_fields=name').json.data[0]), ['id', 'name']); // biome-ignore format: one line
  const large = catalogue.products.find(({ traits }) => traits.includes('over-250-variants'));
  assert.ok(large);
  const path = `v3/catalog/products/${110 + large.id}/variants?limit=250&page=2`;
  assert.equal(get(path).json.data.length, large.variants.length - 250);
});

test('what the vendor would overlook is refused in its own words', () => {
  const { get } = open();
  for (const [path, status] of [
    ['v2/orders?min_date=2026-01-01T00:00:00Z', 400],
    ['v2/orders?min_date_created=2026-01-01', 400],
    ['v2/orders?min_date_created=2026-01-01T00:00:00+00:00', 400],
    ['v2/orders?limit=251', 413],
    ['v2/orders?limit=0', 400],
    ['v2/orders?sort=total', 400],
    ['v2/orders?include=products', 400],
    ['v2/orders?limit=1&limit=2', 400],
    ['v2/nothing', 404],
    ['v2/orders/7', 404],
    ['v3/orders', 404],
    ['v3/catalog/products?idd=1', 422],
    ['v3/catalog/products?include=options&limit=50', 422],
    ['v3/catalog/products?is_visible=yes', 422],
    ['v3/catalog/brands?id:in=a', 422],
  ] as const) {
    const reply = get(path);
    assert.equal(reply.status, status, path);
    const error = path.startsWith('v2') ? reply.json[0] : reply.json;
    assert.equal(error.status, status, path);
    assert.equal(typeof (path.startsWith('v2') ? error.message : error.title), 'string', path);
  }
  assert.equal(get('v2/orders', 'demo', { accept: '*/*' }).status, 406);
});

test('the token opens its own store, for what it may read', () => {
  const { get, shopOf } = open();
  assert.equal(get('v2/store', 'demo', { 'x-auth-token': 'nope' }).status, 401);
  assert.equal(get('v2/store', 'demo', { 'x-auth-token': shopOf('small').token }).status, 403);
  assert.equal(get('v2/orders', 'no-orders').status, 403);
  assert.equal(get('v3/catalog/products', 'no-orders').status, 200);
  assert.equal(get('v3/customers', 'no-customers').status, 403);
  assert.equal(get('v2/store', 'no-information').status, 403);
  assert.equal(get('v2/store', 'suspended').status, 503);
  assert.equal(get('v2/store', 'ounces').json.weight_units, 'Ounces');
});

test('the quota is the store’s, and every answer says what is left', () => {
  const { get, pass } = open('vendor');
  const first = get('v2/time');
  assert.deepEqual(
    [first.headers['x-rate-limit-requests-quota'], first.headers['x-rate-limit-requests-left']],
    ['150', '149'],
  );
  for (let i = 0; i < 149; i++) assert.equal(get('v2/time').status, 200);
  pass(10_000);
  const refused = get('v2/time');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['x-rate-limit-time-reset-ms'], '20000');
  assert.equal(refused.headers['x-retry-after'], '20');
  assert.equal(get('v2/time', 'small').status, 200);
  assert.equal(get('v2/time', 'pro').headers['x-rate-limit-requests-quota'], '450');
  pass(20_000);
  assert.equal(get('v2/time').status, 200);
  const relaxed = open().get('v2/time').headers;
  assert.ok(Number(relaxed['x-rate-limit-requests-left']) > 100_000);
});

test('a merchant installs the app, and its code buys one token', () => {
  const { send, shopOf, pass, store } = open();
  const login = 'login.bigcommerce.com';
  const callback = 'https://manifold.example/link/return/bigcommerce';
  store.install.register(callback);
  const { hash } = shopOf('small');
  assert.match(String(send(login, `/app/${app.clientId}/install`).body), /Sign in to BigCommerce/);
  const signedIn = `sandbox_signed_in=1&sandbox_store=${hash}`;
  const page = send(login, `/app/${app.clientId}/install?${signedIn}`);
  assert.equal(page.status, 200);
  assert.ok(String(page.body).includes(hash) && String(page.body).includes(callback));
  assert.equal(send(login, '/app/unknown/install').status, 404);

  const decide = (answer: string) => {
    const body = new URLSearchParams({ store: hash, answer, callback }).toString();
    return send(login, `/app/${app.clientId}/install`, { method: 'POST', body });
  };
  const approve = () => new URL(decide('approve').headers.location ?? '').searchParams;
  assert.match(String(decide('deny').body), /App not installed/);

  const exchange = (back: URLSearchParams, changes = {}) => {
    const body = JSON.stringify({ client_id: app.clientId, client_secret: app.clientSecret, code: back.get('code'), context: back.get('context'), scope: back.get('scope'), grant_type: 'authorization_code', redirect_uri: callback, ...changes }); // biome-ignore format: one line
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const reply = send(login, '/oauth2/token', { method: 'POST', headers, body });
    return { status: reply.status, json: JSON.parse(String(reply.body)) as Json };
  };
  const back = approve();
  assert.deepEqual([back.get('context'), back.get('external_install')], [`stores/${hash}`, 'true']);
  assert.equal(exchange(back, { client_secret: 'x' }).status, 401);
  const { status, json } = exchange(back);
  assert.deepEqual([status, json.context], [200, `stores/${hash}`]);
  const token = String(json.access_token);
  const opens = (key: string) => send('api.bigcommerce.com', `/stores/${hash}/v2/store`, { headers: { 'x-auth-token': key, accept: 'application/json' } }).status; // biome-ignore format: one question
  assert.deepEqual([opens(token), opens(shopOf('small').token)], [200, 200]);
  store.install.uninstall(hash);
  assert.deepEqual([opens(token), opens(shopOf('small').token)], [401, 200]);
  assert.notEqual(exchange(approve()).json.access_token, token);
  assert.deepEqual(exchange(back).json, { error: 'invalid_grant' });
  assert.equal(exchange(approve(), { redirect_uri: 'https://x.example' }).status, 400);
  const late = approve();
  pass(700_000);
  assert.equal(exchange(late).status, 400);
});
