// A cache that grows: it keeps as many as it may, those used last.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';

for (const more of [{}, { ttl: 60_000 }])
  test(`the least recently used goes, ${JSON.stringify(more)}`, () => {
    const cache = new LRUCache<string, number>({ ...atMost(100), ...more });
    for (let n = 0; n < 1000; n++) {
      cache.set(String(n), n);
      cache.get('0');
    }
    assert.equal(cache.size, 100);
    assert.deepEqual([cache.get('0'), cache.get('1'), cache.get('999')], [0, undefined, 999]);
    cache.delete('999');
    cache.set('0', 7);
    assert.deepEqual([cache.size, cache.get('0')], [99, 7]);
  });
