// What the statuses of orders and products mean; plugins add more to those of orders.
import type { CancelReason } from '../../model/order.ts';
import type { ProductStatus } from '../../model/product.ts';
import type { NativeOrder } from './native.ts';

/** Orders in the making or in the bin; nobody is given them. */
const HIDDEN = ['auto-draft', 'checkout-draft', 'trash'];

interface Meaning {
  readonly group: 'open' | 'closed' | 'cancelled';
  readonly cancelReason?: CancelReason;
}

const STATUSES: Readonly<Record<string, Meaning>> = {
  pending: { group: 'open' },
  'on-hold': { group: 'open' },
  processing: { group: 'open' },
  completed: { group: 'closed' },
  refunded: { group: 'closed' },
  cancelled: { group: 'cancelled', cancelReason: 'other' },
  failed: { group: 'cancelled', cancelReason: 'declined' },
};

export const isKnown = (status: unknown): status is string =>
  typeof status === 'string' && Object.hasOwn(STATUSES, status);

/** What the `status` filter calls it; a status that a plugin added is open. */
export function groupOf(status: unknown): Meaning['group'] | 'hidden' {
  if (HIDDEN.some((hidden) => hidden === status)) return 'hidden';
  return meaningOf(status)?.group ?? 'open';
}

export const cancelReasonOf = ({ status }: NativeOrder): CancelReason | null =>
  meaningOf(status)?.cancelReason ?? null;

const meaningOf = (status: unknown): Meaning | undefined =>
  isKnown(status) ? STATUSES[status] : undefined;

/** Product statuses; one in the bin is the nearest thing to an archived one. */
export const PRODUCT_STATUSES: ReadonlyMap<string, ProductStatus> = new Map([
  ['publish', 'active'],
  ['private', 'active'],
  ['draft', 'draft'],
  ['pending', 'draft'],
  ['future', 'draft'],
  ['trash', 'archived'],
]);
