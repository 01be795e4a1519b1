// Tests of the one cache: it keeps as many as it may, those used last, and nothing for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/until.ts';
import { DAY, lruCache } from './lru-cache.ts';

for (const lifetime of [undefined, 60_000])
  test(`the least recently used goes, with a lifetime of ${lifetime ?? 'a day'}`, () => {
    const cache = lruCache<number>({ max: 100, ...(lifetime && { lifetime }) });
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

test('a lifetime counts from when an entry was set; without one a day counts from its last use', () => {
  let time = 1;
  const now = () => time;
  const [brief, daily] = [
    lruCache<string>({ max: 9, lifetime: 1000, now }),
    lruCache<string>({ max: 9, now }),
  ];
  for (const cache of [brief, daily]) cache.set('a', 'here');
  time += 600;
  assert.deepEqual([brief.get('a'), daily.get('a')], ['here', 'here']);
  time += 600;
  assert.equal(brief.get('a'), undefined);
  time += DAY - 600;
  assert.equal(daily.get('a'), 'here');
  time += DAY + 1;
  assert.equal(daily.get('a'), undefined);
});

test('what is over is taken out though nothing asks for it', async () => {
  const cache = lruCache<string>({ max: 10, sweepEvery: 5 });
  cache.set('linked/someone', 'a token', { ttl: 1 });
  cache.set('linked/other', 'a token');
  await until(() => cache.size === 1, 'the sweep');
  assert.deepEqual([[...cache.keys()], cache.size], [['linked/other'], 1]);
});
