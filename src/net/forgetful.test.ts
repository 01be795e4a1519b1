import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { FORGOTTEN_AFTER, forgetful, forgetting } from './forgetful.ts';

test('what is over is taken out though nobody asks for it', async () => {
  let out: (() => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    out = resolve;
  });
  const cache = forgetting(new LRUCache<string, string>({ max: 10, dispose: () => out?.() }), 5);
  cache.set('linked/someone', 'a token', { ttl: 1 });
  cache.set('linked/other', 'a token');
  // The clock of the memory keeps no process alive, so something else must.
  await Promise.race([gone, pause(10_000)]);
  assert.deepEqual([...cache.keys()], ['linked/other']);
  assert.equal(cache.size, 1);
});

test('whatever is kept has an end', () => {
  const cache = forgetful<string>({ max: 10 });
  cache.set('linked/someone', 'a token');
  const left = cache.getRemainingTTL('linked/someone');
  assert.ok(left > 0 && left <= FORGOTTEN_AFTER, `${left}`);
  assert.equal(cache.get('linked/someone'), 'a token');
});
