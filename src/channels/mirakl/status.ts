// What the statuses of orders mean, in both APIs; Mirakl may add new ones at any time.
import type { CancelReason, FinancialStatus } from '../../model/order.ts';

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

/** Those that the buyer, or nobody, has to do anything with before the seller can. */
export const isUnconfirmed = (status: string): boolean =>
  ['STAGING', 'WAITING_ACCEPTANCE', 'AWAITING_FRAUD_CHECK', 'AWAITING_ACCEPTANCE'].includes(status);

/** The values of `order_state_codes` for a `status` filter. */
export const marketplaceStates = (bucket: string): readonly string[] =>
  [...MARKETPLACE].filter(([, meaning]) => meaning.bucket === bucket).map(([state]) => state);

/** Of Connect's orders and lines. What became of a closed one is told by its reason. */
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

interface Told {
  readonly status: string;
  readonly status_reason?: string | null | undefined;
}

export const isRejected = ({ status, status_reason }: Told): boolean =>
  status === 'CLOSED' && REJECTIONS.has(status_reason ?? '');

/** Undefined for a status, or a reason of a closed order, that is not known. */
export function connectMeaning(told: Told): Meaning | undefined {
  if (told.status !== 'CLOSED') return CONNECT.get(told.status);
  return isRejected(told) ? CANCELLED : COMPLETIONS.get(told.status_reason ?? '');
}

/** The values of `statuses` for a `status` filter; the reasons of closed orders decide the rest. */
export function connectStatuses(bucket: string): readonly string[] {
  const named = [...CONNECT].filter(([, meaning]) => meaning.bucket === bucket);
  return [...named.map(([status]) => status), ...(bucket === 'open' ? [] : ['CLOSED'])];
}

/** Whether an order that `connectStatuses` let through belongs to the bucket. */
export const isInBucket = (told: Told, bucket: string): boolean =>
  bucket === 'open' || isRejected(told) === (bucket === 'cancelled');

/** Reasons of cancelations that say more than the order's. */
const ADJUSTMENT_REASONS: ReadonlyMap<string, CancelReason> = new Map([
  ['CUSTOMER_CANCELATION', 'customer'],
  ['OUT_OF_STOCK', 'inventory'],
]);

/** Why a rejected order was: the reasons of its cancelations first. */
export function connectCancelReason(
  { status_reason }: Told,
  cancelations: readonly (string | null | undefined)[],
): CancelReason {
  const told = cancelations.map((reason) => ADJUSTMENT_REASONS.get(reason ?? ''));
  return (
    told.find((reason) => reason !== undefined) ?? REJECTIONS.get(status_reason ?? '') ?? 'other'
  );
}

/** Words for the buyer, in the languages operators write their reasons in. */
const BUYER =
  /customer|buyer|shopper|client|acheteur|kunde|kund|käufer|klant|koper|cliente|comprador/i;

/** A marketplace's reasons are its own; only whether the buyer is named in the label can be told. */
export const marketplaceCancelReason = (
  state: string,
  label: string | null | undefined,
): CancelReason => (state === 'CANCELED' && BUYER.test(label ?? '') ? 'customer' : 'other');

/** Workflows in which the buyer pays after the goods were sent, or when they are. */
const PAID_LATER = ['PAY_ON_DELIVERY', 'PAY_ON_DUE_DATE', 'PAY_ON_SHIPMENT'];

export const isPaidLater = (workflow: string | null | undefined): boolean =>
  PAID_LATER.includes(workflow ?? '');
