// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    deletions: 'silent',
    undated: [
      {
        what: 'products',
        about:
          'When a product is deleted, `product_id` and `variant_id` of old lines become null and `product_exists` false; `sku` and `title` stay as the order wrote them.',
        source:
          'https://developers.lightspeedhq.com/ecom/ (order products: `product` becomes false)',
      },
    ],
  },
  products: {
    deletions: 'silent',
    undated: [
      {
        what: 'variants',
        about:
          'Variants have dates of their own. Lightspeed does not say that a change of one, of its price or its stock moves the product’s date: take it that it does not.',
        source: 'https://developers.lightspeedhq.com/ecom/ (variants)',
      },
    ],
  },
};
