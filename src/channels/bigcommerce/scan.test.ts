// Scans of a BigCommerce store: variants move no date of their product, and move its figure.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Product, Variant } from '../../../sandbox/catalogue/types.ts';
import { openBigcommerce } from '../../../sandbox/stores/bigcommerce/index.ts';
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
import { bigcommerce } from './index.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const openShop = () => openLivingShop(bigcommerce, openBigcommerce);
const isFamily = ({ options, variants }: Product) => options.length > 0 && variants.length > 2 && variants.every(({ stock }) => stock.tracked && !stock.shared); // biome-ignore format: one line
const isSimple = ({ options, variants: [one] }: Product) => options.length === 0 && one?.stock.tracked === true && one.price !== null; // biome-ignore format: one line
const more = ({ stock }: Variant) => ({ stock: { ...stock, levels: stock.levels.map((one) => ({ ...one, available: one.available + 3 })) } }); // biome-ignore format: one line
const dearer = ({ price }: Variant) => ({ price: (price ?? 0) + 100 });

describe('products', () => {
  let shop: LivingShop;
  let figures: Map<string, string>;
  before(async () => {
    shop = await openShop();
    figures = await scanned(products, shop);
  });

  for (const [what, has, edit, at] of [
    ['the price of a variant', isFamily, dearer, 1],
    ['the stock of a variant', isFamily, more, 1],
    ['the price of a product', isSimple, dearer, 0],
    ['the stock of a product', isSimple, more, 0],
  ] as const)
    test(`${what}, written without a date, moves its product alone`, async () => {
      const product = shop.shop.products.find(has);
      assert.ok(product);
      quietly(shop, product, edit, at);
      const after = await scanned(products, shop);
      assert.deepEqual(moved(figures, after), [shop.store.productId(product)]);
      figures = after;
    });

  test('an edit moves its product, a deletion takes it out, and each listed one has a figure', async () => {
    const [edited, gone] = shop.shop.products.filter(isSimple).slice(3);
    assert.ok(edited && gone);
    shop.change('POST', `products/${edited.id}/edit`, { title: 'Another title' });
    shop.change('DELETE', `products/${gone.id}`);
    const after = await scanned(products, shop);
    assert.deepEqual(moved(figures, after), [edited, gone].map(shop.store.productId).sort());
    const listed = await productsOf(products as Products<unknown, unknown>, shop);
    assert.deepEqual([...after.keys()].sort(), [...listed.keys()].sort());
  });
});

test('orders: an edit moves its order, a deletion takes it out, for a fraction of the calls', async () => {
  const shop = await openShop();
  shop.counted();
  const figures = await scanned(orders, shop);
  const scanning = shop.counted();
  const listed = await ordersOf(orders as Orders<unknown, unknown>, shop);
  assert.deepEqual([...figures.keys()].sort(), [...listed.keys()].sort());
  assert.ok(scanning * 10 < shop.counted());
  const [edited, gone] = shop.shop.orders.filter(({ state }) => state === 'open');
  assert.ok(edited && gone);
  shop.change('POST', `orders/${edited.number}/edit`, { note: 'Ring twice' });
  shop.change('DELETE', `orders/${gone.number}`);
  const after = await scanned(orders, shop);
  assert.deepEqual(moved(figures, after), [edited, gone].map(shop.store.orderId).sort());
});
