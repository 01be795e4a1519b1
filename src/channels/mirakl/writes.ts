// What a client may change at Mirakl: shipments, stock and prices, by Connect or on one marketplace.
import type { Writes } from '../writing.ts';
import { follow } from './follow.ts';
import { products } from './products.ts';
import { planFulfillments } from './write-orders.ts';
import { MOST_PRODUCTS, planPrices, planStock } from './write-products.ts';

const CONNECT = 'https://developer.mirakl.com/content/product/connect/rest/connect/openapi3';
const SELLER = 'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3';

const needs = {
  about:
    'Connect: a client that may change orders and products. A marketplace: a key whose user’s role allows it.',
  source: `${CONNECT}; ${SELLER}`,
};
/** By how often Mirakl wants to be asked what became of it. */
const shows = {
  seconds: 900,
  why: 'Mirakl takes it in and works on it; it says how often it may be asked what became of it, not how long it takes.',
  source: `${CONNECT}/orders (v2-getActionStatus); ${SELLER}/offers/pri03`,
} as const;
const idempotent = {
  is: false,
  about: 'It takes no key; the same value set twice is the same value.',
  source: `${CONNECT}; ${SELLER} (no idempotency key is documented)`,
} as const;

export const writes: Writes = {
  fulfillments: {
    facts: {
      needs,
      most: 1,
      shows,
      idempotent: {
        is: false,
        about: 'It takes no key; a shipment of what has left already fails.',
        source: `${CONNECT}/orders (v2-createShipment); ${SELLER}/orders`,
      },
      limits: [
        {
          about:
            'An order that waits for its acceptance is refused without `accept`; with it, all of its lines are accepted first. Where the buyer has to pay after that, it must be sent again later.',
          source: `${CONNECT}/orders/v2-acceptorderlines; ${SELLER}/orders (OR21)`,
        },
        {
          about:
            'Whole lines only, as orders do not say how many pieces of one have left; whole orders where the operator of a marketplace has no shipments of parts.',
          source: `${SELLER}/orders (OR24), ${SELLER}/shipments (ST01)`,
        },
        {
          about:
            'One tracking number for a shipment. Orders do not show it afterwards: that it was kept is not proven. A marketplace takes it with its carrier only.',
          source: `${CONNECT}/orders (v2-listOrders); ${SELLER}/orders (OR23)`,
        },
        {
          about:
            'A `location_id` is one of the warehouses that the products of the order are kept in; marketplaces without shipments of parts take none.',
          source: `${CONNECT} (v2-createShipment, warehouse_id); ${SELLER}/shipments (ST01)`,
        },
        {
          about: 'Whether the buyer is written to is for the operator to say.',
          source: `${CONNECT}; ${SELLER} (have no place for it)`,
        },
      ],
    },
    plan: planFulfillments,
  },
  stock: {
    facts: {
      needs,
      most: MOST_PRODUCTS,
      shows,
      idempotent,
      limits: [
        {
          about:
            'What lies with a partner who sends for the seller cannot be set. The warehouses of a product of Connect are written together.',
          source: `${CONNECT} (upsertProducts)`,
        },
        {
          about: 'A marketplace takes a file of stock once a minute at the most.',
          source: `${SELLER}/offers/sto01`,
        },
      ],
    },
    plan: planStock,
  },
  prices: {
    facts: {
      needs,
      most: MOST_PRODUCTS,
      shows,
      idempotent,
      limits: [
        {
          about:
            'All prices of a product are written together, and those that are not asked for as they were read. On a marketplace, offers with prices for certain buyers or days are refused, those with retail prices (dropship), and reductions of those with prices by the number of pieces.',
          source: `${SELLER}/offers/pri01 (delete and replace)`,
        },
        {
          about:
            'A marketplace takes a file of prices once a minute at the most; where its operator approves prices, they wait for that.',
          source: `${SELLER}/offers/pri01`,
        },
      ],
    },
    plan: planPrices,
  },
  /** Every product has one variant, and both have one identifier. */
  productsOf: (variantIds) =>
    Promise.resolve(
      new Map(variantIds.filter((id) => products.id.pattern.test(id)).map((id) => [id, id])),
    ),
  follow,
};
