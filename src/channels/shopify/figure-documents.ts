// The GraphQL documents of scans: which records there are, when they changed, and how many pieces.
import { type Operation, PAGE_INFO } from './documents.ts';

export const productFigures: Operation = {
  name: 'ProductFigures',
  root: 'products',
  most: 250,
  points: 1,
  text: `
query ProductFigures($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    ${PAGE_INFO}
    nodes { id legacyResourceId updatedAt status totalInventory }
  }
}`,
};

export const orderFigures: Operation = {
  name: 'OrderFigures',
  root: 'orders',
  most: 250,
  points: 1,
  text: `
query OrderFigures($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: ID) {
    ${PAGE_INFO}
    nodes { id legacyResourceId updatedAt }
  }
}`,
};
