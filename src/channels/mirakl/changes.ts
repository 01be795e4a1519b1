// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 300,
      why: 'Mirakl itself reads from a little before the time that is asked for, so that nothing is missed; how much is not documented.',
      source:
        'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 (OR11, `start_update_date`)',
    },
    settling: {
      seconds: 60,
      why: 'How soon a list shows a change is not documented: a minute is left to it. Mirakl Connect dates an order when it has read the change from its marketplace.',
      source: 'https://developer.mirakl.com/content/product/connect (orders, `updated_from`)',
    },
    floor: {
      seconds: 900,
      why: 'A partner of the seller’s may list orders every 15 minutes at most.',
      source:
        'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 (OR11, call frequency)',
    },
    deletions: 'silent',
    undated: [],
  },
  // Offers and products have no date of change at all.
  products: {
    by: 'list',
    overlap: {
      seconds: 0,
      why: 'The whole list is read each time: offers and products have no date of change.',
      source: 'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 (OF21)',
    },
    settling: {
      seconds: 0,
      why: 'What a list shows is compared with what was kept; nothing depends on when it was written.',
      source: 'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 (OF21)',
    },
    floor: {
      seconds: 3600,
      why: 'A reading is the whole list, a call for each 100 offers, where a partner may list orders every 15 minutes at most.',
      source:
        'https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 (OR11, call frequency)',
    },
    sweep: 24,
    deletions: 'silent',
    undated: [],
  },
};
