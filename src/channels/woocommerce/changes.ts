// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

const SEEN = 'seen on WooCommerce 8.2.2 and 11.0.1';

export const changes: Changes = {
  orders: {
    deletions: 'silent',
    undated: [
      {
        what: 'lines',
        about:
          'In shops with legacy order storage, edited lines, fees and coupons move nothing; with high-performance order storage they do. What plugins or SQL write into an order moves nothing anywhere.',
        source: SEEN,
      },
      {
        what: 'addresses',
        about:
          'In shops with legacy order storage, an edited address and the erasure of personal data move nothing; with high-performance order storage they do.',
        source: SEEN,
      },
      {
        what: 'statuses',
        about:
          'With high-performance order storage, orders in a status that no plugin registers any more are in no list; only `ids` finds them.',
        source: SEEN,
      },
      { what: 'refunds', about: 'A refund that is deleted moves nothing.', source: SEEN },
      {
        what: 'products',
        about:
          'When a product is deleted, `product_id`, `variant_id`, `product_exists` and `sku` of old lines change; a new SKU of a product shows in old lines too. WooCommerce looks the SKU up; `title` stays as the order wrote it.',
        source: SEEN,
      },
    ],
  },
  products: {
    deletions: 'silent',
    undated: [
      {
        what: 'stock',
        about:
          'By a sale, the admin or the API it moves the date, and a variation moves its parent. Written by SQL or `update_post_meta`, as importers do, it moves nothing.',
        source: SEEN,
      },
      {
        what: 'prices',
        about: 'Written by SQL or `update_post_meta`, as importers do, they move nothing.',
        source: SEEN,
      },
      {
        what: 'categories',
        about: 'One that is renamed, and those that code assigns, move nothing.',
        source: SEEN,
      },
    ],
  },
};
