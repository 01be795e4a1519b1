// Shared budgets: exact over several openers of one database, on both databases.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import type { Limit } from '../../src/model/exchange.ts';
import { createBudgets } from '../../src/net/pace.ts';
import { createSharedBudgets } from '../../src/net/shared-pace.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { openDatabases } from '../postgres.ts';
import { until } from '../until.ts';

const seal = createSeal(parseKeys(newKeyEntry('k')));
const me = { client: 'me', proven: true };
const never = new AbortController().signal;
const limit: Limit = { name: 'l', by: 'credential', tokens: 10, seconds: 1, burst: 5 };

for (const dialect of ['sqlite', 'postgres'] as const)
  describe(`on ${dialect}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifold-budgets-'));
    const opened: Store[] = [];
    let stop = async () => {};
    let databaseUrl: string | undefined;
    let time = 1_000_000;
    const now = () => time;
    before(async () => {
      if (dialect === 'postgres') {
        const postgres = await openDatabases();
        databaseUrl = await postgres.fresh();
        stop = postgres.stop;
      }
      for (let i = 0; i < 3; i++)
        opened.push(
          await openStore({
            databaseUrl,
            dataDir: folder,
            role: 'tool',
            now,
            databaseClock: now,
            seal,
          }),
        );
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
          () => 0.5,
          (error) => {
            throw error;
          },
        ),
      );

    test('three instances together never exceed the rate', async () => {
      const budget = { key: 'together', limit };
      const takers = Array.from({ length: 60 }, (_, i) => instances()[i % 3]);
      const taken = await Promise.all(
        takers.map((one) => one?.take([budget], 1, time, 60_000, me)),
      );
      const waits = taken
        .map((one) => (one && 'wait' in one ? one.wait : Number.NaN))
        .sort((a, b) => a - b);
      // Five in one go, then one every 100 ms, no matter who asks.
      assert.deepEqual(
        waits,
        Array.from({ length: 60 }, (_, i) => Math.max(0, (i - 4) * 100)),
      );
    });

    test('what cannot be waited for takes nothing, of no limit', async () => {
      const [one, other] = instances();
      const slow = { key: 'slow', limit: { ...limit, tokens: 1, seconds: 100, burst: 1 } };
      const fast = { key: 'fast', limit };
      assert.deepEqual(await one?.take([fast, slow], 1, time, 1000, me), { wait: 0 });
      assert.deepEqual(await other?.take([fast, slow], 1, time, 1000, me), { refused: 100_000 });
      const waits = [];
      for (let i = 0; i < 5; i++) waits.push(await one?.take([fast], 1, time, 1000, me));
      assert.deepEqual(
        waits,
        [0, 0, 0, 0, 100].map((wait) => ({ wait })),
        'the refused call cost the fast limit nothing',
      );
    });

    test('a write waits for one read of each other instance, however many wait there', async () => {
      const [one, other, third] = instances();
      const budget = { key: 'passed', limit: { ...limit, tokens: 1, burst: 1 } };
      assert.deepEqual(await one?.take([budget], 1, time, 60_000, me), { wait: 0 });
      const begin = async (at: typeof one, first: boolean) => {
        await at?.turn([budget], { ...me, first }, 60_000, never);
        return await at?.take([budget], 1, time, 60_000, { ...me, first });
      };
      for (const at of [one, other]) {
        const [read] = Array.from({ length: 10 }, () => begin(at, false));
        assert.deepEqual(await read, { wait: at === one ? 1000 : 2000 });
      }
      assert.deepEqual(await begin(third, true), { wait: 3000 });
    });

    test('what one instance learns holds for all', async () => {
      const [one, other] = instances();
      const budget = { key: 'learned', limit };
      one?.learn(budget, { limit: 'l', pause: 5000 }, time, me);
      // Written behind the caller's back: ask until it is there.
      for (let i = 0; i < 100; i++) {
        const taken = await other?.take([budget], 1, time, 100, me);
        if (taken && 'refused' in taken) break;
      }
      assert.deepEqual(await other?.take([budget], 1, time, 100, me), { refused: 5000 });
      time += 5000;
      const first = await other?.take([budget], 1, time, 60_000, me);
      const second = await one?.take([budget], 1, time, 60_000, me);
      assert.ok(first && second && 'wait' in first && 'wait' in second && second.wait > first.wait);
    });

    test('a faster rate holds immediately for what was spent before', async () => {
      const [one, other] = instances();
      const budget = { key: 'faster', limit: { ...limit, tokens: 1, seconds: 180, burst: 1 } };
      assert.deepEqual(await one?.take([budget], 1, time, 1000, me), { wait: 0 });
      assert.deepEqual(await other?.take([budget], 1, time, 1000, me), { refused: 180_000 });
      one?.learn(budget, { limit: 'l', rate: 100 }, time, me);
      for (let i = 0; i < 100; i++) {
        const taken = await other?.take([budget], 1, time, 1000, me);
        if (taken && 'wait' in taken) {
          assert.equal(taken.wait, 10);
          return;
        }
      }
      assert.fail('the new rate never held');
    });

    test('places are shared, and those of a dead holder come back', async () => {
      const [one, other, third] = instances();
      const budget = { key: 'host', limit: { name: 'h', by: 'host', concurrency: 2 } } as const;
      const leaveOne = await one?.enter([budget], me, never);
      const leaveOther = await other?.enter([budget], me, never);
      await assert.rejects(async () => third?.enter([budget], me, AbortSignal.timeout(150)));
      leaveOne?.();
      const leaveThird = await third?.enter([budget], me, AbortSignal.timeout(60_000));
      leaveOther?.();
      leaveThird?.();

      const dead = { key: 'dead', limit: { name: 'd', by: 'host', concurrency: 1 } } as const;
      assert.equal(await opened[0]?.budgets.claim('dead', [0], 'gone', 10_000), 0);
      await assert.rejects(async () => one?.enter([dead], me, AbortSignal.timeout(150)));
      await opened[0]?.budgets.extend('gone', 15_000);
      time += 12_000;
      await assert.rejects(async () => one?.enter([dead], me, AbortSignal.timeout(150)));
      time += 4000;
      const leaveDead = await one?.enter([dead], me, AbortSignal.timeout(60_000));
      leaveDead?.();
    });

    test('keys never seen to work hold half of the places, over all instances', async () => {
      const [one, other, third] = instances();
      const shop = { key: 'shop', limit: { name: 'h', by: 'host', concurrency: 2 } } as const;
      const hostile = { client: 'hostile', proven: false };
      const leave = await one?.enter([shop], hostile, never);
      const short = () => AbortSignal.timeout(100);
      await assert.rejects(async () => other?.enter([shop], hostile, short()));
      await assert.rejects(async () =>
        third?.enter([shop], { client: 'another', proven: false }, short()),
      );
      const mine = await other?.enter([shop], me, AbortSignal.timeout(60_000));
      leave?.();
      mine?.();
    });

    test('an instance that has all places of a host leaves some to another', async () => {
      const [one, other] = instances();
      const host = { key: 'busy', limit: { name: 'h', by: 'host', concurrency: 2 } } as const;
      let served = 0;
      let isServed = false;
      const hog = Array.from({ length: 60 }, async () => {
        const leave = await one?.enter([host], me, never);
        await new Promise((done) => setTimeout(done, 15));
        if (!isServed) served += 1;
        leave?.();
      });
      await hog[0];
      const leave = await other?.enter([host], { client: 'victim', proven: true }, never);
      isServed = true;
      leave?.();
      await Promise.all(hog);
      assert.ok(served < 40, `after ${served} of 60`);
    });

    test('a rate that is no whole number is learned', async () => {
      const [one] = instances();
      const budget = { key: 'thirds', limit: { ...limit, tokens: 1, seconds: 180, burst: 1 } };
      await one?.take([budget], 1, time, 1000, me);
      await opened[0]?.budgets.learn('thirds', {
        published: { every: 180_000, burst: 1 },
        every: 1000 / 3,
        ahead: 0,
        pause: 0,
      });
      const taken = await one?.take([budget], 1, time, 1000, me);
      assert.ok(taken && 'wait' in taken && Math.abs(taken.wait - 333) < 2, JSON.stringify(taken));
    });

    test('a long pause is asked about before its end, and over for all when that works', async () => {
      const [one, other] = instances();
      const budget = { key: 'long', limit };
      const refused = async (who: typeof one) => {
        const taken = await who?.take([budget], 1, time, 100, me);
        return taken && 'refused' in taken ? taken.refused : 0;
      };
      one?.learn(budget, { limit: 'l', pause: Infinity }, time, me);
      // Until the pause is written, behind the caller's back; calls before it may meet the rate.
      const hour = await until(
        () => refused(other),
        'the pause',
        (ms) => ms >= 60_000,
      );
      assert.equal(hour, 3600_000);
      time += 61_000;
      assert.deepEqual(await other?.take([budget], 1, time, 100, me), { wait: 0, early: [budget] });
      assert.equal(await refused(other), 3600_000 - 61_000);
      other?.resume(budget, time, me);
      await until(
        () => refused(one),
        'the end of the pause',
        (ms) => ms === 0,
      );
    });

    test('a pause without an end ends within an hour', async () => {
      for (const forever of [253_370_764_800_000, Infinity]) {
        const key = `forever ${forever}`;
        const published = { every: 100, burst: 5 };
        const { budgets } = opened[0] ?? assert.fail();
        await budgets.learn(key, { published, ahead: forever, pause: forever });
        // One token's time comes on top: the bucket of a paused budget is empty.
        const token = 100;
        const ask = async () => {
          const taken = await instances()[1]?.take([{ key, limit }], 1, time, token, me);
          return taken && 'refused' in taken ? taken.refused : 0;
        };
        assert.equal(await ask(), 3600_000 + token);
        time += 1800_000;
        assert.equal(await ask(), 1800_000 + token, 'and the rest of it is not put off');
        time += 1800_000;
        assert.equal(await ask(), 0);
      }
    });

    for (const back of [60_000, 3600_000])
      test(`a clock that is set back by ${back / 1000} s locks no one out`, async () => {
        const [one, other] = instances();
        const budget = { key: `back ${back}`, limit: { ...limit, tokens: 1, burst: 1 } };
        const paused = { key: `paused ${back}`, limit };
        const places = {
          key: `host ${back}`,
          limit: { name: 'h', by: 'host', concurrency: 1 },
        } as const;
        assert.deepEqual(await one?.take([budget], 1, time, 5000, me), { wait: 0 });
        const { budgets } = opened[0] ?? assert.fail();
        await budgets.learn(paused.key, {
          published: { every: 100, burst: 5 },
          ahead: 0,
          pause: 5000,
        });
        await budgets.claim(places.key, [0], 'a dead process', 10_000);
        time -= back;
        assert.deepEqual(await other?.take([budget], 1, time, 5000, me), { wait: 1000 });
        assert.deepEqual(await other?.take([paused], 1, time, 100, me), { refused: 5000 });
        const leave = await other?.enter([places], me, AbortSignal.timeout(60_000));
        leave?.();
        time += 3000;
        assert.deepEqual(await one?.take([paused], 1, time, 100, me), { refused: 2000 });
        time += 3000;
        assert.deepEqual(await one?.take([paused], 1, time, 100, me), { wait: 0 });
        assert.deepEqual(await one?.take([budget], 1, time, 100, me), { wait: 0 });
        time += back;
      });

    if (dialect === 'postgres')
      test('machines whose clocks differ by an hour agree: the database’s clock counts', async (t) => {
        const at = async (ahead: number) => {
          const clock = () => Date.now() + ahead;
          const store = await openStore({
            databaseUrl,
            dataDir: folder,
            role: 'tool',
            now: clock,
            seal,
          });
          t.after(() => store.close());
          const fail = (error: unknown) => assert.fail(String(error));
          const { budgets: rows } = store;
          const budgets = createSharedBudgets(rows, createBudgets(clock), () => 0.5, fail);
          return { clock, rows, budgets };
        };
        const slow = { key: 'apart', limit: { ...limit, tokens: 1, seconds: 100, burst: 1 } };
        const hour = 3600_000;
        const first = await at(hour);
        const taken = await first.budgets.take([slow], 1, first.clock(), 1000, me);
        assert.deepEqual(taken, { wait: 0 });
        for (const ahead of [0, -hour, 2 * hour]) {
          const machine = await at(ahead);
          const then = await machine.budgets.take([slow], 1, machine.clock(), 1000, me);
          assert.ok('refused' in then && then.refused <= 100_000 && then.refused > 20_000);
        }
        assert.equal(await first.rows.claim('apart', [0], 'first', 10_000), 0);
        const ahead = await at(2 * hour);
        assert.equal(await ahead.rows.claim('apart', [0], 'other', 10_000), undefined);
      });

    test('idle buckets are swept, and places of processes that died', async () => {
      const store = opened[0] ?? assert.fail();
      await store.budgets.claim('left behind', [0, 1], 'a dead process', 10_000);
      time += 3 * 24 * 3600_000;
      await store.budgets.claim('in use', [0], 'a process', 10_000);
      const { buckets, places } = await store.sweep(100);
      assert.ok(buckets >= 3 && places >= 1);
      assert.equal((await store.sweep(100)).places, 0);
      assert.equal(await store.budgets.claim('in use', [0], 'another', 10_000), undefined);
    });
  });
