// Reading orders: searches, identifiers, every filter, the window of 60 days.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { fakeShop, listOf, NOW, nameOf, sample, scopes, variablesOf } from './fake-vendor.ts';
import type { Order } from './native.ts';
import { orders, searchTerms } from './orders.ts';

const paid: Order = sample('order-paid.native');
const discounted: Order = sample('order-discounted-two-currencies.native');
const cancelled: Order = sample('order-cancelled-refunded.native');
const held: Order = sample('order-guest-retail-yen.native');

const ALL = scopes('read_orders', 'read_all_orders');
const page = (nodes: readonly unknown[], cursor: string | null = null) => ({
  data: { orders: listOf(nodes, cursor) },
});
/** An order of its own number, otherwise like the paid one. */
const numbered = (number: number, more: Partial<Order> = {}): Order => ({
  ...paid,
  id: `gid://shopify/Order/${number}`,
  legacyResourceId: String(number),
  ...more,
});
const idsOf = (items: readonly Order[]) => items.map((order) => order.legacyResourceId);
const query = (more: Partial<OrderQuery> = {}): OrderQuery => ({ limit: 10, ...more });

describe('a search', () => {
  test('sends one POST with document and variables, and pages by cursor to the end', async () => {
    const nothingSent = { data: { nodes: [{ id: cancelled.id, fulfillments: [] }] } };
    const shop = fakeShop([ALL, page([paid, discounted], 'c2'), page([cancelled]), nothingSent]);
    const first = await orders.fetch(query({ limit: 2, status: 'any' }), undefined, shop.reading);
    assert.deepEqual(first.items, [paid, discounted]);
    assert.deepEqual(first.next, { after: 'c2', read: 2 });
    const second = await orders.fetch(query({ limit: 2, status: 'any' }), first.next, shop.reading);
    assert.deepEqual(second, { items: [cancelled] });

    const [installation, one, two] = shop.asks;
    assert.ok(installation && one && two);
    assert.equal(nameOf(installation), 'Installation');
    assert.equal(one.url, 'https://velo-nord.myshopify.com/admin/api/2026-10/graphql.json');
    assert.equal(one.method, 'POST');
    assert.equal(one.reads, true);
    assert.equal(one.cost, 233);
    assert.equal(one.headers?.['content-type'], 'application/json');
    assert.deepEqual(variablesOf(one), { first: 2, sortKey: 'CREATED_AT', reverse: true });
    assert.deepEqual(variablesOf(two), {
      first: 2,
      after: 'c2',
      sortKey: 'CREATED_AT',
      reverse: true,
    });
    assert.deepEqual(shop.warnings, []);
    assert.deepEqual(shop.assumed, []);
  });

  test('reads native pages of 25 until the limit, and never more than is missing', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => numbered(from + i));
    const shop = fakeShop([
      ALL,
      page(many(1, 25), 'a'),
      page(many(26, 25), 'b'),
      page(many(51, 10), 'c'),
    ]);
    const { items, next } = await orders.fetch(query({ limit: 60 }), undefined, shop.reading);
    assert.deepEqual(
      idsOf(items),
      many(1, 60).map((order) => order.legacyResourceId),
    );
    assert.deepEqual(next, { after: 'c', read: 60 });
    assert.deepEqual(
      shop.asks.slice(1).map((ask) => variablesOf(ask).first),
      [25, 25, 10],
    );
  });

  test('sorts by what is filtered on', async () => {
    const sortOf = async (more: Partial<OrderQuery>) => {
      const shop = fakeShop([ALL, page([])]);
      await orders.fetch(query(more), undefined, shop.reading);
      const { sortKey, reverse } = variablesOf(shop.asks[1]);
      return [sortKey, reverse];
    };
    assert.deepEqual(await sortOf({}), ['CREATED_AT', true]);
    assert.deepEqual(await sortOf({ updated_at_max: NOW }), ['UPDATED_AT', false]);
    assert.deepEqual(await sortOf({ processed_at_min: 0 }), ['PROCESSED_AT', true]);
    assert.deepEqual(await sortOf({ since_id: '5', updated_at_min: 0 }), ['ID', false]);
  });

  test('spells every filter out', () => {
    const terms = (more: Partial<OrderQuery>) => searchTerms(query(more));
    assert.equal(terms({}), '');
    assert.equal(terms({ status: 'open' }), 'status:open');
    assert.equal(terms({ status: 'any', financial_status: 'any', fulfillment_status: 'any' }), '');
    assert.equal(
      terms({ financial_status: 'partially_refunded' }),
      'financial_status:partially_refunded',
    );
    assert.equal(
      terms({ financial_status: 'unpaid', fulfillment_status: 'unfulfilled' }),
      '(financial_status:authorized OR financial_status:partially_paid) -fulfillment_status:shipped',
    );
    assert.equal(
      terms({
        status: 'cancelled',
        fulfillment_status: 'shipped',
        created_at_min: Date.UTC(2026, 9, 1),
        since_id: '6120441733315',
      }),
      "status:cancelled fulfillment_status:shipped created_at:>='2026-10-01T00:00:00Z' id:>=6120441733316",
    );
  });

  test('leaves out only what cannot be meant by a state of shipping', () => {
    const terms = (fulfillment_status: string) => searchTerms(query({ fulfillment_status }));
    assert.equal(terms('shipped'), 'fulfillment_status:shipped');
    assert.equal(terms('partial'), '-fulfillment_status:shipped');
    assert.equal(terms('unshipped'), '-fulfillment_status:shipped -fulfillment_status:partial');
    assert.equal(terms('unfulfilled'), '-fulfillment_status:shipped');
  });

  test('finds orders on hold, scheduled and in progress among the unshipped', async () => {
    const states = ['UNFULFILLED', 'ON_HOLD', 'SCHEDULED', 'IN_PROGRESS', 'REQUEST_DECLINED'];
    const found = async (fulfillment_status: string) => {
      const nodes = [
        ...states.map((displayFulfillmentStatus, at) =>
          numbered(at + 1, { displayFulfillmentStatus }),
        ),
        numbered(6, { displayFulfillmentStatus: 'RESTOCKED' }),
        numbered(7, { displayFulfillmentStatus: 'PARTIALLY_FULFILLED' }),
        // On hold, and two of three pieces of a line are on their way.
        { ...held, id: 'gid://shopify/Order/8', legacyResourceId: '8' },
      ];
      const shop = fakeShop([ALL, page(nodes)]);
      const { items } = await orders.fetch(query({ fulfillment_status }), undefined, shop.reading);
      const context = { account: {}, now: NOW, note: () => {} };
      return items.map((order) => [
        order.legacyResourceId,
        orders.transform(order, context).fulfillment_status,
      ]);
    };
    const unshipped = ['1', '2', '3', '4', '5'].map((id) => [id, null]);
    const partial = ['7', '8'].map((id) => [id, 'partial']);
    assert.deepEqual(await found('unshipped'), unshipped);
    assert.deepEqual(await found('partial'), partial);
    assert.deepEqual(await found('unfulfilled'), [...unshipped, ...partial]);
  });

  test('drops what lies between a bound and the second it was moved to, and fills the page up', async () => {
    const bound = Date.UTC(2026, 9, 28, 8, 14, 22) + 500;
    const late = { createdAt: '2026-10-28T08:14:23Z' };
    const shop = fakeShop([
      page([numbered(3, late), numbered(2)], 'a'),
      page([numbered(1, late)], 'b'),
    ]);
    const asked = query({ limit: 2, created_at_min: bound });
    const { items, next } = await orders.fetch(asked, undefined, shop.reading);
    assert.deepEqual(idsOf(items), ['3', '1']);
    assert.deepEqual(next, { after: 'b', read: 3 });
    assert.equal(variablesOf(shop.asks[0]).query, "created_at:>='2026-10-28T08:14:22Z'");
    assert.equal(variablesOf(shop.asks[1]).first, 1);
    assert.deepEqual(shop.warnings, []);
  });

  test('drops and reports what the search should not have returned', async () => {
    const shop = fakeShop([page([paid, numbered(7, { createdAt: '2020-01-01T00:00:00Z' })])]);
    const asked = query({ created_at_min: Date.UTC(2026, 9, 1) });
    const { items } = await orders.fetch(asked, undefined, shop.reading);
    assert.deepEqual(items, [paid]);
    assert.deepEqual(
      shop.warnings.map(({ code, field }) => [code, field]),
      [['record_out_of_bounds', 'created_at']],
    );
  });

  test('drops orders that were closed since the index saw them', async () => {
    const shop = fakeShop([ALL, page([paid, cancelled])]);
    const { items } = await orders.fetch(query({ status: 'open' }), undefined, shop.reading);
    assert.deepEqual(items, [paid]);
  });

  test('gives a short page with a token rather than search for ever', async () => {
    const others = (cursor: string, at: number) => page([numbered(at, { app: null })], cursor);
    const shop = fakeShop([ALL, ...['a', 'b', 'c', 'd', 'e', 'f'].map(others)]);
    const asked = query({ limit: 1, attribution_app_id: '580111' });
    const result = await orders.fetch(asked, undefined, shop.reading);
    assert.deepEqual(result, { items: [], next: { after: 'f', read: 6 } });
  });
});

describe('attribution_app_id', () => {
  test('is the number of an app, or the app of the token', async () => {
    for (const app of ['580111', 'current']) {
      const shop = fakeShop([
        ALL,
        page([
          paid,
          numbered(1, { app: null }),
          numbered(2, { app: { id: 'gid://shopify/App/1' } }),
        ]),
      ]);
      const { items } = await orders.fetch(
        query({ attribution_app_id: app }),
        undefined,
        shop.reading,
      );
      assert.deepEqual(items, [paid]);
    }
  });

  test('is refused when it is neither', async () => {
    const shop = fakeShop([ALL]);
    await assert.rejects(
      orders.fetch(query({ attribution_app_id: 'web' }), undefined, shop.reading),
      { code: 'invalid_request', field: 'attribution_app_id' },
    );
  });
});

describe('ids', () => {
  const found = (known: readonly Order[]) => (variables: Record<string, unknown>) => ({
    data: {
      nodes: (variables.ids as string[]).map(
        (id) => known.find((order) => order.id === id) ?? null,
      ),
    },
  });

  test('come in the order asked for, once each, without those that are not there', async () => {
    const known = [paid, discounted];
    const shop = fakeShop([ALL, found(known)]);
    const ids = ['6120398741827', '1', '6120441733315', '6120398741827'];
    const result = await orders.fetch(query({ ids }), undefined, shop.reading);
    assert.deepEqual(result, { items: [discounted, paid] });
    assert.deepEqual(variablesOf(shop.asks[1]), {
      ids: [
        'gid://shopify/Order/6120398741827',
        'gid://shopify/Order/1',
        'gid://shopify/Order/6120441733315',
      ],
    });
  });

  test('are paged by us', async () => {
    const known = [1, 2, 3, 4, 5].map((number) => numbered(number));
    const shop = fakeShop([ALL, found(known), found(known), found(known)]);
    const ids = ['5', '4', '3', '2', '1'];
    const seen: string[][] = [];
    let place: Parameters<typeof orders.fetch>[1];
    do {
      const { items, next } = await orders.fetch(query({ limit: 2, ids }), place, shop.reading);
      seen.push(idsOf(items));
      place = next;
    } while (place);
    assert.deepEqual(seen, [['5', '4'], ['3', '2'], ['1']]);
  });

  test('are held against every other filter', async () => {
    const known = [paid, discounted, cancelled, held];
    const kept = async (more: Partial<OrderQuery>) => {
      const shop = fakeShop([ALL, found(known), found([{ ...cancelled, fulfillments: [] }])]);
      const ids = idsOf(known);
      const { items } = await orders.fetch(query({ ids, ...more }), undefined, shop.reading);
      assert.deepEqual(shop.warnings, []);
      return items.map((order) => order.name);
    };
    assert.deepEqual(await kept({ status: 'any' }), ['#1023', '#1022', '#1019', '#999']);
    assert.deepEqual(await kept({ status: 'open' }), ['#1023', '#1022', '#999']);
    assert.deepEqual(await kept({ status: 'closed' }), ['#1019']);
    assert.deepEqual(await kept({ status: 'cancelled' }), ['#1019']);
    assert.deepEqual(await kept({ financial_status: 'paid' }), ['#1023', '#1022']);
    assert.deepEqual(await kept({ financial_status: 'unpaid' }), ['#999']);
    assert.deepEqual(await kept({ financial_status: 'voided' }), []);
    assert.deepEqual(await kept({ fulfillment_status: 'shipped' }), []);
    assert.deepEqual(await kept({ fulfillment_status: 'partial' }), ['#1022', '#999']);
    assert.deepEqual(await kept({ fulfillment_status: 'unshipped' }), ['#1023', '#1019']);
    assert.deepEqual(await kept({ fulfillment_status: 'unfulfilled' }), [
      '#1023',
      '#1022',
      '#1019',
      '#999',
    ]);
    assert.deepEqual(await kept({ since_id: '6120398741827' }), ['#1023']);
    assert.deepEqual(await kept({ attribution_app_id: '580111' }), ['#1023', '#1022', '#1019']);
    assert.deepEqual(await kept({ processed_at_max: Date.UTC(2026, 9, 21, 14, 45, 9) }), [
      '#1019',
      '#999',
    ]);
  });
});

describe('the window of 60 days', () => {
  const opens = NOW - 60 * 86_400_000;
  const read = async (more: Partial<OrderQuery>) => {
    const shop = fakeShop([scopes('read_orders'), page([])]);
    await orders.fetch(query(more), undefined, shop.reading);
    return shop;
  };

  test('is reported where the token may not see older orders', async () => {
    for (const more of [{}, { created_at_min: opens - 1 }]) {
      const { assumed, warnings } = await read(more);
      assert.deepEqual(assumed, [['created_at_min', '2026-09-02T12:00:00+00:00']]);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['orders_window'],
      );
      assert.match(warnings[0]?.message ?? '', /read_all_orders/);
    }
  });

  test('is not worth a word where nothing older was asked for', async () => {
    const shop = fakeShop([page([])]);
    await orders.fetch(query({ created_at_min: opens }), undefined, shop.reading);
    assert.deepEqual([shop.assumed, shop.warnings], [[], []]);
  });
});
