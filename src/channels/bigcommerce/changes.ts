// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'Dates are whole seconds, and BigCommerce does not say how soon a list shows a change.',
      source: 'https://developer.bigcommerce.com/docs/rest-management/orders (`min_date_modified`)',
    },
    settling: {
      seconds: 60,
      why: 'How soon a list shows a change is not documented: a minute is left to it.',
      source: 'https://developer.bigcommerce.com/docs/rest-management/orders (`min_date_modified`)',
    },
    floor: {
      seconds: 60,
      why: 'The smallest plan allows 150 calls in 30 seconds to all apps of a store; a reading without changes is one.',
      source: 'https://developer.bigcommerce.com/docs/start/best-practices/api-rate-limits',
    },
    hints: ['store/order/*'],
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
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'Dates are whole seconds, and BigCommerce does not say how soon a list shows a change.',
      source: 'https://developer.bigcommerce.com/docs/rest-catalog/products (`date_modified:min`)',
    },
    settling: {
      seconds: 60,
      why: 'How soon a list shows a change is not documented: a minute is left to it.',
      source: 'https://developer.bigcommerce.com/docs/rest-catalog/products (`date_modified:min`)',
    },
    floor: {
      seconds: 60,
      why: 'The smallest plan allows 150 calls in 30 seconds to all apps of a store; a reading without changes is one or two.',
      source: 'https://developer.bigcommerce.com/docs/start/best-practices/api-rate-limits',
    },
    sweep: 24,
    hints: ['store/product/*', 'store/product/inventory/*', 'store/sku/*'],
    deletions: 'silent',
    undated: [
      {
        what: 'variants',
        about:
          'A variant that is added or changed, with its price and stock, does not update the product’s date.',
        source:
          'https://fivetran.com/docs/connectors/applications/big-commerce/troubleshooting/missing-product-variants',
      },
      {
        what: 'stock',
        about:
          'Stock is written by an API of its own; BigCommerce does not say that it updates the product’s date: assume that it does not.',
        source: 'https://developer.bigcommerce.com/docs/rest-management/inventory (adjustments)',
      },
      {
        what: 'visibility',
        about: 'Listing a product in another sales channel of the store does not update the date.',
        source: 'https://github.com/bigcommerce/bigcommerce-for-wordpress/issues/312',
      },
    ],
  },
};
