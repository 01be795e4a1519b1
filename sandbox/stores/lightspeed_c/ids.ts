// Native identifiers: large numbers that leave gaps, as Lightspeed shares its sequences among shops.
import type { Category, Customer, Line, Order, Product, Variant } from '../../catalogue/types.ts';

export const orderId = (order: Pick<Order, 'id'>): number => 315_000_000 + order.id * 7;
export const lineId = (line: Pick<Line, 'id'>): number => 701_000_000 + line.id * 2;
/** An order has at most two shipments. */
export const shipmentId = (order: Pick<Order, 'id'>, index: 0 | 1): number =>
  318_000_000 + order.id * 4 + index;
export const orderOfShipment = (shipment: number): number =>
  Math.floor((shipment - 318_000_000) / 4);
export const customerId = (customer: Pick<Customer, 'id'>): number => 226_000_000 + customer.id * 3;
export const quoteId = (order: Pick<Order, 'id'>): number => 498_000_000 + order.id * 9;
export const productId = (product: Pick<Product, 'id'>): number => 163_000_000 + product.id * 5;
export const variantId = (variant: Pick<Variant, 'id'>): number => 322_000_000 + variant.id * 3;
export const imageId = (image: { readonly id: number }): number => 612_000 + image.id;
export const categoryId = (category: Pick<Category, 'id'>): number => 13_881_000 + category.id;
export const brandId = (brand: { readonly id: number }): number => 5_000_900 + brand.id;
export const optionId = (option: { readonly id: number }): number => 4600 + option.id;
export const valueId = (option: { readonly id: number }, index: number): number =>
  14_000 + option.id * 40 + index;
