// For tests only: what BigCommerce loses of orders and products of the catalogue, and why.
import { zero } from '../../sandbox/catalogue/amounts.ts';
import type {
  Order as CatalogueOrder,
  Product as CatalogueProduct,
  Line,
} from '../../sandbox/catalogue/types.ts';
import { type ChannelLosses, hasTrait, type Losses } from '../contract/round-trip-compare.ts';
import {
  noLineTax,
  noRestock,
  onlySent,
  parcelsOf,
} from '../contract/round-trip-include-losses.ts';
import { ORDER_FIELDS, textOf, writtenAddress } from '../contract/round-trip-order-fields.ts';
import {
  cancelledLate,
  noCompany,
  noParts,
  noTags,
  noTips,
  phoneAlone,
  worthNothing,
} from '../contract/round-trip-order-losses.ts';
import {
  type Expected,
  isCancelled,
  lineDiscounts,
  productIds,
  setOf,
  shippingPaid,
  variantIds,
} from '../contract/round-trip-order-views.ts';
import { eachVariant, noBackorders, oneLocation } from '../contract/round-trip-product-losses.ts';

/** As the catalogue has it. */
const asItIs: Expected = (order, world, field) => ORDER_FIELDS[field]?.expected(order, world);

const isPickup = (order: CatalogueOrder): boolean =>
  order.shipping === null &&
  order.shippingLines.length === 0 &&
  order.lines.some((line) => line.requiresShipping);
const isDownload = (order: CatalogueOrder): boolean =>
  order.shippingLines.length === 0 && order.lines.every((line) => !line.requiresShipping);

/** Goods come in parcels first, then what is downloaded or e-mailed. */
const byConsignment = ({ lines }: CatalogueOrder): readonly Line[] => [
  ...lines.filter((line) => line.requiresShipping),
  ...lines.filter((line) => !line.requiresShipping),
];
const sorted =
  (expected: Expected): Expected =>
  (order, world, field) =>
    expected({ ...order, lines: byConsignment(order) }, world, field);

const orders: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'Amounts are in the currency that was paid in; those of the shop’s own are not given.',
  },
  losses: [
    {
      fields: ['total_discounts'],
      expected: setOf(lineDiscounts),
      why: 'What a coupon took off shipping is out of its cost, and shown nowhere.',
    },
    {
      fields: ['total_shipping_price_set'],
      expected: setOf(shippingPaid),
      why: 'What a coupon took off shipping is out of its cost, and shown nowhere.',
    },
    {
      fields: ['discount_codes'],
      when: hasTrait('coupon-free-shipping'),
      expected: (order, world) => {
        const other = order.discounts.filter((one) => one.code && one.kind !== 'free_shipping');
        const all = other.length > 0 ? order.discounts : [];
        return all.map(({ code, kind, amount }) => [
          code,
          textOf(kind === 'free_shipping' ? zero : amount, order, world),
        ]);
      },
      why: 'Coupons are looked up where one took something off; one for shipping alone takes nothing off that shows.',
    },
    {
      fields: ['shipping_lines'],
      when: isPickup,
      expected: (order, world) => [['Pickup in store', textOf(zero, order, world)]],
      why: 'What is picked up has a pickup method, which is returned as a shipping line.',
    },
    {
      fields: ['shipping_lines'],
      when: (order) => order.shippingLines.length === 0 && !isDownload(order),
      expected: (order, world) => [['Free Shipping', textOf(zero, order, world)]],
      why: 'A parcel has a method of shipping, also where it cost nothing.',
    },
    {
      fields: ['shipping_lines'],
      expected: (order, world) =>
        order.shippingLines.map(({ title, total }) => [title, textOf(total, order, world)]),
      why: 'What a coupon took off shipping is out of its cost, and shown nowhere.',
    },
    {
      fields: ['shipping_address'],
      when: isPickup,
      expected: (_, { catalogue }) => {
        const [place] = catalogue.locations;
        return place && [null, ...writtenAddress(place.address).slice(1)];
      },
      why: 'What is picked up has the address of the place where it waits.',
    },
    {
      fields: ['shipping_address'],
      when: isDownload,
      why: 'Downloads are sent nowhere, so that no address is kept for them.',
    },
    noTips,
    ...noParts,
    worthNothing,
    cancelledLate,
    {
      fields: ['closed_at'],
      when: (order) => order.financialStatus === 'refunded' && order.fulfilmentStatus === null,
      why: 'Only shipping has a date, and this order was refunded before it.',
    },
    {
      fields: ['cancel_reason'],
      when: isCancelled,
      expected: ({ cancelReason }) => (cancelReason === 'declined' ? 'declined' : 'other'),
      why: 'BigCommerce distinguishes a declined payment from a cancellation, and knows nothing else about it.',
    },
    noTags,
    { fields: ['po_number'], why: 'Orders have no number of the buyer’s own.' },
    noCompany,
    phoneAlone,
    {
      fields: ['line_items.product_id'],
      when: hasTrait('gift-card-bought'),
      expected: (order, world, field) =>
        order.lines.map(({ giftCard }, at) =>
          giftCard ? null : (productIds(order, world, field) as unknown[])[at],
        ),
      why: 'Gift certificates are no products.',
    },
    {
      fields: ['line_items.variant_id'],
      when: hasTrait('gift-card-bought'),
      expected: (order, world, field) =>
        order.lines.map(({ giftCard }, at) =>
          giftCard ? null : (variantIds(order, world, field) as unknown[])[at],
        ),
      why: 'Gift certificates are no products.',
    },
    {
      fields: ['line_items.product_exists'],
      when: hasTrait('gift-card-bought'),
      expected: ({ lines }) => lines.map(({ giftCard }) => !giftCard),
      why: 'Gift certificates are no products.',
    },
    {
      fields: [
        'line_items.quantity',
        'line_items.sku',
        'line_items.title',
        'line_items.price',
        'line_items.product_id',
        'line_items.variant_id',
        'line_items.product_exists',
      ],
      when: hasTrait('custom-item'),
      expected: sorted(asItIs),
      why: 'Lines come by consignment: parcels before downloads.',
    },
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['product_type'],
      expected: ({ kind }) => (kind === 'digital' ? 'digital' : 'physical'),
      why: 'A product is physical or digital; other types do not exist.',
    },
    oneLocation,
    noBackorders,
    {
      fields: ['variants.inventory_levels'],
      why: 'Stock by location is another API, with a scope of its own.',
    },
    {
      fields: ['variants.grams'],
      when: hasTrait('digital'),
      expected: eachVariant(() => 0),
      why: 'Every product has a weight; that of downloads is zero.',
    },
    {
      fields: ['variants.taxable'],
      why: 'Products have classes of tax, and none means untaxed.',
    },
  ],
};

export const losses: ChannelLosses = {
  carried: ['refunds'],
  noRecords: {
    // A list of V2 without entries has no body.
    orders: ['no content', 'an empty list'],
    products: ['an empty list of data'],
  },
  orders,
  fulfillments: [
    parcelsOf(onlySent, 'Only goods that are sent are in shipments: no downloads, no services.'),
  ],
  refunds: [noRestock, noLineTax],
  products,
};
