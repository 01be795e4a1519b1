// Answers with every place spoiled in every way: read as far as they go, or refused; never a crash.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import type { Account } from '../../model/credential.ts';
import type { Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Resource } from '../channel.ts';
import { MARKETPLACE, miraklThat, NOW, ok, sample } from './fake-vendor.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

// biome-ignore lint/suspicious/noExplicitAny: both resources, whatever they read
type Any = Resource<any, any, any, any, any>;

const connectOrder = sample('order-connect-cancelled');
const marketOrder = sample('order-marketplace-cancelled');
const connectProduct = sample('product-connect-reduced');
const offer = sample('product-marketplace-reduced');

const DATED = { created_date: '2026-09-01T10:00:00Z', last_updated_date: '2026-09-01T10:00:00Z' };

const PAGES: readonly (readonly [string, Any, Account, object, object])[] = [
  [
    'orders of Connect',
    orders,
    {},
    { limit: 10, created_at_min: 0, status: 'cancelled' },
    { data: [connectOrder, { id: 'bare' }], next_page_token: 'two' },
  ],
  [
    'orders of a marketplace',
    orders,
    MARKETPLACE,
    { limit: 10, updated_at_min: 0 },
    { orders: [marketOrder, { ...DATED, order_id: 'bare' }], total_count: 2 },
  ],
  [
    'products of Connect',
    products,
    {},
    { limit: 10, ids: [connectProduct.id] },
    { data: [connectProduct], next_page_token: 'two' },
  ],
  [
    'offers of a marketplace',
    products,
    MARKETPLACE,
    { limit: 10, status: 'active' },
    { offers: [offer, { offer_id: 1 }], total_count: 2 },
  ],
  ['one offer', products, MARKETPLACE, { limit: 10, ids: [String(offer.offer_id)] }, offer],
];

describe('spoiled answers', () => {
  for (const [name, resource, account, query, body] of PAGES)
    for (const isLenient of [false, true])
      test(`${name}${isLenient ? ', read on' : ''}`, async () => {
        const wrong: string[] = [];
        for (const { path, into, value } of mutations(body)) {
          // The page behind it is empty, so that the walk ends.
          const answers: Reply[] = [ok(value), ...Array.from({ length: 9 }, () => empty(body))];
          const { reading } = miraklThat(answers, account, isLenient);
          try {
            const { items } = await resource.fetch(query, undefined, reading);
            for (const item of items) transformed(resource, item, account, path);
          } catch (error) {
            if (!(error instanceof Fault) || error.code !== 'channel_invalid_response')
              wrong.push(`${path} as ${into}: ${error}`);
            else if (isLenient && error.record !== undefined)
              wrong.push(`${path} as ${into} stopped those who read on: ${error.message}`);
          }
        }
        assert.deepEqual(wrong.slice(0, 10), []);
      });
});

const empty = (body: object): Reply =>
  ok('data' in body ? { data: [] } : { orders: [], offers: [], total_count: 0 });

/** A transform may refuse a record by any error, since the core names it; here it must say why. */
function transformed(resource: Any, item: unknown, account: Account, path: string) {
  try {
    resource.transform(item, { account, now: NOW, note: () => {} });
  } catch (error) {
    if (error instanceof Fault && error.record !== undefined) return;
    assert.ok(error instanceof TypeError, String(error));
    assert.match(
      error.message,
      /^(A value is not of the kind|An amount is missing|Not a list of records)/,
      path,
    );
  }
}
