// Signals after a computed time.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { endsAfter } from './ends-after.ts';

test('a fraction, a time that has passed and what is no number end soon, and never throw', async () => {
  for (const milliseconds of [0.5, 1e-9, 0, -0, -1, -0.5, Number.NaN, Number.NEGATIVE_INFINITY]) {
    const signal = endsAfter(milliseconds);
    if (!signal.aborted) await once(signal, 'abort');
    assert.equal(signal.reason.name, 'TimeoutError');
  }
});

test('what no timer can hold ends as late as one can, not immediately', async () => {
  const warned: Error[] = [];
  const note = (warning: Error) => warned.push(warning);
  process.on('warning', note);
  const signals = [2 ** 31 - 0.5, 2 ** 31, 2 ** 32, 1e300, Number.POSITIVE_INFINITY].map(endsAfter);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('warning', note);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    signals.map(() => false),
  );
  assert.deepEqual(warned, []);
});
