// Bounds are included; what cannot be placed is refused; what has no date lies outside.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInTime, isWithin } from './bounds.ts';

test('both bounds are included, and either may be missing', () => {
  assert.ok(isWithin({ min: 1, max: 1 }, 1));
  assert.ok(isWithin({ min: 1 }, 2));
  assert.ok(!isWithin({ max: 1 }, 2));
  assert.ok(isWithin({}, undefined));
  assert.ok(!isWithin({ min: 0 }, null));
});

test('every bound asked for must hold', () => {
  const dates = { created_at: ['date', () => 5], updated_at: ['changed', () => 9] } as const;
  assert.ok(isInTime({ created_at_min: 5, updated_at_max: 9 }, '1', dates));
  assert.ok(!isInTime({ created_at_min: 6, updated_at_max: 9 }, '1', dates));
});

test('a date that cannot be read is refused only where it is asked for', () => {
  const dates = {
    created_at: ['date', () => undefined],
    published_at: ['since', () => null],
  } as const;
  assert.ok(isInTime({}, '7', dates));
  assert.ok(!isInTime({ published_at_min: 1 }, '7', dates));
  assert.throws(() => isInTime({ created_at_min: 1, published_at_min: 1 }, '7', dates), {
    code: 'channel_invalid_response',
    record: '7',
  });
});
