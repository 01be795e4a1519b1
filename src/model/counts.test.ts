// Figures: which one a call counts in, and what can be said of many from a few figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Figures, latencyOf, noFigures, quantile } from './counts.ts';

function figuresOf(took: readonly number[]): Figures {
  const figures = noFigures();
  for (const ms of took) {
    figures.calls += 1;
    const name = latencyOf(ms);
    if (name) figures[name] += 1;
  }
  return figures;
}

test('a call counts once, in the first figure that it does not exceed', () => {
  const cases = { 0: 'to_50', 50: 'to_50', 50.1: 'to_100', 30000: 'to_30000', 30001: undefined };
  for (const [ms, name] of Object.entries(cases)) assert.equal(latencyOf(Number(ms)), name);
});

test('a share of the calls is found within the figure that holds it', () => {
  assert.equal(quantile(noFigures(), 0.5), null);
  const even = figuresOf(Array.from({ length: 1000 }, (_, n) => n + 1));
  for (const share of [0.1, 0.5, 0.9, 0.95, 1]) {
    const found = quantile(even, share) ?? assert.fail();
    assert.ok(Math.abs(found - share * 1000) <= 1, `${share}: ${found}`);
  }
  const some = Array.from({ length: 500 }, (_, n) => (n * 7919) % 9000).sort((a, b) => a - b);
  const found = quantile(figuresOf(some), 0.95) ?? assert.fail();
  const exact = some[474] ?? assert.fail();
  assert.ok(exact > 5000 && found > 5000 && found <= 10_000, `${found}, and in truth ${exact}`);
  assert.equal(quantile(figuresOf([40_000, 50_000]), 0.5), 30_000);
});
