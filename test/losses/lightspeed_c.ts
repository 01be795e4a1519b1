// For tests only: what Lightspeed loses of orders and products of the catalogue, and why.
import { add, minus } from '../../sandbox/catalogue/amounts.ts';
import type {
  Address,
  Order as CatalogueOrder,
  Product as CatalogueProduct,
} from '../../sandbox/catalogue/types.ts';
import { shipmentsOf } from '../../sandbox/stores/lightspeed_c/shipments.ts';
import { isUntouched } from '../../sandbox/stores/lightspeed_c/status.ts';
import {
  type ChannelLosses,
  hasTrait,
  type Loss,
  type Losses,
} from '../contract/round-trip-compare.ts';
import { unordered } from '../contract/round-trip-include-fields.ts';
import { textOf, writtenAddress } from '../contract/round-trip-order-fields.ts';
import {
  cancelledLate,
  noCompany,
  noTags,
  noTips,
  worthNothing,
} from '../contract/round-trip-order-losses.ts';
import {
  grossWithTax,
  isCancelled,
  lineTexts,
  partOf,
  setOf,
  shippingWithTax,
  totalOf,
} from '../contract/round-trip-order-views.ts';
import {
  eachVariant,
  noAlt,
  noLocations,
  noProductTags,
  priceOfZero,
} from '../contract/round-trip-product-losses.ts';

const lines = (order: CatalogueOrder) =>
  totalOf(order.lines.map((line) => grossWithTax(line, order)));
const shipping = (order: CatalogueOrder) =>
  totalOf(order.shippingLines.map((line) => shippingWithTax(line, order)));

/** Shipping after discounts, with tax. */
const shippingPaid = (order: CatalogueOrder) =>
  totalOf(
    order.shippingLines.map(({ total, tax }) => (order.taxesIncluded ? total : add(total, tax))),
  );

/** What the goods came to: the total less everything else. */
const goods = (order: CatalogueOrder) =>
  minus(minus(order.totals.total, shippingPaid(order)), order.totals.tip);

const isTaxedOnTop = (order: CatalogueOrder): boolean =>
  !order.taxesIncluded && order.totals.tax.shop > 0;

/** Refunds that are not pieces of lines. */
const isHiddenRefund = (order: CatalogueOrder): boolean =>
  order.refunds.length > 0 && order.refunds.every((refund) => refund.lines.length === 0);

/** What pieces that came back were worth, with tax, as the lines have it: net and tax are not rounded apart. */
const returned = (order: CatalogueOrder) =>
  totalOf(
    order.lines.map((line) => {
      const worth = order.taxesIncluded ? line.total : add(line.total, line.tax);
      return partOf(worth, line.refundedQuantity, line.quantity);
    }),
  );
const returnedTax = ({ lines }: CatalogueOrder) =>
  totalOf(
    lines.flatMap(({ taxes, refundedQuantity, quantity }) =>
      taxes.map(({ amount }) => partOf(amount, refundedQuantity, quantity)),
    ),
  );

const discounts = (order: CatalogueOrder) =>
  add(minus(lines(order), goods(order)), minus(shipping(order), shippingPaid(order)));

/** The price of one piece, to four decimals, without needless zeros behind the cents. */
function pieceOf(cents: number, quantity: number): string {
  const tenThousandths = Math.floor((cents * 200 + quantity) / (2 * quantity));
  const digits = String(tenThousandths).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/0{1,2}$/, '');
}

/** Streets are kept apart from their numbers, which come second. */
function turned(address: Address | null) {
  if (address === null) return null;
  const { street, houseNumber, houseNumberExtension: more } = address;
  const [name, , ...rest] = writtenAddress(address);
  return [name, [street, houseNumber, more].filter((part) => part !== null).join(' '), ...rest];
}

const orders: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'shop',
    why: 'Everything is in the shop’s currency; orders do not name the buyer’s.',
  },
  losses: [
    {
      fields: ['taxes_included'],
      expected: () => true,
      why: 'Both amounts are given, with tax and without; those with tax are taken for every shop.',
    },
    {
      fields: ['total_line_items_price'],
      when: isTaxedOnTop,
      expected: setOf(lines),
      why: 'Amounts are those with tax, whichever the shop shows.',
    },
    {
      fields: ['subtotal_price'],
      when: isTaxedOnTop,
      expected: setOf(goods),
      why: 'Amounts are those with tax, whichever the shop shows.',
    },
    {
      fields: ['total_discounts'],
      when: isTaxedOnTop,
      expected: setOf(discounts),
      why: 'Amounts are those with tax, whichever the shop shows.',
    },
    {
      fields: ['total_shipping_price_set'],
      when: isTaxedOnTop,
      expected: setOf(shipping),
      why: 'Amounts are those with tax, whichever the shop shows.',
    },
    {
      fields: ['line_items.price'],
      when: isTaxedOnTop,
      expected: (order) =>
        order.lines.map((line) => pieceOf(grossWithTax(line, order).shop, line.quantity)),
      why: 'Amounts are those with tax, whichever the shop shows; the price of a piece has up to four decimals.',
    },
    {
      fields: ['line_items.total_discount'],
      expected: lineTexts((line, order) => {
        const own = line.allocations.filter(
          ({ discount }) => order.discounts[discount]?.kind !== 'fixed_cart',
        );
        const off = totalOf(own.map(({ amount }) => amount));
        return isTaxedOnTop(order) ? minus(grossWithTax(line, order), add(line.total, line.tax)) : off; // biome-ignore format: one choice
      }),
      why: 'A fixed amount off the whole order stands with the order alone, and amounts are those with tax.',
    },
    noTips,
    {
      fields: ['total_outstanding'],
      when: hasTrait('payment-partial'),
      why: 'How much of a partial payment has come is not known.',
    },
    worthNothing,
    {
      fields: ['current_total_price'],
      expected: setOf((order) => minus(order.totals.total, returned(order))),
      why: 'A refund shows in the pieces of lines only; one of shipping or of an amount does not show.',
    },
    {
      fields: ['current_total_tax'],
      expected: setOf((order) => minus(order.totals.tax, returnedTax(order))),
      why: 'A refund shows in the pieces of lines only; one of shipping or of an amount does not show.',
    },
    cancelledLate,
    {
      fields: ['closed_at'],
      when: (order) => order.state === 'closed',
      expected: (order) => order.updatedAt,
      why: 'No moment of the completion is kept, so that the last change stands for it.',
    },
    {
      fields: ['cancel_reason'],
      when: isCancelled,
      expected: () => 'other',
      why: 'The reason for a cancellation is not given.',
    },
    {
      fields: ['financial_status'],
      when: isHiddenRefund,
      expected: () => 'paid',
      why: 'A refund shows in the pieces of lines only; one of shipping or of an amount does not show.',
    },
    {
      fields: ['financial_status'],
      when: hasTrait('payment-authorized'),
      expected: () => 'pending',
      why: 'Money that is only reserved has not been paid; more is not known.',
    },
    { fields: ['test'], why: 'Nothing says whether an order is a trial.' },
    noTags,
    { fields: ['po_number'], why: 'Orders have no number of the buyer’s own.' },
    noCompany,
    {
      fields: ['billing_address'],
      expected: ({ billing }) => turned(billing),
      why: 'Street and number are kept apart; which comes first in a country is not known.',
    },
    {
      fields: ['shipping_address'],
      expected: (order) => turned(order.shipping),
      why: 'Street and number are kept apart; which comes first in a country is not known.',
    },
    {
      fields: ['discount_codes'],
      expected: (order, world) => {
        const { code } = order.discounts.find((one) => one.code !== null) ?? {};
        return code ? [[code, textOf(discounts(order), order, world)]] : [];
      },
      why: 'There is room for one code, which then stands for all discounts.',
    },
    {
      fields: ['shipping_lines'],
      expected: (order, world) => {
        const [first] = order.shippingLines;
        return first ? [[first.title, textOf(shipping(order), order, world)]] : [];
      },
      why: 'An order has one shipment, and its price is that with tax.',
    },
    {
      fields: ['line_items.variant_title'],
      expected: (order) =>
        order.lines.map(({ options }) =>
          options.length > 0
            ? options.map(({ name, value }) => `${name}: ${value}`).join(', ')
            : null,
        ),
      why: 'A variant’s title is the shop’s own text, which names the options.',
    },
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    { fields: ['product_type'], why: 'The type of a product is not given.' },
    noProductTags,
    noAlt,
    priceOfZero,
    noLocations,
    {
      fields: ['variants.grams'],
      when: hasTrait('digital', 'gift-card'),
      expected: eachVariant(() => 0),
      why: 'Every variant has a weight; that of downloads is zero.',
    },
    {
      fields: ['variants.requires_shipping'],
      why: 'Whether a product is sent is not known.',
    },
  ],
};

/** One shipment of what has left, and one of what has not; made with the order. */
const STATES = { shipped: 'shipped', not_shipped: 'pending', cancelled: 'cancelled' } as const;
const inShipments =
  (
    value: (shipment: ReturnType<typeof shipmentsOf>[number], order: CatalogueOrder) => unknown,
  ): NonNullable<Loss<CatalogueOrder>['expected']> =>
  (order) =>
    unordered(shipmentsOf(order).map((one) => value(one, order)));

const fulfillments: readonly Loss<CatalogueOrder>[] = [
  {
    fields: ['fulfillments.line_items'],
    expected: inShipments(({ pieces }) =>
      unordered([...pieces].map(([{ sku }, quantity]) => [sku, quantity])),
    ),
    why: 'A shipment is made with the order and split where a part goes ahead.',
  },
  {
    fields: ['fulfillments.status'],
    expected: inShipments(({ status }, order) =>
      status === 'not_shipped' && isUntouched(order) ? 'shipped' : STATES[status],
    ),
    why: 'A shipment is there before it leaves; that of a completed order may never be marked.',
  },
  {
    fields: ['fulfillments.created_at'],
    expected: inShipments((_, { createdAt }) => createdAt),
    why: 'A shipment is made with the order; when it left is not kept.',
  },
  {
    fields: ['fulfillments.tracking_company'],
    expected: inShipments(() => null),
    why: 'A shipment does not name its carrier.',
  },
  {
    fields: ['fulfillments.tracking_numbers'],
    expected: inShipments(({ status }, { fulfilments }) =>
      status === 'shipped' ? [fulfilments.at(-1)?.trackingNumber] : [],
    ),
    why: 'A shipment has one code, however many parcels it went in.',
  },
  {
    fields: ['fulfillments.tracking_urls'],
    expected: inShipments(() => []),
    why: 'A shipment has a code, and no address to follow it by.',
  },
];

export const losses: ChannelLosses = {
  noRecords: {
    products: ['no orders and no products'],
  },
  orders,
  fulfillments,
  products,
};
