// How large the pages of a shop's lists are, where it allows, manages or gives fewer rows than asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { family, filtersOf, item, listsOf, range, shopOf, walk } from './fake-vendor.ts';
import { products } from './products.ts';

test('a shop that limits its pages is asked for as many as it allows, from then on', async () => {
  const shop = shopOf(range(30), (_, query) =>
    Number(query.get('searchCriteria[pageSize]')) > 20
      ? [400, { message: 'Maximum SearchCriteria pageSize is %max', parameters: { max: 20 } }]
      : undefined,
  );
  const { seen } = await walk(shop, { limit: 25 });
  assert.equal(seen.length, 30);
  const refused = listsOf(shop).filter(
    (query) => Number(query.get('searchCriteria[pageSize]')) > 20,
  );
  assert.equal(refused.length, 1);
});

test('lists of a shop that makes pages smaller by itself are read to their end', async () => {
  const all = family(1, 55);
  const shop = shopOf(all, (path, query) => {
    const isChildren = path === 'products' && filtersOf(query)[0]?.field === 'entity_id';
    if (!isChildren) return undefined;
    const at = (Number(query.get('searchCriteria[currentPage]')) - 1) * 20;
    const items = all.slice(1).slice(at, at + 20);
    return [200, { items, search_criteria: { page_size: 20 }, total_count: 55 }];
  });
  const { items } = await products.fetch({ limit: 1 }, undefined, shop.reading);
  assert.equal(items[0]?.child_records?.length, 55);
  assert.deepEqual(shop.warnings, []);
});

test('lists that are refused for their size at the same time are all read', async () => {
  const maker = { custom_attributes: [{ attribute_code: 'manufacturer', value: '5' }] };
  const options = [{ label: 'Acme', value: '5' }];
  const shop = shopOf([item(1, maker)], (path, query) => {
    if (Number(query.get('searchCriteria[pageSize]') ?? 0) > 20)
      return [400, { message: 'Maximum SearchCriteria pageSize is %max', parameters: { max: 20 } }];
    const attribute = { attribute_id: 83, attribute_code: 'manufacturer', options };
    return path === 'products/attributes'
      ? [200, { items: [attribute], total_count: 1 }]
      : undefined;
  });
  const { items } = await products.fetch({ limit: 5 }, undefined, shop.reading);
  assert.deepEqual(items[0]?.attribute_records?.[0]?.options, options);
  assert.equal(items[0]?.source_items?.length, 1);
});

test('a shop that cannot manage a large page is asked for a small one, from then on', async () => {
  const shop = shopOf(range(60), (path, query) =>
    path === 'products' && Number(query.get('searchCriteria[pageSize]')) > 25
      ? [500, { message: 'Internal Error.' }]
      : undefined,
  );
  const { seen } = await walk(shop, { limit: 50 });
  assert.equal(seen.length, 60);
  const heavy = listsOf(shop).filter((query) => Number(query.get('searchCriteria[pageSize]')) > 25);
  assert.equal(heavy.length, 1);
});

test('a page whose rows are all hidden by a module does not end the walk', async () => {
  const shop = shopOf(range(30), (path, query) => {
    if (path !== 'products') return undefined;
    const first = query.get('searchCriteria[currentPage]') === '1';
    const fresh = filtersOf(query).length === 1;
    return first && fresh ? [200, { items: [], total_count: 30 }] : undefined;
  });
  const { seen } = await walk(shop, { limit: 10 });
  assert.deepEqual(
    seen,
    range(30)
      .map(({ id }) => id)
      .slice(10),
  );
});

test('a shop that answers the same page again is refused, not repeated', async () => {
  const shop = shopOf(range(30), (path, query) =>
    path === 'products' && filtersOf(query).some(({ condition }) => condition === 'gt')
      ? [200, { items: range(10), total_count: 30 }]
      : undefined,
  );
  await assert.rejects(products.fetch({ limit: 20, title: 'Product 1' }, undefined, shop.reading), {
    code: 'channel_invalid_response',
    message: /before/,
  });
});
