// Walks one list of orders: looks at each row, reads those that may match, and marks where it stopped.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor, TOGETHER } from './asks.ts';
import { isFull, type List, type Mark, markOf, readPage, resume } from './listing.ts';
import { isOrder, type NativeOrder, type ReducedOrder } from './native.ts';

/** What one request may still read: bol allows 25 lists a minute. */
export interface Allowance {
  lists: number;
  orders: number;
}

export const allowance = (): Allowance => ({ lists: 12, orders: 150 });

export const isSpent = ({ lists, orders }: Allowance): boolean => lists <= 0 || orders <= 0;

/** A list, and which of its orders are asked for. */
export interface Stretch {
  readonly list: List;
  /** Whether an order may be one of them, by what its list tells. */
  readonly may: (row: ReducedOrder) => boolean;
  /** Whether it is one. */
  readonly is: (order: NativeOrder) => boolean;
}

/** At most `wanted` orders behind a mark; `mark` is absent when the list has come to its end. */
export async function walkStretch(
  stretch: Stretch,
  start: Mark | undefined,
  wanted: number,
  allowed: Allowance,
  reading: Reading,
): Promise<{ readonly items: readonly NativeOrder[]; readonly mark?: Mark }> {
  const items: NativeOrder[] = [];
  const looked = new Set<string>();
  // An order that enters at the front of a list pushes the last one of a page onto the next.
  const may = (row: ReducedOrder) => !looked.has(row.orderId) && stretch.may(row);
  const read = (page: number) => {
    allowed.lists--;
    return readPage(stretch.list, page, reading);
  };
  let mark = start;
  let { page, rows, from } = await resume(start, read);
  for (;;) {
    const missing = wanted - items.length;
    const taken = await take(rows, from, missing, { ...stretch, may }, allowed, reading);
    items.push(...taken.items);
    for (const row of rows.slice(from, taken.end)) {
      looked.add(row.orderId);
      mark = markOf(row, page, mark);
    }
    if (taken.end >= rows.length && !isFull(rows)) return { items };
    if (mark && (items.length >= wanted || isSpent(allowed))) return { items, mark };
    page++;
    rows = await read(page);
    from = 0;
  }
}

/** The orders among some rows that are asked for, and the row up to which they were looked at. */
async function take(
  rows: readonly ReducedOrder[],
  from: number,
  wanted: number,
  { may, is }: Pick<Stretch, 'may' | 'is'>,
  allowed: Allowance,
  reading: Reading,
): Promise<{ readonly items: readonly NativeOrder[]; readonly end: number }> {
  const items: NativeOrder[] = [];
  let end = from;
  // Where some of those read were not asked for, others are read on suspicion.
  for (let spare = 0; end < rows.length && items.length < wanted; spare = TOGETHER) {
    const most = Math.min(allowed.orders, Math.max(wanted - items.length, spare));
    if (most <= 0) break;
    const batch = nextRows(rows, end, most, may);
    const found = await inGroups(batch.rows, (row) => readListed(row, reading), TOGETHER);
    allowed.orders -= found.length;
    end = batch.end;
    for (const [index, order] of found.entries()) {
      if (!is(order)) continue;
      items.push(order);
      if (items.length < wanted) continue;
      // What was read beyond it is left for the next page.
      end = rows.indexOf(batch.rows[index] as ReducedOrder) + 1;
      break;
    }
  }
  return { items, end };
}

/** The next rows that may match, and where they end. */
function nextRows(
  rows: readonly ReducedOrder[],
  from: number,
  most: number,
  may: Stretch['may'],
): { readonly rows: readonly ReducedOrder[]; readonly end: number } {
  const chosen: ReducedOrder[] = [];
  let end = from;
  for (; end < rows.length && chosen.length < most; end++) {
    const row = rows[end];
    if (row && may(row)) chosen.push(row);
  }
  return { rows: chosen, end };
}

async function readListed({ orderId }: ReducedOrder, reading: Reading): Promise<NativeOrder> {
  const order = await readOrder(orderId, reading);
  if (order) return order;
  // Without this answer nothing is known of its money, so it cannot be told at all.
  throw new Fault(
    'channel_failed',
    `bol lists order ${orderId}, but answers that there is no such order. Try again later.`,
    { status: 404 },
  );
}

/** A whole order; undefined when bol does not know it, or no longer. */
export async function readOrder(id: string, { call }: Reading): Promise<NativeOrder | undefined> {
  const { status, body } = await call(askFor(`orders/${id}`, 'order', { expect: [404] }));
  if (status === 404) return undefined;
  const order = body as NativeOrder | undefined;
  if (isOrder(order) && order.orderId === id) return order;
  throw new Fault(
    'channel_invalid_response',
    `bol sent order ${id} in a form that cannot be read.`,
  );
}
