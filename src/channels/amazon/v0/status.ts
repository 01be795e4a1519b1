// The states of orders in v0, by what the later version calls them.
import { filled } from '../../kit/text.ts';
import { wordsOf } from '../status.ts';

const LATER: ReadonlyMap<string, string> = new Map([
  ['PendingAvailability', 'PENDING_AVAILABILITY'],
  ['Pending', 'PENDING'],
  ['Unshipped', 'UNSHIPPED'],
  ['PartiallyShipped', 'PARTIALLY_SHIPPED'],
  ['Shipped', 'SHIPPED'],
  ['InvoiceUnconfirmed', 'SHIPPED'],
  ['Canceled', 'CANCELLED'],
  ['Unfulfillable', 'UNFULFILLABLE'],
]);

/** A word that is not known stays as it is. */
export const laterState = (word: string | null | undefined): string | null | undefined =>
  LATER.get(filled(word) ?? '') ?? word;

/** The words of v0 that a `status` stands for; undefined for any. */
export function wordsOfV0(status: string | undefined): readonly string[] | undefined {
  const later = wordsOf(status);
  return later && [...LATER].filter(([, word]) => later.includes(word)).map(([word]) => word);
}
