// Changes that no date shows are found all the same, by sweeps; and nothing that is there is said to be gone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SILENT } from '../../sandbox/living/silent.ts';
import { isAll } from '../all.ts';
import { type House, openHouse } from './house.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FEW = new Set(['woocommerce', 'magento']);
/**
 * Of old orders these channels show what their products are today, and their scans do not; Amazon's
 * listings are remembered for minutes, of which a test has none.
 */
const UNSEEN = new Set(['amazon', 'bigcommerce', 'lightspeed_c', 'shopify']);
const ACTS = SILENT.filter(
  ({ channel, resource, what }) =>
    (isAll || (FEW.has(channel) && resource === 'products')) &&
    !(resource === 'orders' && what === 'products' && UNSEEN.has(channel)),
);

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

test('what no date shows is in the log after a sweep', async (t) => {
  // The shop of posts holds few orders, and none of them can still be edited.
  const body = JSON.stringify({ paid: false });
  house.sandbox.changes.reply({ method: 'POST', path: '/_sandbox/orders', query: [], body });
  const watched = new Set<string>();
  for (const { channel, shop, resource } of ACTS) {
    const key = `${channel} ${shop} ${resource}`;
    if (watched.has(key)) continue;
    watched.add(key);
    if (shop !== 'demo') await house.link(channel, shop);
    await house.watch(channel, resource, { tpUserId: shop, sweep: 1 });
  }
  // Two sweeps, so that the later ones have figures to compare with.
  for (let hours = 0; hours < 2; hours++) await house.pass(HOUR + 5 * MINUTE);
  const { cursor } = await house.read();
  const done = ACTS.map((act) => ({ act, did: house.sandbox.changes.silently(act.name) }));
  // An act at one channel may take a record from all.
  const gone = new Map<string, boolean>();
  for (const key of watched) {
    const [channel = '', shop = ''] = key.split(' ');
    for (const { resource, id, change, act } of house.sandbox.changes.journal(channel, shop))
      gone.set(`${channel} ${shop} ${resource} ${id}`, change === 'deleted' && act !== 'orphan');
  }
  // Another, and the time after which what it missed is asked for.
  for (const minutes of [65, 15, 15]) await house.pass(minutes * MINUTE);
  const { entries } = await house.read(cursor);
  for (const { act, did } of done)
    await t.test(act.name, () => {
      const own = did.filter(
        ({ resource, shop }) => resource === act.resource && shop === act.shop,
      );
      assert.ok(own.length > 0, 'it did nothing');
      for (const { channel, shop, resource, id } of own) {
        const said = entries
          .filter(
            (one) =>
              one.channel === channel &&
              one.tpUserId === shop &&
              one.resource === resource &&
              one.id === id,
          )
          .map(({ change }) => change);
        const isGone = gone.get(`${channel} ${shop} ${resource} ${id}`);
        if (isGone) assert.equal(said.at(-1), 'deleted', `${id}: ${said.join()}`);
        else assert.ok(!said.includes('deleted'), `${id} is there: ${said.join()}`);
        if (act.what !== 'statuses') assert.ok(said.length > 0, `the log says nothing of ${id}`);
      }
    });
});
