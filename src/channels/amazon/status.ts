// What the states of an order mean, in both versions of the Orders API.
import type { CancelReason, FinancialStatus, FulfillmentStatus } from '../../model/order.ts';
import type { Note } from '../channel.ts';
import { filled } from '../kit/text.ts';

export type Bucket = 'open' | 'closed' | 'cancelled';

interface Meaning {
  /** The word of Orders 2026-01-01, and those of v0. */
  readonly native: string;
  readonly v0: readonly string[];
  readonly bucket: Bucket;
  readonly financial: FinancialStatus | null;
  readonly fulfillment: FulfillmentStatus | null;
}

/** Amazon charges the buyer when the order ships; until then the payment is only authorised. */
const MEANINGS: readonly Meaning[] = [
  {
    native: 'PENDING_AVAILABILITY',
    v0: ['PendingAvailability'],
    bucket: 'open',
    financial: 'pending',
    fulfillment: null,
  },
  { native: 'PENDING', v0: ['Pending'], bucket: 'open', financial: 'pending', fulfillment: null },
  {
    native: 'UNSHIPPED',
    v0: ['Unshipped'],
    bucket: 'open',
    financial: 'authorized',
    fulfillment: null,
  },
  {
    native: 'PARTIALLY_SHIPPED',
    v0: ['PartiallyShipped'],
    bucket: 'open',
    financial: 'paid',
    fulfillment: 'partial',
  },
  {
    native: 'SHIPPED',
    v0: ['Shipped', 'InvoiceUnconfirmed'],
    bucket: 'closed',
    financial: 'paid',
    fulfillment: 'fulfilled',
  },
  {
    native: 'CANCELLED',
    v0: ['Canceled'],
    bucket: 'cancelled',
    financial: 'voided',
    fulfillment: null,
  },
  {
    native: 'UNFULFILLABLE',
    v0: ['Unfulfillable'],
    bucket: 'closed',
    financial: null,
    fulfillment: null,
  },
];

const byWord = new Map(
  MEANINGS.flatMap((meaning) => [meaning.native, ...meaning.v0].map((word) => [word, meaning])),
);

/** The native words that a `status` stands for; undefined for any. */
export function wordsOf(
  status: string | undefined,
  version: '2026' | 'v0',
): readonly string[] | undefined {
  if (status === undefined || status === 'any') return undefined;
  return MEANINGS.filter(({ bucket }) => bucket === status).flatMap((meaning) =>
    version === 'v0' ? meaning.v0 : [meaning.native],
  );
}

/** True when an order in this state belongs to what was asked for; an unknown state is open. */
export const isIn = (word: unknown, status: string | undefined): boolean =>
  status === undefined || status === 'any' || bucketOf(word) === status;

/** The same of what Amazon chose itself: it is believed where an order does not say its state. */
export const isChosenFor = (word: unknown, status: string | undefined): boolean =>
  !byWord.has(filled(word) ?? '') || isIn(word, status);

const bucketOf = (word: unknown): Bucket => byWord.get(filled(word) ?? '')?.bucket ?? 'open';

export interface State {
  readonly known: boolean;
  readonly pending: boolean;
  readonly shipped: boolean;
  readonly cancelled: boolean;
  readonly financial: FinancialStatus | null;
  readonly fulfillment: FulfillmentStatus | null;
}

export function stateOf(written: unknown, id: string, note: Note): State {
  const word = filled(written);
  const meaning = byWord.get(word ?? '');
  if (!meaning)
    note({
      code: 'unknown_status',
      message:
        word === null
          ? 'Amazon does not say the state of an order; financial_status and fulfillment_status are null.'
          : `Amazon has a state "${word}" whose meaning is not known; financial_status and fulfillment_status are null.`,
      field: 'financial_status',
      id,
    });
  return {
    known: meaning !== undefined,
    pending: meaning?.financial === 'pending',
    shipped: meaning?.fulfillment === 'fulfilled',
    cancelled: meaning?.bucket === 'cancelled',
    financial: meaning?.financial ?? null,
    fulfillment: meaning?.fulfillment ?? null,
  };
}

/** Who cancelled, and, as far as Amazon's words go, why. */
export function cancelReasonOf(by: string | undefined, words: string | undefined): CancelReason {
  if (by === 'BUYER') return 'customer';
  if (by === 'MERCHANT' && /stock|inventory/i.test(words ?? '')) return 'inventory';
  if (by === 'AMAZON' && /payment/i.test(words ?? '')) return 'declined';
  return 'other';
}
