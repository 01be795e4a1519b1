// A query is written as the platform would, but for what vendors take otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.ts';
import { writeQuery } from './query.ts';

const plainly = (pairs: [string, string][]) =>
  new URLSearchParams(pairs).toString().replaceAll('+', '%20').replaceAll('%2C', ',');

test('spaces and commas are written as vendors take them', () => {
  assert.equal(
    writeQuery([
      ['a', 'x y,z'],
      ['b', 'ü+'],
    ]),
    'a=x%20y,z&b=%C3%BC%2B',
  );
});

test('every pair is written as the platform writes it, halves of characters too', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: 'grapheme-ascii' }),
    // Any code unit, so that one half of a pair of them comes alone.
    fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      assert.equal(writeQuery(pairs), plainly(pairs));
    }),
    { numRuns: 1000 },
  );
});
