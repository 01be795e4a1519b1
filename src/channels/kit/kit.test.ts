// What several channels share: exact JSON, countries, weights, empty texts, signatures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countryName } from './countries.ts';
import { exactJson } from './exact-json.ts';
import { encode, signature } from './oauth1.ts';
import { filled, identifier, joined } from './text.ts';
import { weightFields, weightUnit } from './weight.ts';

test('fractions and long integers come as text, everything else as it is', () => {
  const text =
    '{"price":12.1,"n":-3,"e":1e2,"id":12345678901234567890,"s":"1.5 \\"2.5\\" \\\\","a":[0.10,true,null,0]}';
  assert.deepEqual(exactJson(text), {
    price: '12.1',
    n: -3,
    e: '1e2',
    id: '12345678901234567890',
    s: '1.5 "2.5" \\',
    a: ['0.10', true, null, 0],
  });
  assert.throws(() => exactJson('{"a":1.5.2}'), SyntaxError);
  assert.throws(() => exactJson('{"a":'), SyntaxError);
});

test('JSON without fractions reads as the platform reads it', () => {
  const json = fc.jsonValue({ noUnicodeString: false });
  fc.assert(
    fc.property(json, (value) => {
      const plain = JSON.parse(
        JSON.stringify(value, (_, v) => (typeof v === 'number' ? Math.trunc(v % 1e9) : v)),
      );
      assert.deepEqual(exactJson(JSON.stringify(plain)), plain);
    }),
  );
});

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
