// Rates: buckets as vendors keep them, and windows that never hold more than they may.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rateOf, spend, statedRate } from './bucket.ts';

test('a bucket has its burst, a window half of its tokens', () => {
  assert.deepEqual(rateOf({ tokens: 100, seconds: 1, burst: 2000 }), { every: 10, burst: 2000 });
  assert.deepEqual(rateOf({ tokens: 25, seconds: 60, window: true }), {
    every: 60_000 / 13,
    burst: 12,
  });
  assert.deepEqual(rateOf({ tokens: 1, seconds: 60, window: true }), { every: 60_000, burst: 1 });
  assert.deepEqual(rateOf({}), { every: 0, burst: 1 });
  assert.deepEqual(statedRate({ rate: 10, burst: 50 }, undefined), { every: 100, burst: 50 });
  assert.deepEqual(
    statedRate({ rate: 5, burst: 150 }, true),
    rateOf({ tokens: 150, seconds: 30, window: true }),
  );
  assert.deepEqual(statedRate({}, true), {});
});

test('however calls come, no window of the vendor holds more than its tokens', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 10, maxLength: 200 }),
      (tokens, gaps) => {
        const rate = rateOf({ tokens, seconds: 10, window: true });
        let tat = 0;
        let now = 0;
        const made: number[] = [];
        for (const gap of gaps) {
          now += gap % 7 === 0 ? gap : 0;
          const spent = spend(tat, now, rate);
          tat = spent.tat;
          made.push(now + spent.wait);
        }
        for (const from of made) {
          const held = made.filter((at) => at >= from && at < from + 10_000).length;
          assert.ok(held <= tokens, `${held} of ${tokens}`);
        }
      },
    ),
  );
});
