// Scans of a WooCommerce shop: what legacy storage and importers do not date moves exactly that record.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Order, Product } from '../../../sandbox/catalogue/types.ts';
import { openWoocommerce } from '../../../sandbox/stores/woocommerce/index.ts';
import {
  type LivingShop,
  moved,
  openLivingShop,
  ordersOf,
  productsOf,
  quietly,
  scanned,
} from '../../../test/living-shop.ts';
import type { Orders, Products } from '../channel.ts';
import { woocommerce } from './index.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const openShop = (name?: string) => openLivingShop(woocommerce, openWoocommerce, name);

/** An order with a shipping address, lines and a coupon. */
function whole({ shop }: LivingShop, at = 0): Order {
  const found = shop.orders.filter(({ billing, lines, refunds }) => billing !== null && lines.length > 1 && refunds.length === 0)[at]; // biome-ignore format: one line
  assert.ok(found);
  return found;
}

describe('orders', () => {
  let shop: LivingShop;
  let figures: Map<string, string>;
  before(async () => {
    shop = await openShop();
    figures = await scanned(orders, shop);
  });

  const edits: readonly (readonly [string, (order: Order) => Partial<Order>])[] = [
    ['an address', ({ billing }) => ({ billing: billing && { ...billing, city: 'Elsewhere' } })],
    ['a line that is taken out', ({ lines }) => ({ lines: lines.slice(1) })],
    ['a note', () => ({ note: 'Ring twice' })],
    ['its total, as by a fee or a coupon', ({ totals }) => ({ totals: { ...totals, total: { shop: totals.total.shop + 100, presentment: totals.total.presentment + 100 } } })],
  ]; // biome-ignore format: an edit a line
  for (const [at, [what, edit]] of edits.entries())
    test(`${what}, written without a date, moves its order alone`, async () => {
      const order = whole(shop, at);
      shop.living.putOrder({ ...order, ...edit(order) });
      const after = await scanned(orders, shop);
      assert.deepEqual(moved(figures, after), [shop.store.orderId(order)]);
      figures = after;
    });

  test('a refund that is deleted moves its order, and an order that is deleted leaves', async () => {
    const refunded = shop.shop.orders.find(({ refunds }) => refunds.length > 0);
    const gone = whole(shop, 7);
    assert.ok(refunded);
    shop.living.putOrder({ ...refunded, refunds: refunded.refunds.slice(1) });
    shop.change('DELETE', `orders/${gone.number}`);
    const after = await scanned(orders, shop);
    assert.deepEqual(moved(figures, after), [refunded, gone].map(shop.store.orderId).sort());
    figures = after;
  });

  test('each order that is listed has a figure, for far fewer calls', async () => {
    shop.counted();
    assert.deepEqual(moved(figures, await scanned(orders, shop)), []);
    const scanning = shop.counted();
    const listed = await ordersOf(orders as Orders<unknown, unknown>, shop);
    const reading = shop.counted();
    assert.deepEqual([...figures.keys()].sort(), [...listed.keys()].sort());
    assert.ok(scanning * 2 < reading, `${scanning} and ${reading} for ${figures.size} orders`);
  });
});

for (const name of ['demo', 'older'])
  describe(`products of the shop ${name}`, () => {
    let shop: LivingShop;
    let figures: Map<string, string>;
    before(async () => {
      shop = await openShop(name);
      figures = await scanned(products, shop);
    });
    const some = (has: (product: Product) => boolean): Product => {
      const found = shop.shop.products.find(has);
      assert.ok(found);
      return found;
    };
    const isSimple = ({ options, variants: [one] }: Product) => options.length === 0 && one?.stock.tracked === true && one.price !== null && one.compareAtPrice === null; // biome-ignore format: one line
    const isFamily = ({ options, variants }: Product) => options.length > 0 && variants.length > 1 && variants.every(({ stock, compareAtPrice }) => stock.tracked && !stock.shared && compareAtPrice === null); // biome-ignore format: one line
    const more: Parameters<typeof quietly>[2] = ({ stock }) => ({
      stock: { ...stock, levels: stock.levels.map((one) => ({ ...one, available: one.available + 3 })) }, // biome-ignore format: one line
    });
    const dearer: Parameters<typeof quietly>[2] = ({ price }) => ({ price: (price ?? 0) + 100 });

    for (const [what, has, edit, at] of [
      ['the price of a product', isSimple, dearer, 0],
      ['the stock of a product', isSimple, more, 0],
      ['the price of a variation', isFamily, dearer, 1],
      ['the stock of a variation', isFamily, more, 1],
    ] as const)
      test(`${what}, written without a date, moves its product alone`, async () => {
        const product = some(has);
        quietly(shop, product, edit, at);
        const after = await scanned(products, shop);
        assert.deepEqual(moved(figures, after), [shop.store.productId(product)]);
        figures = after;
      });

    test('a category that is renamed moves the products in it, and each listed one has a figure', async () => {
      const product = some(({ categories }) => categories.length > 0);
      const [first, ...rest] = product.categories;
      assert.ok(first);
      shop.living.putProduct({ ...product, categories: [{ ...first, name: 'Renamed' }, ...rest] });
      const after = await scanned(products, shop);
      assert.deepEqual(moved(figures, after), [shop.store.productId(product)]);
      const listed = await productsOf(products as Products<unknown, unknown>, shop);
      assert.deepEqual([...after.keys()].sort(), [...listed.keys()].sort());
    });
  });
