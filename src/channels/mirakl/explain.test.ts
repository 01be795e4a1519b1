// Error answers of both APIs, and what becomes of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { explain } from './explain.ts';

const CONNECT: Ask = { url: 'https://miraklconnect.com/api/v2/orders' };
const MARKET: Ask = { url: 'https://sample.mirakl.net/api/orders' };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  body: typeof body === 'string' ? undefined : body,
});

const faultOf = (ask: Ask, reply: Reply) => {
  const fault = explain(reply, ask);
  return fault && [fault.code, fault.reason, fault.native];
};

test('good answers are left alone', () => {
  assert.equal(explain(answer(200, { data: [] }), CONNECT), undefined);
  assert.equal(explain(answer(200, { orders: [], total_count: 0 }), MARKET), undefined);
});

test('Connect goes by its code', () => {
  assert.deepEqual(
    faultOf(CONNECT, answer(401, { code: 'UNAUTHORIZED', message: 'Authentication is required' })),
    ['credential_refused', 'token_refused', 'Authentication is required'],
  );
  assert.deepEqual(faultOf(CONNECT, answer(403, { code: 'FORBIDDEN', message: 'No' })), [
    'permission_missing',
    'company_forbidden',
    'No',
  ]);
  const limited = { code: 'TOO_MANY_REQUEST', message: 'Too many requests' };
  assert.deepEqual(faultOf(CONNECT, answer(429, limited)), [
    'channel_rate_limited',
    'too_often',
    'Too many requests',
  ]);
  assert.equal(explain(answer(400, limited), CONNECT)?.code, 'channel_rate_limited');
  assert.deepEqual(
    faultOf(
      CONNECT,
      answer(400, {
        code: 'INVALID_INPUT',
        message: 'An error occurred while processing your request',
        errors: [{ message: 'limit must be less than or equal to 100', field: 'query.limit' }],
      }),
    ),
    [
      'channel_failed',
      undefined,
      'An error occurred while processing your request; query.limit: limit must be less than or equal to 100',
    ],
  );
  for (const [status, code] of [
    [500, 'UNEXPECTED'],
    [503, 'UNAVAILABLE'],
    [404, 'DATA_NOT_FOUND'],
  ] as const)
    assert.equal(explain(answer(status, { code, message: 'x' }), CONNECT)?.code, 'channel_failed');
});

test('a marketplace goes by its status', () => {
  assert.deepEqual(faultOf(MARKET, answer(401, { message: 'Unauthorized', status: 401 })), [
    'credential_refused',
    'key_refused',
    'Unauthorized',
  ]);
  assert.deepEqual(faultOf(MARKET, answer(403, { message: 'Access denied', status: 403 })), [
    'permission_missing',
    'shop_forbidden',
    'Access denied',
  ]);
  assert.deepEqual(faultOf(MARKET, answer(429, { message: 'Too Many Requests', status: 429 })), [
    'channel_rate_limited',
    'too_often',
    'Too Many Requests',
  ]);
  assert.deepEqual(
    faultOf(
      MARKET,
      answer(400, { message: 'start_update_date: invalid date format', status: 400 }),
    ),
    ['channel_failed', undefined, 'start_update_date: invalid date format'],
  );
  assert.deepEqual(
    faultOf(MARKET, answer(400, { errors: [{ message: 'one' }, { message: 'two' }] })),
    ['channel_failed', undefined, 'one; two'],
  );
  assert.equal(explain(answer(404, { message: 'x', status: 404 }), MARKET)?.reason, undefined);
});

test('what is no marketplace is said to be a wrong address', () => {
  const page = '<!doctype html><title>Welcome</title>';
  for (const [reply, code] of [
    [answer(200, page), 'channel_invalid_response'],
    [answer(302, '', { location: 'https://elsewhere.example/' }), 'channel_invalid_response'],
    [answer(404, page), 'channel_failed'],
  ] as const) {
    const fault = explain(reply, MARKET);
    assert.deepEqual([fault?.code, fault?.reason], [code, 'wrong_address']);
    assert.equal(fault?.native, undefined);
  }
});

test('a long sentence is cut', () => {
  const fault = explain(answer(429, { message: 'x'.repeat(600) }), MARKET);
  assert.equal(fault?.native?.length, 500);
});

test('asking again cannot mend an address, a page, a redirect or an API that is missing', () => {
  const page = '<!doctype html><title>Welcome</title>';
  for (const [ask, status, body, again] of [
    [MARKET, 200, page, false],
    [MARKET, 302, '', false],
    [MARKET, 404, page, false],
    [MARKET, 404, { message: 'Resource not found', status: 404 }, false],
    [MARKET, 400, { message: 'start_date: invalid date format', status: 400 }, false],
    [CONNECT, 404, { code: 'DATA_NOT_FOUND', message: 'x' }, false],
    [CONNECT, 400, { code: 'TOO_MANY_REQUEST', message: 'x' }, true],
    [MARKET, 429, { message: 'x' }, true],
    [MARKET, 503, page, true],
    [CONNECT, 500, { code: 'UNEXPECTED', message: 'x' }, true],
  ] as const)
    assert.equal(explain(answer(status, body), ask)?.retryable, again, `${ask.url} ${status}`);
});
