// Makes one finished order of a plan: basket, buyer, course of events, payments and totals.
import { add, minus, zero } from './amounts.ts';
import { amountOf } from './currencies.ts';
import { addressIn, emailOf, localeOf, personName, phoneIn } from './customers.ts';
import { day, hour, minute, second } from './moments.ts';
import { basketOf, type Goods, type Numbering } from './order-lines.ts';
import { paymentsOf } from './order-payments.ts';
import type { OrderPlan } from './order-plans.ts';
import { leftOf, refundsOf } from './order-refunds.ts';
import { addTraits } from './order-traits.ts';
import type { Random } from './random.ts';
import type {
  Amount,
  Customer,
  FinancialStatus,
  Fulfilment,
  FulfilmentStatus,
  Instant,
  Line,
  Order,
  OrderTrait,
  Refund,
  Tax,
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
  };
  addTraits(order, traits);
  return order;
}

type Buyer = Pick<
  Order,
  'customerId' | 'email' | 'phone' | 'billing' | 'shipping' | 'company' | 'acceptsMarketing'
>;

function buyerOf(
  plan: OrderPlan,
  random: Random,
  country: string,
  customersIn: (country: string) => readonly Customer[],
  id: number,
): Buyer {
  const customer = plan.guest === true ? null : random.pick(customersIn(country));
  const [firstName, lastName] =
    customer === null ? personName(random) : [customer.firstName, customer.lastName];
  const companyName = plan.company === true ? (customer?.company ?? 'Café Zürich GmbH') : null;
  const address = addressIn(random, country, firstName, lastName, companyName);
  const elsewhere = random.chance(12);
  const [otherFirst, otherLast] = personName(random);
  const shipping = elsewhere ? addressIn(random, country, otherFirst, otherLast, null) : address;
  const addresses = plan.addresses ?? 'both';
  return {
    customerId: customer?.id ?? null,
    email:
      plan.source === 'pos' ? null : (customer?.email ?? emailOf(firstName, lastName, `g${id}`)),
    phone:
      plan.source === 'pos'
        ? null
        : (address.phone ?? (random.chance(30) ? phoneIn(random, country) : null)),
    billing: addresses === 'none' ? null : address,
    shipping: addresses === 'both' ? shipping : null,
    company:
      companyName === null
        ? null
        : {
            id: 1 + (id % 40),
            locationId: 101 + (id % 40),
            name: companyName,
            vatNumber: customer?.vatNumber ?? `${country}123456789B01`,
          },
    acceptsMarketing: customer?.acceptsMarketing ?? false,
  };
}

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
  const atOnce = plan.source === 'pos' || lines.every((line) => !line.requiresShipping);
  const due = atOnce
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

/** Pieces by line, over all fulfilments or all refunds. */
function quantities(
  events: readonly {
    readonly lines: readonly { readonly lineId: number; readonly quantity: number }[];
  }[],
): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>();
  for (const { lines } of events) {
    for (const { lineId, quantity } of lines)
      pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity);
  }
  return pieces;
}

function fulfilmentStatusOf(
  lines: readonly Line[],
  fulfilments: readonly Fulfilment[],
): FulfilmentStatus {
  if (fulfilments.length === 0) return null;
  return lines.every((line) => line.fulfilledQuantity === line.quantity) ? 'fulfilled' : 'partial';
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

interface Sums {
  readonly total: Amount;
  readonly taxes: readonly Tax[];
  readonly totals: Omit<Order['totals'], 'outstanding' | 'giftCards'>;
}

function totalsOf(
  lines: readonly Line[],
  { shippingLines }: { readonly shippingLines: Order['shippingLines'] },
  tip: Amount,
  included: boolean,
  refunds: readonly Refund[],
): Sums {
  const gross = add(...lines.map((line) => line.gross));
  const lineDiscounts = add(...lines.map((line) => line.discount));
  const shippingDiscounts = add(...shippingLines.map((line) => line.discount));
  const shipping = add(...shippingLines.map((line) => line.price));
  const taxes = gather([...lines, ...shippingLines].flatMap((line) => line.taxes));
  const tax = add(...taxes.map((entry) => entry.amount));
  const discounts = add(lineDiscounts, shippingDiscounts);
  const total = add(minus(gross, discounts), shipping, included ? zero : tax, tip);
  return {
    total,
    taxes,
    totals: {
      lines: gross,
      discounts,
      lineDiscounts,
      shippingDiscounts,
      subtotal: minus(gross, lineDiscounts),
      shipping,
      tax,
      tip,
      total,
      refunded: add(...refunds.map((refund) => refund.total)),
      refundedTax: add(...refunds.map((refund) => refund.tax)),
      weight: lines.reduce((sum, line) => sum + line.grams * line.quantity, 0),
    },
  };
}

/** One entry a rate, in the order of first appearance. */
function gather(taxes: readonly Tax[]): readonly Tax[] {
  const byRate = new Map<number, Tax>();
  for (const tax of taxes) {
    const sofar = byRate.get(tax.rate.id);
    byRate.set(
      tax.rate.id,
      sofar === undefined ? tax : { ...sofar, amount: add(sofar.amount, tax.amount) },
    );
  }
  return [...byRate.values()];
}
