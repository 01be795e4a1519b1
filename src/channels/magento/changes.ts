// What the dates of a record do not show here, and how far back records are shown.
import type { Changes } from '../changes.ts';

const SEEN = 'seen on Magento 2.4.6';

export const changes: Changes = {
  products: {
    deletions: 'silent',
    undated: [
      {
        what: 'prices',
        about:
          'Written by `base-prices`, `special-price` or `tier-prices`, as price tools do, they move nothing; nor does the day on which a special price begins or ends.',
        source: SEEN,
      },
      {
        what: 'stock',
        about:
          'Source items, stock items, sales, cancellations, refunds and shipments move nothing.',
        source: SEEN,
      },
      { what: 'categories', about: 'Assigning a product moves nothing.', source: SEEN },
      {
        what: 'visibility',
        about:
          'A product that is made invisible, in the catalogue and the search, leaves the list without a word.',
        source: SEEN,
      },
    ],
  },
};
