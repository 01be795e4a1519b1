// bol's lists of orders: how a page is read, and how the place of a walk is found again in it.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { readInstant } from '../../model/time.ts';
import type { Reading } from '../channel.ts';
import { membersOf } from '../kit/loose.ts';
import { readable, recordIn } from '../kit/records.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { askFor, rowsIn } from './asks.ts';
import { daysAfter } from './dates.ts';
import { explain, violationsOf } from './explain.ts';
import { isCounted, type NativeOrder, type ReducedOrder } from './native.ts';

/** Orders on a native page; fewer mean that it is the last. */
export const FULL = 50;

/** bol shows a change for three months; on which day that begins is for it to say. */
const SLACK = 4;

/** The last order of a list that was looked at. */
export interface Mark {
  /** The native page it stood on. */
  readonly page: number;
  readonly id: string;
  /** When it was placed: lists are sorted by that, newest first. */
  readonly placed: number;
  /** Those of the same second that were looked at too. */
  readonly ties?: readonly string[];
}

/** A stretch of orders: all that are open, those changed of late, or those changed on a day. */
export type List =
  | { readonly kind: 'open' }
  | { readonly kind: 'interval'; readonly since: number }
  | { readonly kind: 'day'; readonly day: string; readonly edge: string };

export interface ListPage {
  readonly rows: readonly ReducedOrder[];
  /** False for the last page. */
  readonly full: boolean;
  /** Every row, those that cannot be read too, as text that differs from all others. */
  readonly names: readonly string[];
}

/** Reads one native page of a list. */
export async function readPage(list: List, page: number, reading: Reading): Promise<ListPage> {
  const ask = askFor('orders', 'orders', {
    query: [
      ['page', String(page)],
      // Unless asked for, orders that bol fulfils are left out.
      ['fulfilment-method', 'ALL'],
      ...pairsOf(list, reading.now),
    ],
    expect: [400],
  });
  const reply = await reading.call(ask);
  if (reply.status === 400) {
    if (isTooOld(list, reply.body)) return { rows: [], full: false, names: [] };
    throw explain(reply, ask) ?? new Fault('channel_failed', 'bol refused to list orders.');
  }
  const listed = rowsIn(reply, 'orders');
  return {
    rows: dated(readable(listed, readRow, reading)),
    full: listed.length >= FULL,
    names: listed.map((row) => identifier(membersOf(row).orderId) ?? JSON.stringify(row)),
  };
}

/** Of a row nothing is needed but its number: what else it lacks, the whole order has. */
function readRow(row: unknown): Omit<ReducedOrder, 'placed'> {
  const { orderId, orderPlacedDateTime, orderItems } = recordIn<Partial<NativeOrder>>(
    row,
    'orderId',
  );
  const items: readonly unknown[] = Array.isArray(orderItems) ? orderItems : [];
  return {
    orderId: ownId(orderId),
    orderPlacedDateTime: filled(orderPlacedDateTime),
    orderItems: items.every(isCounted) ? items : [],
  };
}

/** Rows with the time by which they are sorted; one without takes that of the row before it. */
function dated(rows: readonly Omit<ReducedOrder, 'placed'>[]): ReducedOrder[] {
  const times = rows.map(placedOf);
  let last = times.find((at) => at !== undefined) ?? 0;
  return rows.map((row, index) => {
    last = times[index] ?? last;
    return { ...row, placed: last };
  });
}

export const placedOf = (order: Pick<NativeOrder, 'orderPlacedDateTime'>): number | undefined =>
  readInstant(filled(order.orderPlacedDateTime) ?? '');

/**
 * The filters of a list work on items, not on orders. An order that is open by one item and was
 * last changed by another would slip through `status=OPEN` on a day, so changes are read whole.
 */
function pairsOf(list: List, now: number): Pairs {
  if (list.kind === 'open') return [['status', 'OPEN']];
  if (list.kind === 'day')
    return [
      ['status', 'ALL'],
      ['latest-change-date', list.day],
    ];
  const minutes = Math.ceil(Math.max(0, now - list.since) / 60_000) + 1;
  return [
    ['status', 'ALL'],
    ['change-interval-minute', String(Math.min(60, minutes))],
  ];
}

/** A day that has left bol's three months has nothing on it any more. */
const isTooOld = (list: List, body: unknown): boolean =>
  list.kind === 'day' &&
  list.day < daysAfter(list.edge, SLACK) &&
  violationsOf(body).some(({ name }) => name === 'latest-change-date');

export function markOf(order: ReducedOrder, page: number, before: Mark | undefined): Mark {
  const { placed } = order;
  const ties = before?.placed === placed ? [...(before.ties ?? []), before.id] : [];
  return { page, id: order.orderId, placed, ...(ties.length > 0 && { ties }) };
}

/** True for an order that comes after the mark in a list sorted by when orders were placed. */
export function isBeyond(order: ReducedOrder, mark: Mark): boolean {
  const { placed } = order;
  if (placed !== mark.placed) return placed < mark.placed;
  return order.orderId !== mark.id && !mark.ties?.includes(order.orderId);
}

export interface Slice extends ListPage {
  readonly page: number;
  /** The first row that was not looked at yet. */
  readonly from: number;
}

/**
 * Finds the place behind a mark. bol pages by number, and orders that enter or leave a list shift
 * the pages, so the page is read again and the mark looked for on it and around it. Where the
 * marked order has left the list itself, the time it was placed says where it stood.
 */
export async function resume(
  mark: Mark | undefined,
  read: (page: number) => Promise<ListPage>,
): Promise<Slice> {
  if (!mark) return { ...(await read(1)), page: 1, from: 0 };
  const visited = new Set<number>();
  for (let page = mark.page; ; ) {
    const found = await read(page);
    const { rows, full } = found;
    visited.add(page);
    const at = rows.findIndex(({ orderId }) => orderId === mark.id);
    if (at >= 0) return { ...found, page, from: at + 1 };
    const [first, last] = [rows[0], rows.at(-1)];
    if (page > 1 && !visited.has(page - 1) && (!first || first.placed < mark.placed)) page--;
    else if (full && last && !visited.has(page + 1) && last.placed > mark.placed) page++;
    else {
      const beyond = rows.findIndex((row) => isBeyond(row, mark));
      return { ...found, page, from: beyond < 0 ? rows.length : beyond };
    }
  }
}
