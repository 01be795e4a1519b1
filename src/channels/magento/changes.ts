// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

const SEEN = 'seen on Magento 2.4.6';
const CODE =
  'https://github.com/magento/magento2 (products are saved in one transaction, the date set before it is committed)';

export const changes: Changes = {
  products: {
    by: 'updated_at',
    overlap: {
      seconds: 900,
      why: 'The shop’s own server dates its records, and its clock may be minutes slow. A save of many products is dated when it begins and seen when it ends.',
      source: CODE,
    },
    settling: {
      seconds: 60,
      why: 'The date is written in whole seconds when a save begins; it is seen when the save is committed.',
      source: CODE,
    },
    floor: {
      seconds: 120,
      why: 'Magento has no limit for reading, but the shop’s own server answers every call, and large catalogues answer slowly.',
      source: 'https://developer.adobe.com/commerce/webapi/get-started/rate-limiting/',
    },
    sweep: 24,
    deletions: 'silent',
    undated: [
      {
        what: 'prices',
        about:
          'Written by `base-prices`, `special-price` or `tier-prices`, as price tools do, they do not update the date; nor does the day on which a special price begins or ends.',
        source: SEEN,
      },
      {
        what: 'stock',
        about:
          'Source items, stock items, sales, cancellations, refunds and shipments do not update the date.',
        source: SEEN,
      },
      {
        what: 'texts',
        about:
          'A new name of a manufacturer, of an attribute or of one of its options changes `vendor` and `options` of products, and no date of theirs.',
        source:
          'https://github.com/magento/magento2, app/code/Magento/Eav/etc/db_schema.xml (products hold the numbers of options; their names have a table of their own)',
      },
      { what: 'categories', about: 'Assigning a product does not update the date.', source: SEEN },
      {
        what: 'visibility',
        about:
          'A product that is made invisible, in the catalogue and the search, disappears from the list without notice.',
        source: SEEN,
      },
    ],
  },
};
