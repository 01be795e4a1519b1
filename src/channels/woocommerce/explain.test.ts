// What a shop's error answers become.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import type { FaultCode } from '../../model/faults.ts';
import { explain } from './explain.ts';

const ask = { url: 'https://shop.nl/winkel/wp-json/wc/v3/orders' };

function reply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status, headers, text, body };
}

const PAGE = '<html><head><title>Hello</title></head><body></body></html>';
const json = (code: string, message: string) => JSON.stringify({ code, message, data: {} });
const AUTH = 'woocommerce_rest_authentication_error';

const CASES: [name: string, Reply, FaultCode, RegExp][] = [
  [
    'unknown key',
    reply(401, json('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')),
    'credential_refused',
    /does not know this consumer key, or does not get to see it/,
  ],
  [
    'a password before the site',
    reply(401, PAGE, { 'www-authenticate': 'Basic realm="Staging"' }),
    'channel_failed',
    /asks every visitor for a user name and a password/,
  ],
  [
    'wrong secret',
    reply(401, json(AUTH, 'Consumer secret is invalid.')),
    'credential_refused',
    /the secret is wrong/,
  ],
  [
    'write-only key',
    reply(401, json(AUTH, 'The API key provided does not have read permissions.')),
    'permission_missing',
    /may only write/,
  ],
  [
    'unknown key, signed',
    reply(401, json(AUTH, 'Consumer key is invalid.')),
    'credential_refused',
    /does not know this consumer key\./,
  ],
  [
    'wrong signature',
    reply(401, json(AUTH, 'Invalid signature - provided signature does not match.')),
    'credential_refused',
    /refused the signature/,
  ],
  ['clock', reply(401, json(AUTH, 'Invalid timestamp.')), 'channel_failed', /clock/],
  [
    'missing parameter',
    reply(401, json('woocommerce_rest_authentication_missing_parameter', 'Missing OAuth')),
    'credential_refused',
    /refused the key/,
  ],
  [
    'role without rights',
    reply(403, json('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')),
    'permission_missing',
    /its WordPress user may not read this/,
  ],
  ['firewall page', reply(403, PAGE), 'permission_missing', /firewall/],
  ['mod_security', reply(406, PAGE), 'permission_missing', /firewall/],
  [
    'challenge page',
    reply(503, PAGE, { 'cf-mitigated': 'challenge' }),
    'permission_missing',
    /firewall/,
  ],
  [
    'security plugin',
    reply(403, json('rest_cookie_invalid_nonce', 'Cookie check failed')),
    'permission_missing',
    /firewall/,
  ],
  [
    'no WooCommerce',
    reply(404, json('rest_no_route', 'No route was found')),
    'channel_failed',
    /not active/,
  ],
  ['no WordPress', reply(404, PAGE), 'channel_failed', /Permalinks/],
  [
    'refused parameter',
    reply(400, json('rest_invalid_param', 'Invalid parameter(s): per_page')),
    'channel_failed',
    /refused a parameter/,
  ],
  [
    'unknown order',
    reply(404, json('woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')),
    'channel_failed',
    /status 404/,
  ],
  [
    'critical error',
    reply(500, json('internal_server_error', '<p>There has been a critical error.</p>')),
    'channel_failed',
    /status 500/,
  ],
  ['maintenance page', reply(200, PAGE), 'channel_invalid_response', /web page instead of data/],
  [
    'redirect',
    reply(301, '', {
      location: 'https://www.shop.nl/winkel/wp-json/wc/v3/orders?consumer_secret=cs_1',
    }),
    'channel_invalid_response',
    /use https:\/\/www\.shop\.nl\/winkel as its address/,
  ],
];

for (const [name, given, code, sentence] of CASES)
  test(`${name}: ${code}`, () => {
    const fault = explain(given, ask);
    assert.equal(fault?.code, code);
    assert.equal(fault?.status, given.status);
    assert.match(fault?.message ?? '', sentence);
    assert.doesNotMatch(fault?.message ?? '', /cs_1/);
  });

test('the shop’s own words come along, without their markup', () => {
  const text = json('internal_server_error', '<p>There has been a <b>critical</b> error.</p>');
  assert.equal(explain(reply(500, text), ask)?.native, 'There has been a critical error.');
});

test('good answers, rate limits and plain failures are left to the core', () => {
  for (const given of [
    reply(200, '[]'),
    reply(200, '{"code":"EUR","name":"Euro"}'),
    reply(200, ''),
    reply(429, PAGE, { 'retry-after': '30' }),
    reply(429, json('too_many_requests', 'Slow down')),
    reply(503, PAGE),
    reply(502, ''),
  ])
    assert.equal(explain(given, ask), undefined);
});

test('a key that may not write, in whatever language, lacks a permission', () => {
  const refusal = (status: number, code: string | number, message: string) =>
    reply(status, JSON.stringify({ code, message, data: { status } }), {
      'content-type': 'application/json',
    });
  const url = 'https://shop.nl/wp-json/wc/v3/products/batch';
  const said = (answer: Reply, method: 'GET' | 'POST' = 'POST') => {
    const fault = explain(answer, { url, method });
    return [fault?.code, fault?.reason];
  };
  const english = 'The API key provided does not have write permissions.';
  assert.deepEqual(said(refusal(401, AUTH, english)), ['permission_missing', 'read_only']);
  assert.deepEqual(said(refusal(401, AUTH, 'De sleutel heeft geen schrijfrechten.')), [
    ...['permission_missing', 'read_only'],
  ]);
  assert.deepEqual(said(refusal(401, AUTH, 'De sleutel is onbekend.'), 'GET'), [
    ...['credential_refused', 'key_unknown'],
  ]);
  assert.deepEqual(said(refusal(401, AUTH, 'Consumer secret is invalid.')), [
    ...['credential_refused', 'secret_wrong'],
  ]);
  for (const what of ['edit', 'create', 'batch']) {
    assert.deepEqual(said(refusal(403, `woocommerce_rest_cannot_${what}`, 'Sorry.')), [
      ...['permission_missing', 'role_too_low'],
    ]);
    // No one is logged in: the key itself was not found, or not seen.
    assert.deepEqual(said(refusal(401, `woocommerce_rest_cannot_${what}`, 'Sorry.')), [
      ...['credential_refused', 'key_unknown'],
    ]);
  }
  const empty = 'The fulfillment should contain at least one item.';
  const fault = explain(refusal(400, 0, empty), { url, method: 'POST' });
  assert.equal(fault?.message, `shop.nl refused it: ${empty}`);
});
