// What a client may change at bol: shipments of orders, stock that the seller sends, prices.
import type { Writes } from '../writing.ts';
import { products } from './products.ts';
import { follow, planFulfillments } from './write-orders.ts';
import { planPrices, planStock } from './write-products.ts';

const PAGES = 'https://api.bol.com/retailer/public';
const SHIPMENTS = `${PAGES}/Retailer-API/v10/functional/retailer-api/orders-shipments.html`;
const CONTRACT = `${PAGES}/redoc/v10/retailer.html`;
const OFFERS = `${PAGES}/Retailer-API/v11/functional/offer-api/whats-new-in-this-api.html`;

const needs = {
  about: 'Keys of the Retailer API, or the seller’s yes to the app: bol has no rights beyond them.',
  source: `${PAGES}/Retailer-API/authentication.html`,
};

const OFFERED = {
  needs,
  most: 1,
  shows: {
    seconds: 60,
    why: 'bol answers when it is done. Whether its list of offers shows it by then, it does not say.',
    source: OFFERS,
  },
  idempotent: {
    is: false,
    about: 'It takes no key; the same value set twice is the same value.',
    source: 'https://api.bol.com/registry/api-definitions/offers/offers-v11.yaml',
  },
} as const;

export const writes: Writes = {
  fulfillments: {
    facts: {
      needs,
      most: 1,
      shows: {
        seconds: 900,
        why: 'bol takes a shipment in and works on it; its process says whether it was done. After a process that it gave up, it may still be.',
        source: `${PAGES}/Retailer-API/best-practices.html`,
      },
      idempotent: {
        is: false,
        about: 'It takes no key; a shipment of pieces that are no longer open fails.',
        source: CONTRACT,
      },
      limits: [
        {
          about:
            'Only lines that the seller sends (FBR). Those that must be sent with a label of bol’s are refused by bol.',
          source: SHIPMENTS,
        },
        {
          about:
            'A shipment has one carrier of bol’s list, which cannot be left out, and one tracking number. Several parcels of an order are several calls.',
          source: `${CONTRACT} (\`TransportInstruction\`)`,
        },
        {
          about:
            'bol writes to the buyer by itself, whatever `notify_customer` says, and makes the address of the tracking page.',
          source: `${CONTRACT} (has no place for either)`,
        },
      ],
    },
    ships: ({ fulfillment_service: service }) => service !== 'bol',
    plan: planFulfillments,
  },
  stock: {
    facts: {
      ...OFFERED,
      limits: [
        {
          about:
            'From 0 to 999 pieces, and only what the seller sends (FBR): bol counts what lies in its own warehouse.',
          source: `${CONTRACT} (\`UpdateOfferStockRequest\`)`,
        },
        {
          about:
            '`available` is what can be sold. Unless the seller counts them (`managedByRetailer`), what open orders hold is added to it, as bol takes it off again.',
          source: `${CONTRACT} (\`correctedStock\`, \`managedByRetailer\`)`,
        },
      ],
    },
    plan: planStock,
  },
  prices: {
    facts: {
      ...OFFERED,
      limits: [
        {
          about:
            'From 1 to 9999 euro, for one piece; prices for several pieces stay, and must be less. bol keeps no price from before a reduction.',
          source: `${CONTRACT} (\`BundlePrice\`)`,
        },
      ],
    },
    plan: planPrices,
  },
  /** An offer is a product with one variant, and both have its number. */
  productsOf: (variantIds) =>
    Promise.resolve(
      new Map(variantIds.filter((id) => products.id.pattern.test(id)).map((id) => [id, id])),
    ),
  follow,
};
