// Lines and shipping lines of an order.
import type { Amount, Line, Order, ShippingLine } from '../../catalogue/types.ts';
import { discountAllocations } from './discounts.ts';
import { gidOf } from './ids.ts';
import { bag, type MoneyBag, minus, printMoney, share } from './money.ts';
import { currentQuantity, lineLevelDiscount, unfulfilledQuantity } from './order-amounts.ts';
import { taxLines } from './taxes.ts';
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
  const old = known.get(order);
  if (old !== undefined) return old;
  const made = order.lines.map((line) => ({ order, line }));
  known.set(order, made);
  return made;
}

export function lineSource(order: Order, lineId: number): LineSource | null {
  return lineSources(order).find(({ line }) => line.id === lineId) ?? null;
}

const amount =
  (read: (source: LineSource) => Amount): Resolve<LineSource> =>
  (source): MoneyBag =>
    bag(read(source), source.order.currency);

const afterLineDiscounts = ({ order, line }: LineSource): Amount =>
  minus(line.gross, lineLevelDiscount(order, line));

const unfulfilled = (source: LineSource, of: Amount): Amount =>
  share(of, unfulfilledQuantity(source.order, source.line), source.line.quantity);

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
  refundableQuantity: ({ order, line }) => currentQuantity(order, line),
  unfulfilledQuantity: ({ order, line }) => unfulfilledQuantity(order, line),
  fulfillableQuantity: ({ order, line }) => unfulfilledQuantity(order, line),
  nonFulfillableQuantity: () => 0,
  fulfillmentStatus: ({ order, line }) =>
    unfulfilledQuantity(order, line) === 0 && line.fulfilledQuantity > 0
      ? 'fulfilled'
      : line.fulfilledQuantity > 0
        ? 'partial'
        : 'unfulfilled',
  requiresShipping: ({ line }) => line.requiresShipping,
  isGiftCard: ({ line }) => line.giftCard,
  taxable: ({ line }) => line.taxable,
  restockable: ({ order, line }) => line.productExists && currentQuantity(order, line) > 0,
  merchantEditable: ({ order, line }) =>
    order.state === 'open' && unfulfilledQuantity(order, line) > 0,
  customAttributes: () => [],
  weight: ({ line }) => ({ unit: 'GRAMS', value: line.grams }),
  product: ({ line }, _args, { world }) =>
    line.productId === null || !line.productExists
      ? null
      : (world.productById.get(line.productId) ?? null),
  variant: ({ line }, _args, { world }) =>
    line.variantId === null || !line.productExists
      ? null
      : (world.variantById.get(line.variantId) ?? null),
  taxLines: ({ order, line }, args) =>
    taxLines(line.taxes, order).slice(0, args.first ?? undefined),
  discountAllocations: ({ order, line }) => discountAllocations(order, line.allocations),

  originalUnitPriceSet: amount(({ line }) => line.unitPrice),
  originalUnitPrice: ({ line }) => printMoney(line.unitPrice.shop, 'EUR'),
  originalTotalSet: amount(({ line }) => line.gross),
  totalDiscountSet: amount(({ order, line }) => lineLevelDiscount(order, line)),
  discountedTotalSet: (source, args) =>
    bag(
      args.withCodeDiscounts === true ? source.line.total : afterLineDiscounts(source),
      source.order.currency,
    ),
  discountedUnitPriceSet: amount((source) =>
    share(afterLineDiscounts(source), 1, source.line.quantity),
  ),
  discountedUnitPriceAfterAllDiscountsSet: amount(({ line }) =>
    share(line.total, 1, line.quantity),
  ),
  priceAfterAllDiscountsBeforeTaxesSet: amount(({ order, line }) =>
    order.taxesIncluded ? minus(line.total, line.tax) : line.total,
  ),
  unfulfilledOriginalTotalSet: amount((source) => unfulfilled(source, source.line.gross)),
  unfulfilledDiscountedTotalSet: amount((source) =>
    unfulfilled(source, afterLineDiscounts(source)),
  ),
};

const shippingAmount =
  (read: (line: ShippingLine) => Amount): Resolve<ShippingSource> =>
  ({ order, line }): MoneyBag =>
    bag(read(line), order.currency);

export const shippingResolvers: Resolvers<ShippingSource> = {
  id: ({ line }) => gidOf('ShippingLine', line.id),
  title: ({ line }) => line.title,
  code: ({ line }) => line.code,
  carrierIdentifier: ({ line }) => line.carrier,
  source: () => 'shopify',
  phone: () => null,
  custom: ({ order }) => order.source === 'admin',
  deliveryCategory: () => null,
  shippingRateHandle: () => null,
  isRemoved: () => false,
  originalPriceSet: shippingAmount((line) => line.price),
  originalPrice: ({ line, order }) => bag(line.price, order.currency).shopMoney,
  price: ({ line }) => printMoney(line.price.shop, 'EUR'),
  discountedPriceSet: shippingAmount((line) => line.total),
  discountedPrice: ({ line, order }) => bag(line.total, order.currency).shopMoney,
  currentDiscountedPriceSet: shippingAmount((line) => line.total),
  taxLines: ({ order, line }) => taxLines(line.taxes, order),
  discountAllocations: ({ order, line }) => discountAllocations(order, line.allocations),
};
