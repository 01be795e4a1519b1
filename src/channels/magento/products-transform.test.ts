// Odd products: prices that run out, galleries that differ, attributes that are missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Warning } from '../channel.ts';
import type { NativeProduct, StoreFacts } from './native.ts';
import { transformProduct } from './products-transform.ts';

const store: StoreFacts = {
  currency: 'EUR',
  weight_unit: 'lbs',
  timezone: 'Europe/Amsterdam',
  link_url: 'https://shop.nl/',
  media_url: 'https://shop.nl/media/',
  website_id: '1',
};

const simple = (more: Partial<NativeProduct> = {}, attributes: Record<string, unknown> = {}) => {
  const native: NativeProduct = {
    id: 7,
    sku: 'S7',
    name: 'Seven',
    price: '10',
    status: 1,
    visibility: 4,
    type_id: 'simple',
    extension_attributes: { website_ids: [1] },
    store,
    custom_attributes: Object.entries(attributes).map(([attribute_code, value]) => ({
      attribute_code,
      value,
    })),
    ...more,
  };
  return native;
};

const read = (native: NativeProduct, now = Date.UTC(2026, 10, 1, 12)) => {
  const warnings: Warning[] = [];
  const draft = transformProduct(native, { account: {}, now, note: (one) => warnings.push(one) });
  return { draft, variant: draft.variants?.[0], warnings };
};

test('a special price counts on its days, both ends included', () => {
  const price = (from: string | null, to: string | null, now: number) =>
    read(
      simple({}, { special_price: '8.000000', special_from_date: from, special_to_date: to }),
      now,
    ).variant?.price;
  // In Amsterdam the first of November begins at 23:00 UTC of the day before.
  const begins = Date.UTC(2026, 9, 31, 23);
  assert.equal(price('2026-11-01 00:00:00', null, begins - 1000), '10.00');
  assert.equal(price('2026-11-01 00:00:00', null, begins), '8.00');
  assert.equal(price(null, '2026-10-31 00:00:00', begins - 1000), '8.00');
  // Magento ends it when the clock has passed midnight, not when it shows it.
  assert.equal(price(null, '2026-10-31 00:00:00', begins), '8.00');
  assert.equal(price(null, '2026-10-31 00:00:00', begins + 1000), '10.00');
  assert.equal(price(null, '2026-10-31 17:00:00', Date.UTC(2026, 9, 31, 16)), '8.00');
  assert.equal(price(null, '2026-10-31 17:00:00', Date.UTC(2026, 9, 31, 16, 0, 1)), '10.00');
  assert.equal(price(null, null, begins), '8.00');
  assert.equal(price('0000-00-00 00:00:00', '', begins), '8.00');
});

test('a special price that is no lower does not count', () => {
  for (const special of ['10.000000', '12', 'soon', '']) {
    const { variant } = read(simple({}, { special_price: special }));
    assert.equal(variant?.price, '10.00');
    assert.equal(variant?.compare_at_price, undefined);
  }
});

test('prices keep the precision they have, and that of their currency', () => {
  const priced = (price: string | number, currency: string | null) =>
    read(simple({ price, store: { ...store, currency } })).variant?.price;
  assert.equal(priced('69.500000', 'EUR'), '69.50');
  assert.equal(priced('0.0125', 'EUR'), '0.0125');
  assert.equal(priced(1200, 'JPY'), '1200');
  assert.equal(priced('1.5', 'KWD'), '1.500');
  assert.equal(priced(45, null), '45.00');
  assert.equal(priced(0, 'EUR'), '0.00');
});

test('the price of what is put together is nothing where it is zero', () => {
  for (const type_id of ['bundle', 'grouped', 'configurable'])
    assert.equal(read(simple({ type_id, price: 0 })).variant?.price, undefined);
  assert.equal(read(simple({ type_id: 'bundle', price: '25.5' })).variant?.price, '25.50');
  assert.equal(read(simple({ price: null })).variant?.price, undefined);
});

test('a gift card whose buyer chooses its amount has no price; one of one amount costs that', () => {
  const card = (price: string | number) => read(simple({ type_id: 'giftcard', price }));
  assert.deepEqual(
    [card(0).variant?.price, card('0.000000').variant?.price],
    [undefined, undefined],
  );
  assert.equal(card(25).variant?.price, '25.00');
  assert.deepEqual(card(0).warnings, []);
});

test('the special price of a bundle is a part of its price in hundredths', () => {
  const bundle = (price: string | number, special_price: string) => {
    const { variant } = read(simple({ type_id: 'bundle', price }, { special_price }));
    return [variant?.price, variant?.compare_at_price];
  };
  assert.deepEqual(bundle(200, '75.000000'), ['150.00', '200.00']);
  assert.deepEqual(bundle('19.99', '33.333333'), ['6.66', '19.99']);
  assert.deepEqual(bundle(200, '100.000000'), ['200.00', undefined]);
  assert.deepEqual(bundle(200, '120'), ['200.00', undefined]);
});

test('a special price is charged in whole cents, however fine it is kept', () => {
  const { variant } = read(simple({ price: '100' }, { special_price: '66.666600' }));
  assert.deepEqual([variant?.price, variant?.compare_at_price], ['66.67', '100.00']);
});

test('prices that PHP wrote with seventeen digits are those of the shop’s tables', () => {
  const { variant } = read(
    simple({ price: '19.989999999999998', weight: '1.7999999999999998' }, { special_price: '17.489999999999998' }),
  ); // biome-ignore format: one product
  assert.deepEqual([variant?.price, variant?.compare_at_price], ['17.49', '19.99']);
  assert.deepEqual([variant?.weight, variant?.grams], [1.8, 816]);
  assert.equal(read(simple({ price: '1.0e-5' })).variant?.price, '0.00001');
  for (const [currency, price, written] of [['HUF', '1234.56', '1234.56'], ['COP', '19999.99', '19999.99'], ['IQD', '1.5', '1.500'], ['JPY', '0.5', '0.5']] as const)
    assert.equal(read(simple({ price, store: { ...store, currency } })).variant?.price, written);
}); // biome-ignore format: a table

test('a price that is no decimal is left empty and named', () => {
  for (const price of ['ten', {}, true] as unknown[]) {
    const { variant, warnings } = read(simple({ price: price as string }));
    assert.equal(variant?.price, undefined);
    assert.deepEqual(
      warnings.map(({ code, id }) => [code, id]),
      [['value_unreadable', '7']],
    );
  }
});

test('what is shipped depends on the type', () => {
  const shipped = (type_id: string, attributes = {}) =>
    read(simple({ type_id }, attributes)).variant?.requires_shipping;
  assert.equal(shipped('simple'), true);
  assert.equal(shipped('virtual'), false);
  assert.equal(shipped('downloadable'), false);
  assert.equal(shipped('giftcard'), null);
  assert.equal(shipped('giftcard', { giftcard_type: '0' }), false);
  assert.equal(shipped('giftcard', { giftcard_type: '1' }), true);
  // Put together from others, or a type of some module: the shop does not say.
  for (const type of ['bundle', 'grouped', 'configurable', 'booking'])
    assert.equal(shipped(type), null);
});

test('weights are given in the unit of the shop, taxes by their class', () => {
  const { variant } = read(simple({ weight: '1.5' }, { tax_class_id: '0' }));
  assert.deepEqual(
    [variant?.weight, variant?.weight_unit, variant?.grams, variant?.taxable],
    [1.5, 'lb', 680, false],
  );
  assert.equal(read(simple()).variant?.taxable, null);
});

test('a disabled or hidden product, or one of another website, has no address; an unknown status is named', () => {
  const attributes = { url_key: 'seven' };
  assert.equal(read(simple({}, attributes)).draft.url, 'https://shop.nl/seven.html');
  assert.equal(read(simple({ status: 2 }, attributes)).draft.url, null);
  assert.equal(read(simple({ visibility: 1 }, attributes)).draft.url, null);
  const elsewhere = (website_ids: unknown) =>
    read(simple({ extension_attributes: { website_ids } }, attributes)).draft.url;
  assert.equal(elsewhere([1, 2]), 'https://shop.nl/seven.html');
  // PHP wrote a list of which an entry was taken out.
  assert.equal(elsewhere({ 1: 1, 2: '2' }), 'https://shop.nl/seven.html');
  assert.equal(elsewhere([2]), null);
  assert.equal(elsewhere([]), null);
  const { draft, warnings } = read(simple({ status: 9 }));
  assert.equal(draft.status, null);
  assert.deepEqual(warnings[0]?.code, 'unknown_status');
});

test('stock of several sources adds up; without any it is not known', () => {
  const { variant } = read(
    simple({
      source_items: [
        { sku: 's7', source_code: 'default', quantity: '2.5000', source_name: 'Here' },
        { sku: 'S7', source_code: 'x', quantity: -1, source_name: null },
        { sku: 'S8', source_code: 'x', quantity: 100 },
      ],
    }),
  );
  assert.equal(variant?.inventory_quantity, 1);
  assert.equal(variant?.inventory_management, 'magento');
  assert.deepEqual(variant?.inventory_levels, [
    { location_id: 'default', location_name: 'Here', available: 2 },
    { location_id: 'x', location_name: null, available: -1 },
  ]);
  assert.equal(read(simple({ source_items: [] })).variant?.inventory_quantity, undefined);
});

test('what lies in a source that is switched off does not count', () => {
  const { variant } = read(
    simple({
      source_items: [
        { sku: 'S7', source_code: 'default', quantity: 2, source_enabled: true },
        { sku: 'S7', source_code: 'closed', quantity: 40, source_enabled: false },
      ],
    }),
  );
  assert.equal(variant?.inventory_quantity, 2);
  assert.deepEqual(variant?.inventory_levels?.map(({ location_id }) => location_id), ['default']);
  const none = read(
    simple({ source_items: [{ sku: 'S7', source_code: 'x', quantity: 4, source_enabled: false }] }),
  );
  assert.equal(none.variant?.inventory_quantity, 0);
}); // biome-ignore format: one product

test('quantities that PHP wrote with seventeen digits lose no piece', () => {
  const stock = (quantity: string) =>
    read(simple({ source_items: [{ sku: 'S7', source_code: 'x', quantity }] })).variant
      ?.inventory_quantity;
  assert.equal(stock('2.9999999999999996'), 3);
  assert.equal(stock('2.5000'), 2);
});

test('what is sold without end has no number, whatever its sources hold', () => {
  const source_items = [{ sku: 'S7', source_code: 'default', quantity: 0 }];
  const endless = { sku: 'S7', qty: 0, manage_stock: false, backorders: 0 };
  for (const more of [{ source_items }, {}]) {
    const { variant } = read(simple({ ...more, stock_items: [endless] }));
    assert.equal(variant?.inventory_quantity, undefined);
    assert.equal(variant?.inventory_management, undefined);
    assert.equal(variant?.inventory_policy, 'continue');
  }
});

test('a stock item says whether backorders are taken, and counts where there are no sources', () => {
  const item = (more: object, source_items?: NativeProduct['source_items']) =>
    read(
      simple({
        stock_items: [{ sku: 'S7', qty: 4, manage_stock: true, backorders: 0, ...more }],
        ...(source_items && { source_items }),
      }),
    ).variant;
  assert.deepEqual(
    [item({})?.inventory_quantity, item({})?.inventory_policy, item({})?.inventory_management],
    [4, 'deny', 'magento'],
  );
  assert.equal(item({ backorders: 2 })?.inventory_policy, 'continue');
  assert.equal(item({ backorders: null })?.inventory_policy, null);
  const both = item({ backorders: 1 }, [{ sku: 'S7', source_code: 'default', quantity: 9 }]);
  assert.deepEqual([both?.inventory_quantity, both?.inventory_policy], [9, 'continue']);
});

const configurable = (attribute_records: NativeProduct['attribute_records']) =>
  simple({
    type_id: 'configurable',
    price: 0,
    extension_attributes: {
      configurable_product_options: [
        { id: 2, attribute_id: '158', label: 'Size', position: 1, values: [{ value_index: 170 }] },
        { id: 1, attribute_id: 93, label: 'Colour', position: 0, values: [{ value_index: 49 }] },
      ],
      configurable_product_links: [8],
    },
    child_records: [
      {
        id: 8,
        sku: 'S8',
        name: 'Seven-oak',
        type_id: 'simple',
        price: '5',
        custom_attributes: [
          { attribute_code: 'colour', value: '49' },
          { attribute_code: 'size', value: '170' },
        ],
      },
    ],
    ...(attribute_records && { attribute_records }),
  });

test('options stand in their order, with the names of their values', () => {
  const { draft, variant } = read(
    configurable([
      { attribute_id: 93, attribute_code: 'colour', options: [{ label: 'Oak', value: '49' }] },
      { attribute_id: 158, attribute_code: 'size', options: [{ label: ' ', value: '' }] },
    ]),
  );
  assert.deepEqual(
    draft.options?.map(({ name, values }) => [name, values]),
    [
      ['Colour', ['Oak']],
      ['Size', ['170']],
    ],
  );
  assert.deepEqual(
    [variant?.title, variant?.option1, variant?.option2],
    ['Oak / 170', 'Oak', '170'],
  );
});

test('without the attributes the numbers of options remain, and the name of the child', () => {
  const { draft, variant } = read(configurable([]));
  assert.deepEqual(draft.options?.[0]?.values, ['49']);
  assert.deepEqual([variant?.title, variant?.option1], ['Seven-oak', null]);
});

test('hidden pictures and videos are left out; the main one need not be the first', () => {
  const entry = (id: number, more: object = {}) => ({
    id,
    media_type: 'image',
    position: id,
    disabled: false,
    types: [] as string[],
    file: `/a/b/${id}.jpg`,
    ...more,
  });
  const { draft } = read(
    simple({
      media_gallery_entries: [
        entry(3, { types: ['image'] }),
        entry(1, { disabled: true }),
        entry(2, { label: 'Two' }),
        entry(4, { media_type: 'external-video' }),
        entry(5, { disabled: '1' }),
        entry(6, { disabled: '0' }),
      ],
    }),
  );
  assert.deepEqual(
    draft.images?.map(({ id, position, alt }) => [id, position, alt]),
    [
      ['2', 1, 'Two'],
      ['3', 2, null],
      ['6', 3, null],
    ],
  );
  assert.equal(draft.image?.id, '3');
  assert.equal(draft.image?.src, 'https://shop.nl/media/catalog/product/a/b/3.jpg');
});
