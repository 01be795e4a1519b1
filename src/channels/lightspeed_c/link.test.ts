// Linking: the form's words, and an installation from leaving to coming back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../link/form.ts';
import { Fault } from '../../model/faults.ts';
import type { ByConsent, Trip } from '../way.ts';
import { accept } from './auth.ts';
import { lightspeedC } from './index.ts';
import { ways } from './link.ts';

const [form, consent] = ways as [(typeof ways)[0], ByConsent];
const APP = {
  clientId: 'aaaaaaaabbbbbbbbccccccccdddddddd',
  clientSecret: '11112222333344445555666677778888',
};
const CALLBACK = {
  language: 'nl',
  shop_id: '356891',
  timestamp: '1772554811',
  token: '6a1d0c2e9b7f4f1f8a3d5e6c7b8a9d0e',
  cluster_id: 'eu1',
  signature: '6e0f043ee215874c5d5116af631f4a9a',
};
const trip = (change: Partial<Trip> = {}): Trip => ({
  app: APP,
  state: 'state',
  returnUrl: 'https://service.example/link/return/lightspeed_c',
  receiveUrl: 'https://service.example/link/receive/x',
  verifier: 'v',
  challenge: 'c',
  appName: 'App',
  writes: [],
  now: 1_772_554_811_000 + 20_000,
  ...change,
});
const call = () => assert.fail('nothing is asked');
const finish = (query: Record<string, string>, account = { cluster: 'eu1' }, change = {}) =>
  consent.finish?.({ query, account }, trip(change), call);

async function reasonOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Fault) return error.reason;
    throw error;
  }
  return assert.fail('nothing was thrown');
}

test('what the form’s examples say is accepted', () => {
  const given = Object.fromEntries(
    fieldsOf(form, lightspeedC).map(({ key, example }) => [key, example]),
  );
  assert.deepEqual(accept(given).account, { cluster: 'eu1', language: 'nl' });
});

test('the browser goes to the install page of the cluster', () => {
  assert.deepEqual(consent.begin({ region: 'eu1', language: 'nl' }, trip()), {
    url: `https://api.webshopapp.com/nl/apps/install?api_key=${APP.clientId}`,
    account: { cluster: 'eu1' },
  });
  const app = { ...APP, usClientId: 'us-key', usClientSecret: 'us-secret' };
  assert.deepEqual(consent.begin({ region: 'us1', shopId: '612345' }, trip({ app })), {
    url: 'https://api.shoplightspeed.com/en/apps/install?api_key=us-key&shop_id=612345',
    account: { cluster: 'us1', shopId: '612345' },
  });
});

test('inputs that cannot be right stop the trip', async () => {
  assert.equal(await reasonOf(() => consent.begin({}, trip())), 'region_form');
  assert.equal(await reasonOf(() => consent.begin({ region: 'nl' }, trip())), 'region_form');
  const wrong = { region: 'eu1', language: 'dutch' };
  assert.equal(await reasonOf(() => consent.begin(wrong, trip())), 'language_form');
});

test('a signed answer becomes a credential', async () => {
  const credential = await finish(CALLBACK);
  assert.deepEqual(credential?.account, { cluster: 'eu1', language: 'nl', shopId: '356891' });
  assert.equal(
    Buffer.from((credential?.secrets.token ?? '').slice(6), 'base64').toString(),
    'aaaaaaaabbbbbbbbccccccccdddddddd:e592a8afd31f80aa348af7deb322748b',
  );
  const { cluster_id, ...without } = CALLBACK;
  assert.deepEqual((await finish(without))?.account, credential?.account);
});

test('anything else is refused, with its reason', async () => {
  const { token, ...tokenless } = CALLBACK;
  const minutes = (count: number) => ({ now: 1_772_554_811_000 + count * 60_000 });
  const eu1 = { cluster: 'eu1' };
  assert.equal(await reasonOf(() => finish({ error: 'access_denied' })), 'consent_denied');
  assert.equal(await reasonOf(() => finish(tokenless)), 'consent_denied');
  assert.equal(await reasonOf(() => finish({ ...CALLBACK, shop_id: '1' })), 'bad_signature');
  assert.equal(await reasonOf(() => finish(CALLBACK, eu1, minutes(6))), 'clock_skew');
  assert.equal(await reasonOf(() => finish(CALLBACK, eu1, minutes(-6))), 'clock_skew');
  assert.ok(await finish(CALLBACK, eu1, minutes(4)));
  assert.equal(await reasonOf(() => finish(CALLBACK, { cluster: 'us1' })), 'wrong_account');
  const named = { cluster: 'eu1', shopId: '7' };
  assert.equal(await reasonOf(() => finish(CALLBACK, named)), 'wrong_account');
});
