// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'bol counts the changes of the last whole minutes, by its own clock.',
      source:
        'https://api.bol.com/retailer/public/Retailer-API/v10/functional/retailer-api/orders-shipments.html (`change-interval-minute`)',
    },
    settling: {
      seconds: 60,
      why: 'Changes are counted in whole minutes; the one that runs is left to the next reading.',
      source:
        'https://api.bol.com/retailer/public/Retailer-API/v10/functional/retailer-api/orders-shipments.html (`change-interval-minute`)',
    },
    floor: {
      seconds: 60,
      why: 'bol allows 25 lists of orders a minute, and gets in touch with those who go beyond; a reading without changes is one.',
      source: 'https://api.bol.com/retailer/public/Retailer-API/ratelimits.html',
    },
    hints: ['ORDER', 'SHIPMENT'],
    window: {
      by: 'updated_at',
      days: 90,
      about:
        'An order that is shipped or cancelled is shown for three months after its last change. Open orders are all there.',
    },
    deletions: 'silent',
    undated: [],
  },
  products: {
    by: 'updated_at',
    overlap: {
      seconds: 3600,
      why: 'The date of an offer names no zone, and bol does not say how soon a list shows a change.',
      source:
        'https://api.bol.com/retailer/public/redoc/v11/retailer.html (offers, `last-modified-date-time`)',
    },
    settling: {
      seconds: 60,
      why: 'How soon a list shows a change is not documented: a minute is left to it.',
      source:
        'https://api.bol.com/retailer/public/redoc/v11/retailer.html (offers, `last-modified-date-time`)',
    },
    floor: {
      seconds: 300,
      why: 'The images of each changed offer are a call of their own, and bol allows 50 of these a minute.',
      source: 'https://api.bol.com/retailer/public/Retailer-API/ratelimits.html',
    },
    sweep: 24,
    // No hints: bol reports offers to queues in Google's and Amazon's clouds, never by webhook.
    // https://api.bol.com/retailer/public/Retailer-API/v11/functional/subscriptions-api/supported-event-types.html
    deletions: 'silent',
    undated: [
      {
        what: 'stock',
        about: 'Stock in bol’s warehouse is counted separately from the offer and its date.',
        source: 'read by another resource of the API, `/retailer/inventory`',
      },
      {
        what: 'texts',
        about: 'Title and text are those of bol’s catalogue, which other sellers write too.',
        source: 'read by another resource of the API, `/retailer/content/catalog-products`',
      },
      {
        what: 'images',
        about: 'They are those of bol’s catalogue.',
        source: 'read by another resource of the API, `/retailer/products/{ean}/assets`',
      },
    ],
  },
};
