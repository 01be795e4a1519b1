// How a worker shares its places between clients, and goes on through lanes that have nothing for it.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Claiming, Lease } from '../store/index.ts';
import { createWorker, type Source } from './worker.ts';

const PAGE = 10;

/** Work without end in the lanes given, named "client lane". */
function sourceOf(lanes: readonly string[], claim?: (claiming: Claiming) => void) {
  let claims = 0;
  const source: Source<Lease> = {
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
      }));
    },
    async extend() {},
    async setBack() {},
  };
  return source;
}

function start(
  t: TestContext,
  source: Source<Lease>,
  full: () => ReadonlySet<string> = () => new Set(),
) {
  const begun: string[] = [];
  const troubles: unknown[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const worker = createWorker({
    source,
    now: () => 0,
    random: () => 0,
    atOnce: 20,
    atOnceEach: 8,
    full,
    work: async (_, lane) => {
      begun.push(lane);
      await end;
    },
    onTrouble: (error) => troubles.push(error),
  });
  worker.start();
  t.after(() => {
    const stopped = worker.stop();
    resolve();
    return stopped;
  });
  const settled = async () => {
    for (let before = -1; before !== begun.length; ) {
      before = begun.length;
      await new Promise((done) => setTimeout(done, 30));
    }
    const count = (client: string) => begun.filter((lane) => lane.startsWith(`${client} `)).length;
    return { count, troubles };
  };
  return { worker, begun, settled };
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
