// Discounts of an order: the applications and what each took off a line.
import type { Allocation, Discount, Order } from '../../catalogue/types.ts';
import { bag, money } from './money.ts';
import { isLineLevel } from './order-amounts.ts';
import type { Resolvers } from './world.ts';

export interface DiscountSource {
  readonly discount: Discount;
  readonly index: number;
  readonly isByHand: boolean;
}

export function discountApplications(order: Order): readonly DiscountSource[] {
  return order.discounts.map((discount, index) => ({
    discount,
    index,
    isByHand: isByHand(order, discount),
  }));
}

/** Of the discounts without a code every second one was given by hand, on the order as a whole. */
export const isByHand = (order: Order, { by }: Discount): boolean =>
  by === 'automatic' && order.id % 2 === 0;

export function discountType({ discount, isByHand }: DiscountSource): string {
  if (isByHand) return 'ManualDiscountApplication';
  return discount.by === 'code' ? 'DiscountCodeApplication' : 'AutomaticDiscountApplication';
}

export function discountAllocations(
  order: Order,
  allocations: readonly Allocation[],
): readonly unknown[] {
  const applications = discountApplications(order);
  return allocations.map(({ amount, discount }) => ({
    allocatedAmountSet: bag(amount, order.currency),
    discountApplication: applications[discount],
  }));
}

const shared: Resolvers<DiscountSource> = {
  allocationMethod: ({ discount }) =>
    isLineLevel(discount) || discount.kind === 'free_shipping' ? 'EACH' : 'ACROSS',
  targetSelection: ({ discount }) => (isLineLevel(discount) ? 'ENTITLED' : 'ALL'),
  targetType: ({ discount }) => (discount.kind === 'free_shipping' ? 'SHIPPING_LINE' : 'LINE_ITEM'),
  value: ({ discount }) => {
    if (discount.kind === 'percentage') return { percentage: discount.basisPoints / 100 };
    if (discount.kind === 'free_shipping') return { percentage: 100 };
    return money(discount.value.shop, 'EUR');
  },
};

export const discountResolvers = {
  DiscountCodeApplication: { ...shared, code: ({ discount }) => discount.code ?? discount.title },
  AutomaticDiscountApplication: { ...shared, title: ({ discount }) => discount.title },
  ManualDiscountApplication: {
    ...shared,
    title: ({ discount }) => discount.title,
    description: () => null,
  },
} satisfies Record<string, Resolvers<DiscountSource>>;
