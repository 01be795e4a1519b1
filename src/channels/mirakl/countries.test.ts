// Country codes of three letters become those of two.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countryName } from '../../model/countries.ts';
import { countryCode } from './countries.ts';

test('codes of three letters, of two, and of none', () => {
  for (const [given, expected] of [
    ['FRA', 'FR'],
    ['deu', 'DE'],
    [' USA ', 'US'],
    ['XKX', 'XK'],
    ['CHE', 'CH'],
    ['NL', 'NL'],
    ['ZZZ', null],
    ['', null],
    [null, null],
  ] as const)
    assert.equal(countryCode(given), expected, String(given));
});

test('every pair is a country that the runtime has a name for, and none is there twice', () => {
  const source = readFileSync(new URL('countries.ts', import.meta.url), 'utf8');
  const pairs = [...source.matchAll(/\b([A-Z]{3}) ([A-Z]{2})\b/g)];
  assert.equal(pairs.length, 250);
  assert.equal(new Set(pairs.map(([, three]) => three)).size, 250);
  assert.equal(new Set(pairs.map(([, , two]) => two)).size, 250);
  for (const [, three = '', two = ''] of pairs) {
    assert.equal(countryCode(three), two);
    assert.ok(countryName(two), two);
  }
});
