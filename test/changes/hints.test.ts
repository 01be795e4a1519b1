// Hints and watches: what a vendor reports is in the log long before the watch would have read it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHints } from '../../src/changes/hints.ts';
import { SealError } from '../../src/keys/seal.ts';
import { isFull } from '../all.ts';
import { freePort } from '../port.ts';
import { until } from '../until.ts';
import { type House, openHouse } from './house.ts';

const DAY = 86_400;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Shops whose keys may subscribe; bol reports new orders only. */
const SHOPS = {
  shopify: 'demo',
  woocommerce: 'writable',
  ...(isFull('bigcommerce') && { bigcommerce: 'demo' }),
  ...(isFull('lightspeed_c') && { lightspeed_c: 'demo' }),
};

let house: House;
before(async () => {
  const port = await freePort();
  const settings = { MANIFOLD_PORT: String(port), MANIFOLD_BASE_URL: `http://127.0.0.1:${port}` };
  house = await openHouse({ settings });
});
after(() => house.close());

const inLog = async (
  cursor: string,
  channel: string,
  id: string,
  change: string,
): Promise<boolean> =>
  (await house.read(cursor, `&channel=${channel}`)).entries.some(
    (entry) => entry.id === id && entry.change === change,
  );

test('a watch that reads once a day has a change as soon as its vendor reports it, and a deletion soon', async (t) => {
  for (const [channel, shop] of Object.entries(SHOPS)) {
    const tpUserId = await house.link(channel, shop);
    await house.watch(channel, 'orders', { tpUserId, every: DAY });
  }
  await house.pass(30 * MINUTE);
  const act = (method: string, path: string, body = {}) =>
    house.sandbox.changes.reply({
      ...{ method, path: `/_sandbox/${path}`, query: [], body: JSON.stringify(body) },
    })?.status;
  for (const [channel, shop] of Object.entries(SHOPS))
    await t.test(channel, async () => {
      const { hints, orderId } = house.store(channel);
      await until(async () => hints?.list().filter(({ isOn }) => isOn).length ?? 0, `${channel} is subscribed to`, (count) => count > 0); // biome-ignore format: one wait
      // One is deleted later; the answer that does not show it must show the other.
      const [other, order] = house.shop(channel, shop).orders.slice(-2);
      assert.ok(order && other);
      const id = orderId(order);
      const { cursor } = await house.read();
      for (const { number } of [other, order]) {
        const note = `for ${channel}`;
        assert.equal(act('POST', `orders/${number}/edit`, { note }), 200);
      }
      // Several shops have it: each reports the change, and later that it is gone.
      const holders = Object.entries(SHOPS).flatMap(([name, itsShop]) => {
        const its = house.shop(name, itsShop).orders.find(({ number }) => number === order.number);
        return its ? [[name, house.store(name).orderId(its)] as const] : [];
      });
      for (const [name, itsId] of [...holders, [channel, orderId(other)] as const])
        await until(() => inLog(cursor, name, itsId, 'updated'), `${name} in the log`);
      assert.equal(act('DELETE', `orders/${order.number}`), 200);
      const deleted = house.now();
      await until(() => isAwaited(channel), `${channel} misses it`);
      assert.equal(await inLog(cursor, channel, id, 'deleted'), false, 'it was asked for once');
      for (const [name, itsId] of holders)
        await until(() => isGone(cursor, name, itsId), `${name}: it is gone`);
      // Long before its interval is over, though no sweep looks at orders.
      assert.ok(house.now() - deleted < 2 * HOUR);
    });
});

/** It is in the log; where it is missed and nothing is read meanwhile, time passes. */
async function isGone(cursor: string, channel: string, id: string): Promise<boolean> {
  if (house.app.changes.underWay() === 0 && (await isAwaited(channel))) house.forward(15 * MINUTE);
  house.app.changes.wake();
  return await inLog(cursor, channel, id, 'deleted');
}

/** The watch is read again soon. */
async function isAwaited(channel: string): Promise<boolean> {
  const [watch] = (await house.watches()).filter((one) => one.channel === channel);
  const next = Date.parse(String(watch?.next_read)) - house.now();
  return next > 2 * MINUTE && next < 20 * MINUTE;
}

test('with the last watch of a shop its subscriptions end', async () => {
  for (const { id } of await house.watches())
    assert.equal((await house.api('DELETE', `Watches/${id}`)).status, 204);
  for (const channel of Object.keys(SHOPS))
    await until(
      async () => house.store(channel).hints?.list().length,
      `${channel} is subscribed to no more`,
      (count) => count === 0,
    );
});

test('a subscription that cannot be looked after, since its key is gone, keeps no other from it', async () => {
  const kept: string[] = [];
  const troubles: unknown[] = [];
  const whose = { clientId: 'app', channel: 'shop', account: 'a', resource: 'orders' } as const;
  const some = [1, 2].map((id) => ({ ...whose, id, userId: `user ${id}` }));
  const hints = createHints({
    channels: { shop: { hints: {} } } as never,
    store: {
      hookSubscriptions: { removeOrphans: async () => 0 },
      readings: { unheard: async () => some },
    } as never,
    subscriptions: {
      async keep({ userId }) {
        if (userId === 'user 1') throw new SealError('no_user_key');
        kept.push(userId);
        return 'active';
      },
      end: async () => {},
    },
    wake() {},
    onTrouble: (error) => troubles.push(error),
  });
  await hints.check(0, () => false);
  assert.deepEqual([kept, troubles.length], [['user 2'], 1]);
});
