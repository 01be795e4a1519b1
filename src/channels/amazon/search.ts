// Orders by search or by number, in the ways that every version of the Orders API shares.
import type { OrderQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { type Dated, isInTime as isWithinBounds } from '../kit/bounds.ts';
import { isRecord } from '../kit/loose.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { filled, identifier } from '../kit/text.ts';
import { isRefusedInput } from './asks.ts';
import { isChosenFor } from './status.ts';
import { reportWindow, type Window, windowOf } from './window.ts';

/** Where the next page begins: Amazon's token with all that must be sent with it, or the next id. */
export interface OrderCursor {
  readonly token?: string;
  readonly window?: Window;
  /** True where Amazon refused to give everything about this seller's orders. */
  readonly less?: true;
  readonly at?: number;
}

export interface Found<Order> {
  readonly items: readonly Order[];
  readonly next?: OrderCursor;
}

/** What filters look at in an order. */
export interface Head {
  readonly id: unknown;
  readonly state: unknown;
  readonly created: Written;
  readonly updated: Written;
}
type Written = readonly [place: string, value: unknown];

/** The order in a row, if it can be read: it needs its number, and the times that are asked for. */
export function orderIn<Order extends object>(
  row: unknown,
  headOf: (order: Order) => Head,
  query: OrderQuery,
  [idName, asked]: readonly [idName: string, asked?: string],
): Order {
  if (!isRecord<Order>(row) || identifier(headOf(row).id) === null)
    throw unreadableRecord(asked, idName);
  isInTime(headOf(row), query);
  return row;
}

/** Throws where a time that is asked for cannot be read. */
export function isInTime({ id, created, updated }: Head, query: OrderQuery): boolean {
  const dated = ([place, value]: Written): Dated => [place, readInstant(filled(value) ?? '')];
  return isWithinBounds(query, id, { created_at: dated(created), updated_at: dated(updated) });
}

export const isSoldIn = (marketplace: unknown, marketplaces: readonly string[]): boolean => {
  const sold = filled(marketplace);
  return marketplaces.length === 0 || sold === null || marketplaces.includes(sold);
};

/** How many searches one request makes when its filters leave few orders. */
const MOST_SEARCHES = 5;

export interface Search<Order> {
  readonly limit: number;
  /** Reads one page; `reach` is the upper bound in force, as Amazon says it. */
  readonly read: (
    window: Window,
    cursor: OrderCursor,
    wanted: number,
  ) => Promise<Stretch<Order, OrderCursor> & { readonly reach: unknown }>;
  readonly headOf: (order: Order) => Head;
}

export async function search<Order>(
  query: OrderQuery,
  cursor: OrderCursor | undefined,
  { limit, read, headOf }: Search<Order>,
  reading: Reading,
): Promise<Found<Order>> {
  const window = cursor?.window ?? windowOf(query, reading);
  if (!window) return { items: [] };
  let isReported = false;
  return walk<Order, OrderCursor>({
    what: 'orders',
    limit,
    from: cursor ?? { window },
    most: MOST_SEARCHES,
    read: async (at, wanted) => {
      const stretch = await read(window, at, wanted);
      if (!isReported) reportWindow(query, window, stretch.reach, reading);
      isReported = true;
      return stretch;
    },
    keep: (order) => {
      const head = headOf(order);
      return isChosenFor(head.state, query.status) && isInTime(head, query);
    },
    nameOf: (order) => `${headOf(order).id} ${headOf(order).updated[1]}`,
  });
}

/**
 * Reads an order by its number. One that Amazon does not take for a number is left out and named,
 * so that it hides no others.
 */
export async function byNumber<Order>(
  id: string,
  read: () => Promise<Order | undefined>,
  { note }: Reading,
): Promise<Order | undefined> {
  try {
    return await read();
  } catch (error) {
    // An order's own address has but two parameters: its number, and the parts asked for.
    if (!isRefusedInput(error) || /includedData/i.test(error.native ?? '')) throw error;
    note({
      code: 'id_refused',
      field: 'ids',
      message: `Amazon does not take this for the number of an order; it is left out. ${error.native ?? ''}`,
      id,
    });
    return undefined;
  }
}
