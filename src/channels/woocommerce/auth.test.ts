// Keys: every spelling that people use, every way a key travels, every way a check can end.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { askFor } from './asks.ts';
import { accept, check, sign } from './auth.ts';
import { explain } from './explain.ts';

const KEY = 'ck_0000000000000000000000000000000000000001';
const SECRET = 'cs_0000000000000000000000000000000000000002';
const TOKEN = Buffer.from(`${KEY}:${SECRET}`).toString('base64');
const secrets = { consumerKey: KEY, consumerSecret: SECRET };
const MOMENT = { now: Date.UTC(2026, 9, 28, 12), nonce: '0123456789abcdef0123456789abcdef' };

const refuses = (given: Parameters<typeof accept>[0], field: string, sentence: RegExp) =>
  assert.throws(
    () => accept(given),
    (fault) =>
      fault instanceof Fault &&
      fault.code === 'invalid_request' &&
      fault.field === field &&
      sentence.test(fault.message),
  );

test('addresses as people type them', () => {
  const cases = {
    'https://www.example.com': 'https://www.example.com',
    'www.Example.COM': 'https://www.example.com',
    ' https://shop.example.com/ ': 'https://shop.example.com',
    'https://example.com/winkel/': 'https://example.com/winkel',
    'www.shop.nl/wp-admin': 'https://www.shop.nl',
    'https://shop.nl/wp-admin/admin.php?page=wc-settings&tab=advanced#x': 'https://shop.nl',
    'https://shop.nl/winkel/wp-login.php?redirect_to=x': 'https://shop.nl/winkel',
    'https://shop.nl/wp-json/wc/v3/': 'https://shop.nl',
    'shop.nl/winkel/wp-json': 'https://shop.nl/winkel',
    'https://shop.nl/index.php': 'https://shop.nl',
    'https://shop.nl:8443/?utm_source=x': 'https://shop.nl:8443',
    'https://shop.nl:443': 'https://shop.nl',
    'HTTP://shop.nl/': 'http://shop.nl',
    'https://müller.example.com': 'https://xn--mller-kva.example.com',
    'shop.nl/wp-administratie': 'https://shop.nl/wp-administratie',
  };
  for (const [typed, baseUrl] of Object.entries(cases))
    assert.equal(accept({ baseUrl: typed, token: TOKEN }).account.baseUrl, baseUrl, typed);
});

test('what is no address is refused with the reason', () => {
  refuses({ token: TOKEN }, 'baseUrl', /is not an address/);
  refuses({ baseUrl: '  ', token: TOKEN }, 'baseUrl', /is not an address/);
  refuses({ baseUrl: 'my shop', token: TOKEN }, 'baseUrl', /is not an address/);
  refuses({ baseUrl: 'https://', token: TOKEN }, 'baseUrl', /is not an address/);
  refuses({ baseUrl: 'ftp://shop.nl', token: TOKEN }, 'baseUrl', /https:\/\/ or http:\/\//);
  refuses({ baseUrl: 'https://me:pw@shop.nl', token: TOKEN }, 'baseUrl', /user name or password/);
  refuses({ baseUrl: ['https://shop.nl'], token: TOKEN }, 'baseUrl', /one text/);
});

test('keys in every spelling', () => {
  const baseUrl = 'https://shop.nl';
  const spellings = [
    { token: TOKEN },
    { token: `  ${TOKEN}  ` },
    { token: `Basic ${TOKEN}` },
    { token: `basic   ${TOKEN}` },
    { token: `${KEY}:${SECRET}` },
    { token: `Basic ${KEY}:${SECRET}` },
    { consumerKey: KEY, consumerSecret: ` ${SECRET}` },
    { token: '', consumerKey: KEY, consumerSecret: SECRET },
  ];
  for (const given of spellings)
    assert.deepEqual(
      accept({ baseUrl, ...given }),
      { account: { baseUrl, authMode: 'header' }, secrets },
      JSON.stringify(given),
    );
});

test('what is no key is refused with the reason', () => {
  const baseUrl = 'https://shop.nl';
  const swapped = Buffer.from(`${SECRET}:${KEY}`).toString('base64');
  for (const given of [
    {},
    { token: KEY },
    { token: swapped },
    { token: Buffer.from(`${KEY}:${SECRET}:x`).toString('base64') },
    { token: '%%%' },
    { consumerKey: KEY },
  ])
    refuses({ baseUrl, ...given }, 'token', /ck_…:cs_…/);
});

test('a plain http shop is signed for, and never sent the key itself', () => {
  const baseUrl = 'http://shop.nl';
  assert.equal(accept({ baseUrl, token: TOKEN }).account.authMode, 'oauth1');
  refuses({ baseUrl, token: TOKEN, authMode: 'header' }, 'authMode', /unencrypted/);
  refuses({ baseUrl, token: TOKEN, authMode: 'query' }, 'authMode', /unencrypted/);
});

test('the way the key travels can be chosen', () => {
  const baseUrl = 'https://shop.nl';
  for (const authMode of ['header', 'query', 'oauth1'])
    assert.equal(accept({ baseUrl, token: TOKEN, authMode }).account.authMode, authMode);
  refuses({ baseUrl, token: TOKEN, authMode: 'digest' }, 'authMode', /header, query, oauth1/);
});

const ask: Ask = {
  url: 'https://shop.nl/wp-json/wc/v3/orders',
  query: [
    ['status', 'pending,on-hold'],
    ['after', '2026-10-01T11:59:59'],
  ],
};
const signedAs = (authMode: string, signing: Ask = ask) =>
  sign(signing, { account: { baseUrl: 'https://shop.nl', authMode }, secrets }, MOMENT);

test('by header: Basic authorization and nothing else', () => {
  assert.deepEqual(signedAs('header'), { headers: { authorization: `Basic ${TOKEN}` } });
});

test('by query: the pair, apart from what is asked', () => {
  assert.deepEqual(signedAs('query'), {
    query: [
      ['consumer_key', KEY],
      ['consumer_secret', SECRET],
    ],
  });
});

test('by signature: over method, address and every parameter, sorted', () => {
  // Written out by hand after the vendor's "Authentication over HTTP".
  const parameters = [
    'after%3D2026-10-01T11%253A59%253A59',
    `oauth_consumer_key%3D${KEY}`,
    'oauth_nonce%3D0123456789abcdef0123456789abcdef',
    'oauth_signature_method%3DHMAC-SHA256',
    'oauth_timestamp%3D1793188800',
    'status%3Dpending%252Con-hold',
  ].join('%26');
  const text = `GET&http%3A%2F%2Fshop.nl%2Fwp-json%2Fwc%2Fv3%2Forders&${parameters}`;
  const expected = createHmac('sha256', `${SECRET}&`).update(text).digest('base64');
  const plain = { ...ask, url: ask.url.replace('https', 'http') };
  for (const signing of [plain, ask]) {
    const { query = [], headers } = signedAs('oauth1', signing);
    assert.equal(headers, undefined);
    assert.deepEqual(query, [
      ['oauth_consumer_key', KEY],
      ['oauth_timestamp', '1793188800'],
      ['oauth_nonce', MOMENT.nonce],
      ['oauth_signature_method', 'HMAC-SHA256'],
      ['oauth_signature', expected],
    ]);
  }
});

/** A shop whose answers depend on the path and on how the key travelled. */
function shopThat(
  answer: (path: string, mode: string) => [number, unknown],
  headers: Reply['headers'] = {},
) {
  const asked: string[] = [];
  const call: Call = (asking) => {
    const path = asking.url.replace('https://shop.nl/wp-json/', '');
    const signed = signedAs('header', asking);
    const mode = signed.headers ? 'header' : (signed.query?.[0]?.[0] ?? 'none');
    asked.push(`${path} ${mode}`);
    const [status, body] = answer(path, mode);
    const reply: Reply = { status, headers, text: JSON.stringify(body) ?? '', body };
    if (status < 400 || asking.expect?.includes(status)) return Promise.resolve(reply);
    return Promise.reject(explain(reply, asking) ?? new Fault('channel_failed', `${status}`));
  };
  const run = () =>
    check({ baseUrl: 'https://shop.nl', authMode: 'header' }, { call, now: 0, version: 'wc/v3' });
  return { asked, run };
}

const INDEX = { name: 'Theefabriek', namespaces: ['wc/v2', 'wc/v3'] };
const error = (code: string, message: string, status?: number) => ({
  code,
  message,
  data: { status },
});
const CANNOT = error('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
const AUTH = 'woocommerce_rest_authentication_error';

test('a good key is proven by an order and a product, the site by its index', async () => {
  const shop = shopThat((path) => [200, path === '' ? INDEX : []]);
  assert.deepEqual(await shop.run(), {
    name: 'Theefabriek',
    account: { baseUrl: 'https://shop.nl', authMode: 'header' },
  });
  assert.deepEqual(shop.asked, [' none', 'wc/v3/orders header', 'wc/v3/products header']);
});

test('a server that drops the header is asked by query, and that is kept', async () => {
  const shop = shopThat((path, mode) =>
    path === '' ? [200, INDEX] : mode === 'consumer_key' ? [200, []] : [401, CANNOT],
  );
  assert.equal((await shop.run()).account?.authMode, 'query');
  assert.equal(shop.asked.at(-1), 'wc/v3/products consumer_key');
});

test('a site that does not notice https is asked by signature, and that is kept', async () => {
  const shop = shopThat((path, mode) =>
    path === '' ? [200, INDEX] : mode === 'oauth_consumer_key' ? [200, []] : [401, CANNOT],
  );
  assert.equal((await shop.run()).account?.authMode, 'oauth1');
});

test('a hidden index does not matter where WordPress says so, or names itself otherwise', async () => {
  const found = { account: { baseUrl: 'https://shop.nl', authMode: 'header' } };
  const closed = error('rest_login_required', 'Log in.', 401);
  const shop = shopThat((path) => (path === '' ? [401, closed] : [200, []]));
  assert.deepEqual(await shop.run(), found);
  for (const headers of [{ 'x-wp-total': '0' }, { link: '<https://x/>; rel="https://api.w.org/"' }])
    assert.deepEqual(
      await shopThat((path) => (path === '' ? [403, undefined] : [200, []]), headers).run(),
      found,
    );
  const behindFirewall = shopThat((path) =>
    path === '' ? [403, undefined] : [200, path === 'wc/v3' ? { namespace: 'wc/v3' } : []],
  );
  assert.deepEqual(await behindFirewall.run(), found);
  assert.equal(behindFirewall.asked.at(-1), 'wc/v3 header');
});

test('no other answer is taken for lists, or for a hidden index', async () => {
  const wrong = { code: 'channel_invalid_response', reason: 'not_woocommerce', field: 'baseUrl' };
  for (const body of [{ canary: true }, 'hi', null, {}, 42, ['a'], [{ name: 'x' }], { data: [] }]) {
    const orders = shopThat((path) => [200, path === '' ? INDEX : body]);
    await assert.rejects(orders.run(), wrong, JSON.stringify(body));
    const products = shopThat((path) => [
      200,
      path === '' ? INDEX : path.endsWith('orders') ? [] : body,
    ]);
    await assert.rejects(products.run(), wrong, JSON.stringify(body));
  }
  for (const [status, body] of [[200, []], [200, {}], [403, undefined], [404, undefined]] as const) // biome-ignore format: one table
    await assert.rejects(
      shopThat((path) =>
        path === '' ? [403, undefined] : path === 'wc/v3' ? [status, body] : [200, []],
      ).run(),
      wrong,
    );
});

test('namespaces may come as an object by number, as PHP writes a list with a gap', async () => {
  const shop = shopThat((path) => [
    200,
    path === '' ? { name: '', namespaces: { 0: 'oembed/1.0', 2: 'wc/v3' } } : [],
  ]);
  assert.deepEqual((await shop.run()).name, undefined);
});

test('each way a check can fail says what to mend', async () => {
  const keys = (orders: [number, unknown], products: [number, unknown] = [200, []]) =>
    shopThat((path) => (path === '' ? [200, INDEX] : path.endsWith('orders') ? orders : products));
  const cases: [ReturnType<typeof shopThat>, string, RegExp][] = [
    [keys([401, CANNOT]), 'credential_refused', /does not know this consumer key/],
    [
      keys([401, error(AUTH, 'Consumer secret is invalid.')]),
      'credential_refused',
      /the secret is wrong/,
    ],
    [
      keys([401, error(AUTH, 'The API key provided does not have read permissions.')]),
      'permission_missing',
      /may only write/,
    ],
    [keys([403, CANNOT]), 'permission_missing', /administrator or a shop manager/],
    [keys([200, []], [403, CANNOT]), 'permission_missing', /administrator or a shop manager/],
    [keys([403, error('rest_forbidden', 'No.')]), 'permission_missing', /firewall/],
    [
      shopThat(() => [200, { name: 'Blog', namespaces: ['wp/v2'] }]),
      'channel_failed',
      /WooCommerce is not active/,
    ],
    [shopThat(() => [200, { hello: 1 }]), 'channel_failed', /not answer like a WordPress site/],
    [shopThat(() => [404, undefined]), 'channel_failed', /Permalinks/],
  ];
  for (const [shop, code, sentence] of cases)
    await assert.rejects(shop.run(), (fault) => {
      assert.ok(fault instanceof Fault);
      assert.equal(fault.code, code, fault.message);
      assert.match(fault.message, sentence);
      return true;
    });
});

test('a key the shop knows is not tried in other ways', async () => {
  const shop = shopThat((path) =>
    path === '' ? [200, INDEX] : [401, error(AUTH, 'Het geheim is ongeldig.')],
  );
  await assert.rejects(shop.run(), { code: 'credential_refused' });
  assert.equal(shop.asked.length, 2);
});

test('no refusal repeats a key', async () => {
  for (const token of [`${KEY}:x`, Buffer.from(`${KEY}${SECRET}`).toString('base64')])
    assert.throws(
      () => accept({ baseUrl: 'https://shop.nl', token }),
      (fault) =>
        fault instanceof Fault && !fault.message.includes(KEY) && !fault.message.includes(token),
    );
});

test('with plain permalinks the route is in the query, and the address still holds what WooCommerce looks for', () => {
  const given = { baseUrl: 'https://shop.nl/winkel', token: TOKEN, permalinks: 'plain' };
  const { account } = accept(given);
  assert.equal(account.permalinks, 'plain');
  const { url, query } = askFor({ account, version: 'wc/v3' }, 'orders', [['per_page', '1']]);
  assert.equal(url, 'https://shop.nl/winkel/?x=/wp-json/wc/');
  assert.deepEqual(query, [
    ['rest_route', '/wc/v3/orders'],
    ['per_page', '1'],
  ]);
  refuses({ ...given, permalinks: 'none' }, 'permalinks', /pretty, plain/);
});
