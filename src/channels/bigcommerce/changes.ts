// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    deletions: 'silent',
    undated: [
      {
        what: 'products',
        about:
          'When a product or variant is deleted, `product_id` and `variant_id` of old lines become null and `product_exists` false; `sku` and `title` stay as the order wrote them.',
        source: 'looked up in the catalogue of today, `/v3/catalog/variants`',
      },
    ],
  },
  products: {
    deletions: 'silent',
    undated: [
      {
        what: 'variants',
        about:
          'A variant that is added or changed, with its price and stock, does not move the product’s date.',
        source:
          'https://fivetran.com/docs/connectors/applications/big-commerce/troubleshooting/missing-product-variants',
      },
      {
        what: 'visibility',
        about: 'Listing a product in another sales channel of the store moves nothing.',
        source: 'https://github.com/bigcommerce/bigcommerce-for-wordpress/issues/312',
      },
    ],
  },
};
