// Stock: which sources count, what is counted at all, and what a refusal costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersOf, item, shopOf } from './fake-vendor.ts';
import { products } from './products.ts';

const fetch = (shop: ReturnType<typeof shopOf>, limit = 10) =>
  products.fetch({ limit }, undefined, shop.reading);

/** The variants' numbers, product by product. */
async function numbersOf(shop: ReturnType<typeof shopOf>, limit = 10) {
  const { items } = await fetch(shop, limit);
  const context = { account: {}, now: shop.reading.now, note: shop.reading.note };
  return items.map((one) => products.transform(one, context).variants?.[0]?.inventory_quantity ?? null); // biome-ignore format: one line
}

const denied = (resources: string): [number, unknown] => [
  401,
  { message: "The consumer isn't authorized to access %resources.", parameters: { resources } },
];

test('a source that is switched off does not count; one that is new is asked for immediately', async () => {
  let sources = [{ source_code: 'default', name: 'Here', enabled: true }];
  let rows = [{ sku: 'S1', source_code: 'default', quantity: 2, status: 1 }];
  const shop = shopOf([item(1)], (path) => {
    if (path === 'inventory/sources') return [200, { items: sources, total_count: sources.length }];
    return path === 'inventory/source-items'
      ? [200, { items: rows, total_count: rows.length }]
      : undefined;
  });
  assert.deepEqual(await numbersOf(shop), [2]);
  sources = [...sources, { source_code: 'old', name: 'Closed', enabled: false }];
  rows = [...rows, { sku: 'S1', source_code: 'old', quantity: 40, status: 1 }];
  assert.deepEqual(await numbersOf(shop), [2]);
});

test('an answer that is no list of source items is none of a shop without sources', async () => {
  let answer: unknown;
  const shop = shopOf([item(1), item(2), item(3)], (path, query) =>
    path === 'inventory/source-items' && filtersOf(query).length === 0 ? [200, answer] : undefined,
  );
  for (answer of [null, '', { message: 'Please wait.' }, { items: [], total_count: 'many' }])
    await assert.rejects(fetch(shop), { code: 'channel_invalid_response' }, JSON.stringify(answer));
  answer = { items: [], search_criteria: {}, total_count: '3' };
  assert.deepEqual(await numbersOf(shop), [1, 2, 3]);
});

test('"manage stock: no" is no number, also where the shop’s own setting says so', async () => {
  const answers: Record<string, object> = {
    'stockItems/S1': { qty: 0, use_config_manage_stock: false, manage_stock: false, backorders: 0 },
    'stockItems/S2': { qty: 0, use_config_manage_stock: true, manage_stock: false, backorders: 0 },
    'stockItems/S3': { qty: 0, use_config_manage_stock: true, manage_stock: true, backorders: 0 },
  };
  const rows = Object.values(answers).map((one, at) => ({ ...one, product_id: at + 1 }));
  const shop = shopOf([item(1), item(2), item(3)], (path) =>
    path === 'stockItems/lowStock/'
      ? [200, { items: rows, total_count: 3 }]
      : answers[path]
        ? [200, answers[path]]
        : undefined,
  );
  assert.deepEqual(await numbersOf(shop), [null, null, 3]);
  assert.deepEqual(await numbersOf(shop, 2), [null, null]);
  assert.deepEqual(shop.warnings, []);
});

test('what is marked as out of stock is not for sale, whatever its number', async () => {
  const rows = [
    { sku: 'S1', source_code: 'default', quantity: 5, status: 0 },
    { sku: 'S2', source_code: 'default', quantity: 5, status: 1 },
  ];
  const sources = shopOf([item(1), item(2)], (path) =>
    path === 'inventory/source-items' ? [200, { items: rows, total_count: 2 }] : undefined,
  );
  assert.deepEqual(await numbersOf(sources), [0, 5]);
  const one = shopOf([item(1)], (path) => {
    if (path.startsWith('inventory'))
      return [404, { message: 'Request does not match any route.' }];
    const answer = { qty: 5, is_in_stock: false, manage_stock: true, backorders: 0 };
    return path.startsWith('stockItems/') ? [200, answer] : undefined;
  });
  assert.deepEqual(await numbersOf(one), [0]);
});

test('the whole stock is read by the page, and single products by themselves', async () => {
  const goods = Array.from({ length: 40 }, (_, at) => item(at + 1));
  const asked = (shop: ReturnType<typeof shopOf>) =>
    shop.asked.filter(({ path }) => path.startsWith('stockItems/')).map(({ path }) => path);
  const many = shopOf(goods);
  await fetch(many, 40);
  assert.deepEqual(asked(many), ['stockItems/lowStock/']);
  assert.deepEqual(
    Object.fromEntries(many.asked.find(({ path }) => path.startsWith('stockItems'))?.query ?? []),
    {
      scopeId: '0',
      qty: '100000000',
      currentPage: '1',
      pageSize: '500',
    },
  );
  const one = shopOf([item(1)]);
  await fetch(one);
  assert.deepEqual(asked(one), ['stockItems/S1']);
  // A shop whose stock has more pages than there are products is asked for those alone.
  const huge = shopOf([item(1), item(2), item(3)], (path) =>
    path === 'stockItems/lowStock/' ? [200, { items: [], total_count: 50_000 }] : undefined,
  );
  await fetch(huge);
  assert.equal(asked(huge).length, 4);
});

test('without the right to read sources there is no number, and no other one in its place', async () => {
  const shop = shopOf([item(1)], (path) =>
    path.startsWith('inventory') ? denied('Magento_InventoryApi::source') : undefined,
  );
  assert.deepEqual(await numbersOf(shop), [null]);
  assert.ok(!shop.asked.some(({ path }) => path.startsWith('stockItems/')));
  assert.deepEqual(
    shop.warnings.map(({ code, field }) => [code, field]),
    [['permission_missing', 'variants.inventory_quantity']],
  );
  assert.match(shop.warnings[0]?.message ?? '', /Stores > Inventory > Sources/);
});

test('a right that is given later is used immediately', async () => {
  let may = false;
  const shop = shopOf([item(1)], (path) =>
    path.startsWith('inventory') && !may ? denied('Magento_InventoryApi::source') : undefined,
  );
  assert.deepEqual(await numbersOf(shop), [null]);
  may = true;
  assert.deepEqual(await numbersOf(shop), [1]);
});

test('without the right to read stock items the sources count, with a warning', async () => {
  const shop = shopOf([item(1), item(2)], (path) =>
    path.startsWith('stockItems/') ? denied('Magento_Catalog::catalog_inventory') : undefined,
  );
  assert.deepEqual(await numbersOf(shop), [1, 2]);
  assert.match(shop.warnings[0]?.message ?? '', /Catalog > Inventory/);
  assert.ok(shop.asked.filter(({ path }) => path.startsWith('stockItems/')).length <= 2);
});

test('one refused SKU does not silence the others', async () => {
  const odd = item(3, { sku: "X' OR 1" });
  const goods = [item(1), item(2), odd, item(4)];
  const refused = shopOf(goods, (path, query) => {
    const asked = filtersOf(query)[0]?.value ?? '';
    return path === 'inventory/source-items' && asked.includes(' OR ')
      ? [403, {}]
      : undefined;
  });
  assert.deepEqual(await numbersOf(refused), [1, 2, null, 4]);
  assert.deepEqual(refused.warnings.map(({ code }) => code), ['stock_unknown']);
  const modules = shopOf(goods, (path) => {
    if (path.startsWith('inventory')) return [404, { message: 'Request does not match any route.' }]; // biome-ignore format: one line
    if (path === 'stockItems/S2')
      return [401, { message: 'The signature is invalid. Verify and try again.' }];
    return path.startsWith('stockItems/') ? [200, { qty: 7, manage_stock: true }] : undefined;
  });
  assert.deepEqual(await numbersOf(modules), [7, null, 7, 7]);
}); // biome-ignore format: two shops

test('a shop whose API has no stock items is not asked for each of them', async () => {
  const goods = Array.from({ length: 40 }, (_, at) => item(at + 1));
  const shop = shopOf(goods, (path) =>
    path.startsWith('stockItems/')
      ? [404, { message: 'Request does not match any route.' }]
      : undefined,
  );
  assert.deepEqual((await numbersOf(shop, 40)).slice(0, 3), [1, 2, 3]);
  assert.ok(shop.asked.filter(({ path }) => path.startsWith('stockItems/')).length <= 2);
  assert.deepEqual(
    shop.warnings.map(({ code }) => code),
    ['stock_unknown'],
  );
});

test('long SKUs are asked for in addresses that web servers take', async () => {
  const goods = Array.from({ length: 60 }, (_, at) =>
    item(at + 1, { sku: `${'é/'.repeat(15)}${at}` }),
  );
  const shop = shopOf(goods);
  assert.equal((await fetch(shop, 60)).items.length, 60);
  const values = shop.asked
    .filter(({ path }) => path === 'inventory/source-items')
    .map(({ query }) => encodeURIComponent(filtersOf(query)[0]?.value ?? '').length);
  assert.ok(Math.max(...values) < 3500, String(values));
});

test('an option or a manufacturer that is new is read again immediately, a deleted one once', async () => {
  let options = [{ label: 'Acme', value: '5' }];
  const made = (value: string) => item(1, { custom_attributes: [{ attribute_code: 'manufacturer', value }] }); // biome-ignore format: one line
  let goods = [made('5')];
  const shop = shopOf([], (path) => {
    if (path === 'products') return [200, { items: goods, total_count: 1 }];
    return path === 'products/attributes'
      ? [200, { items: [{ attribute_id: 83, attribute_code: 'manufacturer', options }], total_count: 1 }] // biome-ignore format: one line
      : undefined;
  });
  const vendor = async () => {
    const [one] = (await fetch(shop)).items;
    assert.ok(one);
    return products.transform(one, { account: {}, now: 0, note: () => {} }).vendor;
  };
  const asked = () => shop.asked.filter(({ path }) => path === 'products/attributes').length;
  assert.equal(await vendor(), 'Acme');
  options = [...options, { label: 'Bolt', value: '6' }];
  goods = [made('6')];
  assert.equal(await vendor(), 'Bolt');
  assert.equal(asked(), 2);
  // What stays without a name is not asked for on every page.
  goods = [made('7')];
  assert.equal(await vendor(), null);
  assert.equal(await vendor(), null);
  assert.equal(asked(), 3);
  options = [...options, { label: 'Cog', value: '8' }];
  const called = await products.fetch({ limit: 5, vendor: 'Cog' }, undefined, shop.reading);
  assert.equal(called.items.length, 0);
  assert.equal(asked(), 4);
  assert.ok(shop.asked.some(({ query }) => filtersOf(query).some(({ field, value }) => field === 'manufacturer' && value === '8'))); // biome-ignore format: one line
});

test('what the website can sell is asked for only where it is to be included, of its own stock', async () => {
  const counted = (sku: string, product_id: number, manage_stock: boolean) => ({ sku, product_id, qty: 5, is_in_stock: true, manage_stock, backorders: 0 }); // biome-ignore format: one line
  const rows = [counted('S1', 1, true), counted('S2', 2, false), counted('S3', 3, true)];
  const shop = shopOf([item(1), item(2), item(3)], (path) => {
    if (path === 'stockItems/lowStock/') return [200, { items: rows, total_count: 3 }];
    if (path === 'store/websites')
      return [
        200,
        [
          { id: 0, code: 'admin' },
          { id: 1, code: 'base' },
        ],
      ];
    if (path === 'inventory/stock-resolver/website/base')
      return [200, { stock_id: 4, name: 'Web' }];
    if (path === 'inventory/get-product-salable-quantity/S1/4') return [200, '3.5000'];
    return path.startsWith('inventory/get-product') ? [404, { message: 'No such product.' }] : undefined; // biome-ignore format: one line
  });
  const asked = () => shop.asked.filter(({ path }) => path.includes('salable')).map(({ path }) => path); // biome-ignore format: one line
  await fetch(shop);
  assert.deepEqual(asked(), []);
  const { items } = await products.fetch({ limit: 10, include: ['salable'] }, undefined, shop.reading); // biome-ignore format: one line
  assert.equal(asked().length, 2);
  const context = { account: {}, now: 0, note: () => {} };
  assert.deepEqual(
    items.map((one) => products.includes?.salable?.(one, context)),
    [[{ variant_id: '1', stock_id: '4', quantity: 3 }], [], []],
  );
});

test('a SKU that the web server refuses leaves a variant without a salable quantity, and says so', async () => {
  const shop = shopOf([item(1, { sku: 'A/1' }), item(2), item(3)], (path) => {
    if (path === 'store/websites') return [200, [{ id: 1, code: 'base' }]];
    if (path.startsWith('inventory/stock-resolver')) return [200, { stock_id: 1 }];
    if (path.includes('A%2F1')) return [404, '<h1>Not Found</h1>'];
    if (path.includes('S2')) return [404, { message: 'The product is gone.' }];
    return path.startsWith('inventory/get-product') ? [200, 4] : undefined;
  });
  const { items } = await products.fetch({ limit: 10, include: ['salable'] }, undefined, shop.reading); // biome-ignore format: one line
  assert.deepEqual(
    items.map(({ salable_records: records }) => records?.map(({ quantity }) => quantity)),
    [[], [], [4]],
  );
  assert.deepEqual(
    shop.warnings.filter(({ field }) => field === 'salable').map(({ code, id }) => [code, id]),
    [['stock_unknown', '1']],
  );
});

test('without inventory modules there is no salable list, and without the right no answer', async () => {
  const include = ['salable'] as const;
  const websites = [{ id: 1, code: 'base' }];
  const shopWith = (resolver: [number, unknown]) =>
    shopOf([item(1)], (path) => {
      if (path === 'store/websites') return [200, websites];
      return path.startsWith('inventory/stock-resolver') ? resolver : undefined;
    });
  const none = shopWith([404, { message: 'Request does not match any route.' }]);
  const { items } = await products.fetch({ limit: 10, include }, undefined, none.reading);
  assert.deepEqual(
    items.map((one) => one.salable_records),
    [[]],
  );
  const refused = shopWith(denied('Magento_InventoryApi::stock'));
  await assert.rejects(products.fetch({ limit: 10, include }, undefined, refused.reading), {
    code: 'permission_missing',
  });
});
