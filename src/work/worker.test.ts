// How a worker shares its places between clients, and goes on through lanes that have nothing for it.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Claimed, Claiming } from '../store/index.ts';
import { createWorker, type Source } from './worker.ts';

const PAGE = 10;

/** Work without end in the lanes given, named "client lane". */
function sourceOf(lanes: readonly string[], claim?: (claiming: Claiming) => void) {
  let claims = 0;
  const source: Source<Claimed> = {
    async lanes(_, without, after) {
      const from = after === undefined ? 0 : lanes.indexOf(after) + 1;
      const page = lanes.slice(from, from + PAGE);
      return {
        lanes: page
          .map((lane) => ({ lane, client: lane.split(' ')[0] ?? '' }))
          .filter(
            ({ lane, client }) => !without.lanes.has(lane) && !without.clients.includes(client),
          ),
        next: from + PAGE < lanes.length ? page.at(-1) : undefined,
      };
    },
    async claim(claiming) {
      claim?.(claiming);
      return Array.from({ length: claiming.limit }, () => ({
        id: String(++claims),
        lockedBy: claiming.by,
        deaths: 0,
      }));
    },
    async extend() {},
    async putOff() {},
    async clockMovedBack() {},
    async freeAll() {},
  };
  return source;
}

function start(
  t: TestContext,
  source: Source<Claimed>,
  full: () => ReadonlySet<string> = () => new Set(),
) {
  const begun: string[] = [];
  const ids: string[] = [];
  const troubles: unknown[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const worker = createWorker({
    source,
    now: () => 0,
    random: () => 0,
    concurrency: 20,
    concurrencyEach: 8,
    full,
    work: async ({ id }, lane) => {
      begun.push(lane);
      ids.push(id);
      await end;
    },
    onTrouble: (error) => troubles.push(error),
  });
  void worker.start();
  t.after(() => {
    const stopped = worker.stop();
    resolve();
    return stopped;
  });
  const settled = async () => {
    for (let before = -1; before !== begun.length; ) {
      before = begun.length;
      // Longer than its longest rest after a look, and behind that in the same row of timers.
      await new Promise((done) => setTimeout(done, 120));
    }
    const count = (client: string) => begun.filter((lane) => lane.startsWith(`${client} `)).length;
    return { count, troubles };
  };
  return { worker, begun, ids, settled };
}

describe('a worker', () => {
  it('gives each client its share, whatever number of lanes it has', async (t) => {
    const lanes = [...Array.from({ length: 25 }, (_, n) => `hog ${n}`), 'late 0'];
    const { settled } = start(t, sourceOf(lanes));
    const { count } = await settled();
    assert.deepEqual([count('hog'), count('late')], [8, 6]);
  });

  it('goes on to later lanes when the first may have no more', async (t) => {
    const lanes = [...Array.from({ length: 35 }, (_, n) => `dead ${n}`), 'dead well', 'late 0'];
    const shut = new Set(lanes.slice(0, 35));
    const { settled, begun } = start(t, sourceOf(lanes), () => shut);
    const { count } = await settled();
    assert.deepEqual([count('dead'), count('late')], [8, 6]);
    assert.ok(begun.includes('dead well'), 'a client’s dead receivers hide none of its own');
  });

  it('goes on to later lanes when one cannot be claimed from', async (t) => {
    const source = sourceOf(['damaged 0', 'a 0', 'b 0', 'c 0', 'late 0'], ({ lane }) =>
      assert.notEqual(lane, 'damaged 0'),
    );
    const { settled } = start(t, source);
    const { count, troubles } = await settled();
    assert.equal(count('damaged'), 0);
    for (const client of ['a', 'b', 'c', 'late']) assert.ok(count(client) > 0, client);
    assert.ok(troubles.length > 0, 'it is reported');
  });

  it('does work that a process died with one piece at a time, and what no process died with beside it', async (t) => {
    const waiting = [1, 1, 0, 1, 0, 2].map((deaths, n) => ({ id: `${n}:${deaths}`, deaths }));
    const later: string[] = [];
    const source: Source<Claimed> = {
      ...sourceOf(['a 0']),
      claim: async ({ by, limit }) =>
        waiting.splice(0, limit).map((work) => ({ ...work, lockedBy: by })),
      putOff: async ({ id }) => void later.push(id),
    };
    const { settled, ids } = start(t, source);
    await settled();
    assert.deepEqual(ids, ['0:1', '2:0', '4:0', '5:2'], 'what is set aside is not done at all');
    assert.deepEqual(later, ['1:1', '3:1']);
  });

  it('gives places back when the store cannot be asked', async (t) => {
    let broken = true;
    const { worker, settled } = start(
      t,
      sourceOf(['a 0'], () => {
        if (broken) throw new Error('away');
      }),
    );
    assert.deepEqual(String((await settled()).troubles[0]), 'Error: away');
    broken = false;
    worker.wake();
    assert.equal((await settled()).count('a'), 8);
  });
});
