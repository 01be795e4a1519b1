// Tests of Shopify's consent: a fixed vector of its signature, and every answer that is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Trip } from '../way.ts';
import { signatureOf, verify, ways } from './link.ts';

const SECRET = 'hush_example_client_secret';
const query = {
  code: '8f3ad1f0c3b1e5a0e7d2c4b6a8990011',
  host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvdmVsby1ub3Jk',
  shop: 'velo-nord.myshopify.com',
  state: 'c0ffee5e55104e12a7',
  timestamp: '1793178000',
  hmac: '6aca9d4fea74f8b01c4f459e06e27ea1fc4f5834c13a53f8e99815d50df9df32',
};
const account = { baseUrl: 'https://velo-nord.myshopify.com' };
const trip: Trip = {
  app: { clientId: 'id', clientSecret: SECRET },
  state: query.state,
  returnUrl: 'https://manifold.example/link/return/shopify',
  receiveUrl: '',
  verifier: '',
  challenge: '',
  appName: 'App',
  writes: [],
  now: 1_793_178_000_000,
};
const way = ways[0];
assert.ok(way?.kind === 'consent' && way.finish);
const { begin, finish } = way;

test('the signature is the one that Shopify computes', () => {
  assert.equal(signatureOf(query, SECRET), query.hmac);
  verify({ query, account }, trip);
});

test('an answer is refused for the first thing that is wrong with it', () => {
  const reason = (more: Record<string, string>, on: Partial<Trip> = {}, at = account) => {
    try {
      verify({ query: { ...query, ...more }, account: at }, { ...trip, ...on });
      return undefined;
    } catch (error) {
      return (error as Fault).reason;
    }
  };
  assert.equal(reason({ error: 'access_denied' }), 'consent_denied');
  assert.equal(reason({ state: 'x' }), 'wrong_state');
  assert.equal(reason({ hmac: '' }), 'bad_signature');
  assert.equal(reason({ code: 'another' }), 'bad_signature');
  assert.equal(reason({ more: '1' }), 'bad_signature');
  assert.equal(reason({}, { now: trip.now + 90_001 }), 'clock_skew');
  assert.equal(reason({}, { now: trip.now - 90_000 }), undefined);
  assert.equal(reason({}, {}, { baseUrl: 'https://other.myshopify.com' }), 'wrong_account');
});

test('the browser is sent to the shop, however its address was typed', () => {
  for (const typed of ['velo-nord', ' https://admin.shopify.com/store/velo-nord/x ']) {
    const { url, account: known } = begin({ baseUrl: typed }, trip);
    assert.equal(
      url,
      `https://velo-nord.myshopify.com/admin/oauth/authorize?client_id=id&scope=read_orders%2Cread_products%2Cread_customers%2Cread_locations&redirect_uri=${encodeURIComponent(trip.returnUrl)}&state=${query.state}`,
    );
    assert.deepEqual(known, account);
  }
  assert.throws(() => begin({ baseUrl: 'www.velo-nord.com' }, trip), { reason: 'custom_domain' });
});

test('the code becomes a token that ends, if the scopes are there', async () => {
  const body = {
    access_token: 't',
    refresh_token: 'r',
    expires_in: 3600,
    refresh_token_expires_in: 7_776_000,
    scope: 'write_orders,read_products',
  };
  const answering =
    (answer: unknown): Call =>
    async (ask) => {
      assert.equal(ask.url, 'https://velo-nord.myshopify.com/admin/oauth/access_token');
      const sent = JSON.parse(ask.body ?? '');
      assert.deepEqual([sent.code, sent.expiring], [query.code, '1']);
      return { status: 200, headers: {}, text: '', body: answer };
    };
  assert.deepEqual(await finish({ query, account }, trip, answering(body)), {
    account,
    secrets: {
      token: 't',
      refreshToken: 'r',
      endsAt: String(trip.now + 3_600_000),
      grantEndsAt: String(trip.now + 7_776_000_000),
    },
  });
  const less = answering({ ...body, scope: 'read_products' });
  await assert.rejects(finish({ query, account }, trip, less), { reason: 'missing_read_orders' });
  const refusing: Call = async () => {
    throw new Fault('credential_refused', 'No.', { status: 400 });
  };
  await assert.rejects(finish({ query, account }, trip, refusing), { reason: 'code_refused' });
  const ofApp = () =>
    Promise.reject(new Fault('app_refused', 'x', { status: 400, reason: 'app_unknown' }));
  await assert.rejects(finish({ query, account }, trip, ofApp), { code: 'app_refused' });
});
