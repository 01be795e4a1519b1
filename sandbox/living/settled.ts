// An order after a step: pieces, sums, states, dates and traits follow from its parts.
import { add, minus, zero } from '../catalogue/amounts.ts';
import { leftOf } from '../catalogue/order-refunds.ts';
import { fulfilmentStatusOf, quantities, totalsOf } from '../catalogue/order-sums.ts';
import { addTraits } from '../catalogue/order-traits.ts';
import type { Amount, Change, FinancialStatus, Order, OrderTrait } from '../catalogue/types.ts';

/** Traits that the schedule gave, which no later change takes away. */
const lasting: ReadonlySet<OrderTrait> = new Set([
  'reverse-charge',
  'at-midnight',
  'at-bound',
  'id-out-of-order',
]);

/** What a step was, without the time before it. */
export type Step = Omit<Change, 'before'>;

/** Works out all that follows from the parts of an order, at the instant of the step. */
export function settled({ undated: _, ...order }: Order, step: Step): Order {
  const shipped = quantities(order.fulfilments);
  const returned = quantities(order.refunds);
  const lines = order.lines.map((line) => ({
    ...line,
    fulfilledQuantity: shipped.get(line.id) ?? 0,
    refundedQuantity: returned.get(line.id) ?? 0,
  }));
  const { taxesIncluded, refunds, totals } = order;
  const sums = totalsOf(lines, order, totals.tip, taxesIncluded, refunds);
  const financialStatus = financialStatusOf(order, sums.total);
  const fulfilmentStatus = fulfilmentStatusOf(lines, order.fulfilments);
  const cancelled = order.cancelReason !== null;
  const isPaid = order.paidAt !== null;
  const isDone = financialStatus === 'refunded' || (fulfilmentStatus === 'fulfilled' && isPaid);
  const closedAt = !cancelled && isDone ? (order.closedAt ?? step.at) : null;
  const traits: OrderTrait[] = order.traits.filter((trait) => lasting.has(trait));
  const next: Order = {
    ...order,
    traits,
    lines,
    taxes: sums.taxes,
    financialStatus,
    fulfilmentStatus,
    state: cancelled ? 'cancelled' : closedAt === null ? 'open' : 'closed',
    closedAt,
    updatedAt: Math.max(order.updatedAt, step.at),
    totals: {
      ...sums.totals,
      giftCards: totals.giftCards,
      outstanding: cancelled || isPaid ? zero : minus(sums.total, paidOf(order)),
    },
    changes: [...order.changes, { ...step, before: order.updatedAt }],
  };
  addTraits(next, traits);
  return next;
}

/** What was really taken from the buyer, before anything was given back. */
export function paidOf({ payments }: Pick<Order, 'payments'>): Amount {
  return add(
    ...payments
      .filter(({ kind, status }) => status === 'success' && (kind === 'sale' || kind === 'capture'))
      .map(({ amount }) => amount),
  );
}

function financialStatusOf(order: Order, total: Amount): FinancialStatus {
  const { refunds, payments } = order;
  if (refunds.length > 0)
    return leftOf(total, refunds).shop === 0 ? 'refunded' : 'partially_refunded';
  if (order.paidAt !== null) return 'paid';
  if (order.cancelReason !== null) return 'voided';
  if (payments.some(({ kind, status }) => kind === 'authorization' && status === 'success'))
    return 'authorized';
  return paidOf(order).shop > 0 ? 'partially_paid' : 'pending';
}
