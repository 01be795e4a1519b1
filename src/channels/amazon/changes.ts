// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 3600,
      why: 'Orders have been shown later than their date says, by hours for some sellers.',
      source: 'https://github.com/jlevers/selling-partner-api/issues/763',
    },
    settling: {
      seconds: 180,
      why: 'Amazon takes no bound within the last two minutes and says that most changes are there after two; three have been seen.',
      source:
        'https://developer-docs.amazon.com/sp-api/docs/get-orders-with-filtering-criteria, https://github.com/amzn/selling-partner-api-docs/issues/2131',
    },
    floor: {
      seconds: 600,
      why: 'Amazon allows a seller’s app one list of orders in three minutes, of which readings take at most 30%.',
      source: 'https://developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits',
    },
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
    by: 'updated_at',
    overlap: {
      seconds: 3600,
      why: 'Prices and quantities that are sent to Amazon are worked off within minutes or hours; it is not documented whether the date is that of the end.',
      source: 'https://github.com/amzn/selling-partner-api-models/issues/4921',
    },
    settling: {
      seconds: 120,
      why: 'How soon a list shows a change is not documented: as long as with orders is left to it.',
      source: 'https://developer-docs.amazon.com/sp-api/docs/get-orders-with-filtering-criteria',
    },
    floor: {
      seconds: 300,
      why: 'Amazon allows five lists of listings a second; the family and the stock of each changed product are further calls.',
      source: 'https://developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits',
    },
    sweep: 24,
    deletions: 'silent',
    undated: [
      {
        what: 'stock',
        about:
          'Stock in Amazon’s own warehouses is counted separately from the listing and its date.',
        source: 'read by another API, FBA Inventory',
      },
      {
        what: 'variants',
        about:
          'A variation of a family is a listing with a date of its own: when it changes, with its price or stock, the parent’s date stays, and so does the product’s.',
        source:
          'https://developer-docs.amazon.com/sp-api/docs/listings-items-api (each SKU has its own `lastUpdatedDate`)',
      },
      {
        what: 'texts',
        about:
          'Title and images are those of Amazon’s catalogue, which other sellers write too; and not every attribute updates the date, as that of the handling time does not.',
        source: 'https://github.com/amzn/selling-partner-api-models/issues/5175',
      },
    ],
  },
};
