// Walks past the 25,000 objects that Shopify pages through in one list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderQuery } from '../../model/query.ts';
import { fakeShop, listOf, sample, scopes, variablesOf } from './fake-vendor.ts';
import type { Cursor } from './long-walk.ts';
import type { Order, Product } from './native.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const paid: Order = sample('order-paid.native');
const bag: Product = sample('product-single-variant.native');

const TOTAL = 27_000;
/** The walk is watched from here on. */
const BEGUN = 19_900;
const LIMIT = 25_000;
const START = Date.UTC(2026, 9, 1);
/** Three orders are made in every second. */
const madeAt = (number: number) =>
  new Date(START + Math.floor(number / 3) * 1000).toISOString().replace('.000', '');

/** A shop that answers only the first 25,000 of any search, newest first. */
function deepShop(asked: Record<string, unknown>) {
  const { first, after = '0', query = '' } = asked as Record<string, string> & { first: number };
  const latest = /created_at:<='([^']+)'/.exec(query)?.[1];
  const seconds = latest === undefined ? TOTAL : (Date.parse(latest) - START) / 1000;
  const newest = Math.min(TOTAL, seconds * 3 + 2);
  const from = Number(after);
  assert.ok(from + first <= LIMIT, `asked for what lies behind ${from}`);
  const nodes = Array.from({ length: Math.min(first, newest - from) }, (_, at) => {
    const number = newest - from - at;
    return {
      ...paid,
      id: `gid://shopify/Order/${number}`,
      legacyResourceId: String(number),
      createdAt: madeAt(number),
    };
  });
  const end = from + nodes.length;
  return { data: { orders: listOf(nodes, end < newest ? String(end) : null) } };
}

test('a new search takes over before the limit, and no order is lost or repeated', async () => {
  const query: OrderQuery = { limit: 100, created_at_min: START };
  const seen = new Set<string>();
  let cursor: Cursor | undefined = { after: String(BEGUN), read: BEGUN };
  let given = 0;
  const remembered = new Map<string, unknown>();
  do {
    const shop = fakeShop(Array(9).fill(deepShop), { kept: remembered });
    const { items, next }: Awaited<ReturnType<typeof orders.fetch>> = await orders.fetch(
      query,
      cursor,
      shop.reading,
    );
    for (const { id } of items) seen.add(id);
    given += items.length;
    cursor = next;
  } while (cursor !== undefined);
  assert.equal(seen.size, TOTAL - BEGUN);
  assert.equal(given, TOTAL - BEGUN);
});

test('orders of one moment that were given already are not given again', async () => {
  const last = { value: madeAt(9), ids: ['gid://shopify/Order/11', 'gid://shopify/Order/10'] };
  const asked: Record<string, unknown>[] = [];
  const shop = fakeShop([
    (variables: Record<string, unknown>) => {
      asked.push(variables);
      const nodes = [11, 10, 9, 8].map((number) => ({
        ...paid,
        id: `gid://shopify/Order/${number}`,
        createdAt: madeAt(number),
      }));
      return { data: { orders: listOf(nodes) } };
    },
  ]);
  const cursor: Cursor = { read: 0, start: last };
  const query: OrderQuery = { limit: 10, created_at_min: START };
  const { items } = await orders.fetch(query, cursor, shop.reading);
  assert.deepEqual(
    items.map(({ id }) => id),
    ['gid://shopify/Order/9', 'gid://shopify/Order/8'],
  );
  assert.match(String(asked[0]?.query), /created_at:<='2026-10-01T00:00:03Z'$/);
});

test('products go on behind the last identifier', async () => {
  const page = (number: number, cursor: string | null) => ({
    data: {
      shop: { currencyCode: 'EUR' },
      products: listOf(
        [
          {
            ...bag,
            id: `gid://shopify/Product/${number}`,
            legacyResourceId: String(number),
            variants: listOf([]),
          },
        ],
        cursor,
      ),
    },
  });
  const shop = fakeShop([page(77, 'far'), page(78, null)]);
  const first = await products.fetch({ limit: 1 }, { after: 'x', read: 23_999 }, shop.reading);
  assert.deepEqual(first.next, {
    read: 0,
    start: { value: '77', ids: ['gid://shopify/Product/77'] },
  });
  await products.fetch({ limit: 1 }, first.next, shop.reading);
  assert.deepEqual(variablesOf(shop.asks[1]), {
    first: 1,
    query: 'status:active,draft,archived,unlisted id:>=78',
  });
});

test('a collection that ends at the limit may hold more, and the answer says so', async () => {
  const nodes = [{ ...bag, inCollection: true, variants: listOf([]) }];
  const body = { data: { shop: { currencyCode: 'EUR' }, products: listOf(nodes) } };
  const shop = fakeShop([body, scopes()]);
  const cursor = { after: 'x', read: 24_999 };
  await products.fetch({ limit: 1, collection_id: '7' }, cursor, shop.reading);
  assert.deepEqual(
    shop.warnings.map(({ code }) => code),
    ['paging_limit'],
  );
});
