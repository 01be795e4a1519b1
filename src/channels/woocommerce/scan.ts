// Walks over all orders and products for what moves no date: only the fields that show it are asked for.
import type { Pairs } from '../../model/exchange.ts';
import type { Figure, Page, Reading } from '../channel.ts';
import { figureOf, silent } from '../kit/figure.ts';
import { MOST } from './asks.ts';
import { type Cursor, type List, readPage } from './listing.ts';
import type { NativeOrder, NativeProduct, Row } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { transformProduct } from './products-transform.ts';
import { decimalsOf, factsOf } from './shop.ts';
import { groupOf } from './status.ts';
import { objectsIn } from './values.ts';
import { readVariations, variationsOf } from './variations.ts';

/** One less than a shop gives: each page but the first takes in the row before it. */
const ROWS = MOST - 1;

const ORDER_FIELDS =
  'id,number,status,currency,created_via,prices_include_tax,date_created_gmt,date_modified_gmt,date_paid_gmt,date_completed_gmt,payment_method,needs_payment,discount_total,discount_tax,shipping_total,shipping_tax,total,total_tax,customer_id,customer_note,billing,shipping,line_items,shipping_lines,fee_lines,coupon_lines,refunds,meta_data';

/** What simple products and variations have in common. */
const SOLD =
  'id,date_created_gmt,date_modified_gmt,sku,global_unique_id,price,regular_price,on_sale,virtual,tax_status,manage_stock,stock_quantity,backorders,weight,attributes';
/** Descriptions and images are most of a product, and importers of prices and stock leave them alone. */
const PRODUCT_FIELDS = `${SOLD},name,slug,permalink,status,categories,brands,tags,variations`;

const listOf = <R extends Row>(
  path: string,
  fields: string,
  query: Pairs,
  keep: List<R>['keep'] = () => true,
): List<R> => ({
  path,
  query: [['status', 'any'], ...query, ['_fields', fields]],
  order: 'asc',
  keep,
});

const ORDERS = listOf<NativeOrder>('orders', ORDER_FIELDS, [['dp', '6']], ({ status }) => groupOf(status) !== 'hidden'); // biome-ignore format: one list
const PRODUCTS = listOf<NativeProduct>('products', PRODUCT_FIELDS, []);

/** Of refunds, which orders name, it shows that one came or went; what each line got back is not read. */
export async function scanOrders(cursor: unknown, reading: Reading): Promise<Page<Figure, Cursor>> {
  const places = await decimalsOf(reading);
  const { items, next } = await read(ORDERS, cursor, reading);
  const shown = items.map((order) => {
    const record = { ...order, ...(places !== null && { shop_decimals: places }) };
    const refunds = objectsIn(order.refunds).map(({ id, total }) => [id, total]);
    return figureOf(order.id, record, (one) => [transformOrder(one, silent(reading)), refunds]);
  });
  return { items: shown, ...(next && { next }) };
}

export async function scanProducts(
  cursor: unknown,
  reading: Reading,
): Promise<Page<Figure, Cursor>> {
  const shop = await factsOf(reading);
  const { items, next } = await read(PRODUCTS, cursor, reading);
  const variations = await readVariations(items, reading, [['_fields', SOLD]]);
  const shown = items.map((product) => {
    const records = variationsOf(product).flatMap((id) => variations.get(id) ?? []);
    const record = { ...product, variation_records: records, shop };
    return figureOf(product.id, record, (one) => transformProduct(one, silent(reading)));
  });
  return { items: shown, ...(next && { next }) };
}

const read = <R extends Row>(list: List<R>, cursor: unknown, reading: Reading) =>
  readPage(list, { limit: ROWS }, cursor as Cursor | undefined, reading);
