// What Amazon loses of an order, and why.
import { minus, zero } from '../../sandbox/catalogue/amounts.ts';
import type { Order as CatalogueOrder } from '../../sandbox/catalogue/types.ts';
import { isSentByAmazon } from '../../sandbox/stores/amazon/holding.ts';
import { childAsin } from '../../sandbox/stores/amazon/ids.ts';
import type { Losses } from './round-trip-compare.ts';
import { textOf } from './round-trip-order-fields.ts';
import { cancelledLate, noCustomer, noVariants, worthNothing } from './round-trip-shared-losses.ts';
import {
  alwaysThere,
  hasTrait,
  isCancelled,
  lineTexts,
  netGross,
  netLines,
  netSubtotal,
  netTotal,
  oneShipping,
  partOf,
  plainOf,
  setOf,
  shippingAfter,
  shippingBefore,
  totalOf,
  wholeTitles,
  zeroSet,
} from './round-trip-told.ts';

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
