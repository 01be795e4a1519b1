// Scans of a Shopify shop: 250 records a query for a few points, each with its date and its pieces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShopify } from '../../../sandbox/stores/shopify/index.ts';
import { moved, openLivingShop, productsOf, quietly, scanned } from '../../../test/living-shop.ts';
import type { Products } from '../channel.ts';
import { shopify } from './index.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const openShop = () => openLivingShop(shopify, openShopify);

test('products: an edit, pieces alone, and a deletion each move the figure of that product', async () => {
  const shop = await openShop();
  shop.counted();
  const figures = await scanned(products, shop);
  assert.equal(shop.counted(), Math.ceil(figures.size / 250));
  const listed = await productsOf(products as Products<unknown, unknown>, shop);
  assert.deepEqual([...figures.keys()].sort(), [...listed.keys()].sort());
  const [edited, sold, gone] = shop.shop.products.filter(({ status, variants: [one] }) => status === 'active' && one?.stock.tracked === true); // biome-ignore format: one line
  assert.ok(edited && sold && gone);
  shop.change('POST', `products/${edited.id}/edit`, { price: '12.34' });
  quietly(shop, sold, ({ stock }) => ({ stock: { ...stock, levels: stock.levels.map((one) => ({ ...one, available: one.available + 3 })) } })); // biome-ignore format: one line
  shop.change('DELETE', `products/${gone.id}`);
  const after = await scanned(products, shop);
  assert.deepEqual(moved(figures, after), [edited, sold, gone].map(shop.store.productId).sort());
});

test('a query of a scan costs a few points, which are taken from the limit ahead of it', async () => {
  const shop = await openShop();
  const costs: (number | undefined)[] = [];
  const answered: number[] = [];
  const reading = shop.reading();
  const call: typeof reading.call = async (ask) => {
    const reply = await reading.call(ask);
    costs.push(ask.cost);
    const { extensions } = reply.body as { extensions: { cost: { requestedQueryCost: number } } };
    answered.push(extensions.cost.requestedQueryCost);
    return reply;
  };
  for (const { scan } of [products, orders]) await scan?.(undefined, { ...reading, call });
  for (const [at, cost] of answered.entries()) {
    assert.ok(cost <= 25, `${cost} points`);
    assert.ok((costs[at] ?? 0) >= cost / 2, `${costs[at]} taken for ${cost}`);
  }
});
