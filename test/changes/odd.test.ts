// The promise, whatever a shop does: late lists, wrong clocks, outages, dead processes, records that cannot be read.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { Fault } from '../../src/model/faults.ts';
import { openStore } from '../../src/store/index.ts';
import { isAll, isDeep } from '../all.ts';
import { chance } from '../client/shop.ts';
import { quickFolder } from '../quick-folder.ts';
import { SOME_CLIENT, START, testSeal } from '../store/databases.ts';
import { followShop, HOUR, MINUTE, openOddShop, SECOND } from './odd-shop.ts';

const RUNS = Number(process.env.FEED_RUNS ?? (isDeep ? 15 : isAll ? 6 : 2));
const STEPS = 60;

const TROUBLES = [
  new Fault('channel_rate_limited', 'Too many.', { retryAfter: 30 * SECOND }),
  new Fault('channel_failed', 'It fails.', { status: 500 }),
  new Fault('channel_invalid_response', 'Half an answer.'),
  new Fault('channel_timeout', 'Nothing came.'),
  'empty' as const,
  'stale' as const,
];

test('nothing is missing before the mark, and nothing that is there is said to be gone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.record({
        skew: fc.constantFrom(-4 * MINUTE, 0, 2 * MINUTE),
        late: fc.constantFrom(0, 20 * SECOND, 55 * SECOND),
        page: fc.integer({ min: 1, max: 7 }),
        by: fc.constantFrom('updated_at' as const, 'list' as const),
      }),
      async (seed, odd) => {
        const random = chance(seed);
        let now = START;
        const time = () => now;
        const dataDir = quickFolder('manifold-odd-');
        const store = await openStore({ dataDir, role: 'service', now: time, seal: testSeal });
        try {
          await store.clients.create({ ...SOME_CLIENT, id: 'shop-app' });
          const shop = openOddShop(odd, time);
          for (let made = 0; made < 12; made++) shop.create();
          now += 30 * 24 * HOUR;
          const feed = await followShop(store, shop, time);
          const began = now;
          // What is there is looked at first, so that what moves no date from then on can be seen.
          for (let step = 0; step < 5; step++) {
            now += 2 * MINUTE;
            await feed.readDue();
          }
          const one = () =>
            [...shop.records.keys()][Math.floor(random() * shop.records.size)] ?? '1';

          for (let step = 0; step < STEPS; step++) {
            for (let acts = Math.floor(random() * 4); acts > 0; acts--) {
              const act = random();
              if (act < 0.3) shop.create();
              else if (act < 0.6) shop.change(one(), true);
              else if (act < 0.75) shop.change(one(), false);
              else if (act < 0.83) shop.remove(one());
              else if (act < 0.92) shop.spoil(one(), random() < 0.7);
              else shop.hide(one(), random() < 0.6);
              if (shop.records.size === 0) shop.create();
            }
            if (random() < 0.25) shop.trouble(TROUBLES[Math.floor(random() * TROUBLES.length)]);
            else shop.trouble(undefined);
            now += Math.floor(random() * 10) * MINUTE + Math.floor(random() * MINUTE);
            await feed.readDue(() => random() < 0.05);
            await assertComplete();
          }
          shop.trouble(undefined);
          for (let hours = 0; hours < 40; hours++) {
            now += HOUR;
            await feed.readDue();
          }
          await assertComplete();
          await assertAll();

          /** Whatever is shown as changed before the mark has an entry since. */
          async function assertComplete() {
            const { completeUntil } = await feed.state();
            const entries = await feed.entries();
            for (const [id, { now: native, changedAt, isDated, isHidden }] of shop.records) {
              if (changedAt < began || !isDated || isHidden || odd.by === 'list') continue;
              if (completeUntil === null || native.updated >= completeUntil) continue;
              const said = entries.get(id)?.at(-1);
              assert.ok(said && said.at >= changedAt, `${id} changed and is before the mark`);
            }
            for (const [id, said] of entries)
              if (said.at(-1)?.change === 'deleted')
                assert.ok(shop.gone.has(id), `${id} is there and was said to be gone`);
          }

          /** After sweeps, undated changes and deletions are there too. */
          async function assertAll() {
            const entries = await feed.entries();
            // What no date shows of a record that cannot be read is seen by no one.
            for (const [id, { changedAt, isHidden, isBroken, isDated }] of shop.records)
              if (changedAt >= began && !isHidden && !(isBroken && (odd.by === 'list' || !isDated)))
                assert.ok((entries.get(id)?.at(-1)?.at ?? 0) >= changedAt, `${id} changed`);
            for (const [id, at] of shop.gone) {
              const said = entries.get(id)?.at(-1);
              if (said) assert.deepEqual([said.change, said.at >= at], ['deleted', true], id);
            }
          }
        } finally {
          await store.close();
          rmSync(dataDir, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: RUNS },
  );
});
