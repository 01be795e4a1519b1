// Chores: one instance at a time, so often in all, and another when that one died.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createChores } from './chores.ts';
import type { Held, Leases } from './lease.ts';

const MINUTE = 60_000;

/** Instances that share rows, and a clock that moves for all of them. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let time = 0;
  t.mock.method(performance, 'now', () => time);
  const held = new Map<string, { holder: string; until: number }>();
  const rows: Pick<Leases, 'take' | 'keep'> = {
    async take({ key, holder, lease }) {
      if ((held.get(key)?.until ?? 0) > time) return undefined;
      held.set(key, { holder, until: time + lease });
      return 0;
    },
    async keep({ key, holder }: Held, ms) {
      if (held.get(key)?.holder !== holder) return false;
      held.set(key, { holder, until: time + ms });
      return true;
    },
  };
  const failures: string[] = [];
  const instance = (own = rows) =>
    createChores({
      ...{ rows: own, random: Math.random },
      onFailure: (name, error) => failures.push(`${name}: ${error}`),
    });
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      time += 1000;
      t.mock.timers.tick(1000);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    }
  };
  return { rows, instance, failures, pass };
}

test('however many instances there are, a chore is done as often as it should be', async (t) => {
  const { instance, pass } = start(t);
  let done = 0;
  const all = Array.from({ length: 5 }, () => instance());
  for (const one of all) one.singleton(10 * MINUTE, 'sweep', async () => void done++);
  await pass(60 * MINUTE);
  assert.ok(done >= 5 && done <= 7, `${done} times in an hour`);
  for (const one of all) await one.stop();
  await pass(60 * MINUTE);
  assert.ok(done <= 7, 'not after the end');
});

test('a chore that takes long is not begun by another; that of a dead instance is, within minutes', async (t) => {
  const { rows, instance, pass } = start(t);
  const began: string[] = [];
  let dead = false;
  // It neither ends nor says anything any more.
  const mortal: typeof rows = {
    take: rows.take,
    keep: async (chore, lease) => !dead && (await rows.keep(chore, lease)),
  };
  const first = instance(mortal);
  first.singleton(MINUTE, 'long', () => {
    began.push('first');
    return new Promise(() => {});
  });
  await pass(2 * MINUTE);
  const second = instance();
  second.singleton(MINUTE, 'long', async () => void began.push('second'));
  await pass(30 * MINUTE);
  assert.deepEqual(began, ['first']);
  dead = true;
  await pass(3 * MINUTE);
  assert.equal(began[1], 'second');
});

test('what fails is said, and tried again soon, by the one that comes first', async (t) => {
  const { instance, failures, pass } = start(t);
  let done = 0;
  for (const one of [instance(), instance()])
    one.singleton(60 * MINUTE, 'trimming', async () => {
      done += 1;
      if (done < 3) throw new Error('no store');
    });
  await pass(10 * MINUTE);
  assert.deepEqual(failures, ['trimming: Error: no store', 'trimming: Error: no store']);
  assert.equal(done, 3);
});

test('what is under way is waited for at the end, and then due for another immediately', async (t) => {
  const { instance, pass } = start(t);
  const done: string[] = [];
  let finish = () => {};
  const first = instance();
  first.singleton(60 * MINUTE, 'reporting', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    done.push('first');
  });
  await pass(MINUTE);
  const stopped = first.stop().then(() => done.push('stopped'));
  finish();
  await stopped;
  assert.deepEqual(done, ['first', 'stopped']);
  const second = instance();
  second.singleton(60 * MINUTE, 'reporting', async () => void done.push('second'));
  await pass(2 * MINUTE);
  assert.deepEqual(done, ['first', 'stopped', 'second']);
});

test('what does not end is not waited for any longer', async (t) => {
  const { instance, pass } = start(t);
  const one = instance();
  one.singleton(MINUTE, 'hanging', () => new Promise(() => {}));
  await pass(MINUTE);
  let stopped = false;
  void one.stop(30_000).then(() => {
    stopped = true;
  });
  await pass(20_000);
  assert.equal(stopped, false);
  await pass(11_000);
  assert.equal(stopped, true);
});

test('what every instance does is done by every one', async (t) => {
  const { instance, pass } = start(t);
  let done = 0;
  for (const one of [instance(), instance()]) one.every(MINUTE, 'look', async () => void done++);
  await pass(10 * MINUTE);
  assert.ok(done >= 18, String(done));
});
