// Walks over all products and orders: identifiers, dates and pieces alone, 250 a query.
import type { Figure, Page, Reading } from '../channel.ts';
import type { Operation } from './documents.ts';
import { orderFigures, productFigures } from './figure-documents.ts';
import { bySearch } from './listing.ts';
import type { Cursor, Found } from './long-walk.ts';
import { recordId } from './native.ts';
import { EVERY_STATUS } from './status.ts';

/** Everything that is done to a product moves its date, a sale included; the pieces say so once more. */
export const scanProducts = (cursor: unknown, reading: Reading): Promise<Page<Figure, Cursor>> =>
  scan<Figured>(productFigures, EVERY_STATUS, cursor, reading, (one) => [
    one.updatedAt,
    one.status,
    one.totalInventory,
  ]);

/** Without `read_all_orders` these are the orders of the last 60 days. */
export const scanOrders = (cursor: unknown, reading: Reading): Promise<Page<Figure, Cursor>> =>
  scan<Figured>(orderFigures, '', cursor, reading, ({ updatedAt }) => updatedAt);

interface Figured extends Found {
  readonly status?: unknown;
  readonly totalInventory?: unknown;
}

async function scan<T extends Found>(
  operation: Operation,
  terms: string,
  cursor: unknown,
  reading: Reading,
  show: (record: T) => unknown,
): Promise<Page<Figure, Cursor>> {
  const search = { operation, terms, sort: { field: 'id', reverse: false } as const };
  const from = (cursor ?? {}) as Cursor;
  const { rows, next } = await bySearch<T>(search, from, operation.most, reading);
  const items = rows.map((row) => ({
    id: String(recordId(row)),
    figure: JSON.stringify(show(row)),
  }));
  return { items, ...(next && { next }) };
}
