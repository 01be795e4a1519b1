// Products: the catalogue, the variants beside it, filters, and odd shapes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { completeProduct } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Warning } from '../channel.ts';
import { type FakeShop, failure, ok, SHOP, shopThat } from './fake-vendor.ts';
import type { NativeProduct } from './native.ts';
import { products } from './products.ts';

const sample = (name: string): NativeProduct =>
  JSON.parse(readFileSync(new URL(`samples/product-${name}.native.json`, import.meta.url), 'utf8'));
const [MANY, ONE] = [sample('variants'), sample('single-variant')];
const { variantRecords = [], shop: facts, ...many } = MANY;
const { shop: _facts, ...one } = ONE;
const hidden = { ...one, id: 163090599, isVisible: false, visibility: 'hidden', brand: false };

type Answers = Parameters<typeof shopThat>[0];

const three: Answers = (path) => {
  if (path === 'shop') return SHOP;
  if (path === 'languages')
    return ok({ languages: [{ code: 'nl' }, { code: 'en' }, { code: 'de', isActive: false }] });
  if (path.startsWith('catalog?')) return ok({ products: [hidden, many, one] });
  return path === `variants?product=${MANY.id}&limit=250`
    ? ok({ variants: variantRecords })
    : undefined;
};

const read = (
  query: Partial<ProductQuery>,
  shop: FakeShop,
  page?: { at: number; tail: number[] },
) => products.fetch({ limit: 10, ...query }, page, shop.reading);
const found = async (query: Partial<ProductQuery>) => {
  const { items } = await read(query, shopThat(three));
  return items.map(({ id }) => id);
};

test('a page is the catalogue, then the variants of products that have several', async () => {
  const shop = shopThat(three);
  const { items, next } = await read({}, shop);
  assert.deepEqual(items[1], { ...many, variantRecords, shop: facts });
  assert.equal(items[2]?.variantRecords, undefined);
  assert.equal(next, undefined);
  assert.deepEqual(shop.asked, [
    'catalog?limit=11&page=1',
    'shop',
    'languages',
    `variants?product=${MANY.id}&limit=250`,
  ]);
});

test('variants that cannot be read fail the page', async () => {
  const shop = shopThat((path, ask) =>
    path.startsWith('variants') ? failure(500, 'Broken.') : three(path, ask),
  );
  await assert.rejects(read({}, shop), { code: 'channel_failed', native: 'Broken.' });
});

test('filters are held exactly', async () => {
  const all = [hidden.id, MANY.id, ONE.id];
  const made = Date.parse(String(ONE.createdAt));
  assert.deepEqual(await found({ ids: [String(ONE.id), '7'] }), [ONE.id]);
  assert.deepEqual(await found({ since_id: String(ONE.id) }), [hidden.id, MANY.id]);
  assert.deepEqual(await found({ title: 'Linnen theedoek' }), [MANY.id]);
  assert.deepEqual(await found({ title: 'linnen' }), []);
  assert.deepEqual(await found({ vendor: 'Noordhaven' }), [MANY.id, ONE.id]);
  assert.deepEqual(await found({ handle: 'linnen-theedoek' }), [MANY.id]);
  assert.deepEqual(await found({ status: 'active' }), [MANY.id, ONE.id]);
  assert.deepEqual(await found({ status: 'draft' }), [hidden.id]);
  assert.deepEqual(await found({ published_status: 'unpublished' }), [hidden.id]);
  assert.deepEqual(await found({ published_status: 'any' }), all);
  assert.deepEqual(await found({ collection_id: '13881645' }), all);
  assert.deepEqual(await found({ collection_id: '1' }), []);
  assert.deepEqual(await found({ created_at_min: made, created_at_max: made }), all);
  assert.deepEqual(await found({ created_at_min: made + 1 }), []);
  assert.deepEqual(await found({ updated_at_max: made }), []);
  assert.deepEqual(await found({ published_at_min: made }), [MANY.id, ONE.id]);
});

test('nothing is asked for what Lightspeed cannot have', async () => {
  const shop = shopThat(three);
  assert.deepEqual(await read({ status: 'archived' }, shop), { items: [] });
  assert.deepEqual(shop.asked, []);
  await assert.rejects(read({ collection_id: 'tea' }, shop), {
    code: 'invalid_request',
    field: 'collection_id',
  });
});

test('named products are looked for until all were found', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ ...one, id: 1000 - i }));
  const shop = shopThat((path, ask) => {
    const [limit, page] = ['limit', 'page'].map((name) =>
      Number(ask.query?.find(([known]) => known === name)?.[1]),
    );
    return path.startsWith('catalog?')
      ? ok({ products: rows.slice(((page ?? 1) - 1) * (limit ?? 0), (page ?? 1) * (limit ?? 0)) })
      : three(path, ask);
  });
  const both = await read({ ids: ['990', '985'] }, shop);
  assert.deepEqual(
    both.items.map(({ id }) => id),
    [990, 985],
  );
  assert.equal(both.next, undefined);
  assert.equal(shop.asked.filter((path) => path.startsWith('catalog')).length, 1);
  const first = await products.fetch({ ids: ['990', '600'], limit: 1 }, undefined, shop.reading);
  assert.equal(first.next?.found, 1);
  const second = await products.fetch({ ids: ['990', '600'], limit: 1 }, first.next, shop.reading);
  assert.deepEqual(
    second.items.map(({ id }) => id),
    [600],
  );
  assert.equal(second.next, undefined);
});

function transformed(change: Partial<NativeProduct>) {
  const notes: Warning[] = [];
  const context = { account: {}, now: 0, note: (warning: Warning) => notes.push(warning) };
  const product = completeProduct(products.transform({ ...ONE, ...change }, context), 'test');
  return { product, notes };
}

test('lists may be objects, arrays or false', () => {
  const variants = Object.values(ONE.variants || {});
  const images = Object.values(ONE.images || {});
  const expected = transformed({}).product;
  assert.deepEqual(transformed({ variants, images }).product, expected);
  const bare = transformed({
    images: false,
    image: false,
    brand: false,
    content: '',
    description: 'Kort',
  });
  assert.deepEqual([bare.product.images, bare.product.image], [[], null]);
  assert.deepEqual([bare.product.vendor, bare.product.body_html], [null, 'Kort']);
});

test('a hidden product is a draft that was never published', () => {
  for (const change of [{ visibility: 'hidden' }, { isVisible: false }]) {
    const { product } = transformed(change);
    assert.deepEqual([product.status, product.published_at], ['draft', null]);
  }
  assert.equal(transformed({ visibility: 'auto' }).product.status, 'active');
});

test('stock, tax and weight of a variant', () => {
  const [variant] = Object.values(ONE.variants || {});
  const with_ = (change: object) => {
    const { product, notes } = transformed({ variants: [{ ...variant, ...change }] as never });
    return { ...product.variants[0], notes };
  };
  const untracked = with_({ stockTracking: 'disabled', tax: false, weight: 0 });
  assert.equal(untracked.inventory_quantity, null);
  assert.equal(untracked.inventory_management, null);
  assert.equal(untracked.inventory_policy, 'continue');
  assert.equal(untracked.taxable, null);
  assert.equal(untracked.grams, 0);
  assert.equal(with_({ tax: 0 }).taxable, false);
  assert.equal(with_({ stockLevel: -3 }).inventory_quantity, -3);
  const odd = with_({ stockTracking: 'sometimes' });
  assert.equal(odd.inventory_policy, null);
  assert.deepEqual(
    odd.notes.map(({ code }) => code),
    ['unknown_stock_tracking'],
  );
  const typed = with_({ weightValue: '2.425', weightUnit: 'lb', weight: 1100 });
  assert.deepEqual([typed.weight, typed.weight_unit, typed.grams], [2.425, 'lb', 1100]);
});

test('the only variant has the usual title, one with options that of its values', () => {
  const [row] = Object.values(ONE.variants || {});
  const titles = (...variants: object[]) => {
    const { product } = transformed({
      variants: variants.map((one) => ({ ...row, ...one })) as never,
    });
    return product.variants.map(({ title }) => title);
  };
  for (const title of ['Standaard', 'Default', '', ONE.title])
    assert.deepEqual(titles({ title }), ['Default Title']);
  assert.deepEqual(titles({ title: '130 x 170 cm' }), ['130 x 170 cm']);
  assert.deepEqual(titles({ title: 'Default' }, { title: 'Large' }), ['Default', 'Large']);
  const options = [
    { name: 'Size', sortOrder: 2, value: { name: 'S' } },
    { name: 'Colour', sortOrder: 1, value: { name: 'Blue' } },
  ];
  assert.deepEqual(titles({ title: 'Colour: Blue, Size: S', options }), ['Blue / S']);
});

test('whether a product is sent is not known', () => {
  assert.equal(transformed({}).product.variants[0]?.requires_shipping, null);
});

test('an address names the language only where a shop has several, and needs a domain', () => {
  assert.equal(
    transformed({}).product.url,
    'https://www.noordhaven.example/wollen-plaid-grijs.html',
  );
  const { shop } = ONE;
  assert.equal(
    transformed({ shop: { ...shop, languages: 2 } }).product.url,
    'https://www.noordhaven.example/nl/wollen-plaid-grijs.html',
  );
  assert.equal(transformed({ shop: { ...shop, domain: null } }).product.url, null);
});

test('options of a variant and their values may be objects by identifier, or null', () => {
  const [variant] = Object.values(ONE.variants || {});
  const option = { id: 4, name: 'Kleur', sortOrder: 1, value: { id: 8, name: 'Rood' } };
  const values = [
    { id: 7, name: 'Blauw', sortOrder: 1 },
    { id: 8, name: 'Rood', sortOrder: 2 },
  ];
  const of = (options: unknown) => {
    const { product } = transformed({ variants: { 1: { ...variant, options } } as never });
    return [product.options.map((one) => [one.name, one.values]), product.variants[0]?.option1];
  };
  const expected = [[['Kleur', ['Blauw', 'Rood']]], 'Rood'];
  assert.deepEqual(of([{ ...option, values }]), expected);
  assert.deepEqual(of({ 4: { ...option, values: { 7: values[0], 8: values[1] } } }), expected);
  assert.deepEqual(of({ 4: { ...option, values: null } }), [[['Kleur', []]], 'Rood']);
  assert.deepEqual(of(null), [[], null]);
});

test('a product that does not say whether it is visible has no status, and is not passed over', async () => {
  const { product } = transformed({ visibility: null, isVisible: null });
  assert.deepEqual([product.status, product.published_at], [null, null]);
  const shop = shopThat((path, ask) =>
    path.startsWith('catalog?')
      ? ok({ products: [{ ...one, visibility: null, isVisible: null }] })
      : three(path, ask),
  );
  await assert.rejects(read({ status: 'active' }, shop), {
    record: String(one.id),
    message: /visibility/,
  });
});
