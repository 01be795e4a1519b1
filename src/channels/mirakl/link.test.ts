// The forms by which a seller links Mirakl.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fieldsOf } from '../../link/form.ts';
import { mirakl } from './index.ts';
import { ways } from './link.ts';

const way = (id: string) => {
  const found = ways.find((one) => one.id === id);
  assert.ok(found?.kind === 'form');
  return found;
};

test('what the forms ask for is what the channel takes', () => {
  const filled = (id: string) =>
    Object.fromEntries(
      fieldsOf(way(id), mirakl).map(({ key, example }) => [key, example.replace('…', 'x')]),
    );
  assert.deepEqual(Object.keys(mirakl.accept(filled('connect')).secrets), [
    'clientId',
    'clientSecret',
  ]);
  assert.equal(mirakl.accept(filled('marketplace')).account.shop_id, '2044');
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
  assert.deepEqual([...reasons].sort(), Object.keys(mirakl.words.en.reasons).sort());
});
