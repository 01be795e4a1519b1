// Native identifiers: WordPress numbers posts in one sequence, so orders leave gaps between them.
import type {
  Coupon,
  Line,
  Order,
  Product,
  Refund,
  RefundLine,
  Variant,
} from '../../catalogue/types.ts';

export const productId = (product: Pick<Product, 'id'>): number => 1000 + product.id;
export const variationId = (variant: Pick<Variant, 'id'>): number => 5000 + variant.id;
export const imageId = (image: { readonly id: number }): number => 8000 + image.id;
export const couponId = (coupon: Coupon): number => 300 + coupon.id;
export const orderId = (order: Pick<Order, 'id'>): number => 20_000 + order.id * 4;
/** Refunds are posts too; they get the numbers right after their order. */
export const refundId = (order: Order, refund: Refund): number => {
  const at = order.refunds.indexOf(refund);
  return at < 3 ? orderId(order) + 1 + at : 900_000 + refund.id;
};
export const lineId = (line: Pick<Line, 'id'>): number => 100_000 + line.id;
export const shippingLineId = (line: { readonly id: number }): number => 200_000 + line.id;
export const feeLineId = (order: Order, index: number): number => 300_000 + order.id * 2 + index;
export const couponLineId = (order: Order, index: number): number => 400_000 + order.id * 4 + index;
export const taxLineId = (order: Order, index: number): number => 500_000 + order.id * 12 + index;
export const refundLineId = (line: RefundLine): number => 600_000 + line.id;
