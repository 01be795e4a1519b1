// What the statuses of an order mean. Merchants rename their labels, so only numbers are read.
import type { CancelReason, FinancialStatus } from '../../model/order.ts';
import type { Reading } from '../channel.ts';
import type { NativeOrder } from './native.ts';

export type Bucket = 'open' | 'closed' | 'cancelled';

interface Meaning {
  readonly bucket: Bucket;
  /** For payments that BigCommerce has no state of: manual and offline ones. */
  readonly payment: FinancialStatus;
  readonly shipped?: 'fulfilled' | 'partial';
  readonly cancelReason?: CancelReason;
}

/** The buyer reached the payment page and did not pay; such orders are never shown. */
export const INCOMPLETE = 0;

const STATUSES: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [1, { bucket: 'open', payment: 'pending' }], // Pending
  [2, { bucket: 'closed', payment: 'paid', shipped: 'fulfilled' }], // Shipped
  [3, { bucket: 'open', payment: 'paid', shipped: 'partial' }], // Partially Shipped
  [4, { bucket: 'closed', payment: 'refunded' }], // Refunded
  [5, { bucket: 'cancelled', payment: 'voided', cancelReason: 'other' }], // Cancelled
  [6, { bucket: 'cancelled', payment: 'voided', cancelReason: 'declined' }], // Declined
  [7, { bucket: 'open', payment: 'pending' }], // Awaiting Payment
  [8, { bucket: 'open', payment: 'paid' }], // Awaiting Pickup
  [9, { bucket: 'open', payment: 'paid' }], // Awaiting Shipment
  [10, { bucket: 'closed', payment: 'paid', shipped: 'fulfilled' }], // Completed
  [11, { bucket: 'open', payment: 'paid' }], // Awaiting Fulfillment
  [12, { bucket: 'open', payment: 'pending' }], // Manual Verification Required
  [13, { bucket: 'open', payment: 'paid' }], // Disputed
  [14, { bucket: 'open', payment: 'partially_refunded' }], // Partially Refunded
]);

export const COMPLETED = 10;

export const meaningOf = (statusId: unknown): Meaning | undefined =>
  STATUSES.get(statusId as number);

/** The statuses that a value of the `status` filter stands for; undefined when it allows all. */
export function statusIdsOf(status: string | undefined): readonly number[] | undefined {
  if (status === undefined || status === 'any') return undefined;
  return [...STATUSES].filter(([, { bucket }]) => bucket === status).map(([id]) => id);
}

/** The payment's own state, which goes before the order's. */
export const PAYMENTS: ReadonlyMap<string, FinancialStatus> = new Map<string, FinancialStatus>([
  ['authorized', 'authorized'],
  ['capture pending', 'authorized'],
  ['captured', 'paid'],
  ['paid', 'paid'],
  ['pending', 'pending'],
  ['held for review', 'pending'],
  ['declined', 'voided'],
  ['void', 'voided'],
  ['void pending', 'voided'],
  ['partially refunded', 'partially_refunded'],
  ['refunded', 'refunded'],
]);

/** Why an order that is there is not shown. */
export function hiddenBecause(
  order: NativeOrder,
  { account }: Pick<Reading, 'account'>,
): string | undefined {
  if (order.status_id === INCOMPLETE) return 'The buyer has not finished this order.';
  return account.channelId === undefined || String(order.channel_id) === account.channelId
    ? undefined
    : 'The order is of another sales channel of the store than this account is for.';
}
