// Credentials: what people type, how asks are signed, the check, and the exchange for a token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Given } from '../../model/credential.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import { accept, accountName, check, hosts, renewal, sign } from './auth.ts';
import { MARKETPLACE, miraklThat, NOW, ok } from './fake-vendor.ts';

const refused = (given: Record<string, string>, field: string, message: RegExp, reason?: string) =>
  assert.throws(() => accept(given), { code: 'invalid_request', field, message, reason });

test('a token of Connect, with or without its scheme word', () => {
  const expected = { account: {}, secrets: { token: 'eyJ.a.b' } };
  for (const token of ['eyJ.a.b', ' Bearer eyJ.a.b ', 'bearer  eyJ.a.b'])
    assert.deepEqual(accept({ token }), expected);
  for (const baseUrl of [
    'https://miraklconnect.com/api',
    'miraklconnect.com',
    'https://www.miraklconnect.com/',
  ])
    assert.deepEqual(accept({ token: 'eyJ.a.b', baseUrl }), expected);
});

test('a client of Connect, with or without its company', () => {
  const client = { clientId: ' c-1 ', clientSecret: 's-1' };
  const { account, secrets } = accept(client);
  assert.deepEqual(secrets, { clientId: 'c-1', clientSecret: 's-1' });
  const older = accept({ ...client, companyId: 'k-1' }).account;
  assert.deepEqual(older, { ...account, companyId: 'k-1' });
  // It is named by its client: with another secret it is the same.
  const named = (given: Given) => accountName(accept(given).account);
  assert.equal(named({ ...client, clientSecret: 's-2' }), named(client));
  const names = [client, { ...client, clientId: 'c-2' }, { ...client, companyId: 'k-1' }].map(
    named,
  );
  assert.equal(new Set(names).size, 3);
  assert.equal(named({ token: 'eyJ.a.b' }), undefined);
});

test('a marketplace: whatever was copied behind its address goes', () => {
  for (const baseUrl of [
    'https://sample.mirakl.net',
    'https://sample.mirakl.net/',
    'https://sample.mirakl.net/api',
    'https://sample.mirakl.net/api/',
    'https://Sample.Mirakl.net/mmp/shop/user/api?x=1#top',
    ' sample.mirakl.net ',
  ])
    assert.deepEqual(accept({ baseUrl, token: 'key-1' }), {
      account: { baseUrl: 'https://sample.mirakl.net' },
      secrets: { token: 'key-1' },
    });
  assert.deepEqual(accept({ baseUrl: 'https://m.shop.fr:8443', token: 'k', shop_id: ' 2044 ' }), {
    account: { baseUrl: 'https://m.shop.fr:8443', shop_id: '2044' },
    secrets: { token: 'k' },
  });
  // Some operators take OAuth tokens: the scheme word stays.
  const { secrets } = accept({ baseUrl: 'https://sample.mirakl.net', token: 'Bearer abc' });
  assert.equal(secrets.token, 'Bearer abc');
});

test('what cannot be right is refused with what to change', () => {
  refused({}, 'token', /must be given.*clientId.*baseUrl/, 'token_missing');
  refused({ clientId: 'c' }, 'clientSecret', /belong together/, 'half_a_client');
  refused({ clientSecret: 'c' }, 'clientId', /belong together/, 'half_a_client');
  refused({ clientId: 'c c', clientSecret: 's' }, 'clientId', /a space/, 'client_form');
  refused({ token: 'a b' }, 'token', /a space/, 'token_form');
  refused({ token: 'a\nb' }, 'token', /a character/, 'token_form');
  refused({ token: 't', clientId: 'c' }, 'clientId', /beside "token"/, 'two_ways_together');
  refused({ token: 't', shop_id: '1' }, 'shop_id', /baseUrl/, 'two_ways_together');
  const market = { baseUrl: 'https://sample.mirakl.net', token: 'k' };
  refused({ ...market, token: '' }, 'token', /API key/, 'token_missing');
  refused({ ...market, clientId: 'c' }, 'clientId', /Mirakl Connect/, 'two_ways_together');
  refused({ ...market, shop_id: 'one' }, 'shop_id', /2044/, 'shop_form');
  for (const baseUrl of [
    'http://sample.mirakl.net',
    'ftp://sample.mirakl.net',
    'https://sample',
    'two words',
    'https://',
  ])
    refused({ ...market, baseUrl }, 'baseUrl', /address|https|user name/, 'address_form');
  assert.throws(() => accept({ token: ['a', 'b'] }), { field: 'token' });
});

test('a key travels as it is, a token of Connect as a bearer', () => {
  const ask: Ask = { url: 'https://x' };
  assert.deepEqual(sign(ask, { account: {}, secrets: { token: 'eyJ' } }), {
    headers: { authorization: 'Bearer eyJ' },
  });
  assert.deepEqual(sign(ask, { account: MARKETPLACE, secrets: { token: 'key-1' } }), {
    headers: { authorization: 'key-1' },
  });
});

test('only Mirakl’s own hosts, or the marketplace’s, may be called', () => {
  assert.deepEqual(hosts({}), ['miraklconnect.com', 'auth.mirakl.net']);
  assert.deepEqual(hosts(MARKETPLACE), ['sample.mirakl.net']);
});

test('Connect is checked by one order, a marketplace by its account and one order', async () => {
  const connect = miraklThat([ok({ data: [] })]);
  assert.deepEqual(await check({}, connect.reading), { account: {} });
  assert.deepEqual(connect.sent(), ['/api/v2/orders?limit=1']);
  const account = { ...MARKETPLACE, shop_id: '2044' };
  const market = miraklThat(
    [ok({ shop_id: 2044, shop_name: 'Atelier Bruyère' }), ok({ orders: [], total_count: 0 })],
    account,
  );
  assert.deepEqual(await check(account, market.reading), {
    account: { ...account, shop: '2044' },
    name: 'Atelier Bruyère',
  });
  assert.deepEqual(market.sent(), ['/api/account?shop_id=2044', '/api/orders?max=1&shop_id=2044']);
});

test('an address that answers something else is said to be wrong', async () => {
  const wrong = { code: 'channel_invalid_response', reason: 'wrong_address', field: 'baseUrl' };
  const odd = [{ hello: 'world' }, [], 'hi', null, {}, { data: {} }, { orders: ['x'] }];
  // The number alone may be the one that was asked for, sent back.
  for (const body of [...odd, { shop_id: '2044' }])
    await assert.rejects(
      check(MARKETPLACE, miraklThat([ok(body)], MARKETPLACE).reading),
      wrong,
      JSON.stringify(body),
    );
  for (const body of odd) {
    const market = miraklThat([ok({ shop_id: 2044, shop_name: 'A' }), ok(body)], MARKETPLACE);
    await assert.rejects(check(MARKETPLACE, market.reading), wrong, JSON.stringify(body));
  }
  for (const body of [...odd, { data: ['x'] }, { data: [{ name: 'x' }] }])
    await assert.rejects(check({}, miraklThat([ok(body)]).reading), {
      code: 'channel_invalid_response',
    });
});

const CLIENT = { account: {}, secrets: { clientId: 'c-1', clientSecret: 's&1' } };
const TOKEN = { token_type: 'Bearer', access_token: 'eyJ.new', expires_in: 3599 };

test('a client is exchanged for a token, which ends when Mirakl says', async () => {
  const mirakl = miraklThat([ok(TOKEN)]);
  assert.equal(renewal.endsAt(CLIENT), 0);
  const grant = await renewal.renew(CLIENT, undefined, mirakl.reading.call, NOW);
  assert.deepEqual(mirakl.asks, [
    {
      method: 'POST',
      url: 'https://auth.mirakl.net/oauth/token',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&client_id=c-1&client_secret=s%261',
      expect: [400, 401],
      reads: true,
    },
  ]);
  assert.equal(grant.endsAt, NOW + 3_599_000);
  assert.equal(renewal.endsAt(grant), grant.endsAt);
  assert.equal(renewal.usesUp(grant), false);
  assert.deepEqual(sign({ url: 'https://x' }, grant), {
    headers: { authorization: 'Bearer eyJ.new' },
  });
});

test('an older client names its company', async () => {
  const mirakl = miraklThat([ok(TOKEN)]);
  const older = { ...CLIENT, account: { companyId: 'k-1' } };
  const grant = await renewal.renew(older, undefined, mirakl.reading.call, NOW);
  assert.match(mirakl.asks[0]?.body ?? '', /&audience=k-1$/);
  assert.equal(grant.account.companyId, 'k-1');
});

test('a token alone, and a key, are never renewed', () => {
  assert.equal(renewal.endsAt({ account: {}, secrets: { token: 'eyJ' } }), undefined);
  assert.equal(renewal.endsAt({ account: MARKETPLACE, secrets: { token: 'k' } }), undefined);
});

test('a refused client, a missing company and an answer without a token are distinguished', async () => {
  const answer = (status: number, body: object): Reply => ({ status, headers: {}, text: '', body });
  const renew = (reply: Reply, credential = CLIENT) =>
    renewal.renew(credential, undefined, miraklThat([reply]).reading.call, NOW);
  const wrong = answer(401, { error: 'invalid_client', error_description: 'Unknown client' });
  await assert.rejects(renew(wrong), {
    code: 'credential_refused',
    reason: 'client_refused',
    native: 'Unknown client',
    status: 401,
  });
  const lacking = answer(400, { error: 'invalid_request' });
  await assert.rejects(renew(lacking), { reason: 'company_needed', field: 'companyId' });
  const named = { ...CLIENT, account: { companyId: 'k' } };
  await assert.rejects(renew(lacking, named), { reason: 'client_refused' });
  for (const body of [
    {},
    { access_token: '', expires_in: 10 },
    { access_token: 'x', expires_in: 0 },
  ])
    await assert.rejects(renew(ok(body)), { code: 'channel_invalid_response' });
});
