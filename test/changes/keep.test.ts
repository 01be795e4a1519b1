// Digests that were given up and are asked for again: what did not change meanwhile is no news.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isAll } from '../all.ts';
import { eachDatabase, SOME_CLIENT } from '../store/databases.ts';
import { followShop, HOUR, MINUTE, openOddShop } from './odd-shop.ts';

/** A reading takes twenty pages, here of one record: each look at everything takes more than one. */
const COUNT = isAll ? 50 : 30;

eachDatabase((database) => {
  for (const [what, until] of [
    ['in the middle of the first look at everything', 1],
    ['after it', 10],
    ['in the middle of a later one', 11],
  ] as const)
    it(`${what}: all is looked at again, and only what changes from then on is an entry`, async (t) => {
      const { store, clock } = await database.store(t);
      await store.clients.create({ ...SOME_CLIENT, id: 'shop-app' });
      const odd = { skew: 0, late: 0, page: 1, by: 'updated_at' } as const;
      const shop = openOddShop(odd, clock.now);
      for (let made = 0; made < COUNT; made++) shop.create();
      clock.forward(24 * HOUR);
      const feed = await followShop(store, shop, clock.now);
      for (let step = 0; step < until; step++) {
        // A later look at everything is due after hours.
        clock.forward(step < 10 ? MINUTE : 7 * HOUR);
        await feed.readDue();
      }
      await feed.put('nothing');
      await feed.put('digests');
      for (let hours = 0; hours < 16; hours++) {
        clock.forward(HOUR);
        await feed.readDue();
      }
      assert.deepEqual([...(await feed.entries())], []);
      shop.change('7', false);
      shop.remove('8');
      for (let hours = 0; hours < 16; hours++) {
        clock.forward(HOUR);
        await feed.readDue();
      }
      const entries = await feed.entries();
      assert.deepEqual(
        [...entries].map(([id, [first]]) => [id, first?.change]),
        [
          ['7', 'updated'],
          ['8', 'deleted'],
        ],
      );
    });
});
