// What an absent record proves, through the client and every channel: a living record is never gone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Manifold, type Order, type Resource } from '../../client/src/index.ts';
import { channels } from '../../src/channels/index.ts';
import { isAll, isFull, shownOn } from '../all.ts';
import { CLIENT, type Service, startService } from '../service.ts';

const DAY = 86_400_000;
const KINDS = ['orders', 'products'] as const;

describe('what is absent', () => {
  let service: Service;
  let manifold: Manifold;
  before(async () => {
    service = await startService({ days: isAll ? 180 : 100 });
    const { now, origin: url } = service;
    manifold = new Manifold({ url, clientId: CLIENT.id, clientSecret: CLIENT.secret, now });
  });
  after(() => service.close());

  const idsOf = (kind: Resource, channel: string): readonly string[] => {
    const [shop, store] = [service.shop(channel), service.store(channel)];
    return kind === 'orders'
      ? shop.orders.map((order) => store.orderId(order))
      : shop.products.map((product) => store.productId(product));
  };
  const sought = (kind: Resource, channel: string, ids: Iterable<string | { id: string }>) =>
    Array.fromAsync(manifold.gone({ resource: kind, channel, user: 'demo', ids }));

  for (const [channel, { changes, ...rest }] of shownOn(channels, 2))
    for (const kind of KINDS) {
      if (!rest[kind]) continue;
      it(`${channel}: ${kind} that are not there are gone, unless a window may hide them`, async () => {
        const all = idsOf(kind, channel);
        const living = [all.at(-1), all.at(-3)].filter((id) => id !== undefined);
        const never = String(all.at(-1)).replaceAll(/\d/g, '9');
        const found = await sought(kind, channel, [...living, never]);
        assert.deepEqual(
          found.map(({ id }) => id),
          [never],
        );
        // The shop of shopify has the scope that lifts its window.
        const isWindowed = changes[kind]?.window !== undefined && channel !== 'shopify';
        assert.equal(found[0]?.answer, isWindowed ? 'unknown' : 'gone', found[0]?.why);
        assert.equal(found[0]?.why !== undefined, isWindowed);
        // One that is young enough to be shown, were it there, is gone.
        const today = new Date(service.now()).toISOString();
        const young = { id: never, created_at: today, updated_at: today };
        const [answered] = await sought(kind, channel, [young]);
        assert.equal(answered?.answer, 'gone', answered?.why);
      });
    }

  it('an order beyond the window of shopify is unknown, and every living one stays', async () => {
    const user = await service.link('shopify', 'recent');
    const living = service.shop('shopify', 'demo').orders;
    const store = service.store('shopify');
    const old = living.filter(({ createdAt }) => createdAt < service.now() - 60 * DAY);
    const known = living.map((order) => ({
      id: store.orderId(order),
      created_at: new Date(order.createdAt).toISOString(),
    }));
    const deleted = { id: '1', created_at: new Date(service.now() - DAY).toISOString() };
    const about = { resource: 'orders', channel: 'shopify', user } as const;
    const found = await Array.fromAsync(manifold.gone({ ...about, ids: [...known, deleted] }));
    const said = Object.groupBy(found, ({ answer }) => answer);
    assert.ok(old.length > 100, 'there are old orders');
    assert.equal(said.unknown?.length, old.length);
    assert.match(said.unknown?.[0]?.why ?? '', /created_at_min/);
    assert.deepEqual(
      said.gone?.map(({ id }) => id),
      [deleted.id],
    );
    // Nothing can be said of a mere id.
    const [bare] = await Array.fromAsync(manifold.gone({ ...about, ids: [deleted.id] }));
    assert.equal(bare?.answer, 'unknown');
  });

  it('nothing is said of an id that a list with commas cannot hold', async () => {
    const [first = '', second = ''] = idsOf('products', 'magento');
    const odd = [`${first},${second}`, ` ${first}`, `${first} `];
    // As many as one call takes: a comma makes them no more.
    const ids = [...odd, ...Array.from({ length: 97 }, (_, at) => `9999${at}`)];
    const found = await sought('products', 'magento', ids);
    assert.equal(found.filter(({ answer }) => answer === 'gone').length, 97);
    const unsure = found.filter(({ answer }) => answer === 'unknown');
    assert.deepEqual(unsure.map(({ id }) => id).sort(), odd.toSorted());
    assert.equal((await sought('products', 'magento', odd))[0]?.answer, 'unknown');
  });

  it('batches say what the service says of them, and which images are missing', async () => {
    const said: string[] = [];
    const warned = new Manifold({
      ...{ url: service.origin, clientId: CLIENT.id, clientSecret: CLIENT.secret },
      now: service.now,
      onWarnings: (warnings, of) =>
        said.push(...warnings.map(({ code }) => `${of.channel} ${code}`)),
    });
    const query = { resource: 'products', channel: 'bol', user: 'demo' } as const;
    const lacking = new Set<string>();
    for await (const { records, partial, warnings, filters } of warned.sync(query)) {
      assert.ok(filters.some(({ name }) => name === 'updated_at_max'));
      for (const { id, images } of records)
        if (partial.get(id)?.includes('images')) {
          lacking.add(id);
          assert.deepEqual(images, []);
        }
      assert.equal(
        warnings.some(({ code }) => code === 'images_left_out'),
        partial.size > 0,
      );
    }
    assert.ok(lacking.size > 10);
    assert.ok(said.includes('bol images_left_out'));
  });

  it('what is deleted is gone', async () => {
    // One with orders and one without show it; Shopify takes longest.
    const all = shownOn(channels, 0).map(([name]) => name);
    const some = all.filter((name) => name !== 'shopify' || isFull(name));
    const living = new Map(some.map((name) => [name, idsOf('products', name)]));
    const selling = some.filter((name) => service.channel(name).orders);
    const sold = new Map<string, readonly Order[]>();
    for (const channel of selling) sold.set(channel, await recent(channel));
    service.sandbox.changes.random(isAll ? 250 : 100, 5);
    service.forward(10 * 60_000);
    for (const [channel, before] of living) {
      const now = new Set(idsOf('products', channel));
      const removed = before.filter((id) => !now.has(id));
      const asked = [...removed, ...[...now].slice(-5)];
      const found = await sought('products', channel, asked);
      assert.ok(removed.length > 0, `${channel}: something was deleted`);
      for (const { id, answer } of found)
        assert.ok(removed.includes(id) && answer === 'gone', `${channel} ${id} ${answer}`);
    }
    // Old orders lose what they were joined with, and no date moves; what they wrote stays.
    let joins = 0;
    for (const [channel, before] of sold) {
      const now = new Map((await recent(channel, before)).map((order) => [order.id, order]));
      const pairs = before.flatMap((order) => {
        const after = now.get(order.id);
        if (after?.updated_at !== order.updated_at) return [];
        return order.line_items.map((line, at) => [line, after.line_items[at]] as const);
      });
      const lost = pairs.filter(([one, two]) => one.product_exists !== two?.product_exists);
      for (const [one, two] of pairs) {
        assert.equal(two?.title, one.title, `${channel} ${one.title}`);
        // WooCommerce looks the SKU up in the product.
        const isLookedUp = channel === 'woocommerce' && two?.product_exists === false;
        if (!isLookedUp) assert.equal(two?.sku, one.sku, `${channel} ${one.title}`);
      }
      joins += lost.length;
    }
    assert.ok(joins > 0, 'products of old orders were deleted');
  });

  /** Orders of the last weeks, or these again. */
  const recent = async (channel: string, these?: readonly Order[]): Promise<readonly Order[]> => {
    const ids = these?.map(({ id }) => id) ?? idsOf('orders', channel).slice(-100);
    const query = { channel, user: 'demo', ids, status: 'any' } as const;
    return Array.fromAsync(manifold.orders(query));
  };
});
