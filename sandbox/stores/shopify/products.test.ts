// Tests that products are returned correctly: states, options, variants past a page, media and stock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product, ProductTrait } from '../../catalogue/types.ts';
import { gidOf, numberOf } from './ids.ts';
import { printMoney } from './money.ts';
import { statusOf } from './product-search.ts';
import { catalogue, type Json, openTrial } from './trial.ts';

const { store, ask } = openTrial();
const { products } = catalogue();

function walk(query: string): readonly Json[] {
  const all: Json[] = [];
  let after: string | null = null;
  for (;;) {
    const text =
      'query Q($after: String, $query: String) { products(first: 100, after: $after, query: $query) { nodes { legacyResourceId status vendor productType publishedAt onlineStoreUrl tags } pageInfo { hasNextPage endCursor } } }';
    const { data }: Json = ask('demo', text, { after, query }).body;
    all.push(...data.products.nodes);
    if (!data.products.pageInfo.hasNextPage) return all;
    after = data.products.pageInfo.endCursor;
  }
}

const ids = (list: readonly Json[]) => list.map(({ legacyResourceId }) => legacyResourceId);
const idsOf = (test: (product: Product) => boolean) =>
  products.filter(test).map((product) => store.productId(product));

function one(trait: ProductTrait, fields: string): readonly [Product, Json] {
  const product = products.find(({ traits }) => traits.includes(trait));
  assert.ok(product, trait);
  const id = `gid://shopify/Product/${store.productId(product)}`;
  return [
    product,
    ask('demo', `query Q($id: ID!) { product(id: $id) { ${fields} } }`, { id }).body.data.product,
  ];
}

test('without a status term only active products are listed; with all of them, all are', () => {
  assert.deepEqual(
    ids(walk('')),
    idsOf((product) => statusOf(product) === 'ACTIVE'),
  );
  assert.deepEqual(
    ids(walk('status:active,draft,archived,unlisted')),
    idsOf(() => true),
  );
  assert.deepEqual(
    ids(walk('status:draft')),
    idsOf(({ status }) => status === 'draft'),
  );
  const unlisted = ids(walk('status:unlisted'));
  assert.equal(unlisted.length > 0, true);
  assert.deepEqual(
    ids(walk('status:active,unlisted')),
    idsOf(({ status }) => status === 'active'),
  );
});

test('vendor, type, handle, title and collection are searched', () => {
  const all = 'status:active,draft,archived,unlisted';
  const branded = products.find(({ brand }) => brand?.name === "L'Étoile");
  assert.ok(branded);
  assert.deepEqual(
    ids(walk(`${all} vendor:"L'Étoile"`)),
    idsOf(({ brand }) => brand?.name === "L'Étoile"),
  );
  assert.deepEqual(ids(walk(`${all} handle:'${branded.handle}'`)), [store.productId(branded)]);
  assert.deepEqual(
    ids(walk(`${all} product_type:'${branded.productType}'`)),
    idsOf(({ productType }) => productType === branded.productType),
  );
  assert.equal(ids(walk(`${all} title:'Linen apron'`)).length, 1);
  const [category] = catalogue().categories;
  assert.ok(category);
  assert.deepEqual(
    ids(walk(`${all} collection_id:${numberOf('Collection', category.id)}`)),
    idsOf(({ categories }) => categories.some(({ id }) => id === category.id)),
  );
  assert.deepEqual(store.warnings, []);
});

test('a product without options has the option Title with Default Title', () => {
  const [product, node] = one(
    'simple',
    'options { name position optionValues { name } } variants(first: 2) { nodes { title price selectedOptions { name value } } }',
  );
  assert.deepEqual(node.options, [
    { name: 'Title', position: 1, optionValues: [{ name: 'Default Title' }] },
  ]);
  assert.deepEqual(node.variants.nodes, [
    {
      title: 'Default Title',
      price: printMoney(product.variants[0]?.price ?? 0, 'EUR'),
      selectedOptions: [{ name: 'Title', value: 'Default Title' }],
    },
  ]);
});

test('more than 250 variants are paged without loss', () => {
  const fields =
    'id options { name optionValues { name } } variants(first: 250) { nodes { sku } pageInfo { hasNextPage endCursor } }';
  const [product, node] = one('over-250-variants', fields);
  const { nodes, pageInfo } = node.variants;
  assert.equal(nodes.length, 250);
  const more = ask(
    'demo',
    'query Q($id: ID!, $after: String!) { product(id: $id) { variants(first: 250, after: $after) { nodes { sku } pageInfo { hasNextPage } } } }',
    { id: node.id, after: pageInfo.endCursor },
  ).body.data.product.variants;
  assert.equal(more.pageInfo.hasNextPage, false);
  assert.deepEqual(
    [...nodes, ...more.nodes].map(({ sku }: Json) => sku),
    product.variants.map(({ sku }) => sku),
  );
  assert.deepEqual(
    node.options.map(({ optionValues }: Json) => optionValues.length),
    product.options.map(({ values }) => values.length),
  );
});

test('stock is the sum over locations, and each location has its own', () => {
  const [product, node] = one(
    'several-locations',
    'variants(first: 1) { nodes { inventoryQuantity inventoryItem { tracked inventoryLevels(first: 10) { nodes { location { name } quantities(names: ["available"]) { name quantity } } } } } }',
  );
  const [variant] = product.variants;
  const [given] = node.variants.nodes;
  assert.ok(variant);
  assert.equal(
    given.inventoryQuantity,
    variant.stock.levels.reduce((sum, { available }) => sum + available, 0),
  );
  assert.deepEqual(
    given.inventoryItem.inventoryLevels.nodes.map(({ quantities }: Json) => quantities[0].quantity),
    variant.stock.levels.map(({ available }) => available),
  );
});

test('prices on sale, missing prices and weights are given', () => {
  const [sale, onSale] = one('on-sale', 'variants(first: 1) { nodes { price compareAtPrice } }');
  assert.deepEqual(onSale.variants.nodes[0], {
    price: printMoney(sale.variants[0]?.price ?? 0, 'EUR'),
    compareAtPrice: printMoney(sale.variants[0]?.compareAtPrice ?? 0, 'EUR'),
  });
  assert.equal(
    one('no-price', 'variants(first: 1) { nodes { price } }')[1].variants.nodes[0].price,
    '0.00',
  );
  const weight =
    'variants(first: 1) { nodes { inventoryItem { measurement { weight { unit value } } } } }';
  const [grams, inGrams] = one('weight-in-grams', weight);
  assert.deepEqual(inGrams.variants.nodes[0].inventoryItem.measurement.weight, {
    unit: 'GRAMS',
    value: grams.variants[0]?.weight?.grams,
  });
});

test('a product says whether it is in a collection', () => {
  const [product] = one('simple', 'id');
  const [own] = product.categories;
  assert.ok(own);
  const id = `gid://shopify/Product/${store.productId(product)}`;
  const text = 'query Q($id: ID!, $in: ID!) { product(id: $id) { inCollection(id: $in) } }';
  const asked = (collection: string) =>
    ask('demo', text, { id, in: collection }).body.data.product.inCollection;
  assert.equal(asked(gidOf('Collection', own.id)), true);
  assert.equal(asked('gid://shopify/Collection/1'), false);
});

test('media are paged and can be searched by type', () => {
  const [product, node] = one(
    'many-images',
    'featuredMedia { id } media(first: 5, query: "media_type:IMAGE") { nodes { ... on MediaImage { id alt image { url width height } } } pageInfo { hasNextPage } } videos: media(first: 5, query: "media_type:VIDEO") { nodes { id } }',
  );
  assert.equal(node.media.nodes.length, 5);
  assert.equal(node.media.pageInfo.hasNextPage, true);
  assert.equal(node.featuredMedia.id, node.media.nodes[0].id);
  assert.match(
    node.media.nodes[0].image.url,
    /^https:\/\/cdn\.shopify\.com\/s\/files\/1\/.*\.jpg\?v=\d+$/,
  );
  assert.equal(node.media.nodes[0].alt, product.images[0]?.alt);
  assert.deepEqual(node.videos.nodes, []);
});
