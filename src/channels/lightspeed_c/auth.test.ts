// Keys: what people type, the header it becomes, and the diagnosis of what does not work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { accept, check, installed, isSigned, sign } from './auth.ts';
import { failure, ok, SHOP, shopThat } from './fake-vendor.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const SECRET = 'fedcba9876543210fedcba9876543210';
const BASE64 = Buffer.from(`${KEY}:${SECRET}`).toString('base64');

const faultOf = async (work: () => unknown): Promise<Fault> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return assert.fail('nothing was thrown');
};

test('the token is sent with its scheme word, however it was typed', () => {
  for (const token of [`Basic ${BASE64}`, BASE64, `${KEY}:${SECRET}`, `Basic ${KEY}:${SECRET}`])
    assert.deepEqual(accept({ region: 'eu1/nl', token }), {
      account: { cluster: 'eu1', language: 'nl' },
      secrets: { token: `Basic ${BASE64}` },
    });
  assert.equal(accept({ region: 'us', token: 'Bearer abc' }).secrets.token, 'Bearer abc');
  assert.equal(accept({ region: 'eu', token: `basic ${BASE64}` }).secrets.token, `basic ${BASE64}`);
});

test('key and secret may stand by themselves', () => {
  const { secrets } = accept({ region: 'eu1', apiKey: ` ${KEY} `, apiSecret: SECRET });
  assert.equal(secrets.token, `Basic ${BASE64}`);
});

test('language and cluster win over the region, and may replace it', () => {
  const token = BASE64;
  assert.deepEqual(accept({ region: 'eu1/nl', language: 'DE', cluster: 'us1', token }).account, {
    cluster: 'us1',
    language: 'de',
  });
  assert.deepEqual(accept({ region: 'nl', token }).account, { language: 'nl' });
  assert.deepEqual(accept({ cluster: 'EU', token }).account, { cluster: 'eu1' });
});

test('what cannot be right is refused with what to change', async () => {
  const cases: [Record<string, string | string[]>, RegExp, string][] = [
    [{ region: 'europe', token: BASE64 }, /must be a cluster \(eu1 or us1\)/, 'region'],
    [{ token: BASE64 }, /"region" is missing/, 'region'],
    [{ region: 'eu1', language: 'dutch', token: BASE64 }, /must be two letters/, 'language'],
    [{ region: 'eu1', cluster: 'eu2', token: BASE64 }, /must be eu1/, 'cluster'],
    [{ region: 'eu1' }, /is missing; give "token"/, 'token'],
    [{ region: 'eu1', token: 'Basic nonsense' }, /the word Basic/, 'token'],
    [{ region: 'eu1', token: 'a b c' }, /the word Basic/, 'token'],
    [{ region: 'eu1', token: ['a'] }, /not a list/, 'token'],
    [{ region: 'eu1', apiKey: KEY.slice(1), apiSecret: SECRET }, /exactly 32/, 'apiKey'],
    [{ region: 'eu1', apiKey: KEY, apiSecret: '' }, /is missing/, 'apiSecret'],
    [{ region: 'eu1', shopId: 'x1', token: BASE64 }, /number of the shop/, 'shopId'],
  ];
  for (const [given, message, field] of cases) {
    const fault = await faultOf(() => accept(given));
    assert.equal(fault.code, 'invalid_request');
    assert.match(fault.message, message);
    assert.equal(fault.field, field);
  }
});

test('asks are signed with the header alone', () => {
  const ask = { url: 'https://api.webshopapp.com/nl/shop.json' };
  const credential = { account: {}, secrets: { token: `Basic ${BASE64}` } };
  assert.deepEqual(sign(ask, credential), { headers: { authorization: `Basic ${BASE64}` } });
});

/** The vectors of Lightspeed's installation callback. */
const APP = { key: 'aaaaaaaabbbbbbbbccccccccdddddddd', secret: '11112222333344445555666677778888' };
const CALLBACK = {
  language: 'nl',
  shop_id: '356891',
  timestamp: '1772554811',
  token: '6a1d0c2e9b7f4f1f8a3d5e6c7b8a9d0e',
  cluster_id: 'eu1',
  signature: '6e0f043ee215874c5d5116af631f4a9a',
};

test('an installation is signed over four parameters, or over all of them', () => {
  assert.ok(isSigned(CALLBACK, APP.secret));
  assert.ok(isSigned({ ...CALLBACK, signature: '0a763abcb17f39bb5727bce9e41df451' }, APP.secret));
  assert.equal(isSigned({ ...CALLBACK, shop_id: '1' }, APP.secret), false);
  assert.equal(isSigned(CALLBACK, 'another secret'), false);
  assert.equal(isSigned({ ...CALLBACK, signature: '' }, APP.secret), false);
});

test('the password of an installation is made of its token', () => {
  const { secrets } = installed(APP, CALLBACK.token, { cluster: 'eu1' });
  const pair = Buffer.from((secrets.token ?? '').slice('Basic '.length), 'base64').toString();
  assert.equal(pair, `${APP.key}:e592a8afd31f80aa348af7deb322748b`);
});

const rights = (...groups: string[]) =>
  ok({
    accountPermissions: Object.fromEntries(
      ['orders', 'products', 'settings'].map((name) => [name, { read: groups.includes(name) }]),
    ),
  });
const ALL = rights('orders', 'products', 'settings');

/** Which cluster knows the key. */
const knownAt = (host: string) => (path: string, ask: Ask) => {
  if (!ask.url.startsWith(`https://${host}/`)) return failure(401, 'Access denied.');
  return path === 'shop' ? SHOP : path === 'account/permissions' ? ALL : undefined;
};

test('a good key is checked with two calls, which bring the shop’s name', async () => {
  const shop = shopThat(knownAt('api.webshopapp.com'));
  const account = { cluster: 'eu1', language: 'nl', shopId: '356891' };
  assert.deepEqual(await check(account, shop.reading), {
    account: { ...account, shop: '356891' },
    name: 'www.noordhaven.example',
  });
  assert.deepEqual(shop.asked, ['account/permissions', 'shop']);
  const other = await faultOf(() => check({ ...account, shopId: '1' }, shop.reading));
  assert.equal(other.reason, 'wrong_account');
});

test('a key of the other cluster is distinguished from a wrong one', async () => {
  const account = { cluster: 'eu1', language: 'nl' };
  const elsewhere = shopThat(knownAt('api.shoplightspeed.com'));
  const fault = await faultOf(() => check(account, elsewhere.reading));
  assert.equal(fault.code, 'credential_refused');
  assert.equal(fault.reason, 'wrong_cluster');
  assert.match(fault.message, /on the cluster us1, not eu1/);
  const nowhere = shopThat(knownAt('nowhere'));
  const refused = await faultOf(() => check(account, nowhere.reading));
  assert.equal(refused.reason, 'access_denied');
  assert.equal(refused.native, 'Access denied.');
  assert.equal(nowhere.asked.length, 2);
});

test('missing rights are named, the first as the reason', async () => {
  const account = { cluster: 'eu1', language: 'nl' };
  const shop = shopThat((path) => (path === 'account/permissions' ? rights('orders') : undefined));
  const fault = await faultOf(() => check(account, shop.reading));
  assert.equal(fault.code, 'permission_missing');
  assert.equal(fault.reason, 'products_not_allowed');
  assert.match(fault.message, /may not read products, settings/);
});

test('a language that was not given is found, and kept with the account', async () => {
  const active = ['de', 'fr'];
  const shop = shopThat((path, { url }) => {
    if (!active.includes(url.split('/')[3] ?? ''))
      return failure(404, 'Unknown or inactive language.');
    if (path === 'languages')
      return ok({ languages: active.map((code) => ({ code, isDefault: code === 'fr' })) });
    return path === 'shop' ? SHOP : ALL;
  });
  const facts = await check({ cluster: 'eu1' }, shop.reading);
  assert.deepEqual(facts.account, { cluster: 'eu1', language: 'fr', shop: '356891' });
  assert.deepEqual(shop.asked, [
    'languages',
    'languages',
    'languages',
    'account/permissions',
    'shop',
  ]);
});

test('no other answer is taken for permissions or for a shop', async () => {
  const odd = [{ canary: true }, [], 'hi', null, {}, 42, { data: {} }, { accountPermissions: [] }];
  const account = { cluster: 'eu1', language: 'nl' };
  for (const body of odd)
    for (const place of ['account/permissions', 'shop']) {
      const good = place === 'shop' ? ALL : SHOP;
      const shop = shopThat((path) => (path === place ? ok(body) : good));
      const fault = await faultOf(() => check(account, shop.reading));
      assert.equal(fault.code, 'channel_invalid_response', `${place}: ${JSON.stringify(body)}`);
    }
  const nameless = ok({ shop: { currency: { shortcode: 'EUR' } } });
  const shop = shopThat((path) => (path === 'shop' ? nameless : ALL));
  const fault = await faultOf(() => check(account, shop.reading));
  assert.equal(fault.code, 'channel_invalid_response');
});

test('a language that is not active is said to be so', async () => {
  const shop = shopThat(() => failure(404, 'Unknown or inactive language.'));
  for (const account of [{ cluster: 'eu1', language: 'xx' }, { cluster: 'eu1' }]) {
    const fault = await faultOf(() => check(account, shop.reading));
    assert.equal(fault.code, 'credential_refused');
    assert.equal(fault.reason, 'unknown_language');
    assert.equal(fault.field, 'language');
  }
});
