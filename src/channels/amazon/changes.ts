// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    window: {
      by: 'created_at',
      days: 730,
      about: 'Amazon keeps orders for two years; in Japan, Australia and Singapore since 2016.',
    },
    deletions: 'silent',
    undated: [
      {
        what: 'products',
        about:
          '`product_id`, `variant_id` and `product_exists` of a line are looked up among the listings of today; `sku` and `title` are the order’s own.',
        source: 'looked up by another API, Listings Items',
      },
    ],
  },
  products: {
    deletions: 'silent',
    undated: [
      {
        what: 'stock',
        about:
          'What lies in Amazon’s own warehouses is counted apart from the listing and its date.',
        source: 'read by another API, FBA Inventory',
      },
    ],
  },
};
