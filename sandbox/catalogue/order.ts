// Makes one finished order from a plan: basket, buyer, course of events, payments and totals.
import { add, minus, zero } from './amounts.ts';
import { amountOf } from './currencies.ts';
import { localeOf } from './customers.ts';
import { day, hour, minute, second } from './moments.ts';
import { buyerOf } from './order-buyer.ts';
import { basketOf, type Goods, type Numbering } from './order-lines.ts';
import { paymentsOf } from './order-payments.ts';
import type { OrderPlan } from './order-plans.ts';
import { leftOf, refundsOf } from './order-refunds.ts';
import { fulfilmentStatusOf, quantities, totalsOf } from './order-sums.ts';
import { addTraits } from './order-traits.ts';
import type { Random } from './random.ts';
import type {
  Amount,
  Customer,
  FinancialStatus,
  Fulfilment,
  Instant,
  Line,
  Order,
  OrderTrait,
  Refund,
} from './types.ts';

export interface OrderSurroundings {
  readonly random: Random;
  readonly anchor: Instant;
  readonly goods: Goods;
  readonly customersIn: (country: string) => readonly Customer[];
  readonly numbering: Numbering;
}

export function orderOf(plan: OrderPlan, id: number, around: OrderSurroundings): Order {
  const { random, anchor, goods, customersIn, numbering } = around;
  const country = plan.country ?? 'NL';
  const currency = plan.currency ?? 'EUR';
  const tax =
    plan.tax ?? (currency === 'EUR' && country !== 'US' && country !== 'GB' ? 'included' : 'none');
  const included = tax === 'included';
  const basket = basketOf(
    random,
    plan,
    goods,
    { currency, country, included, taxed: tax !== 'none' },
    numbering,
  );
  const tip = amountOf(plan.tip ?? 0, currency);
  const buyer = buyerOf(plan, random, country, customersIn, id);

  const latest = anchor - second;
  const cap = (instant: Instant): Instant => Math.min(instant, latest);
  const createdAt = plan.at;
  const pay = plan.pay ?? 'paid';
  const paid = pay === 'paid' || pay === 'gift-card';
  const paidAt = paid ? cap(createdAt + random.int(3, 900) * second) : null;
  const fulfilments = fulfilmentsOf(plan, basket.lines, random, paidAt, anchor, numbering);
  const shippedAt = fulfilments.at(-1)?.createdAt;
  const refundAt = (shippedAt ?? createdAt) + random.int(1, 9) * day + random.int(0, 3600) * second;
  const failed = pay === 'failed';
  const cancelReason = plan.cancel ?? (failed ? 'declined' : null);
  const cancelledAt =
    cancelReason === null ? null : cap((paidAt ?? createdAt) + random.int(40, 3600) * second);
  const refunds = refundsOf(
    plan,
    basket,
    { currency, included, tip },
    cancelledAt ?? refundAt,
    latest,
    numbering,
  );

  const { lines } = basket;
  const shipped = quantities(fulfilments);
  const returned = quantities(refunds);
  for (const line of lines) {
    line.fulfilledQuantity = shipped.get(line.id) ?? 0;
    line.refundedQuantity = returned.get(line.id) ?? 0;
  }
  const sums = totalsOf(lines, basket, tip, included, refunds);
  const fulfilmentStatus = fulfilmentStatusOf(lines, fulfilments);
  const financialStatus = financialStatusOf(pay, cancelReason !== null, sums.total, refunds);
  const giftCards =
    pay === 'gift-card' ? amountOf(Math.min(1000, sums.total.shop), currency) : zero;
  const payments = paymentsOf(plan, random, numbering, {
    createdAt,
    paidAt,
    cancelledAt,
    total: sums.total,
    giftCards,
    refunds,
  });
  const settled = payments.filter(
    (p) => p.status === 'success' && (p.kind === 'sale' || p.kind === 'capture'),
  );
  const outstanding =
    cancelReason !== null || paid ? zero : minus(sums.total, add(...settled.map((p) => p.amount)));

  const done = financialStatus === 'refunded' || (fulfilmentStatus === 'fulfilled' && paid);
  const lastEvent = Math.max(createdAt, paidAt ?? 0, cancelledAt ?? 0, ...fulfilments.map((f) => f.createdAt), ...refunds.map((r) => r.createdAt)); // biome-ignore format: one list
  const closedAt =
    cancelReason === null && done
      ? cap((shippedAt ?? lastEvent) + random.int(1, 60) * minute)
      : null;
  const events = Math.max(lastEvent, closedAt ?? 0);
  const later =
    plan.updatedAt ?? (random.chance(10) ? cap(events + random.int(1, 5) * day) : events);
  const traits: OrderTrait[] = [...(plan.traits ?? [])];
  const order: Order = {
    id,
    number: 1000 + id,
    traits,
    state: cancelReason !== null ? 'cancelled' : closedAt !== null ? 'closed' : 'open',
    financialStatus,
    fulfilmentStatus,
    cancelReason,
    createdAt,
    updatedAt: later,
    processedAt: createdAt,
    paidAt,
    cancelledAt,
    closedAt,
    currency,
    taxesIncluded: included,
    taxExempt: tax === 'none' && plan.company === true,
    test: plan.test === true,
    customerId: buyer.customerId,
    email: buyer.email,
    phone: buyer.phone,
    billing: buyer.billing,
    shipping: buyer.shipping,
    company: buyer.company,
    acceptsMarketing: buyer.acceptsMarketing,
    poNumber: plan.company === true ? `PO-${id}/ä` : null,
    note: plan.note ?? null,
    tags:
      plan.company === true ? ['b2b', 'invoice'] : id % 40 === 0 ? ['vip', 'gift, wrapped'] : [],
    locale: localeOf(country),
    source: plan.source ?? 'web',
    referringSite: id % 4 === 0 ? 'https://www.example.com/search?q=tea&lang=de' : null,
    clientAddress: plan.source === undefined ? `192.0.2.${id % 250}` : null,
    lines,
    shippingLines: basket.shippingLines,
    discounts: basket.discounts,
    taxes: sums.taxes,
    payments,
    refunds,
    fulfilments,
    totals: { ...sums.totals, outstanding, giftCards },
    changes: noChanges,
  };
  addTraits(order, traits);
  return order;
}

/** Shared, since nothing was done to any. */
const noChanges: Order['changes'] = [];

function fulfilmentsOf(
  plan: OrderPlan,
  lines: readonly Line[],
  random: Random,
  paidAt: Instant | null,
  anchor: Instant,
  numbering: Numbering,
): readonly Fulfilment[] {
  const wanted = plan.ship ?? (plan.cancel === undefined && paidAt !== null ? 'full' : 'none');
  if (wanted === 'none' || paidAt === null) return [];
  const concurrency = plan.source === 'pos' || lines.every((line) => !line.requiresShipping);
  const due = concurrency
    ? paidAt + 5 * second
    : paidAt + random.int(18, 96) * hour + random.int(0, 3599) * second;
  const limit = plan.updatedAt ?? anchor - hour;
  if (due >= limit) return [];
  const make = (createdAt: Instant, parts: Fulfilment['lines']): Fulfilment => {
    numbering.fulfilment += 1;
    const trackingNumber = `3S${String(numbering.fulfilment).padStart(11, '0')}`;
    return {
      id: numbering.fulfilment,
      createdAt,
      locationId: 1 + (numbering.fulfilment % 3),
      carrier: 'PostNL',
      trackingNumber,
      trackingUrl: `https://track.example/${trackingNumber}`,
      lines: parts,
    };
  };
  if (wanted === 'partial') {
    const [first] = lines;
    return first === undefined ? [] : [make(due, [{ lineId: first.id, quantity: Math.max(1, Math.floor(first.quantity / 2)) }])]; // biome-ignore format: one thought
  }
  const all = lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  const half = Math.ceil(all.length / 2);
  const secondAt = due + 6 * hour;
  return all.length > 3 && secondAt < limit
    ? [make(due, all.slice(0, half)), make(secondAt, all.slice(half))]
    : [make(due, all)];
}

function financialStatusOf(
  pay: NonNullable<OrderPlan['pay']>,
  cancelled: boolean,
  total: Amount,
  refunds: readonly Refund[],
): FinancialStatus {
  if (refunds.length > 0)
    return leftOf(total, refunds).shop === 0 ? 'refunded' : 'partially_refunded';
  if (pay === 'paid' || pay === 'gift-card') return 'paid';
  if (cancelled || pay === 'failed') return 'voided';
  if (pay === 'authorized') return 'authorized';
  return pay === 'partial' ? 'partially_paid' : 'pending';
}
