// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'Bounds and dates are whole seconds, and Lightspeed does not say how soon a list shows a change.',
      source: 'https://developers.lightspeedhq.com/ecom/ (orders, `updated_at_min`)',
    },
    settling: {
      seconds: 60,
      why: 'How soon a list shows a change is not documented: a minute is left to it.',
      source: 'https://developers.lightspeedhq.com/ecom/ (orders, `updated_at_min`)',
    },
    floor: {
      seconds: 300,
      why: 'A key may make 12,000 calls a day, of which readings take at most 30%: twelve for each reading every five minutes.',
      source: 'https://developers.lightspeedhq.com/ecom/introduction/rate-limiting/',
    },
    hints: ['orders/created', 'orders/updated', 'orders/deleted'],
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
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'Dates are whole seconds, and Lightspeed does not say how soon a list shows a change.',
      source: 'https://developers.lightspeedhq.com/ecom/ (catalog)',
    },
    settling: {
      seconds: 60,
      why: 'How soon a list shows a change is not documented: a minute is left to it.',
      source: 'https://developers.lightspeedhq.com/ecom/ (catalog)',
    },
    floor: {
      seconds: 900,
      why: 'The catalogue has no filter by date: each reading looks at all of it. A key may make 12,000 calls a day, of which readings take at most 30%: 37 for each reading every quarter of an hour.',
      source: 'https://developers.lightspeedhq.com/ecom/introduction/rate-limiting/',
    },
    sweep: 24,
    hints: [
      'products/created',
      'products/updated',
      'products/deleted',
      'variants/created',
      'variants/updated',
      'variants/deleted',
    ],
    deletions: 'silent',
    undated: [
      {
        what: 'variants',
        about:
          'Variants have dates of their own. Lightspeed does not say that a change of one, of its price or its stock updates the product’s date: assume that it does not.',
        source: 'https://developers.lightspeedhq.com/ecom/ (variants)',
      },
    ],
  },
};
