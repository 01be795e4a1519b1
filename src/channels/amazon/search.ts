// Orders by search or by number, in the ways that every version of the Orders API shares.
import type { OrderQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Orders, Reading } from '../channel.ts';
import { type Dated, isInTime as isWithinBounds } from '../kit/bounds.ts';
import { isRecord } from '../kit/loose.ts';
import { walk } from '../kit/paging.ts';
import { readable } from '../kit/records.ts';
import { filled, identifier } from '../kit/text.ts';
import { isRefusedInput } from './asks.ts';
import { isChosenFor, isIn } from './status.ts';
import { reaching, reportWindow, type Window, windowOf } from './window.ts';

/** Where the next page begins: Amazon's token with all that must be sent with it, or the next id. */
export interface OrderCursor {
  readonly token?: string;
  readonly window?: Window;
  /** True where Amazon refused to give everything about this seller's orders. */
  readonly less?: true;
  readonly at?: number;
}

export type Fetch<Order> = Orders<Order, OrderCursor>['fetch'];

/** How one version of the Orders API writes what filters look at. */
export interface Shape<Order> {
  readonly idName: string;
  readonly headOf: (order: Order) => {
    readonly id: unknown;
    readonly state: unknown;
    readonly created: Written;
    readonly updated: Written;
  };
}
type Written = readonly [place: string, value: unknown];

/** The order in a row, if it can be read: it needs its number, and the times that are asked for. */
export function orderIn<Order extends object>(
  row: unknown,
  shape: Shape<Order>,
  query: OrderQuery,
  asked?: string,
): Order {
  if (!isRecord<Order>(row) || identifier(shape.headOf(row).id) === null)
    throw unreadableRecord(asked, shape.idName);
  isInTime(row, shape, query);
  return row;
}

/** Throws where a time that is asked for cannot be read. */
function isInTime<Order>(order: Order, { headOf }: Shape<Order>, query: OrderQuery): boolean {
  const { id, created, updated } = headOf(order);
  const dated = ([place, value]: Written): Dated => [place, () => readInstant(filled(value) ?? '')];
  return isWithinBounds(query, id, { created_at: dated(created), updated_at: dated(updated) });
}

/** Whether an order that was asked for by its number is what the other filters ask for. */
export const fits = <Order>(order: Order, shape: Shape<Order>, query: OrderQuery): boolean =>
  isIn(shape.headOf(order).state, query.status) && isInTime(order, shape, query);

export const isSoldIn = (marketplace: unknown, marketplaces: readonly string[]): boolean => {
  const sold = filled(marketplace);
  return marketplaces.length === 0 || sold === null || marketplaces.includes(sold);
};

/** How many searches one request makes when its filters leave few orders. */
const MOST_SEARCHES = 5;

export interface Search<Order> {
  readonly limit: number;
  readonly shape: Shape<Order>;
  /** Reads one page as it comes; `reach` is the upper bound in force, as Amazon says it. */
  readonly read: (
    window: Window,
    token: string | undefined,
    wanted: number,
  ) => Promise<{ rows: readonly unknown[]; token: string | undefined; reach: unknown }>;
  /** What must be known on the next page too. */
  readonly kept?: () => OrderCursor;
}

export async function search<Order extends object>(
  query: OrderQuery,
  cursor: OrderCursor | undefined,
  { limit, shape, read, kept }: Search<Order>,
  reading: Reading,
): ReturnType<Fetch<Order>> {
  const begun = cursor?.window ?? windowOf(query, reading);
  if (!begun) return { items: [] };
  let window = begun;
  let isReported = false;
  return walk<Order, OrderCursor>(
    {
      what: 'orders',
      limit,
      from: cursor ?? { window: begun },
      most: MOST_SEARCHES,
      read: async (at, wanted) => {
        const { rows, token, reach } = await read(window, at.token, wanted);
        window = reaching(window, reach);
        if (!isReported) reportWindow(query, window, reading);
        isReported = true;
        return {
          rows: readable(rows, (row) => orderIn(row, shape, query), reading),
          next: token === undefined ? undefined : { token, window, ...kept?.() },
        };
      },
      keep: (order) =>
        isChosenFor(shape.headOf(order).state, query.status) && isInTime(order, shape, query),
      nameOf: (order) => `${shape.headOf(order).id} ${shape.headOf(order).updated[1]}`,
    },
    reading,
  );
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
