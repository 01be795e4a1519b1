// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
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
  products: { deletions: 'silent', undated: [] },
};
