// What no date shows, made to happen in the sandbox: the scan or the events of a channel name exactly that.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { catalogueOf } from '../../sandbox/catalogue/index.ts';
import type { Product, Variant } from '../../sandbox/catalogue/types.ts';
import { SILENT, type SilentAct } from '../../sandbox/living/silent.ts';
import type { OpenStore } from '../../sandbox/store.ts';
import { stores } from '../../sandbox/stores/index.ts';
import type { Orders, Products } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { isFull, shownOn } from '../all.ts';
import {
  type LivingShop,
  moved,
  openLivingShop,
  ordersOf,
  productsOf,
  quietly,
  scanned,
} from '../living-shop.ts';

/** Lines are not in a scan: that a product was deleted, the products themselves show. */
const NOT_FOUND = ['bigcommerce', 'lightspeed_c', 'shopify'].map(
  (channel) => `${channel}: a product of old lines is deleted`,
);
const isHidden = ({ name }: SilentAct): boolean => NOT_FOUND.includes(name);

type Followed = Pick<Products<unknown, unknown>, 'scan' | 'events'>;

const NOW = Date.UTC(2026, 10, 15);
const catalogue = catalogueOf(NOW);
/** Which channel a store is of, it says once it is open. */
const openers = new Map<string, OpenStore>(
  stores.map((open) => [open({ catalogue, now: () => NOW, rates: 'relaxed' }).channel, open]),
);

function openShop({
  channel: name,
  shop,
}: {
  channel: string;
  shop?: string;
}): Promise<LivingShop> {
  const [channel, open] = [channels[name], openers.get(name)];
  assert.ok(channel && open);
  return openLivingShop(channel, open, shop);
}

/** A shop, and how far it was followed: what one act changed is where the next one begins. */
interface Following {
  readonly shop: LivingShop;
  figures: ReadonlyMap<string, string>;
  next: unknown;
}
const following = new Map<string, Following>();

async function follow(act: SilentAct, { events, scan }: Followed): Promise<Following> {
  const key = [act.channel, act.shop, act.resource].join();
  const known = following.get(key);
  if (known) return known;
  const shop = await openShop(act);
  // The shop of posts holds few orders, and none of them can still be edited.
  if (act.shop === 'legacy') shop.change('POST', 'orders', { paid: false });
  const begun = await events?.(undefined, shop.reading());
  const figures = scan ? await scanned({ scan }, shop) : new Map<string, string>();
  const made = { shop, figures, next: begun?.next };
  following.set(key, made);
  return made;
}

/** By the shop they happen in; with repetitions each by itself. */
const TOGETHER = Map.groupBy(
  SILENT.filter(({ channel }) => shownOn(channels, 1).some(([name]) => name === channel)),
  (act) => [act.channel, act.shop, act.resource, ...(isFull(act.channel) ? [act.name] : [])].join(),
);

for (const acts of TOGETHER.values()) {
  const [first = assert.fail()] = acts;
  const { channel, resource: kind } = first;
  const resource: Followed | undefined = channels[channel]?.[kind];
  if (!resource?.scan && !resource?.events) continue;
  const { events } = resource;
  test(`${acts.map(({ name }) => name).join(', ')}: ${events ? 'the events name it' : acts.every(isHidden) ? 'the scan cannot show it' : 'the figures of those records move, and no others'}`, async () => {
    const seen = await follow(first, resource);
    const { shop } = seen;
    const happen = ({ name }: SilentAct) => {
      const made = shop.changes.silently(name).filter((entry) => entry.resource === kind);
      assert.ok(made.length > 0, name);
      return made;
    };
    const ids = new Set<string>();
    const look = async () => {
      const { figures } = seen;
      seen.figures = await scanned(resource, shop);
      assert.deepEqual(moved(figures, seen.figures), [...ids].sort());
      ids.clear();
    };
    for (const act of acts)
      if (events) {
        const made = happen(act);
        const page = await events(seen.next, shop.reading());
        seen.next = page.next;
        assert.deepEqual(new Set(page.events.map(({ id }) => id)), new Set(made.map(({ id }) => id))); // biome-ignore format: one line
        const isGone = made[0]?.change === 'deleted';
        assert.ok(page.events.every(({ gone }) => gone === isGone));
      } else {
        // What one act moved must not hide that another moved nothing.
        if (ids.has(shop.changes.recordFor(act.name))) await look();
        const made = happen(act);
        if (!isHidden(act)) for (const { id } of made) ids.add(id);
      }
    if (!events) await look();
  });
}

/** Shops whose scan shows prices and pieces, each variant by itself: without repetitions one of them. */
const SHOWN = [
  { channel: 'bigcommerce' },
  ...(isFull('lightspeed_c') ? ([{ channel: 'lightspeed_c' }] as const) : []),
  ...(isFull('woocommerce') ? ([{ channel: 'woocommerce' }] as const) : []),
  ...(isFull('woocommerce') ? ([{ channel: 'woocommerce', shop: 'older' }] as const) : []),
] as const;

const isTracked = ({ stock, price, compareAtPrice }: Variant) => stock.tracked && !stock.shared && price !== null && compareAtPrice === null; // biome-ignore format: one line
const isFamily = ({ options, variants }: Product) => options.length > 0 && variants.length > 2 && variants.every(isTracked); // biome-ignore format: one line
const isSimple = ({ options, variants }: Product) => options.length === 0 && variants.every(isTracked); // biome-ignore format: one line
const more = ({ stock }: Variant) => ({ stock: { ...stock, levels: stock.levels.map((one) => ({ ...one, available: one.available + 3 })) } }); // biome-ignore format: one line
const dearer = ({ price }: Variant) => ({ price: (price ?? 0) + 100 });

for (const which of SHOWN)
  describe(`products of ${Object.values(which).join(', ')}`, () => {
    let shop: LivingShop;
    let figures: Map<string, string>;
    let products: Products<unknown, unknown>;
    before(async () => {
      shop = await openShop(which);
      products = channels[which.channel]?.products ?? assert.fail();
      figures = await scanned(products, shop);
    });

    for (const [what, has, edit, at] of [
      ['the price of a variant', isFamily, dearer, 1],
      ['the stock of a variant', isFamily, more, 1],
      ['the price of a product', isSimple, dearer, 0],
      ['the stock of a product', isSimple, more, 0],
    ] as const)
      test(`${what}, written without a date, moves its product alone`, async () => {
        const product = shop.shop.products.find(has) ?? assert.fail();
        quietly(shop, product, edit, at);
        const after = await scanned(products, shop);
        assert.deepEqual(moved(figures, after), [shop.store.productId(product)]);
        figures = after;
      });

    test('an edit moves its product, a deletion takes it out, and each listed one has a figure', async () => {
      const [edited = assert.fail(), gone = assert.fail()] = shop.shop.products.filter(isSimple).slice(3); // biome-ignore format: one line
      shop.change('POST', `products/${edited.id}/edit`, { title: 'Another title' });
      shop.change('DELETE', `products/${gone.id}`);
      const after = await scanned(products, shop);
      assert.deepEqual(moved(figures, after), [edited, gone].map(shop.store.productId).sort());
      const listed = await productsOf(products, shop);
      assert.deepEqual([...after.keys()].sort(), [...listed.keys()].sort());
    });
  });

/** Orders of WooCommerce come whole in lists of 100; those of others are calls of their own. */
const CHEAPER = { woocommerce: 2 } as Readonly<Record<string, number>>;

for (const [channel, { orders }] of shownOn(channels, 2))
  if (orders?.scan)
    test(`orders of ${channel}: an edit moves its order, a deletion takes it out, for a fraction of the calls`, async () => {
      const shop = await openShop({ channel });
      shop.counted();
      const figures = await scanned(orders, shop);
      const scanning = shop.counted();
      const listed = await ordersOf(orders as Orders<unknown, unknown>, shop);
      assert.deepEqual([...figures.keys()].sort(), [...listed.keys()].sort());
      assert.ok(scanning * (CHEAPER[channel] ?? 10) < shop.counted());
      const [edited = assert.fail(), gone = assert.fail()] = shop.shop.orders.filter(({ state }) => state === 'open'); // biome-ignore format: one line
      shop.change('POST', `orders/${edited.number}/edit`, { note: 'Ring twice' });
      shop.change('DELETE', `orders/${gone.number}`);
      const after = await scanned(orders, shop);
      assert.deepEqual(moved(figures, after), [edited, gone].map(shop.store.orderId).sort());
    });
