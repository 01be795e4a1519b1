// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
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
    deletions: 'silent',
    undated: [
      {
        what: 'stock',
        about: 'What lies in bol’s warehouse is counted apart from the offer and its date.',
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
