// The token service and the page of consent, as bol has them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { app } from './login.ts';
import { askToken, clock, open, read, send, shopNamed, store, tokenOf } from './test-seller.ts';

const basicOf = (id: string, secret: string) => Buffer.from(`${id}:${secret}`).toString('base64');
const demo = shopNamed('demo').credential.secrets.token ?? '';
const appBasic = basicOf(app.clientId, app.clientSecret);
const orders = (token: string, from = store) =>
  send('GET', 'https://api.bol.com/retailer/orders', {
    from,
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.retailer.v10+json' },
  });

describe('keys', () => {
  test('are worth a token that looks like a JWT and lives 299 seconds', () => {
    const reply = askToken({ grant_type: 'client_credentials' }, demo);
    const { access_token, ...rest } = read(reply);
    assert.match(access_token, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 299, scope: 'RETAILER' });
    assert.equal(reply.headers['cache-control'], 'no-store');
    assert.equal(orders(access_token).status, 200);
  });

  test('that are wrong are refused', () => {
    for (const basic of [basicOf('unknown', 'x'), `${demo.slice(0, -8)}AAAAAAA=`, '']) {
      const reply = askToken({ grant_type: 'client_credentials' }, basic);
      assert.equal(reply.status, 401);
      assert.deepEqual(read(reply), {
        error: 'invalid_client',
        error_description: 'Bad client credentials',
      });
    }
  });

  test('are not taken from the address, nor in another form', () => {
    const url = 'https://login.bol.com/token';
    const good = {
      authorization: `Basic ${demo}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = 'grant_type=client_credentials';
    const status = (address: string, headers: Record<string, string>, sent = body) =>
      send('POST', address, { headers, body: sent }).status;
    assert.equal(status(url, good), 200);
    assert.equal(status(`${url}?${body}`, good), 400);
    assert.equal(status(url, { ...good, 'content-type': 'application/json' }), 400);
    assert.equal(status(url, { ...good, accept: 'text/html' }), 406);
    assert.equal(status(url, good, 'grant_type=password'), 400);
    assert.equal(send('GET', url, { headers: good }).status, 405);
  });
});

test('tokens end by the clock', () => {
  const token = tokenOf('demo');
  const began = clock.now;
  clock.now = began + 300_000;
  assert.equal(orders(token).status, 200, 'a second of skew is allowed');
  clock.now = began + 301_001;
  const reply = orders(token);
  clock.now = began;
  assert.equal(reply.status, 401);
  assert.equal(read(reply).title, 'Expired JWT');
  assert.match(read(reply).detail, /^JWT expired at 2026-11-15T12:04:59Z\./);
  assert.equal(orders(`${token}x`).status, 401);
  assert.equal(orders('').status, 401);
});

test('who asks for tokens again and again is stopped', () => {
  const strict = open('vendor');
  for (let i = 0; i < 20; i++) tokenOf('demo', strict);
  assert.equal(askToken({ grant_type: 'client_credentials' }, demo, strict).status, 429);
  assert.equal(strict.tokens.issued(), 20);
});

describe('consent', () => {
  const wish = {
    response_type: 'code',
    client_id: app.clientId,
    scope: 'offline_access',
    redirect_uri: 'https://me.example/back?a=b',
    state: 's&1',
  };
  const address = (more = {}) =>
    `https://login.bol.com/authorize?${new URLSearchParams({ ...wish, ...more })}`;
  const answer = (form: string) => {
    const reply = send('POST', address(), { body: form });
    assert.equal(reply.status, 302);
    return new URL(reply.headers.location ?? '').searchParams;
  };

  test('shows a page with no address of its own', () => {
    const reply = send('GET', address());
    assert.equal(reply.status, 200);
    const page = String(reply.body);
    assert.match(page, /<form method="post">/);
    assert.ok(!/(action|href|src)=/.test(page));
    for (const { name } of store.shops) assert.ok(page.includes(`value="${name}"`), name);
  });

  test('refuses a wish that bol would not understand', () => {
    for (const more of [
      { client_id: 'other' },
      { response_type: 'token' },
      { scope: 'all' },
      { redirect_uri: 'nowhere' },
      { state: '' },
      { prompt: 'none' },
    ])
      assert.equal(send('GET', address(more)).status, 400, JSON.stringify(more));
  });

  test('sends the browser back with a code, which works once and for the same address', () => {
    const back = answer('account=small&answer=approve');
    assert.equal(back.get('a'), 'b');
    assert.equal(back.get('state'), 's&1');
    const code = back.get('code') ?? '';
    const redeem = (redirect_uri: string, value = code) =>
      askToken({ grant_type: 'authorization_code', code: value, redirect_uri }, appBasic);
    const other = answer('account=small&answer=approve').get('code') ?? '';
    assert.equal(redeem('https://evil.example/', other).status, 400);
    const reply = redeem(wish.redirect_uri);
    const { access_token, refresh_token, ...rest } = read(reply);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 599, scope: 'offline_access' });
    assert.equal(orders(access_token).status, 200);
    assert.equal(read(redeem(wish.redirect_uri)).error, 'invalid_grant');

    const refresh = (value: string, basic = appBasic) =>
      askToken({ grant_type: 'refresh_token', refresh_token: value }, basic);
    assert.equal(refresh(refresh_token, demo).status, 400, 'not for another client');
    const second = read(refresh(refresh_token));
    assert.notEqual(second.refresh_token, refresh_token);
    assert.equal(read(refresh(refresh_token)).error, 'invalid_grant');
    assert.equal(refresh(second.refresh_token).status, 200);
  });

  test('that is denied brings no code', () => {
    const back = answer('account=small&answer=deny');
    assert.equal(back.get('error'), 'access_denied');
    assert.equal(back.get('state'), 's&1');
    assert.equal(back.get('code'), null);
  });
});
