// Walks over all products and orders by their lists alone, without the asks that each record costs.
import type { Figure, Page, Reading } from '../channel.ts';
import { figureOf, silent } from '../kit/figure.ts';
import { serverOf } from './asks.ts';
import { boundPairs, clocksOf, SLACK } from './dates.ts';
import { type Cursor, collect } from './listing.ts';
import type { NativeOrderRow, NativeProductRow } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import { transformProduct } from './products-transform.ts';
import { productShopOf, shopOf } from './shop.ts';

/** Each page takes in the row before it, by a page size of Lightspeed's in which both lie: 250 at most. */
const ROWS = 200;

/** The catalogue has prices and stock of all variants; their options alone stand in their own records. */
export async function scanProducts(
  cursor: unknown,
  reading: Reading,
): Promise<Page<Figure, Cursor>> {
  const visit = { ...reading, server: await serverOf(reading) };
  const shop = await productShopOf(visit);
  const list = { path: 'catalog', root: 'products', query: [], keep: () => true, sparse: false };
  const { rows, next } = await collect<NativeProductRow>(list, ROWS, cursor as Cursor | undefined, visit); // biome-ignore format: one line
  const items = rows.map((row) =>
    figureOf(row.id, { ...row, shop }, (one) => transformProduct(one, silent(reading))),
  );
  return { items, ...(next && { next }) };
}

interface OrderCursor extends Cursor {
  /** Page numbers hold still only below a fixed moment. */
  readonly until: number;
}

/** What is done to lines and shipments moves the order's date. */
export async function scanOrders(
  cursor: unknown,
  reading: Reading,
): Promise<Page<Figure, OrderCursor>> {
  const visit = { ...reading, server: await serverOf(reading) };
  const shop = await shopOf(visit);
  const from = cursor as OrderCursor | undefined;
  const until = from?.until ?? reading.now + SLACK;
  const query = boundPairs({ created_at_max: until }, clocksOf(visit.server.cluster, shop.offset));
  const list = { path: 'orders', root: 'orders', query, keep: () => true, sparse: false };
  const place = from && { at: from.at, tail: from.tail };
  const { rows, next } = await collect<NativeOrderRow>(list, ROWS, place, visit);
  const items = rows.map(
    (row) =>
    figureOf(row.id, { ...row, orderProducts: [], shop }, (one) => transformOrder(one, silent(reading))), // biome-ignore format: one line
  );
  return { items, ...(next && { next: { ...next, until } }) };
}
