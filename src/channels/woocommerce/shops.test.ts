// The driver against the sandbox's shops, in one process: versions, zones, plugins, barriers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalogueOf } from '../../../sandbox/catalogue/index.ts';
import { openWoocommerce } from '../../../sandbox/stores/woocommerce/index.ts';
import { isAll } from '../../../test/all.ts';
import type { Call, Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Order } from '../../model/order.ts';
import { completeOrder } from '../../model/order-draft.ts';
import { completeProduct, type Product } from '../../model/product.ts';
import type { OrderQuery, ProductQuery } from '../../model/query.ts';
import { parse } from '../../net/reply.ts';
import type { Reading, Warning } from '../channel.ts';
import { accept, check, sign } from './auth.ts';
import { explain } from './explain.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const ANCHOR = Date.parse('2026-11-15T00:00:00Z');
const catalogue = catalogueOf(ANCHOR);
const store = openWoocommerce({ catalogue, now: () => ANCHOR, rates: 'relaxed' });

/** What a driver needs to read one of the shops; calls go to the store without a network. */
function openShop(name: string, plugin = (text: string) => text) {
  const shop = store.shops.find((one) => one.name === name);
  assert.ok(shop, `there is no shop ${name}`);
  const credential = accept({ ...shop.credential.account, ...shop.credential.secrets });
  const notes: Warning[] = [];
  const call: Call = async (ask) => {
    const signed = sign(ask, credential, { now: ANCHOR, nonce: String(Math.random()) });
    const query: Pairs = [...(ask.query ?? []), ...(signed.query ?? [])];
    const { host, pathname, protocol } = new URL(ask.url);
    const answer = await store.handle({
      method: ask.method ?? 'GET',
      host,
      https: protocol === 'https:',
      path: pathname,
      rawQuery: new URLSearchParams(query as [string, string][]).toString(),
      query,
      headers: { ...ask.headers, ...signed.headers },
      body: '',
    });
    const text = plugin(String(answer.body));
    const [body] = await parse(Buffer.from(text), ask, {});
    const reply: Reply = { status: answer.status, headers: answer.headers, text, body };
    if (ask.expect?.includes(reply.status)) return reply;
    const fault = explain(reply, ask);
    if (fault) throw fault;
    if (reply.status >= 300) throw new Fault('channel_failed', `status ${reply.status}`);
    return reply;
  };
  const kept = new Map<string, unknown>();
  const reading: Reading = {
    account: credential.account,
    version: 'wc/v3',
    now: ANCHOR,
    call,
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: async (key, _seconds, make) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as Awaited<ReturnType<typeof make>>;
    },
  };
  return { account: credential.account, notes, reading };
}

async function everyOrder(name: string, query: Partial<OrderQuery> = {}): Promise<Order[]> {
  const { reading } = openShop(name);
  const all: Order[] = [];
  let page: Awaited<ReturnType<typeof orders.fetch>>['next'];
  do {
    const { items, next } = await orders.fetch(
      { status: 'any', limit: 100, ...query },
      page,
      reading,
    );
    all.push(...items.map((one) => completeOrder(orders.transform(one, reading), 'woocommerce')));
    page = next;
  } while (page !== undefined);
  return all;
}

async function everyProduct(
  name: string,
  query: Partial<ProductQuery> = {},
  plugin?: (text: string) => string,
): Promise<Product[]> {
  const { reading } = openShop(name, plugin);
  const all: Product[] = [];
  let page: Awaited<ReturnType<typeof products.fetch>>['next'];
  do {
    const { items, next } = await products.fetch({ limit: 100, ...query }, page, reading);
    all.push(
      ...items.map((one) => completeProduct(products.transform(one, reading), 'woocommerce')),
    );
    page = next;
  } while (page !== undefined);
  return all;
}

/** Orders of the catalogue that were refunded, in part or whole. */
const refundedIds = catalogue.orders
  .filter(({ refunds }) => refunds.length > 0)
  .map((order) => store.orderId(order));

test('every version of WooCommerce gives the same amounts, also after refunds', async () => {
  const amounts = (all: readonly Order[]) =>
    all.map((order) => [
      order.id,
      order.total_price,
      order.subtotal_price,
      order.current_total_price,
      order.current_total_tax,
      order.current_subtotal_price,
      ...order.line_items.map(({ fulfillable_quantity }) => fulfillable_quantity),
    ]);
  // The fulfilments that newer versions note are not part of this.
  const open = (all: readonly Order[]) =>
    all.filter(({ fulfillment_status }) => fulfillment_status === null);
  const ids = refundedIds.slice(0, 60);
  const demo = amounts(open(await everyOrder('demo', { ids })));
  assert.ok(demo.length > 10);
  const known = new Set(demo.map(([id]) => id));
  for (const name of ['older', 'ancient'])
    assert.deepEqual(
      amounts(await everyOrder(name, { ids })).filter(([id]) => known.has(id as string)),
      demo,
      name,
    );
});

test('refunds: goods, shipping, tax and pieces are those of the catalogue', async () => {
  const all = new Map(
    (await everyOrder('older', { ids: refundedIds.slice(-100) })).map((order) => [order.id, order]),
  );
  let shippingOnly = 0;
  for (const order of catalogue.orders) {
    const given = all.get(store.orderId(order));
    const { refunds } = order;
    if (!given || refunds.length === 0 || order.state === 'cancelled') continue;
    if (given.financial_status !== 'partially_refunded') continue;
    assert.notEqual(given.current_total_tax, null);
    const goods = refunds.every(
      ({ lines, adjustment }) => lines.length === 0 && adjustment.shop === 0,
    );
    if (!goods) continue;
    shippingOnly++;
    assert.equal(given.current_subtotal_price, given.subtotal_price, given.id);
  }
  assert.ok(shippingOnly > 0, 'the catalogue has a refund of shipping alone');
});

test('prices from a plugin are the same prices', async () => {
  /** PHP's own numbers and words come through where a plugin changes prices. */
  const plugin = (text: string) =>
    text
      .replaceAll(/"(price|regular_price|sale_price)":"([\d.]+)"/g, '"$1":$2')
      .replaceAll(/"(on_sale|manage_stock)":(true|false)/g, (_, name, is) =>
        is === 'true' ? `"${name}":"yes"` : `"${name}":"no"`,
      )
      .replaceAll(/"virtual":(true|false)/g, (_, is) =>
        is === 'true' ? '"virtual":"1"' : '"virtual":"0"',
      );
  const bare = (all: readonly Product[]) =>
    all.map(({ id, variants }) => [
      id,
      ...variants.map(({ price, compare_at_price, requires_shipping, inventory_quantity }) => [
        price,
        compare_at_price,
        requires_shipping,
        inventory_quantity,
      ]),
    ]);
  assert.deepEqual(bare(await everyProduct('demo', {}, plugin)), bare(await everyProduct('demo')));
});

describe('every bound in both nights of the clock change, on clocks around the world', () => {
  const HOUR = 3_600_000;
  // By UTC read on the shop's clock: the hour that is skipped, and the one that comes twice.
  const NIGHTS = ['2026-03-29T02:00:00Z', '2026-03-08T02:00:00Z', '2026-10-25T02:00:00Z'];
  const at = { created_at: 'createdAt', updated_at: 'updatedAt' } as const;
  for (const [place, name] of ['demo', 'zoned', 'island'].entries())
    test(name, async () => {
      const shop = store.shops.find((one) => one.name === name);
      assert.ok(shop);
      for (const night of NIGHTS.map((text) => Date.parse(text)))
        for (const [turn, minutes] of [-61, 0, 15, 61].entries()) {
          // Without repetitions one shop has every second bound, and the next one the others.
          if (!isAll && (place + turn) % 2 > 0) continue;
          for (const [min, max] of [
            [night + minutes * 60_000, night + 3 * HOUR],
            [night - 3 * HOUR, night + minutes * 60_000],
          ] as const) {
            const within = (instant: number) => instant >= min && instant <= max;
            const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort();
            const message = `from ${new Date(min).toISOString()} to ${new Date(max).toISOString()}`;
            for (const field of ['created_at', 'updated_at'] as const) {
              const bounds = { [`${field}_min`]: min, [`${field}_max`]: max };
              assert.deepEqual(
                ids(await everyOrder(name, bounds)),
                shop.orders
                  .filter((order) => within(order[at[field]]))
                  .map((order) => store.orderId(order))
                  .sort(),
                `orders, ${field} ${message}`,
              );
              assert.deepEqual(
                ids(await everyProduct(name, bounds)),
                shop.products
                  .filter((product) => within(product[at[field]]))
                  .map((product) => store.productId(product))
                  .sort(),
                `products, ${field} ${message}`,
              );
            }
            assert.deepEqual(
              ids(await everyProduct(name, { published_at_min: min, published_at_max: max })),
              shop.products
                .filter(({ status, createdAt }) => status === 'active' && within(createdAt))
                .map((product) => store.productId(product))
                .sort(),
              `products, published_at ${message}`,
            );
          }
        }
    });
});

test('each barrier has its own sentence, when a shop is linked and when it is read', async () => {
  const barriers: Readonly<Record<string, [reason: string, linked: RegExp]>> = {
    'plain-permalinks': ['permalinks_plain', /Settings > Permalinks/],
    updating: ['maintenance', /try again in 10 minutes/],
    members: ['login_wall', /login page/],
    looping: ['redirect_loop', /without end/],
    bare: ['woocommerce_inactive', /WooCommerce is not active/],
  };
  for (const [name, [reason, sentence]] of Object.entries(barriers)) {
    const { account, reading } = openShop(name);
    for (const trying of [
      () => check(account, reading),
      () => orders.fetch({ limit: 1, status: 'any' }, undefined, reading),
    ])
      await assert.rejects(trying, (fault) => {
        assert.ok(fault instanceof Fault, name);
        assert.equal(fault.reason, reason, fault.message);
        assert.match(fault.message, sentence);
        assert.doesNotMatch(fault.message, / use https/);
        assert.equal(fault.retryable, reason === 'maintenance');
        return true;
      });
  }
});
