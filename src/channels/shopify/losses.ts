// For tests only: what Shopify loses of orders and products of the catalogue, and why.
import type {
  Order as CatalogueOrder,
  Product as CatalogueProduct,
} from '../../../sandbox/catalogue/types.ts';
import type { ChannelLosses, Losses } from '../../../test/contract/round-trip-compare.ts';
import { worthNothing } from '../../../test/contract/round-trip-order-losses.ts';
import { lineTexts, totalOf } from '../../../test/contract/round-trip-order-views.ts';
import {
  denyUncounted,
  priceOfZero,
  titleOption,
} from '../../../test/contract/round-trip-product-losses.ts';

const orders: Losses<CatalogueOrder> = {
  losses: [
    {
      fields: ['line_items.total_discount'],
      expected: lineTexts((line, order) => {
        const own = line.allocations.filter(
          ({ discount }) => order.discounts[discount]?.kind === 'fixed_product',
        );
        return totalOf(own.map(({ amount }) => amount));
      }),
      why: 'Shopify’s total of a line leaves out discounts on the whole order, which stand with the order.',
    },
    worthNothing,
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['vendor'],
      when: ({ brand }) => brand === null,
      expected: (_, { catalogue }) => catalogue.shop.name,
      why: 'Every product has a vendor; where the merchant named none it is the shop.',
    },
    ...titleOption,
    priceOfZero,
    denyUncounted,
  ],
};

export const losses: ChannelLosses = {
  orders,
  products,
  fulfillments: [],
  refunds: [],
};
