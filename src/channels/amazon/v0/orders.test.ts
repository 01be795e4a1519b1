// Reading orders from v0: a list, then the items of each order, in bounded groups.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Ask } from '../../../model/exchange.ts';
import type { OrderQuery } from '../../../model/query.ts';
import {
  ACCOUNT,
  DE,
  failure,
  ORDERS_ONLY,
  fakeVendor as openVendor,
  pathOf,
  queryOf,
} from '../fake-vendor.ts';
import { amazon } from '../index.ts';
import type { OrderV0 } from './native.ts';

const { orders } = amazon;
assert.ok(orders);
const fakeVendor: typeof openVendor = (answers, options) =>
  openVendor(answers, { account: ORDERS_ONLY, ...options });
const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`../samples/${file}.native.json`, import.meta.url), 'utf8'));
const { OrderItems: ITEMS, ...bare }: OrderV0 = sample('order-v0-prices-with-tax');
const [ITEM] = ITEMS;
const {
  OrderItems: PROMOTED,
  productsBySku: _,
  ...promoted
}: OrderV0 = sample('order-v0-promotions');

const v0 = { version: 'v0' } as const;
const query = (more: Partial<OrderQuery> = {}): OrderQuery => ({
  limit: 10,
  status: 'any',
  ...more,
});
const numbered = (number: number) => ({
  ...bare,
  AmazonOrderId: `305-0000000-${String(number).padStart(7, '0')}`,
});
const list = (Orders: readonly object[], NextToken?: string) => ({
  payload: { Orders, ...(NextToken && { NextToken }), CreatedBefore: '2026-09-14T09:30:00Z' },
});
const items = (OrderItems: readonly unknown[], NextToken?: string) => ({
  payload: { AmazonOrderId: 'x', OrderItems, ...(NextToken && { NextToken }) },
});

describe('a list', () => {
  test('names marketplaces, times and states; the items come order by order', async () => {
    const seller = fakeVendor([list([bare], 'a+/=='), items(ITEMS)], v0);
    const found = await orders.fetch(
      query({ limit: 1, status: 'open' }),
      undefined,
      seller.reading,
    );
    assert.deepEqual(found.items, [{ ...bare, OrderItems: ITEMS }]);
    const reach = '2026-09-14T09:30:00+00:00';
    const window = { family: 'created', after: '2026-08-15T09:32:00Z', reach };
    assert.deepEqual(found.next, { token: 'a+/==', window });
    const [one, two] = seller.asks;
    assert.deepEqual([pathOf(one), one?.operation], ['/orders/v0/orders', 'getOrders']);
    assert.deepEqual(queryOf(one), {
      MarketplaceIds: DE,
      CreatedAfter: '2026-08-15T09:32:00Z',
      OrderStatuses: 'PendingAvailability,Pending,Unshipped,PartiallyShipped',
      MaxResultsPerPage: '1',
    });
    assert.equal(pathOf(two), '/orders/v0/orders/305-4471820-9914367/orderItems');
    assert.equal(two?.operation, 'getOrderItems');

    const next = fakeVendor([list([])], v0);
    await orders.fetch(query({ limit: 1, status: 'open' }), found.next, next.reading);
    assert.deepEqual(queryOf(next.asks[0]), {
      MarketplaceIds: DE,
      NextToken: 'a+/==',
      MaxResultsPerPage: '1',
    });
  });

  test('marketplaces that the account does not name are looked up once', async () => {
    const account = { endpoint: ACCOUNT.endpoint ?? '' };
    const participations = {
      payload: [{ marketplace: { id: DE }, participation: { isParticipating: true } }],
    };
    const seller = fakeVendor([participations, list([]), list([])], { ...v0, account });
    await orders.fetch(query(), undefined, seller.reading);
    await orders.fetch(query(), undefined, seller.reading);
    assert.deepEqual(seller.asks.map(pathOf), [
      '/sellers/v1/marketplaceParticipations',
      '/orders/v0/orders',
      '/orders/v0/orders',
    ]);
  });

  test('never more than thirty orders, and five lists of items at a time', async () => {
    const many = Array.from({ length: 30 }, (_, i) => numbered(i));
    let underWay = 0;
    let most = 0;
    const seller = fakeVendor([list(many, 'more'), ...many.map(() => items(ITEMS))], v0);
    const call = async (ask: Ask) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      const reply = await seller.reading.call(ask);
      underWay--;
      return reply;
    };
    const found = await orders.fetch(query({ limit: 100 }), undefined, { ...seller.reading, call });
    assert.equal(found.items.length, 30);
    assert.equal(queryOf(seller.asks[0]).MaxResultsPerPage, '30');
    assert.equal(most, 5);
    assert.ok(found.next);
  });

  test('items have pages of their own', async () => {
    const seller = fakeVendor(
      [list([bare]), items([ITEM], 'two'), items([{ ...ITEM, OrderItemId: '2' }])],
      v0,
    );
    const found = await orders.fetch(query(), undefined, seller.reading);
    assert.equal((found.items[0] as OrderV0).OrderItems.length, 2);
    assert.deepEqual(queryOf(seller.asks[2]), { NextToken: 'two' });
  });

  test('an order whose items cannot be read fails the call', async () => {
    const seller = fakeVendor([list([bare]), failure(500, 'InternalFailure')], v0);
    await assert.rejects(orders.fetch(query(), undefined, seller.reading), {
      code: 'channel_failed',
    });
    const broken = fakeVendor([list([bare]), { payload: {} }], v0);
    await assert.rejects(orders.fetch(query(), undefined, broken.reading), {
      code: 'channel_invalid_response',
    });
  });
});

describe('what stands still', () => {
  test('a token of orders, and one of items, that comes again is refused', async () => {
    let count = 0;
    const lists = fakeVendor(() => list([numbered(++count)], 'same'), v0);
    await assert.rejects(orders.fetch(query(), undefined, lists.reading), {
      code: 'channel_invalid_response',
      message: /cursor that it had given before/,
    });
    const inside = fakeVendor(
      (ask) =>
        pathOf(ask).endsWith('/orderItems')
          ? items([{ ...ITEM, OrderItemId: `${++count}` }], 'same')
          : list([bare]),
      v0,
    );
    await assert.rejects(orders.fetch(query(), undefined, inside.reading), {
      code: 'channel_invalid_response',
      message: /Reading the items of 305-4471820-9914367 would never end/,
    });
    assert.equal(inside.asks.length, 3);
  });

  test('identifiers whose list never ends are refused too', async () => {
    const { AmazonOrderId: id } = numbered(1);
    const seller = fakeVendor(() => list([numbered(1)], 'same'), v0);
    await assert.rejects(orders.fetch(query({ ids: [id] }), undefined, seller.reading), {
      code: 'channel_invalid_response',
    });
  });
});

test('an order whose items are not a list is named, or left out', async () => {
  const answers = (ask: Ask) => {
    if (!pathOf(ask).endsWith('/orderItems')) return list([numbered(1), numbered(2)]);
    return pathOf(ask).includes('0000001') ? { payload: { OrderItems: null } } : items(ITEMS);
  };
  const { AmazonOrderId: id } = numbered(1);
  await assert.rejects(orders.fetch(query(), undefined, fakeVendor(answers, v0).reading), {
    code: 'channel_invalid_response',
    record: id,
  });
  const lenient = fakeVendor(answers, { ...v0, lenient: true });
  const found = await orders.fetch(query(), undefined, lenient.reading);
  assert.deepEqual([found.items.length, lenient.leftOut], [1, [id]]);
});

test('one number that Amazon does not take is found among the others and left out', async () => {
  const ids = [1, 2, 3].map((number) => numbered(number).AmazonOrderId);
  const refused = failure(400, 'InvalidInput', 'AmazonOrderIds holds an invalid value.');
  const seller = fakeVendor((ask) => {
    const path = pathOf(ask);
    if (path.endsWith('/orderItems')) return items(ITEMS);
    if (path.endsWith('/orders') || path.endsWith('0000001')) return refused;
    if (path.endsWith('0000002')) return failure(404, 'NotFound');
    return { payload: numbered(3) };
  }, v0);
  const found = await orders.fetch(query({ ids }), undefined, seller.reading);
  assert.deepEqual(
    found.items.map((order) => (order as OrderV0).AmazonOrderId),
    [ids[2]],
  );
  assert.deepEqual(
    seller.warnings.map(({ code, id }) => [code, id]),
    [
      ['id_refused', ids[0]],
      ['orders_window', undefined],
    ],
  );
  assert.deepEqual(
    seller.assumed.map(([filter]) => filter),
    ['created_at_min', 'marketplaceIds'],
  );
});

test('identifiers are asked for together, in the order given, and filtered', async () => {
  const ids = [2, 1, 3].map((number) => numbered(number).AmazonOrderId);
  const seller = fakeVendor(
    [list([numbered(1), { ...numbered(2), OrderStatus: 'Canceled' }]), items(ITEMS)],
    v0,
  );
  const found = await orders.fetch(query({ ids, status: 'open' }), undefined, seller.reading);
  assert.deepEqual(
    found.items.map((order) => (order as OrderV0).AmazonOrderId),
    [ids[1]],
  );
  assert.deepEqual(queryOf(seller.asks[0]), {
    MarketplaceIds: DE,
    AmazonOrderIds: ids.join(','),
    MaxResultsPerPage: '30',
  });
  const paged = fakeVendor([list([numbered(1)]), items(ITEMS)], v0);
  const next = await orders.fetch(query({ ids, limit: 1 }), { at: 1 }, paged.reading);
  assert.deepEqual([next.items.length, next.next], [1, { at: 2 }]);
});

test('withheld buyers are named, with what would open them', async () => {
  const { ShippingAddress: _, ...anonymous } = bare;
  const why = async (order: object, account = ORDERS_ONLY) => {
    const seller = fakeVendor([list([order]), items(ITEMS)], { ...v0, account });
    await orders.fetch(query(), undefined, seller.reading);
    assert.deepEqual(
      seller.warnings.map(({ code }) => code),
      ['personal_data_withheld'],
    );
    return seller.warnings[0]?.message ?? '';
  };
  assert.match(await why(anonymous), /only to a restricted data token/);
  const restricted = { ...ORDERS_ONLY, tokenKind: 'restricted' };
  assert.match(await why(anonymous, restricted), /does not cover them, or the app lacks/);
  assert.match(await why({ ...anonymous, FulfillmentChannel: 'AFN' }), /ships .* itself/);
});

test('lines join products by their SKU, with one that may read them', async () => {
  const parents: Record<string, readonly string[]> = { 'RACK-OAK-80': ['RACK-OAK'] };
  const answers = (ask: Ask) => {
    if (pathOf(ask).endsWith('/orderItems')) return items(PROMOTED);
    if (!pathOf(ask).startsWith('/listings/')) return list([promoted]);
    const skus = queryOf(ask).identifiers?.split(',') ?? [];
    const listed = skus.map((sku) => ({
      sku,
      relationships: [{ relationships: [{ type: 'VARIATION', parentSkus: parents[sku] ?? [] }] }],
    }));
    return { numberOfResults: listed.length, items: listed };
  };
  const linesFor = async (account: typeof ACCOUNT) => {
    const seller = fakeVendor(answers, { ...v0, account });
    const found = await orders.fetch(query({ limit: 1 }), undefined, seller.reading);
    const context = { account, now: 0, note: () => {} };
    const lines = found.items.flatMap((order) => orders.transform(order, context).line_items ?? []);
    return lines.map(({ product_id, variant_id }) => [product_id, variant_id]);
  };
  assert.deepEqual(await linesFor(ACCOUNT), [
    ['HOOK-BR-4', 'HOOK-BR-4'],
    ['RACK-OAK', 'RACK-OAK-80'],
  ]);
  assert.deepEqual(await linesFor({ ...ACCOUNT, tokenKind: 'restricted' }), [
    [undefined, 'HOOK-BR-4'],
    [undefined, 'RACK-OAK-80'],
  ]);
});
