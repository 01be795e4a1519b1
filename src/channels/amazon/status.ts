// What the states of an order mean.
import type { CancelReason, FinancialStatus, FulfillmentStatus } from '../../model/order.ts';
import type { Note } from '../channel.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled } from '../kit/text.ts';

type Meaning = readonly [
  bucket: 'open' | 'closed' | 'cancelled',
  financial: FinancialStatus | null,
  fulfillment: FulfillmentStatus | null,
];

/** Amazon charges the buyer when the order ships; until then the payment is only authorised. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['PENDING_AVAILABILITY', ['open', 'pending', null]],
  ['PENDING', ['open', 'pending', null]],
  ['UNSHIPPED', ['open', 'authorized', null]],
  ['PARTIALLY_SHIPPED', ['open', 'paid', 'partial']],
  ['SHIPPED', ['closed', 'paid', 'fulfilled']],
  ['INVOICE_UNCONFIRMED', ['closed', 'paid', 'fulfilled']],
  ['CANCELLED', ['cancelled', 'voided', null]],
  ['UNFULFILLABLE', ['closed', null, null]],
]);

const meaningOf = (word: unknown): Meaning | undefined => MEANINGS.get(filled(word) ?? '');

/**
 * Orders may be in this state, but cannot be asked for by it: the guide to the Orders API names it,
 * the contract does not. https://developer-docs.amazon.com/sp-api/docs/orders-api-migration-guide
 */
const NOT_ASKED_FOR = 'INVOICE_UNCONFIRMED';

/** The native words that a `status` stands for; undefined for any. */
export function wordsOf(status: string | undefined): readonly string[] | undefined {
  if (status === undefined || status === 'any') return undefined;
  return [...MEANINGS]
    .filter(([word, [bucket]]) => bucket === status && word !== NOT_ASKED_FOR)
    .map(([word]) => word);
}

/** True when an order in this state belongs to what was asked for; an unknown state is open. */
export const isIn = (word: unknown, status: string | undefined): boolean =>
  status === undefined || status === 'any' || (meaningOf(word)?.[0] ?? 'open') === status;

/** The same of what Amazon chose itself: it is believed where an order does not say its state. */
export const isChosenFor = (word: unknown, status: string | undefined): boolean =>
  meaningOf(word) === undefined || isIn(word, status);

export interface State {
  /** Null in a state that is not known. */
  readonly confirmed: boolean | null;
  readonly cancelled: boolean;
  readonly financial: FinancialStatus | null;
  readonly fulfillment: FulfillmentStatus | null;
}

export function stateOf(word: unknown, id: string, note: Note): State {
  const meaning = meaningOf(word);
  if (!meaning) noteUnknown(note, { vendor: 'Amazon', word, field: 'financial_status', id });
  const [bucket, financial = null, fulfillment = null] = meaning ?? [];
  return {
    confirmed: meaning ? financial !== 'pending' : null,
    cancelled: bucket === 'cancelled',
    financial,
    fulfillment,
  };
}

/** Who cancelled, and, as far as Amazon's words go, why. */
export function cancelReasonOf(by: unknown, words: unknown): CancelReason {
  const why = filled(words) ?? '';
  if (by === 'BUYER') return 'customer';
  if (by === 'MERCHANT' && /stock|inventory/i.test(why)) return 'inventory';
  if (by === 'AMAZON' && /payment/i.test(why)) return 'declined';
  return 'other';
}
