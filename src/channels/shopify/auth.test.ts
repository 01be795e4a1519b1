// What people type, the header, the check and the renewal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Given } from '../../model/credential.ts';
import type { Fault } from '../../model/faults.ts';
import { accept, check, hosts, renewal, sign } from './auth.ts';
import { fakeShop, NOW } from './fake-vendor.ts';

const TOKEN = 'shpat_00000000000000000000000000000001';
const addressOf = (baseUrl: string) => accept({ baseUrl, token: TOKEN }).account.baseUrl;
const fault = (code: string, field: string, sentence: RegExp) => (error: Fault) => {
  assert.equal(error.code, code);
  assert.equal(error.field, field);
  assert.match(error.message, sentence);
  return true;
};
const moment = { now: NOW, nonce: '0'.repeat(32) };

describe('the address of a shop', () => {
  for (const typed of [
    'velo-nord',
    'velo-nord.myshopify.com',
    ' Velo-Nord.MyShopify.com ',
    'https://velo-nord.myshopify.com',
    'http://velo-nord.myshopify.com/',
    'HTTPS://velo-nord.myshopify.com/admin/orders?status=open#top',
    'velo-nord.myshopify.com?utm=1',
    'admin.shopify.com/store/velo-nord',
    'https://admin.shopify.com/store/velo-nord/orders?x=1',
  ])
    test(`is understood as ${JSON.stringify(typed)}`, () => {
      assert.equal(addressOf(typed), 'https://velo-nord.myshopify.com');
    });

  for (const typed of [
    'www.velonord.example',
    'https://velonord.example/products',
    'velo-nord.myshopify.com.evil.example',
    'evil.example/velo-nord.myshopify.com',
    'evil.example#.myshopify.com',
    'velo-nord.myshopify.com:8443',
    'a.velo-nord.myshopify.com',
    'admin.shopify.com',
    'admin.shopify.com/store/',
    'admin.shopify.com/store/evil.example',
    '-velo.myshopify.com',
    'velo_nord',
    'velo nord',
    'velo-nord.shopify.com',
  ])
    test(`is refused as ${JSON.stringify(typed)}`, () => {
      assert.throws(
        () => addressOf(typed),
        fault('invalid_request', 'baseUrl', /your-shop\.myshopify\.com.*Settings, Domains/),
      );
    });

  test('must be given', () => {
    assert.throws(
      () => accept({ token: TOKEN }),
      fault('invalid_request', 'baseUrl', /"baseUrl" is missing/),
    );
  });
});

describe('secrets', () => {
  const given = (more: Given) => accept({ baseUrl: 'velo-nord', ...more }).secrets;

  test('are trimmed and kept by key', () => {
    assert.deepEqual(given({ token: ` ${TOKEN}\n` }), { token: TOKEN });
    assert.deepEqual(given({ token: TOKEN, refreshToken: 'shprt_1' }), {
      token: TOKEN,
      refreshToken: 'shprt_1',
    });
    assert.deepEqual(given({ clientId: 'id', clientSecret: 'shpss_1' }), {
      clientId: 'id',
      clientSecret: 'shpss_1',
    });
  });

  test('must be enough to sign with', () => {
    const refusals: [Given, string, RegExp][] = [
      [{}, 'token', /give the access token/],
      [{ refreshToken: 'shprt_1' }, 'token', /give the access token/],
      [{ clientId: 'id' }, 'clientSecret', /belong together/],
      [{ token: TOKEN, clientSecret: 'x' }, 'clientId', /belong together/],
      [{ token: 'Bearer shpat_1' }, 'token', /copy it again/],
      [{ token: 'shpat_1\r\nx: y' }, 'token', /copy it again/],
      [{ token: [TOKEN] }, 'token', /not a list/],
      [{ token: 'shpss_1' }, 'token', /secret of the app/],
    ];
    for (const [more, field, sentence] of refusals)
      assert.throws(() => given(more), fault('invalid_request', field, sentence));
  });
});

test('every ask carries the token in Shopify’s own header, to the shop’s host alone', () => {
  const credential = accept({ baseUrl: 'velo-nord', token: TOKEN });
  assert.deepEqual(sign({ url: 'https://velo-nord.myshopify.com/' }, credential, moment), {
    headers: { 'x-shopify-access-token': TOKEN },
  });
  assert.deepEqual(hosts(credential.account), ['velo-nord.myshopify.com']);
});

describe('the check', () => {
  const account = { baseUrl: 'https://velo-old.myshopify.com' };
  const answer = (...handles: string[]) => ({
    data: {
      shop: { name: 'Velo Nord', myshopifyDomain: 'velo-nord.myshopify.com' },
      currentAppInstallation: { accessScopes: handles.map((handle) => ({ handle })) },
    },
  });

  test('finds what the app may change', async () => {
    const grantedBy = async (...scopes: string[]) => {
      const { reading } = fakeShop([answer('read_orders', 'read_products', ...scopes)]);
      return (await check(account, reading)).granted;
    };
    assert.deepEqual(await grantedBy('write_products'), []);
    assert.deepEqual(await grantedBy('write_products', 'write_inventory'), ['products.write']);
    const services = await grantedBy('write_third_party_fulfillment_orders');
    assert.deepEqual(services, ['orders.write']);
  });

  test('finds the shop’s name and its permanent address', async () => {
    const { reading, asks } = fakeShop([answer('read_orders', 'write_products')]);
    assert.deepEqual(await check(account, reading), {
      name: 'Velo Nord',
      account: { baseUrl: 'https://velo-nord.myshopify.com' },
      granted: [],
    });
    assert.equal(asks[0]?.url, 'https://velo-old.myshopify.com/admin/api/2026-10/graphql.json');
  });

  test('names the scopes that are missing', async () => {
    const { reading } = fakeShop([answer('read_customers')]);
    await assert.rejects(check(account, reading), {
      code: 'permission_missing',
      message: /lacks the scope read_orders and read_products\./,
    });
  });

  test('does not take another host for the shop’s', async () => {
    const evil = answer('read_orders', 'read_products');
    evil.data.shop.myshopifyDomain = 'evil.example';
    const { reading } = fakeShop([evil]);
    await assert.rejects(check(account, reading), { code: 'channel_invalid_response' });
  });
});

describe('renewal', () => {
  const account = { baseUrl: 'https://velo-nord.myshopify.com' };
  const app = { clientId: 'app-id', clientSecret: 'app-secret' };
  const secrets = { token: 'old', refreshToken: 'shprt_1' };
  const linked = { account, secrets: { ...secrets, endsAt: String(NOW) } };
  const byClient = { account, secrets: { clientId: 'own-id', clientSecret: 'own-secret' } };

  test('knows when a token ends', () => {
    assert.equal(renewal.endsAt(linked), NOW);
    assert.equal(renewal.endsAt(byClient), 0);
    assert.equal(renewal.endsAt({ account, secrets: { token: TOKEN } }), undefined);
    assert.equal(renewal.endsAt({ account, secrets }), Number.MAX_SAFE_INTEGER);
  });

  test('by refresh token uses the operator’s app, and both tokens change', async () => {
    const { call, asks } = fakeShop([
      {
        access_token: 'shpat_new',
        scope: 'read_orders',
        expires_in: 3600,
        refresh_token: 'shprt_2',
        refresh_token_expires_in: 7776000,
      },
    ]);
    const grant = await renewal.renew(linked, app, call, NOW);
    assert.deepEqual(grant, {
      account,
      secrets: {
        token: 'shpat_new',
        refreshToken: 'shprt_2',
        endsAt: String(NOW + 3_600_000),
        grantEndsAt: String(NOW + 7_776_000_000),
      },
      endsAt: NOW + 3_600_000,
      grantEndsAt: NOW + 7_776_000_000,
    });
    assert.equal(renewal.grantEndsAt?.(grant), NOW + 7_776_000_000);
    assert.equal(renewal.grantEndsAt?.(linked), undefined);
    assert.equal(asks[0]?.url, 'https://velo-nord.myshopify.com/admin/oauth/access_token');
    assert.deepEqual(JSON.parse(asks[0]?.body ?? ''), {
      client_id: 'app-id',
      client_secret: 'app-secret',
      grant_type: 'refresh_token',
      refresh_token: 'shprt_1',
    });
    assert.equal(renewal.usesUp(linked), true);
  });

  test('by client credentials asks again and is kept in memory', async () => {
    const { call, asks } = fakeShop([{ access_token: 'shpat_day', expires_in: 86399 }]);
    const grant = await renewal.renew(byClient, app, call, NOW);
    assert.equal(grant.secrets.token, 'shpat_day');
    assert.equal(renewal.endsAt(grant), NOW + 86_399_000);
    assert.deepEqual(JSON.parse(asks[0]?.body ?? ''), {
      client_id: 'own-id',
      client_secret: 'own-secret',
      grant_type: 'client_credentials',
    });
    assert.equal(renewal.usesUp(grant), false);
  });

  test('without an app, or with a strange answer, says so', async () => {
    const { call } = fakeShop([{ token: 'x' }]);
    await assert.rejects(renewal.renew(linked, undefined, call, NOW), {
      code: 'app_refused',
      reason: 'app_not_set',
    });
    await assert.rejects(renewal.renew(linked, app, call, NOW), {
      code: 'channel_invalid_response',
    });
  });
});
