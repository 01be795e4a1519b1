// Shared budgets: exact over several openers of one database, on both databases.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Limit } from '../../src/model/exchange.ts';
import { createBudgets } from '../../src/net/pace.ts';
import { createSharedBudgets } from '../../src/net/shared-pace.ts';
import { createSeal, newKeyEntry, parseKeys } from '../../src/seal.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { startPostgres } from '../postgres.ts';

const seal = createSeal(parseKeys(newKeyEntry('k')));
const never = new AbortController().signal;
const limit: Limit = { name: 'l', by: 'credential', tokens: 10, seconds: 1, burst: 5 };

for (const flavor of ['sqlite', 'postgres'] as const)
  describe(`on ${flavor}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifold-budgets-'));
    const opened: Store[] = [];
    let stop = async () => {};
    let time = 1_000_000;
    const now = () => time;
    before(async () => {
      let databaseUrl: string | undefined;
      if (flavor === 'postgres') {
        const postgres = await startPostgres();
        databaseUrl = postgres.url;
        stop = postgres.stop;
      }
      for (let i = 0; i < 3; i++)
        opened.push(await openStore({ databaseUrl, dataDir: folder, role: 'tool', now, seal }));
    });
    after(async () => {
      for (const store of opened) await store.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** What three instances would have, each with its own waiting line. */
    const instances = () =>
      opened.map((store) =>
        createSharedBudgets(
          store.budgets,
          createBudgets(now),
          now,
          () => 0.5,
          (error) => {
            throw error;
          },
        ),
      );

    test('three instances together never exceed the rate', async () => {
      const budget = { key: 'together', limit };
      const takers = Array.from({ length: 60 }, (_, i) => instances()[i % 3]);
      const taken = await Promise.all(takers.map((one) => one?.take([budget], 1, time, 60_000)));
      const waits = taken
        .map((one) => (one && 'wait' in one ? one.wait : Number.NaN))
        .sort((a, b) => a - b);
      // Five at once, then one every 100 ms, whoever asks.
      assert.deepEqual(
        waits,
        Array.from({ length: 60 }, (_, i) => Math.max(0, (i - 4) * 100)),
      );
    });

    test('what cannot be waited for takes nothing, of no limit', async () => {
      const [one, other] = instances();
      const slow = { key: 'slow', limit: { ...limit, tokens: 1, seconds: 100, burst: 1 } };
      const fast = { key: 'fast', limit };
      assert.deepEqual(await one?.take([fast, slow], 1, time, 1000), { wait: 0 });
      assert.deepEqual(await other?.take([fast, slow], 1, time, 1000), { refused: 100_000 });
      const waits = [];
      for (let i = 0; i < 5; i++) waits.push(await one?.take([fast], 1, time, 1000));
      assert.deepEqual(
        waits,
        [0, 0, 0, 0, 100].map((wait) => ({ wait })),
        'the refused call cost the fast limit nothing',
      );
    });

    test('what one instance learns holds for all', async () => {
      const [one, other] = instances();
      const budget = { key: 'learned', limit };
      one?.learn(budget, { limit: 'l', pause: 5000 }, time);
      // Written behind the caller's back: ask until it is there.
      for (let i = 0; i < 100; i++) {
        const taken = await other?.take([budget], 1, time, 100);
        if (taken && 'refused' in taken) break;
      }
      assert.deepEqual(await other?.take([budget], 1, time, 100), { refused: 5000 });
      const first = await other?.take([budget], 1, time + 5000, 60_000);
      const second = await one?.take([budget], 1, time + 5000, 60_000);
      assert.ok(first && second && 'wait' in first && 'wait' in second && second.wait > first.wait);
    });

    test('a faster rate holds at once for what was spent before', async () => {
      const [one, other] = instances();
      const budget = { key: 'faster', limit: { ...limit, tokens: 1, seconds: 180, burst: 1 } };
      assert.deepEqual(await one?.take([budget], 1, time, 1000), { wait: 0 });
      assert.deepEqual(await other?.take([budget], 1, time, 1000), { refused: 180_000 });
      one?.learn(budget, { limit: 'l', rate: 100 }, time);
      for (let i = 0; i < 100; i++) {
        const taken = await other?.take([budget], 1, time, 1000);
        if (taken && 'wait' in taken) {
          assert.equal(taken.wait, 10);
          return;
        }
      }
      assert.fail('the new rate never held');
    });

    test('places are shared, and those of a dead holder come back', async () => {
      const [one, other, third] = instances();
      const budget = { key: 'host', limit: { name: 'h', by: 'host', atOnce: 2 } } as const;
      const leaveOne = await one?.enter([budget], never);
      const leaveOther = await other?.enter([budget], never);
      await assert.rejects(third?.enter([budget], AbortSignal.timeout(150)) ?? Promise.resolve());
      leaveOne?.();
      const leaveThird = await third?.enter([budget], AbortSignal.timeout(5000));
      leaveOther?.();
      leaveThird?.();

      const dead = { key: 'dead', limit: { name: 'd', by: 'host', atOnce: 1 } } as const;
      assert.equal(await opened[0]?.budgets.claim('dead', 1, 'gone', time, time + 10_000), 0);
      await assert.rejects(one?.enter([dead], AbortSignal.timeout(150)) ?? Promise.resolve());
      await opened[0]?.budgets.extend('gone', time + 15_000);
      time += 12_000;
      await assert.rejects(one?.enter([dead], AbortSignal.timeout(150)) ?? Promise.resolve());
      time += 4000;
      const leaveDead = await one?.enter([dead], AbortSignal.timeout(5000));
      leaveDead?.();
    });

    test('idle buckets are swept', async () => {
      const [store] = opened;
      assert.ok(((await store?.budgets.sweep(time + 1_000_000, 100)) ?? 0) >= 3);
    });
  });
