// The shared clock: the database's time, whatever becomes of the machine's.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sharedClock } from './shared-clock.ts';

async function clockOf(t: TestContext, { machineAhead = 0, took = [0] as readonly number[] } = {}) {
  const times = { beat: 1000, database: 5_000_000, machineAhead, asked: 0, fails: false };
  const clock = await sharedClock({
    ask: async () => {
      if (times.fails) throw new Error('gone');
      const delay = took[times.asked % took.length] ?? 0;
      times.asked += 1;
      pass(delay / 2);
      const time = times.database;
      pass(delay / 2);
      return time;
    },
    machine: () => times.database + times.machineAhead,
    beat: () => times.beat,
  });
  t.after(() => clock.close());
  function pass(milliseconds: number) {
    times.beat += milliseconds;
    times.database += milliseconds;
  }
  return { clock, times, pass };
}

test('a machine whose clock is ten minutes fast has the database’s time, and says how fast it is', async (t) => {
  const { clock, times, pass } = await clockOf(t, { machineAhead: 600_000 });
  assert.equal(clock.now(), times.database);
  pass(1234);
  assert.equal(clock.now(), times.database);
  assert.equal(clock.ahead(), 600_000);
});

test('the quickest answer counts', async (t) => {
  const { clock, times } = await clockOf(t, { took: [900, 10, 400] });
  assert.equal(clock.now(), times.database);
});

test('a clock that is set does not move the shared one, and the database is asked again', async (t) => {
  for (const jump of [3_600_000, -3_600_000]) {
    const { clock, times, pass } = await clockOf(t);
    const before = times.asked;
    times.machineAhead = jump;
    assert.equal(clock.now(), times.database);
    assert.ok(times.asked > before);
    pass(10);
    assert.equal(clock.now(), times.database);
    assert.equal(clock.ahead(), jump);
  }
});

test('a machine that slept catches up', async (t) => {
  const { clock, times } = await clockOf(t);
  // Its own beat stood still meanwhile.
  times.database += 60_000;
  clock.now();
  await clock.measure();
  assert.equal(clock.now(), times.database);
});

test('a small correction does not make time go back, and it runs on at the right pace', async (t) => {
  const { clock, times, pass } = await clockOf(t);
  for (let looks = 0; looks < 100; looks += 1) {
    const before = clock.now();
    times.database -= 5;
    await clock.measure();
    assert.equal(clock.now(), before);
    pass(20);
    assert.equal(clock.now(), times.database);
  }
});

test('a database whose clock is set back is followed', async (t) => {
  const { clock, times } = await clockOf(t);
  clock.now();
  times.database -= 3_600_000;
  await clock.measure();
  assert.equal(clock.now(), times.database);
});

test('time goes on while the database is away', async (t) => {
  const { clock, times, pass } = await clockOf(t);
  times.fails = true;
  await assert.rejects(clock.measure(), /gone/);
  pass(100);
  assert.equal(clock.now(), times.database);
});
