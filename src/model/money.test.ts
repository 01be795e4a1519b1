// Exact money, held against integer arithmetic.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  absolute,
  add,
  compare,
  each,
  isAmount,
  isZero,
  money,
  negate,
  over,
  placesOf,
  round,
  subtract,
  sum,
  times,
} from './money.ts';

test('an amount has at least the decimals asked for and never loses a digit', () => {
  assert.equal(money('17'), '17.00');
  assert.equal(money('17.005'), '17.005');
  assert.equal(money('-17.0050'), '-17.005');
  assert.equal(money('17.5000'), '17.50');
  assert.equal(money('17.0049999'), '17.0049999');
  assert.equal(money('1234.56', 0), '1234.56');
  assert.equal(sum(['0.005', '0.0050', '1']), '1.01');
  assert.equal(times('0.333', 3), '0.999');
  assert.equal(money('.5'), '0.50');
  assert.equal(money('5.'), '5.00');
  assert.equal(money(49), '49.00');
  assert.equal(money('1e2'), '100.00');
  assert.equal(money('12.5e-1', 3), '1.250');
  assert.equal(money('5980.0', 0), '5980');
  assert.equal(money('-0.00'), '0.00');
  assert.equal(money('123456789012345678901234567890.12'), '123456789012345678901234567890.12');
});

test('rounding is asked for by name, half away from zero', () => {
  assert.equal(round('17.005'), '17.01');
  assert.equal(round('-17.005'), '-17.01');
  assert.equal(round('17.0049999'), '17.00');
  assert.equal(round('-0.001'), '0.00');
  assert.equal(round('5980.5', 0), '5981');
});

test('a price of one piece gives the total back', () => {
  assert.equal(each('10', 4), '2.50');
  assert.equal(each('10.125', 1), '10.125');
  assert.equal(each('0.12345678901234', 1), '0.123456789012');
  assert.equal(each('10.00', 3), '3.333');
  assert.equal(each('100', 3, 0), '33.3');
  assert.equal(each('0.01', 3), '0.003');
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9999 }), (t, q) => {
      const total = write(BigInt(t));
      assert.equal(round(times(each(total, q), q)), money(total));
    }),
  );
});

test('what binary floating point gets wrong is right', () => {
  assert.equal(add('0.1', '0.2'), '0.30');
  assert.equal(round('1.005'), '1.01');
  assert.equal(times('1.15', 3), '3.45');
  assert.equal(sum(Array(1000).fill('0.01')), '10.00');
  assert.equal(sum([]), '0.00');
});

test('a binary fraction and a word are refused', () => {
  assert.throws(() => money(0.1), /binary fraction/);
  assert.throws(() => money(Number.NaN), /binary fraction/);
  assert.throws(() => money('12,50'), /Not a decimal number/);
  assert.throws(() => money(''), /Not a decimal number/);
  assert.throws(() => money('-'), /Not a decimal number/);
  assert.equal(isAmount('12.50'), true);
  assert.equal(isAmount('12,50'), false);
  assert.equal(isAmount(0.5), false);
  assert.equal(isAmount(null), false);
});

test('an amount of more than forty digits is refused before anything is worked out', () => {
  const refusal = { code: 'channel_invalid_response', reason: 'number_too_long' };
  const long = ['1'.repeat(41), `1.${'0'.repeat(60)}`, '1e40', '1e-40', '1e999999', '0'.repeat(41)];
  for (const text of long) assert.throws(() => isAmount(text), refusal, text);
  for (const text of ['1'.repeat(40), `-1.${'0'.repeat(39)}`, ' 1e39 ', '12e-38'])
    assert.equal(isAmount(text), true, text);
  // What is worked out of amounts may be longer than they are, but not without end.
  const product = times('9'.repeat(40), '9'.repeat(40));
  assert.equal(over(product, '9'.repeat(40)), `${'9'.repeat(40)}.00`);
  const huge = '9'.repeat(170);
  for (const work of [money, round, negate, absolute, isZero, placesOf])
    assert.throws(() => work(huge), refusal, work.name);
  for (const work of [add, subtract, times, over, compare, each])
    assert.throws(() => work(huge, '1'), refusal, work.name);
  assert.throws(() => times(product, times(product, '10')), refusal);
  assert.throws(() => sum(Array(20).fill('9'.repeat(160))), refusal);
  assert.throws(() => money(10n ** 200n), refusal);
});

test('division rounds once and refuses zero', () => {
  assert.equal(over('10', '3'), '3.33');
  assert.equal(over('20', '3'), '6.67');
  assert.equal(over('-20', '3'), '-6.67');
  assert.equal(over('1.5', '0.02', 0), '75');
  assert.throws(() => over('1', '0'), RangeError);
});

test('comparison looks at the value, not the writing', () => {
  assert.equal(compare('1.0', '1'), 0);
  assert.equal(compare('1.01', '1.1'), -1);
  assert.equal(compare('-1', '-2'), 1);
  assert.equal(absolute('-1.230'), '1.230');
});

const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const write = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

test('adding and subtracting cents is adding and subtracting integers', () => {
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      assert.equal(add(write(a), write(b)), write(a + b));
      assert.equal(subtract(write(a), write(b)), write(a - b));
      assert.equal(compare(write(a), write(b)), a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test('a product divided again is what it was', () => {
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 1n, max: 1000n }), (a, n) => {
      assert.equal(over(times(write(a), n), n), write(a));
    }),
  );
});
