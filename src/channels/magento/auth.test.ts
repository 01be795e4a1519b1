// Keys: every spelling that people use, each way of signing, every way a check can end.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Given } from '../../model/credential.ts';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain, IMS } from './explain.ts';

const FOUR = {
  consumerKey: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  consumerSecret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  accessToken: '0lnuajnuzeei2o8xcddii5us77xnb600',
  accessTokenSecret: '1c6d2hycnir5ygf39fycs6zhtaagx800',
};
const TOKEN = FOUR.accessToken;
const IMS_KEYS = {
  imsClientId: 'client1234',
  imsClientSecret: 'p8e-secret',
  imsOrgId: 'ORG@AdobeOrg',
};
const CLOUD = 'https://na1.api.commerce.adobe.com/Tenant123';

const refuses = (given: Given, field: string, sentence: RegExp, reason?: string) =>
  assert.throws(
    () => accept(given),
    (fault) =>
      fault instanceof Fault &&
      fault.code === 'invalid_request' &&
      fault.field === field &&
      (reason === undefined || fault.reason === reason) &&
      sentence.test(fault.message),
  );

test('addresses as people type them', () => {
  const cases: Record<string, Record<string, string>> = {
    'https://www.example.com': { baseUrl: 'https://www.example.com' },
    ' www.Example.COM/ ': { baseUrl: 'https://www.example.com' },
    'https://shop.nl/winkel/': { baseUrl: 'https://shop.nl/winkel' },
    'https://shop.nl/rest': { baseUrl: 'https://shop.nl' },
    'https://shop.nl/rest/V1/': { baseUrl: 'https://shop.nl' },
    'https://shop.nl/rest/V1/products?searchCriteria=': { baseUrl: 'https://shop.nl' },
    'https://shop.nl/winkel/rest/nl/V1': { baseUrl: 'https://shop.nl/winkel', storeCode: 'nl' },
    'https://shop.nl/index.php/rest/V1': {
      baseUrl: 'https://shop.nl',
      apiPath: '/index.php/rest',
    },
    'https://shop.nl/index.php/': { baseUrl: 'https://shop.nl' },
    'shop.nl/admin': { baseUrl: 'https://shop.nl' },
    'https://shop.nl/admin_1a2b3c/admin/dashboard/#x': { baseUrl: 'https://shop.nl' },
    'https://shop.nl/administratie': { baseUrl: 'https://shop.nl/administratie' },
    'https://shop.nl:8443/?utm=x': { baseUrl: 'https://shop.nl:8443' },
    'https://müller.example.com': { baseUrl: 'https://xn--mller-kva.example.com' },
  };
  for (const [baseUrl, account] of Object.entries(cases))
    assert.deepEqual(
      accept({ baseUrl, token: TOKEN }).account,
      { ...account, auth: 'token' },
      baseUrl,
    );
});

test('what is no address is refused with the reason', () => {
  refuses({ token: TOKEN }, 'baseUrl', /is not an address/, 'address_form');
  refuses({ baseUrl: 'my shop', token: TOKEN }, 'baseUrl', /is not an address/);
  refuses({ baseUrl: 'ftp://shop.nl', token: TOKEN }, 'baseUrl', /https:\/\/ or http:\/\//);
  refuses({ baseUrl: 'https://me:pw@shop.nl', token: TOKEN }, 'baseUrl', /user name or password/);
  refuses({ baseUrl: ['https://shop.nl'], token: TOKEN }, 'baseUrl', /one text/);
});

test('a token in every spelling, and the four values', () => {
  const baseUrl = 'https://shop.nl';
  for (const token of [TOKEN, ` ${TOKEN} `, `Bearer ${TOKEN}`, `bearer  ${TOKEN}`])
    assert.deepEqual(accept({ baseUrl, token }).secrets, { token: TOKEN }, token);
  assert.deepEqual(accept({ baseUrl, ...FOUR }), {
    account: { baseUrl, auth: 'oauth' },
    secrets: FOUR,
  });
  const { accessToken, ...three } = FOUR;
  assert.deepEqual(accept({ baseUrl, ...three, token: accessToken }).secrets, FOUR);
  assert.equal(accept({ baseUrl, ...FOUR, storeCode: 'nl' }).account.storeCode, 'nl');
  const jwt = 'eyJraWQiOiIxIn0.eyJ1aWQiOjF9.c2lnbmF0dXJl';
  assert.deepEqual(accept({ baseUrl, token: jwt }).secrets, { token: jwt });
});

test('what is no key is refused with the reason', () => {
  const baseUrl = 'https://shop.nl';
  refuses({ baseUrl }, 'token', /is missing/, 'four_values');
  refuses({ baseUrl, token: 'short' }, 'token', /copy it again/, 'value_form');
  refuses({ baseUrl, token: `${TOKEN} x` }, 'token', /copy it again/, 'value_form');
  for (const key of Object.keys(FOUR)) {
    refuses({ baseUrl, ...FOUR, [key]: '' }, key, /all four/, 'four_values');
    refuses({ baseUrl, ...FOUR, [key]: 'ABC' }, key, /32 lower-case/, 'value_form');
  }
  refuses({ baseUrl, ...FOUR, storeCode: 'nl/x' }, 'storeCode', /code of a store view/);
});

test('over plain http a token never travels by itself', () => {
  refuses({ baseUrl: 'http://shop.nl', token: TOKEN }, 'token', /unencrypted/, 'token_unencrypted');
  assert.equal(accept({ baseUrl: 'http://shop.nl', ...FOUR }).account.baseUrl, 'http://shop.nl');
});

test('the cloud needs its own keys and its tenant', () => {
  const { account, secrets } = accept({ baseUrl: `${CLOUD}/V1/products`, ...IMS_KEYS });
  assert.deepEqual(account, {
    baseUrl: CLOUD,
    apiPath: '',
    auth: 'ims',
    imsClientId: 'client1234',
    imsOrgId: 'ORG@AdobeOrg',
  });
  assert.deepEqual(secrets, { imsClientSecret: 'p8e-secret' });
  assert.deepEqual(hosts(account), ['na1.api.commerce.adobe.com', IMS]);
  assert.deepEqual(hosts({ baseUrl: 'https://shop.nl:8443/x' }), ['shop.nl:8443']);
  refuses({ baseUrl: CLOUD, token: TOKEN }, 'imsClientId', /Cloud Service/, 'ims_values');
  refuses(
    { baseUrl: 'na1.api.commerce.adobe.com', ...IMS_KEYS },
    'baseUrl',
    /tenant/,
    'tenant_missing',
  );
});

const MOMENT = { now: Date.UTC(2026, 9, 28, 12), nonce: '0123456789abcdef0123456789abcdef' };
const ask: Ask = {
  url: 'https://shop.nl/rest/V1/products',
  query: [
    ['searchCriteria[pageSize]', '2'],
    ['searchCriteria[filter_groups][0][filters][0][value]', '2,3 4'],
    ['fields', 'items[id]'],
  ],
};

test('by signature: method, address and every parameter, brackets and all, sorted', () => {
  // Written out by hand after the vendor's page on OAuth-based authentication.
  const parameters = [
    'fields%3Ditems%255Bid%255D',
    `oauth_consumer_key%3D${FOUR.consumerKey}`,
    `oauth_nonce%3D${MOMENT.nonce}`,
    'oauth_signature_method%3DHMAC-SHA256',
    'oauth_timestamp%3D1793188800',
    `oauth_token%3D${FOUR.accessToken}`,
    'oauth_version%3D1.0',
    'searchCriteria%255Bfilter_groups%255D%255B0%255D%255Bfilters%255D%255B0%255D%255Bvalue%255D%3D2%252C3%25204',
    'searchCriteria%255BpageSize%255D%3D2',
  ].join('%26');
  const text = `GET&https%3A%2F%2Fshop.nl%2Frest%2FV1%2Fproducts&${parameters}`;
  const proof = createHmac('sha256', `${FOUR.consumerSecret}&${FOUR.accessTokenSecret}`)
    .update(text)
    .digest('base64');
  const credential = accept({ baseUrl: 'https://shop.nl', ...FOUR });
  assert.deepEqual(sign(ask, credential, MOMENT), {
    headers: {
      authorization: `OAuth oauth_consumer_key="${FOUR.consumerKey}", oauth_nonce="${MOMENT.nonce}", oauth_signature_method="HMAC-SHA256", oauth_timestamp="1793188800", oauth_token="${FOUR.accessToken}", oauth_version="1.0", oauth_signature="${encodeURIComponent(proof)}"`,
    },
  });
});

test('by token, and by a token of the cloud', () => {
  const bearer = accept({ baseUrl: 'https://shop.nl', token: TOKEN });
  assert.deepEqual(sign(ask, bearer, MOMENT), { headers: { authorization: `Bearer ${TOKEN}` } });
  const cloud = accept({ baseUrl: CLOUD, ...IMS_KEYS });
  const granted = { ...cloud, secrets: { ...cloud.secrets, imsToken: 'eyJ' } };
  assert.deepEqual(sign(ask, granted, MOMENT).headers, {
    authorization: 'Bearer eyJ',
    'x-api-key': 'client1234',
    'x-gw-ims-org-id': 'ORG@AdobeOrg',
  });
});

test('cloud tokens are asked for by form and end in time; others never do', async () => {
  const cloud = accept({ baseUrl: CLOUD, ...IMS_KEYS });
  const call: Call = (asked) => {
    assert.equal(asked.url, `https://${IMS}/ims/token/v3`);
    assert.equal(asked.method, 'POST');
    const form = new URLSearchParams(asked.body);
    assert.equal(form.get('grant_type'), 'client_credentials');
    assert.equal(form.get('client_id'), 'client1234');
    assert.equal(form.get('client_secret'), 'p8e-secret');
    assert.match(form.get('scope') ?? '', /commerce\.accs$/);
    const body = { access_token: 'eyJ', token_type: 'bearer', expires_in: 86399 };
    return Promise.resolve({ status: 200, headers: {}, text: '', body });
  };
  assert.equal(renewal.endsAt(cloud), 0);
  const grant = await renewal.renew(cloud, undefined, call, 1000);
  assert.equal(grant.endsAt, 1000 + 86_399_000);
  assert.equal(renewal.endsAt(grant), grant.endsAt);
  assert.equal(grant.secrets.imsToken, 'eyJ');
  assert.equal(renewal.endsAt(accept({ baseUrl: 'https://shop.nl', ...FOUR })), undefined);
  const broken: Call = () => Promise.resolve({ status: 200, headers: {}, text: '', body: {} });
  await assert.rejects(renewal.renew(cloud, undefined, broken, 0), {
    code: 'channel_invalid_response',
  });
});

/** A shop whose answers depend on the path; null answers with a page. */
function shopThat(answer: (path: string) => [number, unknown]) {
  const asked: string[] = [];
  const call: Call = (asking) => {
    const path = asking.url.replace('https://shop.nl', '');
    asked.push(path);
    const [status, body] = answer(path);
    const reply: Reply = {
      status,
      headers: {},
      text: body === null ? '<html></html>' : JSON.stringify(body),
      body: body ?? undefined,
    };
    if (asking.expect?.includes(status)) return Promise.resolve(reply);
    const fault = explain(reply, asking);
    return fault ? Promise.reject(fault) : Promise.resolve(reply);
  };
  const run = (given: Given = FOUR) => {
    const { account } = accept({ baseUrl: 'https://shop.nl', ...given });
    return check(account, { call, now: 0, version: 'V1' });
  };
  return { asked, run };
}

const CRITERIA = { filter_groups: [], page_size: 1, current_page: 1 };
const PRODUCTS = { items: [{ id: 1, sku: 'A' }], search_criteria: CRITERIA, total_count: 1 };
const SETTINGS = [{ id: 1, code: 'default', website_id: 1 }];
const DENIED = {
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources: 'Magento_Catalog::products' },
};
const isSettings = (path: string) => path.endsWith('storeConfigs');

test('a good key is proven by the settings and a product; where the API is is kept', async () => {
  const shop = shopThat((path) => [200, isSettings(path) ? SETTINGS : PRODUCTS]);
  assert.deepEqual(await shop.run(), {
    account: { baseUrl: 'https://shop.nl', auth: 'oauth', apiPath: '/rest' },
    name: 'shop.nl',
  });
  assert.deepEqual(shop.asked, ['/rest/V1/store/storeConfigs', '/rest/V1/products']);
});

test('a shop without rewrites is found under index.php', async () => {
  const shop = shopThat((path) =>
    path.startsWith('/rest') ? [404, null] : [200, isSettings(path) ? SETTINGS : PRODUCTS],
  );
  assert.equal((await shop.run()).account?.apiPath, '/index.php/rest');
  assert.equal(shop.asked.at(-1), '/index.php/rest/V1/products');
});

test('settings that may not be read do not matter', async () => {
  const shop = shopThat((path) => (isSettings(path) ? [401, DENIED] : [200, PRODUCTS]));
  assert.equal((await shop.run()).account?.apiPath, '/rest');
});

test('a shop without products has no list of them', async () => {
  const none = { items: null, search_criteria: CRITERIA, total_count: 0 };
  const shop = shopThat((path) => (isSettings(path) ? [401, DENIED] : [200, none]));
  assert.equal((await shop.run()).account?.apiPath, '/rest');
});

test('no other answer is taken for settings or for products', async () => {
  const odd = [{ canary: true }, [], 'hi', 42, {}, [{ id: 1, code: 'x' }], { items: [] }];
  for (const body of [...odd, { items: [], total_count: 0 }, { items: {}, total_count: 0 }]) {
    const wrong = { code: 'channel_invalid_response', reason: 'not_magento', field: 'baseUrl' };
    const settings = shopThat(() => [200, body]);
    await assert.rejects(settings.run(), wrong, JSON.stringify(body));
    assert.equal(settings.asked.length, 1, 'the shop is not asked for more');
    const products = shopThat((path) => [200, isSettings(path) ? SETTINGS : body]);
    await assert.rejects(products.run(), wrong, JSON.stringify(body));
  }
});

const ENDS: [name: string, (path: string) => [number, unknown], Given, string, string][] = [
  ['a site that is not Magento', () => [404, null], FOUR, 'channel_failed', 'not_magento'],
  ['a page instead of data', () => [200, null], FOUR, 'channel_invalid_response', 'not_magento'],
  [
    'an unknown store view',
    () => [404, { message: 'Request does not match any route.' }],
    { ...FOUR, storeCode: 'xx' },
    'channel_failed',
    'no_route',
  ],
  [
    'an unknown store view, as Magento 2.4 says it',
    () => [400, { message: 'Specified request cannot be processed.' }],
    { ...FOUR, storeCode: 'xx' },
    'credential_refused',
    'no_store_view',
  ],
  [
    'a bare token that is refused everywhere',
    () => [401, DENIED],
    { token: TOKEN },
    'credential_refused',
    'bearer_refused',
  ],
  [
    'a token without the right to read products',
    (path) => (isSettings(path) ? [200, SETTINGS] : [401, DENIED]),
    { token: TOKEN },
    'permission_missing',
    'resource_missing',
  ],
  [
    'four values without any right',
    () => [401, DENIED],
    FOUR,
    'permission_missing',
    'resource_missing',
  ],
  [
    'a wrong secret',
    () => [401, { message: 'The signature is invalid. Verify and try again.' }],
    FOUR,
    'credential_refused',
    'signature',
  ],
  [
    'a clock that is behind',
    () => [401, { message: 'An error occurred validating the nonce' }],
    FOUR,
    'channel_failed',
    'shop_clock',
  ],
  ['maintenance', () => [503, null], FOUR, 'channel_failed', 'maintenance'],
  ['a firewall', () => [403, null], FOUR, 'permission_missing', 'firewall'],
];

for (const [name, answer, given, code, reason] of ENDS)
  test(`the check recognises ${name}`, async () => {
    await assert.rejects(shopThat(answer).run(given), { code, reason });
  });
