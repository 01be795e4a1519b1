// For tests only: what bol loses of orders and products of the catalogue, and why.
import { zero } from '../../sandbox/catalogue/amounts.ts';
import type {
  Address,
  Order as CatalogueOrder,
  Product as CatalogueProduct,
} from '../../sandbox/catalogue/types.ts';
import { bolProductId } from '../../sandbox/stores/bol/ids.ts';
import { methodOf } from '../../sandbox/stores/bol/quantities.ts';
import { isOffered } from '../../sandbox/stores/bol/shops.ts';
import { DAY, iso } from '../contract/instants.ts';
import type { ChannelLosses, Loss, Losses, World } from '../contract/round-trip-compare.ts';
import { noTrackingUrls, parcelsOf } from '../contract/round-trip-include-losses.ts';
import { writtenAddress } from '../contract/round-trip-order-fields.ts';
import { noCustomer, noVariants } from '../contract/round-trip-order-losses.ts';
import {
  isCancelled,
  oneShipping,
  partOf,
  setOf,
  totalOf,
  variantIds,
  wholeTitles,
  zeroSet,
} from '../contract/round-trip-order-views.ts';
import {
  noAlt,
  noBackorders,
  noLocations,
  noTaxable,
  noWeight,
  oneLocation,
} from '../contract/round-trip-product-losses.ts';

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

const orders: Losses<CatalogueOrder> = {
  losses: [
    { fields: ['test'], why: 'Nothing says whether an order is a test.' },
    {
      fields: ['total_price'],
      expected: setOf(goods),
      why: 'The delivery fee is bol’s own and is not shown.',
    },
    {
      fields: ['current_total_price'],
      expected: setOf((order) =>
        totalOf(
          order.lines.map(({ total, quantity }, at) =>
            partOf(total, quantity - cancelledPieces(order, at), quantity),
          ),
        ),
      ),
      why: 'The delivery fee is bol’s own; returns are listed elsewhere, without amounts.',
    },
    {
      fields: ['total_tax', 'current_total_tax'],
      why: 'Prices include VAT, and how much of it is not known.',
    },
    {
      fields: ['total_discounts'],
      expected: setOf(({ totals }) => totals.lineDiscounts),
      why: 'The delivery fee is bol’s own, and so is what was taken off it.',
    },
    {
      fields: ['total_shipping_price_set'],
      expected: zeroSet,
      why: 'The delivery fee is bol’s own and is not shown.',
    },
    {
      fields: ['financial_status'],
      expected: (order) => (isAllCancelled(order) ? 'voided' : 'paid'),
      why: 'Sellers see orders that are paid; returns are listed elsewhere, without amounts.',
    },
    {
      fields: ['cancelled_at'],
      when: isAllCancelled,
      expected: (order) => order.updatedAt,
      why: 'What was given back before it was sent is a cancellation, at its last change.',
    },
    {
      fields: ['cancel_reason'],
      when: isAllCancelled,
      expected: ({ cancelReason }) => (cancelReason === 'customer' ? 'customer' : 'other'),
      why: 'Only the buyer’s own wish is named as a reason for a cancellation.',
    },
    {
      fields: ['closed_at'],
      when: (order) => order.state !== 'open',
      expected: (order) => order.updatedAt,
      why: 'No moment of the completion is kept, so that the last change stands for it.',
    },
    {
      fields: ['email'],
      expected: () => /^[0-9a-f]{26}@verkopen\.bol\.com$/,
      why: 'A buyer’s address is a relay of bol’s.',
    },
    { fields: ['note'], why: 'Buyers cannot leave a note.' },
    {
      fields: ['tags'],
      expected: ({ lines }) =>
        [...new Set(lines.map((line) => methodOf(line.productId)))].join(', '),
      why: 'Orders have no tags; how they are fulfilled stands in their place.',
    },
    noCustomer,
    {
      fields: ['billing_address'],
      expected: ({ billing }) => bare(billing),
      why: 'Post codes are written without a space.',
    },
    {
      fields: ['shipping_address'],
      expected: ({ shipping }) => bare(shipping),
      why: 'Post codes are written without a space.',
    },
    { fields: ['discount_codes'], why: 'Promotions have a title and no code.' },
    {
      fields: ['shipping_lines'],
      expected: oneShipping('REGULAR', () => zero),
      why: 'The delivery fee is bol’s own; only the time of delivery is shown.',
    },
    {
      fields: ['line_items.title'],
      expected: wholeTitles(' - '),
      why: 'The title of goods says what makes the variant.',
    },
    noVariants,
    {
      fields: ['line_items.product_id', 'line_items.variant_id'],
      expected: (order, world, field) =>
        (variantIds(order, world, field) as unknown[]).map((id, at) =>
          isOnOffer(order, at, world) ? id : null,
        ),
      why: 'Each variant is an offer of its own; goods that are offered no more have none.',
    },
    {
      fields: ['line_items.product_exists'],
      expected: (order, world) => order.lines.map((_, at) => isOnOffer(order, at, world) || null),
      why: 'Of goods that are offered no more no one says whether they exist.',
    },
  ],
};

const products: Losses<CatalogueProduct> = {
  losses: [
    {
      fields: ['handle'],
      expected: bolProductId,
      why: 'What names a product in addresses is bol’s number.',
    },
    {
      fields: ['product_type'],
      expected: () => /^\d+$/,
      why: 'Goods are classed by numbers of bol’s.',
    },
    {
      fields: ['tags'],
      expected: ({ id }) => [methodOf(id), 'NEW'],
      why: 'Offers have no tags; condition and way of fulfilment stand in their place.',
    },
    { fields: ['created_at'], why: 'Offers have no date of creation.' },
    noAlt,
    { fields: ['variants.compare_at_price'], why: 'An offer has one price.' },
    oneLocation,
    noBackorders,
    noLocations,
    noWeight,
    noTaxable,
  ],
};

/** What lies in bol's warehouse is sent from there, and bol has codes for carriers. */
const asSent = (order: CatalogueOrder): CatalogueOrder => {
  const ownerOf = ({ lineId }: { readonly lineId: number }) =>
    methodOf(order.lines.find(({ id }) => id === lineId)?.productId ?? null);
  const parcels = order.fulfilments.flatMap((parcel) =>
    ['FBR', 'FBB'].map((method) => ({
      ...parcel,
      carrier: 'TNT',
      lines: parcel.lines.filter((line) => ownerOf(line) === method),
    })),
  );
  return { ...order, fulfilments: parcels.filter(({ lines }) => lines.length > 0) };
};

const fulfillments: readonly Loss<CatalogueOrder>[] = [
  noTrackingUrls(asSent),
  parcelsOf(
    asSent,
    'What the seller sends and what bol sends are shipments apart; carriers are codes, TNT for PostNL.',
    ['fulfillments.tracking_urls'],
  ),
];

export const losses: ChannelLosses = {
  noRecords: {
    orders: ['an empty object', 'no orders and no products'],
    products: ['an empty object', 'no orders and no products'],
  },
  orders,
  fulfillments,
  products,
  // bol shows open orders and those handled in the last 48 hours, unless asked for changes since.
  everything: ({ anchor }) => ({ updated_at_min: iso(anchor - 85 * DAY) }),
  // bol allows so few reads of images that only 20 products of a page have them.
  productLimit: 20,
};
