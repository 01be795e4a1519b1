// Scans of a WooCommerce shop: what legacy storage and importers do not date moves exactly that record.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Order } from '../../../sandbox/catalogue/types.ts';
import { openWoocommerce } from '../../../sandbox/stores/woocommerce/index.ts';
import { type LivingShop, moved, openLivingShop, scanned } from '../../../test/living-shop.ts';
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
});

for (const name of ['demo', 'older'])
  test(`in the shop ${name} a category that is renamed moves the products in it`, async () => {
    const shop = await openShop(name);
    const figures = await scanned(products, shop);
    const product = shop.shop.products.find(({ categories }) => categories.length > 0);
    const [first = assert.fail(), ...rest] = product?.categories ?? [];
    assert.ok(product);
    shop.living.putProduct({ ...product, categories: [{ ...first, name: 'Renamed' }, ...rest] });
    const after = await scanned(products, shop);
    assert.deepEqual(moved(figures, after), [shop.store.productId(product)]);
  });
