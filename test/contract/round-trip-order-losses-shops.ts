// What shops lose of an order, and why: Shopify, WooCommerce and BigCommerce.
import { minus, zero } from '../../sandbox/catalogue/amounts.ts';
import type { Order as CatalogueOrder, Line } from '../../sandbox/catalogue/types.ts';
import type { Losses } from './round-trip-compare.ts';
import { ORDER_FIELDS, textOf, writtenAddress } from './round-trip-order-fields.ts';
import {
  cancelledLate,
  noCompany,
  noTags,
  noTips,
  worthNothing,
} from './round-trip-shared-losses.ts';
import {
  hasTrait,
  isCancelled,
  lineTexts,
  type OrderLoss,
  plainOf,
  productIds,
  setOf,
  type Told,
  totalOf,
  variantIds,
  zeroSet,
} from './round-trip-told.ts';

const noParts: readonly OrderLoss[] = [
  {
    fields: ['financial_status'],
    when: hasTrait('payment-partial'),
    told: () => 'pending',
    why: 'A payment of a part is unknown: the order waits for its payment.',
  },
  {
    fields: ['total_outstanding'],
    when: hasTrait('payment-partial'),
    told: plainOf(({ totals }) => totals.total),
    why: 'A payment of a part is unknown: the whole total is outstanding.',
  },
];
const phoneAlone: OrderLoss = {
  fields: ['billing_address'],
  when: (order) => order.billing === null && order.phone !== null,
  told: () => [null, null, null, null, null],
  why: 'The phone number is kept in the billing address, which is there for its sake alone.',
};
export const shopify: Losses<CatalogueOrder> = {
  losses: [
    {
      fields: ['line_items.total_discount'],
      told: lineTexts((line, order) => {
        const own = line.allocations.filter(
          ({ discount }) => order.discounts[discount]?.kind === 'fixed_product',
        );
        return totalOf(own.map(({ amount }) => amount));
      }),
      why: 'Shopify’s total of a line leaves out discounts on the whole order, which are told with the order.',
    },
    worthNothing,
  ],
};

/** WooCommerce takes a gift card off the total, as a fee below zero. */
const afterGiftCards = ({ totals }: CatalogueOrder) => minus(totals.total, totals.giftCards);
const lineDiscounts = ({ totals }: CatalogueOrder) => totals.lineDiscounts;
const shippingPaid = ({ totals }: CatalogueOrder) =>
  minus(totals.shipping, totals.shippingDiscounts);

/** As the catalogue has it. */
const asItIs: Told = (order, world, field) => ORDER_FIELDS[field]?.told(order, world);

export const woocommerce: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'An order has one currency; shops with several have them by plugins, without a rate.',
  },
  losses: [
    {
      fields: ['current_total_price', 'current_total_tax'],
      when: isCancelled,
      told: zeroSet,
      why: 'Nothing is left of an order that was cancelled.',
    },
    {
      fields: ['total_price'],
      told: setOf(afterGiftCards),
      why: 'A gift card that was redeemed is a fee below zero, so that the total is what is left to pay.',
    },
    {
      fields: ['current_total_price'],
      told: setOf((order) => minus(afterGiftCards(order), order.totals.refunded)),
      why: 'A gift card that was redeemed is a fee below zero, so that the total is what is left to pay.',
    },
    {
      fields: ['total_discounts'],
      told: setOf(lineDiscounts),
      why: 'Free shipping is a method of its own at no cost, not a discount.',
    },
    {
      fields: ['total_shipping_price_set'],
      told: setOf(shippingPaid),
      why: 'Free shipping is a method of its own at no cost, not a discount.',
    },
    {
      fields: ['discount_codes'],
      told: (order, world) =>
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
      told: (order, world) =>
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
      told: ({ cancelReason }) => (cancelReason === 'declined' ? 'declined' : 'other'),
      why: 'WooCommerce tells a failed payment from a cancellation, and nothing else about it.',
    },
    { fields: ['test'], why: 'Nothing marks an order as a trial.' },
    noTags,
    noCompany,
    phoneAlone,
    {
      fields: ['line_items.sku'],
      when: hasTrait('deleted-product'),
      told: ({ lines }) => lines.map(({ sku, productExists }) => (productExists ? sku : null)),
      why: 'The SKU is looked up in the product, which is gone.',
    },
    {
      fields: ['line_items.title'],
      when: hasTrait('deleted-product'),
      told: ({ lines }) =>
        lines.map(({ title, variantTitle, productExists }) =>
          productExists || variantTitle === null ? title : `${title} - ${variantTitle}`,
        ),
      why: 'The name without the variant is looked up in the product, which is gone.',
    },
  ],
};

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
  (told: Told): Told =>
  (order, world, field) =>
    told({ ...order, lines: byConsignment(order) }, world, field);

export const bigcommerce: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'Amounts are in the currency that was paid in; those of the shop’s own are not told.',
  },
  losses: [
    {
      fields: ['total_discounts'],
      told: setOf(lineDiscounts),
      why: 'What a coupon took off shipping is out of its cost, and told nowhere.',
    },
    {
      fields: ['total_shipping_price_set'],
      told: setOf(shippingPaid),
      why: 'What a coupon took off shipping is out of its cost, and told nowhere.',
    },
    {
      fields: ['discount_codes'],
      when: hasTrait('coupon-free-shipping'),
      told: (order, world) => {
        const other = order.discounts.filter((one) => one.code && one.kind !== 'free_shipping');
        const all = other.length > 0 ? order.discounts : [];
        return all.map(({ code, kind, amount }) => [
          code,
          textOf(kind === 'free_shipping' ? zero : amount, order, world),
        ]);
      },
      why: 'Coupons are looked up where one took something off; one for shipping alone takes nothing off that is told.',
    },
    {
      fields: ['shipping_lines'],
      when: isPickup,
      told: (order, world) => [['Pickup in store', textOf(zero, order, world)]],
      why: 'What is picked up has a pickup method, which is told as a shipping line.',
    },
    {
      fields: ['shipping_lines'],
      when: (order) => order.shippingLines.length === 0 && !isDownload(order),
      told: (order, world) => [['Free Shipping', textOf(zero, order, world)]],
      why: 'A parcel has a method of shipping, also where it cost nothing.',
    },
    {
      fields: ['shipping_lines'],
      told: (order, world) =>
        order.shippingLines.map(({ title, total }) => [title, textOf(total, order, world)]),
      why: 'What a coupon took off shipping is out of its cost, and told nowhere.',
    },
    {
      fields: ['shipping_address'],
      when: isPickup,
      told: (_, { catalogue }) => {
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
      told: ({ cancelReason }) => (cancelReason === 'declined' ? 'declined' : 'other'),
      why: 'BigCommerce tells a declined payment from a cancellation, and nothing else about it.',
    },
    noTags,
    { fields: ['po_number'], why: 'Orders have no number of the buyer’s own.' },
    noCompany,
    phoneAlone,
    {
      fields: ['line_items.product_id'],
      when: hasTrait('gift-card-bought'),
      told: (order, world, field) =>
        order.lines.map(({ giftCard }, at) =>
          giftCard ? null : (productIds(order, world, field) as unknown[])[at],
        ),
      why: 'Gift certificates are no products.',
    },
    {
      fields: ['line_items.variant_id'],
      when: hasTrait('gift-card-bought'),
      told: (order, world, field) =>
        order.lines.map(({ giftCard }, at) =>
          giftCard ? null : (variantIds(order, world, field) as unknown[])[at],
        ),
      why: 'Gift certificates are no products.',
    },
    {
      fields: ['line_items.product_exists'],
      when: hasTrait('gift-card-bought'),
      told: ({ lines }) => lines.map(({ giftCard }) => !giftCard),
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
      told: sorted(asItIs),
      why: 'Lines come by consignment: parcels before downloads.',
    },
  ],
};
