// The catalogue read once through a channel: each record once, whole, as the catalogue has it, and
// orders name products by their own ids. Without repetitions these are the orders of the last weeks.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { channels } from '../../src/channels/index.ts';
import { Order } from '../../src/model/order.ts';
import { Product } from '../../src/model/product.ts';
import { isAll, shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { everything, expectedIds, idsOf, lately } from './expected.ts';
import { LOSSES } from './losses.ts';
import {
  assertOrdersAgree,
  assertProductsAgree,
  type Walked,
  walkOrders,
  walkProducts,
} from './round-trip.ts';
import type { WithLists } from './round-trip-include-fields.ts';

/** Of the lines whose product is still for sale, so many must find it. */
const JOINED_AT_LEAST = 0.95;

/** Shops beside the demo shop whose orders come another way. */
const OTHER_SHOPS: Readonly<Record<string, readonly string[]>> = { mirakl: ['marketplace'] };

let service: Service;
before(async () => {
  service = await startService(isAll ? { days: Infinity } : {});
});
after(() => service.close());

const order = Compile(Order);
const product = Compile(Product);

test('an order of every trait is among those that are read', () => {
  const { orders } = service.sandbox.catalogue;
  const traits = (some: typeof orders) => new Set(some.flatMap((one) => one.traits)).size;
  const dated = Object.keys(channels).filter((name) => channels[name]?.orders);
  for (const name of dated)
    assert.equal(traits(orders.filter(lately(service, name).isMeant)), traits(orders), name);
});

for (const [name, channel] of shownOn(channels, 0))
  describe(name, () => {
    const losses = LOSSES.get(name) ?? {};
    let orders: Walked<WithLists>;
    let products: Walked<Product>;
    before(async () => {
      const body = { ...everything(service, name), ...lately(service, name).body };
      if (channel.orders) orders = await walkOrders(service, name, body);
      if (channel.products) products = await walkProducts(service, name, losses);
    });

    if (channel.orders) {
      test('all orders are read once, in pages within the limit, each a whole record', () => {
        const { records, pages } = orders;
        assert.equal(new Set(idsOf(records)).size, records.length, 'an order was repeated');
        assert.deepEqual(idsOf(records), expectedIds(service, name, lately(service, name).isMeant));
        assert.ok(pages.every((size) => size <= 100));
        for (const { fulfillments: _, refunds: __, ...item } of records) {
          assert.ok(order.Check(item), JSON.stringify([item.id, order.Errors(item)[0]]));
          assert.equal(item.channel_name, name);
        }
      });

      test('orders are those of the catalogue, but for what the vendor does not know', () =>
        assertOrdersAgree(
          service,
          name,
          orders,
          losses,
          isAll ? undefined : lately(service, name).isMeant,
        ));
    }

    if (channel.products) {
      test('all products are read once, whole, with all their variants', () => {
        const { records, pages } = products;
        const store = service.store(name);
        const expected = service.shop(name).products;
        assert.deepEqual(idsOf(records), expected.map((item) => store.productId(item)).sort());
        assert.ok(pages.every((size) => size <= 100));
        const byId = new Map(records.map((item) => [item.id, item]));
        for (const item of expected) {
          const found = byId.get(store.productId(item));
          assert.ok(product.Check(found), JSON.stringify([item.id, product.Errors(found)[0]]));
          assert.deepEqual(
            found.variants.map(({ id }) => id).sort(),
            item.variants.map((variant) => store.variantId(item, variant)).sort(),
            `variants of ${item.title}`,
          );
        }
      });

      test('products are those of the catalogue, but for what the vendor does not know', () =>
        assertProductsAgree(service, name, products, losses));
    }

    test('losses are listed of no other kind of record than it has', () => {
      for (const kind of ['orders', 'products'] as const)
        assert.ok(losses[kind] === undefined || channel[kind] !== undefined, kind);
    });

    if (channel.orders && channel.products) {
      test('lines name their product and variant', () =>
        assertJoined(orders.records, products.records));
      for (const shop of OTHER_SHOPS[name] ?? [])
        test(`lines of the ${shop} shop name their product and variant`, async () => {
          const user = await service.link(name, shop);
          const body = { ...everything(service, name), ...lately(service, name).body };
          const lines = { ...body, limit: 100, fields: 'id,line_items' };
          const sold = await service.walk('orders', name, lines, { user });
          const sale = await service.walk('products', name, { limit: 100 }, { user });
          assertJoined(sold.items as Order[], sale.items as Product[]);
        });
    }
  });

function assertJoined(orders: readonly Order[], products: readonly Product[]): void {
  const variants = new Map(products.map(({ id, variants: list }) => [id, list]));
  const owners = new Map(
    products.flatMap(({ id, variants: list }) => list.map((one) => [one.id, id] as const)),
  );
  const skus = new Set(products.flatMap(({ variants: list }) => list.map(({ sku }) => sku)));

  let sold = 0;
  let joined = 0;
  for (const { id, line_items } of orders)
    for (const line of line_items) {
      const { product_id, variant_id, sku } = line;
      const at = `order ${id}, line ${line.id}: ${product_id} / ${variant_id}`;
      if (variant_id !== null && owners.has(variant_id) && product_id !== null)
        assert.equal(owners.get(variant_id), product_id, `${at} is of another product`);
      if (sku === null || !skus.has(sku)) continue;
      // The product is in the list: whatever the line names must be found there.
      sold++;
      if (product_id !== null) assert.ok(variants.has(product_id), `${at}: no such product`);
      if (variant_id !== null) assert.ok(owners.has(variant_id), `${at}: no such variant`);
      if (variant_id !== null || product_id !== null) joined++;
    }
  assert.ok(sold > 10, `only ${sold} lines have a product that is in the list`);
  assert.ok(joined >= sold * JOINED_AT_LEAST, `${joined} of ${sold} lines find their product`);
}
