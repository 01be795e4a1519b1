// For tests only: what Magento loses of products of the catalogue, and why.
import type { Product as CatalogueProduct } from '../../sandbox/catalogue/types.ts';
import type { ChannelLosses, Losses } from '../contract/round-trip-compare.ts';
import { noProductTags, titleOption } from '../contract/round-trip-product-losses.ts';

const MAGENTO_TYPES: Readonly<Record<CatalogueProduct['kind'], string>> = {
  physical: 'simple',
  digital: 'downloadable',
  gift_card: 'virtual',
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['product_type'],
      expected: ({ kind, options }) => (options.length > 0 ? 'configurable' : MAGENTO_TYPES[kind]),
      why: 'The type is Magento’s own: simple, configurable, downloadable, virtual.',
    },
    noProductTags,
    ...titleOption,
  ],
};

export const losses: ChannelLosses = {
  products,
};
