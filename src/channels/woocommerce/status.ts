// What the statuses of orders and products mean; plugins add more to those of orders.
import { compare } from '../../model/money.ts';
import type { CancelReason, FinancialStatus, FulfillmentStatus } from '../../model/order.ts';
import type { ProductStatus } from '../../model/product.ts';
import type { Note } from '../channel.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled } from '../kit/text.ts';
import type { NativeOrder } from './native.ts';
import { metaOf, truthOf } from './values.ts';

interface Meaning {
  /** What the `status` filter calls it. Those in the making or in the bin no one is given. */
  readonly group: 'open' | 'closed' | 'cancelled' | 'hidden';
  /** Whether it was paid: as a status of the order's own says, with a date of payment and without. */
  readonly paid?: FinancialStatus;
  readonly unpaid?: FinancialStatus;
  readonly cancelReason?: CancelReason;
}

const STATUSES: ReadonlyMap<unknown, Meaning> = new Map<unknown, Meaning>([
  ['auto-draft', { group: 'hidden' }],
  ['checkout-draft', { group: 'hidden' }],
  ['trash', { group: 'hidden' }],
  ['pending', { group: 'open', paid: 'pending', unpaid: 'pending' }],
  ['on-hold', { group: 'open', paid: 'paid', unpaid: 'pending' }],
  ['processing', { group: 'open', paid: 'paid', unpaid: 'paid' }],
  ['completed', { group: 'closed', paid: 'paid', unpaid: 'paid' }],
  ['refunded', { group: 'closed', paid: 'refunded', unpaid: 'refunded' }],
  ['cancelled', { group: 'cancelled', paid: 'paid', unpaid: 'voided', cancelReason: 'other' }],
  ['failed', { group: 'cancelled', paid: 'voided', unpaid: 'voided', cancelReason: 'declined' }],
  // Of the two plugins for deposits, which date the payment when the first part of it comes in.
  ['partial-payment', { group: 'open', paid: 'partially_paid', unpaid: 'partially_paid' }],
  ['partially-paid', { group: 'open', paid: 'partially_paid', unpaid: 'partially_paid' }],
]);

/** A status that a plugin added is open. */
export const groupOf = (status: unknown): Meaning['group'] => STATUSES.get(status)?.group ?? 'open';

export const cancelReasonOf = ({ status }: NativeOrder): CancelReason | null =>
  STATUSES.get(status)?.cancelReason ?? null;

/** Whether an order in it waits for its payment, or for the rest of it. */
export const waitsForPayment = (status: unknown): boolean => {
  const { group, paid, unpaid } = STATUSES.get(status) ?? {};
  return group === 'open' && (unpaid === 'pending' || paid === 'partially_paid');
};

const isKnown = ({ status }: NativeOrder): boolean => STATUSES.get(status)?.paid !== undefined;

/** `back`: what was refunded of the total. */
export function financialStatusOf(
  order: NativeOrder,
  back: string | null,
  total: string | null,
  note: Note,
): FinancialStatus | null {
  if (back === null || total === null || compare(back, '0') <= 0 || compare(total, '0') <= 0)
    return unrefunded(order, note);
  if (compare(back, total) >= 0) return 'refunded';
  // What was taken off an order that is still to be paid only lowers what is owed.
  const owed = isKnown(order) ? unrefunded(order, note) : null;
  return owed === 'pending' || owed === 'authorized' || owed === 'partially_paid'
    ? owed
    : 'partially_refunded';
}

function unrefunded(order: NativeOrder, note: Note): FinancialStatus | null {
  const { paid = 'paid', unpaid } = STATUSES.get(order.status) ?? {};
  if (filled(order.date_paid_gmt) !== null) return paid;
  if (order.status === 'on-hold' && isUncaptured(order)) return 'authorized';
  if (order.status === 'processing' && order.payment_method === 'cod') return 'pending';
  if (unpaid === undefined) noteOwn(order, 'financial_status', note);
  return unpaid ?? null;
}

/** Card payments that wait for capture, as the Stripe and WooPayments plugins mark them. */
const isUncaptured = (order: NativeOrder): boolean =>
  truthOf(metaOf(order, '_stripe_charge_captured')) === false ||
  metaOf(order, '_intention_status') === 'requires_capture';

/** What recent versions write down about an order's fulfilments. */
const FULFILMENTS = new Map<string | null, FulfillmentStatus>([
  ['fulfilled', 'fulfilled'],
  ['partially_fulfilled', 'partial'],
]);

export function fulfillmentStatusOf(order: NativeOrder, note: Note): FulfillmentStatus | null {
  const kept = FULFILMENTS.get(metaOf(order, '_fulfillment_status'));
  if (kept) return kept;
  if (order.status === 'completed') return 'fulfilled';
  if (order.status === 'refunded') return filled(order.date_completed_gmt) ? 'fulfilled' : null;
  if (!isKnown(order)) noteOwn(order, 'fulfillment_status', note);
  return null;
}

const noteOwn = ({ id, status }: NativeOrder, field: string, note: Note) =>
  noteUnknown(note, { vendor: 'The shop', word: status, field, id });

/** Product statuses; one in the bin is the nearest thing to an archived one. */
export const PRODUCT_STATUSES: ReadonlyMap<string, ProductStatus> = new Map([
  ['publish', 'active'],
  ['private', 'active'],
  ['draft', 'draft'],
  ['pending', 'draft'],
  ['future', 'draft'],
  ['trash', 'archived'],
]);
