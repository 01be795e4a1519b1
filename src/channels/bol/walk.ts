// Walks one list of orders: looks at each row, reads those that may match, and marks where it stopped.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { createTrail } from '../kit/paging.ts';
import { readEach } from '../kit/records.ts';
import { askFor, TOGETHER } from './asks.ts';
import { type List, type ListPage, type Mark, markOf, readPage, resume } from './listing.ts';
import { type NativeOrder, type ReducedOrder, wholeOrder } from './native.ts';

/** What one request may still read: bol allows 25 lists a minute. */
export interface Allowance {
  lists: number;
  orders: number;
}

export const allowance = (): Allowance => ({ lists: 12, orders: 150 });

export const isSpent = ({ lists, orders }: Allowance): boolean => lists <= 0 || orders <= 0;

/** A list, and which of its orders are asked for. */
export interface Search {
  readonly list: List;
  /** Whether an order may be one of them, by what its list says. */
  readonly may: (row: ReducedOrder) => boolean;
  /** Whether it is one. */
  readonly is: (order: NativeOrder) => boolean;
}

/** At most `wanted` orders behind a mark; `mark` is absent when the list has come to its end. */
export async function walkList(
  search: Search,
  start: Mark | undefined,
  wanted: number,
  allowed: Allowance,
  reading: Reading,
): Promise<{ readonly items: readonly NativeOrder[]; readonly mark?: Mark }> {
  const items: NativeOrder[] = [];
  const looked = new Set<string>();
  // An order that enters at the front of a list pushes the last one of a page onto the next.
  const may = (row: ReducedOrder) => !looked.has(row.orderId) && search.may(row);
  const read = pagesOf(search.list, allowed, reading);
  let mark = start;
  let { page, rows, full, from } = await resume(start, read);
  for (;;) {
    const missing = wanted - items.length;
    const taken = await take(rows, from, missing, { ...search, may }, allowed, reading);
    items.push(...taken.items);
    for (const row of rows.slice(from, taken.end)) {
      looked.add(row.orderId);
      mark = markOf(row, page, mark);
    }
    if (taken.end >= rows.length && !full) return { items };
    if (mark && (items.length >= wanted || isSpent(allowed))) return { items, mark };
    page++;
    ({ rows, full } = await read(page));
    from = 0;
  }
}

/** Reads pages of a list. One number may be read twice; two numbers never hold the same page. */
function pagesOf(list: List, allowed: Allowance, reading: Reading) {
  const trail = createTrail('orders');
  const visited = new Set<number>();
  return async (page: number): Promise<ListPage> => {
    allowed.lists--;
    const read = await readPage(list, page, reading);
    if (!visited.has(page)) trail.page(read.names, String);
    visited.add(page);
    return read;
  };
}

/** The orders among some rows that are asked for, and the row up to which they were looked at. */
async function take(
  rows: readonly ReducedOrder[],
  from: number,
  wanted: number,
  { may, is }: Search,
  allowed: Allowance,
  reading: Reading,
): Promise<{ readonly items: readonly NativeOrder[]; readonly end: number }> {
  const items: NativeOrder[] = [];
  let end = from;
  // Where some of those read were not asked for, others are read on suspicion.
  for (let spare = 0; end < rows.length && items.length < wanted; spare = TOGETHER) {
    const most = Math.min(allowed.orders, Math.max(wanted - items.length, spare));
    if (most <= 0) break;
    const chosen: ReducedOrder[] = [];
    for (; end < rows.length && chosen.length < most; end++)
      chosen.push(...rows.slice(end, end + 1).filter(may));
    const read = async (row: ReducedOrder) => {
      const order = await readListed(row, reading);
      return { row, order, isOne: is(order) };
    };
    const found = await readEach(chosen, read, reading, TOGETHER);
    allowed.orders -= chosen.length;
    for (const { row, order, isOne } of found) {
      if (!isOne) continue;
      items.push(order);
      if (items.length < wanted) continue;
      // What was read beyond it is left for the next page.
      end = rows.indexOf(row) + 1;
      break;
    }
  }
  return { items, end };
}

async function readListed({ orderId }: ReducedOrder, reading: Reading): Promise<NativeOrder> {
  const order = await readOrder(orderId, reading);
  if (order) return order;
  // Without this answer nothing is known of its money, so there is no record of it.
  throw new Fault(
    'channel_failed',
    `bol lists order ${orderId}, but answers that there is no such order. Try again later.`,
    { status: 404, record: orderId },
  );
}

/** A whole order; undefined when bol does not know it, or no longer. */
export async function readOrder(id: string, { call }: Reading): Promise<NativeOrder | undefined> {
  const path = `orders/${encodeURIComponent(id)}`;
  const { status, body } = await call(askFor(path, 'order', { expect: [404] }));
  return status === 404 ? undefined : wholeOrder(body, id);
}
