// Buckets refill, windows end, keys are counted separately.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucket, perKey, window } from './rates.ts';

test('a bucket refuses when empty and says when it is worth trying again', () => {
  let clock = 0;
  const counter = bucket(2, 0.5, () => clock);
  assert.equal(counter.take().allowed, true);
  assert.equal(counter.take().allowed, true);
  assert.deepEqual(counter.take(), { allowed: false, left: 0, resetMs: 2000 });
  clock = 2000;
  assert.equal(counter.take().allowed, true);
});

test('a bucket says what it holds and takes back what was not needed', () => {
  let clock = 0;
  const counter = bucket(2000, 100, () => clock);
  assert.equal(counter.take(1500).allowed, true);
  assert.equal(counter.take(600).allowed, false);
  assert.equal(counter.level(), 500);
  clock = 1000;
  assert.equal(counter.take(600).allowed, true);
  counter.giveBack(250);
  assert.equal(counter.level(), 250);
  clock = 3_600_000;
  counter.giveBack(250);
  assert.equal(counter.level(), 2000);
});

test('a window allows its number and restarts when it ends', () => {
  let clock = 5000;
  const counter = window(2, 1000, () => clock);
  assert.deepEqual(counter.take(), { allowed: true, left: 1, resetMs: 1000 });
  clock = 5400;
  counter.take();
  assert.deepEqual(counter.take(), { allowed: false, left: 0, resetMs: 600 });
  clock = 6000;
  assert.equal(counter.take().allowed, true);
});

test('each key has its own counter', () => {
  const counters = perKey(() => window(1, 1000, () => 0));
  assert.equal(counters('a').take().allowed, true);
  assert.equal(counters('b').take().allowed, true);
  assert.equal(counters('a').take().allowed, false);
});
