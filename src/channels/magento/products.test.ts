// Reading products from a made-up shop: what is asked, in which order, and what is done when things fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { account, family, filtersOf, item, listsOf, range, shopOf, walk } from './fake-vendor.ts';
import type { NativeItem } from './native.ts';
import { products } from './products.ts';

test('products are walked by identifier, always on the first page of what is left', async () => {
  const shop = shopOf(range(25));
  const { seen, pages } = await walk(shop, { limit: 10 });
  assert.deepEqual(
    seen,
    range(25).map(({ id }) => id),
  );
  assert.deepEqual(pages, [10, 10, 5]);
  const [first, second] = listsOf(shop);
  assert.deepEqual(filtersOf(first ?? new Map()), [
    { field: 'visibility', value: '2,3,4', condition: 'in' },
  ]);
  assert.deepEqual(filtersOf(second ?? new Map()).at(-1), {
    field: 'entity_id',
    value: '10',
    condition: 'gt',
  });
  for (const query of listsOf(shop)) {
    assert.equal(query.get('searchCriteria[sortOrders][0][field]'), 'entity_id');
    assert.equal(query.get('searchCriteria[sortOrders][0][direction]'), 'ASC');
    assert.equal(query.get('searchCriteria[currentPage]'), '1');
  }
});

test('a full page that is also the last has no next', async () => {
  assert.deepEqual((await walk(shopOf(range(20)), { limit: 10 })).pages, [10, 10]);
  assert.deepEqual((await walk(shopOf([]), { limit: 10 })).pages, [0]);
});

test('named products are asked for by name, and only those not yet reached', async () => {
  const shop = shopOf(range(9));
  const { seen } = await walk(shop, { limit: 2, ids: ['7', '3', '99', '5'], since_id: '3' });
  assert.deepEqual(seen, [5, 7]);
  const asked = listsOf(shop).map((query) => filtersOf(query).at(-1)?.value);
  assert.deepEqual(asked, ['5,7,99']);
});

test('bounds are whole seconds in UTC, both included', async () => {
  const shop = shopOf(range(1));
  await products.fetch(
    {
      limit: 1,
      created_at_min: Date.UTC(2026, 0, 1) - 1,
      created_at_max: Date.UTC(2026, 0, 1) + 999,
      updated_at_min: Date.UTC(2026, 0, 1, 12, 0, 0, 1),
    },
    undefined,
    shop.reading,
  );
  assert.deepEqual(filtersOf(listsOf(shop)[0] ?? new Map()).slice(1), [
    { field: 'created_at', value: '2026-01-01 00:00:00', condition: 'gteq' },
    { field: 'created_at', value: '2026-01-01 00:00:00', condition: 'lteq' },
    { field: 'updated_at', value: '2026-01-01 12:00:01', condition: 'gteq' },
  ]);
});

test('a product whose date cannot be read is named where its date is asked for', async () => {
  const shop = shopOf([{ ...item(1), created_at: 'soon' } as NativeItem, item(2)]);
  assert.deepEqual((await walk(shop, { limit: 5 })).seen, [1, 2]);
  await assert.rejects(walk(shop, { limit: 5, created_at_min: 0 }), { record: '1' });
});

test('what the shop sends beside the filter is dropped', async () => {
  const shop = shopOf([
    item(1, { name: 'müsli' }),
    item(2, { name: 'Müsli' }),
    item(3, { name: 'Musli' }),
  ]);
  assert.deepEqual((await walk(shop, { limit: 10, title: 'Müsli' })).seen, [2]);
});

test('filters that exclude each other ask nothing', async () => {
  const shop = shopOf(range(3));
  for (const query of [
    { status: 'archived' },
    { status: 'draft', published_status: 'published' },
    { status: 'active', published_status: 'unpublished' },
    { status: 'draft', published_at_min: 0 },
  ])
    assert.deepEqual(await products.fetch({ limit: 5, ...query }, undefined, shop.reading), {
      items: [],
    });
  assert.deepEqual(shop.asked, []);
});

test('a category must be a number', async () => {
  await assert.rejects(
    async () => products.fetch({ limit: 1, collection_id: 'tea' }, undefined, shopOf([]).reading),
    { code: 'invalid_request', field: 'collection_id' },
  );
});

test('with more than ten groups all their numbers have two digits', async () => {
  const shop = shopOf(range(1), (path) =>
    path === 'products/attributes'
      ? [200, { items: [{ attribute_id: 83, attribute_code: 'manufacturer', options: [{ label: 'A', value: '5' }] }], total_count: 1 }] // biome-ignore format: one line
      : undefined,
  );
  const at = { created_at_min: 1, created_at_max: 2, updated_at_min: 1, updated_at_max: 2, published_at_min: 1, published_at_max: 2 }; // biome-ignore format: one line
  const words = { title: 'a', handle: 'b', product_type: 'c', vendor: 'A', collection_id: '12' };
  await products.fetch({ limit: 1, ...at, ...words, since_id: '1' }, undefined, shop.reading);
  const numbers = [...(listsOf(shop)[0] ?? new Map<string, string>()).keys()]
    .map((name) => /filter_groups\]\[(\d+)\]/.exec(name)?.[1])
    .filter((number) => number !== undefined);
  assert.equal(new Set(numbers).size, 14);
  assert.ok(numbers.every((number) => number.length === 2));
});

test('children come in chunks of a hundred, their stock in chunks of fifty', async () => {
  const shop = shopOf([...family(1, 230), item(2)]);
  const { items } = await products.fetch({ limit: 10 }, undefined, shop.reading);
  assert.equal(items[0]?.child_records?.length, 230);
  assert.deepEqual(
    listsOf(shop)
      .slice(1)
      .map((query) => filtersOf(query)[0]?.value.split(',').length),
    [100, 100, 30],
  );
  const stock = shop.asked.filter(({ path }) => path === 'inventory/source-items').slice(1);
  assert.deepEqual(
    stock.map(({ query }) => filtersOf(query)[0]?.value.split(',').length),
    [50, 50, 50, 50, 30],
  );
  assert.equal(items[0]?.source_items?.length, 230);
  assert.deepEqual(items[0]?.source_items?.[0], {
    sku: 'S1000',
    source_code: 'default',
    quantity: 1000,
    status: 1,
    source_name: 'Default Source',
    source_enabled: true,
  });
  assert.equal(items[0]?.stock_items?.length, 230);
});

test('of an attribute with very many options a product carries those that it has itself', async () => {
  const options = Array.from({ length: 20_000 }, (_, i) => ({
    label: `Maker ${i}`,
    value: `${i}`,
  }));
  const shop = shopOf(
    [item(1, { custom_attributes: [{ attribute_code: 'manufacturer', value: '19999' }] })],
    (path) =>
      path === 'products/attributes'
        ? [200, { items: [{ attribute_id: 83, attribute_code: 'manufacturer', options }], total_count: 1 }] // biome-ignore format: one line
        : undefined,
  );
  const { items } = await products.fetch({ limit: 1 }, undefined, shop.reading);
  assert.deepEqual(
    items[0]?.attribute_records?.map((attribute) => attribute.options),
    [[{ label: 'Maker 19999', value: '19999' }]],
  );
});

test('what is known of attributes, sources and the store is not asked for again; stock is', async () => {
  const shop = shopOf(family(1, 2));
  await products.fetch({ limit: 10 }, undefined, shop.reading);
  const once = shop.asked.length;
  await products.fetch({ limit: 10 }, undefined, shop.reading);
  assert.deepEqual(
    shop.asked.slice(once).map(({ path }) => path),
    ['products', 'products', 'inventory/source-items', 'stockItems/S1000', 'stockItems/S1001'],
  );
});

test('a child that the shop does not show is warned of', async () => {
  const [parent, first] = family(1, 2);
  const shop = shopOf([parent, first].filter((one) => one !== undefined));
  const { items } = await products.fetch({ limit: 1 }, undefined, shop.reading);
  assert.equal(items[0]?.child_records?.length, 1);
  assert.equal(shop.warnings[0]?.code, 'variants_withheld');
});

const linked = (configurable_product_links: unknown) => {
  const [parent, ...children] = family(1, 2);
  const options = parent?.extension_attributes;
  return shopOf([
    item(1, { ...parent, extension_attributes: { ...options, configurable_product_links } }),
    ...children,
  ]);
};

test('children that PHP wrote as an object are read all the same', async () => {
  for (const links of [{ 1: 1000, 4: 1001 }, ['1000', '1001'], [1000, null, 1001]]) {
    const { items } = await products.fetch({ limit: 1 }, undefined, linked(links).reading);
    assert.deepEqual(
      items[0]?.child_records?.map(({ id }) => id),
      [1000, 1001],
    );
  }
  for (const links of [null, [], {}, false, '']) {
    const { items } = await products.fetch({ limit: 1 }, undefined, linked(links).reading);
    assert.deepEqual(items[0]?.child_records, []);
  }
});

test('a product whose children cannot be read is named, and no product of its own', async () => {
  for (const links of ['1000', 7, true, [1000, 'odd'], [{ id: 1000 }], { a: 'odd' }]) {
    await assert.rejects(
      products.fetch({ limit: 1 }, undefined, linked(links).reading),
      {
        code: 'channel_invalid_response',
        record: '1',
        message: /extension_attributes\.configurable_product_links/,
      },
      JSON.stringify(links),
    );
    const left: Fault[] = [];
    const shop = linked(links);
    const lenient = { ...shop.reading, leaveOut: (fault: Fault) => left.push(fault) };
    const { items } = await products.fetch({ limit: 3, ids: ['1', '1001'] }, undefined, lenient);
    assert.deepEqual([items.length, left.length], [0, 1]);
  }
});

test('a SKU with a comma is asked for alone', async () => {
  const shop = shopOf([item(1, { sku: 'A,B' }), item(2)]);
  await products.fetch({ limit: 10 }, undefined, shop.reading);
  const stock = shop.asked.filter(({ path }) => path === 'inventory/source-items').slice(1);
  assert.deepEqual(
    stock
      .map(({ query }) => filtersOf(query)[0])
      .map((filter) => [filter?.value, filter?.condition]),
    [
      ['S2', 'in'],
      ['A,B', 'eq'],
    ],
  );
});

const STOCK = { qty: 3, manage_stock: true, backorders: 1 };

test('without inventory modules stock is asked for SKU by SKU, and pages end in time', async () => {
  const shop = shopOf([...family(1, 60), ...family(2, 60), item(3, { sku: 'A/B 1' })], (path) => {
    if (path.startsWith('inventory')) return [404, { message: 'Request does not match any route.' }]; // biome-ignore format: one line
    if (path === 'stockItems/lowStock/') return [200, { items: [], total_count: 1_000_000 }];
    return path.startsWith('stockItems/') ? [200, STOCK] : undefined;
  });
  const first = await products.fetch({ limit: 10 }, undefined, shop.reading);
  assert.equal(first.items.length, 1);
  assert.deepEqual(first.next, { after: 1 });
  const second = await products.fetch({ limit: 10 }, first.next, shop.reading);
  assert.deepEqual(
    second.items.map(({ id }) => id),
    [2, 3],
  );
  assert.equal(second.next, undefined);
  assert.deepEqual(second.items[1]?.stock_items, [{ sku: 'A/B 1', is_in_stock: true, ...STOCK }]);
  assert.ok(shop.asked.some(({ path }) => path === 'stockItems/A%2FB%201'));
});

const DENIED: [number, unknown] = [
  401,
  {
    message: "The consumer isn't authorized to access %resources.",
    parameters: { resources: 'X' },
  },
];

test('rights that are missing leave fields out and say so; the product’s own is a failure', async () => {
  const shop = shopOf(family(1, 1), (path) => (path === 'products' ? undefined : DENIED));
  const { items } = await products.fetch({ limit: 1 }, undefined, shop.reading);
  assert.equal(items[0]?.store?.currency, null);
  assert.equal(items[0]?.store?.media_url, 'https://shop.nl/media/');
  assert.deepEqual(shop.warnings.map(({ field }) => field).sort(), [
    'options',
    'variants.currency',
    'variants.inventory_quantity',
  ]);
  const closed = shopOf([], () => DENIED);
  await assert.rejects(products.fetch({ limit: 1 }, undefined, closed.reading), {
    code: 'permission_missing',
  });
  await assert.rejects(products.fetch({ limit: 1, vendor: 'A' }, undefined, shop.reading), {
    code: 'permission_missing',
    field: 'vendor',
  });
});

test('children, attributes or stock that fail make the whole call fail', async () => {
  for (const part of ['products/attributes', 'inventory/source-items', 'inventory/sources', 'store/storeConfigs']) {
    const shop = shopOf(family(1, 1), (path, query) =>
      path === part && filtersOf(query).length + (part === 'inventory/source-items' ? 0 : 1) > 0
        ? [500, { message: 'Internal Error.' }]
        : undefined,
    );
    await assert.rejects(products.fetch({ limit: 1 }, undefined, shop.reading), {
      code: 'channel_failed',
      status: 500,
    });
  } // biome-ignore format: one table
});

test('bounds in the nights when clocks change are UTC, to the second', async () => {
  for (const at of ['2026-03-29T00:59:59Z', '2026-03-29T01:15:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
    const text = at.replace('T', ' ').slice(0, -1);
    const shop = shopOf([item(1, { updated_at: text, created_at: text })]);
    const bound = Date.parse(at);
    const query = { limit: 5, updated_at_min: bound, updated_at_max: bound, created_at_min: bound };
    const { items } = await products.fetch(query, undefined, shop.reading);
    assert.equal(items.length, 1, at);
    const values = filtersOf(listsOf(shop)[0] ?? new Map()).slice(1).map(({ value }) => value);
    assert.deepEqual(values, [text, text, text]);
    const later = { limit: 5, updated_at_min: bound + 1000 };
    assert.equal((await products.fetch(later, undefined, shop.reading)).items.length, 0, at);
  }
}); // biome-ignore format: one table

test('without a check the API is looked for, once', async () => {
  const shop = shopOf(range(1));
  const paths: string[] = [];
  const call: Call = (ask) => {
    paths.push(ask.url);
    if (ask.url.startsWith('https://shop.nl/rest'))
      return Promise.resolve({ status: 404, headers: {}, text: '<html>', body: undefined });
    return shop.reading.call({ ...ask, url: ask.url.replace('/index.php', '') });
  };
  const { apiPath: _, ...bare } = account;
  const reading = { ...shop.reading, account: bare, call };
  const { items } = await products.fetch({ limit: 1 }, undefined, reading);
  assert.equal(items.length, 1);
  assert.equal(paths.filter((path) => path.startsWith('https://shop.nl/rest')).length, 1);
  const lost = { ...reading, remember: <T>(_key: string, _s: number, make: () => Promise<T>) => make(), call: () => Promise.resolve({ status: 404, headers: {}, text: '<html>', body: undefined }) }; // biome-ignore format: one line
  await assert.rejects(products.fetch({ limit: 1 }, undefined, lost), (fault) => {
    return fault instanceof Fault && fault.reason === 'not_magento';
  });
});
