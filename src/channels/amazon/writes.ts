// What a client may change on Amazon: packages that a seller sent, stock that it ships, its prices.
import type { Reading } from '../channel.ts';
import type { Writes } from '../writing.ts';
import { productsOf } from './families.ts';
import { products, shelfOf } from './products.ts';
import { planFulfillments } from './write-orders.ts';
import { planPrices, planStock, rehearsal } from './write-products.ts';

const DOCS = 'https://developer-docs.amazon.com/sp-api/docs';
const REFERENCE = 'https://developer-docs.amazon.com/sp-api/reference';
const MODELS = 'https://github.com/amzn/selling-partner-api-models/issues';

const LISTED = {
  needs: {
    about: 'The role “Product Listing”, and the key `sellerId`.',
    source: `${DOCS}/merge-a-listing`,
  },
  most: 1,
  shows: {
    seconds: 1800,
    why: 'Amazon takes a change in and works on it for minutes. What it refuses in that time it says in Seller Central alone: it then counts as dropped.',
    source: `${MODELS}/2785`,
  },
  idempotent: {
    is: false,
    about: 'It takes no key; the same value set twice is the same value.',
    source: `${REFERENCE}/patchlistingsitem`,
  },
} as const;

const ONE_MARKETPLACE = {
  about: 'In the first marketplace of the account, from which products are read.',
  source: `${REFERENCE}/patchlistingsitem (\`marketplaceIds\`)`,
};

export const writes: Writes = {
  fulfillments: {
    version: '2026-01-01',
    facts: {
      needs: {
        about: 'The role “Inventory and Order Tracking”.',
        source: `${REFERENCE}/confirmshipment`,
      },
      most: 1,
      shows: {
        seconds: 1800,
        why: 'Amazon answers before it has looked at the package, and drops some without a word: only the packages of the order show it, minutes later.',
        source: `${MODELS}/5232`,
      },
      idempotent: {
        is: false,
        about:
          'A package is known by a number: sent again with it, it is changed; we give each a new one.',
        source: `${REFERENCE}/confirmshipment (\`packageReferenceId\`)`,
      },
      limits: [
        {
          about: 'Only orders that the seller sends (FBM), and not while their payment is pending.',
          source: `${REFERENCE}/confirmshipment`,
        },
        {
          about:
            'A package has one carrier and one tracking number, and neither can be left out. Several packages of an order are several calls.',
          source: `${MODELS}/4329`,
        },
        {
          about:
            'Amazon writes to the buyer by itself, whatever `notify_customer` says, and keeps no addresses of tracking pages.',
          source: `${REFERENCE}/confirmshipment (has no place for either)`,
        },
      ],
    },
    plan: planFulfillments,
  },
  stock: {
    facts: {
      ...LISTED,
      limits: [
        {
          about:
            'Only what the merchant ships (`DEFAULT`): Amazon counts what lies in its own warehouses. The handling time and the date of restocking stay as they are.',
          source: `${DOCS}/merge-a-listing`,
        },
        ONE_MARKETPLACE,
      ],
    },
    plan: planStock,
  },
  prices: {
    facts: {
      ...LISTED,
      limits: [
        {
          about:
            'The price with tax for all buyers, and of several dates the one that holds now: the reduced price while a reduction is running. Prices for companies, other dates and limits of automatic prices are sent along as they were read.',
          source: `${DOCS}/manage-purchasable-offer; ${MODELS}/4406`,
        },
        {
          about:
            '`compare_at_price` is the list price of the goods, which Amazon may leave out of its pages.',
          source: `${MODELS}/3958`,
        },
        ONE_MARKETPLACE,
      ],
    },
    plan: planPrices,
  },
  async productsOf(variantIds, reading: Reading) {
    const skus = variantIds.filter((id) => products.id.pattern.test(id));
    const found = await productsOf(skus, await shelfOf(reading));
    return new Map([...found].filter((pair): pair is [string, string] => pair[1] !== null));
  },
  rehearsal,
};
