// Amazon's answers with every place spoiled: read as far as they go, or refused as a broken answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Ask } from '../../model/exchange.ts';
import type { Resource } from '../channel.ts';
import { ACCOUNT, fakeVendor, pathOf, queryOf, unreadAnswers } from './fake-vendor.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const { productsBySku: _o, ...order } = sample('order-unshipped-prime');
const { children, marketplaceId: _m, amazonStock: _a, ...parent } = sample('product-variations');

const page = (items: readonly object[]) => ({ numberOfResults: items.length, items });
const BOUNDS = { created_at_min: 0, updated_at_max: Date.UTC(2026, 8, 14, 9) };

interface Case {
  readonly resource: Resource<never, string, object, unknown, unknown>;
  readonly query: object;
  /** Answers by a name; each is spoiled in turn while the others stay. */
  readonly answers: Readonly<Record<string, object>>;
  /** Which answer an ask gets. */
  readonly route: (ask: Ask) => string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a search for orders': {
    resource: orders as unknown as Case['resource'],
    query: { limit: 10, status: 'any', ...BOUNDS },
    answers: {
      orders: { orders: [order], pagination: {}, createdBefore: '2026-09-14T09:30:00Z' },
      listings: page([{ sku: 'KETTLE-CU-12', relationships: [] }]),
    },
    route: (ask) => (pathOf(ask).startsWith('/listings') ? 'listings' : 'orders'),
  },
  'a single order': {
    resource: orders as unknown as Case['resource'],
    query: { limit: 10, status: 'any', ids: [order.orderId] },
    answers: { order: { order }, listings: page([]) },
    route: (ask) => (pathOf(ask).startsWith('/listings') ? 'listings' : 'order'),
  },
  'a family of listings': {
    resource: products as unknown as Case['resource'],
    query: { limit: 10, created_at_min: 0, title: 'Garderobenleiste Eiche' },
    answers: {
      list: page([parent]),
      family: page(children),
      stock: {
        payload: {
          inventorySummaries: [
            { sellerSku: 'RACK-OAK-80', inventoryDetails: { fulfillableQuantity: 3 } },
          ],
        },
        pagination: {},
      },
    },
    route: (ask) => {
      if (pathOf(ask).startsWith('/fba')) return 'stock';
      return queryOf(ask).variationParentSku ? 'family' : 'list';
    },
  },
};

for (const [name, { resource, query, answers, route }] of Object.entries(CASES))
  test(`${name}, spoiled anywhere, never breaks the reading`, async () => {
    const read = async (given: Case['answers']) => {
      const seller = fakeVendor((ask) => given[route(ask)] ?? {}, { account: ACCOUNT });
      return (await resource.fetch(query as never, undefined, seller.reading)).items;
    };
    assert.equal((await read(answers)).length, 1, 'the whole answer is read');
    assert.deepEqual(await unreadAnswers(answers, read), []);
  });
