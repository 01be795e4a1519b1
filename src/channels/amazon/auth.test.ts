// Credentials: what people type, what is signed, what a check finds out, how tokens are renewed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Given } from '../../model/credential.ts';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { accept } from './accept.ts';
import { check, hosts, renewal, sign } from './auth.ts';
import { DE, failure, fakeVendor, pathOf } from './fake-vendor.ts';

const EU = 'https://sellingpartnerapi-eu.amazon.com';
const token = 'Atzr|IwEBIExample';
const refusal = (given: Given): { field: string | undefined; reason: string | undefined } => {
  try {
    accept(given);
  } catch (error) {
    assert.ok(error instanceof Fault);
    assert.equal(error.code, 'invalid_request');
    return { field: error.field, reason: error.reason };
  }
  throw new Error('it was accepted');
};

describe('what is accepted', () => {
  test('an endpoint with or without scheme, in any case, with a slash behind it', () => {
    for (const endpoint of [
      EU,
      `${EU}/`,
      'sellingpartnerapi-eu.amazon.com',
      ' SellingPartnerAPI-EU.amazon.com/ ',
    ])
      assert.equal(accept({ endpoint, token }).account.endpoint, EU, endpoint);
    const test = accept({ endpoint: 'sandbox.sellingpartnerapi-fe.amazon.com', token });
    assert.equal(test.account.endpoint, 'https://sandbox.sellingpartnerapi-fe.amazon.com');
  });

  test('marketplaces as a list, as one text, as countries, each once', () => {
    const ids = 'A1805IZSGTT6HS,A1PA6795UKMFR9';
    for (const marketplaceIds of [
      ['A1805IZSGTT6HS', DE],
      'A1805IZSGTT6HS,A1PA6795UKMFR9',
      ' a1805izsgtt6hs ; a1pa6795ukmfr9 ',
      'NL, de, NL',
      ['nl,de'],
    ])
      assert.equal(accept({ endpoint: EU, marketplaceIds, token }).account.marketplaceIds, ids);
    assert.equal(accept({ marketplaceIds: 'UK', token }).account.marketplaceIds, 'A1F83G8C2ARO7P');
    assert.equal(accept({ endpoint: EU, token }).account.marketplaceIds, undefined);
  });

  test('the endpoint follows from the marketplaces', () => {
    const endpointOf = (marketplaceIds: string) =>
      accept({ marketplaceIds, token }).account.endpoint;
    assert.equal(endpointOf('US,CA'), 'https://sellingpartnerapi-na.amazon.com');
    assert.equal(endpointOf('IN'), EU);
    assert.equal(endpointOf('JP'), 'https://sellingpartnerapi-fe.amazon.com');
  });

  test('tokens by their beginning, with the client they belong to', () => {
    const secretsOf = (given: Given) => accept({ endpoint: EU, ...given }).secrets;
    assert.deepEqual(secretsOf({ token }), { refreshToken: token });
    assert.deepEqual(secretsOf({ token: ' Atza|abc ' }), { accessToken: 'Atza|abc' });
    assert.deepEqual(secretsOf({ token, clientId: 'id', clientSecret: 'secret' }), {
      refreshToken: token,
      clientId: 'id',
      clientSecret: 'secret',
    });
  });

  test('a merchant token in any case', () => {
    const { account } = accept({ endpoint: EU, token, sellerId: ' a2example1seller ' });
    assert.equal(account.sellerId, 'A2EXAMPLE1SELLER');
  });
});

test('what cannot be right is refused by the name of its key', () => {
  const good = { endpoint: EU, token };
  const field = (given: Given) => refusal({ ...good, ...given }).field;
  assert.equal(field({ endpoint: 'https://evil.example' }), 'endpoint');
  assert.equal(field({ endpoint: 'http://sellingpartnerapi-eu.amazon.com' }), 'endpoint');
  assert.equal(
    field({ endpoint: 'https://sellingpartnerapi-eu.amazon.com.evil.example' }),
    'endpoint',
  );
  assert.equal(field({ endpoint: 'https://sellingpartnerapi-eu.amazon.com/orders' }), 'endpoint');
  assert.equal(field({ endpoint: '' }), 'endpoint');
  assert.equal(field({ marketplaceIds: 'US' }), 'endpoint');
  assert.equal(refusal({ token, marketplaceIds: 'US,DE' }).reason, 'several_regions');
  assert.equal(field({ marketplaceIds: 'Atlantis' }), 'marketplaceIds');
  assert.equal(
    field({ marketplaceIds: Array.from({ length: 51 }, (_, i) => `A${i}XXXXXXXXXXX`) }),
    'marketplaceIds',
  );
  assert.equal(field({ token: 'eyJhbGciOi' }), 'token');
  assert.equal(field({ token: 'Atzr|a b' }), 'token');
  assert.equal(field({ token: ['Atzr|a'] }), 'token');
  assert.equal(field({ clientId: 'id' }), 'clientSecret');
  assert.equal(field({ clientSecret: 'secret' }), 'clientId');
  assert.equal(field({ sellerId: 'my shop' }), 'sellerId');
});

test('only Amazon’s own hosts are called', () => {
  assert.deepEqual(hosts({ endpoint: EU }), ['sellingpartnerapi-eu.amazon.com', 'api.amazon.com']);
});

test('every ask carries the access token, the date and who asks', () => {
  const signed = sign(
    { url: EU },
    { account: { endpoint: EU }, secrets: { accessToken: 'Atza|abc', refreshToken: token } },
    { now: Date.UTC(2026, 8, 4, 5, 6, 7), nonce: '' },
  );
  assert.deepEqual(signed.headers, {
    'user-agent': 'Manifold/1 (Language=TypeScript; Platform=Node)',
    'x-amz-access-token': 'Atza|abc',
    'x-amz-date': '20260904T050607Z',
  });
});

describe('a check', () => {
  const participations = (...ids: string[]) => ({
    payload: [
      ...ids.map((id) => ({
        marketplace: { id },
        storeName: 'Haus & Haken',
        participation: { isParticipating: true, hasSuspendedListings: false },
      })),
      { marketplace: { id: 'A13V1IB3VIYZZH' }, participation: { isParticipating: false } },
    ],
  });
  const unknownOrder = failure(404, 'NotFound');

  test('finds the seller’s marketplaces, home first, and that orders may be read', async () => {
    const seller = fakeVendor([participations('A1805IZSGTT6HS', DE), unknownOrder]);
    const facts = await check({ endpoint: EU, home: DE }, seller.reading);
    assert.deepEqual(facts, {
      name: 'Haus & Haken',
      account: { endpoint: EU, marketplaceIds: `${DE},A1805IZSGTT6HS` },
    });
    assert.deepEqual(seller.asks.map(pathOf), [
      '/sellers/v1/marketplaceParticipations',
      '/orders/2026-01-01/orders/000-0000000-0000000',
    ]);
  });

  test('refuses marketplaces in which the seller does not sell', async () => {
    const seller = fakeVendor([participations(DE)]);
    await assert.rejects(
      check({ endpoint: EU, marketplaceIds: 'A1805IZSGTT6HS' }, seller.reading),
      {
        code: 'permission_missing',
        reason: 'not_in_account',
        message: /A1805IZSGTT6HS/,
      },
    );
    const none = fakeVendor([participations()]);
    await assert.rejects(check({ endpoint: EU }, none.reading), { reason: 'no_marketplace' });
  });

  test('says that a role is missing', async () => {
    const seller = fakeVendor([participations(DE), failure(403, 'Unauthorized')]);
    await assert.rejects(check({ endpoint: EU }, seller.reading), { reason: 'role_missing' });
  });

  test('goes without the list of marketplaces where the app may not read it', async () => {
    const seller = fakeVendor([failure(403, 'Unauthorized'), unknownOrder]);
    const account = { endpoint: EU, marketplaceIds: DE };
    assert.deepEqual(await check(account, seller.reading), { account });
    const blind = fakeVendor([failure(403, 'Unauthorized')]);
    await assert.rejects(check({ endpoint: EU }, blind.reading), { reason: 'role_missing' });
    // Orders v0 answered so for orders that are not there.
    const older = fakeVendor([failure(403, 'Unauthorized'), { payload: {} }]);
    assert.deepEqual(await check(account, older.reading), { account });
  });

  test('takes no other answer for marketplaces, nor for an order that is not there', async () => {
    const odd: object[] = [{ canary: true }, [], {}, { data: {} }, [{ id: 1 }]];
    for (const body of [...odd, { payload: {} }, { payload: [1, { id: 1, name: 'x' }] }])
      await assert.rejects(check({ endpoint: EU }, fakeVendor([body, unknownOrder]).reading), {
        code: 'channel_invalid_response',
      });
    for (const body of odd) {
      const seller = fakeVendor([failure(403, 'Unauthorized'), body]);
      await assert.rejects(check({ endpoint: EU, marketplaceIds: DE }, seller.reading), {
        code: 'channel_invalid_response',
      });
    }
  });
});

describe('renewal', () => {
  const app = { clientId: 'our-id', clientSecret: 'our-secret' };
  const account = { endpoint: EU };
  const answering = (status: number, body: unknown) => {
    const sent: { url: string; form: object }[] = [];
    const call: Call = async (ask) => {
      const { url, body: form = '', method, headers, reads } = ask;
      assert.equal(method, 'POST');
      assert.equal(reads, true);
      assert.equal(headers?.['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8');
      sent.push({ url, form: Object.fromEntries(new URLSearchParams(form)) });
      const { explain } = await import('./explain.ts');
      const reply = { status, headers: {}, text: '', body };
      const fault = explain(reply, ask);
      if (fault) throw fault;
      return reply;
    };
    return { call, sent };
  };
  const granted = {
    access_token: 'Atza|SAMPLEaccessTOKENvalue0002',
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: 'Atzr|SAMPLErefreshTOKENvalue0001',
  };

  test('exchanges a refresh token, which stays, for an hour’s access token', async () => {
    const { call, sent } = answering(200, granted);
    const credential = { account, secrets: { refreshToken: token } };
    assert.equal(renewal.usesUp(credential), false);
    assert.equal(renewal.endsAt(credential), 0);
    const grant = await renewal.renew(credential, app, call, 1000);
    assert.deepEqual(sent, [
      {
        url: 'https://api.amazon.com/auth/o2/token',
        form: {
          grant_type: 'refresh_token',
          refresh_token: token,
          client_id: 'our-id',
          client_secret: 'our-secret',
        },
      },
    ]);
    assert.deepEqual(grant.secrets, {
      refreshToken: token,
      accessToken: granted.access_token,
      endsAt: '3601000',
    });
    assert.equal(grant.endsAt, 3_601_000);
    assert.equal(renewal.endsAt(grant), 3_601_000);
  });

  test('uses the client that came with the token, and needs one', async () => {
    const { call, sent } = answering(200, granted);
    const own = { refreshToken: token, clientId: 'their-id', clientSecret: 'their-secret' };
    await renewal.renew({ account, secrets: own }, app, call, 0);
    assert.match(JSON.stringify(sent), /"client_id":"their-id"/);
    await assert.rejects(
      renewal.renew({ account, secrets: { refreshToken: token } }, undefined, call, 0),
      { code: 'credential_refused', reason: 'no_client' },
    );
  });

  test('an access token alone is never renewed', () => {
    assert.equal(renewal.endsAt({ account, secrets: { accessToken: 'Atza|a' } }), undefined);
  });

  test('a withdrawn authorisation is the credential’s fault, a wrong app of ours is not', async () => {
    const renewing = (status: number, error: string, secrets = {}) =>
      renewal.renew(
        { account, secrets: { refreshToken: token, ...secrets } },
        app,
        answering(status, { error, error_description: 'words' }).call,
        0,
      );
    await assert.rejects(renewing(400, 'invalid_grant'), {
      code: 'credential_refused',
      reason: 'authorisation_ended',
      native: 'words',
    });
    await assert.rejects(renewing(401, 'invalid_client'), {
      code: 'app_refused',
      reason: 'app_unknown',
    });
    // A token of another app that a caller sends says nothing of the operator's.
    await assert.rejects(renewing(400, 'unauthorized_client'), {
      code: 'credential_refused',
      reason: 'other_app',
    });
    const theirs = { clientId: 'id', clientSecret: 'secret' };
    await assert.rejects(renewing(401, 'invalid_client', theirs), {
      code: 'credential_refused',
      field: 'clientId',
    });
    await assert.rejects(renewing(400, 'unauthorized_client', theirs), { reason: 'other_app' });
    const byConsent = { account: { ...account, home: 'A1PA6795UKMFR9' }, secrets: { refreshToken: token } }; // biome-ignore format: one credential
    await assert.rejects(renewal.renew(byConsent, {}, answering(200, granted).call, 0), {
      code: 'app_refused',
      reason: 'app_not_set',
    });
    const other = answering(400, { error: 'unauthorized_client' }).call;
    await assert.rejects(renewal.renew(byConsent, app, other, 0), {
      code: 'app_refused',
      reason: 'app_unknown',
    });
    await assert.rejects(
      renewal.renew({ account, secrets: { refreshToken: token } }, app, answering(200, {}).call, 0),
      { code: 'channel_invalid_response' },
    );
  });
});
