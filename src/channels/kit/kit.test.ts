// What several channels share: countries, weights, empty texts, signatures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName } from '../../model/countries.ts';
import { encode, signature } from './oauth1.ts';
import { filled, identifier, joined } from './text.ts';
import { weightFields, weightUnit } from './weight.ts';

test('countries have English names', () => {
  assert.equal(countryName('NL'), 'Netherlands');
  assert.equal(countryName('be'), 'Belgium');
  assert.deepEqual([countryName(''), countryName('N'), countryName(null)], [null, null, null]);
});

test('weights are exact grams', () => {
  assert.deepEqual(weightFields('0.25', weightUnit('kg')), {
    weight: 0.25,
    weight_unit: 'kg',
    grams: 250,
  });
  assert.deepEqual(weightFields('1', weightUnit('LBS')), {
    weight: 1,
    weight_unit: 'lb',
    grams: 454,
  });
  assert.deepEqual(weightFields('', 'kg'), { weight: null, weight_unit: null, grams: null });
  assert.deepEqual(weightFields('1', weightUnit('stone')), {
    weight: null,
    weight_unit: null,
    grams: null,
  });
});

test('nothing is null', () => {
  assert.deepEqual(
    [filled(''), filled('  '), filled(false), filled(0), filled(' a ')],
    [null, null, null, '0', 'a'],
  );
  assert.deepEqual([identifier(0), identifier('0'), identifier(12)], [null, null, '12']);
  assert.equal(joined(['Ada', '', null, 'Lovelace']), 'Ada Lovelace');
  assert.equal(joined(['', null]), null);
});

test('a signature covers method, address and sorted parameters', () => {
  assert.equal(encode("a b*'()!~"), 'a%20b%2A%27%28%29%21~');
  const pairs = [
    ['b', '2'],
    ['a', '1 &'],
  ] as const;
  assert.equal(
    signature('get', 'http://shop.example/wp-json', pairs, 'secret'),
    signature('GET', 'http://shop.example/wp-json', [pairs[1], pairs[0]], 'secret'),
  );
});
