// The forms of the link pages: what they offer, and that their first checks let the true values pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../way.ts';
import { accept } from './auth.ts';
import { magento } from './index.ts';
import { link } from './link.ts';

test('each form asks for keys of the channel, in every language', () => {
  const known = magento.fields.map(({ key }) => key);
  for (const way of link.ways) {
    assert.equal(way.kind, 'form');
    for (const input of way.inputs) {
      assert.ok(known.includes(input.key), input.key);
      for (const language of LANGUAGES) assert.ok(input.label[language]);
    }
    if (way.kind === 'form')
      for (const language of LANGUAGES)
        assert.equal(way.steps[language].length, way.steps.en.length, `${way.id} ${language}`);
  }
});

test('what the examples show is accepted, and passes the first check', () => {
  for (const way of link.ways) {
    const given = Object.fromEntries(way.inputs.map(({ key, example }) => [key, example]));
    for (const { key, pattern, example } of way.inputs)
      if (pattern) assert.match(example, new RegExp(`^(?:${pattern})$`, 'v'), key);
    // The dots of an example stand for more.
    if (way.id === 'cloud') given.imsClientSecret = 'p8e-secret';
    assert.ok(accept(given).account.baseUrl);
  }
});

test('the admin is linked to only where its address was typed', () => {
  const [way] = link.ways;
  assert.ok(way?.kind === 'form');
  assert.equal(way.place?.({ baseUrl: 'https://shop.nl' }), undefined);
  assert.equal(way.place?.({ baseUrl: '' }), undefined);
  assert.equal(
    way.place?.({ baseUrl: 'shop.nl/admin_1a2b/admin/dashboard?x' }),
    'https://shop.nl/admin_1a2b',
  );
});

test('every reason is worded in every language, without a dash that nobody types', () => {
  for (const [reason, words] of Object.entries(link.reasons))
    for (const language of LANGUAGES) {
      assert.ok(words[language].length > 20, `${reason} ${language}`);
      assert.doesNotMatch(words[language], /\u2014/);
    }
});
