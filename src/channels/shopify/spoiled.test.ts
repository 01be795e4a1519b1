// Answers with every place spoiled in every way: read as far as they go, or refused; never a crash.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mutations } from '../../../test/mutations.ts';
import { Fault } from '../../model/faults.ts';
import { fakeShop, listOf, NOW, sample, scopes } from './fake-vendor.ts';
import type { Order, Product } from './native.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';

const returned: Order = sample('order-shipped-returned.native');
const { fulfillments, ...order } = returned;
const [line] = order.lineItems.nodes;
const product: Product = sample('product-options-draft.native');
const context = { account: {}, now: NOW, note: () => {} };

/** One answer of a conversation, and the asks that it answers. */
type Talk = readonly object[];

async function spoilEach(talk: Talk, run: (talk: Talk) => Promise<void>) {
  const wrong: string[] = [];
  for (const [turn, answer] of talk.entries())
    for (const { path, into, value } of mutations(answer)) {
      const spoiled = talk.map((one, at) => (at === turn ? (value as object) : one));
      try {
        await run(spoiled);
      } catch (error) {
        const foreseen =
          error instanceof Fault &&
          ['channel_invalid_response', 'permission_missing'].includes(error.code);
        if (!foreseen) wrong.push(`answer ${turn}, ${path} as ${into}: ${error}`);
      }
    }
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} went wrong`);
}

/** A record that cannot be transformed is refused by the core, by its name. */
const attempt = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof Fault)) throw error;
  }
};

/** After what was prepared, every further ask is answered with nothing found. */
const shopOf = (talk: Talk) =>
  fakeShop([...talk, ...Array(20).fill({ data: { nodes: [], order: null } })]);

describe('spoiled answers', () => {
  const short = {
    ...order,
    lineItems: listOf([line], 'l1'),
    customer: null,
    billingAddress: null,
    shippingAddress: null,
  };
  const talk: Talk = [
    scopes('read_orders'),
    { data: { orders: listOf([short]) } },
    { data: { order: { id: order.id, lineItems: listOf(order.lineItems.nodes.slice(1)) } } },
    { data: { nodes: [{ __typename: 'Order', id: order.id, fulfillments }] } },
  ];
  const filters = { limit: 10, status: 'open', fulfillment_status: 'partial', updated_at_min: 0 };

  test('the talk itself is read', async () => {
    const { items } = await orders.fetch(filters, undefined, fakeShop(talk).reading);
    assert.equal(items.length, 1);
    assert.equal(items[0]?.lineItems.nodes.length, 3);
    assert.deepEqual(items[0]?.fulfillments, fulfillments);
  });

  test('of orders never crash the reading', async () => {
    await spoilEach(talk, async (spoiled) => {
      const { items } = await orders.fetch(filters, undefined, shopOf(spoiled).reading);
      for (const item of items) attempt(() => orders.transform(item, context));
    });
  });

  test('of products never crash the reading', async () => {
    const bare = product.variants.nodes.map((variant) => {
      const { inventoryLevels: _, ...inventoryItem } = variant.inventoryItem;
      return { ...variant, inventoryItem };
    });
    const levels = product.variants.nodes.map(({ inventoryItem }) => ({
      __typename: 'InventoryItem',
      id: inventoryItem.id,
      inventoryLevels: inventoryItem.inventoryLevels,
    }));
    const asked: Talk = [
      {
        data: {
          shop: { currencyCode: 'EUR' },
          products: listOf([{ ...product, variants: listOf(bare.slice(0, 1), 'v1') }]),
        },
      },
      { data: { product: { id: product.id, variants: listOf(bare.slice(1)) } } },
      scopes('read_products', 'read_inventory', 'read_locations'),
      { data: { nodes: levels } },
    ];
    const query = { limit: 10, status: 'draft', since_id: '1', created_at_min: 0 };
    await spoilEach(asked, async (spoiled) => {
      const { items } = await products.fetch(query, undefined, shopOf(spoiled).reading);
      for (const item of items) attempt(() => products.transform(item, context));
    });
  });

  test('cost the walk one record, where the caller asked to read on', async () => {
    const nameless = { ...order, id: null };
    const broken = { ...order, id: 'gid://shopify/Order/2', lineItems: { nodes: [line] } };
    const nodes = [null, nameless, broken, order];
    const answers = [scopes('read_orders'), { data: { orders: listOf(nodes, 'next') } }];
    const filters = { limit: 4, status: 'any' };
    await assert.rejects(orders.fetch(filters, undefined, shopOf(answers).reading), {
      code: 'channel_invalid_response',
    });
    const shop = fakeShop([...answers, { data: { nodes: [] } }, { data: { orders: listOf([]) } }], {
      lenient: true,
    });
    const { items, next } = await orders.fetch(filters, undefined, shop.reading);
    assert.deepEqual(
      items.map(({ id }) => id),
      [order.id],
    );
    assert.equal(next, undefined);
    assert.deepEqual(
      shop.leftOut.map(({ record }) => record),
      ['without an identifier', order.legacyResourceId, '2'],
    );
  });
});
