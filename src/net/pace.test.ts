// Budgets: never more than the limit, waiting in line, learning from answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudgets } from './pace.ts';

const perSecond = {
  key: 'a',
  limit: { name: 'a', by: 'credential', tokens: 2, seconds: 1, burst: 4 },
} as const;
const me = { client: 'me', proven: true };
const never = new AbortController().signal;

test('the burst is free, then tokens come back at the rate', () => {
  const budgets = createBudgets(() => 0);
  const waits = Array.from({ length: 6 }, () => budgets.take([perSecond], 1, 1000, 60_000, me));
  assert.deepEqual(
    waits,
    [0, 0, 0, 0, 500, 1000].map((wait) => ({ wait })),
  );
  assert.deepEqual(budgets.take([perSecond], 1, 1000, 100, me), { refused: 1500 });
  assert.deepEqual(
    budgets.take([perSecond], 1, 2000, 60_000, me),
    { wait: 500 },
    'a refusal took nothing',
  );
});

test('points count by cost, asks by one', () => {
  const budgets = createBudgets(() => 0);
  const points = {
    key: 'p',
    limit: { name: 'p', by: 'host', tokens: 100, seconds: 1, burst: 1000, points: true },
  } as const;
  assert.deepEqual(budgets.take([points, perSecond], 900, 0, 60_000, me), { wait: 0 });
  assert.deepEqual(budgets.take([points, perSecond], 300, 0, 60_000, me), { wait: 2000 });
});

test('what a channel says is learned: a pause, fewer tokens left, another rate', () => {
  const budgets = createBudgets(() => 0);
  budgets.learn(perSecond, { limit: 'a', pause: 3000 }, 0, me);
  assert.deepEqual(budgets.take([perSecond], 1, 1000, 60_000, me), { wait: 2000 });
  budgets.learn(perSecond, { limit: 'a', left: 0 }, 10_000, me);
  assert.deepEqual(budgets.take([perSecond], 1, 10_000, 60_000, me), { wait: 500 });
  budgets.learn(perSecond, { limit: 'a', rate: 10 }, 20_000, me);
  budgets.learn(perSecond, { limit: 'a', left: 0 }, 20_000, me);
  assert.deepEqual(budgets.take([perSecond], 1, 20_000, 60_000, me), { wait: 100 });
});

test('a faster rate holds immediately for what was spent before', () => {
  const budgets = createBudgets(() => 0);
  const slow = {
    key: 'f',
    limit: { name: 'f', by: 'credential', tokens: 1, seconds: 180, burst: 1 },
  } as const;
  assert.deepEqual(budgets.take([slow], 1, 0, 1000, me), { wait: 0 });
  assert.deepEqual(budgets.take([slow], 1, 0, 1000, me), { refused: 180_000 });
  budgets.learn(slow, { limit: 'f', rate: 100 }, 0, me);
  assert.deepEqual(budgets.take([slow], 1, 0, 1000, me), { wait: 10 });
});

test('what an ask did not need comes back', () => {
  const budgets = createBudgets(() => 0);
  const points = {
    key: 'b',
    limit: { name: 'b', by: 'host', tokens: 100, seconds: 1, burst: 1000, points: true },
  } as const;
  assert.deepEqual(budgets.take([points], 900, 0, 60_000, me), { wait: 0 });
  budgets.learn(points, { limit: 'b', back: 800, left: 900 }, 0, me);
  assert.deepEqual(budgets.take([points], 900, 0, 60_000, me), { wait: 0 });
});

test('after a pause callers go on at the rate, not all at the same time', () => {
  const budgets = createBudgets(() => 0);
  budgets.learn(perSecond, { limit: 'a', pause: 1000 }, 0, me);
  const waits = Array.from({ length: 3 }, () => budgets.take([perSecond], 1, 0, 60_000, me));
  assert.deepEqual(
    waits,
    [1000, 1500, 2000].map((wait) => ({ wait })),
  );
});

test('a strained server gets fewer calls at the same time until it has recovered', async () => {
  let time = 0;
  const budgets = createBudgets(() => time);
  const two = { key: 's', limit: { name: 's', by: 'host', concurrency: 2 } } as const;
  const first = await budgets.enter([two], me, never);
  const second = await budgets.enter([two], me, never);
  budgets.learn(two, { limit: 's', strained: 1000 }, 0, me);
  const third = budgets.enter([two], me, never);
  first();
  assert.equal(await Promise.race([third, Promise.resolve('waits')]), 'waits');
  second();
  (await third)();
  time = 2000;
  await budgets.enter([two], me, never);
  await budgets.enter([two], me, never);
});

test('places are given in the order asked for, and an abort leaves the line', async () => {
  const budgets = createBudgets(() => 0);
  const two = { key: 'c', limit: { name: 'c', by: 'host', concurrency: 2 } } as const;
  const entered: number[] = [];
  const leave: (() => void)[] = [];
  const enter = async (n: number, signal = never) => {
    leave[n] = await budgets.enter([two], me, signal);
    entered.push(n);
  };
  const gone = new AbortController();
  const all = [enter(0), enter(1), enter(2), enter(3, gone.signal), enter(4)];
  await Promise.all(all.slice(0, 2));
  assert.deepEqual(entered, [0, 1]);
  gone.abort(new Error('gone'));
  await assert.rejects(all[3] as Promise<void>, /gone/);
  leave[0]?.();
  leave[1]?.();
  await Promise.all([all[2], all[4]]);
  assert.deepEqual(entered, [0, 1, 2, 4]);
  leave[2]?.();
  leave[4]?.();
  await enter(5);
  assert.equal(entered.at(-1), 5);
});

test('a clock that is set back keeps no one waiting for the old time', () => {
  let time = 10_000_000;
  const budgets = createBudgets(() => time);
  const budget = { key: 'k', limit: { name: 'l', by: 'host', tokens: 2, seconds: 1 } } as const;
  const wait = () => budgets.take([budget], 1, time, Infinity, me);
  assert.deepEqual([wait(), wait()], [{ wait: 0 }, { wait: 0 }]);
  time -= 3_600_000;
  assert.deepEqual(wait(), { wait: 500 });
  time += 5000;
  assert.deepEqual(wait(), { wait: 0 });
});

const hour = 3600_000;
const shop = { key: 'shop/x', limit: { name: 'shop', by: 'host', concurrency: 2 } } as const;
const vendor = { key: 'v', limit: { name: 'v', by: 'host', tokens: 10, seconds: 1 } } as const;
const hostile = { client: 'hostile', proven: true };
const victim = { client: 'victim', proven: true };

test('no pause is longer than an hour, whatever was asked for', () => {
  for (const pause of [24 * hour, Number.MAX_VALUE, Infinity]) {
    const budgets = createBudgets(() => 0);
    budgets.learn(perSecond, { limit: 'a', pause }, 0, me);
    assert.deepEqual(budgets.take([perSecond], 1, 0, 1000, me), { refused: hour });
    assert.deepEqual(budgets.take([perSecond], 1, hour, 1000, me), { wait: 0 });
  }
});

test('a long pause is asked about by single calls before its end, and ends when one works', () => {
  const budgets = createBudgets(() => 0);
  budgets.learn(perSecond, { limit: 'a', pause: hour }, 0, me);
  const early: number[] = [];
  for (let now = 0; now < hour; now += 1000) {
    const taken = budgets.take([perSecond], 1, now, 1000, me);
    if ('refused' in taken) assert.equal(taken.refused, hour - now, 'the true time that is left');
    else if (hour - now > 1000) early.push(now / 60_000);
  }
  assert.deepEqual(early, [1, 3, 7, 15, 31]);

  budgets.learn(perSecond, { limit: 'a', pause: hour }, 10 * hour, me);
  assert.ok('refused' in budgets.take([perSecond], 1, 10 * hour, 1000, me));
  const taken = budgets.take([perSecond], 1, 10 * hour + 61_000, 1000, me);
  assert.deepEqual(taken, { wait: 0, early: [perSecond] });
  assert.ok('refused' in budgets.take([perSecond], 1, 10 * hour + 61_000, 1000, me), 'one only');
  budgets.resume(perSecond, 10 * hour + 61_500, me);
  assert.deepEqual(budgets.take([perSecond], 1, 10 * hour + 61_500, 1000, me), { wait: 0 });
});

test('a short pause is kept to its end', () => {
  const budgets = createBudgets(() => 0);
  budgets.learn(perSecond, { limit: 'a', pause: 60_000 }, 0, me);
  for (let now = 0; now < 59_000; now += 500)
    assert.deepEqual(budgets.take([perSecond], 1, now, 100, me), { refused: 60_000 - now });
});

test('a pause that one client may have provoked holds that client alone', () => {
  const budgets = createBudgets(() => 0);
  budgets.learn(shop, { limit: 'shop', pause: 5000 }, 0, hostile);
  budgets.learn(vendor, { limit: 'v', pause: 5000 }, 0, { ...hostile, proven: false });
  for (const budget of [shop, vendor]) {
    assert.deepEqual(budgets.take([budget], 1, 0, 100, hostile), { refused: 5000 });
    assert.deepEqual(budgets.take([budget], 1, 0, 100, victim), { wait: 0 });
  }
  budgets.learn(vendor, { limit: 'v', pause: 7000 }, 0, hostile);
  assert.deepEqual(budgets.take([vendor], 1, 0, 100, victim), { refused: 7000 });
});

test('a clock that is set back lets a pause end in its time', () => {
  for (const back of [60_000, hour]) {
    let time = 10 * hour;
    const budgets = createBudgets(() => time);
    for (const [budget, caller] of [
      [shop, hostile],
      [vendor, hostile],
    ] as const) {
      budgets.learn(budget, { limit: budget.limit.name, pause: 5000 }, time, caller);
      time -= back;
      assert.deepEqual(budgets.take([budget], 1, time, 100, caller), { refused: 5000 });
      time += 6000;
      assert.deepEqual(budgets.take([budget], 1, time, 100, caller), { wait: 0 });
    }
  }
});

test('a shop that never answers holds up no other shop of the same client', async () => {
  const budgets = createBudgets(() => 0);
  const slow = { ...shop, key: 'shop/slow' };
  await budgets.enter([slow], me, never);
  await budgets.enter([slow], me, never);
  const waiting = new AbortController();
  const third = budgets.enter([slow], me, waiting.signal);
  budgets.learn(slow, { limit: 'shop', pause: hour, strained: hour }, 0, me);
  await budgets.enter([shop], me, never);
  await budgets.enter([shop], me, never);
  assert.deepEqual(budgets.take([shop], 1, 0, 100, me), { wait: 0 });
  waiting.abort(new Error('gone'));
  await assert.rejects(async () => third, /gone/);
});

for (const by of ['credential', 'application'] as const)
  test(`what a client writes passes what it reads, within the limit (${by})`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const budgets = createBudgets(Date.now);
    const budget = { key: 'k', limit: { name: 'n', by, tokens: 1, seconds: 1, burst: 1 } } as const;
    const went: [string, number][] = [];
    const call = async (name: string, first: boolean) => {
      const caller = { client: 'c', proven: true, first };
      const turn = await budgets.turn([budget], caller, 60_000, never);
      assert.ok(turn && 'leave' in turn);
      const taken = await budgets.take([budget], 1, Date.now(), 60_000, caller);
      assert.ok('wait' in taken);
      await new Promise((done) => {
        setTimeout(done, taken.wait);
      });
      went.push([name, Date.now()]);
      turn.leave(taken.wait);
    };
    const reads = Array.from({ length: 5 }, (_, n) => call(`read ${n}`, false));
    const all = Promise.all([...reads, call('write 0', true), call('write 1', true)]);
    for (let second = 0; second < 8; second++) {
      for (let n = 0; n < 20; n++) await Promise.resolve();
      t.mock.timers.tick(second === 0 ? 0 : 1000);
    }
    await all;
    const order = went.map(([name]) => name);
    assert.deepEqual(order.slice(0, 3), ['read 0', 'write 0', 'write 1']);
    assert.deepEqual(order.slice(3), ['read 1', 'read 2', 'read 3', 'read 4']);
    const gaps = went.slice(1).map(([, at], n) => at - (went[n]?.[1] ?? 0));
    assert.ok(
      gaps.every((gap) => gap >= 1000),
      'one a second, no matter who goes first',
    );
  });
