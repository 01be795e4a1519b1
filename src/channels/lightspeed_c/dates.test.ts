// Dates: filters that only widen, whatever clock they are read by, and a sift that is exact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundPairs, clocksOf, isWithin } from './dates.ts';

const HOUR = 3_600_000;
const AMSTERDAM = clocksOf('eu1', HOUR);

test('lower bounds are written by the clock furthest behind, upper ones by that furthest ahead', () => {
  const at = Date.UTC(2026, 9, 1, 12);
  assert.deepEqual(boundPairs({ created_at_min: at, updated_at_max: at }, AMSTERDAM), [
    ['created_at_min', '2026-10-01 11:59:59'],
    ['updated_at_max', '2026-10-01 14:00:01'],
  ]);
  assert.deepEqual(clocksOf('us1', 0), { behind: -HOUR, ahead: HOUR });
  assert.deepEqual(clocksOf('us1', -8 * HOUR), { behind: -9 * HOUR, ahead: 0 });
  assert.deepEqual(boundPairs({ created_at_min: 0, created_at_max: undefined }, AMSTERDAM), [
    ['created_at_min', '1970-01-01 00:00:00'],
  ]);
});

test('read by any of its clocks, a bound never leaves out what it should let in', () => {
  const zones = [
    ['eu1', HOUR, [0, HOUR, 2 * HOUR]],
    ['eu1', 3 * HOUR, [0, HOUR, 2 * HOUR, 3 * HOUR]],
    ['us1', 0, [0, HOUR]],
    ['us1', -8 * HOUR, [-8 * HOUR, -7 * HOUR, 0]],
  ] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
      fc.constantFrom(...zones),
      (at, [cluster, shop, offsets]) => {
        const clocks = clocksOf(cluster, shop);
        const [min, max] = boundPairs({ created_at_min: at, created_at_max: at }, clocks).map(
          ([, text]) => Date.parse(`${text.replace(' ', 'T')}Z`),
        );
        for (const offset of offsets) {
          // Strictly: it is not known whether the bounds themselves are let in.
          assert.ok((min ?? 0) - offset < at);
          assert.ok((max ?? 0) - offset > at);
        }
      },
    ),
  );
});

test('answers are held against the exact bounds, by their own offset', () => {
  const order = { createdAt: '2026-10-25T02:30:00+02:00', updatedAt: '2026-10-25T02:30:00+01:00' };
  const first = Date.UTC(2026, 9, 25, 0, 30);
  assert.ok(isWithin({ created_at_min: first, created_at_max: first }, order));
  assert.ok(!isWithin({ created_at_min: first + 1 }, order));
  assert.ok(!isWithin({ created_at_max: first - 1 }, order));
  assert.ok(isWithin({ updated_at_min: first + HOUR, updated_at_max: first + HOUR }, order));
  assert.ok(!isWithin({ updated_at_max: first }, order));
});
