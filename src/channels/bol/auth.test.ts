// What people type, the token it is exchanged for, the check and the renewal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Given } from '../../model/credential.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { accept, check, hosts, redeem, renewal, sign } from './auth.ts';
import { NOW, readingOf } from './fake-vendor.ts';

const ID = '8f0b5c1e-2d34-4a67-9b80-1c2d3e4f5a6b';
const SECRET = 'q7R2+x/Y:z_9';
const TOKEN = Buffer.from(`${ID}:${SECRET}`).toString('base64');
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

describe('keys', () => {
  for (const given of [
    { token: TOKEN },
    { token: ` ${TOKEN}\n` },
    { token: `Basic ${TOKEN}` },
    { token: `basic  ${TOKEN}` },
    { token: TOKEN.replace(/=+$/, '') },
    { token: `${ID}:${SECRET}` },
    { clientId: ID, clientSecret: SECRET },
    { clientId: ` ${ID} `, clientSecret: `${SECRET}\n` },
  ] satisfies Given[])
    test(`are understood as ${JSON.stringify(given)}`, () => {
      assert.deepEqual(accept(given), { account: {}, secrets: { token: TOKEN } });
    });

  test('may be an access token, which is used as it is', () => {
    for (const token of [JWT, `Bearer ${JWT}`])
      assert.deepEqual(accept({ token }), { account: {}, secrets: { accessToken: JWT } });
  });

  const refusals: [Given, string, RegExp][] = [
    [{}, 'token', /"token" must be .* or give "clientId"/],
    [{ token: '' }, 'token', /"token" must be/],
    [{ token: 'no such thing' }, 'token', /"token" must be/],
    [{ token: Buffer.from('without colon').toString('base64') }, 'token', /"token" must be/],
    [{ token: Buffer.from('id:').toString('base64') }, 'token', /"token" must be/],
    [{ token: Buffer.from(':secret').toString('base64') }, 'token', /"token" must be/],
    [{ token: Buffer.from('id:se cret').toString('base64') }, 'token', /"token" must be/],
    [{ token: Buffer.from('id:x\r\ny').toString('base64') }, 'token', /"token" must be/],
    [{ token: [TOKEN] }, 'token', /not a list/],
    [{ token: TOKEN, clientId: ID }, 'token', /one or the other/],
    [{ clientId: ID }, 'clientSecret', /"clientSecret" is missing/],
    [{ clientSecret: SECRET }, 'clientId', /"clientId" is missing/],
    [{ clientId: `${ID}:${SECRET}`, clientSecret: SECRET }, 'clientId', /without a colon/],
    [{ clientId: ID, clientSecret: 'two words' }, 'clientSecret', /holds a space/],
  ];
  for (const [given, field, sentence] of refusals)
    test(`are refused as ${JSON.stringify(given)}`, () => {
      assert.throws(
        () => accept(given),
        (error: Fault) => {
          assert.equal(error.code, 'invalid_request');
          assert.equal(error.field, field);
          assert.equal(error.reason, 'keys_form');
          assert.match(error.message, sentence);
          return true;
        },
      );
    });
});

test('asks carry the access token, and go to bol’s two hosts alone', () => {
  const moment = { now: NOW, nonce: '0'.repeat(32) };
  const credential = { account: {}, secrets: { token: TOKEN, accessToken: JWT } };
  assert.deepEqual(sign({ url: 'https://api.bol.com/retailer/orders' }, credential, moment), {
    headers: { authorization: `Bearer ${JWT}` },
  });
  assert.deepEqual(hosts(), ['api.bol.com', 'login.bol.com']);
});

describe('the check', () => {
  test('asks whose account it is', async () => {
    const retailer = { retailerId: '1499021', displayName: 'Noorderlicht Wonen' };
    const reading = readingOf(({ url }) => ({ body: url.endsWith('/orders') ? {} : retailer }));
    assert.deepEqual(await check({}, reading), {
      name: 'Noorderlicht Wonen',
      account: { retailerId: '1499021' },
    });
    assert.equal(reading.asks[0]?.url, 'https://api.bol.com/retailer/retailers/current');
    assert.deepEqual(reading.asks[0]?.headers, { accept: 'application/vnd.retailer.v10+json' });
    assert.equal(reading.asks[1]?.url, 'https://api.bol.com/retailer/orders');
  });

  test('proves that the orders may be read', async () => {
    const reading = readingOf(({ url }) => {
      if (url.endsWith('/orders')) throw new Fault('permission_missing', 'no orders');
      return { body: { retailerId: '1499021' } };
    });
    await assert.rejects(check({}, reading), { code: 'permission_missing' });
  });

  test('does not take any answer for one', async () => {
    const odd = [undefined, null, [], 'hi', { canary: true }, { data: [] }, { orders: {} }];
    for (const body of [...odd, {}])
      await assert.rejects(
        check(
          {},
          readingOf(() => ({ body })),
        ),
        {
          code: 'channel_invalid_response',
        },
      );
    for (const body of odd) {
      const reading = readingOf(({ url }) => ({
        body: url.endsWith('/orders') ? body : { retailerId: '1499021' },
      }));
      await assert.rejects(check({}, reading), { code: 'channel_invalid_response' });
    }
  });
});

describe('renewal', () => {
  const app = { clientId: 'app-id', clientSecret: 'app-secret' };
  const byKeys = { account: { retailerId: '1' }, secrets: { token: TOKEN } };
  const linked = {
    account: { retailerId: '1' },
    secrets: { refreshToken: 'first', accessToken: 'old', endsAt: String(NOW) },
  };
  const answering = (body: object) => {
    const reading = readingOf((): Partial<Reply> => ({ body }));
    return { call: reading.call, asks: reading.asks };
  };
  const formOf = (ask: Ask | undefined) => Object.fromEntries(new URLSearchParams(ask?.body));

  test('exchanges the keys for a token that lives some minutes, and keeps it in memory', async () => {
    const { call, asks } = answering({
      access_token: JWT,
      token_type: 'bearer',
      expires_in: 299,
      scope: 'RETAILER',
    });
    assert.equal(renewal.endsAt(byKeys), 0);
    const grant = await renewal.renew(byKeys, undefined, call, NOW);
    assert.deepEqual(grant, {
      account: { retailerId: '1' },
      secrets: { token: TOKEN, accessToken: JWT, endsAt: String(NOW + 299_000) },
      endsAt: NOW + 299_000,
    });
    assert.equal(renewal.endsAt(grant), NOW + 299_000);
    assert.equal(renewal.usesUp(grant), false);
    assert.equal(renewal.ahead, 30_000);
    const [ask] = asks;
    assert.equal(ask?.method, 'POST');
    assert.equal(ask?.url, 'https://login.bol.com/token');
    assert.equal(ask?.query, undefined);
    assert.deepEqual(ask?.headers, {
      authorization: `Basic ${TOKEN}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.equal(ask?.body, 'grant_type=client_credentials');
  });

  test('by refresh token goes by the operator’s app, is stored, and is not tried twice', async () => {
    const { call, asks } = answering({
      access_token: JWT,
      token_type: 'Bearer',
      expires_in: 599,
      refresh_token: 'second',
      scope: 'offline_access',
    });
    const grant = await renewal.renew(linked, app, call, NOW);
    assert.deepEqual(grant.secrets, {
      refreshToken: 'second',
      accessToken: JWT,
      endsAt: String(NOW + 599_000),
    });
    assert.equal(renewal.usesUp(linked), true);
    assert.equal(
      asks[0]?.headers?.authorization,
      `Basic ${Buffer.from('app-id:app-secret').toString('base64')}`,
    );
    assert.deepEqual(formOf(asks[0]), { grant_type: 'refresh_token', refresh_token: 'first' });
    assert.equal(asks[0]?.reads, false);
  });

  test('keeps a refresh token that does not rotate', async () => {
    const { call } = answering({ access_token: JWT, expires_in: 599 });
    const grant = await renewal.renew(linked, app, call, NOW);
    assert.equal(grant.secrets.refreshToken, 'first');
  });

  test('leaves a token alone that was given as it is', () => {
    assert.equal(renewal.endsAt({ account: {}, secrets: { accessToken: JWT } }), undefined);
  });

  test('without an app, or with a strange answer, says so', async () => {
    const strange = [
      {},
      { access_token: '', expires_in: 299 },
      { access_token: 'two words', expires_in: 299 },
      { access_token: JWT },
      { access_token: JWT, expires_in: 0 },
      { access_token: JWT, expires_in: 299, token_type: 'mac' },
    ];
    for (const body of strange)
      await assert.rejects(renewal.renew(byKeys, undefined, answering(body).call, NOW), {
        code: 'channel_invalid_response',
      });
    assert.throws(() => renewal.renew(linked, undefined, answering({}).call, NOW), {
      code: 'app_refused',
      reason: 'app_not_set',
    });
  });

  test('a code is worth a token and what renews it', async () => {
    const { call, asks } = answering({ access_token: JWT, expires_in: 599, refresh_token: 'r' });
    const credential = await redeem('the code', 'https://me.example/back?a=b', app, call, NOW);
    const end = NOW + 365 * 24 * 3_600_000;
    assert.deepEqual(credential.secrets, {
      accessToken: JWT,
      refreshToken: 'r',
      endsAt: String(NOW + 599_000),
      grantEndsAt: String(end),
    });
    assert.deepEqual(formOf(asks[0]), {
      grant_type: 'authorization_code',
      code: 'the code',
      redirect_uri: 'https://me.example/back?a=b',
    });
    assert.equal(renewal.grantEndsAt?.(credential), end);
    const renewed = await renewal.renew(credential, app, call, NOW + 3_600_000);
    assert.equal(renewal.grantEndsAt?.(renewed), end, 'a renewal does not put it off');
    assert.equal(renewal.grantEndsAt?.(byKeys), undefined, 'keys have no such end');
  });
});
