// Tests of pools: when processes start and end, and who gets the next turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises';
import type { RuleChild } from './rule-child.ts';
import { createPool, NoProcess, type PoolOptions } from './rule-pool.ts';

const stay = new AbortController().signal;

/** A pool with processes that are none. */
function pool(options: Partial<PoolOptions> = {}) {
  const made: (RuleChild & { die(): void; ended: boolean })[] = [];
  const start = async () => {
    let alive = true;
    const child = {
      ended: false,
      ask: async () => 'stopped' as const,
      alive: () => alive,
      rest: async () => alive,
      die: () => {
        alive = false;
      },
      end: () => {
        child.ended = true;
        alive = false;
      },
    };
    made.push(child);
    return child;
  };
  const living = () => made.filter((child) => child.alive()).length;
  const all = { processes: 4, spare: 1, priority: 0, start, ...options };
  return { pool: createPool(all), made, living };
}

test('nothing is started before there is work; then one is kept warm, and no more than there may be', async () => {
  const { pool: one, made, living } = pool({ processes: 3 });
  await soon();
  assert.equal(made.length, 0);
  const seats = [await one.enter('a', stay)];
  await soon();
  assert.equal(made.length, 2);
  seats.push(await one.enter('b', stay), await one.enter('c', stay));
  await soon();
  assert.equal(made.length, 3);
  for (const seat of seats) assert.equal(await seat.leave(), true);
  await soon();
  assert.equal(living(), 3);
  await one.enter('a', stay);
  assert.equal(made.length, 3, 'those that wait are used again');
});

test('one that died is replaced at once, not when the next client comes', async () => {
  const { pool: one, made, living } = pool({ processes: 2 });
  const seats = [await one.enter('a', stay), await one.enter('b', stay)];
  for (const child of made) child.die();
  assert.equal(await seats[0]?.leave(), false);
  await soon();
  assert.deepEqual([living(), made.length], [1, 3]);
  assert.equal(await seats[1]?.leave(), false);
  await soon();
  assert.deepEqual([living(), made.length], [1, 3], 'one is enough while nobody comes');
});

test('one that died while it waited for work is given to nobody', async () => {
  const { pool: one, made, living } = pool({ spare: 0 });
  await (await one.enter('a', stay)).leave();
  made[0]?.die();
  await one.enter('b', stay);
  assert.equal(living(), 1);
});

test('those without work for long are ended, and started again when there is some', async () => {
  const { pool: one, made, living } = pool({ idle: 20 });
  await (await one.enter('a', stay)).leave();
  for (let left = 200; left > 0 && living() > 0; left--) await sleep(5);
  assert.equal(living(), 0);
  assert.ok(made.every(({ ended }) => ended));
  await one.enter('a', stay);
  assert.ok(living() > 0);
});

test('a client leaves places to others, and whoever is gone leaves the line', async () => {
  const { pool: one } = pool({ processes: 2 });
  const mine = await one.enter('greedy', stay);
  const order: string[] = [];
  const gone = new AbortController();
  const leaving = one.enter('greedy', gone.signal);
  const waiting = one.enter('greedy', stay).then((seat) => {
    order.push('greedy');
    return seat.leave();
  });
  const other = await one.enter('other', stay);
  order.push('other');
  gone.abort(new Error('gone'));
  await assert.rejects(leaving, /gone/);
  await mine.leave();
  await other.leave();
  await waiting;
  assert.deepEqual(order, ['other', 'greedy']);
});

test('whoever is gone while a process starts gives the place back', async () => {
  let go = (_: RuleChild) => {};
  const { pool: one, made } = pool({ processes: 1 });
  const { pool: slow } = pool({
    processes: 1,
    start: () =>
      new Promise((resolve) => {
        go = resolve;
      }),
  });
  await (await one.enter('a', stay)).leave();
  const gone = new AbortController();
  const left = slow.enter('a', gone.signal);
  await soon();
  gone.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  const next = slow.enter('b', stay);
  go(made[0] ?? assert.fail());
  await next;
});

test('what cannot start is said, and the place is free again; so it is after the close', async () => {
  let broken = true;
  const { pool: good, made } = pool({ processes: 1 });
  await (await good.enter('a', stay)).leave();
  const { pool: one } = pool({
    processes: 1,
    start: async () => {
      if (broken) throw new Error('no memory');
      return made[0] ?? assert.fail();
    },
  });
  await assert.rejects(one.enter('a', stay), NoProcess);
  broken = false;
  const seat = await one.enter('a', stay);
  const waiting = one.enter('b', stay);
  one.close();
  assert.equal(await seat.leave(), true, 'a close is nobody’s fault');
  await assert.rejects(waiting, NoProcess);
  assert.ok(made[0]?.ended);
});
