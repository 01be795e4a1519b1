// The quick way of money against the plain one: whatever it does not leave to the other, it must give the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as exactly from './decimal.ts';
import { read, write, writeRounded } from './decimal.ts';
import * as quickly from './money.ts';

/** Amounts as vendors write them, around every bound of the quick way, and what is no amount at all. */
const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: most }).map((list) => list.join(''));
const written = fc
  .tuple(
    fc.constantFrom('', '', '', '-', '+', ' '),
    digits(18),
    fc.option(digits(9)),
    fc.constantFrom('', '', '', '', 'e2', 'E-3', ' '),
  )
  .map(([sign, whole, fraction, end]) =>
    [sign, whole, fraction === null ? '' : `.${fraction}`, end].join(''),
  );
const amount = fc.oneof(
  written,
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  fc.maxSafeInteger(),
  fc.bigInt(),
  fc.constantFrom('0', '-0', '-0.00', '0.000001', '999999999.999999', '1000000000', '0.5', '-0.5'),
);
const places = fc.integer({ min: 0, max: 8 });
const RUNS = { numRuns: 3000 };

/** What it gives, or the kind of its refusal. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

const same = (quick: () => unknown, plain: () => unknown, about: unknown) =>
  assert.equal(
    outcome(quick),
    outcome(plain),
    JSON.stringify(about, (_, v) => String(v)),
  );

describe('the quick way of money', () => {
  it('rounds and writes in one go as one after the other', () => {
    fc.assert(
      fc.property(amount, places, places, (a, fineness, n) =>
        same(
          () => quickly.round(a, fineness, n),
          () => write(read(writeRounded(read(a), fineness)), n),
          [a, fineness, n],
        ),
      ),
      RUNS,
    );
  });

  it('gives what the plain way gives, for one amount', () => {
    fc.assert(
      fc.property(amount, places, (a, n) => {
        const { money, round, negate, absolute, isZero, placesOf, isAmount } = quickly;
        same(
          () => money(a, n),
          () => write(read(a), n),
          [a, n],
        );
        same(
          () => round(a, n),
          () => writeRounded(read(a), n),
          [a, n],
        );
        same(
          () => placesOf(a),
          () => read(a).scale,
          a,
        );
        same(
          () => isZero(a),
          () => read(a).units === 0n,
          a,
        );
        same(
          () => isAmount(a),
          () => outcome(() => read(a)) !== 'TypeError',
          a,
        );
        same(
          () => negate(a),
          () => {
            const { units, scale } = read(a);
            return write({ units: -units, scale }, scale);
          },
          a,
        );
        same(
          () => absolute(a),
          () => {
            const { units, scale } = read(a);
            return write({ units: units < 0n ? -units : units, scale }, scale);
          },
          a,
        );
      }),
      RUNS,
    );
  });

  it('gives what the plain way gives, for two', () => {
    fc.assert(
      fc.property(amount, amount, places, (a, b, n) => {
        const { add, subtract, times, over, compare } = quickly;
        same(
          () => add(a, b, n),
          () => write(exactly.sum([a, b]), n),
          [a, b, n],
        );
        same(
          () => times(a, b, n),
          () => write(exactly.multiply(a, b), n),
          [a, b, n],
        );
        same(
          () => over(a, b, n),
          () => writeRounded(exactly.divide(a, b, n), n),
          [a, b, n],
        );
        same(
          () => compare(a, b),
          () => exactly.compare(a, b),
          [a, b],
        );
        same(() => subtract(a, b, n), () => {
          const { units, scale } = read(b);
          return write(exactly.sum([a, write({ units: -units, scale }, scale)]), n);
        }, [a, b, n]);
      }),
      RUNS,
    );
  });

  it('gives what the plain way gives, for many', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 200 }), places, (all, n) => {
        same(
          () => quickly.sum(all, n),
          () => write(exactly.sum(all), n),
          [all, n],
        );
      }),
      { numRuns: 500 },
    );
  });
});
