// bol's lists of orders: how a page is read, and how the place of a walk is found again in it.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { readInstant } from '../../model/time.ts';
import type { Reading } from '../channel.ts';
import { askFor } from './asks.ts';
import { daysAfter } from './days.ts';
import { explain, violationsOf } from './explain.ts';
import { isReduced, type ReducedOrder } from './native.ts';

/** Orders on a native page; fewer mean that it is the last. */
export const FULL = 50;

/** bol tells of a change for three months; on which day that begins is for it to say. */
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

/** Reads one native page of a list. */
export async function readPage(
  list: List,
  page: number,
  { call, now }: Reading,
): Promise<readonly ReducedOrder[]> {
  const ask = askFor('orders', 'orders', {
    query: [
      ['page', String(page)],
      // Unless told so, orders that bol fulfils are left out.
      ['fulfilment-method', 'ALL'],
      ...pairsOf(list, now),
    ],
    expect: [400],
  });
  const reply = await call(ask);
  if (reply.status === 400) {
    if (isTooOld(list, reply.body)) return [];
    throw explain(reply, ask) ?? new Fault('channel_failed', 'bol refused to list orders.');
  }
  // An empty list is an empty object.
  const { orders = [] } = (reply.body ?? {}) as { orders?: unknown };
  if (!Array.isArray(orders) || !orders.every(isReduced))
    throw new Fault('channel_invalid_response', 'bol sent a list of orders that cannot be read.');
  return orders;
}

/**
 * The filters of a list work on items, not on orders. An order that is open by one item and was
 * last changed by another would slip through `status=OPEN` on a day, so changes are read whole.
 */
function pairsOf(list: List, now: number): Pairs {
  switch (list.kind) {
    case 'open':
      return [['status', 'OPEN']];
    case 'interval': {
      const minutes = Math.ceil(Math.max(0, now - list.since) / 60_000) + 1;
      return [
        ['status', 'ALL'],
        ['change-interval-minute', String(Math.min(60, minutes))],
      ];
    }
    case 'day':
      return [
        ['status', 'ALL'],
        ['latest-change-date', list.day],
      ];
  }
}

/** A day that has left bol's three months has nothing to tell any more. */
const isTooOld = (list: List, body: unknown): boolean =>
  list.kind === 'day' &&
  list.day < daysAfter(list.edge, SLACK) &&
  violationsOf(body).some(({ name }) => name === 'latest-change-date');

export function placedOf(order: ReducedOrder): number {
  const placed = readInstant(order.orderPlacedDateTime);
  if (placed !== undefined) return placed;
  throw new Fault('channel_invalid_response', `bol sent order ${order.orderId} without a date.`);
}

export function markOf(order: ReducedOrder, page: number, before: Mark | undefined): Mark {
  const placed = placedOf(order);
  const ties = before?.placed === placed ? [...(before.ties ?? []), before.id] : [];
  return { page, id: order.orderId, placed, ...(ties.length > 0 && { ties }) };
}

/** True for an order that comes after the mark in a list sorted by when orders were placed. */
export function isBeyond(order: ReducedOrder, mark: Mark): boolean {
  const placed = placedOf(order);
  if (placed !== mark.placed) return placed < mark.placed;
  return order.orderId !== mark.id && !mark.ties?.includes(order.orderId);
}

export interface Slice {
  readonly page: number;
  readonly rows: readonly ReducedOrder[];
  /** The first row that was not looked at yet. */
  readonly from: number;
}

/**
 * Finds the place behind a mark. bol pages by number, and orders that enter or leave a list shift
 * the pages, so the page is read again and the mark looked for on it and around it. Where the
 * marked order has left the list itself, the time it was placed tells where it stood.
 */
export async function resume(
  mark: Mark | undefined,
  read: (page: number) => Promise<readonly ReducedOrder[]>,
): Promise<Slice> {
  if (!mark) return { page: 1, rows: await read(1), from: 0 };
  const visited = new Set<number>();
  for (let page = mark.page; ; ) {
    const rows = await read(page);
    visited.add(page);
    const at = rows.findIndex(({ orderId }) => orderId === mark.id);
    if (at >= 0) return { page, rows, from: at + 1 };
    const [first, last] = [rows[0], rows.at(-1)];
    if (page > 1 && !visited.has(page - 1) && (!first || placedOf(first) < mark.placed)) page--;
    else if (isFull(rows) && last && !visited.has(page + 1) && placedOf(last) > mark.placed) page++;
    else {
      const beyond = rows.findIndex((row) => isBeyond(row, mark));
      return { page, rows, from: beyond < 0 ? rows.length : beyond };
    }
  }
}

export const isFull = (rows: readonly ReducedOrder[]): boolean => rows.length >= FULL;
