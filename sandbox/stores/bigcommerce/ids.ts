// Native identifiers: small integers, counted by kind.
import type {
  Brand,
  Category,
  Coupon,
  Line,
  Order,
  Product,
  Variant,
} from '../../catalogue/types.ts';

/** Even ones; odd ones are orders that were never completed. */
export const orderId = (order: Pick<Order, 'id'>): number => 100 + order.id * 2;
export const lineId = (line: Pick<Line, 'id'>): number => 300 + line.id;
export const productId = (product: Pick<Product, 'id'>): number => 110 + product.id;
export const variantId = (variant: Pick<Variant, 'id'>): number => 400 + variant.id;
export const imageId = (image: { readonly id: number }): number => 600 + image.id;
export const optionId = (option: { readonly id: number }): number => 140 + option.id;
export const brandId = (brand: Pick<Brand, 'id'>): number => 30 + brand.id;
export const categoryId = (category: Pick<Category, 'id'>): number => 18 + category.id;
export const couponId = (coupon: Pick<Coupon, 'id'>): number => 5 + coupon.id;
/** Shipping addresses and pickup methods: at most two an order. */
export const consignmentId = (order: Pick<Order, 'id'>, index: number): number =>
  500 + order.id * 2 + index;
