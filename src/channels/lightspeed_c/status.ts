// What Lightspeed's words for the state of an order mean.
import type { FinancialStatus, FulfillmentStatus } from '../../model/order.ts';
import type { NativeOrderRow } from './native.ts';

export type Group = 'open' | 'closed' | 'cancelled';

/** Statuses of a merchant's own are numbers in another field; these words are all there are. */
const STATUSES: ReadonlyMap<string, Group> = new Map([
  ['new', 'open'],
  ['on_hold', 'open'],
  ['processing', 'open'],
  ['processing_awaiting_payment', 'open'],
  ['processing_awaiting_shipment', 'open'],
  ['processing_awaiting_pickup', 'open'],
  ['processing_ready_for_pickup', 'open'],
  ['completed', 'closed'],
  ['completed_shipped', 'closed'],
  ['completed_picked_up', 'closed'],
  ['cancelled', 'cancelled'],
]);

/** What the `status` filter calls it; undefined for a word that is not known. */
export const groupOf = (status: unknown): Group | undefined =>
  typeof status === 'string' ? STATUSES.get(status) : undefined;

/** Paid orders may have been refunded since; that is in their lines. */
export const PAYMENTS: ReadonlyMap<unknown, FinancialStatus> = new Map([
  ['not_paid', 'pending'],
  ['partially_paid', 'partially_paid'],
  ['paid', 'paid'],
  ['cancelled', 'voided'],
]);

/** Null: nothing has shipped. */
const SHIPMENTS: ReadonlyMap<unknown, FulfillmentStatus | null> = new Map([
  ['not_shipped', null],
  ['cancelled', null],
  ['partially_shipped', 'partial'],
  ['shipped', 'fulfilled'],
]);

/** Statuses that say it all: the shipment of such an order may never have been marked as shipped. */
const GONE: readonly unknown[] = ['completed_shipped', 'completed_picked_up'];

export const hasGone = ({ status }: Pick<NativeOrderRow, 'status'>): boolean =>
  GONE.includes(status);

/**
 * What has left of an order; undefined for a word that is not known. An order that needs no
 * shipment has no status of one.
 */
export function shippedOf({
  status,
  shipmentStatus: word,
}: Pick<NativeOrderRow, 'status' | 'shipmentStatus'>): FulfillmentStatus | null | undefined {
  if (hasGone({ status })) return 'fulfilled';
  return SHIPMENTS.get(word || 'not_shipped');
}
