// Which of BigCommerce's statuses an order of the catalogue has, and what each stands for.
import type { Order, Payment } from '../../catalogue/types.ts';

export const statusNames: Readonly<Record<number, string>> = {
  0: 'Incomplete',
  1: 'Pending',
  2: 'Shipped',
  3: 'Partially Shipped',
  4: 'Refunded',
  5: 'Cancelled',
  6: 'Declined',
  7: 'Awaiting Payment',
  8: 'Awaiting Pickup',
  9: 'Awaiting Shipment',
  10: 'Completed',
  11: 'Awaiting Fulfillment',
  12: 'Manual Verification Required',
  13: 'Disputed',
  14: 'Partially Refunded',
};

export function statusId(order: Order): number {
  if (order.cancelReason === 'declined') return 6;
  if (order.state === 'cancelled') return 5;
  if (order.fulfilments.some(({ by }) => by === 'bigcommerce') && order.refunds.length === 0)
    return order.fulfilmentStatus === 'fulfilled' ? 2 : 3;
  switch (order.financialStatus) {
    case 'refunded':
      return 4;
    case 'partially_refunded':
      // Merchants move a refunded order on by hand, and then only its payment shows the refund.
      return order.state === 'closed' && order.id % 2 === 0 ? 10 : 14;
    case 'pending':
      return isOffline(order) && order.id % 2 === 1 ? 1 : 7;
    // "Authorize only" transactions await their payment; parts of a payment are not known at all.
    case 'authorized':
    case 'partially_paid':
      return 7;
    default:
      return paidStatus(order);
  }
}

function paidStatus(order: Order): number {
  if (order.state === 'closed' || order.fulfilmentStatus === 'fulfilled')
    return order.id % 2 === 0 && order.lines.some((line) => line.requiresShipping) ? 2 : 10;
  if (order.fulfilmentStatus === 'partial') return 3;
  if (order.shipping === null) return 8;
  return order.id % 3 === 0 ? 9 : 11;
}

export function bucketOf(order: Order): 'open' | 'closed' | 'cancelled' {
  const id = statusId(order);
  if (id === 5 || id === 6) return 'cancelled';
  return id === 2 || id === 4 || id === 10 ? 'closed' : 'open';
}

/** The gateway that the order was mostly paid with. */
export function paymentOf(order: Order): Payment | undefined {
  const taken = order.payments.filter(({ kind }) => kind !== 'refund' && kind !== 'void');
  return taken.find(({ gateway }) => gateway !== 'gift_card') ?? taken[0];
}

function isOffline(order: Order): boolean {
  const gateway = paymentOf(order)?.gateway;
  return gateway === 'bank_transfer' || gateway === 'cash_on_delivery' || gateway === 'cash';
}

/** Manual and offline payments have no state of their own. */
export function paymentStatus(order: Order): string {
  const offline = isOffline(order) || order.payments.length === 0;
  switch (order.financialStatus) {
    case 'refunded':
      return 'refunded';
    case 'partially_refunded':
      return 'partially refunded';
    case 'authorized':
      return 'authorized';
    case 'paid':
      return offline ? '' : order.id % 7 === 0 ? 'paid' : 'captured';
    case 'voided':
      return offline ? '' : order.cancelReason === 'declined' ? 'declined' : 'void';
    default:
      return offline ? '' : 'pending';
  }
}

const methods: Readonly<Record<Payment['gateway'], string>> = {
  ideal: 'iDEAL',
  card: 'Credit Card',
  paypal: 'PayPal',
  bank_transfer: 'Bank Deposit',
  cash_on_delivery: 'Cash on Delivery',
  gift_card: 'Gift Certificate',
  cash: 'Cash',
};

export function paymentMethod(order: Order): string {
  if (order.test) return 'Test Payment Gateway';
  const payment = paymentOf(order);
  return payment === undefined ? 'No Payment Required' : methods[payment.gateway];
}
