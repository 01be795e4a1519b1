// What bol and Mirakl Connect lose of an order, and why.
import { zero } from '../../sandbox/catalogue/amounts.ts';
import { currencies } from '../../sandbox/catalogue/currencies.ts';
import type { Address, Order as CatalogueOrder } from '../../sandbox/catalogue/types.ts';
import { methodOf } from '../../sandbox/stores/bol/orders.ts';
import { isOffered } from '../../sandbox/stores/bol/shops.ts';
import { each } from '../../src/model/money.ts';
import type { Losses, World } from './round-trip-compare.ts';
import { textOf, writtenAddress } from './round-trip-order-fields.ts';
import { cancelledLate, noCustomer, noVariants, worthNothing } from './round-trip-shared-losses.ts';
import {
  hasTrait,
  isCancelled,
  lineTexts,
  netSubtotal,
  netTotal,
  oneShipping,
  partOf,
  plainOf,
  setOf,
  shippingAfter,
  totalOf,
  variantIds,
  wholeTitles,
  zeroSet,
} from './round-trip-told.ts';

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

/** Whether the goods of a line are among the seller's offers. */
const isOnOffer = ({ lines }: CatalogueOrder, at: number, { catalogue }: World): boolean => {
  const product = catalogue.productById.get(lines[at]?.productId ?? 0);
  return lines[at]?.productExists === true && product !== undefined && isOffered(product);
};

/** bol writes Dutch post codes without the space that people put into them. */
function bare(address: Address | null) {
  if (address === null) return null;
  return writtenAddress({ ...address, zip: address.zip.replaceAll(' ', '') });
}

export const bol: Losses<CatalogueOrder> = {
  losses: [
    { fields: ['test'], why: 'Nothing says whether an order is a test.' },
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
        (variantIds(order, world, field) as unknown[]).map((id, at) =>
          isOnOffer(order, at, world) ? id : null,
        ),
      why: 'Each variant is an offer of its own; goods that are offered no more have none.',
    },
    {
      fields: ['line_items.product_exists'],
      told: (order, world) => order.lines.map((_, at) => isOnOffer(order, at, world) || null),
      why: 'Of goods that are offered no more nobody says whether they exist.',
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
      told: (order, world) =>
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
      told: (order, world) => {
        const [first] = order.shippingLines;
        return first ? [[first.title, textOf(shippingAfter(order), order, world)]] : [];
      },
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
      told: ({ lines }) => lines.map(() => null),
      why: 'An order does not say whether its goods were deleted since.',
    },
    { fields: ['test'], why: 'Nothing says whether an order is a test.' },
  ],
};
