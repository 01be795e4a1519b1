// Whose app asked decides whom a refusal blames: the operator's never costs a merchant's link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appOf, appRefusal, issuerOf } from './app.ts';

const app = { clientId: 'a', clientSecret: 'b', appId: 'c' };
const reply = (status: number, body?: unknown) => ({ status, headers: {}, text: '', body });
const ask = { url: 'https://vendor.example/token' };

test('an app that is not set, or half set, is the operator’s fault', () => {
  assert.deepEqual(appOf(app, 'Vendor'), { clientId: 'a', clientSecret: 'b', byApp: true });
  for (const half of [undefined, {}, { clientId: 'a' }, { clientSecret: 'b' }, { clientId: 'a', clientSecret: '' }]) // biome-ignore format: one list
    assert.throws(() => appOf(half, 'Vendor'), { code: 'app_refused', reason: 'app_not_set' });
});

test('a client of the merchant’s own goes before the operator’s app', () => {
  const own = { clientId: 'x', clientSecret: 'y' };
  assert.deepEqual(issuerOf(own, app, 'Vendor'), { ...own, byApp: false });
  assert.deepEqual(issuerOf(own, undefined, 'Vendor'), { ...own, byApp: false });
  assert.equal(issuerOf({ refreshToken: 'r' }, app, 'Vendor').byApp, true);
});

test('what is said of the app is the operator’s; what is said of anything else is not', () => {
  const said = (status: number, body: unknown, byApp: boolean) =>
    appRefusal(reply(status, body), { ...ask, byApp }, 'Vendor')?.reason;
  for (const error of ['invalid_client', 'unauthorized_client'])
    for (const status of [400, 401, 403]) {
      assert.equal(said(status, { error }, true), 'app_unknown');
      assert.equal(said(status, { error }, false), undefined, 'the merchant’s own client');
    }
  assert.equal(said(401, undefined, true), 'app_unknown', 'a bare 401 (RFC 6749, section 5.2)');
  assert.equal(said(401, undefined, false), undefined);
  for (const error of ['invalid_grant', 'invalid_request', 'server_error', 'access_denied'])
    for (const status of [400, 401]) assert.equal(said(status, { error }, true), undefined, error);
  for (const status of [400, 403, 404, 429, 500, 503])
    assert.equal(said(status, '<html>', true), undefined, String(status));
  const fault = appRefusal(reply(401, { error: 'invalid_client' }), { ...ask, byApp: true }, 'V');
  assert.deepEqual([fault?.code, fault?.status, fault?.retryable], ['app_refused', 401, true]);
});
