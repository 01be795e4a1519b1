// For tests only: what Amazon loses of orders and products of the catalogue, and why.
import { divide, minus } from '../../sandbox/catalogue/amounts.ts';
import { currencies, decimal } from '../../sandbox/catalogue/currencies.ts';
import type {
  Order as CatalogueOrder,
  Product as CatalogueProduct,
  Line,
} from '../../sandbox/catalogue/types.ts';
import {
  holdsProduct,
  isSentByAmazon,
  isStoredByAmazon,
} from '../../sandbox/stores/amazon/holding.ts';
import { productAsin } from '../../sandbox/stores/amazon/ids.ts';
import { marketplaces } from '../../sandbox/stores/amazon/marketplaces.ts';
import { marketplaceOf } from '../../sandbox/stores/amazon/shops.ts';
import { iso } from '../contract/instants.ts';
import {
  type ChannelLosses,
  hasTrait,
  type Losses,
  type World,
} from '../contract/round-trip-compare.ts';
import { noTrackingUrls, parcelsOf } from '../contract/round-trip-include-losses.ts';
import { productOf, textOf } from '../contract/round-trip-order-fields.ts';
import {
  cancelledLate,
  noCustomer,
  noVariants,
  worthNothing,
} from '../contract/round-trip-order-losses.ts';
import {
  type Expected,
  isCancelled,
  lineTexts,
  netGross,
  netLines,
  netSubtotal,
  netTotal,
  oneShipping,
  plainOf,
  productIds,
  setOf,
  shippingAfter,
  shippingBefore,
  totalOf,
  variantIds,
  wholeTitles,
  zeroSet,
} from '../contract/round-trip-order-views.ts';
import {
  eachVariant,
  isSimple,
  noAlt,
  noBackorders,
  noCurrencyWithoutPrice,
  noTaxable,
  oneLocation,
} from '../contract/round-trip-product-losses.ts';

/** Amazon gives no amounts before the payment is settled, and none of what was cancelled. */
const isPending = ({ state, financialStatus }: CatalogueOrder): boolean =>
  state === 'open' && financialStatus === 'pending';
const isUnpriced = (order: CatalogueOrder): boolean => isPending(order) || isCancelled(order);

const isAuthorized = (order: CatalogueOrder): boolean =>
  !isUnpriced(order) && order.fulfilmentStatus === null;

/** The price of one, with as many decimals as make all of them the line's sum again. */
function pieceOf(line: Line, order: CatalogueOrder): string {
  const { decimals } = currencies[order.currency];
  const whole = netGross(line, order).presentment;
  for (let more = 0; ; more++) {
    const scale = 10 ** more;
    const piece = divide(whole * scale, line.quantity);
    if (divide(piece * line.quantity, scale) === whole) return decimal(piece, decimals + more);
  }
}

/** Whether the seller still lists what a line sold. */
function isListed(line: Line, world: World): boolean {
  const product = productOf(line, world);
  return product !== null && holdsProduct(product);
}
const hasUnlisted = ({ lines }: CatalogueOrder, world: World): boolean =>
  lines.some((line) => !isListed(line, world));

const ifListed =
  (ids: Expected): Expected =>
  (order, world, field) => {
    const all = ids(order, world, field) as readonly unknown[];
    return order.lines.map((line, at) => (isListed(line, world) ? all[at] : null));
  };

/** Listings are read from the first of the seller's marketplaces: here the Dutch one. */
const isSoldAtHome = (order: CatalogueOrder): boolean =>
  marketplaceOf(order, [marketplaces.NL, marketplaces.DE]).country === 'NL';

/** What Amazon calls the discounts of an order, each named once, by line. */
function promotionsOf({ lines, discounts }: CatalogueOrder): readonly string[] {
  const used = lines.flatMap(({ allocations }) => allocations.map(({ discount }) => discount));
  const free = discounts.flatMap(({ kind }, at) => (kind === 'free_shipping' ? [at] : []));
  return [...new Set([...used, ...free])].map((at) => `EU ${discounts[at]?.title} 2024/01/01`);
}

const orders: Losses<CatalogueOrder> = {
  losses: [
    {
      fields: ['total_price'],
      when: isCancelled,
      expected: zeroSet,
      why: 'Amazon gives a total of zero for what was cancelled.',
    },
    worthNothing,
    {
      fields: ['total_price', 'current_total_price', 'current_total_tax', 'total_outstanding'],
      when: isPending,
      why: 'Amazon gives no amounts before the payment is settled.',
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
      why: 'Amazon gives no amounts before the payment is settled, and none of what was cancelled.',
    },
    {
      fields: ['total_discounts'],
      expected: setOf((order) =>
        minus(
          totalOf([netLines(order), shippingBefore(order)]),
          totalOf([netSubtotal(order), shippingAfter(order)]),
        ),
      ),
      why: 'Sums are given without tax, and the tax apart.',
    },
    {
      fields: ['total_line_items_price'],
      expected: setOf(netLines),
      why: 'Sums are given without tax, and the tax apart.',
    },
    {
      fields: ['subtotal_price'],
      expected: setOf(netSubtotal),
      why: 'Sums are given without tax, and the tax apart.',
    },
    {
      fields: ['total_shipping_price_set'],
      expected: setOf(shippingBefore),
      why: 'Sums are given without tax, and the tax apart.',
    },
    {
      fields: ['line_items.price'],
      when: (order) => !isUnpriced(order),
      expected: (order) => order.lines.map((line) => pieceOf(line, order)),
      why: 'Sums are given without tax, and the tax apart; a piece has the decimals that its sum needs.',
    },
    {
      fields: ['line_items.total_discount'],
      expected: lineTexts((line, order) => minus(netGross(line, order), netTotal(line, order))),
      why: 'Sums are given without tax, and the tax apart.',
    },
    {
      fields: ['taxes_included'],
      expected: (order) => isUnpriced(order) || order.totals.tax.presentment === 0,
      why: 'Sums are given without tax; where there is none, what is usual in the marketplace counts.',
    },
    {
      fields: ['current_total_price'],
      when: (order) => order.refunds.length > 0,
      expected: setOf(({ totals }) => totals.total),
      why: 'Refunds are not in the Orders API.',
    },
    {
      fields: ['current_total_tax'],
      when: (order) => order.refunds.length > 0,
      expected: setOf(({ totals }) => totals.tax),
      why: 'Refunds are not in the Orders API.',
    },
    {
      fields: ['total_outstanding'],
      when: isAuthorized,
      expected: plainOf(({ totals }) => totals.total),
      why: 'Amazon collects the money when an order ships, so that all of it is outstanding before.',
    },
    {
      fields: ['financial_status'],
      expected: (order) =>
        isCancelled(order)
          ? 'voided'
          : isPending(order)
            ? 'pending'
            : isAuthorized(order)
              ? 'authorized'
              : 'paid',
      why: 'Amazon charges the buyer when an order ships, and refunds are not in the Orders API.',
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
      when: ({ cancelReason }) => cancelReason === 'fraud' || cancelReason === 'staff',
      expected: () => 'other',
      why: 'Amazon names the buyer, stock and payment as reasons, and no others.',
    },
    {
      fields: ['email'],
      when: (order) => isPending(order) || isSentByAmazon(order),
      why: 'Nothing of the buyer is shown before the payment is settled, or where Amazon ships.',
    },
    {
      fields: ['email'],
      expected: () => /^[^@\s]+@marketplace\.amazon\.(nl|de)$/,
      why: 'A buyer’s address is a relay of Amazon’s.',
    },
    {
      fields: ['tags'],
      expected: ({ company, id }) =>
        [...(company ? ['AMAZON_BUSINESS'] : []), ...(id % 5 === 0 ? ['PRIME'] : [])].join(', ') ||
        null,
      why: 'Orders have no tags; the programmes they belong to stand in their place.',
    },
    noCustomer,
    { fields: ['billing_address'], why: 'Amazon gives no billing address.' },
    {
      fields: ['shipping_address'],
      when: isCancelled,
      why: 'Where a cancelled order would have gone is not shown.',
    },
    {
      fields: ['shipping_address'],
      when: isPending,
      expected: ({ shipping }) => [null, null, null, shipping?.city, shipping?.countryCode],
      why: 'Nothing but the place is shown before the payment is settled.',
    },
    {
      fields: ['discount_codes'],
      expected: (order, world) => {
        const names = promotionsOf(order);
        const off = minus(
          totalOf([netLines(order), shippingBefore(order)]),
          totalOf([netSubtotal(order), shippingAfter(order)]),
        );
        return names.map((name) => [name, names.length > 1 ? null : textOf(off, order, world)]);
      },
      why: 'Promotions have internal names; which of several took off how much is not known.',
    },
    {
      fields: ['shipping_lines'],
      expected: (order, world, field) => {
        const level = order.shippingLines.length > 1 ? 'EXPEDITED' : 'STANDARD';
        return isUnpriced(order)
          ? [[level, null]]
          : oneShipping(level, shippingBefore)(order, world, field);
      },
      why: 'Shipping is one sum for an order, named by its level of service.',
    },
    {
      fields: ['line_items.title'],
      expected: wholeTitles(', '),
      why: 'A listing’s title says what makes the variant.',
    },
    noVariants,
    {
      fields: ['line_items.product_id'],
      when: hasUnlisted,
      expected: ifListed(productIds),
      why: 'Amazon deletes what is archived elsewhere, so that a line finds no listing of it.',
    },
    {
      fields: ['line_items.variant_id'],
      when: hasUnlisted,
      expected: ifListed(variantIds),
      why: 'Amazon deletes what is archived elsewhere, so that a line finds no listing of it.',
    },
    {
      fields: ['line_items.product_exists'],
      expected: (order, world) =>
        order.lines.map((line) => isListed(line, world) || (isSoldAtHome(order) ? false : null)),
      why: 'Whether a listing is gone is certain only in the marketplace that listings are read from.',
    },
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['handle'],
      expected: productAsin,
      why: 'What names a product in addresses is its ASIN.',
    },
    {
      fields: ['product_type'],
      expected: () => /^[A-Z_]+$/,
      why: 'Amazon has words of its own for types of products.',
    },
    {
      fields: ['options'],
      when: (product) => !isSimple(product),
      expected: ({ options }) =>
        options.map(({ name, values }) => [name.toLowerCase().replace('colour', 'color'), values]),
      why: 'Options are named by Amazon’s attributes.',
    },
    {
      fields: ['images'],
      when: (product) => hasTrait('many-images')(product) && isSimple(product),
      expected: () => 9,
      why: 'A listing has nine images at most; only variations may bring more.',
    },
    noAlt,
    noCurrencyWithoutPrice,
    oneLocation,
    noBackorders,
    {
      fields: ['variants.inventory_levels'],
      expected: eachVariant((variant, product, world) => {
        const several = hasTrait('several-locations')(product);
        const atHome = several ? oneLocation.expected?.(product, world, '') : undefined;
        const at = product.variants.indexOf(variant);
        const count = atHome
          ? (atHome as unknown[])[at]
          : variant.stock.levels.reduce((sum, { available }) => sum + available, 0);
        return [[isStoredByAmazon(product) ? 'Amazon' : 'Merchant', count]];
      }),
      why: 'Stock lies with Amazon or with the merchant; other places are not known.',
    },
    noTaxable,
  ],
};

/** What Amazon sends itself has no packages. */
const ownParcels = (order: CatalogueOrder): CatalogueOrder =>
  isSentByAmazon(order) ? { ...order, fulfilments: [] } : order;

export const losses: ChannelLosses = {
  carried: ['fulfillments'],
  noRecords: {
    orders: ['no orders and no products'],
    products: ['no items'],
    'v0 products': ['no items'],
  },
  orders,
  fulfillments: [
    noTrackingUrls(ownParcels),
    parcelsOf(
      ownParcels,
      'Packages are known for orders that the seller sends, not of Amazon’s own.',
      ['fulfillments.tracking_urls'],
    ),
  ],
  listWarnings: ['fulfillments_unknown'],
  products,
  // Without a lower bound Amazon's last 30 days are read, and the report says so.
  everything: ({ first }) => ({ created_at_min: iso(first) }),
};
