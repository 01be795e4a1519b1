// The steps an order can take: paid, shipped, refunded, edited, cancelled. Each returns a new order.
import { add, minus } from '../catalogue/amounts.ts';
import type {
  Amount,
  CancelReason,
  Fulfilment,
  Instant,
  Line,
  Order,
  Payment,
} from '../catalogue/types.ts';
import type { LastIds } from './living.ts';
import { printed } from './money.ts';
import { type RefundWish, refundOf } from './refunding.ts';
import { impossible } from './refusal.ts';
import { paidOf, settled } from './settled.ts';

/** Pieces of one line; all that is left where nothing is said. */
export interface Pieces {
  readonly line: Line;
  readonly quantity: number | undefined;
}

export const nameOf = ({ number }: Order): string => `Order ${number}`;

export function pay(
  order: Order,
  wanted: Amount | undefined,
  at: Instant,
  lastIds: LastIds,
): Order {
  refuseCancelled(order, 'paid');
  const outstanding = order.totals.outstanding;
  if (order.paidAt !== null) throw impossible(`${nameOf(order)} is paid already.`);
  const amount = wanted ?? outstanding;
  if (amount.presentment > outstanding.presentment)
    throw impossible(
      `${nameOf(order)} has ${printed(outstanding, order.currency)} ${order.currency} outstanding; pay that or less.`,
    );
  const whole = amount.presentment === outstanding.presentment;
  const held = order.payments.find(({ kind }) => kind === 'authorization');
  if (held !== undefined && !whole)
    throw impossible(
      `${nameOf(order)} is authorized: its payment is taken whole, without "amount".`,
    );
  const waiting = order.payments.find(({ status }) => status === 'pending');
  const payments = order.payments.flatMap((payment): readonly Payment[] => {
    if (payment !== waiting) return [payment];
    return whole ? [] : [{ ...payment, amount: minus(payment.amount, amount) }];
  });
  const taken = paymentOf(order, lastIds, {
    createdAt: at,
    kind: held === undefined ? 'sale' : 'capture',
    gateway: held?.gateway ?? waiting?.gateway ?? 'ideal',
    amount,
  });
  const paidAt = whole ? at : null;
  return settled(
    { ...order, paidAt, payments: [...payments, ...(amount.shop === 0 ? [] : [taken])] },
    { kind: 'pay', at, fields: [] },
  );
}

/** Pieces that can still be sent: neither sent nor given back before they were. */
export function leftToShip(line: Line): number {
  const unsent = line.quantity - line.fulfilledQuantity;
  return unsent - Math.min(unsent, line.refundedQuantity);
}

/** A parcel; `written` is what a vendor's API was given of it, and that may be before it is paid. */
export function ship(
  order: Order,
  wanted: readonly Pieces[] | undefined,
  at: Instant,
  lastIds: LastIds,
  written?: Partial<Fulfilment> & Pick<Fulfilment, 'by'>,
): Order {
  refuseCancelled(order, 'shipped');
  if (order.paidAt === null && written === undefined)
    throw impossible(`${nameOf(order)} is not paid yet: pay it first.`);
  const all = order.lines.map((line): Pieces => ({ line, quantity: undefined }));
  const lines = (wanted ?? all).flatMap(({ line, quantity }) => {
    const left = leftToShip(line);
    if (wanted !== undefined && (left === 0 || (quantity ?? left) > left))
      throw impossible(
        `Line ${lineNumber(order, line)} of ${nameOf(order)} has ${left} left to ship.`,
      );
    const pieces = quantity ?? left;
    return pieces === 0 ? [] : [{ lineId: line.id, quantity: pieces }];
  });
  if (lines.length === 0) throw impossible(`${nameOf(order)} has nothing left to ship.`);
  lastIds.fulfilment += 1;
  const id = lastIds.fulfilment;
  const trackingNumber = `3S${String(id).padStart(11, '0')}`;
  const parcel = {
    id,
    createdAt: at,
    locationId: 1 + (id % 3),
    carrier: 'PostNL',
    trackingNumber,
    trackingUrl: `https://track.example/${trackingNumber}`,
    ...written,
    lines,
  };
  return settled(
    { ...order, fulfilments: [...order.fulfilments, parcel] },
    { kind: 'ship', at, fields: [], ...(written?.by && { by: written.by }) },
  );
}

export function refund(order: Order, wish: RefundWish, at: Instant, lastIds: LastIds): Order {
  const next = withRefund(order, wish, at, lastIds);
  const back = next.refunds.at(-1)?.lines ?? [];
  const isUnsent = order.lines.some(
    (line) => leftToShip(line) > 0 && back.some(({ lineId }) => lineId === line.id),
  );
  // Pieces that were not sent yet: some vendors call that a cancellation, and only then a change.
  return settled(next, { kind: 'refund', at, fields: isUnsent ? ['unsent'] : [] });
}

function withRefund(order: Order, wish: RefundWish, at: Instant, lastIds: LastIds): Order {
  if (order.paidAt === null)
    throw impossible(`${nameOf(order)} is not paid, so that there is nothing to give back.`);
  const given = refundOf(order, wish, at, lastIds);
  const back = paymentOf(order, lastIds, {
    createdAt: at,
    kind: 'refund',
    gateway: mainGateway(order),
    amount: given.total,
  });
  return {
    ...order,
    refunds: [...order.refunds, given],
    payments: [...order.payments, { ...back, refundId: given.id }],
  };
}

export function cancel(
  order: Order,
  { reason, giveBack }: { readonly reason: CancelReason; readonly giveBack: boolean },
  at: Instant,
  lastIds: LastIds,
): Order {
  refuseCancelled(order, 'cancelled again');
  if (order.fulfilments.length > 0)
    throw impossible(`${nameOf(order)} was shipped: refund it instead.`);
  if (order.state === 'closed') throw impossible(`${nameOf(order)} is closed already.`);
  if (order.paidAt === null && paidOf(order).shop > 0)
    throw impossible(`${nameOf(order)} is paid in part: pay the rest first.`);
  const left = minus(order.totals.total, order.totals.refunded).shop;
  const repaid =
    giveBack && order.paidAt !== null && left > 0
      ? withRefund(order, { reason: 'Cancelled' }, at, lastIds)
      : order;
  const held = order.payments.find(({ kind }) => kind === 'authorization');
  const isHeld = held !== undefined && order.paidAt === null;
  const released = isHeld
    ? [paymentOf(order, lastIds, { createdAt: at, kind: 'void', gateway: held.gateway, amount: held.amount })] // biome-ignore format: one payment
    : [];
  return settled(
    {
      ...repaid,
      cancelReason: reason,
      cancelledAt: at,
      payments: [...repaid.payments, ...released],
    },
    { kind: 'cancel', at, fields: [] },
  );
}

function refuseCancelled(order: Order, done: string): void {
  if (order.state === 'cancelled')
    throw impossible(`${nameOf(order)} is cancelled and cannot be ${done}.`);
}

/** Lines are counted from 1 in what callers write and read. */
export const lineNumber = (order: Order, line: Line): number =>
  order.lines.findIndex(({ id }) => id === line.id) + 1;

const offline = new Set<Payment['gateway']>(['bank_transfer', 'cash', 'cash_on_delivery']);

function paymentOf(
  order: Order,
  lastIds: LastIds,
  more: Pick<Payment, 'createdAt' | 'kind' | 'gateway' | 'amount'>,
): Payment {
  lastIds.payment += 1;
  const id = lastIds.payment;
  const code = `${order.id}${String(id).padStart(6, '0')}`;
  return {
    ...more,
    id,
    status: 'success',
    transactionId: offline.has(more.gateway) ? null : `tr_${code.padStart(12, '0')}`,
    refundId: null,
  };
}

function mainGateway({ payments }: Order): Payment['gateway'] {
  const taken = payments.filter(({ kind }) => kind === 'sale' || kind === 'capture');
  const main = taken.find(({ gateway }) => gateway !== 'gift_card') ?? taken[0];
  return main?.gateway ?? 'ideal';
}

/** What is left of an order's money: paid, and not given back yet. */
export const leftToRefund = (order: Order): Amount =>
  order.paidAt === null ? add() : minus(order.totals.total, order.totals.refunded);
