// The words in which Lightspeed gives the state of an order.
import type { Order } from '../../catalogue/types.ts';

/** Open, closed and cancelled differ in their first word. */
export function statusOf(order: Order, old: boolean): string {
  if (order.state === 'cancelled') return 'cancelled';
  if (order.state === 'closed') {
    if (order.fulfilmentStatus !== 'fulfilled') return 'completed';
    return order.source === 'pos' ? 'completed_picked_up' : 'completed_shipped';
  }
  switch (order.financialStatus) {
    case 'pending':
      return old ? 'new' : 'processing_awaiting_payment';
    case 'partially_paid':
    case 'authorized':
      return 'on_hold';
    default:
      return old ? 'processing' : 'processing_awaiting_shipment';
  }
}

/** Money that is only reserved has not been paid; what was given back shows in the lines. */
const payments: Readonly<Record<Order['financialStatus'], string>> = {
  pending: 'not_paid',
  authorized: 'not_paid',
  partially_paid: 'partially_paid',
  paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'paid',
  voided: 'cancelled',
};

export const paymentStatusOf = (order: Order): string => payments[order.financialStatus];

/** Some merchants complete an order as shipped and never touch its shipment. */
export const isUntouched = (order: Order): boolean =>
  order.state === 'closed' &&
  order.fulfilmentStatus === 'fulfilled' &&
  order.id % 3 === 0 &&
  !order.changes.some(({ by }) => by === 'lightspeed_c');

export function shipmentStatusOf(order: Order): string {
  if (order.state === 'cancelled') return 'cancelled';
  if (isUntouched(order)) return 'not_shipped';
  if (order.fulfilmentStatus === null) return 'not_shipped';
  return order.fulfilmentStatus === 'partial' ? 'partially_shipped' : 'shipped';
}
