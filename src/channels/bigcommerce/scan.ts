// Walks over all products and orders, for what moves no date: the variants of products, and what went.
import type { Pairs } from '../../model/exchange.ts';
import type { Figure, Page, Reading } from '../channel.ts';
import { figureOf } from '../kit/figure.ts';
import { membersOf } from '../kit/loose.ts';
import { pair } from '../kit/pairs.ts';
import { readEach, sift } from '../kit/records.ts';
import { MOST, type Path, type Row } from './asks.ts';
import { type Cursor, readNumbered } from './listing.ts';
import type { NativeOrder, NativeProduct } from './native.ts';
import { variantsOf } from './product-parts.ts';
import { transformProduct } from './products-transform.ts';
import { hiddenBecause } from './status.ts';
import { storeOf } from './store.ts';

/** All that is shown of a product but its texts and images, whose changes have a date. */
const FIELDS =
  'name,type,sku,weight,price,retail_price,sale_price,calculated_price,brand_id,inventory_level,inventory_tracking,is_visible,upc,gtin,search_keywords,date_created,date_modified,custom_url';

/** Variants come with their products, 250 of these a call; those of a product with more are asked for. */
export async function scanProducts(
  cursor: unknown,
  reading: Reading,
): Promise<Page<Figure, Cursor>> {
  const store = await storeOf(reading, {
    field: 'variants.currency',
    what: 'variants come without currency and weight, and products without url',
  });
  const { rows, next } = await read<NativeProduct>('v3/catalog/products', cursor, reading, (after) => [
    ...pair('channel_id:in', reading.account.channelId),
    ...pair('id:greater', after || undefined),
    ['sort', 'id'],
    ['direction', 'asc'],
    ['include', 'variants'],
    ['include_fields', FIELDS],
  ]); // biome-ignore format: one list
  const whole = await readEach(
    rows,
    async (row) => ({ ...row, variants: await variantsOf(row, reading), store }),
    reading,
  );
  const items = whole.map((one) =>
    figureOf(one.id, one, (product) => [transformProduct(product), product.brand_id]),
  );
  return { items, ...(next && { next }) };
}

/** What is edited in an order moves its date: its row has enough. */
export async function scanOrders(cursor: unknown, reading: Reading): Promise<Page<Figure, Cursor>> {
  const { rows, next } = await read<NativeOrder>('v2/orders', cursor, reading, (after) => [
    ...pair('channel_id', reading.account.channelId),
    ...pair('min_id', after + 1),
    ['sort', 'id:asc'],
  ]);
  const isShown = (order: NativeOrder) =>
    order.is_deleted !== true && hiddenBecause(order, reading) === undefined;
  const items = sift(rows, isShown, reading).map((one) =>
    figureOf(one.id, one, (order) => MEMBERS.map((name) => membersOf(order)[name])),
  );
  return { items, ...(next && { next }) };
}

const MEMBERS = [
  'date_modified',
  'status_id',
  'payment_status',
  'total_inc_tax',
  'total_tax',
  'refunded_amount',
  'items_total',
  'items_shipped',
];

/** As many rows as a page may have, behind the last one. */
async function read<R extends Row>(
  path: Path,
  cursor: unknown,
  reading: Reading,
  query: (after: number) => Pairs,
): Promise<{ readonly rows: readonly R[]; readonly next?: Cursor }> {
  const { after } = (cursor ?? { after: 0 }) as Cursor;
  const asked = [...query(after), ...pair('limit', MOST)];
  const { rows, full } = await readNumbered<R>(reading, path, { after, limit: MOST, query: asked });
  const last = rows.at(-1);
  return { rows, ...(full && last && { next: { after: last.id } }) };
}
