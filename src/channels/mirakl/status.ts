// What the statuses of orders mean, in both APIs; Mirakl may add new ones at any time.
import type { CancelReason, FinancialStatus } from '../../model/order.ts';
import { filled } from '../kit/text.ts';

/** What the `status` filter calls it. */
export type Bucket = 'open' | 'closed' | 'cancelled';

/** What a status says; `paid` where the buyer has paid, unless something else says otherwise. */
export interface Meaning {
  readonly bucket: Bucket;
  readonly financial: FinancialStatus;
  readonly shipped: boolean;
}

const WAITING: Meaning = { bucket: 'open', financial: 'pending', shipped: false };
const TO_SHIP: Meaning = { bucket: 'open', financial: 'paid', shipped: false };
const ON_ITS_WAY: Meaning = { bucket: 'closed', financial: 'paid', shipped: true };
const CANCELLED: Meaning = { bucket: 'cancelled', financial: 'voided', shipped: false };

/** Of a marketplace's orders (OR11), and of their lines. */
const MARKETPLACE: ReadonlyMap<string, Meaning> = new Map([
  ['STAGING', WAITING],
  ['WAITING_ACCEPTANCE', WAITING],
  ['WAITING_DEBIT', WAITING],
  ['WAITING_DEBIT_PAYMENT', WAITING],
  ['SHIPPING', TO_SHIP],
  ['SHIPPED', ON_ITS_WAY],
  ['TO_COLLECT', ON_ITS_WAY],
  ['RECEIVED', ON_ITS_WAY],
  ['CLOSED', ON_ITS_WAY],
  ['REFUSED', CANCELLED],
  ['CANCELED', CANCELLED],
]);

export const marketplaceMeaning = (state: string): Meaning | undefined => MARKETPLACE.get(state);

/** Refused or cancelled: nothing of such an order, or line, is to be sent or paid. */
export const isOff = (state: string): boolean => MARKETPLACE.get(state) === CANCELLED;

/** Those that the buyer, or no one, has to do anything with before the seller can. */
export const isUnconfirmed = (status: string): boolean =>
  ['STAGING', 'WAITING_ACCEPTANCE', 'AWAITING_FRAUD_CHECK', 'AWAITING_ACCEPTANCE'].includes(status);

/** The values of `order_state_codes` for a `status` filter. */
export const marketplaceStates = (bucket: string): readonly string[] =>
  [...MARKETPLACE].filter(([, meaning]) => meaning.bucket === bucket).map(([state]) => state);

/** Of Connect's orders and lines. What became of a closed one, its reason says. */
const CONNECT: ReadonlyMap<string, Meaning> = new Map([
  ['AWAITING_FRAUD_CHECK', WAITING],
  ['AWAITING_ACCEPTANCE', WAITING],
  ['AWAITING_PAYMENT', WAITING],
  ['AWAITING_SHIPMENT', TO_SHIP],
  ['SHIPPED', ON_ITS_WAY],
  ['DELIVERED', ON_ITS_WAY],
]);

/** Reasons for which an order was closed before anything was sent, and what we call them. */
const REJECTIONS: ReadonlyMap<string, CancelReason> = new Map([
  ['REFUSED', 'other'],
  ['ACCEPTANCE_TIMEOUT', 'other'],
  ['FRAUD_CHECK_FAILED', 'fraud'],
  ['FRAUD_CHECK_TIMEOUT', 'fraud'],
  ['REFUSED_PAYMENT', 'declined'],
  ['PAYMENT_TIMEOUT', 'declined'],
  ['CANCELED', 'other'],
]);

const COMPLETIONS: ReadonlyMap<string, Meaning> = new Map([
  ['', ON_ITS_WAY],
  ['AUTOMATICALLY_CLOSED', ON_ITS_WAY],
  ['REFUNDED', { bucket: 'closed', financial: 'refunded', shipped: true }],
]);

interface Stated {
  readonly status: string;
  readonly status_reason?: string | null | undefined;
}

export const isRejected = ({ status, status_reason }: Stated): boolean =>
  status === 'CLOSED' && REJECTIONS.has(status_reason ?? '');

/** Undefined for a status, or a reason of a closed order, that is not known. */
export function connectMeaning(stated: Stated): Meaning | undefined {
  if (stated.status !== 'CLOSED') return CONNECT.get(stated.status);
  return isRejected(stated) ? CANCELLED : COMPLETIONS.get(stated.status_reason ?? '');
}

/** The values of `statuses` for a `status` filter; the reasons of closed orders decide the rest. */
export function connectStatuses(bucket: string): readonly string[] {
  const named = [...CONNECT].filter(([, meaning]) => meaning.bucket === bucket);
  return [...named.map(([status]) => status), ...(bucket === 'open' ? [] : ['CLOSED'])];
}

/** Whether an order that `connectStatuses` let through belongs to the bucket. */
export const isInBucket = (stated: Stated, bucket: string): boolean =>
  bucket === 'open' || isRejected(stated) === (bucket === 'cancelled');

/** Reasons of cancelations that say more than the order's. */
const ADJUSTMENT_REASONS: ReadonlyMap<string, CancelReason> = new Map([
  ['CUSTOMER_CANCELATION', 'customer'],
  ['OUT_OF_STOCK', 'inventory'],
]);

/** Why a rejected order was: the reasons of its cancelations first. */
export function connectCancelReason(
  { status_reason }: Stated,
  cancelations: readonly (string | null | undefined)[],
): CancelReason {
  const reasons = cancelations.map((reason) => ADJUSTMENT_REASONS.get(reason ?? ''));
  return (
    reasons.find((reason) => reason !== undefined) ?? REJECTIONS.get(status_reason ?? '') ?? 'other'
  );
}

/** Words for the buyer, in the languages operators write their reasons in. */
const BUYER =
  /customer|buyer|shopper|client|acheteur|kunde|kund|käufer|klant|koper|cliente|comprador/i;

/** A marketplace's reasons are its own; only whether the label names the buyer can be known. */
export const marketplaceCancelReason = (
  state: string,
  label: string | null | undefined,
): CancelReason => (state === 'CANCELED' && BUYER.test(filled(label) ?? '') ? 'customer' : 'other');

/** Workflows in which the buyer pays after the goods were sent, or when they are. */
const PAID_LATER = ['PAY_ON_DELIVERY', 'PAY_ON_DUE_DATE', 'PAY_ON_SHIPMENT'];

export const isPaidLater = (workflow: string | null | undefined): boolean =>
  PAID_LATER.includes(workflow ?? '');
