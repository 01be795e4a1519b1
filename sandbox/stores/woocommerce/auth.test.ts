// Keys by header, query and OAuth 1.0a signature, right and wrong.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { StoreReply } from '../../store.ts';
import { ask, now, read, shopNamed } from './test-shop.ts';

test('each way a key can be wrong has its own answer', () => {
  const { consumerKey = '', consumerSecret = '' } = shopNamed('demo').keys[0] ?? {};
  const basic = (key: string, secret: string): string =>
    `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const unknown = ask('/wc/v3/orders', { authorization: basic('ck_no', consumerSecret) });
  assert.deepEqual(
    [unknown.status, read(unknown)],
    [
      401,
      {
        code: 'woocommerce_rest_cannot_view',
        message: 'Sorry, you cannot list resources.',
        data: { status: 401 },
      },
    ],
  );
  const wrong = ask('/wc/v3/orders', { authorization: basic(consumerKey, 'cs_no') });
  assert.equal(read(wrong).message, 'Consumer secret is invalid.');
  assert.match(wrong.headers['www-authenticate'] ?? '', /^Basic realm="WooCommerce API/);
  assert.equal(ask('/wc/v3/orders', { authorization: null }).status, 401);
  const writeOnly = ask('/wc/v3/orders', { shop: 'write-only' });
  assert.equal(read(writeOnly).message, 'The API key provided does not have read permissions.');
  assert.equal(ask('/wc/v3/orders', { shop: 'no-orders' }).status, 403);
  assert.equal(ask('/wc/v3/products', { shop: 'no-orders' }).status, 200);
  const query = `consumer_key=${consumerKey}&consumer_secret=${consumerSecret}`;
  assert.equal(ask(`/wc/v3/orders?${query}`, { authorization: null }).status, 200);
});

test('a shop that drops the header takes the query, one on plain http neither', () => {
  const stripped = shopNamed('stripped').keys[0];
  assert.equal(ask('/wc/v3/orders', { shop: 'stripped' }).status, 401);
  const query = `consumer_key=${stripped?.consumerKey}&consumer_secret=${stripped?.consumerSecret}`;
  assert.equal(
    ask(`/wc/v3/orders?${query}`, { shop: 'stripped', authorization: null }).status,
    200,
  );
  assert.equal(ask('/wc/v3/orders', { shop: 'plain' }).status, 401);
  assert.equal(ask('/wc/v3/orders', { shop: 'plain', https: true }).status, 0);
  const redirect = ask('/wc/v3/orders?page=2', { https: false });
  assert.equal(redirect.headers.location, 'https://demo.woo.example/wp-json/wc/v3/orders?page=2');
});

interface Signing {
  readonly shop?: string;
  readonly method?: string;
  readonly nonce?: string;
  readonly timestamp?: number;
  readonly secret?: string;
  readonly key?: string;
  readonly scheme?: string;
}

function signed(query: string, how: Signing = {}): StoreReply {
  const shop = shopNamed(how.shop ?? 'plain');
  const key = shop.keys[0];
  const method = how.method ?? 'HMAC-SHA256';
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = [
    ...new URLSearchParams(query),
    ['oauth_consumer_key', how.key ?? key?.consumerKey ?? ''],
    ['oauth_nonce', how.nonce ?? String(Math.random())],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(how.timestamp ?? Math.floor(now() / 1000))],
  ].map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`);
  const address = `${how.scheme ?? 'http'}://${shop.host}/wp-json/wc/v3/orders`;
  const base = `GET&${encode(address)}&${encode([...pairs].sort().join('&'))}`;
  const hash = method === 'HMAC-SHA1' ? 'sha1' : 'sha256';
  const signature = createHmac(hash, `${how.secret ?? key?.consumerSecret}&`)
    .update(base)
    .digest('base64');
  return ask(`/wc/v3/orders?${pairs.join('&')}&oauth_signature=${encode(signature)}`, {
    shop: shop.name,
    authorization: null,
  });
}

test('OAuth 1.0a signatures are verified with both methods, odd characters included', () => {
  assert.equal(signed('per_page=2&status=pending%2Cprocessing').status, 200);
  assert.equal(signed('per_page=1', { method: 'HMAC-SHA1' }).status, 200);
  assert.equal(signed('search=M%C3%BCller%20(*)%21&include%5B%5D=1').status, 200);
  assert.equal(signed('per_page=1', { shop: 'proxied' }).status, 200);
  assert.equal(signed('per_page=1', { shop: 'demo', scheme: 'https' }).status, 200);
});

test('OAuth 1.0a refuses a wrong signature, key, method, clock and a nonce used twice', () => {
  const message = (reply: StoreReply): string => {
    assert.equal(reply.status, 401);
    return read(reply).message;
  };
  const mismatch = 'Invalid signature - provided signature does not match.';
  assert.equal(message(signed('', { secret: 'cs_other' })), mismatch);
  assert.equal(message(signed('', { shop: 'proxied', scheme: 'https' })), mismatch);
  assert.equal(message(signed('', { key: 'ck_other' })), 'Consumer key is invalid.');
  assert.equal(
    message(signed('', { method: 'PLAINTEXT' })),
    'Invalid signature - signature method is invalid.',
  );
  assert.equal(message(signed('', { timestamp: 1_000_000 })), 'Invalid timestamp.');
  assert.equal(signed('', { nonce: 'once' }).status, 200);
  assert.equal(
    message(signed('', { nonce: 'once' })),
    'Invalid nonce - nonce has already been used.',
  );
  const missing = ask('/wc/v3/orders?oauth_consumer_key=ck_x', {
    shop: 'plain',
    authorization: null,
  });
  assert.equal(read(missing).code, 'woocommerce_rest_authentication_missing_parameter');
});
