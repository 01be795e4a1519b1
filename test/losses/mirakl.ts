// For tests only: what Mirakl loses of orders and products of the catalogue, and why.
import { zero } from '../../sandbox/catalogue/amounts.ts';
import { currencies } from '../../sandbox/catalogue/currencies.ts';
import type {
  Order as CatalogueOrder,
  Product as CatalogueProduct,
} from '../../sandbox/catalogue/types.ts';
import { refundsOf as backsOfLine } from '../../sandbox/stores/mirakl/figures.ts';
import { each } from '../../src/model/money.ts';
import { iso } from '../contract/instants.ts';
import {
  type ChannelLosses,
  hasTrait,
  type Loss,
  type Losses,
  type World,
} from '../contract/round-trip-compare.ts';
import { REFUND_FIELDS, unordered } from '../contract/round-trip-include-fields.ts';
import { textOf } from '../contract/round-trip-order-fields.ts';
import {
  cancelledLate,
  noCustomer,
  noVariants,
  worthNothing,
} from '../contract/round-trip-order-losses.ts';
import {
  isCancelled,
  lineTexts,
  netSubtotal,
  netTotal,
  plainOf,
  setOf,
  shippingAfter,
  variantIds,
  wholeTitles,
  zeroSet,
} from '../contract/round-trip-order-views.ts';
import {
  eachVariant,
  noAlt,
  noCurrencyWithoutPrice,
  noProductTags,
  noTaxable,
  noWeight,
} from '../contract/round-trip-product-losses.ts';

const fiveDays = 5 * 86_400_000;

const orders: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'An order has the currency of its sales channel, and no other.',
  },
  losses: [
    worthNothing,
    {
      fields: ['total_discounts'],
      expected: zeroSet,
      why: 'Connect shows no discounts: prices are those after them.',
    },
    {
      fields: ['total_line_items_price', 'subtotal_price'],
      expected: setOf(netSubtotal),
      why: 'Prices are those after discounts, without tax.',
    },
    {
      fields: ['total_shipping_price_set'],
      expected: setOf(shippingAfter),
      why: 'Prices are those after discounts, without tax.',
    },
    {
      fields: ['line_items.price'],
      expected: (order, world) =>
        order.lines.map((line) =>
          each(
            textOf(netTotal(line, order), order, world),
            line.quantity,
            currencies[order.currency].decimals,
          ),
        ),
      why: 'Prices are of the whole line, after discounts, without tax: one piece is a division, with as many decimals as it needs.',
    },
    {
      fields: ['line_items.total_discount'],
      expected: lineTexts(() => zero),
      why: 'Connect shows no discounts: prices are those after them.',
    },
    {
      fields: ['taxes_included'],
      expected: ({ totals }) => totals.tax.presentment === 0,
      why: 'Prices are without tax; where none is given, they are what the buyer pays.',
    },
    {
      fields: ['total_outstanding'],
      when: hasTrait('payment-partial'),
      expected: plainOf(({ totals }) => totals.total),
      why: 'A payment of a part is unknown: the whole total is outstanding.',
    },
    {
      fields: ['financial_status'],
      when: isCancelled,
      expected: () => 'voided',
      why: 'What became of the money of a cancelled order is not known.',
    },
    {
      fields: ['financial_status'],
      when: hasTrait('payment-authorized', 'payment-partial'),
      expected: () => 'pending',
      why: 'Mirakl has an order await its payment, however much came of it so far.',
    },
    cancelledLate,
    {
      fields: ['closed_at'],
      when: (order) => order.state === 'closed',
      expected: (order, { catalogue }) => {
        const justSent = catalogue.anchor - (order.closedAt ?? 0) < fiveDays;
        return justSent && order.financialStatus !== 'refunded' ? null : order.updatedAt;
      },
      why: 'The last change stands for the completion, and what is still on its way is not closed.',
    },
    {
      fields: ['cancel_reason'],
      when: ({ cancelReason }) => cancelReason === 'staff',
      expected: () => 'other',
      why: 'A seller’s refusal has no reason.',
    },
    {
      fields: ['tags'],
      expected: ({ currency, shipping }) =>
        currency === 'EUR' && shipping?.countryCode === 'DE' ? 'DE' : null,
      why: 'Orders have no tags; the part of the sales channel stands in their place.',
    },
    { fields: ['po_number'], why: 'Orders have no number of the buyer’s own.' },
    noCustomer,
    { fields: ['discount_codes'], why: 'Connect shows no discounts: prices are those after them.' },
    {
      fields: ['shipping_lines'],
      expected: (order, world) => {
        const [first] = order.shippingLines;
        return first ? [[first.title, textOf(shippingAfter(order), order, world)]] : [];
      },
      why: 'Shipping is one sum for an order, after discounts, without tax.',
    },
    {
      fields: ['line_items.title'],
      expected: wholeTitles(' - '),
      why: 'Sales channels know no variants: what makes one stands in the title.',
    },
    noVariants,
    {
      fields: ['line_items.product_id'],
      expected: variantIds,
      why: 'Each stock-keeping unit is a product of its own.',
    },
    {
      fields: ['line_items.variant_id'],
      when: hasTrait('deleted-product'),
      expected: variantIds,
      why: 'An order keeps the number of goods that were deleted.',
    },
    {
      fields: ['line_items.product_exists'],
      expected: ({ lines }) => lines.map(() => null),
      why: 'An order does not say whether its goods were deleted since.',
    },
    { fields: ['test'], why: 'Nothing says whether an order is a test.' },
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['handle'],
      expected: ({ variants }) => variants[0]?.sku,
      why: 'Products have no address of their own; their number stands for it.',
    },
    noProductTags,
    { fields: ['created_at', 'updated_at'], why: 'Products have no dates.' },
    {
      fields: ['images'],
      when: hasTrait('many-images'),
      expected: ({ images }) => Math.min(15, images.length),
      why: 'A product has fifteen images at most.',
    },
    noAlt,
    noCurrencyWithoutPrice,
    {
      fields: ['variants.inventory_policy'],
      when: hasTrait('backorders', 'untracked-stock'),
      expected: eachVariant(() => 'deny'),
      why: 'Whether goods may be sold that are not there is not known.',
    },
    {
      fields: ['variants.inventory_levels'],
      expected: eachVariant(({ stock }) => stock.levels.map(({ available }) => [null, available])),
      why: 'Warehouses have a code and no name.',
    },
    noWeight,
    noTaxable,
    {
      fields: ['variants.requires_shipping'],
      why: 'Whether goods are sent is not said.',
    },
  ],
};

/** What each refund gave back, line by line; shipping and the rest stand on the first line. */
const backsOf = (order: CatalogueOrder) =>
  order.refunds.map((refund) =>
    order.lines.flatMap((line) =>
      backsOfLine(line, order)
        .filter((back) => back.refund === refund)
        .map((back) => ({ ...back, line })),
    ),
  );
type Backs = ReturnType<typeof backsOf>[number];

const eachRefund =
  (
    value: (backs: Backs, order: CatalogueOrder, world: World) => unknown,
  ): NonNullable<Loss<CatalogueOrder>['expected']> =>
  (order, world) =>
    unordered(backsOf(order).map((backs) => value(backs, order, world)));

const written = (minor: number, order: CatalogueOrder, world: World) =>
  textOf({ shop: minor, presentment: minor }, order, world);

const refunds: readonly Loss<CatalogueOrder>[] = [
  {
    fields: Object.keys(REFUND_FIELDS),
    when: (order) => isCancelled(order) && order.refunds.length > 0,
    expected: () => [],
    why: 'What is cancelled was never paid, so that nothing of it is given back.',
  },
  {
    fields: ['refunds.reason'],
    expected: eachRefund(([first]) => ((first?.quantity ?? 0) > 0 ? 'RETURN' : 'AGREEMENT')),
    why: 'Reasons are words of the marketplace, not of the seller.',
  },
  {
    fields: ['refunds.status'],
    expected: eachRefund(() => null),
    why: 'Connect has no states of refunds.',
  },
  {
    fields: ['refunds.line_items'],
    expected: eachRefund((backs) =>
      unordered(backs.map(({ line, quantity }) => [line.sku, quantity])),
    ),
    why: 'Whatever is given back stands on a line, shipping and amounts alone too.',
  },
  {
    fields: ['refunds.adjustment_amount'],
    when: ({ refunds }) => refunds.some(({ adjustment }) => adjustment.presentment !== 0),
    expected: eachRefund((_, order, world) => written(0, order, world)),
    why: 'An amount that was given back for the order stands on a line, and is none of its own.',
  },
  {
    fields: ['refunds.line_items.subtotal'],
    expected: eachRefund((backs, order, world) =>
      unordered(backs.map(({ goods }) => written(goods.net, order, world))),
    ),
    why: 'Amounts of Connect are without tax.',
  },
  {
    fields: ['refunds.line_items.total_tax'],
    expected: eachRefund((backs, order, world) =>
      unordered(
        backs.map(({ goods: { taxes } }) =>
          written(
            taxes.reduce((all, [, , minor]) => all + minor, 0),
            order,
            world,
          ),
        ),
      ),
    ),
    why: 'Whatever is given back stands on a line, shipping and amounts alone too.',
  },
  {
    fields: ['refunds.line_items.restock'],
    expected: eachRefund((backs) => backs.map(() => null)),
    why: 'Whether pieces went back into stock is not said.',
  },
];

export const losses: ChannelLosses = {
  carried: ['refunds'],
  noRecords: {
    orders: ['an empty list of data'],
    products: ['an empty list of data'],
    'marketplace orders': ['no orders and no products'],
    'marketplace products': ['no orders and no products'],
  },
  orders,
  refunds,
  products,
  // Mirakl Connect shows the last 30 days of changes unless asked for more.
  everything: ({ first }) => ({ updated_at_min: iso(first) }),
};
