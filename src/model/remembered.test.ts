// Tests of what is remembered for a while.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembered } from './remembered.ts';

test('many who ask within a second make one read, later ones and those after a change another', async () => {
  let time = 1000;
  let reads = 0;
  const seen = remembered(
    async (key: string) => `${key}${++reads}`,
    () => time,
    1000,
  );
  assert.deepEqual(await Promise.all([seen.get('a'), seen.get('a'), seen.get('b')]), [
    'a1',
    'a1',
    'b2',
  ]);
  time += 999;
  assert.equal(await seen.get('a'), 'a1');
  time += 1;
  assert.equal(await seen.get('a'), 'a3');
  seen.forget('a');
  assert.equal(await seen.get('a'), 'a4');
  time -= 500;
  assert.equal(await seen.get('a'), 'a5', 'the clock was set back');
});

test('what cannot be read is asked for again', async () => {
  let fails = true;
  const seen = remembered(
    async () => {
      if (fails) throw new Error('gone');
      return 'here';
    },
    () => 0,
    1000,
  );
  await assert.rejects(seen.get('a'), /gone/);
  fails = false;
  assert.equal(await seen.get('a'), 'here');
});
