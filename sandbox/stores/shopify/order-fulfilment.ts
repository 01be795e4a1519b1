// The state of an order's shipping as the vendor displays it, which its search goes by too.
// https://shopify.dev/docs/api/admin-graphql/latest/enums/OrderDisplayFulfillmentStatus
import type { Order } from '../../catalogue/types.ts';

export type DisplayedFulfilment =
  | 'FULFILLED'
  | 'PARTIALLY_FULFILLED'
  | 'UNFULFILLED'
  | 'ON_HOLD'
  | 'SCHEDULED'
  | 'IN_PROGRESS';

/** Of five open orders that wait, two are plainly unfulfilled; of three sent in part, one is on hold. */
const waiting = ['UNFULFILLED', 'ON_HOLD', 'SCHEDULED', 'IN_PROGRESS', 'UNFULFILLED'] as const;
const begun = ['PARTIALLY_FULFILLED', 'ON_HOLD', 'PARTIALLY_FULFILLED'] as const;

export function displayedFulfilment(order: Order): DisplayedFulfilment {
  if (order.fulfilmentStatus === 'fulfilled') return 'FULFILLED';
  const open = order.state === 'open';
  // What was sent in part by an API was not on hold.
  if (order.fulfilments.some(({ by }) => by !== undefined)) return 'PARTIALLY_FULFILLED';
  if (order.fulfilmentStatus === 'partial')
    return (open ? begun[order.id % begun.length] : undefined) ?? 'PARTIALLY_FULFILLED';
  return (open ? waiting[order.id % waiting.length] : undefined) ?? 'UNFULFILLED';
}

/**
 * What the search term `fulfillment_status` means by each of its documented words. For orders in
 * progress it has none.
 */
export const searchedFulfilment: Readonly<Record<string, DisplayedFulfilment | null>> = {
  unshipped: 'UNFULFILLED',
  unfulfilled: 'UNFULFILLED',
  shipped: 'FULFILLED',
  fulfilled: 'FULFILLED',
  partial: 'PARTIALLY_FULFILLED',
  scheduled: 'SCHEDULED',
  on_hold: 'ON_HOLD',
  request_declined: null,
};
