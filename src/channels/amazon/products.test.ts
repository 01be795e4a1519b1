// Reading products: families, pages within pages, windows, stock, and what fails a call.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import type { ProductQuery } from '../../model/query.ts';
import { ACCOUNT, DE, failure, fakeVendor, pathOf, queryOf } from './fake-vendor.ts';
import type { Listing, NativeProduct } from './native.ts';
import { products } from './products.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const {
  children: _c,
  marketplaceId: _m,
  amazonStock: _s,
  ...single
}: NativeProduct = sample('product-single');
const {
  children: kids,
  marketplaceId: _n,
  amazonStock: _t,
  ...parent
}: NativeProduct = sample('product-variations');

const query = (more: Partial<ProductQuery> = {}): ProductQuery => ({ limit: 10, ...more });
const list = (items: readonly Listing[], nextToken?: string, numberOfResults = items.length) => ({
  numberOfResults,
  pagination: nextToken ? { nextToken } : {},
  items,
});
/** A simple listing of its own number. */
const numbered = (number: number, createdDate = `2024-03-02T10:15:00Z`): Listing => ({
  ...single,
  sku: `S-${number}`,
  summaries: (single.summaries ?? []).map((summary) => ({ ...summary, createdDate })),
});
const stock = (sku: string, fulfillableQuantity: number) => ({
  payload: { inventorySummaries: [{ sellerSku: sku, inventoryDetails: { fulfillableQuantity } }] },
});
const skus = (items: readonly NativeProduct[]) => items.map(({ sku }) => sku);

describe('a walk', () => {
  test('gathers variations under their parent, with stock from Amazon’s warehouses', async () => {
    const seller = fakeVendor([
      list([single, parent, ...kids]),
      list(kids),
      stock('RACK-OAK-80', 58),
    ]);
    const { items, next } = await products.fetch(query(), undefined, seller.reading);
    assert.deepEqual(skus(items), ['KETTLE-CU-12', 'RACK-OAK']);
    assert.deepEqual(items[1]?.children, kids);
    assert.deepEqual(items[1]?.amazonStock, { 'RACK-OAK-80': 58 });
    assert.equal(next, undefined);

    const [page, family, warehouse] = seller.asks;
    assert.equal(pathOf(page), '/listings/2021-08-01/items/A2EXAMPLE1SELLER');
    assert.deepEqual(queryOf(page), {
      marketplaceIds: DE,
      includedData:
        'summaries,attributes,offers,fulfillmentAvailability,relationships,productTypes',
      sortBy: 'createdDate',
      sortOrder: 'ASC',
      pageSize: '20',
    });
    assert.equal(queryOf(family).variationParentSku, 'RACK-OAK');
    assert.deepEqual(queryOf(warehouse), {
      details: 'true',
      granularityType: 'Marketplace',
      granularityId: DE,
      marketplaceIds: DE,
      sellerSkus: 'RACK-OAK-80',
    });
    assert.equal(page?.numbers, 'exact');
  });

  test('stops inside a native page and goes on there, repeating and losing nothing', async () => {
    const twenty = Array.from({ length: 20 }, (_, i) => numbered(i));
    const seller = fakeVendor([list(twenty, 'p2'), list(twenty, 'p2'), list([numbered(20)])]);
    const first = await products.fetch(query({ limit: 12 }), undefined, seller.reading);
    assert.deepEqual(
      skus(first.items),
      twenty.slice(0, 12).map(({ sku }) => sku),
    );
    assert.equal(first.next?.skip, 12);
    const second = await products.fetch(query({ limit: 12 }), first.next, seller.reading);
    assert.deepEqual(skus(second.items), [...twenty.slice(12).map(({ sku }) => sku), 'S-20']);
    assert.equal(second.next, undefined);
    assert.equal(queryOf(seller.asks[1]).pageToken, undefined);
    assert.equal(queryOf(seller.asks[2]).pageToken, 'p2');
  });

  test('a variation whose parent is on another page is left out, one without a parent is not', async () => {
    const seller = fakeVendor([list(kids), list([parent])]);
    const { items } = await products.fetch(query(), undefined, seller.reading);
    assert.deepEqual(items, []);
    assert.deepEqual(
      [queryOf(seller.asks[1]).identifiers, queryOf(seller.asks[1]).identifiersType],
      ['RACK-OAK', 'SKU'],
    );
    const orphan = fakeVendor([list(kids.slice(0, 1)), list([])]);
    const kept = await products.fetch(query(), undefined, orphan.reading);
    assert.deepEqual(skus(kept.items), ['RACK-OAK-60']);
  });

  test('goes on in a new window where Amazon ends a list at a thousand', async () => {
    const last = '2025-01-01T00:00:00Z';
    const thousandth = [numbered(998), numbered(999, last), numbered(1000, last)];
    const seller = fakeVendor([
      list(thousandth, undefined, 1500),
      list([numbered(999, last), numbered(1000, last), numbered(1001, last)]),
    ]);
    const place = { token: 'p50', passed: 997 };
    const { items, next } = await products.fetch(query(), place, seller.reading);
    assert.deepEqual(skus(items), ['S-998', 'S-999', 'S-1000', 'S-1001']);
    assert.equal(next, undefined);
    const { createdAfter, pageToken } = queryOf(seller.asks[1]);
    assert.deepEqual([createdAfter, pageToken], [last, undefined]);
  });

  test('more than a thousand of one moment cannot be read one after the other, and that is said', async () => {
    const from = '2025-01-01T00:00:00Z';
    const seller = fakeVendor([list([numbered(1, from)], undefined, 1500)]);
    await assert.rejects(
      products.fetch(query(), { token: 'p50', passed: 999, from }, seller.reading),
      { code: 'channel_failed', message: /1,000/ },
    );
  });

  test('ends a request after many pages without a product, with a place to go on', async () => {
    const renamed = (page: number) => kids.map((kid) => ({ ...kid, sku: `${kid.sku}-${page}` }));
    const pages = Array.from({ length: 15 }, (_, i) => list(renamed(i), `p${i + 1}`));
    const seller = fakeVendor([pages[0] ?? {}, list([parent]), ...pages.slice(1)]);
    const { items, next } = await products.fetch(query(), undefined, seller.reading);
    assert.deepEqual(items, []);
    assert.deepEqual([next?.token, next?.passed], ['p15', 30]);
  });
});

describe('what stands still', () => {
  test('a token or a page of listings that comes again is refused', async () => {
    let count = 0;
    const token = fakeVendor(() => list([numbered(++count)], 'same'));
    await assert.rejects(products.fetch(query(), undefined, token.reading), {
      code: 'channel_invalid_response',
      message: /cursor that it had given before/,
    });
    const page = fakeVendor(() => list([numbered(1)], `t${++count}`));
    await assert.rejects(products.fetch(query(), undefined, page.reading), {
      code: 'channel_invalid_response',
      message: /page that it had answered before/,
    });
    assert.equal(page.asks.length, 2);
  });

  test('so is one of variations, and one of stock', async () => {
    const family = fakeVendor((ask: Ask) =>
      queryOf(ask).variationParentSku ? list(kids, 'same') : list([parent]),
    );
    await assert.rejects(products.fetch(query(), undefined, family.reading), {
      code: 'channel_invalid_response',
      message: /Reading variations would never end/,
    });
    const warehouse = fakeVendor((ask: Ask) => {
      if (pathOf(ask).startsWith('/fba/'))
        return { ...stock('RACK-OAK-80', 1), pagination: { nextToken: 'same' } };
      return list(queryOf(ask).variationParentSku ? kids : [parent]);
    });
    await assert.rejects(products.fetch(query(), undefined, warehouse.reading), {
      code: 'channel_invalid_response',
      message: /Reading stock would never end/,
    });
  });

  test('a window that begins with the listings another ended with does not', async () => {
    const last = '2025-01-01T00:00:00Z';
    const same = [numbered(1, last), numbered(2, last)];
    const seller = fakeVendor([
      list(same, 'p51', 1500),
      list(same, 'next', 502),
      list([numbered(3, last)]),
    ]);
    const place = { token: 'p50', passed: 998 };
    const { items } = await products.fetch(query(), place, seller.reading);
    assert.deepEqual(skus(items), ['S-1', 'S-2', 'S-3']);
  });
});

describe('filters', () => {
  const asked = async (more: Partial<ProductQuery>, items: readonly Listing[] = [single]) => {
    const seller = fakeVendor([list(items)]);
    const found = await products.fetch(query(more), undefined, seller.reading);
    return { query: queryOf(seller.asks[0]), skus: skus(found.items) };
  };

  test('times go to Amazon', async () => {
    const { query: sent } = await asked({
      created_at_min: Date.UTC(2024, 0, 1),
      created_at_max: Date.UTC(2025, 0, 1),
      updated_at_min: Date.UTC(2026, 0, 1),
      updated_at_max: Date.UTC(2026, 8, 1, 0, 0, 0, 5),
    });
    assert.deepEqual(
      [sent.createdAfter, sent.createdBefore, sent.lastUpdatedAfter, sent.lastUpdatedBefore],
      [
        '2024-01-01T00:00:00Z',
        '2025-01-01T00:00:00Z',
        '2026-01-01T00:00:00Z',
        '2026-09-01T00:00:00.005Z',
      ],
    );
  });

  test('words are compared exactly', async () => {
    const [id] = [single.sku];
    assert.deepEqual((await asked({ title: 'Kupferkessel Wasserkocher 1,2 l' })).skus, [id]);
    assert.deepEqual((await asked({ title: 'kupferkessel wasserkocher 1,2 l' })).skus, []);
    assert.deepEqual(
      (await asked({ vendor: 'Haus & Haken', product_type: 'ELECTRIC_KETTLE' })).skus,
      [id],
    );
    assert.deepEqual((await asked({ status: 'draft' })).skus, []);
    assert.deepEqual((await asked({ status: 'active', published_status: 'published' })).skus, [id]);
    assert.deepEqual((await asked({ published_status: 'unpublished' })).skus, []);
    const made = Date.UTC(2024, 2, 2, 10, 15);
    assert.deepEqual((await asked({ published_at_min: made, published_at_max: made })).skus, [id]);
    assert.deepEqual((await asked({ published_at_min: made + 1000 })).skus, []);
  });

  test('a handle is an ASIN', async () => {
    const { query: sent, skus: found } = await asked({ handle: 'B0EXMPL101' });
    assert.deepEqual(
      [sent.identifiers, sent.identifiersType, found],
      ['B0EXMPL101', 'ASIN', [single.sku]],
    );
    const seller = fakeVendor([]);
    assert.deepEqual(await products.fetch(query({ handle: 'kettle' }), undefined, seller.reading), {
      items: [],
    });
  });

  test('identifiers are asked for together and come in the order given', async () => {
    const seller = fakeVendor([list([numbered(1), numbered(2)]), list([numbered(3)])]);
    const ids = ['S-2', 'S-1', 'S-3'];
    const first = await products.fetch(query({ ids, limit: 2 }), undefined, seller.reading);
    assert.deepEqual([skus(first.items), first.next], [['S-2', 'S-1'], { at: 2 }]);
    assert.equal(queryOf(seller.asks[0]).identifiers, 'S-2,S-1');
    const second = await products.fetch(query({ ids, limit: 2 }), first.next, seller.reading);
    assert.deepEqual([skus(second.items), second.next], [['S-3'], undefined]);
  });
});

describe('what goes wrong', () => {
  test('lists that are null are read as absent', async () => {
    const bare = {
      sku: 'BARE',
      summaries: null,
      offers: null,
      fulfillmentAvailability: null,
      relationships: null,
    };
    const alone = {
      ...bare,
      sku: 'ALONE',
      relationships: [
        {
          marketplaceId: DE,
          relationships: [{ type: 'VARIATION', childSkus: null, parentSkus: null }],
        },
      ],
    };
    const seller = fakeVendor([list([bare, alone])]);
    const { items } = await products.fetch(query(), undefined, seller.reading);
    assert.deepEqual(skus(items), ['BARE', 'ALONE']);
    const [product] = items.map((native) =>
      products.transform(native, { account: {}, now: 0, note: () => {} }),
    );
    assert.deepEqual(
      [product?.status, product?.variants?.length, product?.variants?.[0]?.inventory_quantity],
      [null, 1, null],
    );
  });

  test('a listing without its date is read, unless that date is asked for', async () => {
    const dateless = { ...numbered(1), summaries: null };
    const plain = fakeVendor([list([dateless])]);
    assert.equal((await products.fetch(query(), undefined, plain.reading)).items.length, 1);
    const bound = fakeVendor([list([dateless])]);
    await assert.rejects(products.fetch(query({ created_at_min: 0 }), undefined, bound.reading), {
      code: 'channel_invalid_response',
      record: 'S-1',
    });
  });

  test('a listing without a SKU stops the page, or is left out', async () => {
    const rows = [numbered(1), { sku: null }, numbered(2)] as Listing[];
    await assert.rejects(products.fetch(query(), undefined, fakeVendor([list(rows)]).reading), {
      code: 'channel_invalid_response',
      message: /sku is not what it should be/,
    });
    const lenient = fakeVendor([list(rows)], { lenient: true });
    const { items } = await products.fetch(query(), undefined, lenient.reading);
    assert.deepEqual(skus(items), ['S-1', 'S-2']);
  });

  test('variations that cannot be read fail the call', async () => {
    const seller = fakeVendor([list([parent]), failure(500, 'InternalFailure')]);
    await assert.rejects(products.fetch(query(), undefined, seller.reading), {
      code: 'channel_failed',
    });
  });

  test('stock may be withheld, which is said, or fail, which fails the call', async () => {
    const seller = fakeVendor([list([parent]), list(kids), failure(403, 'Unauthorized')]);
    const { items } = await products.fetch(query(), undefined, seller.reading);
    assert.deepEqual(items[0]?.amazonStock, { 'RACK-OAK-80': null });
    assert.deepEqual(
      seller.warnings.map(({ code, field }) => [code, field]),
      [['field_withheld', 'variants.inventory_quantity']],
    );
    const broken = fakeVendor([list([parent]), list(kids), { payload: {} }]);
    await assert.rejects(products.fetch(query(), undefined, broken.reading), {
      code: 'channel_invalid_response',
    });
  });

  test('stock that Amazon refuses to look up is null for those SKUs, with a word', async () => {
    const fba = (sku: string): Listing => ({
      ...numbered(0),
      sku,
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_EU' }],
    });
    const refusal = failure(400, 'InvalidInput', '', 'The SKU cannot be found.');
    const seller = fakeVendor([list([fba('ONE'), fba('A,B')]), refusal, stock('ONE', 3)]);
    const { items } = await products.fetch(query(), undefined, seller.reading);
    assert.deepEqual(
      items.map(({ amazonStock }) => amazonStock),
      [{ ONE: 3 }, { 'A,B': null }],
    );
    assert.deepEqual(
      seller.warnings.map(({ code, field }) => [code, field]),
      [['stock_left_out', 'variants.inventory_quantity']],
    );
  });

  test('rows of stock of one SKU are added up, and unknown where one of them is', async () => {
    const row = (sellerSku: string, fnSku: string, fulfillableQuantity: unknown) => ({
      ...{ sellerSku, fnSku, condition: 'NewItem', inventoryDetails: { fulfillableQuantity } },
    });
    const inventorySummaries = [
      ...[row('RACK-OAK-80', 'X0001', 4), row('RACK-OAK-80', 'X0002', 3)],
      row('RACK-OAK-80', 'X0003', 0),
    ];
    const read = async (rows: readonly object[]) => {
      const seller = fakeVendor([list([parent]), list(kids), { payload: { inventorySummaries: rows } }]); // biome-ignore format: one seller
      const { items } = await products.fetch(query(), undefined, seller.reading);
      return items[0]?.amazonStock;
    };
    assert.deepEqual(await read(inventorySummaries), { 'RACK-OAK-80': 7 });
    const odd = [...inventorySummaries, row('RACK-OAK-80', 'X0004', null)];
    assert.deepEqual(await read(odd), { 'RACK-OAK-80': null });
  });

  test('stock is asked for fifty at a time, a SKU with a comma alone, to the last page', async () => {
    const fba = (sku: string): Listing => ({
      ...numbered(0),
      sku,
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_EU' }],
    });
    const all = [...Array.from({ length: 51 }, (_, i) => fba(`F-${i}`)), fba('A,B')];
    const seller = fakeVendor([
      list(all),
      stock('A,B', 4),
      (ask: Ask) => {
        assert.equal(queryOf(ask).sellerSkus?.split(',').length, 50);
        return { ...stock('F-0', 1), pagination: { nextToken: 'more' } };
      },
      stock('F-1', 2),
      stock('F-50', 3),
    ]);
    const { items } = await products.fetch(query({ limit: 100 }), undefined, seller.reading);
    const known = Object.assign({}, ...items.map(({ amazonStock }) => amazonStock));
    assert.deepEqual(
      [known['A,B'], known['F-0'], known['F-1'], known['F-2'], known['F-50']],
      [4, 1, 2, null, 3],
    );
    assert.equal(queryOf(seller.asks[1]).sellerSku, 'A,B');
    assert.equal(queryOf(seller.asks[3]).nextToken, 'more');
  });

  test('without the merchant token it says which key is missing', async () => {
    const { sellerId: _, ...account } = ACCOUNT;
    const seller = fakeVendor([], { account });
    await assert.rejects(products.fetch(query(), undefined, seller.reading), {
      code: 'invalid_request',
      field: 'sellerId',
      message: /"sellerId"/,
    });
  });
});
