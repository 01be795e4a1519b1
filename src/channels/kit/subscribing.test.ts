// What is made, switched on and removed, from what a vendor lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../model/faults.ts';
import type { HintSubscription } from '../hook.ts';
import { bring, ending, ifAllowed, unlessForbidden } from './subscribing.ts';

const ADDRESS = 'https://manifold.example/hooks/shop/x';
const subscription = (shared = false): HintSubscription => ({
  ...{ account: {}, version: '1', address: ADDRESS, shared, secret: 's', topics: ['a', 'b'] },
  call: () => assert.fail(),
});
const listed = (id: string, topic: string, isOn = true, address = ADDRESS) => ({
  ...{ id, topic, isOn, address },
});

async function done(
  there: readonly ReturnType<typeof listed>[],
  { shared = false, forbidden = [] as readonly string[] } = {},
) {
  const steps: string[] = [];
  const state = await bring(subscription(shared), there, {
    create: async (topic) => {
      if (forbidden.includes(topic)) return false;
      return steps.push(`create ${topic}`);
    },
    switchOn: async ({ id }) => steps.push(`on ${id}`),
    remove: async ({ id }) => steps.push(`remove ${id}`),
  });
  return [state, ...steps];
}

test('what is missing is made, once', async () => {
  assert.deepEqual(await done([]), ['active', 'create a', 'create b']);
  assert.deepEqual(await done([listed('1', 'a'), listed('2', 'b')]), ['active']);
});

test('what was switched off is switched on, and the one that is on is preferred', async () => {
  assert.deepEqual(await done([listed('1', 'a', false), listed('2', 'b')]), ['active', 'on 1']);
  const twice = [listed('1', 'a', false), listed('2', 'a'), listed('3', 'b')];
  assert.deepEqual(await done(twice), ['active', 'remove 1']);
});

test('what is not wanted goes under an address of its own, and stays under one that is shared', async () => {
  const there = [listed('1', 'a'), listed('2', 'b'), listed('3', 'c'), listed('4', 'b')];
  assert.deepEqual(await done(there), ['active', 'remove 3', 'remove 4']);
  assert.deepEqual(await done(there, { shared: true }), ['active', 'remove 4']);
});

test('what others subscribed to is left alone', async () => {
  const theirs = listed('1', 'a', false, 'https://other.example/');
  assert.deepEqual(await done([theirs]), ['active', 'create a', 'create b']);
  assert.deepEqual(ending(subscription(), [theirs, listed('2', 'c')]), [listed('2', 'c')]);
  assert.deepEqual(ending(subscription(true), [listed('2', 'c'), listed('3', 'a')]), [
    listed('3', 'a'),
  ]);
});

test('some topics are better than none, and none is no error', async () => {
  assert.deepEqual(await done([], { forbidden: ['a'] }), ['active', 'create b']);
  assert.deepEqual(await done([], { forbidden: ['a', 'b'] }), ['not_permitted']);
  const forbidden = () => Promise.reject(new Fault('permission_missing', 'No.'));
  assert.equal(await unlessForbidden(forbidden), 'not_permitted');
  assert.equal(await ifAllowed(forbidden), false);
  const failed = () => Promise.reject(new Fault('channel_failed', 'No.'));
  await assert.rejects(unlessForbidden(failed), { code: 'channel_failed' });
  await assert.rejects(ifAllowed(failed), { code: 'channel_failed' });
});
