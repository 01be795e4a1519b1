// Tests of WordPress's approval: where the browser goes, what the shop brings, and what it means.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trip } from '../way.ts';
import { ways } from './link.ts';

const trip: Trip = {
  app: {},
  state: 'st-1',
  returnUrl: 'https://manifold.example/link/return/woocommerce',
  receiveUrl: 'https://manifold.example/link/receive/st-1',
  verifier: '',
  challenge: '',
  appName: 'Kade & Zonen App',
  writes: [],
  now: 0,
};
const [way, form] = ways;
assert.ok(way?.kind === 'consent' && way.receive && way.finish && form?.kind === 'form');
const { begin, receive, finish } = way;

test('the browser goes to the site as it was typed, folder and all', () => {
  const { url, account } = begin({ baseUrl: ' www.shop.nl/winkel/wp-admin/ ' }, trip);
  assert.equal(
    url,
    'https://www.shop.nl/winkel/wc-auth/v1/authorize?app_name=Kade%20%26%20Zonen%20App&scope=read&user_id=st-1&return_url=https%3A%2F%2Fmanifold.example%2Flink%2Freturn%2Fwoocommerce&callback_url=https%3A%2F%2Fmanifold.example%2Flink%2Freceive%2Fst-1',
  );
  assert.deepEqual(account, { baseUrl: 'https://www.shop.nl/winkel' });
  assert.throws(() => begin({ baseUrl: 'my shop' }, trip), { reason: 'bad_address' });
});

test('the key that the shop brings belongs to the site the browser was sent to', () => {
  const account = { baseUrl: 'https://www.shop.nl' };
  const body = {
    consumer_key: 'ck_1',
    consumer_secret: 'cs_1',
    user_id: 'x',
    key_permissions: 'read',
  };
  assert.deepEqual(receive(body, account), {
    account: { ...account, authMode: 'header' },
    secrets: { consumerKey: 'ck_1', consumerSecret: 'cs_1' },
    granted: [],
  });
  const { granted } = receive({ ...body, key_permissions: 'read_write' }, account);
  assert.deepEqual(granted, ['orders.write', 'products.write']);
  for (const wrong of [undefined, null, [], { consumer_key: 1 }, { consumer_key: 'ck_1' }])
    assert.throws(() => receive(wrong, account), { reason: 'not_received' });
});

test('without a key it was refused, or it got lost on the way', async () => {
  const call = async () => assert.fail('nothing is asked');
  const back = (success: string) => finish({ query: { success }, account: {} }, trip, call);
  await assert.rejects(back('0'), { reason: 'consent_denied' });
  await assert.rejects(back('1'), { reason: 'not_received' });
});

test('the page with the keys is shown as soon as the address is known', () => {
  assert.equal(form.place?.({}), undefined);
  assert.equal(
    form.place?.({ baseUrl: 'shop.nl' }),
    'https://shop.nl/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys',
  );
});
