// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'A change may reach the search after its date has passed. Dates are whole seconds.',
      source: 'https://shopify.dev/docs/api/usage/search-syntax (lists by date are searches)',
    },
    settling: {
      seconds: 60,
      why: 'Lists by date are answered by a search index, which may lag behind the records by seconds.',
      source: 'https://shopify.dev/docs/api/usage/search-syntax (lists by date are searches)',
    },
    floor: {
      seconds: 60,
      why: 'A reading without changes is one query of some points; the smallest plan gives back 100 points a second.',
      source: 'https://shopify.dev/docs/api/usage/limits',
    },
    hints: [
      'orders/create',
      'orders/updated',
      'orders/delete',
      'refunds/create',
      'fulfillments/create',
      'fulfillments/update',
    ],
    window: {
      by: 'created_at',
      days: 60,
      about:
        'Unless the access token has the scope `read_all_orders`, older orders are in no list and in no look-up by id.',
    },
    deletions: 'silent',
    undated: [
      {
        what: 'products',
        about:
          'When a product or variant is deleted, `product_id` and `variant_id` of old lines become null and `product_exists` false; `sku` and `title` stay as the order wrote them.',
        source:
          'https://shopify.dev/docs/api/admin-graphql/latest/objects/LineItem (`product` and `variant` are those of today)',
      },
    ],
  },
  products: {
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'A change may reach the search after its date has passed. Dates are whole seconds.',
      source: 'https://shopify.dev/docs/api/usage/search-syntax (lists by date are searches)',
    },
    settling: {
      seconds: 60,
      why: 'Lists by date are answered by a search index, which may lag behind the records by seconds.',
      source: 'https://shopify.dev/docs/api/usage/search-syntax (lists by date are searches)',
    },
    floor: {
      seconds: 60,
      why: 'A reading without changes is one query of some points; the smallest plan gives back 100 points a second.',
      source: 'https://shopify.dev/docs/api/usage/limits',
    },
    sweep: 24,
    hints: ['products/create', 'products/update', 'products/delete', 'inventory_levels/update'],
    deletions: 'silent',
    undated: [],
  },
};
