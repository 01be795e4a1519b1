// Made once for all who ask, and again after it failed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazily } from './lazily.ts';

test('it is made when first asked for, once for all who ask meanwhile and later', async () => {
  let times = 0;
  const get = lazily(async () => {
    await new Promise(setImmediate);
    times += 1;
    return { times };
  });
  assert.equal(times, 0);
  const [one, two] = await Promise.all([get(), get()]);
  assert.equal(one, two);
  assert.equal(await get(), one);
  assert.equal(times, 1);
});

test('what failed fails for those who waited, and is made again for the next', async () => {
  let times = 0;
  const get = lazily(async () => {
    times += 1;
    if (times === 1) throw new Error('too many open files');
    return times;
  });
  const both = await Promise.allSettled([get(), get()]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await get(), 2);
});
