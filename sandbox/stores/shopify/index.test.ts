// Tests of the store as a whole: shops, statuses and planted faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyFaults, type StoreReply } from '../../store.ts';
import { catalogue, openTrial } from './trial.ts';

const trial = openTrial();
const { store, call, ask } = trial;
const invalid = '[API] Invalid API key or access token (unrecognized login or wrong password)';

test('the first shop is demo, and every shop has its host and a credential', () => {
  assert.equal(store.shops[0]?.name, 'demo');
  assert.deepEqual(
    store.shops.map(({ name }) => name),
    [
      'demo',
      'small',
      'custom',
      'no-orders',
      'no-customers',
      'recent',
      'frozen',
      'new-york',
      'locked',
      'never-expires',
      'writable',
    ],
  );
  for (const shop of store.shops) {
    assert.equal(shop.host, `${shop.name}.myshopify.com`);
    assert.equal(shop.credential.account.baseUrl, `https://${shop.host}`);
  }
  assert.deepEqual(store.shops[0]?.orders, catalogue().orders);
  assert.equal(store.shops[1]?.orders.length, 12);
});

test('the small shop holds every living product that its orders name', () => {
  const text =
    '{ orders(first: 50) { nodes { lineItems(first: 50) { nodes { id product { id } } } } } }';
  const nodes = ask('small', text).body.data.orders.nodes;
  const living = nodes.flatMap((node: { lineItems: { nodes: { product: unknown }[] } }) =>
    node.lineItems.nodes.map(({ product }) => product !== null),
  );
  const expected = (store.shops[1]?.orders ?? []).toSorted(
    (one, other) => one.processedAt - other.processedAt || one.id - other.id,
  );
  assert.deepEqual(
    living,
    expected.flatMap(({ lines }) => lines.map((line) => line.productExists)),
  );
});

test('a wrong, missing or foreign token is a 401 that names the realm', () => {
  for (const token of ['', 'shpat_00000000000000000000000000000001']) {
    const answer = call('demo', 'POST', '/admin/api/2026-10/graphql.json', '{}', {
      'x-shopify-access-token': token,
    });
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, { errors: invalid });
    assert.equal(answer.headers['www-authenticate'], 'Basic Realm="Shopify API Authentication"');
  }
  const token = store.shops[1]?.credential.secrets.token ?? '';
  const foreign = call('demo', 'POST', '/admin/api/2026-10/graphql.json', '{}', {
    'x-shopify-access-token': token,
  });
  assert.equal(foreign.status, 401);
});

test('frozen, locked, refused and missing shops answer in the form of the vendor', () => {
  const status = (shop: string) => {
    const { status: code, body } = ask(shop, '{ shop { id } }');
    return [code, body.errors];
  };
  assert.deepEqual(status('frozen'), [402, 'Unavailable Shop']);
  assert.deepEqual(status('locked'), [423, 'Locked']);
  assert.equal(status('never-expires')[0], 403);
  assert.deepEqual(status('no-such-shop'), [404, 'Not Found']);
  assert.equal(
    call('no-such-shop', 'GET', '/').headers['content-type'],
    'text/html; charset=utf-8',
  );
});

test('plain http is sent to https', () => {
  const reply = store.handle({
    method: 'GET',
    host: 'demo.myshopify.com',
    https: false,
    path: '/admin/api/2026-10/graphql.json',
    rawQuery: '',
    query: [],
    headers: {},
    body: '',
  }) as StoreReply;
  assert.equal(reply.status, 301);
  assert.equal(reply.headers.location, 'https://demo.myshopify.com/admin/api/2026-10/graphql.json');
});

test('the app sees its own scopes; the REST Admin API is not played', () => {
  const text = '{ currentAppInstallation { accessScopes { handle } } }';
  assert.deepEqual(
    ask('no-customers', text).body.data.currentAppInstallation.accessScopes,
    ['read_orders', 'read_all_orders', 'read_products', 'read_locations', 'read_inventory'].map(
      (handle) => ({ handle }),
    ),
  );
  for (const path of ['orders.json', 'products.json', 'shop.json']) {
    const answer = call('demo', 'GET', `/admin/api/2026-10/${path}`);
    assert.deepEqual([answer.status, answer.body], [404, { errors: 'Not Found' }]);
  }
});

test('each planted fault has its answer', () => {
  const request = {
    method: 'GET',
    host: 'demo.myshopify.com',
    https: true,
    path: '/',
    rawQuery: '',
    query: [],
    headers: {},
    body: '',
  };
  const replies = replyFaults.map((kind) => store.fault?.(kind, request));
  assert.deepEqual(
    replies.map((reply) => reply?.status),
    [401, 403, 404, 429, 429, 500, 503, 401],
  );
  assert.equal(replies[3]?.headers['retry-after'], '2.0');
  assert.equal(replies[4]?.headers['retry-after'], undefined);
});
