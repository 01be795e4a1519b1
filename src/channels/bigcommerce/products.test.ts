// Reading products: what is asked, in which pages, and what is fetched beside them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, fakeStore, isFault, refusal, simpleProduct } from './fake-vendor.ts';
import type { Cursor } from './listing.ts';
import type { NativeProduct, NativeVariant } from './native.ts';
import { products } from './products.ts';
import { transformProduct } from './products-transform.ts';

const native = (id: number, changes: Partial<NativeProduct> = {}): NativeProduct => {
  const { brand_name, store, ...product } = simpleProduct;
  return { ...product, id, brand_id: 0, ...changes };
};

const storeOf = (
  rows: readonly NativeProduct[],
  more: (asked: Asked) => unknown = () => undefined,
) =>
  fakeStore((asked) => {
    const { path, query } = asked;
    const own = more(asked);
    if (own !== undefined) return own;
    if (path === 'v2/store') return { currency: 'USD', weight_units: 'KGS', secure_url: 'https://x.example' }; // biome-ignore format: one line
    if (path !== 'v3/catalog/products') return { data: [] };
    const ids = query['id:in']?.split(',');
    return {
      data: rows
        .filter(({ id }) => id > Number(query['id:greater'] ?? 0))
        .filter(({ id }) => !ids || ids.includes(String(id)))
        .slice(0, Number(query.limit)),
    };
  });

const many = (
  from: number,
  to: number,
  changes: (id: number) => Partial<NativeProduct> = () => ({}),
) =>
  Array.from({ length: to - from + 1 }, (_, index) => native(from + index, changes(from + index)));

async function walk(
  store: ReturnType<typeof fakeStore>,
  query: Parameters<typeof products.fetch>[0],
) {
  const pages: number[][] = [];
  let page: Cursor | undefined;
  do {
    const { items, next } = await products.fetch(query, page, store.reading);
    pages.push(items.map(({ id }) => id));
    page = next && (JSON.parse(JSON.stringify(next)) as Cursor);
    assert.ok(pages.length < 50, 'the walk does not end');
  } while (page);
  return pages;
}

const lists = (log: readonly string[]) =>
  log.filter((line) => line.startsWith('v3/catalog/products '));

test('the store is remembered for five minutes, lest prices keep a currency that was changed', async () => {
  const { reading } = storeOf(many(1, 1));
  const kept = new Map<string, number>();
  const remember: typeof reading.remember = (key, seconds, make) => {
    kept.set(key, seconds);
    return make();
  };
  await products.fetch({ limit: 10 }, undefined, { ...reading, remember });
  assert.deepEqual([...kept], [['store', 300]]);
});

test('pages follow the identifier', async () => {
  const store = storeOf(many(1, 5));
  assert.deepEqual(await walk(store, { limit: 2 }), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(lists(store.log), [
    'v3/catalog/products sort=id direction=asc limit=3 include=variants,images',
    'v3/catalog/products id:greater=2 sort=id direction=asc limit=3 include=variants,images',
    'v3/catalog/products id:greater=4 sort=id direction=asc limit=3 include=variants,images',
  ]);
  assert.deepEqual(await walk(storeOf([]), { limit: 2 }), [[]]);
  assert.deepEqual(await walk(storeOf(many(1, 4)), { limit: 2 }), [
    [1, 2],
    [3, 4],
  ]);
});

test('pages that are smaller than was asked for are not the last ones', async () => {
  const PAGE = 3;
  const rows = many(1, 8, (id) => ({ brand_id: id, date_created: '2026-10-01T00:00:00+00:00' }));
  /** As BigCommerce does where options are included: ten a page, and the truth in `meta`. */
  const small = (all: readonly object[], page = 1) => ({
    data: all.slice((page - 1) * PAGE, page * PAGE),
    meta: { pagination: { total: all.length, total_pages: Math.ceil(all.length / PAGE) } },
  });
  const store = storeOf([], ({ path, query }) => {
    const named = query['id:in']?.split(',').map(Number);
    const fits = ({ id }: { readonly id: number }) => named?.includes(id) ?? true;
    if (path === 'v3/catalog/brands')
      return small(
        rows.map(({ id }) => ({ id, name: `Brand ${id}` })).filter(fits),
        Number(query.page),
      );
    if (path !== 'v3/catalog/products') return undefined;
    return small(rows.filter((row) => fits(row) && row.id > Number(query['id:greater'] ?? 0)));
  });
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual((await walk(store, { limit: 100 })).flat(), all);
  assert.deepEqual((await walk(store, { limit: 100, ids: all.map(String) })).flat(), all);
  const created_at_min = Date.UTC(2026, 0);
  const dated = await products.fetch({ limit: 100, created_at_min }, undefined, store.reading);
  assert.deepEqual(
    dated.items.map(({ id, brand_name }) => [id, brand_name]),
    all.map((id) => [id, `Brand ${id}`]),
  );
});

test('named products come in one read each page', async () => {
  const store = storeOf(many(1, 9));
  const ids = ['7', '3', '99', '5', '3'];
  assert.deepEqual(await walk(store, { limit: 2, ids }), [[3, 5], [7]]);
  assert.deepEqual(await walk(store, { limit: 9, ids, since_id: '5' }), [[7]]);
  assert.match(store.log[0] ?? '', / id:in=3,5,7,99 /);
});

test('native filters are sent, and held against what comes back', async () => {
  const rows = many(1, 4, (id) => ({ name: id % 2 ? 'Mug' : 'mug', categories: [20 + id] }));
  const store = storeOf(rows);
  assert.deepEqual(await walk(store, { limit: 9, title: 'Mug' }), [[1, 3]]);
  assert.deepEqual(await walk(store, { limit: 9, collection_id: '23' }), [[3]]);
  assert.deepEqual(await walk(store, { limit: 9, status: 'draft' }), [[]]);
  assert.deepEqual(await walk(store, { limit: 9, product_type: 'digital' }), [[]]);
  const [title, category, status, type] = lists(store.log);
  assert.match(title ?? '', / name=Mug /);
  assert.match(category ?? '', / categories:in=23 /);
  assert.match(status ?? '', / is_visible=false /);
  assert.match(type ?? '', / type=digital /);
  await assert.rejects(
    walk(store, { limit: 9, collection_id: 'mugs' }),
    isFault('invalid_request'),
  );
});

test('what no product can be is answered without asking', async () => {
  const store = storeOf(many(1, 4));
  for (const query of [
    { status: 'archived' },
    { product_type: 'Tea' },
    { status: 'draft', published_status: 'published' },
    { published_status: 'unpublished', published_at_min: 0 },
  ])
    assert.deepEqual(await walk(store, { limit: 9, ...query }), [[]]);
  assert.deepEqual(store.log, []);
});

test('a vendor is a brand, looked up by its exact name', async () => {
  const rows = many(1, 3, (id) => ({ brand_id: id === 2 ? 9 : 0 }));
  const brands = {
    data: [
      { id: 8, name: 'fernhill' },
      { id: 9, name: 'Fernhill' },
    ],
  };
  const store = storeOf(rows, ({ path }) => (path === 'v3/catalog/brands' ? brands : undefined));
  assert.deepEqual(await walk(store, { limit: 9, vendor: 'Fernhill' }), [[2]]);
  assert.match(lists(store.log)[0] ?? '', / brand_id=9 /);
  assert.deepEqual(await walk(store, { limit: 9, vendor: 'Unknown' }), [[]]);
});

test('dates that BigCommerce does not filter by are looked at first, many at a time', async () => {
  const day = (id: number) => `2026-03-${String(id).padStart(2, '0')}T00:00:00+00:00`;
  const rows = many(1, 9, (id) => ({ date_created: day(id), is_visible: id !== 5 }));
  const store = storeOf(rows);
  const created_at_min = Date.UTC(2026, 2, 4);
  assert.deepEqual(await walk(store, { limit: 4, created_at_min }), [
    [4, 5, 6, 7],
    [8, 9],
  ]);
  const [look = '', whole = ''] = lists(store.log);
  assert.match(look, /limit=250 include_fields=name,.*date_created/);
  assert.match(whole, / id:in=4,5,6,7 .*include=variants,images/);
  const published = { published_at_min: created_at_min, published_at_max: Date.UTC(2026, 2, 6) };
  assert.deepEqual(await walk(store, { limit: 9, ...published }), [[4, 6]]);
  const handle = await walk(storeOf(many(1, 3, (id) => ({ custom_url: { url: `/p/${id}/` } }))), { limit: 9, handle: 'p/2' }); // biome-ignore format: one line
  assert.deepEqual(handle, [[2]]);
});

test('a search that finds nothing in many reads goes on in the next page', async () => {
  const rows = many(1, 2300, (id) => ({ custom_url: { url: id === 2200 ? '/wanted/' : '/x/' } }));
  const pages = await walk(storeOf(rows), { limit: 9, handle: 'wanted' });
  assert.deepEqual(pages, [[], [2200]]);
});

test('brands are read together, variants only where they are missing or too many', async () => {
  const variant = simpleProduct.variants?.[0] as NativeVariant;
  const full = Array.from({ length: 250 }, (_, index) => ({ ...variant, id: index + 1 }));
  const all = [...full, { ...variant, id: 251 }];
  const rows = [
    native(1, { brand_id: 9 }),
    native(2, { variants: full, brand_id: 9 }),
    native(3, { variants: [], base_variant_id: null } as Partial<NativeProduct>),
  ];
  const store = storeOf(rows, ({ path, query }) =>
    path === 'v3/catalog/brands'
      ? { data: [{ id: 9, name: 'Fernhill' }] }
      : path.endsWith('/variants')
        ? { data: all.slice((Number(query.page) - 1) * 250, Number(query.page) * 250) }
        : undefined,
  );
  const { items } = await products.fetch({ limit: 9 }, undefined, store.reading);
  assert.deepEqual(
    items.map(({ variants }) => variants?.length),
    [1, 251, 251],
  );
  assert.deepEqual(
    items.map(({ brand_name }) => brand_name),
    ['Fernhill', 'Fernhill', undefined],
  );
  assert.equal(store.log.filter((line) => line.startsWith('v3/catalog/brands')).length, 1);
  const broken = storeOf(rows, ({ path }) =>
    path.endsWith('/variants') ? refusal(500) : undefined,
  );
  await assert.rejects(walk(broken, { limit: 9 }), isFault('channel_failed'));
});

const transformed = (changes: Partial<NativeProduct>) =>
  transformProduct({ ...simpleProduct, ...changes });

const prices = (product: Partial<NativeProduct>, own: Partial<NativeVariant> = {}) => {
  const variant = simpleProduct.variants?.[0] as NativeVariant;
  const { variants } = transformed({
    calculated_price: null,
    ...product,
    variants: [{ ...variant, calculated_price: null, ...own }],
  });
  return [variants?.[0]?.price, variants?.[0]?.compare_at_price];
};

test('a variant’s price is what the storefront shows, where BigCommerce says it', () => {
  const shown = (calculated_price: number | string, own: Partial<NativeVariant> = {}) =>
    prices({ price: 25, sale_price: 22 }, { calculated_price, ...own });
  assert.deepEqual(shown(22), ['22.00', '25.00']);
  // A rule of the store takes ten per cent off, or puts something on top.
  assert.deepEqual(shown('19.8'), ['19.80', '25.00']);
  assert.deepEqual(shown(27), ['27.00', null]);
  assert.deepEqual(shown(27, { retail_price: 30 }), ['27.00', '30.00']);
  assert.deepEqual(prices({ price: 25, calculated_price: 21 }), ['21.00', '25.00']);
  assert.deepEqual(prices({ price: 25, calculated_price: 21 }, { price: 30 }), ['30.00', null]);
});

test('a variant takes from its product what it leaves empty', () => {
  assert.deepEqual(prices({ price: 25 }), ['25.00', null]);
  assert.deepEqual(prices({ price: 25, sale_price: '22.5' }), ['22.50', '25.00']);
  assert.deepEqual(prices({ price: 25, sale_price: 22 }, { price: 27, sale_price: 24 }), ['24.00', '27.00']); // biome-ignore format: one line
  assert.deepEqual(prices({ price: 25, retail_price: 30 }), ['25.00', '30.00']);
  assert.deepEqual(prices({ price: 25, retail_price: 20 }), ['25.00', null]);
  assert.deepEqual(prices({ price: '0.0123' }), ['0.0123', null]);
});

test('a product whose price is asked for by phone has none', () => {
  assert.deepEqual(prices({ price: 0, is_price_hidden: true }), [null, null]);
  assert.deepEqual(prices({ price: 5, is_price_hidden: true }), ['5.00', null]);
  assert.deepEqual(prices({ price: 0, is_price_hidden: true }, { calculated_price: 0 }), [null, null]); // biome-ignore format: one line
});

test('a variant’s image is found by its address', () => {
  const [image] = simpleProduct.images ?? [];
  const variant = simpleProduct.variants?.[0] as NativeVariant;
  const { variants, images } = transformed({ variants: [{ ...variant, image_url: image?.url_standard ?? '' }] }); // biome-ignore format: one line
  assert.equal(variants?.[0]?.image_id, '611');
  assert.deepEqual(images?.[0]?.variant_ids, ['415']);
});

test('stock is counted where the product says so', () => {
  const quantity = (inventory_tracking: string) =>
    transformed({ inventory_tracking, inventory_level: 7 }).variants?.[0]?.inventory_quantity;
  assert.deepEqual([quantity('product'), quantity('variant'), quantity('none')], [7, 0, null]);
});

test('what BigCommerce does not say of a product is null, never a guess', () => {
  const product = transformed({ is_visible: null, type: null, inventory_tracking: null });
  const [variant] = product.variants ?? [];
  assert.deepEqual([product.status, product.published_at], [undefined, null]);
  assert.deepEqual(
    [variant?.requires_shipping, variant?.inventory_policy, variant?.inventory_management],
    [undefined, null, null],
  );
});
