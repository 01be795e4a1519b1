// Hints and watches: what a vendor reports is in the log long before the watch would have read it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../chaos/service-process.ts';
import { until } from '../until.ts';
import { type House, openHouse } from './house.ts';

const DAY = 86_400;
const MINUTE = 60_000;
/** Shops whose keys may subscribe; bol reports new orders only. */
const SHOPS = {
  shopify: 'demo',
  woocommerce: 'writable',
  bigcommerce: 'demo',
  lightspeed_c: 'demo',
};

let house: House;
before(async () => {
  const port = await freePort();
  const settings = { MANIFOLD_PORT: String(port), MANIFOLD_BASE_URL: `http://127.0.0.1:${port}` };
  house = await openHouse({ settings });
});
after(() => house.close());

test('a watch that reads once a day has a change as soon as its vendor reports it', async (t) => {
  for (const [channel, shop] of Object.entries(SHOPS)) {
    const tpUserId = await house.link(channel, shop);
    await house.watch(channel, 'orders', { tpUserId, every: DAY });
  }
  await house.pass(30 * MINUTE);
  for (const [channel, shop] of Object.entries(SHOPS))
    await t.test(channel, async () => {
      const { hints, orderId } = house.store(channel);
      await until(async () => hints?.list().filter(({ isOn }) => isOn).length ?? 0, `${channel} is subscribed to`, (count) => count > 0); // biome-ignore format: one wait
      const order = house.shop(channel, shop).orders.at(-1);
      assert.ok(order);
      const { cursor } = await house.read();
      const reply = house.sandbox.changes.reply({
        ...{ method: 'POST', path: `/_sandbox/orders/${order.number}/edit`, query: [] },
        body: JSON.stringify({ note: `for ${channel}` }),
      });
      assert.equal(reply?.status, 200);
      await until(
        async () => (await house.read(cursor, `&channel=${channel}`)).entries,
        `${channel} in the log`,
        (entries) =>
          entries.some(({ id, change }) => id === orderId(order) && change === 'updated'),
      );
    });
});

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
