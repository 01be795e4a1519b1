// Keys of a marketplace: every spelling, the exchange for tokens, and every way a check can end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Given } from '../../model/credential.ts';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { explain } from './explain.ts';
import { sharetribe } from './index.ts';

const ID = '11111111-2222-3333-4444-555555555555';
const baseUrl = 'https://flex-integ-api.sharetribe.com';
const KEYS = { clientId: ID, clientSecret: 'demo-secret' };

const refuses = (given: Given, field: string, sentence: RegExp, reason?: string) =>
  assert.throws(
    () => accept(given),
    (fault) =>
      fault instanceof Fault &&
      fault.code === 'invalid_request' &&
      fault.field === field &&
      fault.reason === reason &&
      sentence.test(fault.message),
  );

test('keys in every spelling', () => {
  for (const given of [
    KEYS,
    { client_id: ID, client_secret: 'demo-secret' },
    { clientId: ` ${ID.toUpperCase()} `, clientSecret: ' demo-secret ' },
    { ...KEYS, baseUrl: 'flex-integ-api.sharetribe.com/' },
    { ...KEYS, baseUrl: `${baseUrl}/v1/integration_api/` },
  ])
    assert.deepEqual(accept(given), {
      account: { baseUrl, clientId: ID },
      secrets: { clientSecret: 'demo-secret' },
    });
  assert.deepEqual(accept({ token: 'Bearer eyJ.x' }), {
    account: { baseUrl },
    secrets: { token: 'eyJ.x' },
  });
  assert.equal(
    accept({ ...KEYS, marketplaceUrl: 'www.shop.fi/en/' }).account.marketplaceUrl,
    'https://www.shop.fi/en',
  );
});

test('what cannot work is refused with the reason', () => {
  refuses({}, 'clientSecret', /must be given/, 'keys_missing');
  refuses({ clientId: ID }, 'clientSecret', /must be given/, 'keys_missing');
  refuses({ clientSecret: 'x' }, 'clientId', /must be given/, 'keys_missing');
  refuses({ ...KEYS, clientId: 'abc' }, 'clientId', /must be the client ID/, 'client_id_form');
  refuses({ ...KEYS, clientSecret: 'a b' }, 'clientSecret', /copy it again/);
  refuses({ ...KEYS, baseUrl: 'https://evil.example' }, 'baseUrl', /Sharetribe/, 'not_sharetribe');
  refuses({ ...KEYS, baseUrl: 'https://sharetribe.com.evil.example' }, 'baseUrl', /Sharetribe/, 'not_sharetribe'); // biome-ignore format: one line
  refuses({ ...KEYS, baseUrl: 'http://flex-api.sharetribe.com' }, 'baseUrl', /Sharetribe/, 'not_sharetribe'); // biome-ignore format: one line
  refuses({ ...KEYS, marketplaceUrl: 'my shop' }, 'marketplaceUrl', /address/, 'marketplace_form');
  refuses({ ...KEYS, clientId: [ID] }, 'clientId', /one text/);
});

test('asks go to Sharetribe alone, with a bearer token', () => {
  const credential = accept(KEYS);
  assert.deepEqual(hosts(credential.account), ['flex-integ-api.sharetribe.com']);
  const signed = sign({ url: '' }, { ...credential, secrets: { token: 'eyJ' } });
  assert.deepEqual(signed, { headers: { authorization: 'bearer eyJ' } });
});

/** A token service that answers as it is set up, and remembers the forms it was sent. */
function tokenService(answer: (form: URLSearchParams) => [number, unknown]) {
  const forms: Record<string, string>[] = [];
  const call: Call = (ask) => {
    assert.equal(ask.url, `${baseUrl}/v1/auth/token`);
    assert.equal(ask.headers?.['content-type'], 'application/x-www-form-urlencoded');
    const form = new URLSearchParams(ask.body);
    forms.push(Object.fromEntries(form));
    const [status, body] = answer(form);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const reply: Reply = {
      status,
      headers: {},
      text,
      body: typeof body === 'string' ? undefined : body,
    };
    const fault = explain(reply, ask);
    return fault ? Promise.reject(fault) : Promise.resolve(reply);
  };
  return { forms, call };
}

const TOKEN = { access_token: 'eyJ.1', expires_in: 600, refresh_token: 'v2--1' };

test('keys are exchanged for a token, which is renewed by its refresh token shortly before its end', async () => {
  const service = tokenService(() => [200, TOKEN]);
  const credential = accept(KEYS);
  assert.equal(renewal.usesUp(credential), false);
  assert.equal(renewal.endsAt(credential), 0);
  const grant = await renewal.renew(credential, undefined, service.call, 1000);
  assert.equal(grant.endsAt, 601_000);
  assert.equal(renewal.endsAt(grant), 601_000);
  assert.ok((renewal.ahead ?? 0) < 600_000 / 2);
  const again = await renewal.renew(grant, undefined, service.call, 500_000);
  assert.equal(again.secrets.token, 'eyJ.1');
  assert.deepEqual(service.forms, [
    {
      client_id: ID,
      client_secret: 'demo-secret',
      grant_type: 'client_credentials',
      scope: 'integ',
    },
    { client_id: ID, grant_type: 'refresh_token', refresh_token: 'v2--1' },
  ]);
});

test('a refresh token that ended is passed over; refused keys are reported', async () => {
  const credential = accept(KEYS);
  const old = { ...credential, secrets: { ...credential.secrets, refreshToken: 'old' } };
  const service = tokenService((form) =>
    form.get('grant_type') === 'refresh_token' ? [401, 'Unauthorized'] : [200, TOKEN],
  );
  assert.equal((await renewal.renew(old, undefined, service.call, 0)).secrets.token, 'eyJ.1');
  assert.equal(service.forms.length, 2);

  const closed = tokenService(() => [401, 'Unauthorized']);
  await assert.rejects(renewal.renew(credential, undefined, closed.call, 0), {
    code: 'credential_refused',
    reason: 'keys_refused',
    native: 'Unauthorized',
  });
  const broken = tokenService(() => [503, 'Service Unavailable']);
  await assert.rejects(renewal.renew(old, undefined, broken.call, 0), { code: 'channel_failed' });
  const odd = tokenService(() => [200, {}]);
  await assert.rejects(renewal.renew(credential, undefined, odd.call, 0), {
    code: 'channel_invalid_response',
  });
});

test('a ready token is never renewed', () => {
  assert.equal(renewal.endsAt(accept({ token: 'eyJ.x' })), undefined);
});

test('the check reads the marketplace’s name and one listing', async () => {
  const asked: Ask[] = [];
  const call: Call = (ask) => {
    asked.push(ask);
    const body = ask.url.endsWith('marketplace/show')
      ? { data: { id: 'm-1', type: 'marketplace', attributes: { name: 'Second Round' } } }
      : { data: [], meta: {} };
    return Promise.resolve({ status: 200, headers: {}, text: '', body });
  };
  const { account } = accept(KEYS);
  assert.deepEqual(await check(account, { call, now: 0, version: 'v1' }), {
    account: { ...account, marketplaceId: 'm-1' },
    name: 'Second Round',
  });
  assert.deepEqual(
    asked.map(({ url, query }) => [url, query]),
    [
      [`${baseUrl}/v1/integration_api/marketplace/show`, []],
      [
        `${baseUrl}/v1/integration_api/listings/query`,
        [
          ['perPage', '1'],
          ['fields.listing', 'title'],
        ],
      ],
    ],
  );
});

test('no other answer is taken for a marketplace or for listings', async () => {
  const { account } = accept(KEYS);
  const MARKETPLACE = { data: { id: 'm-1', type: 'marketplace' } };
  const answering = (shown: unknown, listings: unknown): Call => {
    const bodies = [shown, listings];
    return () => Promise.resolve({ status: 200, headers: {}, text: '', body: bodies.shift() });
  };
  const run = (call: Call) => check(account, { call, now: 0, version: 'v1' });
  const named = { account: { ...account, marketplaceId: 'm-1' } };
  assert.deepEqual(await run(answering(MARKETPLACE, { data: [] })), named);
  const odd = [undefined, null, [], 'hi', {}, { data: {} }, { data: { id: '1', type: 'user' } }];
  for (const body of odd) {
    const wrong = { code: 'channel_invalid_response' };
    await assert.rejects(run(answering(body, { data: [] })), wrong, JSON.stringify(body));
    await assert.rejects(run(answering(MARKETPLACE, body)), wrong, JSON.stringify(body));
  }
});

const said = (status: number, code: string, more: object = {}) => ({
  errors: [{ id: ID, status, code, title: 'Said', ...more }],
});
const api = { url: `${baseUrl}/v1/integration_api/listings/query` };

test('each error becomes its fault, in Sharetribe’s own words', () => {
  const cases: [number, unknown, string, string | undefined, string | undefined][] = [
    [401, said(401, 'auth-invalid-access-token'), 'credential_refused', 'token_refused', 'Said (auth-invalid-access-token)'],
    [403, said(403, 'forbidden'), 'permission_missing', 'wrong_api', 'Said (forbidden)'],
    [404, said(404, 'not-found'), 'channel_failed', undefined, 'Said (not-found)'],
    [400, said(400, 'validation-disallowed-key', { details: 'per_page' }), 'channel_failed', undefined, 'Said (validation-disallowed-key): per_page'],
    [429, said(429, 'too-many-requests'), 'channel_rate_limited', undefined, 'Said (too-many-requests)'],
    [500, '<html></html>', 'channel_failed', undefined, undefined],
    [503, 'Service Unavailable', 'channel_failed', undefined, 'Service Unavailable'],
  ]; // biome-ignore format: a table
  for (const [status, body, code, reason, native] of cases) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = { status, headers: {}, text, body: typeof body === 'string' ? undefined : body };
    const fault = explain(reply, api);
    assert.deepEqual(
      [fault?.code, fault?.reason, fault?.native, fault?.status],
      [code, reason, native, status],
    );
    if (reason !== undefined) assert.ok(sharetribe.words.en.reasons[reason]);
  }
  assert.equal(explain({ status: 200, headers: {}, text: '{}', body: {} }, api), undefined);
});

test('what the same request would meet again is not worth another try', () => {
  const again = (status: number) =>
    explain({ status, headers: {}, text: '', body: undefined }, api)?.retryable;
  assert.deepEqual([400, 404, 410, 413].map(again), [false, false, false, false]);
  assert.deepEqual([408, 429, 500, 503].map(again), [true, true, true, true]);
});
