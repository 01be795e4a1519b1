// Access: every spelling of a store hash, the header, and what the live check finds out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../model/faults.ts';
import { accept, check, hosts, sign } from './auth.ts';
import { fakeStore, isFault, refusal } from './fake-vendor.ts';

const token = '0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5';

test('a store hash is taken from whatever shows it', () => {
  for (const typed of [
    'k7x2m9qa4c',
    ' K7X2M9QA4C ',
    'stores/k7x2m9qa4c',
    '/stores/k7x2m9qa4c/',
    'https://api.bigcommerce.com/stores/k7x2m9qa4c/v3/',
    'api.bigcommerce.com/stores/k7x2m9qa4c/v2',
    'https://store-k7x2m9qa4c.mybigcommerce.com/manage/settings',
    'store-k7x2m9qa4c.mybigcommerce.com',
    'https://store-k7x2m9qa4c-1002.mybigcommerce.com/',
  ])
    assert.deepEqual(
      accept({ store_hash: typed, token: ` ${token}\n` }),
      { account: { store_hash: 'k7x2m9qa4c' }, secrets: { token } },
      typed,
    );
});

test('what cannot be a store hash is refused, since it becomes a part of every address', () => {
  for (const typed of [
    '',
    'www.fernhill-goods.example',
    'https://fernhill-goods.example/stores/abc',
    'abc/../def',
    'abc?x=1',
    'abc%2f',
    'a b',
    'stores/',
    'https://store-abc.mybigcommerce.com.evil.example',
    'abc-def',
  ])
    assert.throws(
      () => accept({ store_hash: typed, token }),
      (error) => isFault('invalid_request')(error) && (error as Fault).reason === 'store_hash_form',
      typed,
    );
  assert.throws(
    () => accept({ store_hash: 'fernhill-goods.example', token }),
    isFault('invalid_request', /not the address of the storefront/),
  );
});

test('a token must be there and hold nothing that a header could not', () => {
  for (const typed of ['', '  ', 'abc def', 'abc\u00a0'])
    assert.throws(
      () => accept({ store_hash: 'abc', token: typed === 'abc\u00a0' ? 'a\u00a0b' : typed }),
      (error) => isFault('invalid_request')(error) && (error as Fault).field === 'token',
    );
  assert.throws(() => accept({ store_hash: ['a', 'b'], token }), isFault('invalid_request'));
});

test('one sales channel may be named, by its number', () => {
  const { account } = accept({ store_hash: 'abc', token, channelId: '1002' });
  assert.deepEqual(account, { store_hash: 'abc', channelId: '1002' });
  assert.throws(
    () => accept({ store_hash: 'abc', token, channelId: '1,2' }),
    isFault('invalid_request', /"channelId"/),
  );
});

test('the token is sent to the API alone', () => {
  const credential = accept({ store_hash: 'abc', token });
  const moment = { now: 0, nonce: '' };
  const api = { url: 'https://api.bigcommerce.com/stores/abc/v2/store' };
  assert.deepEqual(sign(api, credential, moment), { headers: { 'x-auth-token': token } });
  assert.deepEqual(sign({ url: 'https://login.bigcommerce.com/x' }, credential, moment), {});
  assert.deepEqual(hosts(), ['api.bigcommerce.com', 'login.bigcommerce.com']);
});

const STORE = { id: 'k7x2m9qa4c', domain: 'fernhill-goods.example', name: 'Fernhill Goods' };
const NO_PRODUCTS = { data: [], meta: { pagination: { total: 0 } } };

test('the check reads the store, one order and one product', async () => {
  const { reading, log } = fakeStore(({ path }) =>
    path === 'v2/store' ? STORE : path === 'v2/orders' ? undefined : NO_PRODUCTS,
  );
  assert.deepEqual(await check(reading.account, reading), {
    account: { store_hash: 'k7x2m9qa4c' },
    name: 'Fernhill Goods',
  });
  assert.deepEqual(log, [
    'v2/store',
    'v2/orders limit=1',
    'v3/catalog/products limit=1 include_fields=name',
  ]);
});

test('a token without the optional scope for settings passes, without a name', async () => {
  const { reading } = fakeStore(({ path }) =>
    path === 'v2/store' ? refusal(403) : path === 'v2/orders' ? [{ id: 1 }] : NO_PRODUCTS,
  );
  assert.deepEqual(await check(reading.account, reading), { account: reading.account });
});

test('each refusal has a reason of its own', async () => {
  const reasonOf = async (answer: (path: string) => unknown) => {
    const { reading } = fakeStore(({ path }) => answer(path));
    try {
      await check(reading.account, reading);
      return 'passed';
    } catch (error) {
      assert.ok(error instanceof Fault);
      return `${error.code} ${error.reason}`;
    }
  };
  const good = (path: string) =>
    path === 'v2/orders' ? [{ id: 1 }] : { ...NO_PRODUCTS, ...STORE };
  const except = (wanted: string, status: number) => (path: string) =>
    path === wanted ? refusal(status) : good(path);
  assert.equal(await reasonOf(() => refusal(401)), 'credential_refused token_refused');
  assert.equal(await reasonOf(() => refusal(403)), 'permission_missing other_store');
  assert.equal(await reasonOf(() => refusal(404)), 'channel_failed store_not_found');
  assert.equal(await reasonOf(() => refusal(503)), 'channel_failed store_unavailable');
  assert.equal(await reasonOf(except('v2/orders', 403)), 'permission_missing orders_scope');
  assert.equal(
    await reasonOf(except('v3/catalog/products', 403)),
    'permission_missing products_scope',
  );
});

test('no other answer is taken for the store, its orders or its products', async () => {
  const odd = [
    { canary: true },
    'hi',
    null,
    {},
    42,
    ['a'],
    { data: {} },
    { data: ['a'], meta: {} },
  ];
  const good: Readonly<Record<string, unknown>> = {
    'v2/store': STORE,
    'v2/orders': [],
    'v3/catalog/products': NO_PRODUCTS,
  };
  for (const place of Object.keys(good))
    for (const body of [...odd, ...(place === 'v2/orders' ? [{ data: [], meta: {} }] : [[]])]) {
      const { reading } = fakeStore(({ path }) => (path === place ? body : good[path]));
      await assert.rejects(
        check(reading.account, reading),
        { code: 'channel_invalid_response' },
        `${place}: ${JSON.stringify(body)}`,
      );
    }
});
