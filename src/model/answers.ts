// The whole answers of the two data calls.
import { envelope } from './envelope.ts';
import { ORDER_INCLUDES, PRODUCT_INCLUDES } from './include.ts';
import { Order } from './order.ts';
import { Product } from './product.ts';
import { named } from './schema.ts';
import { type TSchema, Type } from './type.ts';

/** The record as answers hold it: what `include` asks for may be there too. */
const withMore = <S extends { readonly properties: Record<string, TSchema> }>(
  name: string,
  record: S,
  more: Readonly<Record<string, TSchema>>,
) => named(name, { ...record, properties: { ...record.properties, ...more } });

export const OrderRecord = withMore('Order', Order, ORDER_INCLUDES);
export const ProductRecord = withMore('Product', Product, PRODUCT_INCLUDES);

export const OrdersAnswer = envelope({
  name: 'OrdersAnswer',
  description: 'A page of orders.',
  result: Type.Array(OrderRecord),
});

export const ProductsAnswer = envelope({
  name: 'ProductsAnswer',
  description: 'A page of products.',
  result: Type.Array(ProductRecord),
});
