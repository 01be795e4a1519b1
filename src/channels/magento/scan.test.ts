// The scan of a Magento shop: what moves no date moves the figure of exactly that product.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Product } from '../../../sandbox/catalogue/types.ts';
import { openMagento } from '../../../sandbox/stores/magento/index.ts';
import { isFull } from '../../../test/all.ts';
import {
  type LivingShop,
  moved,
  openLivingShop,
  productsOf,
  quietly,
  scanned,
} from '../../../test/living-shop.ts';
import type { Products, Reading } from '../channel.ts';
import { magento } from './index.ts';
import { products } from './products.ts';

const openShop = (name?: string) => openLivingShop(magento, openMagento, name);

/** Of a shop that nothing was changed in: two of one name are alike, so that each is read once. */
const untouched = new Map<
  string,
  { figures?: Map<string, string>; records?: Map<string, string> }
>();
const keptOf = (name: string) => {
  const kept = untouched.get(name) ?? {};
  untouched.set(name, kept);
  return kept;
};
async function figuresOf(name = 'demo'): Promise<Map<string, string>> {
  const kept = keptOf(name);
  kept.figures ??= await scanned(products, await openShop(name));
  return kept.figures;
}
async function recordsOf(name = 'demo'): Promise<Map<string, string>> {
  const kept = keptOf(name);
  kept.records ??= await productsOf(products as Products<unknown, unknown>, await openShop(name));
  return kept.records;
}

/** The first of a shop's products that has what is asked for. */
function some({ shop }: LivingShop, has: (product: Product) => boolean, at = 0): Product {
  const found = shop.products.filter(has)[at];
  assert.ok(found);
  return found;
}
const isSimple = ({ options, variants: [one] }: Product) =>
  options.length === 0 && one?.price !== null && one?.compareAtPrice === null;
const isFamily = ({ options, variants }: Product) => options.length > 0 && variants.length > 2;
const hasStock = ({ variants: [one] }: Product) => one?.stock.tracked === true;
const fewer = ({ stock }: Product['variants'][number]) => ({
  stock: { ...stock, levels: stock.levels.map((level) => ({ ...level, available: level.available + 3 })) }, // biome-ignore format: one line
});

for (const name of ['demo', 'no-msi'])
  describe(`in the shop ${name}`, () => {
    let shop: LivingShop;
    let figures: Map<string, string>;
    before(async () => {
      shop = await openShop(name);
      figures = await figuresOf(name);
    });

    const edits: readonly (readonly [string, (of: LivingShop) => Product, Parameters<typeof quietly>[2], number])[] = [
      ['the base price of a simple product', (of) => some(of, isSimple), ({ price }) => ({ price: (price ?? 0) + 100 }), 0],
      ['the price of a child', (of) => some(of, isFamily), ({ price }) => ({ price: (price ?? 0) + 100 }), 1],
      ['a special price', (of) => some(of, isSimple, 1), ({ price }) => ({ price: (price ?? 0) - 100, compareAtPrice: price }), 0],
      ['the special price of a child', (of) => some(of, isFamily, 1), ({ price }) => ({ price: (price ?? 0) - 100, compareAtPrice: price }), 1],
      ['the stock of a simple product', (of) => some(of, (one) => isSimple(one) && hasStock(one)), fewer, 0],
      ['the stock of a child', (of) => some(of, (one) => isFamily(one) && hasStock(one)), fewer, 0],
    ]; // biome-ignore format: an edit a line
    for (const [what, choose, edit, at] of edits)
      test(`${what}, written without a date, moves its product alone`, async () => {
        const product = choose(shop);
        quietly(shop, product, edit, at);
        const after = await scanned(products, shop);
        assert.deepEqual(moved(figures, after), [shop.store.productId(product)]);
        figures = after;
      });
  });

const SHOPS = ['demo', 'no-msi', 'odd', ...(isFull('magento') ? ['old', 'limited', 'views'] : [])];
for (const name of SHOPS)
  test(`in the shop ${name} each product that is listed has a figure, and nothing moves by itself`, async () => {
    const shop = await openShop(name);
    const figures = await figuresOf(name);
    assert.deepEqual(moved(figures, await scanned(products, shop)), []);
    const listed = await recordsOf(name);
    assert.deepEqual([...figures.keys()].sort(), [...listed.keys()].sort());
  });

test('what any change shows in a record, its figure shows', async () => {
  const shop = await openShop();
  const all = products as Products<unknown, unknown>;
  const [figures, records] = [await figuresOf(), await recordsOf()];
  for (let seed = 1; seed <= 20; seed++) {
    const product = shop.shop.products[seed * 7];
    assert.ok(product);
    if (seed % 4 === 0) shop.change('DELETE', `products/${product.id}`);
    else if (seed % 4 === 1)
      shop.change('POST', `products/${product.id}/edit`, { title: `Title ${seed}` }); // biome-ignore format: one line
    else quietly(shop, product, ({ price }) => ({ price: (price ?? 500) + seed }));
  }
  shop.change('POST', 'products', { title: 'A new one' });
  const changed = moved(records, await productsOf(all, shop));
  assert.ok(changed.length >= 18, String(changed.length));
  assert.deepEqual(moved(figures, await scanned(products, shop)), changed);
});

test('the day on which a special price begins or ends moves the figures', async () => {
  const shop = await openShop();
  const all = products as Products<unknown, unknown>;
  const [figures, records] = [await figuresOf(), await recordsOf()];
  shop.clock.now += 11 * 86_400_000;
  const changed = moved(records, await productsOf(all, shop));
  assert.ok(changed.length > 5);
  assert.deepEqual(moved(figures, await scanned(products, shop)), changed);
});

test('a product that is made invisible leaves the scan', async () => {
  const shop = await openShop();
  const figures = await figuresOf();
  const product = some(shop, isSimple);
  shop.change('DELETE', `products/${product.id}`);
  assert.deepEqual(moved(figures, await scanned(products, shop)), [shop.store.productId(product)]);
});

test('without the rights to stock the rest is scanned, with a word', async () => {
  for (const [name, message] of [
    ['no-sources', /inventory sources/],
    ['sparse', /inventory sources|stock/],
  ] as const) {
    const shop = await openShop(name);
    const figures = await scanned(products, shop);
    assert.ok(shop.notes.some((note) => note.code === 'permission_missing' && message.test(note.message)), JSON.stringify(shop.notes)); // biome-ignore format: one line
    const product = some(shop, isFamily);
    quietly(shop, product, ({ price }) => ({ price: (price ?? 0) + 100 }), 1);
    assert.deepEqual(moved(figures, await scanned(products, shop)), [shop.store.productId(product)]); // biome-ignore format: one line
  }
});

test('a scan takes far fewer calls than reading the products', async () => {
  const shop = await openShop();
  shop.counted();
  const figures = await scanned(products, shop);
  const scanning = shop.counted();
  await productsOf(products as Products<unknown, unknown>, shop);
  const reading = shop.counted();
  assert.ok(scanning * 3 < reading, `${scanning} and ${reading} for ${figures.size} products`);
});

test('a shop that answers the same products again is refused', async () => {
  const shop = await openShop('small');
  const reading = shop.reading();
  const AFTER = 10_000_000;
  const call: typeof reading.call = (ask) => {
    const pairs = ask.query ?? [];
    return reading.call({
      ...ask,
      query: pairs.map(([name, value]) => [name, value === String(AFTER) ? '0' : value] as const),
    });
  };
  const cursor = { begun: reading.now, after: AFTER };
  await assert.rejects(async () => products.scan?.(cursor, { ...reading, call }), /never end/);
});

/** The shop, but its lists that a test is for say that they are so long. */
function claiming(shop: LivingShop, total: number, isMeant: (text: string) => boolean) {
  const reading = (): Reading => {
    const own = shop.reading();
    return {
      ...own,
      call: async (ask) => {
        const reply = await own.call(ask);
        const text = `${ask.url} ${JSON.stringify(ask.query)}`;
        const body = { ...(reply.body as object), total_count: total };
        return isMeant(text) ? { ...reply, body } : reply;
      },
    };
  };
  return { reading, forget: shop.forget };
}

test('where special prices or source items are too many to be kept, those of each page are asked for', async () => {
  const shop = await openShop();
  const figures = await figuresOf();
  const long = claiming(
    shop,
    30_000,
    (text) =>
      (text.includes('special_price') && !text.includes('"in"')) ||
      (text.includes('source-items') && !text.includes('"sku"')),
  );
  shop.counted();
  assert.deepEqual(moved(figures, await scanned(products, long)), []);
  assert.ok(shop.counted() > 25, 'they were asked for');
});

test('where stock items are too many to be kept, they are left out with a word', async () => {
  const shop = await openShop('no-msi');
  const long = claiming(shop, 60_000, (text) => text.includes('lowStock'));
  const figures = await scanned(products, long);
  assert.ok(shop.notes.some(({ code }) => code === 'changes_without_date'));
  const product = some(shop, (one) => isSimple(one) && hasStock(one));
  quietly(shop, product, fewer);
  assert.deepEqual(moved(figures, await scanned(products, long)), []);
  const dear = some(shop, isSimple, 2);
  quietly(shop, dear, ({ price }) => ({ price: (price ?? 0) + 100 }));
  assert.deepEqual(moved(figures, await scanned(products, long)), [shop.store.productId(dear)]);
});
