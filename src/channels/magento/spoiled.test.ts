// Answers with every place spoiled in every way: read as far as they go, or refused as such.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import { Fault } from '../../model/faults.ts';
import { completeProduct } from '../../model/product.ts';
import { account, item, shopOf } from './fake-vendor.ts';
import { products } from './products.ts';

const parent = item(1, {
  type_id: 'configurable',
  price: 0,
  extension_attributes: {
    website_ids: [1],
    configurable_product_options: [
      { id: 1, attribute_id: '93', label: 'Colour', position: 0, values: [{ value_index: 49 }] },
    ],
    configurable_product_links: [8],
  },
  custom_attributes: [{ attribute_code: 'manufacturer', value: '5' }],
  media_gallery_entries: [
    { id: 4, media_type: 'image', file: '/a/b.jpg', types: ['image'], position: 1 },
  ],
});
const child = item(8, {
  visibility: 1,
  price: '9.5',
  custom_attributes: [{ attribute_code: 'colour', value: '49' }],
});
const page = (...items: unknown[]) => ({ items, total_count: items.length });

const ANSWERS: Readonly<Record<string, unknown>> = {
  products: page(parent, item(2)),
  children: page(child),
  'products/attributes': page(
    { attribute_id: 93, attribute_code: 'colour', options: [{ label: 'Oak', value: '49' }] },
    { attribute_id: 83, attribute_code: 'manufacturer', options: [{ label: 'A', value: '5' }] },
  ),
  'inventory/sources': page({ source_code: 'default', name: 'Here', enabled: true }),
  'inventory/source-items': page(
    { sku: 'S8', source_code: 'default', quantity: 3, status: 1 },
    { sku: 'S2', source_code: 'default', quantity: '2.5', status: 1 },
  ),
  'stockItems/S8': { qty: 3, manage_stock: true, backorders: 0 },
  'store/storeConfigs': [
    { id: 1, code: 'nl', website_id: 1, base_currency_code: 'EUR', timezone: 'Europe/Amsterdam' },
    { id: 2, code: 'de', website_id: 2, base_currency_code: 'EUR', timezone: 'Europe/Berlin' },
  ],
  'store/websites': [
    { id: 1, default_group_id: 1 },
    { id: 2, default_group_id: 2 },
  ],
  'store/storeGroups': [
    { id: 1, website_id: 1, default_store_id: 1 },
    { id: 2, website_id: 2, default_store_id: 2 },
  ],
  'directory/currency': { base_currency_code: 'EUR', default_display_currency_code: 'EUR' },
};

/** Reads two products from a shop of which one answer is spoiled. */
async function read(spoiled: string, body: unknown): Promise<number> {
  const shop = shopOf([], (asked, query) => {
    const path = asked.replace(/^\w+\/V1\//, '');
    const isChildren =
      path === 'products' &&
      query.get('searchCriteria[filter_groups][0][filters][0][field]') === 'entity_id';
    const name = isChildren ? 'children' : path;
    const whole = ANSWERS[name];
    return name === spoiled ? [200, body] : whole === undefined ? undefined : [200, whole];
  });
  const left: Fault[] = [];
  const { items } = await products.fetch({ limit: 2 }, undefined, {
    ...shop.reading,
    account: { ...account },
    leaveOut: (fault) => left.push(fault),
  });
  for (const one of items)
    completeProduct(products.transform(one, { account, now: 0, note: () => {} }), 'magento');
  return items.length + left.length;
}

for (const [name, whole] of Object.entries(ANSWERS))
  test(`a spoiled answer of ${name} never ends in anything but a reading or a refusal`, async () => {
    assert.equal(await read(name, whole), 2);
    function* bodies(): Generator<[where: string, body: unknown]> {
      for (const body of [null, '', 0, [], {}, 'odd', true, [null]]) yield ['whole', body];
      for (const { path, into, value } of mutations(structuredClone(whole)))
        yield [`${path} as ${into}`, value];
    }
    let readable = 0;
    let all = 0;
    for (const [where, body] of bodies())
      try {
        if (where !== 'whole') all++;
        await read(name, body);
        if (where !== 'whole') readable++;
      } catch (error) {
        assert.ok(error instanceof Fault, `${where}: ${error}`);
        assert.equal(error.code, 'channel_invalid_response', where);
      }
    // Only what is no list at all is refused.
    assert.ok(readable > all / 2, `${readable} of ${all}`);
  });

test('what is no list is refused', async () => {
  for (const body of [
    {},
    null,
    'x',
    { items: [], total_count: 'x' },
    { items: 'x', total_count: 1 },
    { items: { id: 1 }, total_count: 1 },
  ])
    await assert.rejects(
      async () =>
        products.fetch(
          { limit: 1 },
          undefined,
          shopOf([], (path) => (path === 'products' ? [200, body] : undefined)).reading,
        ),
      { code: 'channel_invalid_response' },
      JSON.stringify(body),
    );
});

test('a product without an identifier is named, or left out where the caller reads on', async () => {
  const odd = () =>
    shopOf([], (path) =>
      path === 'products'
        ? [200, { items: [{ sku: 'ODD' }, item(2), { id: 3 }], total_count: 3 }]
        : undefined,
    );
  await assert.rejects(products.fetch({ limit: 3 }, undefined, odd().reading), {
    code: 'channel_invalid_response',
    record: 'ODD',
  });
  const left: Fault[] = [];
  const { items, next } = await products.fetch({ limit: 3 }, undefined, {
    ...odd().reading,
    leaveOut: (fault) => left.push(fault),
  });
  assert.deepEqual(
    items.map(({ id }) => id),
    [2, 3],
  );
  assert.equal(next, undefined);
  assert.deepEqual(
    left.map(({ record }) => record),
    ['ODD'],
  );
});
