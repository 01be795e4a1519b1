// bol's errors in its own words, and the headers that say what is left of a limit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { explain, pace } from './explain.ts';

const orders: Ask = { url: 'https://api.bol.com/retailer/orders', operation: 'orders' };
const order: Ask = { url: 'https://api.bol.com/retailer/orders/1', operation: 'order' };
const token: Ask = { url: 'https://login.bol.com/token', method: 'POST' };
const reply = (status: number, body?: object, headers = {}): Reply => ({
  status,
  headers,
  text: JSON.stringify(body ?? ''),
  body,
});
const explained = (status: number, body: object | undefined, ask: Ask) => {
  const fault = explain(reply(status, body), ask);
  return fault && [fault.code, fault.reason, fault.status, fault.native];
};

describe('the API', () => {
  test('says that a token ran out', () => {
    const detail = 'JWT expired at 2026-09-14T08:05:03Z.';
    assert.deepEqual(explained(401, { title: 'Expired JWT', status: 401, detail }, orders), [
      'credential_refused',
      'token_refused',
      401,
      detail,
    ]);
  });

  test('distinguishes a closed account from keys without access', () => {
    const detail = 'Account is not active, access denied. Please contact partnerservice.';
    assert.deepEqual(explained(403, { title: 'Forbidden', status: 403, detail }, orders), [
      'permission_missing',
      'account_inactive',
      403,
      detail,
    ]);
    assert.deepEqual(explained(403, { title: 'Forbidden', status: 403 }, orders), [
      'permission_missing',
      'no_access',
      403,
      'Forbidden',
    ]);
  });

  test('says what is wrong with a parameter', () => {
    const body = {
      title: 'Error validating request.',
      detail: 'Bad request',
      violations: [{ name: 'page', reason: 'must be 1 or more' }],
    };
    assert.deepEqual(explained(400, body, orders), [
      'channel_failed',
      undefined,
      400,
      'Bad request; page: must be 1 or more',
    ]);
    const missing = { title: 'Not Found', detail: 'Order for order id 0 not found.' };
    assert.equal(explained(404, missing, order)?.[3], 'Order for order id 0 not found.');
  });

  test('refuses for good what the same request would meet again', () => {
    const again = (status: number, ask = orders) => explain(reply(status), ask)?.retryable;
    assert.deepEqual(
      [400, 404, 406, 410].map((status) => [again(status), again(status, token)]),
      [400, 404, 406, 410].map(() => [false, false]),
    );
    assert.deepEqual(
      [408, 429, 500, 503].map((status) => explain(reply(status), orders)),
      [undefined, undefined, undefined, undefined],
    );
  });

  test('leaves limits, its own failures and good answers to the core', () => {
    const busy = { title: 'Too Many Requests', status: 429, detail: 'retry in 4 seconds.' };
    assert.equal(explained(429, busy, orders), undefined);
    assert.equal(explained(500, undefined, orders), undefined);
    assert.equal(explained(503, { title: 'down' }, orders), undefined);
    assert.equal(explained(200, {}, orders), undefined);
  });
});

describe('the token service', () => {
  const refused = (error: string, error_description?: string) => ({ error, error_description });

  test('does not know the keys', () => {
    assert.deepEqual(explained(401, refused('invalid_client', 'Bad client credentials'), token), [
      'credential_refused',
      'unknown_keys',
      401,
      'Bad client credentials',
    ]);
  });

  test('says 401 of the keys in whatever words, and of the app where the app asked', () => {
    for (const body of [refused('unauthorized', 'Full authentication is required'), undefined]) {
      assert.deepEqual(explained(401, body, token)?.slice(0, 2), [
        'credential_refused',
        'unknown_keys',
      ]);
      assert.deepEqual(explained(401, body, { ...token, byApp: true })?.slice(0, 2), [
        'app_refused',
        'app_unknown',
      ]);
    }
    assert.equal(explained(401, refused('invalid_grant'), token)?.[1], 'consent_ended');
  });

  test('no longer takes a refresh token', () => {
    assert.deepEqual(explained(400, refused('invalid_grant'), token), [
      'credential_refused',
      'consent_ended',
      400,
      'invalid_grant',
    ]);
  });

  test('does not understand a request, or has too many of them', () => {
    assert.equal(explained(400, refused('unsupported_grant_type'), token)?.[0], 'channel_failed');
    assert.equal(explained(429, refused('too_many_requests'), token), undefined);
    assert.equal(explained(502, undefined, token), undefined);
  });
});

describe('limits', () => {
  const headers = (limit: string, remaining: string, reset: string) => ({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  });

  test('are those of the account, counted by operation', () => {
    assert.deepEqual(pace(reply(200, {}, headers('25', '24', '60')), orders), [
      { limit: 'orders', left: 24, rate: 25 / 60, burst: 25 },
    ]);
    assert.deepEqual(pace(reply(200, {}, headers('1000', '999', '1')), order), [
      { limit: 'order', left: 999, rate: 1000, burst: 1000 },
    ]);
  });

  test('pause when a window is used up, with room for what is under way', () => {
    assert.deepEqual(pace(reply(200, {}, headers('25', '0', '37')), orders), [
      { limit: 'orders', left: 0, rate: 25 / 60, burst: 25, pause: 37_000 },
    ]);
    assert.equal(pace(reply(200, {}, headers('25', '5', '1')), order)[0]?.pause, 1000);
    assert.equal(pace(reply(200, {}, headers('25', '6', '1')), order)[0]?.pause, undefined);
  });

  test('may give the end of a window as a time', () => {
    const at = Date.UTC(2026, 10, 1, 12) / 1000;
    const dated = {
      ...headers('25', '0', String(at + 12)),
      date: new Date(at * 1000).toUTCString(),
    };
    assert.equal(pace(reply(200, {}, dated), orders)[0]?.pause, 12_000);
    const undated = headers('25', '0', String(at + 12));
    assert.equal(pace(reply(200, {}, undated), orders)[0]?.pause, undefined);
  });

  test('are not guessed where nothing is said', () => {
    assert.deepEqual(pace(reply(200, {}), orders), []);
    assert.deepEqual(pace(reply(200, {}, headers('25', '24', '60')), token), []);
    assert.deepEqual(pace(reply(503, {}, headers('25', '0', '60')), orders), []);
  });
});
