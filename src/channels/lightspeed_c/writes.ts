// What a client may change in a Lightspeed shop: shipments that have left, stock and prices of variants.
import type { Writes } from '../writing.ts';
import { planFulfillments } from './write-orders.ts';
import { planPrices, planStock, productsOf } from './write-products.ts';

const PAGES = 'https://developers.lightspeedhq.com/ecom/endpoints';

const SHOWS = {
  seconds: 0,
  why: 'The answer holds the record as it is from then on.',
  source: `${PAGES}/variant/`,
} as const;

const needs = (group: 'orders' | 'products') => ({
  about: `Writing for ${group}, at the API key (Settings > Developers) or as a right of the app.`,
  source: 'https://developers.lightspeedhq.com/ecom/endpoints/account/ (`accountPermissions`)',
});

const idempotent = {
  is: false,
  about: 'It takes no key; the same value set twice is the same value.',
  source: `${PAGES}/variant/`,
} as const;

export const writes: Writes = {
  fulfillments: {
    facts: {
      needs: needs('orders'),
      most: 1,
      shows: { ...SHOWS, source: `${PAGES}/shipment/` },
      idempotent: {
        is: false,
        about: 'It takes no key; a shipment that was marked as shipped stays so.',
        source: `${PAGES}/shipment/`,
      },
      limits: [
        {
          about:
            'Lightspeed makes the shipments of an order by itself, and each leaves as a whole: a part of one cannot be sent, nor what is in none.',
          source: `${PAGES}/shipment/ (has no call that makes one)`,
        },
        {
          about:
            'A shipment has one tracking code, and neither a carrier nor an address to follow it.',
          source: `${PAGES}/shipment/ (\`trackingCode\`)`,
        },
      ],
    },
    plan: planFulfillments,
  },
  stock: {
    facts: {
      needs: needs('products'),
      most: 1,
      shows: SHOWS,
      idempotent,
      limits: [
        {
          about:
            'Only where the stock decides whether the variant is sold (`stockTracking` is `enabled`).',
          source: `${PAGES}/variant/ (\`stockTracking\`)`,
        },
      ],
    },
    plan: planStock,
  },
  prices: {
    facts: {
      needs: needs('products'),
      most: 1,
      shows: SHOWS,
      idempotent,
      limits: [
        {
          about:
            'Prices are those with tax. A shop that counts from prices without tax is given that price with four decimals, and its own sum may differ from the price that was asked for.',
          source: `${PAGES}/variant/ (\`priceExcl\`, \`priceIncl\`)`,
        },
      ],
    },
    plan: planPrices,
  },
  productsOf,
};
