// For tests only: what Shopify loses of orders and products of the catalogue, and why.
import type {
  Order as CatalogueOrder,
  Product as CatalogueProduct,
} from '../../sandbox/catalogue/types.ts';
import { isByHand } from '../../sandbox/stores/shopify/discounts.ts';
import { adjustmentOf, currentTotal } from '../../sandbox/stores/shopify/order-amounts.ts';
import type { ChannelLosses, Losses } from '../contract/round-trip-compare.ts';
import { bothOf, textOf } from '../contract/round-trip-order-fields.ts';
import { worthNothing } from '../contract/round-trip-order-losses.ts';
import { lineTexts, totalOf } from '../contract/round-trip-order-views.ts';
import { denyUncounted, priceOfZero, titleOption } from '../contract/round-trip-product-losses.ts';

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
    {
      fields: ['discount_codes'],
      when: (order) => order.discounts.some((discount) => isByHand(order, discount)),
      expected: (order, world) =>
        order.discounts
          .filter((discount) => discount.code !== null || isByHand(order, discount))
          .map(({ code, title, amount }) => [code ?? title, textOf(amount, order, world)]),
      why: 'A discount that was given by hand on the whole order stands among the codes, by its title.',
    },
    worthNothing,
    {
      fields: ['current_total_price'],
      when: (order) => order.refunds.some((refund) => adjustmentOf(order, refund).shop !== 0),
      expected: (order, world) => bothOf(currentTotal(order), order, world),
      why: 'An amount given back beside goods and shipping takes nothing off what is left of them.',
    },
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
