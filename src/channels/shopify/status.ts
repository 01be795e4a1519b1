// The states of an order, of its lines and of a product, from Shopify's words and from what has shipped.

import {
  FINANCIAL_STATUSES,
  type FinancialStatus,
  type FulfillmentStatus,
} from '../../model/order.ts';
import type { ProductStatus } from '../../model/product.ts';
import type { Note } from '../channel.ts';
import { integer } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled } from '../kit/text.ts';
import { sentOf } from './fulfillments.ts';
import { type LineItem, nodesOf, type Order, type Product, recordId } from './native.ts';
import { withoutTips } from './tips.ts';

type Words<W> = ReadonlyMap<string, W>;

/** Words that are ours in upper case. */
export const upper = <W extends string>(words: readonly W[]): Words<W> =>
  new Map(words.map((word) => [word.toUpperCase(), word]));

/** Shopify's word in ours; null where there is none, and with a warning for a new one. */
export function known<W>(
  words: Words<W>,
  native: unknown,
  field: string,
  record: Order | Product,
  note: Note | undefined,
): W | null {
  const word = filled(native);
  if (word === null) return null;
  const ours = words.get(word);
  if (ours === undefined && note)
    noteUnknown(note, { vendor: 'Shopify', word, field, id: recordId(record) });
  return ours ?? null;
}

const FINANCIAL = upper(FINANCIAL_STATUSES);

export const financialStatus = (order: Order, note?: Note): FinancialStatus | null =>
  known(FINANCIAL, order.displayFinancialStatus, 'financial_status', order, note);

/** The states before the first parcel are all null: nothing has shipped. */
const FULFILLMENT: Words<FulfillmentStatus | null> = new Map([
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
export function fulfillmentStatus(order: Order, note?: Note): FulfillmentStatus | null {
  const { displayFulfillmentStatus: native } = order;
  const status = known(FULFILLMENT, native, 'fulfillment_status', order, note);
  if (status !== null || FULFILLMENT.get(filled(native) ?? '') !== null) return status;
  const sent = sentOf(order);
  return nodesOf(withoutTips(order).lineItems).some((line) => lineStatus(line, sent))
    ? 'partial'
    : null;
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
  const standing = integer(current) === null ? 0 : Math.max(0, current - open);
  const shipped = Math.max(standing, sent?.get(line.id) ?? 0);
  if (shipped === 0) return null;
  return open === 0 ? 'fulfilled' : 'partial';
}

/** An unlisted product can be bought by those who have its address: active. */
const PRODUCT: Words<ProductStatus> = new Map([
  ['ACTIVE', 'active'],
  ['UNLISTED', 'active'],
  ['DRAFT', 'draft'],
  ['ARCHIVED', 'archived'],
]);

export const productStatus = (product: Product, note?: Note): ProductStatus | null =>
  known(PRODUCT, product.status, 'status', product, note);

/** The search for products of any status: without it Shopify lists the active ones only. */
export const EVERY_STATUS = 'status:active,draft,archived,unlisted';
