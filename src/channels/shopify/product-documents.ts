// The GraphQL documents about products and their stock.
import { type MoreOperation, type Operation, PAGE_INFO } from './documents.ts';

/** A variant has one image at most, so one is all of them. */
const VARIANT = `
fragment Variant on ProductVariant {
  id legacyResourceId title sku barcode price compareAtPrice position
  inventoryQuantity inventoryPolicy taxable createdAt updatedAt
  selectedOptions { name value }
  inventoryItem { id legacyResourceId tracked requiresShipping measurement { weight { unit value } } }
  media(first: 1) { nodes { id } }
}`;

const IMAGE = `
fragment Picture on Media {
  __typename id alt
  ... on MediaImage { image { url width height } }
}`;

const product = (inCollection: boolean) => `
fragment Product on Product {
  id legacyResourceId title descriptionHtml vendor productType handle status tags
  createdAt updatedAt publishedAt onlineStoreUrl
  ${inCollection ? 'inCollection(id: $collection)' : ''}
  options { id name position optionValues { name } }
  featuredMedia { __typename id }
  media(first: 20, query: "media_type:IMAGE") { ${PAGE_INFO} nodes { ...Picture } }
  variants(first: 50) { ${PAGE_INFO} nodes { ...Variant } }
}
${VARIANT}${IMAGE}`;

const collectionVariable = (inCollection: boolean) => (inCollection ? ', $collection: ID!' : '');

const writeProductsPage = (inCollection: boolean): Operation => ({
  name: 'Products',
  root: 'products',
  most: 25,
  points: 57,
  text: `
query Products($first: Int!, $after: String, $query: String${collectionVariable(inCollection)}) {
  shop { currencyCode }
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    ${PAGE_INFO}
    nodes { ...Product }
  }
}
${product(inCollection)}`,
});

const writeProductsByIds = (inCollection: boolean): Operation => ({
  name: 'ProductsByIds',
  root: 'nodes',
  most: 25,
  points: 57,
  text: `
query ProductsByIds($ids: [ID!]!${collectionVariable(inCollection)}) {
  shop { currencyCode }
  nodes(ids: $ids) { __typename ... on Product { ...Product } }
}
${product(inCollection)}`,
});

export const productsPage = writeProductsPage(false);
export const productsPageOfCollection = writeProductsPage(true);
export const productsByIds = writeProductsByIds(false);
export const productsByIdsOfCollection = writeProductsByIds(true);

export const moreVariants: MoreOperation = {
  name: 'MoreVariants',
  root: 'product',
  field: 'variants',
  most: 250,
  points: 9,
  text: `
query MoreVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) {
    id
    variants(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Variant } }
  }
}
${VARIANT}`,
};

export const moreMedia: MoreOperation = {
  name: 'MoreMedia',
  root: 'product',
  field: 'media',
  most: 250,
  points: 4,
  text: `
query MoreMedia($id: ID!, $first: Int!, $after: String) {
  product(id: $id) {
    id
    media(first: $first, after: $after, query: "media_type:IMAGE") {
      ${PAGE_INFO}
      nodes { ...Picture }
    }
  }
}
${IMAGE}`,
};

const LEVEL = `
fragment Level on InventoryLevel {
  location { legacyResourceId name }
  quantities(names: ["available"]) { name quantity }
}`;

export const inventoryLevels: Operation = {
  name: 'InventoryLevels',
  root: 'nodes',
  most: 50,
  points: 14,
  text: `
query InventoryLevels($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on InventoryItem {
      id
      inventoryLevels(first: 20) { ${PAGE_INFO} nodes { ...Level } }
    }
  }
}
${LEVEL}`,
};

export const moreLevels: MoreOperation = {
  name: 'MoreLevels',
  root: 'inventoryItem',
  field: 'inventoryLevels',
  most: 100,
  points: 5,
  text: `
query MoreLevels($id: ID!, $first: Int!, $after: String) {
  inventoryItem(id: $id) {
    id
    inventoryLevels(first: $first, after: $after) { ${PAGE_INFO} nodes { ...Level } }
  }
}
${LEVEL}`,
};
