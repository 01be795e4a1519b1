// The native status that an order of the catalogue is given, in both APIs.
import type { CancelReason, Line, Order } from '../../catalogue/types.ts';

export interface ConnectStatus {
  readonly status: string;
  readonly reason?: string;
}

const day = 86_400_000;

/** Closed orders were sent lately, arrived, or are done with. */
function stageOf(order: Order, anchor: number): 'sent' | 'arrived' | 'done' {
  const age = anchor - (order.closedAt ?? order.updatedAt);
  return age < 5 * day ? 'sent' : age < 20 * day ? 'arrived' : 'done';
}

/** Cancelled by seller or buyer: a cancelation takes the figures off the lines. The others reject. */
const connectReasons: Readonly<Record<CancelReason, string>> = {
  customer: 'CANCELED',
  inventory: 'CANCELED',
  other: 'CANCELED',
  staff: 'REFUSED',
  fraud: 'FRAUD_CHECK_FAILED',
  declined: 'REFUSED_PAYMENT',
};

export function connectStatus(order: Order, anchor: number): ConnectStatus {
  if (order.state === 'cancelled')
    return { status: 'CLOSED', reason: connectReasons[order.cancelReason ?? 'other'] };
  if (order.state === 'open') {
    // Mirakl debits the buyer only when the seller has accepted.
    if (order.financialStatus === 'authorized') return { status: 'AWAITING_ACCEPTANCE' };
    if (order.financialStatus === 'pending' || order.financialStatus === 'partially_paid')
      return { status: 'AWAITING_PAYMENT' };
    return { status: 'AWAITING_SHIPMENT' };
  }
  if (order.financialStatus === 'refunded') return { status: 'CLOSED', reason: 'REFUNDED' };
  switch (stageOf(order, anchor)) {
    case 'sent':
      return { status: 'SHIPPED' };
    case 'arrived':
      return { status: 'DELIVERED' };
    case 'done':
      return { status: 'CLOSED', reason: 'AUTOMATICALLY_CLOSED' };
  }
}

export function connectLineStatus(line: Line, order: Order, whole: ConnectStatus): ConnectStatus {
  if (order.fulfilmentStatus !== 'partial') return whole;
  return { status: isSent(line) ? 'SHIPPED' : 'AWAITING_SHIPMENT' };
}

/** True when cancelations, rather than a rejection, say what became of a cancelled order. */
export const isCanceled = (order: Order): boolean =>
  order.state === 'cancelled' && connectReasons[order.cancelReason ?? 'other'] === 'CANCELED';

export function marketplaceState(order: Order, anchor: number): string {
  if (order.state === 'cancelled') return order.cancelReason === 'staff' ? 'REFUSED' : 'CANCELED';
  if (order.state === 'open') {
    if (order.financialStatus === 'authorized') return 'WAITING_ACCEPTANCE';
    if (isPaidOnDelivery(order)) return isOnItsWay(order) ? 'SHIPPED' : 'SHIPPING';
    if (order.financialStatus === 'pending' || order.financialStatus === 'partially_paid')
      return 'WAITING_DEBIT_PAYMENT';
    return 'SHIPPING';
  }
  return { sent: 'SHIPPED', arrived: 'RECEIVED', done: 'CLOSED' }[stageOf(order, anchor)];
}

export function marketplaceLineState(line: Line, order: Order, whole: string): string {
  if (order.state === 'closed' && order.financialStatus === 'refunded') return 'REFUNDED';
  return order.fulfilmentStatus === 'partial' && isSent(line) ? 'SHIPPED' : whole;
}

export const isPaidOnDelivery = (order: Order): boolean =>
  order.paidAt === null && order.payments.some(({ gateway }) => gateway === 'cash_on_delivery');

/** Why an order was cancelled, in the operator's words. */
export const stateReasons: Readonly<Record<CancelReason, readonly [code: string, label: string]>> =
  {
    customer: ['32', 'Cancelled by the customer'],
    inventory: ['17', 'Out of stock'],
    fraud: ['41', 'Fraud check failed'],
    declined: ['42', 'Payment refused'],
    staff: ['18', 'Refused by the seller'],
    other: ['99', 'Other'],
  };

const isSent = (line: Line): boolean => line.fulfilledQuantity === line.quantity;

/** Sent, and paid only when it arrives: for a marketplace the order is closed. */
const isOnItsWay = (order: Order): boolean =>
  isPaidOnDelivery(order) && order.fulfilmentStatus === 'fulfilled';

/** Every other native status stands for the same of the three as the catalogue's own state. */
export const bucketOf = (order: Order): Order['state'] =>
  isOnItsWay(order) ? 'closed' : order.state;
