import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createRecordSeal } from '../keys/record-seal.ts';
import type { Store } from '../store/index.ts';
import { createFeed } from './feed.ts';

const names = createRecordSeal(randomBytes(32));

/** A log that is as long as it says, with entries that can be read or are gone. */
function logOf(head: number) {
  const log = { head, entries: [] as unknown[], looks: 0, isEnd: true, after: [] as number[] };
  const feed = {
    heads: async () => new Map([['app', log.head]]),
    keyFor: async () => names,
    sealOf: async () => names,
    entries: async (_: string, after: number) => {
      log.looks += 1;
      log.after.push(after);
      const { entries, isEnd } = log;
      const reached = entries.length > 0 || !isEnd ? { seq: log.head, at: 0 } : undefined;
      return { entries, reached, isEnd };
    },
  } as unknown as Store['feed'];
  const onTrouble = (error: unknown) => assert.fail(String(error));
  return { log, feed: createFeed({ store: { feed }, now: () => 0, onTrouble }) };
}

test('one who waits is woken by what is new, and not by entries that are gone', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const { log, feed } = logOf(10);
  const { signal } = new AbortController();
  const asked = { client: 'app', cursor: undefined, limit: 10, wait: 60, filter: {}, signal };
  const found = feed.read(asked);
  const second = async () => {
    for (let n = 0; n < 5; n += 1) await turn();
    t.mock.timers.tick(1000);
    for (let n = 0; n < 5; n += 1) await turn();
  };
  for (let n = 0; n < 5; n += 1) await second();
  assert.equal(log.looks, 1);
  log.head = 11;
  log.entries = [{ seq: 11, record: names.seal('7'), watchId: 3, change: 'updated', at: 0 }];
  await second();
  const { changes } = await found;
  assert.deepEqual([changes.length, changes[0]?.id, log.looks], [1, '7', 2]);
});

test('an empty page says whether there may be more, and `now` is behind all that is there', async () => {
  const { log, feed } = logOf(5000);
  const { signal } = new AbortController();
  const asked = { client: 'app', cursor: undefined, limit: 10, wait: 0, filter: {}, signal };
  log.isEnd = false;
  const first = await feed.read(asked);
  assert.deepEqual([first.changes, first.more], [[], true]);
  log.isEnd = true;
  const second = await feed.read({ ...asked, cursor: first.next });
  assert.deepEqual([second.changes, second.more], [[], false]);
  log.head = 5003;
  const { changes, more, next } = await feed.read({ ...asked, cursor: 'now' });
  assert.deepEqual([changes, more], [[], false]);
  await feed.read({ ...asked, cursor: next });
  assert.deepEqual(log.after, [0, 5000, 5003, 5003]);
});

test('a cursor from before a backup was restored is refused: what it has not is numbered once more', async () => {
  const { log, feed } = logOf(1000);
  const { signal } = new AbortController();
  const asked = { client: 'app', cursor: undefined, limit: 10, wait: 0, filter: {}, signal };
  const { next: cursor } = await feed.read({ ...asked, cursor: 'now' });
  await feed.read({ ...asked, cursor });
  log.head = 999;
  await assert.rejects(feed.read({ ...asked, cursor }), { code: 'cursor_expired' });
});
