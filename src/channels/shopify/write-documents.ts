// The GraphQL documents that write, and those that read what a write needs beside the record.
import { type MoreOperation, type Operation, PAGE_INFO } from './documents.ts';

export const productsOfVariants: Operation = {
  name: 'ProductsOfVariants',
  root: 'nodes',
  most: 100,
  points: 3,
  text: `
query ProductsOfVariants($ids: [ID!]!) {
  nodes(ids: $ids) { __typename ... on ProductVariant { id product { legacyResourceId } } }
}`,
};

const TO_SHIP = `
fragment ToShip on FulfillmentOrder {
  id status
  assignedLocation { location { legacyResourceId } }
  lineItems(first: 20) { ${PAGE_INFO} nodes { ...PiecesToShip } }
}`;

const PIECES_TO_SHIP = `
fragment PiecesToShip on FulfillmentOrderLineItem { id remainingQuantity lineItem { id } }`;

/** Closed ones are among them: nothing remains of those. */
export const toShip: Operation = {
  name: 'ToShip',
  root: 'nodes',
  most: 10,
  points: 25,
  text: `
query ToShip($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Order { id fulfillmentOrders(first: 5) { ${PAGE_INFO} nodes { ...ToShip } } }
  }
}
${TO_SHIP}${PIECES_TO_SHIP}`,
};

export const moreToShip: MoreOperation = {
  name: 'MoreToShip',
  root: 'order',
  field: 'fulfillmentOrders',
  most: 20,
  points: 15,
  text: `
query MoreToShip($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    id
    fulfillmentOrders(first: $first, after: $after) { ${PAGE_INFO} nodes { ...ToShip } }
  }
}
${TO_SHIP}${PIECES_TO_SHIP}`,
};

export const morePiecesToShip: MoreOperation = {
  name: 'MorePiecesToShip',
  root: 'fulfillmentOrder',
  field: 'lineItems',
  most: 250,
  points: 4,
  text: `
query MorePiecesToShip($id: ID!, $first: Int!, $after: String) {
  fulfillmentOrder(id: $id) {
    id
    lineItems(first: $first, after: $after) { ${PAGE_INFO} nodes { ...PiecesToShip } }
  }
}
${PIECES_TO_SHIP}`,
};

/** What a mutation costs: https://shopify.dev/docs/api/usage/limits */
export const WRITE_POINTS = 10;

export const SHIP = `
mutation Ship($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { userErrors { field message } }
}`;

export const SET_PRICES = `
mutation SetPrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: true) {
    userErrors { code field message }
  }
}`;

/**
 * One mutation for each variant: of several quantities in one, Shopify does not say what becomes of
 * the good ones when it refuses another.
 */
export function setStock(count: number): string {
  const each = Array.from({ length: count }, (_, at) => at);
  const variables = each.map(
    (at) => `$input${at}: InventorySetQuantitiesInput!, $key${at}: String!`,
  );
  const mutations = each.map(
    (at) => `
  set${at}: inventorySetQuantities(input: $input${at}) @idempotent(key: $key${at}) {
    userErrors { code field message }
  }`,
  );
  return `
mutation SetStock(${variables.join(', ')}) {${mutations.join('')}
}`;
}
