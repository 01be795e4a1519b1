// Reading products: searches, identifiers, long lists, stock by location.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeProduct } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import type { Warning } from '../channel.ts';
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
import type { Product } from './native.ts';
import { products, searchTerms } from './products.ts';

const bag: Product = sample('product-single-variant.native');
const jersey: Product = sample('product-options-draft.native');

/** The product as Shopify answers it: neither currency nor stock with it. */
function asked(product: Product) {
  const { shopCurrencyCode: _, ...rest } = product;
  const nodes = product.variants.nodes.map((variant) => {
    const { inventoryLevels: __, ...item } = variant.inventoryItem;
    return { ...variant, inventoryItem: item };
  });
  return { ...rest, variants: { ...product.variants, nodes } };
}
const untracked = (product: Product) => {
  const { variants, ...rest } = asked(product);
  const nodes = variants.nodes.map((variant) => ({
    ...variant,
    inventoryItem: { ...variant.inventoryItem, tracked: false },
  }));
  return { ...rest, variants: { ...variants, nodes } };
};
const shop = { currencyCode: 'EUR' };
const page = (nodes: readonly unknown[], cursor: string | null = null) => ({
  data: { shop, products: listOf(nodes, cursor) },
});
const ALL = scopes('read_products', 'read_inventory', 'write_locations');
const levelsOf =
  (...known: readonly Product[]) =>
  ({ ids }: Record<string, unknown>) => {
    const items = known.flatMap((product) =>
      product.variants.nodes.map((each) => each.inventoryItem),
    );
    const nodes = (ids as string[]).map((id) => {
      const item = items.find((each) => each.id === id);
      return item
        ? { __typename: 'InventoryItem', id, inventoryLevels: item.inventoryLevels }
        : null;
    });
    return { data: { nodes } };
  };
const query = (more: Partial<ProductQuery> = {}): ProductQuery => ({ limit: 10, ...more });
const titles = (items: readonly Product[]) => items.map((product) => product.title);

test('products come with the shop’s currency and their stock by location', async () => {
  const fake = fakeShop([page([asked(bag), asked(jersey)], 'c'), ALL, levelsOf(bag, jersey)]);
  const { items, next } = await products.fetch(query({ limit: 2 }), undefined, fake.reading);
  assert.deepEqual(items, [bag, jersey]);
  assert.deepEqual(next, { after: 'c', read: 2 });
  assert.deepEqual(fake.asks.map(nameOf), ['Products', 'Installation', 'InventoryLevels']);
  assert.deepEqual(variablesOf(fake.asks[0]), {
    first: 2,
    query: 'status:active,draft,archived,unlisted',
  });
  assert.equal(variablesOf(fake.asks[2]).ids.length, 3);
});

test('stock is left out, with the reason, where the token may not read it', async () => {
  const fake = fakeShop([page([asked(bag)]), scopes('read_products', 'read_inventory')]);
  const { items } = await products.fetch(query(), undefined, fake.reading);
  assert.equal(items[0]?.variants.nodes[0]?.inventoryItem.inventoryLevels, undefined);
  assert.deepEqual(
    fake.warnings.map(({ code, field }) => [code, field]),
    [['field_withheld', 'variants.inventory_levels']],
  );
  assert.match(fake.warnings[0]?.message ?? '', /lacks the scope read_locations\./);
});

test('nothing is asked about stock that is not tracked', async () => {
  const fake = fakeShop([page([untracked(bag)])]);
  await products.fetch(query(), undefined, fake.reading);
  assert.equal(fake.asks.length, 1);
});

test('stock in many places, and of many variants, is read to its end', async () => {
  const variant = asked(jersey).variants.nodes[0];
  const many = Array.from({ length: 60 }, (_, i) => ({
    ...variant,
    legacyResourceId: String(i),
    inventoryItem: { ...variant?.inventoryItem, id: `gid://shopify/InventoryItem/${i}` },
  }));
  const level = jersey.variants.nodes[0]?.inventoryItem.inventoryLevels?.nodes[0];
  const answer =
    (cursor: string | null) =>
    ({ ids }: Record<string, unknown>) => ({
      data: {
        nodes: (ids as string[]).map((id) => ({
          id,
          inventoryLevels: listOf([level], id.endsWith('/0') ? cursor : null),
        })),
      },
    });
  const fake = fakeShop([
    page([{ ...asked(jersey), variants: listOf(many.slice(0, 50), 'v50') }]),
    { data: { product: { id: jersey.id, variants: listOf(many.slice(50)) } } },
    ALL,
    answer('l1'),
    answer(null),
    { data: { inventoryItem: { id: 'x', inventoryLevels: listOf([level, level]) } } },
  ]);
  const { items } = await products.fetch(query(), undefined, fake.reading);
  const counts = items[0]?.variants.nodes.map(
    (each) => each.inventoryItem.inventoryLevels?.nodes.length,
  );
  assert.deepEqual(counts, [3, ...Array(59).fill(1)]);
  assert.deepEqual(
    fake.asks
      .filter((ask) => nameOf(ask) === 'InventoryLevels')
      .map((ask) => variablesOf(ask).ids.length),
    [50, 10],
  );
  assert.deepEqual(variablesOf(fake.asks[1]), { id: jersey.id, first: 250, after: 'v50' });
});

test('more than 20 images are read to their end', async () => {
  const image = bag.media.nodes[0];
  const fake = fakeShop([
    page([{ ...untracked(bag), media: listOf(Array(20).fill(image), 'm20') }]),
    { data: { product: { id: bag.id, media: listOf([image]) } } },
  ]);
  const { items } = await products.fetch(query(), undefined, fake.reading);
  assert.equal(items[0]?.media.nodes.length, 21);
  assert.equal(fake.asks[1] && nameOf(fake.asks[1]), 'MoreMedia');
});

test('a question about stock that is too costly is halved and finished', async () => {
  const fake = fakeShop([
    page([asked(jersey)]),
    ALL,
    tooCostly,
    levelsOf(jersey),
    levelsOf(jersey),
  ]);
  const { items } = await products.fetch(query(), undefined, fake.reading);
  assert.deepEqual(items, [jersey]);
  assert.deepEqual(
    fake.asks.slice(2).map((ask) => variablesOf(ask).ids.length),
    [2, 1, 1],
  );
});

test('every filter is spelled out', () => {
  const terms = (more: Partial<ProductQuery>) => searchTerms(query(more));
  assert.equal(terms({ status: 'active' }), 'status:active,unlisted');
  assert.equal(
    terms({
      status: 'draft',
      title: "Rider's Cap: Navy",
      vendor: 'Velo Nord',
      product_type: 'Caps',
      handle: 'cap',
    }),
    "status:draft title:'Rider\\'s Cap\\: Navy' vendor:'Velo Nord' product_type:'Caps' handle:'cap'",
  );
  assert.equal(
    terms({ status: 'archived', since_id: '9', published_at_min: Date.UTC(2026, 0, 1) }),
    "status:archived id:>=10 published_at:>='2026-01-01T00:00:00Z'",
  );
  assert.equal(
    terms({ status: 'draft', collection_id: '7', since_id: '9' }),
    'status:draft collection_id:7',
  );
});

describe('every filter is held against the product itself', () => {
  const kept = async (
    more: Partial<ProductQuery>,
    nodes: readonly object[] = [untracked(bag), untracked(jersey)],
  ) => {
    const fake = fakeShop([page(nodes)]);
    return titles((await products.fetch(query(more), undefined, fake.reading)).items);
  };

  test('texts exactly, in every letter', async () => {
    assert.deepEqual(await kept({ title: 'Handlebar Bag' }), ['Handlebar Bag']);
    assert.deepEqual(await kept({ title: 'handlebar bag' }), []);
    assert.deepEqual(await kept({ vendor: 'Velo Nord' }), ['Wool Jersey']);
    assert.deepEqual(await kept({ product_type: 'Bags' }), ['Handlebar Bag']);
    assert.deepEqual(await kept({ handle: 'wool-jersey' }), ['Wool Jersey']);
  });

  test('states, with unlisted products among the active', async () => {
    assert.deepEqual(await kept({ status: 'active' }), ['Handlebar Bag']);
    const unlisted = { ...untracked(bag), status: 'UNLISTED' };
    assert.deepEqual(await kept({ status: 'active' }, [unlisted]), ['Handlebar Bag']);
    assert.deepEqual(await kept({ published_status: 'published' }), ['Handlebar Bag']);
    assert.deepEqual(await kept({ published_status: 'unpublished' }), ['Wool Jersey']);
    assert.deepEqual(await kept({ published_status: 'any' }), ['Handlebar Bag', 'Wool Jersey']);
    const tomorrow = { ...untracked(bag), publishedAt: '2026-11-02T12:00:00Z' };
    assert.deepEqual(await kept({ published_status: 'published' }, [tomorrow]), []);
  });

  test('times and identifiers', async () => {
    assert.deepEqual(await kept({ published_at_min: 0 }), ['Handlebar Bag']);
    assert.deepEqual(await kept({ created_at_min: Date.UTC(2026, 7, 30, 10, 15) }), [
      'Wool Jersey',
    ]);
    assert.deepEqual(await kept({ since_id: '9120044138691' }), ['Handlebar Bag']);
  });

  test('collections, by asking each product', async () => {
    const nodes = [
      { ...untracked(bag), inCollection: true },
      { ...untracked(jersey), inCollection: false },
    ];
    const fake = fakeShop([page(nodes)]);
    const { items } = await products.fetch(query({ collection_id: '77' }), undefined, fake.reading);
    assert.deepEqual(titles(items), ['Handlebar Bag']);
    assert.equal(variablesOf(fake.asks[0]).collection, 'gid://shopify/Collection/77');
    assert.match(queryOf(fake.asks[0]), /inCollection\(id: \$collection\)/);
    await assert.rejects(products.fetch(query({ collection_id: 'new' }), undefined, fake.reading), {
      code: 'invalid_request',
      field: 'collection_id',
    });
  });
});

test('ids come in the order asked for and heed the other filters', async () => {
  const fake = fakeShop([{ data: { shop, nodes: [untracked(jersey), null, untracked(bag)] } }]);
  const ids = [jersey.legacyResourceId, '1', bag.legacyResourceId];
  const { items, next } = await products.fetch(
    query({ ids, status: 'active' }),
    undefined,
    fake.reading,
  );
  assert.deepEqual(titles(items), ['Handlebar Bag']);
  assert.equal(next, undefined);
  assert.deepEqual(
    variablesOf(fake.asks[0]).ids[0],
    `gid://shopify/Product/${jersey.legacyResourceId}`,
  );
});

test('an answer without the shop’s currency is refused', async () => {
  const fake = fakeShop([{ data: { products: listOf([asked(bag)]) } }]);
  await assert.rejects(products.fetch(query(), undefined, fake.reading), {
    code: 'channel_invalid_response',
  });
});

test('prices keep every digit, and stock that no one counts is null', () => {
  const context = { account: {}, now: NOW, note: () => {} };
  const [variant] = bag.variants.nodes;
  assert.ok(variant);
  const read = (shopCurrencyCode: string, price: string, tracked: boolean) => {
    const inventoryItem = { ...variant.inventoryItem, tracked };
    const one = { ...variant, price, compareAtPrice: price, inventoryQuantity: 0, inventoryItem };
    const native = { ...bag, shopCurrencyCode, variants: { ...bag.variants, nodes: [one] } };
    const [ours] = products.transform(native, context).variants ?? [];
    return [ours?.price, ours?.compare_at_price, ours?.inventory_quantity];
  };
  assert.deepEqual(read('HUF', '1234.56', true), ['1234.56', '1234.56', 0]);
  assert.deepEqual(read('COP', '19999.99', false), ['19999.99', '19999.99', null]);
  assert.deepEqual(read('IDR', '15000.0', true), ['15000.00', '15000.00', 0]);
  assert.deepEqual(read('JPY', '1200.0', true), ['1200', '1200', 0]);
});

test('words that are not known are null and reported, uploads in progress are no images', () => {
  const warnings: Warning[] = [];
  const context = { account: {}, now: NOW, note: (warning: Warning) => warnings.push(warning) };
  const [variant] = bag.variants.nodes;
  assert.ok(variant);
  const odd: Product = {
    ...bag,
    status: 'HIDDEN',
    descriptionHtml: '',
    featuredMedia: null,
    media: {
      ...bag.media,
      nodes: [{ id: 'gid://shopify/MediaImage/1', alt: null, image: null }, ...bag.media.nodes],
    },
    variants: {
      ...bag.variants,
      nodes: [
        {
          ...variant,
          inventoryPolicy: 'ASK',
          inventoryItem: {
            ...variant.inventoryItem,
            tracked: false,
            measurement: { weight: null },
          },
        },
      ],
    },
  };
  const product = products.transform(odd, context);
  assert.equal(product.status, null);
  assert.equal(product.body_html, null);
  assert.equal(product.images?.length, 1);
  assert.equal(product.images?.[0]?.position, 1);
  assert.equal(completeProduct(product, 'shopify').image?.id, '44120033010947');
  assert.equal(product.variants?.[0]?.inventory_policy, null);
  assert.equal(product.variants?.[0]?.inventory_management, null);
  assert.equal(product.variants?.[0]?.weight, null);
  assert.deepEqual(
    warnings.map(({ code, field }) => [code, field]),
    [
      ['unknown_status', 'status'],
      ['unknown_status', 'variants.inventory_policy'],
    ],
  );
});
