// What marketplaces lose of an order, and why: Amazon, bol and Mirakl Connect.
import { minus, zero } from '../../sandbox/catalogue/amounts.ts';
import type { Address, Order as CatalogueOrder } from '../../sandbox/catalogue/types.ts';
import { isSentByAmazon } from '../../sandbox/stores/amazon/holding.ts';
import { childAsin } from '../../sandbox/stores/amazon/ids.ts';
import { methodOf } from '../../sandbox/stores/bol/orders.ts';
import type { Losses } from './round-trip-compare.ts';
import { textOf, writtenAddress } from './round-trip-order-fields.ts';
import { cancelledLate } from './round-trip-order-losses-shops.ts';
import {
  hasTrait,
  isCancelled,
  lineTexts,
  netGross,
  netShipping,
  netTotal,
  type OrderLoss,
  oneShipping,
  partOf,
  plainOf,
  setOf,
  type Told,
  totalOf,
  variantIds,
  wholeTitles,
  zeroSet,
} from './round-trip-told.ts';

/** Losses that all marketplaces share. */
const noVariants: OrderLoss = {
  fields: ['line_items.variant_title'],
  why: 'Goods have a title of their own, which says what makes the variant.',
};
const worthNothing: OrderLoss = {
  fields: ['current_total_price', 'current_total_tax'],
  when: isCancelled,
  told: zeroSet,
  why: 'A cancelled order is worth nothing any more, whether or not money was given back.',
};
const noCustomer: OrderLoss = {
  fields: ['customer'],
  told: () => false,
  why: 'Marketplaces do not tell sellers by which number they know a buyer.',
};
const alwaysThere: Told = ({ lines }) => lines.map(() => true);

/** Amounts without tax, over all lines. */
const netLines = (order: CatalogueOrder) =>
  totalOf(order.lines.map((line) => netGross(line, order)));
const netSubtotal = (order: CatalogueOrder) =>
  totalOf(order.lines.map((line) => netTotal(line, order)));
const shippingBefore = (order: CatalogueOrder) =>
  totalOf(order.shippingLines.map((line) => netShipping(line, order)));
const shippingAfter = (order: CatalogueOrder) =>
  totalOf(order.shippingLines.map((line) => netTotal(line, order)));

/** Amazon tells no amounts before the payment is settled, and none of what was cancelled. */
const isPending = ({ state, financialStatus }: CatalogueOrder): boolean =>
  state === 'open' && financialStatus === 'pending';
const isUnpriced = (order: CatalogueOrder): boolean => isPending(order) || isCancelled(order);

/** What Amazon calls the discounts of an order, each named once, by line. */
function promotionsOf({ lines, discounts }: CatalogueOrder): readonly string[] {
  const used = lines.flatMap(({ allocations }) => allocations.map(({ discount }) => discount));
  const free = discounts.flatMap(({ kind }, at) => (kind === 'free_shipping' ? [at] : []));
  return [...new Set([...used, ...free])].map((at) => `EU ${discounts[at]?.title} 2024/01/01`);
}

export const amazon: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'An order has the currency of its marketplace, and no other.',
  },
  losses: [
    {
      fields: ['total_price'],
      when: isCancelled,
      told: zeroSet,
      why: 'Amazon tells a total of zero for what was cancelled.',
    },
    worthNothing,
    {
      fields: ['total_price', 'current_total_price', 'current_total_tax', 'total_outstanding'],
      when: isPending,
      why: 'Amazon tells no amounts before the payment is settled.',
    },
    {
      fields: [
        'total_tax',
        'total_discounts',
        'total_line_items_price',
        'subtotal_price',
        'total_shipping_price_set',
        'total_tip_received',
        'line_items.total_discount',
        'discount_codes',
      ],
      when: isUnpriced,
      why: 'Amazon tells no amounts before the payment is settled, and none of what was cancelled.',
    },
    {
      fields: ['total_discounts'],
      told: setOf((order) =>
        minus(
          totalOf([netLines(order), shippingBefore(order)]),
          totalOf([netSubtotal(order), shippingAfter(order)]),
        ),
      ),
      why: 'Sums are told without tax, and the tax apart.',
    },
    {
      fields: ['total_line_items_price'],
      told: setOf(netLines),
      why: 'Sums are told without tax, and the tax apart.',
    },
    {
      fields: ['subtotal_price'],
      told: setOf(netSubtotal),
      why: 'Sums are told without tax, and the tax apart.',
    },
    {
      fields: ['total_shipping_price_set'],
      told: setOf(shippingBefore),
      why: 'Sums are told without tax, and the tax apart.',
    },
    {
      fields: ['line_items.price'],
      when: (order) => !isUnpriced(order),
      told: lineTexts((line, order) => partOf(netGross(line, order), 1, line.quantity)),
      why: 'Sums are told without tax, and the tax apart.',
    },
    {
      fields: ['line_items.total_discount'],
      told: lineTexts((line, order) => minus(netGross(line, order), netTotal(line, order))),
      why: 'Sums are told without tax, and the tax apart.',
    },
    {
      fields: ['taxes_included'],
      told: (order) => isUnpriced(order) || order.totals.tax.presentment === 0,
      why: 'Sums are told without tax; where there is none, what is usual in the marketplace counts.',
    },
    {
      fields: ['current_total_price'],
      when: (order) => order.refunds.length > 0,
      told: setOf(({ totals }) => totals.total),
      why: 'Refunds are not in the Orders API.',
    },
    {
      fields: ['current_total_tax'],
      when: (order) => order.refunds.length > 0,
      told: setOf(({ totals }) => totals.tax),
      why: 'Refunds are not in the Orders API.',
    },
    {
      fields: ['total_outstanding'],
      when: hasTrait('payment-authorized'),
      told: plainOf(() => zero),
      why: 'Amazon collects the money, so that nothing is outstanding once it has been settled.',
    },
    {
      fields: ['financial_status'],
      told: (order) =>
        isCancelled(order)
          ? 'voided'
          : isPending(order)
            ? 'pending'
            : order.fulfilmentStatus !== null
              ? 'paid'
              : 'authorized',
      why: 'Amazon charges the buyer when an order ships, and refunds are not in the Orders API.',
    },
    cancelledLate,
    {
      fields: ['closed_at'],
      when: (order) => order.state === 'closed',
      told: (order) => order.updatedAt,
      why: 'No moment of the completion is kept, so that the last change stands for it.',
    },
    {
      fields: ['cancel_reason'],
      when: ({ cancelReason }) => cancelReason === 'fraud' || cancelReason === 'staff',
      told: () => 'other',
      why: 'Amazon’s words tell the buyer, stock and payment as reasons, and no others.',
    },
    {
      fields: ['email'],
      when: (order) => isPending(order) || isSentByAmazon(order),
      why: 'Nothing of the buyer is told before the payment is settled, or where Amazon ships.',
    },
    {
      fields: ['email'],
      told: () => /^[^@\s]+@marketplace\.amazon\.(nl|de)$/,
      why: 'A buyer’s address is a relay of Amazon’s.',
    },
    {
      fields: ['tags'],
      told: ({ company, id }) =>
        [...(company ? ['AMAZON_BUSINESS'] : []), ...(id % 5 === 0 ? ['PRIME'] : [])].join(', ') ||
        null,
      why: 'Orders have no tags; the programmes they belong to stand in their place.',
    },
    noCustomer,
    { fields: ['billing_address'], why: 'Amazon tells no billing address.' },
    {
      fields: ['shipping_address'],
      when: isCancelled,
      why: 'Where a cancelled order would have gone is not told.',
    },
    {
      fields: ['shipping_address'],
      when: isPending,
      told: ({ shipping }) => [null, null, null, shipping?.city, shipping?.countryCode],
      why: 'Nothing but the place is told before the payment is settled.',
    },
    {
      fields: ['discount_codes'],
      told: (order, world) => {
        const names = promotionsOf(order);
        const off = minus(
          totalOf([netLines(order), shippingBefore(order)]),
          totalOf([netSubtotal(order), shippingAfter(order)]),
        );
        return names.map((name) => [name, names.length > 1 ? null : textOf(off, order, world)]);
      },
      why: 'Promotions have internal names; which of several took off how much is not told.',
    },
    {
      fields: ['shipping_lines'],
      told: (order, world, field) => {
        const level = order.shippingLines.length > 1 ? 'EXPEDITED' : 'STANDARD';
        return isUnpriced(order)
          ? [[level, null]]
          : oneShipping(level, shippingBefore)(order, world, field);
      },
      why: 'Shipping is one sum for an order, named by its level of service.',
    },
    {
      fields: ['line_items.title'],
      told: wholeTitles(', '),
      why: 'A listing’s title says what makes the variant.',
    },
    noVariants,
    {
      fields: ['line_items.product_id'],
      told: ({ lines }) => lines.map(({ variantId }) => childAsin(variantId ?? 0)),
      why: 'An order names the goods by ASIN; listings are known by the seller’s SKU, which is the variant.',
    },
    {
      fields: ['line_items.variant_id'],
      when: hasTrait('deleted-product'),
      told: ({ lines }) => lines.map(({ sku }) => sku),
      why: 'An order keeps the SKU of a listing that was deleted.',
    },
    {
      fields: ['line_items.product_exists'],
      when: hasTrait('deleted-product'),
      told: alwaysThere,
      why: 'An order does not tell whether its listing was deleted since.',
    },
  ],
};

/** Pieces that were cancelled at bol: all of a cancelled order, else those refunded unsent. */
const cancelledPieces = (order: CatalogueOrder, at: number): number => {
  const line = order.lines[at];
  if (!line) return 0;
  const left = line.quantity - line.fulfilledQuantity;
  return isCancelled(order) ? left : Math.min(left, line.refundedQuantity);
};
const isAllCancelled = (order: CatalogueOrder): boolean =>
  order.lines.every(({ quantity }, at) => cancelledPieces(order, at) === quantity);
const goods = ({ totals }: CatalogueOrder) => totals.subtotal;

/** bol writes Dutch post codes without the space that people put into them. */
function bare(address: Address | null) {
  if (address === null) return null;
  return writtenAddress({ ...address, zip: address.zip.replaceAll(' ', '') });
}

export const bol: Losses<CatalogueOrder> = {
  losses: [
    {
      fields: ['total_price'],
      told: setOf(goods),
      why: 'The delivery fee is bol’s own and is not told.',
    },
    {
      fields: ['current_total_price'],
      told: setOf((order) =>
        totalOf(
          order.lines.map(({ total, quantity }, at) =>
            partOf(total, quantity - cancelledPieces(order, at), quantity),
          ),
        ),
      ),
      why: 'The delivery fee is bol’s own; returns are told elsewhere, without amounts.',
    },
    {
      fields: ['total_tax', 'current_total_tax'],
      why: 'Prices include VAT, and how much of it is not told.',
    },
    {
      fields: ['total_discounts'],
      told: setOf(({ totals }) => totals.lineDiscounts),
      why: 'The delivery fee is bol’s own, and so is what was taken off it.',
    },
    {
      fields: ['total_shipping_price_set'],
      told: zeroSet,
      why: 'The delivery fee is bol’s own and is not told.',
    },
    {
      fields: ['financial_status'],
      told: (order) => (isAllCancelled(order) ? 'voided' : 'paid'),
      why: 'Sellers see orders that are paid; returns are told elsewhere, without amounts.',
    },
    {
      fields: ['cancelled_at'],
      when: isAllCancelled,
      told: (order) => order.updatedAt,
      why: 'What was given back before it was sent is a cancellation, at its last change.',
    },
    {
      fields: ['cancel_reason'],
      when: isAllCancelled,
      told: ({ cancelReason }) => (cancelReason === 'customer' ? 'customer' : 'other'),
      why: 'Only the buyer’s own wish is told as a reason of a cancellation.',
    },
    {
      fields: ['closed_at'],
      when: (order) => order.state !== 'open',
      told: (order) => order.updatedAt,
      why: 'No moment of the completion is kept, so that the last change stands for it.',
    },
    {
      fields: ['email'],
      told: () => /^[0-9a-f]{26}@verkopen\.bol\.com$/,
      why: 'A buyer’s address is a relay of bol’s.',
    },
    { fields: ['note'], why: 'Buyers cannot leave a note.' },
    {
      fields: ['tags'],
      told: ({ lines }) => [...new Set(lines.map((line) => methodOf(line.productId)))].join(', '),
      why: 'Orders have no tags; how they are fulfilled stands in their place.',
    },
    noCustomer,
    {
      fields: ['billing_address'],
      told: ({ billing }) => bare(billing),
      why: 'Post codes are written without a space.',
    },
    {
      fields: ['shipping_address'],
      told: ({ shipping }) => bare(shipping),
      why: 'Post codes are written without a space.',
    },
    { fields: ['discount_codes'], why: 'Promotions have a title and no code.' },
    {
      fields: ['shipping_lines'],
      told: oneShipping('REGULAR', () => zero),
      why: 'The delivery fee is bol’s own; only the time of delivery is told.',
    },
    {
      fields: ['line_items.title'],
      told: wholeTitles(' - '),
      why: 'The title of goods says what makes the variant.',
    },
    noVariants,
    {
      fields: ['line_items.product_id', 'line_items.variant_id'],
      told: (order, world, field) =>
        order.lines.map(({ barcode, productExists }, at) =>
          productExists ? (variantIds(order, world, field) as unknown[])[at] : barcode,
        ),
      why: 'Each variant is an offer of its own, and where it is gone its EAN is all that is left.',
    },
  ],
};

const fiveDays = 5 * 86_400_000;

export const mirakl: Losses<CatalogueOrder> = {
  oneCurrency: {
    is: 'presentment',
    why: 'An order has the currency of its sales channel, and no other.',
  },
  losses: [
    worthNothing,
    {
      fields: ['total_discounts'],
      told: zeroSet,
      why: 'Connect tells no discounts: prices are those after them.',
    },
    {
      fields: ['total_line_items_price', 'subtotal_price'],
      told: setOf(netSubtotal),
      why: 'Prices are those after discounts, without tax.',
    },
    {
      fields: ['total_shipping_price_set'],
      told: setOf(shippingAfter),
      why: 'Prices are those after discounts, without tax.',
    },
    {
      fields: ['line_items.price'],
      told: lineTexts((line, order) => partOf(netTotal(line, order), 1, line.quantity)),
      why: 'Prices are of the whole line, after discounts, without tax: one piece is a division.',
    },
    {
      fields: ['line_items.total_discount'],
      told: lineTexts(() => zero),
      why: 'Connect tells no discounts: prices are those after them.',
    },
    {
      fields: ['taxes_included'],
      told: ({ totals }) => totals.tax.presentment === 0,
      why: 'Prices are without tax; where none is told, they are what the buyer pays.',
    },
    {
      fields: ['total_outstanding'],
      when: hasTrait('payment-partial'),
      told: plainOf(({ totals }) => totals.total),
      why: 'A payment of a part is unknown: the whole total is outstanding.',
    },
    {
      fields: ['financial_status'],
      when: isCancelled,
      told: () => 'voided',
      why: 'What became of the money of a cancelled order is not told.',
    },
    {
      fields: ['financial_status'],
      when: hasTrait('payment-authorized', 'payment-partial'),
      told: () => 'pending',
      why: 'Mirakl tells an order that awaits its payment, whatever came of it so far.',
    },
    cancelledLate,
    {
      fields: ['closed_at'],
      when: (order) => order.state === 'closed',
      told: (order, { catalogue }) => {
        const justSent = catalogue.anchor - (order.closedAt ?? 0) < fiveDays;
        return justSent && order.financialStatus !== 'refunded' ? null : order.updatedAt;
      },
      why: 'The last change stands for the completion, and what is still on its way is not closed.',
    },
    {
      fields: ['cancel_reason'],
      when: ({ cancelReason }) => cancelReason === 'staff',
      told: () => 'other',
      why: 'A seller’s refusal has no reason.',
    },
    {
      fields: ['tags'],
      told: ({ currency, shipping }) =>
        currency === 'EUR' && shipping?.countryCode === 'DE' ? 'DE' : null,
      why: 'Orders have no tags; the part of the sales channel stands in their place.',
    },
    { fields: ['po_number'], why: 'Orders have no number of the buyer’s own.' },
    noCustomer,
    { fields: ['discount_codes'], why: 'Connect tells no discounts: prices are those after them.' },
    {
      fields: ['shipping_lines'],
      told: (order, world) => [
        [order.shippingLines[0]?.title ?? null, textOf(shippingAfter(order), order, world)],
      ],
      why: 'Shipping is one sum for an order, after discounts, without tax.',
    },
    {
      fields: ['line_items.title'],
      told: wholeTitles(' - '),
      why: 'Sales channels know no variants: what makes one stands in the title.',
    },
    noVariants,
    {
      fields: ['line_items.product_id'],
      told: variantIds,
      why: 'Each stock-keeping unit is a product of its own.',
    },
    {
      fields: ['line_items.variant_id'],
      when: hasTrait('deleted-product'),
      told: variantIds,
      why: 'An order keeps the number of goods that were deleted.',
    },
    {
      fields: ['line_items.product_exists'],
      when: hasTrait('deleted-product'),
      told: alwaysThere,
      why: 'An order does not tell whether its goods were deleted since.',
    },
  ],
};
