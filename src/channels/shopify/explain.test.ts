// Every form in which Shopify reports an error, and what it says about its limits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import { explain, pace } from './explain.ts';
import { tooCostly } from './fake-vendor.ts';

const graphql = { url: 'https://velo-nord.myshopify.com/admin/api/2026-10/graphql.json' };
const token = { url: 'https://velo-nord.myshopify.com/admin/oauth/access_token' };
const reply = (status: number, body: unknown, headers = {}): Reply => ({
  status,
  headers,
  text: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
  body: typeof body === 'string' ? undefined : body,
});
const cost = (requested: number, available: number) => ({
  requestedQueryCost: requested,
  actualQueryCost: null,
  throttleStatus: {
    maximumAvailable: 2000,
    currentlyAvailable: available,
    restoreRate: 100,
  },
});
const failed = (code: string, message: string) => ({
  errors: [{ message, extensions: { code } }],
});

describe('by status', () => {
  const cases: [number, unknown, string, RegExp][] = [
    [
      401,
      { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
      'credential_refused',
      /Authorise the shop again/,
    ],
    [402, { errors: 'Unavailable Shop' }, 'permission_missing', /frozen/],
    [
      403,
      { errors: '[API] This action requires merchant approval for read_orders scope.' },
      'permission_missing',
      /lacks the scope read_orders\./,
    ],
    [
      403,
      {
        errors:
          '[API] This app is not approved to access REST endpoints with protected customer data.',
      },
      'permission_missing',
      /protected customer data/,
    ],
    [
      403,
      { errors: 'Non-expiring access tokens are no longer accepted for the Admin API.' },
      'credential_refused',
      /never end/,
    ],
    [403, '<html>', 'permission_missing', /does not allow/],
    [404, { errors: 'Not Found' }, 'credential_refused', /velo-nord.*no shop at this address/],
    [404, '<html>Sorry, this shop is unavailable</html>', 'credential_refused', /no shop/],
    [423, { errors: 'Locked' }, 'permission_missing', /locked/],
    [430, { errors: 'Rejected' }, 'channel_failed', /attack/],
  ];
  for (const [status, body, code, sentence] of cases)
    test(`${status} ${JSON.stringify(body).slice(0, 60)} is ${code}`, () => {
      const fault = explain(reply(status, body), graphql);
      assert.equal(fault?.code, code);
      assert.equal(fault.status, status);
      assert.match(fault.message, sentence);
    });

  test('the vendor’s own sentence is passed on', () => {
    const body = { errors: { orders: ['is odd'] } };
    assert.equal(explain(reply(403, body), graphql)?.native, '{"orders":["is odd"]}');
  });

  test('what the core knows by itself is left to it', () => {
    assert.equal(explain(reply(429, { errors: 'Throttled' }), graphql), undefined);
    assert.equal(explain(reply(503, '<html>'), graphql), undefined);
    assert.equal(explain(reply(200, '<!doctype html>'), graphql), undefined);
  });
});

describe('redirects are never followed', () => {
  test('a renamed shop gives its new address', () => {
    const location = 'https://velo-new.myshopify.com/admin/api/2026-10/graphql.json';
    const fault = explain(reply(301, '', { location }), graphql);
    assert.equal(fault?.code, 'credential_refused');
    assert.match(fault.message, /moved from velo-nord.* to velo-new\.myshopify\.com/);
  });

  test('a login page is no answer', () => {
    for (const location of ['https://accounts.shopify.com/lookup', '/admin/auth/login', ''])
      assert.match(explain(reply(302, '', { location }), graphql)?.message ?? '', /wants a login/);
  });
});

describe('with status 200', () => {
  test('a good answer is no fault', () => {
    assert.equal(explain(reply(200, { data: { orders: {} } }), graphql), undefined);
  });

  test('a throttled query says when the points are there again', () => {
    const body = { ...failed('THROTTLED', 'Throttled'), extensions: { cost: cost(312, 112) } };
    const fault = explain(reply(200, body), graphql);
    assert.equal(fault?.code, 'channel_rate_limited');
    assert.equal(fault.retryAfter, 2000);
    const soon = { ...body, extensions: { cost: cost(312, 311) } };
    assert.equal(explain(reply(200, soon), graphql)?.retryAfter, 1000);
    assert.equal(explain(reply(200, failed('THROTTLED', '')), graphql)?.retryAfter, 1000);
  });

  test('other errors are known by their code', () => {
    const codeOf = (code: string) => explain(reply(200, failed(code, 'Because')), graphql)?.code;
    assert.equal(codeOf('SHOP_INACTIVE'), 'permission_missing');
    assert.equal(codeOf('INTERNAL_SERVER_ERROR'), 'channel_failed');
    assert.equal(codeOf('undefinedField'), 'channel_failed');
    assert.equal(explain(reply(200, failed('x', 'Because')), graphql)?.native, 'Because');
  });

  test('what the driver deals with is left to it', () => {
    assert.equal(explain(reply(200, tooCostly), graphql), undefined);
    assert.equal(explain(reply(200, failed('ACCESS_DENIED', 'No')), graphql), undefined);
  });

  test('a list that is paged through too far is to be narrowed', () => {
    const message = 'Cannot paginate past 25,000 objects';
    const fault = explain(reply(200, failed('BAD_REQUEST', message)), graphql);
    assert.equal(fault?.code, 'channel_failed');
    assert.equal(fault.retryable, false);
    assert.match(fault.message, /narrow the filters/);
  });
});

test('a refused renewal says what to do', () => {
  const refused = (body: unknown) => explain(reply(400, body), token);
  const ended = refused({
    error: 'invalid_grant',
    error_description: 'The refresh token is invalid or expired',
  });
  assert.equal(ended?.code, 'credential_refused');
  assert.match(ended.message, /authorise the shop again/);
  assert.equal(ended.native, 'The refresh token is invalid or expired');
  assert.match(refused({ error: 'shop_not_permitted' })?.message ?? '', /same organisation/);
  assert.match(
    refused('<html>Oauth error application_cannot_be_found: x</html>')?.message ?? '',
    /no Shopify app/,
  );
  assert.equal(explain(reply(401, undefined), token)?.code, 'credential_refused');
  assert.equal(refused('<html>')?.code, 'channel_failed', 'a page that says nothing of the grant');
});

test('a renewal by the operator’s app: what is said of the app is not said of the shop', () => {
  const refused = (status: number, body: unknown) =>
    explain(reply(status, body), { ...token, byApp: true });
  const gone = 'Could not find Shopify API application with api_key x';
  for (const [status, body] of [
    [400, { error: 'invalid_client' }],
    [400, { error: 'application_cannot_be_found' }],
    [400, { error: 'invalid_request', error_description: gone }],
    [400, `<html>Oauth error invalid_request: ${gone}</html>`],
    [401, undefined],
  ] as const) {
    const fault = refused(status, body);
    assert.deepEqual([fault?.code, fault?.reason], ['app_refused', 'app_unknown']);
  }
  assert.equal(refused(400, { error: 'invalid_grant' })?.code, 'credential_refused');
  for (const body of [{ error: 'invalid_request' }, '<html>', undefined])
    assert.equal(refused(400, body)?.code, 'channel_failed');
});

test('every answer gives the rate, the bucket, what is left of it and what was not needed', () => {
  const ask = { url: 'https://a.myshopify.com/', cost: 300 };
  const charged = cost(300, 1904);
  const good = { extensions: { cost: { ...charged, actualQueryCost: 40 } } };
  assert.deepEqual(pace(reply(200, good), ask), [
    { limit: 'points', rate: 100, burst: 2000, left: 1904, back: 260 },
  ]);
  const throttled = { extensions: { cost: { ...charged, actualQueryCost: null } } };
  assert.equal(pace(reply(200, throttled), ask)[0]?.back, 300);
  assert.deepEqual(pace(reply(200, { data: {} }), ask), []);
  assert.deepEqual(pace(reply(502, '<html>'), ask), []);
});
