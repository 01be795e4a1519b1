// Hints end to end: subscribed at the sandbox's vendors, reported by them, proven, and ended again.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Follower } from '../../src/events/hooks/index.ts';
import { openPlace } from '../browser/visitor.ts';
import type { Service } from '../service.ts';

const CHANNELS = ['shopify', 'woocommerce', 'bigcommerce', 'lightspeed_c', 'bol'] as const;
type Name = (typeof CHANNELS)[number];
/** Of these the key may subscribe. */
const SHOPS = { woocommerce: 'writable' } as const satisfies Partial<Record<Name, string>>;
const shopOf = (channel: Name): string => (channel === 'woocommerce' ? SHOPS[channel] : 'demo');
/** Of these it may not. */
const FORBIDDEN = {
  ...{ shopify: 'no-orders', woocommerce: 'small', bigcommerce: 'no-orders' },
  ...{ lightspeed_c: 'no-orders', bol: 'inactive' },
} as const;

describe('hints', () => {
  let service: Service;
  before(async () => {
    service = await openPlace();
  });
  after(() => service.close());

  /** What is read of a shop, as a watch would have it. */
  async function follower(
    channel: string,
    shop: string,
    resource: 'orders' | 'products',
    { id = `${channel} ${shop} ${resource}`, way = '' } = {},
  ): Promise<Follower> {
    const tpUserId = `${shop}${way}`;
    const client = service.id;
    await service.link(channel, shop);
    const user = await service.app.store.users.ensure(client, tpUserId);
    const { account, secrets } = service.shop(channel, shop).credential;
    const keys = new Set(service.channel(channel).fields.map(({ key }) => key));
    const given = Object.entries({ ...account, ...secrets }).filter(([key]) => keys.has(key));
    const install = service.store(channel).install as { tokenOf?(hash: string): string } | undefined; // biome-ignore format: one store
    const token = way === 'app' ? install?.tokenOf?.(String(account.store_hash)) : undefined;
    const credential = service
      .channel(channel)
      .accept({ ...Object.fromEntries(given), ...(token && { token }) });
    const { endsAt } = secrets;
    await service.app.store.credentials.save({
      ...{ userId: user?.id ?? '', channel, ...credential, expiresAt: null },
      ...(endsAt && { secrets: { ...credential.secrets, endsAt } }),
      ...(way && { way }),
    });
    return {
      ...{ id, clientId: client, resource, userId: user?.id ?? '', channel },
      account: service.channel(channel).accountName?.(credential.account) ?? tpUserId,
    };
  }

  const listed = (channel: string) => service.store(channel).hints?.list() ?? [];
  const { begin, check, end } = {
    begin: (one: Follower) => service.app.subscriptions.keep(one),
    check: (one: Follower) => service.app.subscriptions.keep(one),
    end: (one: Follower) => service.app.subscriptions.end(one),
  };
  const topicsOf = (channel: string, resource: 'orders' | 'products') =>
    service.channel(channel).changes[resource]?.hints ?? [];

  /** Does something to a record of the catalogue, and waits until its vendors have reported it. */
  async function happen(method: string, path: string, body: object = {}) {
    const reply = service.sandbox.changes.reply({
      ...{ method, path: `/_sandbox/${path}`, query: [], body: JSON.stringify(body) },
    });
    assert.ok(reply && reply.status < 300, String(reply?.body));
    await service.sandbox.courier.settled();
    return JSON.parse(String(reply.body)) as Record<string, Record<string, unknown>>;
  }
  const heard = (since: number, channel: string) =>
    service
      .logged()
      .slice(since)
      .split('\n')
      .filter((line) => line.includes('a hook hints at a change'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((hint) => hint.channel === channel);

  for (const channel of CHANNELS)
    it(`${channel}: subscribed once for each topic, checked, switched on again, reported, ended`, async () => {
      const shop = shopOf(channel);
      const orders = await follower(channel, shop, 'orders');
      const products = await follower(channel, shop, 'products');
      const wanted = channel === 'bol' ? 1 : topicsOf(channel, 'orders').length + topicsOf(channel, 'products').length; // biome-ignore format: one sum
      // bol reports offers by no webhook, and refuses a subscription to them.
      const states = channel === 'bol' ? ['active', 'none'] : ['active', 'active'];
      const kept = async () => [await check(orders), await check(products)];
      assert.deepEqual([await begin(orders), await begin(products)], states);
      assert.deepEqual(await kept(), states);
      assert.equal(listed(channel).length, wanted, 'nothing is made twice');
      assert.ok(listed(channel).every((one) => one.isOn && one.shop === shop));
      const first = listed(channel).map(({ url }) => url);

      service.store(channel).hints?.switchOff();
      assert.deepEqual(await kept(), states);
      assert.deepEqual(
        listed(channel).map(({ url, isOn }) => [url, isOn]),
        first.map((url) => [url, true]),
      );

      const since = service.logged().length;
      const { orders: held, products: offered } = service.shop(channel, shop);
      const [order, product] = [held.at(-1), offered.at(-1)];
      assert.ok(order && product);
      // Of an order bol reports that it came.
      if (channel === 'bol') await happen('POST', 'orders');
      else await happen('POST', `orders/${order.number}/edit`, { note: 'later' });
      await happen('POST', `products/${product.id}/edit`, { title: `${product.title} II` });
      const store = service.store(channel);
      const changed = channel === 'bol' ? service.sandbox.catalogue.orders.at(-1) : order;
      assert.deepEqual(
        new Set(
          heard(since, channel).map((hint) => `${hint.resource} ${hint.record} ${hint.reading}`),
        ),
        new Set([
          `orders ${store.orderId(changed ?? order)} ${orders.id}`,
          ...(channel === 'bol' ? [] : [`products ${store.productId(product)} ${products.id}`]),
        ]),
      );
      for (const one of first)
        assert.ok(!service.logged().includes(one.split('/').at(-1) ?? ''), 'no address is logged');

      for (const one of [orders, products]) await end(one);
      assert.deepEqual(listed(channel), []);
      await end(orders);
    });

  for (const channel of CHANNELS)
    it(`${channel}: a credential that may not subscribe is as good as any other`, async () => {
      const one = await follower(channel, FORBIDDEN[channel], 'orders');
      assert.equal(await begin(one), 'not_permitted');
      assert.deepEqual(listed(channel), []);
      await end(one);
    });

  for (const [channel, way] of [
    ['shopify', 'shopify'],
    ['bigcommerce', 'app'],
  ] as const)
    it(`${channel}: what the operator’s app subscribed to is shared by all who read the shop`, async () => {
      const one = await follower(channel, 'demo', 'orders', { way, id: `${channel} one` });
      const two = { ...one, id: `${channel} two` };
      const products = await follower(channel, 'demo', 'products', { way, id: `${channel} three` });
      const begun = await Promise.all([one, two, products].map(begin));
      assert.deepEqual(begun, ['active', 'active', 'active'], 'also at the same moment');
      const all = topicsOf(channel, 'orders').length + topicsOf(channel, 'products').length;
      assert.equal(listed(channel).length, all);
      assert.deepEqual(new Set(listed(channel).map(({ url }) => url)), new Set([`${service.origin}/hooks/${channel}`])); // biome-ignore format: one address

      const since = service.logged().length;
      const order = service.shop(channel, 'demo').orders.at(-1);
      assert.ok(order);
      await happen('POST', `orders/${order.number}/edit`, { note: way });
      const [hint] = heard(since, channel);
      assert.deepEqual(
        [hint?.account, hint?.resource, hint?.record, hint?.reading],
        [one.account, 'orders', service.store(channel).orderId(order), undefined],
      );

      await end(one);
      assert.equal(listed(channel).length, all, 'the other goes on hearing');
      await end(two);
      assert.equal(listed(channel).length, topicsOf(channel, 'products').length);
      await end(products);
      assert.deepEqual(listed(channel), []);
    });

  it('are subscribed to again when a shop is linked in another way', async () => {
    const own = await follower('shopify', 'small', 'orders', { id: 'relinked' });
    assert.equal(await begin(own), 'active');
    const before = listed('shopify').map(({ url }) => url);
    const byApp = await follower('shopify', 'small', 'orders', { id: 'relinked', way: 'shopify' });
    assert.equal(await check(byApp), 'active');
    const after = listed('shopify').map(({ url }) => url);
    assert.equal(after.length, before.length);
    assert.deepEqual(new Set(after), new Set([`${service.origin}/hooks/shopify`]));
    await end(byApp);
  });

  it('come late, twice, in another order or not at all, as the vendors’ messages do', async () => {
    const one = await follower('shopify', 'demo', 'orders', { id: 'late' });
    await begin(one);
    const [last, other] = service.shop('shopify').orders.slice(-2);
    assert.ok(last && other);
    const { courier } = service.sandbox;
    const count = async (manner: object) => {
      const set = await fetch(`${service.sandbox.origin}/_sandbox/hints`, { method: 'POST', body: JSON.stringify(manner) }); // biome-ignore format: one call
      assert.equal(set.status, 200);
      const since = service.logged().length;
      for (const order of [last, other])
        await happen('POST', `orders/${order.number}/edit`, { note: JSON.stringify(manner) });
      return heard(since, 'shopify').length;
    };
    assert.equal(await count({ times: 1 }), 2);
    assert.equal(await count({ times: 3, lateMs: 20, shuffled: true }), 6);
    assert.equal(await count({ times: 1, lost: 100 }), 0);
    assert.equal(await count({ times: 0 }), 0);
    courier.manner = { times: 1, lateMs: 0, shuffled: false, lost: 0 };
    await end(one);
  });

  it('that a vendor gave up are switched on at the next check', async () => {
    const one = await follower('woocommerce', 'writable', 'orders', { id: 'given up' });
    await begin(one);
    const order = service.shop('woocommerce', 'writable').orders.at(-1);
    assert.ok(order);
    const url = listed('woocommerce')[0]?.url;
    // The address is wrong for a while, as behind a proxy that does not know it.
    for (const each of listed('woocommerce')) Object.assign(each, { url: `${service.origin}/hooks/woocommerce/${'x'.repeat(43)}` }); // biome-ignore format: one address
    for (let n = 0; n < 7; n++)
      await happen('POST', `orders/${order.number}/edit`, { note: `try ${n}` });
    const updated = () => listed('woocommerce').find(({ topic }) => topic === 'order.updated');
    assert.equal(updated()?.isOn, false);
    for (const each of listed('woocommerce')) Object.assign(each, { url });
    assert.equal(await check(one), 'active');
    assert.equal(updated()?.isOn, true);
    await end(one);
  });

  it('are not subscribed to where the channel has none', async () => {
    const amazon = await follower('amazon', 'demo', 'orders');
    assert.equal(await begin(amazon), 'none');
    await end(amazon);
  });

  it('whose vendor fails are reported as failed, and hold no one up', async () => {
    const one = await follower('bigcommerce', 'demo', 'orders', { id: 'failing' });
    const { id } = service.sandbox.faults.plant({ kind: '500', channel: 'bigcommerce' });
    assert.equal(await begin(one), 'failed');
    await end(one);
    service.sandbox.faults.lift(id);
    assert.match(service.logged(), /a subscription could not be checked/);
    assert.equal(await begin(one), 'active');
    await end(one);
  });
});
