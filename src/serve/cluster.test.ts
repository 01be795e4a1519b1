// What each of several processes has of what was set for all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOf } from './cluster.ts';
import { readConfig } from './config.ts';

const part = (env: Record<string, string> = {}) =>
  partOf(
    readConfig({
      MANIFOLD_MODE: 'production',
      MANIFOLD_BASE_URL: 'https://api.shop.nl',
      MANIFOLD_KEYS_FILE: '/keys',
      MANIFOLD_DATABASE_URL: 'postgres://db/manifold',
      ...env,
    }),
  );
const shown = (env?: Record<string, string>) => {
  const { databaseConnections, answersMb, maxCalls, clientCalls } = part(env);
  return [databaseConnections, answersMb, maxCalls, clientCalls];
};

test('workers have equal parts of memory, places and connections; one alone has all', () => {
  assert.deepEqual(shown(), [10, 512, 10_000, 2000]);
  assert.deepEqual(shown({ MANIFOLD_WORKERS: '4' }), [5, 128, 2500, 500]);
});

test('a part is never too small to work with', () => {
  const small = { MANIFOLD_ANSWERS_MB: '64', MANIFOLD_MAX_CALLS: '3', MANIFOLD_CLIENT_CALLS: '1' };
  assert.deepEqual(shown({ MANIFOLD_WORKERS: '8', ...small }), [5, 64, 1, 1]);
});

test('what a client may send in a second is not divided: one connection leads to one worker', () => {
  const { clientRate, clientBurst } = part({ MANIFOLD_WORKERS: '4' });
  assert.deepEqual([clientRate, clientBurst], [50, 100]);
});
