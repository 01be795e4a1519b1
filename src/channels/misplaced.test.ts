// Values in the wrong place, for each channel whose keys can be distinguished.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Given } from '../model/credential.ts';
import { channels } from './index.ts';
import { foreignKey, misplacedIn, mustBePlaced } from './misplaced.ts';

const UUID = '11111111-2222-3333-4444-555555555555';
const CK = `ck_${'a'.repeat(40)}`;
const CS = `cs_${'b'.repeat(40)}`;
const HEX = '0123456789abcdef0123456789abcdef';

function found(name: string, given: Given): Record<string, string> {
  const channel = channels[name];
  assert.ok(channel);
  return Object.fromEntries(
    misplacedIn(given, channel).map((one) => [
      one.key,
      'other' in one ? `${one.reason} ${one.other}` : one.reason,
    ]),
  );
}

test('swapped values are recognised', () => {
  const cases: readonly (readonly [string, Given, Record<string, string>])[] = [
    ['woocommerce', { consumerKey: CS, consumerSecret: CK }, { consumerKey: 'swapped consumerSecret', consumerSecret: 'swapped consumerKey' }], // biome-ignore format: one case
    ['woocommerce', { consumerKey: CK, consumerSecret: CK }, { consumerSecret: 'swapped consumerKey' }], // biome-ignore format: one case
    ['shopify', { token: `shpss_${HEX}` }, { token: 'swapped clientSecret' }],
    ['shopify', { clientId: `shpss_${HEX}`, clientSecret: HEX }, { clientId: 'swapped clientSecret', clientSecret: 'swapped clientId' }], // biome-ignore format: one case
    ['shopify', { clientId: HEX, clientSecret: `shpat_${HEX}` }, { clientSecret: 'swapped token' }],
    ['amazon', { token: 'amzn1.oa2-cs.v1.abc', clientSecret: 'Atzr|Iw' }, { token: 'swapped clientSecret', clientSecret: 'swapped token' }], // biome-ignore format: one case
    ['amazon', { clientId: 'amzn1.oa2-cs.v1.abc', clientSecret: 'amzn1.application-oa2-client.abc' }, { clientId: 'swapped clientSecret', clientSecret: 'swapped clientId' }], // biome-ignore format: one case
    ['bol', { clientId: 'q7R2-secret', clientSecret: UUID }, { clientSecret: 'swapped clientId' }],
    ['mirakl', { clientId: 'q7R2-secret', clientSecret: UUID }, { clientSecret: 'swapped clientId' }], // biome-ignore format: one case
    ['sharetribe', { clientId: HEX, clientSecret: UUID }, { clientSecret: 'swapped clientId' }],
    ['bigcommerce', { store_hash: '0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5', token: 'k7x2m9qa4c' }, { store_hash: 'swapped token', token: 'swapped store_hash' }], // biome-ignore format: one case
    ['magento', { imsClientId: '1234ABCD@AdobeOrg', imsOrgId: HEX }, { imsClientId: 'swapped imsOrgId', imsOrgId: 'swapped imsClientId' }], // biome-ignore format: one case
    ['magento', { consumerKey: HEX, consumerSecret: HEX }, { consumerKey: 'twice consumerSecret', consumerSecret: 'twice consumerKey' }], // biome-ignore format: one case
    ['lightspeed_c', { apiKey: HEX, apiSecret: HEX }, { apiKey: 'twice apiSecret', apiSecret: 'twice apiKey' }], // biome-ignore format: one case
  ];
  for (const [name, given, wanted] of cases)
    assert.deepEqual(found(name, given), wanted, `${name} ${JSON.stringify(given)}`);
});

test('two values in one field are recognised, with or without their labels', () => {
  for (const both of [`${CK} ${CS}`, `${CK}:${CS}`, `Consumer key: ${CK}\nConsumer secret: ${CS}`])
    for (const key of ['consumerKey', 'consumerSecret'])
      assert.deepEqual(found('woocommerce', { [key]: both }), { [key]: 'pair' }, both);
  const other = HEX.replaceAll('0', 'f');
  assert.deepEqual(found('magento', { consumerKey: `${HEX}\n${other}` }), { consumerKey: 'pair' });
  assert.deepEqual(found('lightspeed_c', { apiKey: `${HEX} ${other}` }), { apiKey: 'pair' });
  assert.deepEqual(found('sharetribe', { clientId: `${UUID}\n${UUID.replace('1', '2')}` }), {
    clientId: 'pair',
  });
});

test('what may be right is left alone', () => {
  const cases: readonly (readonly [string, Given])[] = [
    ['woocommerce', { token: `${CK}:${CS}` }],
    ['woocommerce', { consumerKey: `Consumer key: ${CK}`, consumerSecret: CS }],
    ['shopify', { token: HEX }],
    ['shopify', { clientId: HEX, clientSecret: HEX.replaceAll('0', 'f') }],
    ['bol', { clientId: UUID, clientSecret: UUID.replaceAll('1', '2') }],
    ['bol', { token: `${UUID}:secret` }],
    ['mirakl', { baseUrl: 'https://x.mirakl.net', token: UUID }],
    ['mirakl', { token: 'Bearer eyJ.a.b' }],
    ['sharetribe', { clientId: UUID, clientSecret: HEX }],
    ['lightspeed_c', { token: `Basic ${HEX}` }],
    ['magento', { token: HEX, consumerKey: HEX.replaceAll('0', 'f') }],
    ['amazon', { token: 'Atza|Iw', clientSecret: HEX }],
  ];
  for (const [name, given] of cases)
    assert.deepEqual(found(name, given), {}, `${name} ${JSON.stringify(given)}`);
});

test('a key of another channel is recognised by its beginning, and never one’s own', () => {
  const all = Object.values(channels);
  const ofShopify = channels.shopify;
  assert.ok(ofShopify);
  assert.equal(foreignKey(CK, ofShopify, all), channels.woocommerce);
  assert.equal(foreignKey('Atzr|Iw', ofShopify, all), channels.amazon);
  assert.equal(foreignKey(`shpss_${HEX}`, ofShopify, all), undefined);
  assert.equal(foreignKey(HEX, ofShopify, all), undefined);
});

test('in params the refusal names the keys, never a value', () => {
  const woo = channels.woocommerce;
  assert.ok(woo);
  assert.throws(() => mustBePlaced({ consumerKey: CS, consumerSecret: CK }, woo), {
    code: 'invalid_request',
    field: 'consumerKey',
    reason: 'swapped',
    message:
      '"consumerKey" holds what looks like a value of "consumerSecret"; they may be swapped.',
  });
});
