// For tests only: what WooCommerce loses of orders and products of the catalogue, and why.
import { minus, zero } from '../../sandbox/catalogue/amounts.ts';
import type {
  Order as CatalogueOrder,
  Product as CatalogueProduct,
} from '../../sandbox/catalogue/types.ts';
import { type ChannelLosses, hasTrait, type Losses } from '../contract/round-trip-compare.ts';
import { noRestock } from '../contract/round-trip-include-losses.ts';
import { textOf } from '../contract/round-trip-order-fields.ts';
import {
  cancelledLate,
  noCompany,
  noParts,
  noTags,
  noTips,
  phoneAlone,
} from '../contract/round-trip-order-losses.ts';
import {
  isCancelled,
  lineDiscounts,
  setOf,
  shippingPaid,
  zeroSet,
} from '../contract/round-trip-order-views.ts';
import {
  denyUncounted,
  noLocations,
  oneLocation,
  titleOption,
} from '../contract/round-trip-product-losses.ts';

/** WooCommerce takes a gift card off the total, as a fee below zero. */
const afterGiftCards = ({ totals }: CatalogueOrder) => minus(totals.total, totals.giftCards);

const orders: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'An order has one currency; shops with several have them by plugins, without a rate.',
  },
  losses: [
    {
      fields: ['current_total_price', 'current_total_tax'],
      when: isCancelled,
      expected: zeroSet,
      why: 'Nothing is left of an order that was cancelled.',
    },
    {
      fields: ['total_price'],
      expected: setOf(afterGiftCards),
      why: 'A gift card that was redeemed is a fee below zero, so that the total is what is left to pay.',
    },
    {
      fields: ['current_total_price'],
      expected: setOf((order) => minus(afterGiftCards(order), order.totals.refunded)),
      why: 'A gift card that was redeemed is a fee below zero, so that the total is what is left to pay.',
    },
    {
      fields: ['total_discounts'],
      expected: setOf(lineDiscounts),
      why: 'Free shipping is a method of its own at no cost, not a discount.',
    },
    {
      fields: ['total_shipping_price_set'],
      expected: setOf(shippingPaid),
      why: 'Free shipping is a method of its own at no cost, not a discount.',
    },
    {
      fields: ['discount_codes'],
      expected: (order, world) =>
        order.discounts
          .filter(({ code }) => code !== null)
          .map(({ code, kind, amount }) => [
            code,
            textOf(kind === 'free_shipping' ? zero : amount, order, world),
          ]),
      why: 'Free shipping is a method of its own at no cost: its coupon took nothing off.',
    },
    {
      fields: ['shipping_lines'],
      expected: (order, world) =>
        order.shippingLines.map(({ title, discount, total }) => [
          discount.shop > 0 ? 'Free shipping' : title,
          textOf(total, order, world),
        ]),
      why: 'Free shipping is a method of its own at no cost.',
    },
    noTips,
    ...noParts,
    cancelledLate,
    {
      fields: ['closed_at'],
      when: (order) => order.financialStatus === 'refunded' && order.fulfilmentStatus === null,
      why: 'Only the completion of an order has a date, and this one was refunded before it.',
    },
    {
      fields: ['cancel_reason'],
      when: isCancelled,
      expected: ({ cancelReason }) => (cancelReason === 'declined' ? 'declined' : 'other'),
      why: 'WooCommerce distinguishes a failed payment from a cancellation, and knows nothing else about it.',
    },
    { fields: ['test'], why: 'Nothing marks an order as a trial.' },
    noTags,
    noCompany,
    phoneAlone,
    {
      fields: ['line_items.sku'],
      when: hasTrait('deleted-product'),
      expected: ({ lines }) => lines.map(({ sku, productExists }) => (productExists ? sku : null)),
      why: 'The SKU is looked up in the product, which is gone.',
    },
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['product_type'],
      expected: ({ categories }) => categories[0]?.name ?? null,
      why: 'Products have categories and no type; the first stands for it.',
    },
    ...titleOption,
    oneLocation,
    denyUncounted,
    noLocations,
  ],
};

export const losses: ChannelLosses = {
  // What was given back is part of an order's own amounts, so that refunds are read with it anyway.
  carried: ['refunds'],
  noRecords: {
    orders: ['an empty list'],
    products: ['an empty list'],
  },
  orders,
  refunds: [noRestock],
  products,
};
