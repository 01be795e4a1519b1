// Checks side by side: one that fails or hangs is its own finding and harms no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../serve/config.ts';
import { runAll, type Scene, whenEnds } from './check.ts';

const scene: Scene = {
  ...{ config: readConfig({}), inspection: undefined, store: undefined },
  ...{ live: false, clocks: new Map() },
};

test('what throws, now or later, and what never ends leave the others as they are', async () => {
  let aborted = false;
  const found = await runAll(
    [
      { id: 'good', run: async () => [{ id: 'good', state: 'ok', sentence: 'Well.' }] },
      {
        id: 'throws',
        run: () => {
          throw new TypeError('immediately');
        },
      },
      { id: 'rejects', run: async () => Promise.reject(new Error('later')) },
      {
        id: 'hangs',
        run: (_, signal) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              aborted = true;
            });
          }),
      },
    ],
    scene,
    20,
  );
  assert.deepEqual(
    found.map(({ id, state, sentence }) => [id, state, sentence]),
    [
      ['good', 'ok', 'Well.'],
      ['throws', 'wrong', 'This could not be checked: immediately'],
      ['rejects', 'wrong', 'This could not be checked: later'],
      ['hangs', 'warning', 'This took longer than 0.02 seconds and was abandoned.'],
    ],
  );
  assert.equal(aborted, true);
});

test('an end is said as a day and a span', () => {
  const now = Date.UTC(2026, 10, 16, 12);
  const day = 24 * 60 * 60 * 1000;
  assert.equal(whenEnds(now + 12.5 * day, now), 'on 2026-11-29, in 12 days');
  assert.equal(whenEnds(now + day, now), 'on 2026-11-17, in 1 day');
  assert.equal(whenEnds(now + day / 2, now), 'on 2026-11-17, within a day');
  assert.equal(whenEnds(now - 3 * day, now), 'on 2026-11-13, 3 days ago');
});
