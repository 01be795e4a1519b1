// Stock and prices as Magento takes them, what shops answer, and what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { completeProduct } from '../../model/product.ts';
import type { PriceItem, StockItem } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { explain } from './explain.ts';
import { filtersOf, item, shopOf } from './fake-vendor.ts';
import { asked, codesOf, reply, right, wordsOf } from './fake-writes.ts';
import type { NativeItem, NativeProduct } from './native.ts';
import { products } from './products.ts';
import { transformProduct } from './products-transform.ts';
import { DECODED } from './signed-path.ts';
import { writes } from './writes.ts';

const { stock, prices, productsOf } = writes;

// Stock

async function variantWrites<Item extends { readonly variant_id: string }>(
  ids: readonly string[],
  items: readonly Item[],
  reading: Reading,
) {
  const page = await products.fetch({ ids, limit: 100 }, undefined, reading);
  const context = { account: reading.account, now: reading.now, note: () => {} };
  const found = page.items.map((native) => ({
    native,
    product: completeProduct(transformProduct(native, context), 'magento'),
  }));
  return items.map((one, at) => {
    const of = found.find(({ product }) =>
      product.variants.some(({ id }) => id === one.variant_id),
    );
    const variant = of?.product.variants.find(({ id }) => id === one.variant_id);
    assert.ok(of && variant);
    const locationId = variant.inventory_levels[0]?.location_id ?? undefined;
    return { at, item: one, ...of, variant, locationId };
  });
}

test('what lies in sources is set together; what was out of stock is in stock again', async () => {
  const { reading } = shopOf([item(1), item(2), item(3)], (path, query) =>
    path === 'inventory/source-items' && filtersOf(query).length > 0
      ? [
          200,
          {
            items: [1, 2, 3].map((id) => ({
              sku: `S${id}`,
              source_code: 'default',
              quantity: 9,
              status: id === 1 ? 0 : 1,
            })),
            total_count: 3,
          },
        ]
      : undefined,
  );
  const items: StockItem[] = [
    { variant_id: '1', available: 4 },
    { variant_id: '2', available: 0 },
    { variant_id: '3', available: 1 },
  ];
  const plan = await stock.plan(await variantWrites(['1', '2', '3'], items, reading), reading);
  const entry = (id: number, quantity: number) =>
    `{"sku":"S${id}","source_code":"default","quantity":${quantity},"status":1}`;
  assert.deepEqual(asked(plan), [
    {
      items: [0, 1, 2],
      method: 'POST',
      path: 'inventory/source-items',
      body: `{"sourceItems":[${[entry(1, 4), entry(2, 0), entry(3, 1)].join()}]}`,
    },
  ]);
  assert.deepEqual(plan.steps[0]?.read?.(reply(200, [])), [undefined, undefined, undefined]);
  assert.deepEqual(wordsOf(plan.steps[0]?.read?.(reply(400, { message: 'No such source.' }))), [
    'The shop refused it: No such source.',
    'The shop refused it: No such source.',
    'The shop refused it: No such source.',
  ]);
});

test('without sources the whole stock item is written back, signed as its SKU was', async () => {
  const row = { item_id: 33, product_id: 1, qty: 2, is_in_stock: false, manage_stock: true, backorders: 0, min_qty: '0.1', use_config_min_qty: true }; // biome-ignore format: one row
  const shop = (forms: Ask[]) =>
    shopOf([item(1, { sku: 'A/1' })], (path, _, ask) => {
      if (path === 'inventory/source-items') return [404, { message: 'Request does not match any route.' }]; // biome-ignore format: one line
      if (!path.startsWith('stockItems/')) return undefined;
      forms.push(ask);
      // A version that signs the path as it was sent.
      return ask.operation === DECODED ? [401, { message: 'The signature is invalid.' }] : [200, row]; // biome-ignore format: one line
    });
  const { reading } = shop([]);
  const items = [{ variant_id: '1', available: 5 }];
  const plan = await stock.plan(await variantWrites(['1'], items, reading), reading);
  assert.deepEqual(asked(plan), [
    {
      items: [0],
      method: 'PUT',
      path: 'products/A%2F1/stockItems/33',
      body: '{"stockItem":{"item_id":33,"product_id":1,"qty":5,"is_in_stock":true,"manage_stock":true,"backorders":0,"min_qty":0.1,"use_config_min_qty":true}}',
    },
  ]);
  assert.equal(plan.steps[0]?.ask.operation, 'oauth');
});

// Prices

const NOW = Date.UTC(2026, 5, 1);
const attributes = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values).flatMap(([attribute_code, value]) =>
    value === null ? [] : [{ attribute_code, value }],
  );

function pricedShop(scope: 'global' | 'website', items: readonly NativeItem[]) {
  return shopOf(items, (path) => {
    if (path === 'products/attributes/price') return [200, { attribute_code: 'price', scope }];
    if (path === 'store/websites') return [200, [{ id: 1, default_group_id: 1 }]];
    if (path === 'store/storeGroups') return [200, [{ id: 1, default_store_id: 1 }]];
    if (path !== 'store/storeConfigs') return undefined;
    const view = (id: number, website_id: number) => ({ id, code: `view${id}`, website_id, base_currency_code: 'EUR' }); // biome-ignore format: one line
    return [200, [view(1, 1), view(2, 1), view(5, 3)]];
  });
}

async function priced(
  scope: 'global' | 'website',
  native: NativeItem,
  wish: Omit<PriceItem, 'variant_id'>,
) {
  const { reading } = pricedShop(scope, [native]);
  const wishes = [{ variant_id: String(native.id), ...wish }];
  return prices.plan(await variantWrites([String(native.id)], wishes, reading), reading);
}

test('prices are written where they are read: for the whole shop, or every view of the website', async () => {
  const entry = (store_id: number) => `{"price":12.5,"store_id":${store_id},"sku":"S1"}`;
  assert.deepEqual(asked(await priced('global', item(1), { price: '12.50' })), [
    {
      items: [0],
      method: 'POST',
      path: 'products/base-prices',
      body: `{"prices":[${entry(0)}]}`,
    },
  ]);
  const [step] = asked(await priced('website', item(1), { price: '12.50' }));
  assert.equal(step?.body, `{"prices":[${entry(1)},${entry(2)}]}`);
});

test('a reduction is the special price, which goes first; it ends by being deleted or made equal', async () => {
  const sold = item(1, { custom_attributes: attributes({ special_price: '7.000000' }) });
  const paths = async (
    scope: 'global' | 'website',
    wish: Omit<PriceItem, 'variant_id'>,
    of = sold, // biome-ignore format: one line
  ) =>
    asked(await priced(scope, of, wish)).map(({ path, body = '' }) => {
      const [{ sku, store_id, ...entry }] = JSON.parse(body).prices;
      return [path, ...Object.values(entry)];
    });
  assert.deepEqual(await paths('global', { price: '8', compare_at_price: '20' }), [
    ['products/special-price', 8, '', ''],
    ['products/base-prices', 20],
  ]);
  assert.deepEqual(await paths('global', { price: '8' }), [['products/special-price', 8, '', '']]);
  assert.deepEqual(await paths('global', { price: '9', compare_at_price: null }), [
    ['products/special-price-delete', 9, '', ''],
    ['products/base-prices', 9],
  ]);
  assert.deepEqual(await paths('website', { price: '9', compare_at_price: null }), [
    ['products/special-price', 9, '', ''],
    ['products/base-prices', 9],
  ]);
  const over = item(1, {
    custom_attributes: attributes({ special_price: '7', special_to_date: '2026-01-01 00:00:00' }),
  });
  assert.deepEqual(await paths('global', { price: '8', compare_at_price: '20' }, over), [
    ['products/special-price', 8, '2026-05-31 00:00:00', '2099-12-31 23:59:59'],
    ['products/base-prices', 20],
  ]);
});

/** Every form that a product's prices may have, and every form that is asked for. */
test('what is written shows as what was asked for', async () => {
  let confirmed = 0;
  for (const scope of ['global', 'website'] as const)
    for (const special of [null, '5', '10', '15'])
      for (const special_to_date of [null, '2026-01-01 00:00:00', '2027-01-01 00:00:00'])
        for (const price of ['4', '9.99', '16'])
          for (const before of [undefined, null, '17.5']) {
            const native = item(1, { custom_attributes: attributes({ special_price: special, special_to_date }) }); // biome-ignore format: one line
            const wish = { price, ...(before !== undefined && { compare_at_price: before }) };
            const plan = await priced(scope, native, wish);
            if (plan.refused.length > 0) {
              assert.deepEqual(codesOf(plan), ['price_not_set']);
              continue;
            }
            const now = { price: '10', special_price: special, special_to_date, special_from_date: null as string | null }; // biome-ignore format: one line
            for (const { path, body = '' } of asked(plan)) {
              const [entry] = JSON.parse(body).prices;
              if (path === 'products/base-prices') now.price = String(entry.price);
              else if (path === 'products/special-price-delete')
                Object.assign(now, { special_price: null, special_to_date: null });
              else
                Object.assign(now, {
                  special_price: String(entry.price),
                  special_from_date: entry.price_from || now.special_from_date,
                  special_to_date: entry.price_to || now.special_to_date,
                });
            }
            const { price: base, ...others } = now;
            const after: NativeProduct = { ...native, price: base, custom_attributes: attributes(others), store: { currency: 'EUR' } }; // biome-ignore format: one line
            const context = { account: {}, now: NOW, note: () => {} };
            const [variant] = completeProduct(transformProduct(after, context), 'magento').variants;
            const label = JSON.stringify({ scope, special, special_to_date, wish, now });
            assert.equal(Number(variant?.price), Number(price), label);
            if (before !== undefined)
              assert.equal(variant?.compare_at_price ?? null, before && '17.50', label);
            confirmed++;
          }
  assert.ok(confirmed > 180, String(confirmed));
});

test('a shop that refuses some prices has written the others', async () => {
  const items = Array.from({ length: 30 }, (_, at) => item(at + 1));
  const { reading } = pricedShop('website', items);
  const ids = items.map(({ id }) => String(id));
  const wishes = ids.map((variant_id) => ({ variant_id, price: '12' }));
  const plan = await prices.plan(await variantWrites(ids, wishes, reading), reading);
  // Two views each, so ten at a time.
  assert.deepEqual(
    plan.steps.map(({ items: some }) => some.length),
    [10, 10, 10],
  );
  const failed = [
    { message: 'Invalid attribute %fieldName = %fieldValue.', parameters: ['SKU', 'S2'] },
    { message: 'Something else.', parameters: [] },
  ];
  assert.deepEqual(wordsOf(plan.steps[0]?.read?.(reply(200, failed)))?.slice(0, 3), [
    undefined,
    'The shop refused it: Invalid attribute SKU = S2.',
    undefined,
  ]);
  assert.deepEqual(plan.steps[0]?.read?.(reply(200, []))?.length, 10);
});

test('what has no price of its own, or a reduction that could not show, is refused', async () => {
  const bundle = item(1, { type_id: 'bundle' });
  assert.deepEqual(codesOf(await priced('global', bundle, { price: '3' })), ['price_not_set']);
  const sold = item(1, { custom_attributes: attributes({ special_price: '7' }) });
  assert.deepEqual(codesOf(await priced('global', sold, { price: '10' })), ['price_not_set']);
});

// What they need

test('a hidden variant belongs to the product that shows it', async () => {
  const family = (id: number, links: readonly number[], more: Partial<NativeItem> = {}) =>
    item(id, { type_id: 'configurable', extension_attributes: { configurable_product_links: links }, ...more }); // biome-ignore format: one line
  const { reading } = shopOf([
    item(1),
    item(2, { visibility: 1 }),
    item(3, { visibility: 1 }),
    family(10, [2], { visibility: 1 }),
    family(11, [2]),
    family(12, [2]),
  ]);
  assert.deepEqual(
    await productsOf(['1', '2', '3', '99', 'x', '012'], reading),
    new Map([
      ['1', '1'],
      ['2', '11'],
    ]),
  );
});

test('a right that is missing for writing is named, whatever the credential', async () => {
  for (const operation of ['oauth', 'token']) {
    const [status, body] = right('Magento_Sales::ship');
    const url = 'https://shop.nl/rest/V1/order/7/ship';
    const fault = explain(reply(status, body), { method: 'POST', url, operation });
    assert.equal(fault?.code, 'permission_missing');
    assert.match(fault?.message ?? '', /Actions > Ship/);
  }
  const { reading } = shopOf([item(1)], (path) =>
    path === 'products/attributes/price'
      ? right('Magento_Catalog::attributes_attributes')
      : undefined,
  );
  const wishes = await variantWrites(['1'], [{ variant_id: '1', price: '3' }], reading);
  await assert.rejects(
    prices.plan(wishes, reading),
    (fault) => fault instanceof Fault && fault.code === 'permission_missing',
  );
});
