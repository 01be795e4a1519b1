// Tests of diagnoses and of the way out: the finest words that fit, and the client's own address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../channels/channel.ts';
import { channels } from '../channels/index.ts';
import { LANGUAGES } from '../channels/words.ts';
import { diagnose } from './diagnosis.ts';
import { backAddress } from './finish.ts';
import { createOffer } from './offer.ts';
import { vocabularies } from './words/index.ts';

const words = { fields: {}, ways: {}, reasons: { permalinks_off: 'Permalinks are off.' } };
const form = { kind: 'form', id: 'keys', inputs: [] };
const consent = {
  kind: 'consent',
  id: 'app',
  needs: ['clientId'],
  inputs: [],
};
const channel = {
  title: 'Shop',
  ways: [consent, form],
  words: { en: words, nl: words, de: words, fr: words },
} as unknown as Channel;

test('the channel’s own words come first, then the shared ones, then those of the code', () => {
  const text = (code: string, reason?: string) => diagnose({ code, reason }, channel, 'en').text;
  assert.equal(text('channel_failed', 'permalinks_off'), 'Permalinks are off.');
  assert.match(text('channel_failed', 'unknown_host'), /does not exist. Check the address/);
  assert.match(text('channel_failed', 'never_heard_of'), /^Shop answered with an error/);
  assert.match(text('credential_refused', 'constructor'), /^Shop does not accept this key/);
  assert.match(text('no_such_code'), /went wrong on our side/);
  assert.match(diagnose({ code: 'channel_timeout' }, channel, 'nl').text, /niet op tijd/);
});

test('where the merchant runs the shop, it is the shop that did something', () => {
  const own = { ...channel, selfHosted: true, products: {} } as unknown as Channel;
  const say = (code: string, reason?: string) => diagnose({ code, reason }, own, 'en');
  assert.match(say('channel_timeout').text, /^Your shop did not answer in time/);
  assert.match(
    say('channel_failed', 'host_left_alone').text,
    /^Your shop has just failed several times/,
  );
  assert.match(say('permission_missing').text, /does not let it read products\./);
  assert.equal(say('channel_failed').speaker, 'Your shop');
  assert.match(say('channel_failed', 'permalinks_off').text, /^Permalinks are off/);
  assert.match(diagnose({ code: 'channel_failed', reason: 'host_left_alone' }, channel, 'en').text, /^Shop has just failed several times/); // biome-ignore format: one line
  for (const language of LANGUAGES)
    for (const code of Object.keys(vocabularies.en.faults))
      assert.ok(!diagnose({ code }, own, language).text.includes('Shop answered'), code);
});

test('an address that cannot be called is said why, and another kind of shop is named', () => {
  const say = (reason: string) =>
    diagnose({ code: 'address_not_allowed', reason }, channel, 'en', { other: channel }).text;
  const texts = ['port_not_allowed', 'one_word', 'private_address', 'https_only', 'other_host', 'login_in_address'].map(say); // biome-ignore format: one list
  assert.equal(new Set(texts).size, texts.length);
  assert.equal(texts.filter((text) => /public internet/.test(text)).length, 1);
  assert.match(say('other_kind_other'), /The shop at this address runs on Shop\./);
  assert.match(say('other_kind_gone'), /We cannot use this address/);
});

test('the landing lists what the channels of the link really give', () => {
  const made = (orders: boolean, products: boolean) =>
    ({ ...channel, ...(orders && { orders: {} }), ...(products && { products: {} }) }) as unknown as Channel; // biome-ignore format: one line
  const offer = createOffer({
    channels: { both: made(true, true), goods: made(false, true), sales: made(true, false) },
    apps: {},
    store: {} as never,
  });
  assert.equal(offer.reads(['both']), 'both');
  assert.equal(offer.reads(['goods']), 'products');
  assert.equal(offer.reads(['sales']), 'orders');
  assert.equal(offer.reads(['goods', 'sales']), 'both');
  assert.equal(offer.reads(['goods', 'gone', 'constructor']), 'products');
});

test('the channel is quoted only where it said a sentence', () => {
  const said = (native: string) => diagnose({ code: 'channel_failed', native }, channel, 'en').said;
  assert.equal(said('  Key\n is  wrong. '), 'Key is wrong.');
  assert.equal(said('{"error":1}'), undefined);
  assert.equal(said('<html>'), undefined);
  assert.equal(said('x'.repeat(201)), undefined);
});

test('a consent is offered only where the operator has an app with all that it needs', () => {
  const ways = (apps: Record<string, Record<string, string>>) =>
    createOffer({ channels: { shop: channel }, apps, store: {} as never })
      .ways('shop')
      .map(({ id }) => id);
  assert.deepEqual(ways({}), ['keys']);
  assert.deepEqual(ways({ shop: { clientId: '' } }), ['keys']);
  assert.deepEqual(ways({ shop: { clientId: 'x' } }), ['app', 'keys']);
});

test('the client’s address gets the outcome in its query and keeps the rest', () => {
  assert.equal(backAddress(null, 'completed'), undefined);
  assert.equal(
    backAddress('https://app.example/x?a=1&status=mine#y', 'cancelled', ['bol', 'amazon']),
    'https://app.example/x?a=1&status=cancelled&linked=bol%2Camazon#y',
  );
});

test('what the operator must correct is said so, in every language, for every channel', () => {
  const OPERATOR = { en: /operator/, nl: /beheerder/, de: /Betreiber/, fr: /exploitant/ };
  for (const channel of Object.values(channels))
    for (const language of LANGUAGES)
      for (const reason of [undefined, 'app_not_set', 'app_unknown']) {
        const { text } = diagnose({ code: 'app_refused', reason }, channel, language);
        assert.match(text, OPERATOR[language]);
      }
});
