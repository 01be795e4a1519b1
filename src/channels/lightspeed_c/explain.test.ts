// Errors: every shape Lightspeed has for them, and what it says of its limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import { settled } from '../../net/reply.ts';
import { explain } from './explain.ts';
import { NOW } from './fake-vendor.ts';
import { limits, mustAfford, pace } from './limits.ts';

const ASK = { url: 'https://api.webshopapp.com/nl/orders.json' };
const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  text: '',
  body,
});
const error = (code: number, message: string, more = {}) => ({
  error: { code, method: 'GET', request: '/nl/orders.json', message, ...more },
});
const headers = (limit: string, remaining: string, reset: string) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': reset,
});
const USED = headers('300/3000/12000', '-1/2610/11420', '118/1918/23518');

test('each error has its code, its reason and the vendor’s own sentence', () => {
  const cases = [
    [401, 'Access denied.', 'credential_refused', 'access_denied'],
    [403, 'No permission to access this resource.', 'permission_missing', 'orders_not_allowed'],
    [404, 'Unknown or inactive language.', 'credential_refused', 'unknown_language'],
    [404, 'Order not found.', 'channel_failed', undefined],
    [500, 'Something broke.', 'channel_failed', undefined],
  ] as const;
  for (const [status, message, code, reason] of cases) {
    for (const answer of [
      reply(status, error(status, message)),
      reply(200, error(status, message)),
    ]) {
      const fault = explain(answer, ASK);
      assert.equal(fault?.code, code, message);
      assert.equal(fault.reason, reason);
      assert.equal(fault.status, status);
      assert.equal(fault.native, message);
    }
  }
});

test('a good answer is no error, and a page of HTML is left to the core', () => {
  assert.equal(explain(reply(200, { orders: [] }), ASK), undefined);
  assert.equal(explain(reply(502, undefined), ASK), undefined);
  assert.equal(explain(reply(200, { error: 'Broken' }), ASK)?.native, 'Broken');
  assert.equal(explain(reply(200, error(0, 'Odd')), ASK)?.status, 500);
});

test('field messages of a 422 are passed on too', () => {
  const body = error(422, 'Invalid parameters.', { errors: { limit: ['must be 1 to 250'] } });
  assert.equal(explain(reply(422, body), ASK)?.native, 'Invalid parameters. must be 1 to 250');
});

test('the group that lacks a permission follows from what was asked', () => {
  const group = (path: string) =>
    explain(reply(403, error(403, 'No.')), { url: `https://api.webshopapp.com/nl/${path}` })
      ?.reason;
  assert.equal(group('catalog.json'), 'products_not_allowed');
  assert.equal(group('variants.json'), 'products_not_allowed');
  assert.equal(group('orders/1/products.json'), 'orders_not_allowed');
  assert.equal(group('shop.json'), 'settings_not_allowed');
});

test('a met limit lasts until the window that is used up has ended', () => {
  const fault = explain(reply(429, error(429, 'Too many requests.'), USED), ASK);
  assert.equal(fault?.code, 'channel_rate_limited');
  assert.equal(fault.retryAfter, 118_000);
  const both = headers('300/3000/12000', '0/-1/90', '10/1918/23518');
  assert.equal(explain(reply(429, error(429, 'No.'), both), ASK)?.retryAfter, 1_918_000);
});

test('where no window says when it opens, the core reads Retry-After, in seconds or as a date', () => {
  for (const status of [429, 503])
    for (const wait of ['5', new Date(NOW + 5000).toUTCString()]) {
      const answer = reply(status, error(status, 'No.'), { 'retry-after': wait });
      const fault = explain(answer, ASK);
      assert.equal(fault?.code, status === 429 ? 'channel_rate_limited' : 'channel_failed');
      assert.equal(fault.native, 'No.');
      assert.equal(settled(fault, answer, NOW).retryAfter, 5000);
    }
});

test('the limits are those published, and answers correct them', () => {
  assert.deepEqual(
    limits.map(({ tokens, seconds, burst, concurrency }) => [
      tokens ?? concurrency,
      seconds,
      burst,
    ]),
    [
      [300, 300, 300],
      [3000, 3600, 3000],
      [12_000, 86_400, 12_000],
      [4, undefined, undefined],
    ],
  );
  const larger = headers('1000/12000/288000', '287/2961/0', '263/2063/23663');
  assert.deepEqual(pace(reply(200, {}, larger)), [
    { limit: 'five minutes', rate: 1000 / 300, burst: 1000, left: 284 },
    { limit: 'hour', rate: 12_000 / 3600, burst: 12_000, left: 2958 },
    { limit: 'day', rate: 288_000 / 86_400, burst: 288_000, left: 0, pause: 23_663_000 },
  ]);
  assert.deepEqual(pace(reply(200, {}, USED))[0], {
    limit: 'five minutes',
    rate: 1,
    burst: 300,
    left: 0,
    pause: 118_000,
  });
  assert.deepEqual(pace(reply(401, {})), []);
  assert.deepEqual(pace(reply(200, {}, headers('300', 'many', '5'))), []);
});

test('a page that a window cannot pay for is refused before it uses up the rest', () => {
  const short = headers('300/3000/12000', '200/43/9000', '100/1800/23663');
  assert.doesNotThrow(() => mustAfford(40, short));
  assert.throws(() => mustAfford(41, short), {
    code: 'channel_rate_limited',
    retryAfter: 1_800_000,
  });
  // What opens soon can be waited for.
  const soon = headers('300/3000/12000', '3/900/9000', '45/1800/23663');
  assert.doesNotThrow(() => mustAfford(41, soon));
});

test('what a second try cannot mend is not offered for one', () => {
  const retryable = (status: number) =>
    explain(reply(status, error(status, 'No.')), ASK)?.retryable;
  assert.deepEqual([retryable(422), retryable(400), retryable(404)], [false, false, false]);
  assert.equal(retryable(500), true);
});
