// Times of both generations, and bounds that are exact whatever the vendor includes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isWithin } from '../kit/bounds.ts';
import { instantOf, millisecondsOf, rangePairs } from './dates.ts';

test('both generations are read', () => {
  const at = Date.UTC(2026, 2, 3, 16, 20, 11);
  for (const text of [
    'Tue, 03 Mar 2026 16:20:11 +0000',
    '3 Mar 2026 11:20:11 -0500',
    '2026-03-03T16:20:11+00:00',
    '2026-03-03T16:20:11Z',
  ])
    assert.equal(millisecondsOf(text), at, text);
  assert.equal(instantOf('Tue, 03 Mar 2026 16:20:11 +0000'), '2026-03-03T16:20:11+00:00');
});

test('what is no time is nothing', () => {
  for (const text of ['', null, undefined, 'never', 'Tue, 31 Feb 2026 16:20:11 +0000', 'Tue, 03 Foo 2026 16:20:11 +0000']) // biome-ignore format: one list
    assert.equal(instantOf(text), null);
});

test('a range is asked for a second wider on both sides, in UTC', () => {
  const min = Date.UTC(2026, 2, 3, 16, 20, 11, 250);
  assert.deepEqual(rangePairs({ min, max: min }, 'from', 'to'), [
    ['from', '2026-03-03T16:20:10Z'],
    ['to', '2026-03-03T16:20:13Z'],
  ]);
  assert.deepEqual(rangePairs({}, 'from', 'to'), []);
  assert.deepEqual(rangePairs({ min: 0 }, 'from', 'to'), [['from', '1970-01-01T00:00:00Z']]);
});

test('what lies in a range is always asked for, even where bounds are not included', () => {
  const time = fc.integer({ min: 2000, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(time, fc.integer({ min: -3, max: 3 }), (bound, seconds) => {
      const at = Math.floor(bound / 1000) * 1000 + seconds * 1000;
      const read = millisecondsOf(new Date(at).toISOString());
      const asked = rangePairs({ min: bound, max: bound }, 'from', 'to').map(([, value]) =>
        Date.parse(value),
      );
      if (isWithin({ min: bound }, read)) assert.ok(at >= bound && at > (asked[0] ?? at));
      if (isWithin({ max: bound }, read)) assert.ok(at <= bound && at < (asked[1] ?? at));
    }),
  );
});

test('a time as most are written is read as any other', () => {
  // A space in front leaves it to the pattern that all forms take.
  const at = fc.integer({ min: 0, max: Date.UTC(9000, 0) / 1000 });
  const spoil = fc.constantFrom('', 'x', ' ', '0', ':');
  fc.assert(
    fc.property(at, fc.integer({ min: 0, max: 31 }), spoil, (seconds, place, put) => {
      const whole = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
      const text = put === '' ? whole : `${whole.slice(0, place)}${put}${whole.slice(place + 1)}`;
      assert.equal(instantOf(text), instantOf(` ${text}`), text);
      assert.equal(millisecondsOf(text), millisecondsOf(` ${text}`), text);
      if (put === '') assert.equal(millisecondsOf(text), seconds * 1000, text);
    }),
    { numRuns: 3000 },
  );
});
