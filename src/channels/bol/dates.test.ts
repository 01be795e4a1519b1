// Days of Amsterdam: at midnight, across both clock changes, and three months back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf, daysAfter, monthsBefore, startOf } from './dates.ts';

test('a day begins at midnight in Amsterdam, in winter and in summer', () => {
  assert.equal(dayOf(Date.UTC(2026, 0, 14, 22, 59, 59)), '2026-01-14');
  assert.equal(dayOf(Date.UTC(2026, 0, 14, 23)), '2026-01-15');
  assert.equal(dayOf(Date.UTC(2026, 6, 14, 21, 59, 59)), '2026-07-14');
  assert.equal(dayOf(Date.UTC(2026, 6, 14, 22)), '2026-07-15');
  assert.equal(startOf('2026-01-15'), Date.UTC(2026, 0, 14, 23));
  assert.equal(startOf('2026-07-15'), Date.UTC(2026, 6, 14, 22));
});

test('the days of the clock changes have 23 and 25 hours and are one day each', () => {
  assert.equal(startOf('2026-03-30') - startOf('2026-03-29'), 23 * 3_600_000);
  assert.equal(startOf('2026-10-26') - startOf('2026-10-25'), 25 * 3_600_000);
  assert.equal(daysAfter('2026-03-28'), '2026-03-29');
  assert.equal(daysAfter('2026-10-25'), '2026-10-26');
  assert.equal(daysAfter('2026-12-31'), '2027-01-01');
  assert.equal(daysAfter('2028-02-28', 2), '2028-03-01');
});

test('three months back is the same date, or the last of a shorter month', () => {
  assert.equal(monthsBefore('2026-11-15', 3), '2026-08-15');
  assert.equal(monthsBefore('2026-05-31', 3), '2026-02-28');
  assert.equal(monthsBefore('2028-05-31', 3), '2028-02-29');
  assert.equal(monthsBefore('2026-02-10', 3), '2025-11-10');
});

test('every instant lies between the start of its day and that of the next', () => {
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
  fc.assert(
    fc.property(instant, (at) => {
      const day = dayOf(at);
      assert.ok(startOf(day) <= at && at < startOf(daysAfter(day)), `${day} ${at}`);
    }),
  );
});
