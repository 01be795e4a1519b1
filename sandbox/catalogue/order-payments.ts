// The payments of one order: taken, held, failed, refunded.
import { minus } from './amounts.ts';
import { amountOf } from './currencies.ts';
import type { Numbering } from './order-lines.ts';
import type { OrderPlan } from './order-plans.ts';
import type { Random } from './random.ts';
import type { Amount, Instant, Payment, Refund } from './types.ts';

/** What payments follow from. */
export interface Money {
  readonly createdAt: Instant;
  readonly paidAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly total: Amount;
  readonly giftCards: Amount;
  readonly refunds: readonly Refund[];
}

export function paymentsOf(
  plan: OrderPlan,
  random: Random,
  numbering: Numbering,
  money: Money,
): readonly Payment[] {
  const { createdAt, paidAt, cancelledAt, total, giftCards, refunds } = money;
  if (total.shop === 0) return [];
  const make = (
    more: Omit<Payment, 'id' | 'transactionId' | 'refundId'> & { refundId?: number },
  ): Payment => {
    numbering.payment += 1;
    const offline =
      more.gateway === 'bank_transfer' ||
      more.gateway === 'cash' ||
      more.gateway === 'cash_on_delivery';
    return {
      refundId: null,
      ...more,
      id: numbering.payment,
      transactionId: offline ? null : `tr_${random.hex(12)}`,
    };
  };
  const online =
    plan.source === 'pos' ? ('cash' as const) : random.pick(['ideal', 'card', 'paypal'] as const);
  switch (plan.pay ?? 'paid') {
    case 'pending':
      return [
        make({
          createdAt,
          kind: 'sale',
          status: 'pending',
          gateway: 'bank_transfer',
          amount: total,
        }),
      ];
    case 'cod':
      return [
        make({
          createdAt,
          kind: 'sale',
          status: 'pending',
          gateway: 'cash_on_delivery',
          amount: total,
        }),
      ];
    case 'failed':
      return [make({ createdAt, kind: 'sale', status: 'failure', gateway: 'card', amount: total })];
    case 'authorized': {
      const held = make({
        createdAt,
        kind: 'authorization',
        status: 'success',
        gateway: 'card',
        amount: total,
      });
      if (cancelledAt === null) return [held];
      return [
        held,
        make({
          createdAt: cancelledAt,
          kind: 'void',
          status: 'success',
          gateway: 'card',
          amount: total,
        }),
      ];
    }
    case 'partial': {
      const amount = amountOf(Math.floor(total.shop / 2), plan.currency ?? 'EUR');
      return [make({ createdAt, kind: 'sale', status: 'success', gateway: 'card', amount })];
    }
    case 'gift-card':
    case 'paid': {
      const at = paidAt ?? createdAt;
      const rest = minus(total, giftCards);
      return [
        ...(giftCards.shop > 0 ? [make({ createdAt: at, kind: 'sale', status: 'success', gateway: 'gift_card', amount: giftCards })] : []),
        ...(rest.shop > 0 ? [make({ createdAt: at, kind: 'sale', status: 'success', gateway: online, amount: rest })] : []),
        ...refunds.map((refund) => make({ createdAt: refund.createdAt, kind: 'refund', status: 'success', gateway: online, amount: refund.total, refundId: refund.id })),
      ]; // biome-ignore format: one payment a line
    }
  }
}
