// Errors of both generations, and what the headers say of the quota.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import { settled } from '../../net/reply.ts';
import { explain, pace } from './explain.ts';

const ask = (path: string) => ({ url: `https://api.bigcommerce.com/stores/abc/${path}` });
const reply = (status: number, body?: unknown, headers = {}): Reply => ({
  status,
  headers,
  text: '',
  body,
});
const explained = (answer: Reply, path = 'v2/orders') => {
  const fault = explain(answer, ask(path));
  return fault && [fault.code, fault.reason, fault.native, fault.status, fault.retryAfter];
};

test('good answers and redirects are left alone', () => {
  for (const status of [200, 204, 301]) assert.equal(explained(reply(status)), undefined);
});

test('V2 writes a list, V3 an object, the gateway sometimes nothing', () => {
  assert.deepEqual(
    explained(reply(404, [{ status: 404, message: 'The requested resource was not found.' }])),
    ['channel_failed', 'store_not_found', 'The requested resource was not found.', 404, undefined],
  );
  assert.deepEqual(
    explained(
      reply(400, [{ status: 400, message: 'Bad', details: { invalid_reason: 'no date' } }]),
    ),
    ['channel_failed', undefined, 'Bad invalid_reason: no date', 400, undefined],
  );
  const invalid = {
    status: 422,
    title: 'Missing Required Fields',
    type: 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes',
    errors: { name: 'Please provide a name.', price: { amount: 'Please provide a price.' } },
  };
  assert.deepEqual(explained(reply(422, invalid), 'v3/catalog/products'), [
    'channel_failed',
    undefined,
    'Missing Required Fields name: Please provide a name. amount: Please provide a price.',
    422,
    undefined,
  ]);
  assert.deepEqual(explained(reply(401)), [
    'credential_refused',
    'token_refused',
    undefined,
    401,
    undefined,
  ]);
  assert.deepEqual(explained(reply(500, 'oops')), ['channel_failed', undefined, undefined, 500, undefined]); // biome-ignore format: one line
});

test('a missing scope is named by what was asked for', () => {
  const title = "You don't have a required scope to access the endpoint";
  const refused = reply(403, { status: 403, title, errors: {} });
  for (const [path, reason, name] of [
    ['v2/orders/7/products', 'orders_scope', 'Orders'],
    ['v3/orders/payment_actions/refunds', 'orders_scope', 'Orders'],
    ['v3/catalog/brands', 'products_scope', 'Products'],
    ['v3/customers', 'customers_scope', 'Customers'],
    ['v2/store', 'information_scope', 'Information & Settings'],
  ] as const) {
    const fault = explain(refused, ask(path));
    assert.equal(fault?.code, 'permission_missing');
    assert.equal(fault.reason, reason);
    assert.equal(fault.native, title);
    assert.ok(fault.message.includes(`"${name}"`), path);
  }
});

test('a used-up quota is waited out for the longer of the two times', () => {
  const headers = { 'x-rate-limit-time-reset-ms': '15000', 'x-retry-after': '20' };
  const code = ['channel_rate_limited', undefined, 'Too many requests', 429];
  const body = { status: 429, title: 'Too many requests' };
  assert.deepEqual(explained(reply(429, body, headers)), [...code, 20_000]);
  assert.deepEqual(explained(reply(429, body, { ...headers, 'x-retry-after': '1' })), [
    ...code,
    15_000,
  ]);
  assert.deepEqual(explained(reply(429, body)), [...code, undefined]);
});

test('Retry-After goes before the vendor’s own headers, as a fraction or a date too', () => {
  const now = Date.UTC(2026, 10, 1, 12);
  for (const wait of ['2.5', new Date(now + 3000).toUTCString()]) {
    const answer = reply(429, {}, { 'retry-after': wait, 'x-rate-limit-time-reset-ms': '15000' });
    const fault = explain(answer, ask('v2/orders'));
    assert.ok(fault);
    assert.equal(settled(fault, answer, now).retryAfter, wait === '2.5' ? 2500 : 3000);
  }
});

test('a suspended store is not a wrong credential', () => {
  assert.deepEqual(explained(reply(503)), [
    'channel_failed',
    'store_unavailable',
    undefined,
    503,
    undefined,
  ]);
});

test('the token service has errors of its own', () => {
  const login = { url: 'https://login.bigcommerce.com/oauth2/token' };
  const fault = explain(reply(400, { error: 'invalid_grant' }), login);
  assert.deepEqual(
    [fault?.code, fault?.reason, fault?.native],
    ['credential_refused', 'install_refused', 'invalid_grant'],
  );
  assert.equal(explain(reply(502), login), undefined);
});

test('every answer corrects the budget', () => {
  const headers = {
    'x-rate-limit-time-window-ms': '30000',
    'x-rate-limit-time-reset-ms': '25271',
    'x-rate-limit-requests-quota': '450',
    'x-rate-limit-requests-left': '147',
  };
  assert.deepEqual(pace(reply(200, [], headers)), [
    { limit: 'store', rate: 15, burst: 450, left: 147 },
  ]);
  // Near its end the rest is left alone: other asks are under way, and other apps share it.
  assert.deepEqual(pace(reply(200, [], { ...headers, 'x-rate-limit-requests-left': '5' })), [
    { limit: 'store', rate: 15, burst: 450, left: 5, pause: 25_271 },
  ]);
  assert.deepEqual(pace(reply(200)), []);
  assert.deepEqual(pace(reply(200, [], { ...headers, 'x-rate-limit-requests-quota': '-1' })), []);
});

test('what a second try cannot mend is not offered for one', () => {
  const retryable = (status: number) => explain(reply(status), ask('v2/orders'))?.retryable;
  assert.deepEqual([retryable(404), retryable(422), retryable(413)], [false, false, false]);
  assert.deepEqual([retryable(500), retryable(503), retryable(429)], [true, true, true]);
});

test('an installation that fails for the operator’s app is the operator’s matter', () => {
  const ask = { method: 'POST', url: 'https://login.bigcommerce.com/oauth2/token' } as const;
  const said = (status: number, error: string | undefined, byApp: boolean) =>
    explain({ status, headers: {}, text: '', body: error && { error } }, { ...ask, byApp });
  assert.deepEqual(
    [said(401, 'invalid_client', true), said(401, undefined, true)].map((fault) => fault?.code),
    ['app_refused', 'app_refused'],
  );
  assert.equal(said(400, 'invalid_grant', true)?.reason, 'install_refused');
  assert.equal(said(401, 'invalid_client', false)?.reason, 'install_refused');
  assert.equal(said(503, 'invalid_client', true), undefined);
});
