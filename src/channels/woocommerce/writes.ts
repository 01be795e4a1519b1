// What a client may change in a WooCommerce shop: what has left, stock, prices.
import type { WriteFacts, Writes } from '../writing.ts';
import { MOST } from './asks.ts';
import { readShipped } from './shipments.ts';
import { planFulfillments } from './write-orders.ts';
import { planPrices, planStock, productsOf } from './write-products.ts';

const DOCS = 'https://woocommerce.github.io/woocommerce-rest-api-docs';

const COMMON = {
  needs: {
    about:
      'A key with the permission Read/Write, of an administrator or a shop manager: `read_write` where the shop is linked by WordPress’s own page.',
    source: `${DOCS}/#authentication`,
  },
  shows: {
    seconds: 0,
    why: 'The shop answers when it has saved.',
    source: `${DOCS}/#update-a-product`,
  },
  idempotent: {
    is: false,
    about: 'WooCommerce knows no keys for that; the same stock or price twice is the same.',
    source: `${DOCS}/#batch-update-products`,
  },
} satisfies Partial<WriteFacts>;

export const writes: Writes = {
  fulfillments: {
    facts: {
      ...COMMON,
      most: 1,
      idempotent: {
        is: false,
        about: 'A fulfilment or a tracking number that is sent twice is there twice.',
        source:
          'https://github.com/woocommerce/woocommerce (OrderFulfillmentsRestController::create_fulfillment)',
      },
      limits: [
        {
          about:
            'How a shop ships depends on what is installed there, in this order: the fulfilments of WooCommerce itself, where they are switched on; the plugin Shipment Tracking; the plugin Advanced Shipment Tracking; else the order is completed, and its tracking stands in a note and in its meta data (`_tracking_number`, `_tracking_provider`, `_tracking_url`). `dry_run` shows which.',
          source:
            'https://woocommerce.com/document/shipment-tracking/shipment-tracking-rest-api-create-tracking-item/, https://github.com/zorem/woo-advanced-shipment-tracking, https://github.com/woocommerce/woocommerce (OrderFulfillmentsRestController)',
        },
        {
          about:
            'Only with WooCommerce’s own fulfilments a part of an order can leave, with one tracking number for each call; the order then stays in its status. In all other ways an order leaves as a whole, and one that waits for its payment is refused, since completing it counts it as paid.',
          source: `${DOCS}/#update-an-order`,
        },
        {
          about:
            'An order that is completed makes the shop write to the buyer as it is set up to, whatever `notify_customer` says.',
          source: 'https://woocommerce.com/document/managing-orders/order-statuses/',
        },
        {
          about: 'Orders leave from no place that is known: `location_id` is refused.',
          source: `${DOCS}/#order-properties`,
        },
      ],
    },
    plan: planFulfillments,
    read: readShipped,
  },
  stock: {
    facts: {
      ...COMMON,
      most: MOST,
      limits: [
        {
          about:
            'Only of products and variations whose stock the shop manages, and not where the product counts it for all its variations.',
          source: `${DOCS}/#product-properties (manage_stock)`,
        },
        {
          about:
            'It has one stock without places, and nothing to compare with first: an order may come in between.',
          source: `${DOCS}/#product-properties`,
        },
      ],
    },
    plan: planStock,
  },
  prices: {
    facts: {
      ...COMMON,
      most: MOST,
      limits: [
        {
          about:
            '`price` is what is paid now: while a sale runs it sets the sale price, otherwise the regular one. With `compare_at_price` that is the regular price and `price` the sale price; null ends the sale. With or without tax, as the shop enters its prices.',
          source: `${DOCS}/#product-properties (regular_price, sale_price)`,
        },
        {
          about:
            'A price that WooCommerce would drop without a word is refused: a sale price that is not below the regular one, or a sale outside the dates that the shop has for it.',
          source: 'https://github.com/woocommerce/woocommerce (WC_Product::validate_props)',
        },
      ],
    },
    plan: planPrices,
  },
  productsOf,
};
