// Tests of the token endpoint: codes, expiring pairs, refresh and client credentials.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merchantApp, publicApp, readScopes } from './app.ts';
import { openTrial, type Trial } from './trial.ts';

const app = { client_id: publicApp.clientId, client_secret: publicApp.clientSecret };

const grant = (trial: Trial, shop: string, body: object) =>
  trial.call(shop, 'POST', '/admin/oauth/access_token', JSON.stringify(body));

const status = (trial: Trial, shop: string, token: string) =>
  trial.call(shop, 'POST', '/admin/api/2026-10/graphql.json', '{"query":"{ shop { id } }"}', {
    'x-shopify-access-token': token,
  }).status;

test('a code becomes an expiring pair once, for its own shop', () => {
  const trial = openTrial();
  const code = trial.store.codes.mint('demo', ['read_orders', 'read_products']);
  assert.equal(grant(trial, 'small', { ...app, code, expiring: '1' }).status, 400);
  const first = grant(trial, 'demo', { ...app, code, expiring: '1' });
  assert.equal(first.status, 200);
  const { access_token: token, refresh_token: refresh, ...rest } = first.body;
  assert.deepEqual(rest, {
    scope: 'read_orders,read_products',
    expires_in: 3600,
    refresh_token_expires_in: 7_776_000,
  });
  assert.match(refresh, /^shprt_/);
  assert.equal(status(trial, 'demo', token), 200);
  assert.equal(status(trial, 'small', token), 401, 'a token opens one shop only');
  assert.equal(grant(trial, 'demo', { ...app, code, expiring: '1' }).body.error, 'invalid_request');
});

test('without expiring the token never ends, and the Admin API refuses it', () => {
  const trial = openTrial();
  const code = trial.store.codes.mint('demo', readScopes);
  const { body } = grant(trial, 'demo', { ...app, code });
  assert.deepEqual(Object.keys(body), ['access_token', 'scope']);
  assert.equal(status(trial, 'demo', body.access_token), 403);
});

test('the demo credential works, expires by the clock and can be refreshed', () => {
  const trial = openTrial();
  const { account, secrets } = trial.store.shops[0]?.credential ?? { account: {}, secrets: {} };
  const token = secrets.token ?? '';
  assert.equal(account.baseUrl, 'https://demo.myshopify.com');
  assert.equal(secrets.endsAt, String(trial.clock.now + 3_600_000));
  assert.equal(status(trial, 'demo', token), 200);
  trial.clock.now += 3_600_000;
  assert.equal(status(trial, 'demo', token), 401);
  const refresh = { ...app, grant_type: 'refresh_token', refresh_token: secrets.refreshToken };
  const renewed = grant(trial, 'demo', refresh);
  assert.equal(status(trial, 'demo', renewed.body.access_token), 200);
  const next = { ...refresh, refresh_token: renewed.body.refresh_token };
  assert.equal(grant(trial, 'demo', next).status, 200);
  const replaced = grant(trial, 'demo', refresh);
  assert.equal(replaced.status, 400);
  assert.deepEqual(replaced.body, {
    error: 'invalid_grant',
    error_description: 'The refresh token is invalid or expired',
  });
  assert.notEqual(trial.store.shops[0]?.credential.secrets.token, token, 'a fresh one');
});

test('client credentials work for the shop of the app alone and last a day', () => {
  const trial = openTrial();
  const body = {
    grant_type: 'client_credentials',
    client_id: merchantApp.clientId,
    client_secret: merchantApp.clientSecret,
  };
  const granted = grant(trial, 'custom', body);
  assert.equal(granted.body.expires_in, 86_399);
  assert.equal('refresh_token' in granted.body, false);
  assert.equal(status(trial, 'custom', granted.body.access_token), 200);
  trial.clock.now += 86_399_000;
  assert.equal(status(trial, 'custom', granted.body.access_token), 401);
  assert.equal(grant(trial, 'demo', body).body.error, 'shop_not_permitted');
});

test('a wrong secret, an unknown grant and an unreadable body are refused', () => {
  const trial = openTrial();
  const wrong = grant(trial, 'demo', { ...app, client_secret: 'x', grant_type: 'refresh_token' });
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_client']);
  assert.equal(
    grant(trial, 'demo', { ...app, grant_type: 'password' }).body.error,
    'unsupported_grant_type',
  );
  const path = '/admin/oauth/access_token';
  assert.equal(trial.call('demo', 'POST', path, '{').body.error, 'invalid_request');
  const plain = trial.call('demo', 'POST', path, '{', { accept: '*/*' });
  assert.match(plain.headers['content-type'] ?? '', /^text\/html/);
});

test('a form body is read as well as JSON', () => {
  const trial = openTrial();
  const code = trial.store.codes.mint('demo', readScopes);
  const body = new URLSearchParams({ ...app, code, expiring: '1' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal(trial.call('demo', 'POST', '/admin/oauth/access_token', body, headers).status, 200);
});
