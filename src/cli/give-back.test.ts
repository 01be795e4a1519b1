// Memory of the start is given back once, in the first quiet second, and never while somebody waits.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { giveBackWhenQuiet } from './give-back.ts';

const SECOND = 1000;

/** A clock that is moved by hand, a second at a time, each with a share in which there was work. */
function clockOf(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let [idle, active] = [0, 0];
  t.mock.method(performance, 'eventLoopUtilization', (now?: Use, then?: Use): Use => {
    const passed = {
      idle: (now?.idle ?? idle) - (then?.idle ?? 0),
      active: (now?.active ?? active) - (then?.active ?? 0),
    };
    return { ...passed, utilization: passed.active / (passed.idle + passed.active || 1) };
  });
  return (busy: number, milliseconds = SECOND) => {
    idle += milliseconds * (1 - busy);
    active += milliseconds * busy;
    t.mock.timers.tick(milliseconds);
  };
}
type Use = ReturnType<typeof performance.eventLoopUtilization>;

test('it waits for a whole quiet second, and collects once', (t) => {
  const pass = clockOf(t);
  let collected = 0;
  giveBackWhenQuiet(async () => {
    collected += 1;
  });
  pass(0, SECOND - 1);
  assert.equal(collected, 0);
  pass(0, 1);
  assert.equal(collected, 1);
  for (const busy of [0, 0, 1, 0]) pass(busy);
  assert.equal(collected, 1);
});

test('it leaves a busy service alone, however quiet it was before', (t) => {
  const pass = clockOf(t);
  let collected = 0;
  giveBackWhenQuiet(async () => {
    collected += 1;
  });
  // Each second counts by itself: neither a quiet half of one nor the busy ones before.
  pass(0, SECOND / 2);
  pass(1, SECOND / 2);
  for (const busy of [1, 0.2, 0.06]) pass(busy);
  assert.equal(collected, 0);
  pass(0.04);
  assert.equal(collected, 1);
});

test('what nobody needs any more is gone then', async (t) => {
  const pass = clockOf(t);
  const left = new WeakRef({ loaded: 'by the start' });
  giveBackWhenQuiet();
  // Within the turn that makes it, it is never collected.
  await setImmediate();
  pass(0);
  for (let turns = 0; left.deref() && turns < 100; turns++) await setImmediate();
  assert.equal(left.deref(), undefined);
});
