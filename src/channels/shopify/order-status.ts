// The states of an order and of its lines, from Shopify's words and from what has shipped.
import {
  FINANCIAL_STATUSES,
  type FinancialStatus,
  type FulfillmentStatus,
} from '../../model/order.ts';
import type { Note } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { sentOf } from './fulfillments.ts';
import { type LineItem, nodesOf, type Order, recordId } from './native.ts';

const silent: Note = () => {};

/** Shopify's word in ours, which is the same in lower case; null and a warning for a new one. */
export function known<W extends string>(
  words: readonly W[],
  native: string | null,
  field: string,
  order: Order,
  note: Note,
): W | null {
  const text = filled(native);
  if (text === null) return null;
  const word = words.find((each) => each === text.toLowerCase());
  if (word === undefined) noteUnknown(field, text, order, note);
  return word ?? null;
}

function noteUnknown(field: string, native: string, order: Order, note: Note): void {
  const id = recordId(order);
  note({
    code: 'unknown_status',
    field,
    ...(id !== null && { id }),
    message: `Shopify’s ${native} is not known for ${field} yet, so it is null.`,
  });
}

export const financialStatus = (order: Order, note = silent): FinancialStatus | null =>
  known(FINANCIAL_STATUSES, order.displayFinancialStatus, 'financial_status', order, note);

/** The states before the first parcel are all null: nothing has shipped. */
const FULFILLMENT = new Map<string, FulfillmentStatus | null>([
  ['FULFILLED', 'fulfilled'],
  ['PARTIALLY_FULFILLED', 'partial'],
  ['RESTOCKED', 'restocked'],
  ['UNFULFILLED', null],
  ['OPEN', null],
  ['IN_PROGRESS', null],
  ['PENDING_FULFILLMENT', null],
  ['ON_HOLD', null],
  ['SCHEDULED', null],
  ['REQUEST_DECLINED', null],
  ['FULFILLMENT_NOT_REQUIRED', null],
]);

/** An order on hold or in progress may have shipped in part: its lines say so. */
export function fulfillmentStatus(order: Order, note = silent): FulfillmentStatus | null {
  const native = filled(order.displayFulfillmentStatus);
  if (native === null) return null;
  const status = FULFILLMENT.get(native);
  if (status === undefined) {
    noteUnknown('fulfillment_status', native, order, note);
    return null;
  }
  if (status !== null) return status;
  const sent = sentOf(order);
  return nodesOf(order.lineItems).some((line) => lineStatus(line, sent)) ? 'partial' : null;
}

/**
 * A line is fulfilled when something was sent and nothing is open. What was sent is said by the
 * fulfilments, where they were asked for, and else by what is neither open nor taken off.
 */
export function lineStatus(
  line: LineItem,
  sent: ReadonlyMap<string, number> | undefined,
): 'fulfilled' | 'partial' | null {
  const { currentQuantity: current, unfulfilledQuantity: open } = line;
  if (!Number.isSafeInteger(open)) return null;
  const standing = Number.isSafeInteger(current) ? Math.max(0, current - open) : 0;
  const shipped = Math.max(standing, sent?.get(line.id) ?? 0);
  if (shipped === 0) return null;
  return open === 0 ? 'fulfilled' : 'partial';
}
