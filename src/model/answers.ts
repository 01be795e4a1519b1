// The whole answers of the two data calls.
import { envelope } from './envelope.ts';
import { Order } from './order.ts';
import { Product } from './product.ts';
import { Type } from './type.ts';

export const OrdersAnswer = envelope({
  name: 'OrdersAnswer',
  description: 'A page of orders.',
  result: Type.Array(Order),
});

export const ProductsAnswer = envelope({
  name: 'ProductsAnswer',
  description: 'A page of products.',
  result: Type.Array(Product),
});
