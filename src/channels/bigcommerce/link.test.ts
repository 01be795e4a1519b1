// Linking: the form's deep link, and the app's installation with everything that may go wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { ByConsent, ByForm, Trip } from '../way.ts';
import { ways } from './link.ts';

const [form, app] = ways as [ByForm, ByConsent];
const trip: Trip = {
  app: { clientId: 'demo-client-id', clientSecret: 'demo-client-secret' },
  state: 'state',
  returnUrl: 'https://manifold.example/link/return/bigcommerce',
  receiveUrl: 'https://manifold.example/link/receive/x',
  verifier: 'v',
  challenge: 'c',
  appName: 'Demo',
  writes: [],
  now: 0,
};
const query = {
  account_uuid: '9b1d5a7c-4a3e-4f62-8c61-1f0e6d2a7b58',
  code: 'qx7hdemo3thvbvag',
  context: 'stores/k7x2m9qa4c',
  scope: 'store_v2_information_read_only store_v2_orders_read_only store_v2_products_read_only users_basic_information', // biome-ignore format: one list
  external_install: 'true',
};
const account = { store_hash: 'k7x2m9qa4c' };
const granted = {
  access_token: 'demoaccesstokenvalue0001',
  scope: query.scope,
  context: query.context,
  account_uuid: query.account_uuid,
};

/** Answers the token ask with a body, or fails it; keeps every ask. */
function vendor(answer: object | Fault) {
  const asks: Ask[] = [];
  const call: Call = (ask) => {
    asks.push(ask);
    if (!ask.url.endsWith('/oauth2/token'))
      return Promise.resolve({ status: 200, headers: {}, text: '<p>', body: undefined });
    if (answer instanceof Fault) return Promise.reject(answer);
    return Promise.resolve({ status: 200, headers: {}, text: '', body: answer });
  };
  const finish = (changes: object = {}, returned: object = query) =>
    app.finish?.({ query: { ...returned, ...changes }, account }, trip, call);
  return { asks, finish };
}

const reasonOf = async (ended: Promise<unknown> | undefined) => {
  try {
    await ended;
    return 'passed';
  } catch (error) {
    assert.ok(error instanceof Fault, String(error));
    return error.reason ?? error.code;
  }
};

test('the page with the keys is known as soon as the store is', () => {
  const place = 'https://store-k7x2m9qa4c.mybigcommerce.com/manage/settings/auth/api-accounts';
  assert.equal(form.place?.({ store_hash: ' stores/K7X2M9QA4C ' }), place);
  assert.equal(form.place?.({ store_hash: 'shop.example' }), undefined);
  assert.equal(form.place?.({}), undefined);
});

test('the browser leaves for the app’s installation, with the store remembered', () => {
  assert.deepEqual(app.begin({ store_hash: 'https://api.bigcommerce.com/stores/k7x2m9qa4c/v3/' }, trip), { url: 'https://login.bigcommerce.com/app/demo-client-id/install', account }); // biome-ignore format: one line
  assert.throws(() => app.begin({ store_hash: 'www.shop.example' }, trip), Fault);
});

test('what the browser brings back is exchanged for a token', async () => {
  const { asks, finish } = vendor(granted);
  const secrets = { token: 'demoaccesstokenvalue0001' };
  assert.deepEqual(await finish(), { account, secrets, granted: [] });
  const [exchange, report] = asks;
  assert.equal(exchange?.method, 'POST');
  assert.equal(exchange.url, 'https://login.bigcommerce.com/oauth2/token');
  assert.deepEqual(JSON.parse(exchange.body ?? ''), {
    client_id: 'demo-client-id',
    client_secret: 'demo-client-secret',
    code: 'qx7hdemo3thvbvag',
    context: 'stores/k7x2m9qa4c',
    scope: query.scope,
    grant_type: 'authorization_code',
    redirect_uri: trip.returnUrl,
  });
  assert.equal(report?.url, 'https://login.bigcommerce.com/app/demo-client-id/install/succeeded');
});

test('what the profile lets it change is known from what was granted', async () => {
  const grantedBy = async (scope: string) =>
    (await vendor({ ...granted, scope }).finish())?.granted;
  const reading = 'store_v2_orders_read_only store_v2_products_read_only';
  assert.deepEqual(await grantedBy(reading), []);
  assert.deepEqual(await grantedBy(`${reading} store_v2_orders`), ['orders.write']);
  const all = 'store_v2_orders store_v2_products store_inventory';
  assert.deepEqual(await grantedBy(all), ['orders.write', 'products.write']);
});

test('an installation from inside the control panel is not reported', async () => {
  const { external_install, ...inside } = query;
  const { asks, finish } = vendor(granted);
  await finish({}, inside);
  assert.equal(asks.length, 1);
});

test('another store than the one that was named is never linked', async () => {
  const coming = vendor(granted);
  assert.equal(await reasonOf(coming.finish({ context: 'stores/other' })), 'other_store_installed');
  assert.deepEqual(
    coming.asks.map(({ url }) => url),
    ['https://login.bigcommerce.com/app/demo-client-id/install/failed'],
  );
  const answered = vendor({ ...granted, context: 'stores/other' });
  assert.equal(await reasonOf(answered.finish()), 'other_store_installed');
});

test('whatever else goes wrong has a reason with words', async () => {
  assert.equal(
    await reasonOf(vendor(granted).finish({ error: 'access_denied' })),
    'consent_denied',
  );
  assert.equal(await reasonOf(vendor(granted).finish({ code: '' })), 'install_refused');
  const fewer = { ...granted, scope: 'store_v2_orders users_basic_information' };
  assert.equal(await reasonOf(vendor(fewer).finish()), 'app_scopes');
  assert.equal(await reasonOf(vendor({}).finish()), 'channel_invalid_response');
  const refused = new Fault('credential_refused', 'no', { reason: 'install_refused' });
  assert.equal(await reasonOf(vendor(refused).finish()), 'install_refused');
});

test('scopes that may write may read as well', async () => {
  const scope = 'store_v2_orders store_v2_products';
  assert.equal(await reasonOf(vendor({ ...granted, scope }).finish()), 'passed');
});
