// What no date shows, made to happen in the sandbox: the scan or the events of a channel name exactly that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../sandbox/catalogue/index.ts';
import { SILENT, type SilentAct } from '../../sandbox/living/silent.ts';
import type { OpenStore } from '../../sandbox/store.ts';
import { stores } from '../../sandbox/stores/index.ts';
import type { Products } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { type LivingShop, moved, openLivingShop, scanned } from '../living-shop.ts';

/** Lines are not in a scan: that a product was deleted, the products themselves show. */
const NOT_FOUND = ['bigcommerce', 'lightspeed_c', 'shopify'].map(
  (channel) => `${channel}: a product of old lines is deleted`,
);

type Followed = Pick<Products<unknown, unknown>, 'scan' | 'events'>;

const NOW = Date.UTC(2026, 10, 15);
const catalogue = catalogueOf(NOW);
/** Which channel a store is of, it says once it is open. */
const openers = new Map<string, OpenStore>(
  stores.map((open) => [open({ catalogue, now: () => NOW, rates: 'relaxed' }).channel, open]),
);

function openShop({ channel: name, shop }: SilentAct): Promise<LivingShop> {
  const [channel, open] = [channels[name], openers.get(name)];
  assert.ok(channel && open);
  return openLivingShop(channel, open, shop);
}

for (const act of SILENT) {
  const { name, channel, resource: kind } = act;
  const resource: Followed | undefined = channels[channel]?.[kind];
  if (!resource?.scan && !resource?.events) continue;
  test(`${name}: ${resource.events ? 'the events name it' : NOT_FOUND.includes(name) ? 'the scan cannot show it' : 'the figures of those records move, and no others'}`, async () => {
    const shop = await openShop(act);
    // The shop of posts holds few orders, and none of them can still be edited.
    if (act.shop === 'legacy') shop.change('POST', 'orders', { paid: false });
    const begun = await resource.events?.(undefined, shop.reading());
    const before = resource.scan ? await scanned(resource, shop) : new Map<string, string>();
    const made = shop.changes.silently(name).filter((entry) => entry.resource === kind);
    const ids = [...new Set(made.map(({ id }) => id))].sort();
    assert.ok(ids.length > 0);
    if (resource.events) {
      const { events } = await resource.events(begun?.next, shop.reading());
      assert.deepEqual([...new Set(events.map(({ id }) => id))].sort(), ids);
      const isGone = made[0]?.change === 'deleted';
      assert.ok(events.every(({ gone }) => gone === isGone));
      return;
    }
    const found = moved(before, await scanned(resource, shop));
    assert.deepEqual(found, NOT_FOUND.includes(name) ? [] : ids);
  });
}
