// Reads the traits off a finished order, so that they are always true.
import { currencies } from './currencies.ts';
import type { DiscountKind, Order, OrderTrait, Payment } from './types.ts';

const tests: readonly (readonly [OrderTrait, (order: Order, text: string) => boolean])[] = [
  ['coupon-percentage', (order) => hasCoupon(order, 'percentage')],
  ['coupon-fixed-cart', (order) => hasCoupon(order, 'fixed_cart')],
  ['coupon-fixed-product', (order) => hasCoupon(order, 'fixed_product')],
  ['coupon-free-shipping', (order) => hasCoupon(order, 'free_shipping')],
  ['automatic-discount', (order) => order.discounts.some((d) => d.by === 'automatic')],
  ['two-coupons', (order) => order.discounts.filter((d) => d.by === 'code').length > 1],
  ['tax-included', (order) => order.taxesIncluded && order.totals.tax.shop > 0],
  ['tax-excluded', (order) => !order.taxesIncluded && order.totals.tax.shop > 0],
  ['several-tax-rates', (order) => order.taxes.length > 1],
  ['two-rates-on-a-line', (order) => order.lines.some((line) => line.taxes.length > 1)],
  ['tax-exempt', (order) => order.taxExempt],
  ['refund-partial', (order) => order.financialStatus === 'partially_refunded'],
  ['refund-full', (order) => order.financialStatus === 'refunded'],
  [
    'refund-amount-only',
    (order) => order.refunds.some((r) => r.lines.length === 0 && r.adjustment.shop > 0),
  ],
  ['refund-twice', (order) => order.refunds.length > 1],
  [
    'refund-shipping',
    (order) => order.refunds.some((r) => r.lines.length === 0 && r.shipping.shop > 0),
  ],
  ['cancelled-paid', (order) => order.state === 'cancelled' && order.paidAt !== null],
  ['cancelled-unpaid', (order) => order.state === 'cancelled' && order.paidAt === null],
  [
    'payment-pending',
    (order) => order.financialStatus === 'pending' && !hasGateway(order, 'cash_on_delivery'),
  ],
  ['payment-authorized', (order) => order.financialStatus === 'authorized'],
  ['payment-failed', (order) => order.payments.some((payment) => payment.status === 'failure')],
  ['payment-partial', (order) => order.financialStatus === 'partially_paid'],
  ['cash-on-delivery', (order) => hasGateway(order, 'cash_on_delivery')],
  ['partially-shipped', (order) => order.fulfilmentStatus === 'partial'],
  ['foreign-currency', (order) => order.currency !== 'EUR'],
  ['zero-decimal-currency', (order) => currencies[order.currency].decimals === 0],
  ['three-decimal-currency', (order) => currencies[order.currency].decimals === 3],
  ['gift-card-bought', (order) => order.lines.some((line) => line.giftCard)],
  ['gift-card-redeemed', (order) => order.totals.giftCards.shop > 0],
  ['many-lines', (order) => order.lines.length >= 30],
  ['hundreds-of-lines', (order) => order.lines.length > 250],
  ['umlauts', (_, text) => /[äöüßÄÖÜ]/.test(text)],
  ['emoji', (_, text) => /\p{Extended_Pictographic}/u.test(text)],
  ['html-characters', (_, text) => /[<>&"]/.test(text)],
  ['note-with-newlines', (order) => order.note?.includes('\n') ?? false],
  ['no-addresses', (order) => order.billing === null && order.shipping === null],
  ['no-shipping-address', (order) => order.billing !== null && order.shipping === null],
  ['guest', (order) => order.customerId === null],
  [
    'deleted-product',
    (order) => order.lines.some((line) => line.productId !== null && !line.productExists),
  ],
  ['custom-item', (order) => order.lines.some((line) => line.productId === null)],
  ['updated-later', (order) => order.updatedAt > lastEventOf(order)],
  ['tip', (order) => order.totals.tip.shop > 0],
  ['two-shipping-lines', (order) => order.shippingLines.length > 1],
  ['no-shipping-lines', (order) => order.shippingLines.length === 0],
  ['zero-total', (order) => order.totals.total.shop === 0],
  ['company', (order) => order.company !== null],
  ['test-order', (order) => order.test],
  ['point-of-sale', (order) => order.source === 'pos'],
  ['digital-only', (order) => order.lines.every((line) => !line.requiresShipping)],
  ['large-quantity', (order) => order.lines.some((line) => line.quantity >= 100)],
];

/** Adds what the order shows to the traits that the schedule gave. */
export function addTraits(order: Order, traits: OrderTrait[]): void {
  const text = textOf(order);
  for (const [trait, shows] of tests) if (shows(order, text)) traits.push(trait);
}

function hasCoupon(order: Order, kind: DiscountKind): boolean {
  return order.discounts.some((discount) => discount.by === 'code' && discount.kind === kind);
}

function hasGateway(order: Order, gateway: Payment['gateway']): boolean {
  return order.payments.some((payment) => payment.gateway === gateway);
}

function textOf(order: Order): string {
  let text = `${order.note ?? ''} ${order.billing?.firstName} ${order.billing?.lastName} ${order.billing?.company ?? ''}`;
  for (const line of order.lines) text += line.title;
  return text;
}

function lastEventOf(order: Order): number {
  let last = Math.max(
    order.createdAt,
    order.paidAt ?? 0,
    order.cancelledAt ?? 0,
    order.closedAt ?? 0,
  );
  for (const fulfilment of order.fulfilments) last = Math.max(last, fulfilment.createdAt);
  for (const refund of order.refunds) last = Math.max(last, refund.createdAt);
  return last;
}
