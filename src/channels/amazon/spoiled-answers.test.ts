// Amazon's answers with every place spoiled: read as far as they go, or refused as a broken answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import type { Ask } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Resource } from '../channel.ts';
import { ACCOUNT, fakeSeller, pathOf, queryOf } from './fake-seller.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.native.json`, import.meta.url), 'utf8'));
const { productsBySku: _o, ...order } = sample('order-unshipped-prime');
const { productsBySku: _v, OrderItems, ...old } = sample('order-v0-prices-with-tax');
const { children, marketplaceId: _m, amazonStock: _a, ...parent } = sample('product-variations');

const page = (items: readonly object[]) => ({ numberOfResults: items.length, items });
const BOUNDS = { created_at_min: 0, updated_at_max: Date.UTC(2026, 8, 14, 9) };

interface Case {
  readonly resource: Resource<never, string, object, unknown, unknown>;
  readonly query: object;
  readonly version?: string;
  /** Answers by a name; each is spoiled in turn while the others stay. */
  readonly answers: Readonly<Record<string, object>>;
  /** Which answer an ask gets. */
  readonly route: (ask: Ask) => string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a search for orders': {
    resource: orders as unknown as Case['resource'],
    query: BOUNDS,
    answers: {
      orders: { orders: [order], pagination: {}, createdBefore: '2026-09-14T09:30:00Z' },
      listings: page([{ sku: 'KETTLE-CU-12', relationships: [] }]),
    },
    route: (ask) => (pathOf(ask).startsWith('/listings') ? 'listings' : 'orders'),
  },
  'a single order': {
    resource: orders as unknown as Case['resource'],
    query: { ids: [order.orderId] },
    answers: { order: { order }, listings: page([]) },
    route: (ask) => (pathOf(ask).startsWith('/listings') ? 'listings' : 'order'),
  },
  'orders of v0': {
    resource: orders as unknown as Case['resource'],
    query: BOUNDS,
    version: 'v0',
    answers: {
      list: { payload: { Orders: [old], CreatedBefore: '2026-09-14T09:30:00Z' } },
      items: { payload: { OrderItems } },
      listings: page([]),
    },
    route: (ask) => {
      if (pathOf(ask).startsWith('/listings')) return 'listings';
      return pathOf(ask).endsWith('/orderItems') ? 'items' : 'list';
    },
  },
  'a family of listings': {
    resource: products as unknown as Case['resource'],
    query: { created_at_min: 0, title: 'Garderobenleiste Eiche' },
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

for (const [name, { resource, query, version, answers, route }] of Object.entries(CASES)) {
  const read = async (given: Case['answers']) => {
    const seller = fakeSeller((ask) => given[route(ask)] ?? {}, {
      account: ACCOUNT,
      ...(version && { version }),
    });
    const asked = { limit: 10, status: 'any', ...query } as never;
    if (resource === (products as unknown)) delete (asked as { status?: string }).status;
    const { items } = await resource.fetch(asked, undefined, seller.reading);
    return items;
  };

  test(`${name}, spoiled anywhere, never breaks the reading`, async () => {
    assert.equal((await read(answers)).length, 1, 'the whole answer is read');
    const wrong: string[] = [];
    for (const [which, answer] of Object.entries(answers))
      for (const { path, into, value } of mutations(answer)) {
        try {
          await read({ ...answers, [which]: value as object });
        } catch (error) {
          if (error instanceof Fault && error.code === 'channel_invalid_response') continue;
          wrong.push(`${which}.${path} as ${into}: ${error}`);
        }
      }
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} in all`);
  });
}
