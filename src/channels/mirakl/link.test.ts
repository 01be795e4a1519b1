// The forms by which a seller links Mirakl.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES } from '../way.ts';
import { mirakl } from './index.ts';
import { link } from './link.ts';

const way = (id: string) => {
  const found = link.ways.find((one) => one.id === id);
  assert.ok(found?.kind === 'form');
  return found;
};

test('what the forms ask for is what the channel takes', () => {
  const keys = mirakl.fields.map(({ key }) => key);
  for (const { inputs } of link.ways)
    for (const { key, pattern, example } of inputs) {
      assert.ok(keys.includes(key), key);
      if (pattern) assert.match(example, new RegExp(`^(?:${pattern})$`, 'v'));
    }
  const filled = (id: string) =>
    Object.fromEntries(way(id).inputs.map(({ key, example }) => [key, example.replace('…', 'x')]));
  assert.deepEqual(Object.keys(mirakl.accept(filled('connect')).secrets), [
    'clientId',
    'clientSecret',
  ]);
  assert.equal(mirakl.accept(filled('marketplace')).account.shop_id, '2044');
});

test('every text is there in every language', () => {
  const texts = [
    ...link.ways.map(({ title }) => title),
    ...link.ways.flatMap(({ inputs }) =>
      inputs.flatMap(({ label, hint }) => [label, hint ?? label]),
    ),
    ...Object.values(link.reasons),
  ];
  for (const text of texts) for (const language of LANGUAGES) assert.ok(text[language]);
  for (const id of ['connect', 'marketplace'])
    for (const language of LANGUAGES)
      assert.equal(way(id).steps[language].length, way(id).steps.en.length);
});

test('the key page is known as soon as the address is', () => {
  const { place } = way('marketplace');
  assert.equal(
    place?.({ baseUrl: 'https://sample.mirakl.net/api' }),
    'https://sample.mirakl.net/mmp/shop/user/api',
  );
  assert.equal(
    place?.({ baseUrl: 'sample.mirakl.net' }),
    'https://sample.mirakl.net/mmp/shop/user/api',
  );
  assert.equal(place?.({}), undefined);
  assert.equal(place?.({ baseUrl: 'sample' }), undefined);
  assert.equal(place?.({ baseUrl: 'javascript:alert(1)' }), undefined);
});

test('every diagnosis that the driver gives has its words', () => {
  const sources = ['auth.ts', 'explain.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  const given = sources.flatMap((source) => [...source.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)]);
  const codes = ['invalid_request', 'credential_refused', 'permission_missing', 'channel_failed'];
  const others = [
    ...codes,
    'channel_invalid_response',
    'channel_rate_limited',
    'shop_id',
    'order_id',
    'client_credentials',
  ];
  const reasons = new Set(
    given.map(([, word = '']) => word).filter((word) => !others.includes(word)),
  );
  assert.deepEqual([...reasons].sort(), Object.keys(link.reasons).sort());
});
