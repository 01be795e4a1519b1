// Regions, in all the ways people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRegion } from './region.ts';

test('a cluster is known in every spelling', () => {
  for (const text of ['eu1', 'EU1', 'eu', 'Eu', 'live', ' eu1 '])
    assert.deepEqual(readRegion(text), { cluster: 'eu1' }, text);
  for (const text of ['us1', 'US1', 'us', 'US'])
    assert.deepEqual(readRegion(text), { cluster: 'us1' }, text);
});

test('two other letters are a language, whose cluster is found later', () => {
  assert.deepEqual(readRegion('nl'), { language: 'nl' });
  assert.deepEqual(readRegion('DE'), { language: 'de' });
});

test('both may be joined, in either order', () => {
  assert.deepEqual(readRegion('eu1/nl'), { cluster: 'eu1', language: 'nl' });
  assert.deepEqual(readRegion('us1-en'), { cluster: 'us1', language: 'en' });
  assert.deepEqual(readRegion('US_us'), { cluster: 'us1', language: 'us' });
  assert.deepEqual(readRegion('fr:EU'), { cluster: 'eu1', language: 'fr' });
});

test('anything else is not a region', () => {
  for (const text of ['', 'europe', 'eu2', 'nl-nl', 'eu1/nld', 'eu1/nl/x', '12'])
    assert.equal(readRegion(text), undefined, text);
});
