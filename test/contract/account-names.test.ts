// What names an account: said by the vendor when it is linked, the same by whatever keys, of no other shop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../sandbox/catalogue/index.ts';
import type { Store } from '../../sandbox/store.ts';
import { stores } from '../../sandbox/stores/index.ts';
import type { Channel } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { Fault } from '../../src/model/faults.ts';
import { openReading } from '../living-shop.ts';

/** Shops whose accounts nothing names: linked again, they begin again. */
const UNNAMED: Readonly<Record<string, string>> = {
  'amazon no-seller': 'the seller ID was not given, and no call of the Selling Partner API has it',
  'mirakl bare-token': 'a token of Mirakl Connect says of no company that it is its own',
};

const NOW = Date.UTC(2026, 10, 15);
const catalogue = catalogueOf(NOW);

/** What a vendor gives out and can give out again, beside what every channel declares as secret. */
const KEYS = ['clientId', 'imsClientId'];

for (const open of stores) {
  const store = open({ catalogue, now: () => NOW, rates: 'relaxed' });
  const channel = channels[store.channel];
  test(`${store.channel}: every shop has a name of its own, whatever keys open it`, async () => {
    assert.ok(channel);
    const shops = new Map<string, string>();
    for (const { name: shop } of store.shops) {
      const names = await namesOf(channel, store, shop);
      if (!names) continue;
      const [name, again] = names;
      assert.equal(again, name, `${shop} by other keys`);
      const which = `${store.channel} ${shop}`;
      assert.equal(name === undefined, which in UNNAMED, which);
      if (name === undefined) continue;
      assert.ok(!shops.has(name), `${shop} has the name of ${shops.get(name)}`);
      shops.set(name, shop);
    }
    assert.ok(shops.size > 2, `${shops.size} shops were opened`);
  });
}

/** As it is opened, and without the settings that came with its keys; undefined where it refuses them. */
async function namesOf(channel: Channel, store: Store, shop: string) {
  try {
    const { reading } = await openReading(channel, store, shop, () => NOW);
    const { account } = reading();
    const keyless = Object.entries(account).filter(([key]) => !KEYS.includes(key));
    const names: (string | undefined)[] = [];
    for (const one of [account, Object.fromEntries(keyless)]) {
      const facts = await channel.check(one, reading());
      names.push(channel.accountName?.({ ...one, ...facts.account }));
    }
    return names;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
