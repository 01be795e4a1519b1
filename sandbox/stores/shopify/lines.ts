// Lines and shipping lines of an order.
import type { Amount, Line, Order, ShippingLine } from '../../catalogue/types.ts';
import { discountAllocations } from './discounts.ts';
import { gidOf } from './ids.ts';
import { bag } from './money.ts';
import { currentQuantity, lineLevelDiscount, unfulfilledQuantity } from './order-amounts.ts';
import { tipLine } from './tips.ts';
import type { Resolve, Resolvers } from './world.ts';

export interface LineSource {
  readonly order: Order;
  readonly line: Line;
}

export interface ShippingSource {
  readonly order: Order;
  readonly line: ShippingLine;
}

const known = new WeakMap<Order, readonly LineSource[]>();

export function lineSources(order: Order): readonly LineSource[] {
  const tip = tipLine(order);
  const lines = tip === null ? order.lines : [...order.lines, tip];
  const sources = known.get(order) ?? lines.map((line) => ({ order, line }));
  known.set(order, sources);
  return sources;
}

const amount =
  <S extends { readonly order: Order }>(read: (source: S) => Amount): Resolve<S> =>
  (source) =>
    bag(read(source), source.order.currency);

export const lineResolvers: Resolvers<LineSource> = {
  id: ({ line }) => gidOf('LineItem', line.id),
  title: ({ line }) => line.title,
  variantTitle: ({ line }) => line.variantTitle,
  name: ({ line }) =>
    line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
  sku: ({ line }) => line.sku,
  vendor: ({ line }) => line.vendor,
  quantity: ({ line }) => line.quantity,
  currentQuantity: ({ order, line }) => currentQuantity(order, line),
  unfulfilledQuantity: ({ order, line }) => unfulfilledQuantity(order, line),
  requiresShipping: ({ line }) => line.requiresShipping,
  isGiftCard: ({ line }) => line.giftCard,
  taxable: ({ line }) => line.taxable,
  weight: ({ line }) => ({ unit: 'GRAMS', value: line.grams }),
  product: ({ line }, _args, { world }) =>
    line.productId === null || !line.productExists
      ? null
      : (world.productById.get(line.productId) ?? null),
  variant: ({ line }, _args, { world }) =>
    line.variantId === null || !line.productExists
      ? null
      : (world.variantById.get(line.variantId) ?? null),
  discountAllocations: ({ order, line }) => discountAllocations(order, line.allocations),
  originalUnitPriceSet: amount(({ line }) => line.unitPrice),
  totalDiscountSet: amount(({ order, line }) => lineLevelDiscount(order, line)),
};

export const shippingResolvers: Resolvers<ShippingSource> = {
  id: ({ line }) => gidOf('ShippingLine', line.id),
  title: ({ line }) => line.title,
  code: ({ line }) => line.code,
  carrierIdentifier: ({ line }) => line.carrier,
  source: () => 'shopify',
  phone: () => null,
  isRemoved: () => false,
  originalPriceSet: amount(({ line }) => line.price),
  discountedPriceSet: amount(({ line }) => line.total),
  discountAllocations: ({ order, line }) => discountAllocations(order, line.allocations),
};
