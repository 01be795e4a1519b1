// For tests only: what Sharetribe loses of products of the catalogue, and why.
import { handleOf } from '../../sandbox/catalogue/product-codes.ts';
import type { Product as CatalogueProduct } from '../../sandbox/catalogue/types.ts';
import type { ChannelLosses, Losses } from '../contract/round-trip-compare.ts';
import {
  noAlt,
  noBackorders,
  noCurrencyWithoutPrice,
  noLocations,
  noWeight,
} from '../contract/round-trip-product-losses.ts';

/** In no title, so that a handle always ends with it. */
const NO_ID = 99_999_999;

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['handle'],
      expected: ({ title }) => handleOf(title, NO_ID).slice(0, -`-${NO_ID}`.length),
      why: 'What names a listing in addresses is made from its title.',
    },
    {
      fields: ['body_html'],
      when: ({ bodyHtml }) => bodyHtml !== '',
      expected: () => /^[^<]+(<br>[^<]*)*$/,
      why: 'Descriptions are plain text.',
    },
    {
      fields: ['vendor'],
      when: ({ brand }) => brand === null,
      expected: () => 'Demo marketplace',
      why: 'Every listing has an author, whose name is that of the seller.',
    },
    {
      fields: ['product_type'],
      expected: () => /^sell-[a-z-]+$/,
      why: 'The type is the marketplace’s own kind of listing.',
    },
    {
      fields: ['tags'],
      expected: ({ categories }) =>
        categories
          .slice(0, 2)
          .map(({ handle }) => handle)
          .toSorted(),
      why: 'Listings have no tags; their categories stand in their place.',
    },
    { fields: ['updated_at'], why: 'Listings have no date of their last change.' },
    noAlt,
    { fields: ['variants.compare_at_price'], why: 'A listing has one price.' },
    noCurrencyWithoutPrice,
    noBackorders,
    noLocations,
    noWeight,
    { fields: ['variants.taxable'], why: 'Sharetribe knows no tax.' },
  ],
};

export const losses: ChannelLosses = {
  noRecords: {
    products: ['an empty list of data'],
  },
  products,
};
