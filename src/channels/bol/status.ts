// What the counts of an order's items stand for; bol has no status of a whole order.

import type { CancelReason, FulfillmentStatus } from '../../model/order.ts';
import { readInstant } from '../../model/time.ts';
import { reportUnreadable } from '../../model/unreadable-values.ts';
import { count } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { NativeItem, ReducedItem } from './native.ts';

export type Bucket = 'open' | 'closed' | 'cancelled';

type Counted = Pick<ReducedItem, 'quantity' | 'quantityShipped' | 'quantityCancelled'>;

/** Recorded answers leave these out where nothing was shipped or cancelled. */
export const shippedOf = ({ quantityShipped }: Counted): number => count(quantityShipped) ?? 0;
export const cancelledOf = ({ quantityCancelled }: Counted): number =>
  count(quantityCancelled) ?? 0;

/** Pieces that are neither shipped nor cancelled. */
export const leftOf = (item: Counted): number =>
  Math.max(0, item.quantity - shippedOf(item) - cancelledOf(item));

/** Nothing of it is left to be shipped. */
export const isDone = (item: Counted): boolean => leftOf(item) === 0;

export const isCancelled = (item: Counted): boolean => cancelledOf(item) >= item.quantity;

const isShipped = (item: Counted): boolean => shippedOf(item) > 0;

export function bucketOf(items: readonly Counted[]): Bucket {
  if (items.every(isCancelled)) return 'cancelled';
  return items.every(isDone) ? 'closed' : 'open';
}

/** Fulfilled when all that was not cancelled has left. */
export function fulfillmentOf(items: readonly Counted[]): FulfillmentStatus | null {
  if (!items.some(isShipped)) return null;
  return items.every(isDone) ? 'fulfilled' : 'partial';
}

/** A request to cancel says who wanted it, but only once the order is cancelled. */
export function cancelReasonOf(items: readonly NativeItem[]): CancelReason | null {
  if (bucketOf(items) !== 'cancelled') return null;
  return items.some(({ cancellationRequest }) => cancellationRequest === true)
    ? 'customer'
    : 'other';
}

/** The newest change among items, as bol wrote it. */
export function latestOf(items: readonly ReducedItem[]): string | null {
  let latest: { text: string; at: number } | undefined;
  for (const { latestChangedDateTime } of items) {
    const text = filled(latestChangedDateTime);
    const at = readInstant(text ?? '');
    if (at === undefined) reportUnreadable(text);
    if (text && at !== undefined && (!latest || at > latest.at)) latest = { text, at };
  }
  return latest?.text ?? null;
}
