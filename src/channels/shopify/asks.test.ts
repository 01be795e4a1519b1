// Asking by GraphQL, seen through orders: lists to their end, costs, what is withheld, versions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import {
  fakeShop,
  listOf,
  NOW,
  nameOf,
  queryOf,
  sample,
  scopes,
  tooCostly,
  variablesOf,
} from './fake-vendor.ts';
import type { Order } from './native.ts';
import { orders } from './orders.ts';

const paid: Order = sample('order-paid.native');
const discounted: Order = sample('order-discounted-two-currencies.native');

const ALL = scopes('read_orders', 'read_all_orders');
const page = (nodes: readonly unknown[], cursor: string | null = null) => ({
  data: { orders: listOf(nodes, cursor) },
});
const query = (more: Partial<OrderQuery> = {}): OrderQuery => ({ limit: 10, ...more });

describe('long lists', () => {
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...paid.lineItems.nodes[0],
      id: `gid://shopify/LineItem/${from + i}`,
    }));

  test('are read to their end', async () => {
    const long = {
      ...paid,
      lineItems: listOf(lines(1, 20), 'l20'),
      shippingLines: listOf(paid.shippingLines.nodes, 's1'),
      discountApplications: listOf(discounted.discountApplications.nodes.slice(0, 1), 'd1'),
    };
    const order = (field: string, nodes: readonly unknown[], cursor: string | null = null) => ({
      data: { order: { id: paid.id, [field]: listOf(nodes, cursor) } },
    });
    const shop = fakeShop([
      ALL,
      page([long]),
      order('lineItems', lines(21, 100), 'l120'),
      order('lineItems', lines(121, 1)),
      order('shippingLines', discounted.shippingLines.nodes),
      order('discountApplications', discounted.discountApplications.nodes.slice(1)),
    ]);
    const { items } = await orders.fetch(query(), undefined, shop.reading);
    assert.equal(items[0]?.lineItems.nodes.length, 121);
    assert.equal(new Set(items[0]?.lineItems.nodes.map(({ id }) => id)).size, 121);
    assert.equal(items[0]?.shippingLines.nodes.length, 2);
    assert.deepEqual(items[0]?.discountApplications.nodes, discounted.discountApplications.nodes);
    assert.deepEqual(variablesOf(shop.asks[2]), { id: paid.id, first: 100, after: 'l20' });
    assert.deepEqual(variablesOf(shop.asks[3]), { id: paid.id, first: 100, after: 'l120' });
    assert.deepEqual(shop.asks.slice(2).map(nameOf), [
      'MoreLines',
      'MoreLines',
      'MoreShipping',
      'MoreDiscounts',
    ]);
  });

  test('that break off fail the call', async () => {
    const long = { ...paid, lineItems: listOf(lines(1, 20), 'l20') };
    const broken = [
      { data: { order: null } },
      { data: { order: { id: paid.id } } },
      { data: { order: { id: paid.id, lineItems: listOf([], 'l20') } } },
    ];
    for (const answer of broken) {
      const shop = fakeShop([ALL, page([long]), answer]);
      await assert.rejects(orders.fetch(query(), undefined, shop.reading), {
        code: 'channel_invalid_response',
      });
    }
  });
});

describe('a query that is too costly', () => {
  const sizes = (shop: { asks: readonly Ask[] }) =>
    shop.asks
      .filter((one) => nameOf(one) === 'Orders')
      .map((one) => variablesOf(one).first as number);
  const asked = query({ limit: 25, created_at_min: NOW });

  test('is halved, and the size that works is remembered', async () => {
    const shop = fakeShop([ALL, tooCostly, tooCostly, page([paid], 'a'), page([discounted])]);
    await orders.fetch(query({ limit: 25 }), undefined, shop.reading);
    assert.deepEqual(sizes(shop), [25, 12, 6, 6]);
    const one = fakeShop([ALL, tooCostly]);
    await assert.rejects(orders.fetch(query({ limit: 1 }), undefined, one.reading), {
      code: 'channel_failed',
    });
  });

  test('makes pages smaller for that shop alone, and for some minutes', async () => {
    const kept = new Map<string, unknown>();
    const first = fakeShop([tooCostly, page([])], { kept });
    await orders.fetch(asked, undefined, first.reading);
    assert.deepEqual(sizes(first), [25, 12]);

    const soon = fakeShop([page([])], { kept, now: NOW + 5 * 60_000 });
    await orders.fetch(asked, undefined, soon.reading);
    assert.deepEqual(sizes(soon), [12]);

    const later = fakeShop([page([])], { kept, now: NOW + 11 * 60_000 });
    await orders.fetch(asked, undefined, later.reading);
    assert.deepEqual(sizes(later), [25]);

    const other = fakeShop([page([])]);
    await orders.fetch(asked, undefined, other.reading);
    assert.deepEqual(sizes(other), [25]);
  });
});

test('what an ask cost is known the next time, and until then guessed below the limit', async () => {
  const kept = new Map<string, unknown>();
  const costing = (requestedQueryCost: number) => ({
    ...page([]),
    extensions: { cost: { requestedQueryCost } },
  });
  const shop = fakeShop([costing(640), costing(640)], { kept });
  const asked = query({ limit: 25, created_at_min: NOW });
  await orders.fetch(asked, undefined, shop.reading);
  await orders.fetch(asked, undefined, shop.reading);
  const [guess = 0, charge] = shop.asks.map(({ cost }) => cost);
  assert.ok(guess > 100 && guess < 1000, `${guess} points`);
  assert.equal(charge, 640);
});

describe('a walk that does not move on', () => {
  const many = (from: number) =>
    Array.from({ length: 25 }, (_, at) => ({
      ...paid,
      id: `gid://shopify/Order/${from + at}`,
      legacyResourceId: String(from + at),
    }));

  test('ends with a fault where the cursor is the one that was sent', async () => {
    const shop = fakeShop([ALL, page(many(1), 'a'), page(many(1), 'a')]);
    await assert.rejects(orders.fetch(query({ limit: 100 }), undefined, shop.reading), {
      code: 'channel_invalid_response',
      message: /read_all_orders/,
    });
    assert.equal(shop.asks.length, 3);
  });

  test('ends with a fault where the same page comes under another cursor', async () => {
    const shop = fakeShop([ALL, page(many(1), 'a'), page(many(1), 'b')]);
    await assert.rejects(orders.fetch(query({ limit: 100 }), undefined, shop.reading), {
      code: 'channel_invalid_response',
    });
  });

  test('ends with a fault inside a record too', async () => {
    const lines = (cursor: string) => ({
      data: { order: { id: paid.id, lineItems: listOf(paid.lineItems.nodes, cursor) } },
    });
    const long = { ...paid, lineItems: listOf(discounted.lineItems.nodes, 'l1') };
    const shop = fakeShop([ALL, page([long]), lines('l2'), lines('l1')]);
    await assert.rejects(orders.fetch(query(), undefined, shop.reading), {
      code: 'channel_invalid_response',
      record: paid.legacyResourceId,
    });
  });
});

describe('what Shopify withholds', () => {
  const denied = (
    path: readonly (string | number)[],
    message: string,
    requiredAccess?: string,
  ) => ({
    message,
    path,
    extensions: { code: 'ACCESS_DENIED', ...(requiredAccess && { requiredAccess }) },
  });

  test('is named, and the orders are returned', async () => {
    const message =
      'Access denied for retailLocation field. Required access: `read_locations` access scope.';
    const body = {
      ...page([structuredClone(paid)]),
      errors: [
        denied(['orders', 'nodes', 0, 'retailLocation'], message, '`read_locations` access scope.'),
      ],
    };
    const shop = fakeShop([ALL, body]);
    const { items } = await orders.fetch(query(), undefined, shop.reading);
    // Null would say that the order has no location; no one said that.
    const { retailLocation: _, ...rest } = paid;
    assert.deepEqual(items, [rest]);
    assert.deepEqual(shop.warnings, [
      {
        code: 'field_withheld',
        field: 'retailLocation',
        fields: ['retailLocation'],
        message: `Shopify withheld retailLocation: ${message}`,
      },
    ]);
  });

  test('is named by its whole path, by whichever way it was read', async () => {
    const body = {
      data: { nodes: [structuredClone(paid)] },
      errors: [
        denied(['nodes', 0, 'customer', 'defaultAddress'], 'No.'),
        denied(['nodes', 1], 'No.'),
      ],
    };
    const shop = fakeShop([ALL, body]);
    await orders.fetch(query({ ids: ['6120441733315'] }), undefined, shop.reading);
    assert.deepEqual(
      shop.warnings.map(({ field }) => field),
      ['customer.defaultAddress', 'a record'],
    );
  });

  test('fails the call when it is all of them', async () => {
    const cases: [object, RegExp][] = [
      [
        denied(['orders'], 'This app is not approved to access the Order object.'),
        /protected customer data/,
      ],
      [
        denied(['orders'], 'Access denied for orders field.', '`read_orders` access scope.'),
        /lacks the scope read_orders\./,
      ],
    ];
    for (const [error, sentence] of cases)
      for (const data of [null, { orders: null }]) {
        const shop = fakeShop([ALL, { data, errors: [error] }]);
        await assert.rejects(orders.fetch(query(), undefined, shop.reading), {
          code: 'permission_missing',
          message: sentence,
        });
      }
  });
});

test('an answer of another shape is refused', async () => {
  for (const body of [
    {},
    { data: null },
    { data: { orders: null } },
    { data: { orders: {} } },
    { data: { orders: { nodes: [] } } },
  ]) {
    const shop = fakeShop([ALL, body]);
    await assert.rejects(orders.fetch(query(), undefined, shop.reading), {
      code: 'channel_invalid_response',
    });
  }
});

test('another API version than the one asked for is reported', async () => {
  const shop = fakeShop([page([])], {
    version: '2026-01',
    headers: { 'x-shopify-api-version': '2026-04' },
  });
  await orders.fetch(query({ created_at_min: NOW }), undefined, shop.reading);
  assert.match(shop.asks[0]?.url ?? '', /\/admin\/api\/2026-01\/graphql\.json$/);
  assert.deepEqual(
    shop.warnings.map(({ code }) => code),
    ['api_version_changed'],
  );
});

test('documents ask for what their version has', async () => {
  const documentOf = async (version: string) => {
    const shop = fakeShop([page([])], { version });
    await orders.fetch(query({ created_at_min: NOW }), undefined, shop.reading);
    return queryOf(shop.asks[0]);
  };
  const [january, july, october] = [
    await documentOf('2026-01'),
    await documentOf('2026-07'),
    await documentOf('2026-10'),
  ];
  assert.doesNotMatch(january, /weight \{/);
  assert.match(july, /weight \{ unit value \}/);
  assert.match(july, /marketingCollectedFrom/);
  assert.match(october, /smsMarketingConsent \{/);
  assert.doesNotMatch(october, /marketingCollectedFrom/);
});
