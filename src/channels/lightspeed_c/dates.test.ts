// Dates: filters that only widen, whatever clock they are read by, and a sift that is exact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundPairs, clocksOf, isAskedFor } from './dates.ts';

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

test('in both clock-change nights a bound only widens, however the vendor reads a time that is there twice or never', () => {
  const nights = [
    ['eu1', HOUR, Date.UTC(2026, 2, 29, 1), HOUR, 2 * HOUR],
    ['eu1', HOUR, Date.UTC(2026, 9, 25, 1), 2 * HOUR, HOUR],
    ['us1', -8 * HOUR, Date.UTC(2026, 2, 8, 10), -8 * HOUR, -7 * HOUR],
    ['us1', -7 * HOUR, Date.UTC(2026, 2, 8, 10), -8 * HOUR, -7 * HOUR],
    ['us1', -7 * HOUR, Date.UTC(2026, 10, 1, 9), -7 * HOUR, -8 * HOUR],
  ] as const;
  for (const [cluster, shop, change, before, after] of nights)
    for (let at = change - 3 * HOUR; at <= change + 3 * HOUR; at += HOUR / 4) {
      const bounds = { updated_at_min: at, updated_at_max: at };
      const walls = boundPairs(bounds, clocksOf(cluster, shop)).map(([, text]) =>
        Date.parse(`${text.replace(' ', 'T')}Z`),
      );
      // By the clock of before or of after; a time that is never there may also be the change itself.
      for (const read of [
        (wall: number) => wall - before,
        (wall: number) => wall - after,
        (wall: number) => (isNever(wall) ? change : wall - before),
      ]) {
        // biome-ignore format: one list
        const [min = 0, max = 0] = walls.map(read);
        assert.ok(min < at && max > at, `${new Date(at).toISOString()} ${cluster}`);
      }
      function isNever(wall: number) {
        return wall >= change + before && wall < change + after;
      }
    }
});

test('answers are held against the exact bounds, by their own offset', () => {
  const order = {
    id: 1,
    createdAt: '2026-10-25T02:30:00+02:00',
    updatedAt: '2026-10-25T02:30:00+01:00',
  };
  const first = Date.UTC(2026, 9, 25, 0, 30);
  assert.ok(isAskedFor({ created_at_min: first, created_at_max: first }, order));
  assert.ok(!isAskedFor({ created_at_min: first + 1 }, order));
  assert.ok(!isAskedFor({ created_at_max: first - 1 }, order));
  assert.ok(isAskedFor({ updated_at_min: first + HOUR, updated_at_max: first + HOUR }, order));
  assert.ok(!isAskedFor({ updated_at_max: first }, order));
});
