// Error answers, each in Amazon's own words, and what they become; the rates that answers give.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explain } from './explain.ts';
import { limits, pace } from './limits.ts';

const ask = {
  url: 'https://sellingpartnerapi-eu.amazon.com/orders/2026-01-01/orders',
  operation: 'searchOrders',
};
const reply = (status: number, body: unknown, headers = {}) => ({
  status,
  headers,
  text: JSON.stringify(body),
  body,
});
const explained = (status: number, code: string, message: string, details = '') =>
  explain(reply(status, { errors: [{ code, message, details }] }), ask);
const DENIED = 'Access to requested resource is denied.';

describe('the Selling Partner API', () => {
  test('a token that ran out, one that is not accepted, and a role that is missing', () => {
    const expired = explained(
      403,
      'Unauthorized',
      DENIED,
      'The access token you provided has expired.',
    );
    assert.equal(expired?.code, 'credential_refused');
    assert.equal(expired.reason, 'token_expired');
    assert.equal(expired.native, `${DENIED} The access token you provided has expired.`);
    const invalid = explained(
      403,
      'Unauthorized',
      DENIED,
      'The access token you provided is revoked, malformed or invalid.',
    );
    assert.deepEqual([invalid?.code, invalid?.reason], ['credential_refused', 'token_invalid']);
    const role = explained(403, 'Unauthorized', DENIED);
    assert.deepEqual([role?.code, role?.reason], ['permission_missing', 'role_missing']);
    assert.equal(role?.native, DENIED);
  });

  test('a path that the gateway does not know', () => {
    const fault = explained(403, 'MissingAuthenticationToken', 'Missing Authentication Token');
    assert.equal(fault?.code, 'channel_failed');
  });

  test('parameters that are refused', () => {
    const mixed = explained(
      400,
      'InvalidInput',
      'Invalid Input',
      'createdAfter and lastUpdatedAfter cannot both be set.',
    );
    assert.deepEqual([mixed?.code, mixed?.reason], ['channel_failed', 'invalid_input']);
    assert.match(mixed?.native ?? '', /cannot both be set/);
    assert.equal(
      explained(400, 'INVALID_INPUT', 'Invalid marketplace: X.')?.reason,
      'wrong_marketplace',
    );
    const page = explained(
      400,
      'InvalidInput',
      'Invalid Input',
      'The paginationToken has expired.',
    );
    assert.deepEqual([page?.code, page?.field], ['invalid_page_token', 'next_page_token']);
  });

  test('a role that is missing for some of the data, in both of Amazon’s sentences', () => {
    for (const message of [
      'Application does not have access to one or more requested data elements: [buyerInfo, shippingAddress]',
      'Application do not have access to some or all requested resource',
    ]) {
      const fault = explained(400, 'InvalidInput', message);
      assert.deepEqual([fault?.code, fault?.reason], ['permission_missing', 'role_missing']);
      assert.equal(fault?.native, message);
    }
  });

  test('a quota that is used up: where Amazon does not say for how long, the plan does', () => {
    const body = { errors: [{ code: 'QuotaExceeded', message: 'You exceeded your quota.' }] };
    const slow = explain(reply(429, body), ask);
    assert.equal(slow?.code, 'channel_rate_limited');
    assert.equal(slow.retryAfter, 178_572);
    assert.equal(explain(reply(429, body), { ...ask, operation: 'getOrder' })?.retryAfter, 2000);
    // What the answer says of it the core reads.
    assert.equal(explain(reply(429, body, { 'retry-after': '7' }), ask)?.retryAfter, undefined);
    assert.equal(explain(reply(429, undefined), ask)?.code, 'channel_rate_limited');
  });

  test('errors of Amazon’s own, and errors beside a payload', () => {
    const own = explained(
      500,
      'InternalFailure',
      'We encountered an internal error. Please try again.',
    );
    assert.deepEqual([own?.code, own?.status], ['channel_failed', 500]);
    const inside = explain(
      reply(200, { payload: {}, errors: [{ code: 'InternalFailure', message: 'oops' }] }),
      ask,
    );
    assert.deepEqual([inside?.code, inside?.status], ['channel_failed', undefined]);
    assert.equal(explained(404, 'NotFound', 'Resource not found.')?.code, 'channel_failed');
  });

  test('good answers and bodies without errors are left alone', () => {
    assert.equal(explain(reply(200, { orders: [] }), ask), undefined);
    assert.equal(explain(reply(200, { payload: {}, errors: [] }), ask), undefined);
    assert.equal(explain(reply(503, undefined), ask), undefined);
  });
});

test('Login with Amazon has errors of its own', () => {
  const login = (status: number, body: object) =>
    explain(reply(status, body), { url: 'https://api.amazon.com/auth/o2/token' });
  const description =
    "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission.";
  const grant = login(400, { error: 'invalid_grant', error_description: description });
  assert.deepEqual([grant?.code, grant?.native], ['credential_refused', description]);
  assert.equal(login(400, { error: 'unauthorized_client' })?.reason, 'other_app');
  assert.equal(login(401, { error: 'invalid_client' })?.reason, 'client_unknown');
  assert.equal(login(400, { error: 'invalid_request' })?.code, 'channel_failed');
  assert.equal(login(503, { error: 'temporarily_unavailable' }), undefined);
  assert.equal(login(200, { access_token: 'x' }), undefined);
});

test('an answer gives the seller’s own rate', () => {
  const header = (rate: string) => ({ 'x-amzn-ratelimit-limit': rate });
  assert.deepEqual(pace(reply(200, {}, header('0.0112')), ask), [
    { limit: 'searchOrders', rate: 0.0112 },
  ]);
  assert.deepEqual(pace(reply(429, {}), ask), []);
  assert.deepEqual(pace(reply(200, {}, header('many')), ask), []);
  assert.deepEqual(pace(reply(200, {}, header('5.0')), { url: ask.url }), []);
});

test('the published plans are the starting budget, counted by operation', () => {
  const plan = limits.find(({ name }) => name === 'searchOrders');
  assert.deepEqual(plan, {
    name: 'searchOrders',
    by: 'credential',
    operations: ['searchOrders'],
    tokens: 0.0056,
    seconds: 1,
    burst: 20,
  });
});
