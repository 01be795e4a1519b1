// The amounts of an order, tax included, so that they add up to what the buyer paid.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
  add,
  compare,
  isAmount,
  isZero,
  money,
  over,
  placesOf,
  round,
  subtract,
  sum,
  sumOf,
  times,
} from '../../model/money.ts';
import { amountIn, notBelowZero, orZero } from '../kit/amounts.ts';
import { count, listed } from '../kit/loose.ts';
import type { NativeLine, NativeOrder } from './native.ts';
import { groupOf } from './status.ts';

/** Enough decimals for shares of amounts that come with up to four. */
const EXACT = 8;

export type Totals = ReturnType<typeof totalsOf>;

/**
 * `priceIncl` of an order is the sum of its lines', its shipment's and its payment's; what is
 * missing in it was taken off the order as a whole.
 */
export function totalsOf(order: NativeOrder, currency: string | null) {
  const places = decimals(currency);
  const zero = money('0', places);
  const written = (amount: unknown): string | null =>
    isAmount(amount) ? money(amount, places) : null;
  const minus = (a: string | null, b: string | null): string | null =>
    a === null || b === null ? null : subtract(a, b, places);

  const lines = listed<NativeLine>(order.orderProducts);
  const booked = lines.map((line) => lineAmounts(line, places));
  const summed = (name: 'gross' | 'net') => sumOf(booked, (amounts) => amounts[name], places);
  const [lineItems, nets] = [summed('gross'), summed('net')];
  const total = written(order.priceIncl);
  const tax = minus(total, written(order.priceExcl));
  const shipping = money(orZero(order.shipmentPriceIncl), places);
  const shippingDiscount = money(orZero(order.shipmentDiscountIncl), places);
  const fees = isZero(orZero(order.paymentPriceIncl)) ? null : written(order.paymentPriceIncl);
  const subtotal = goodsOf(minus(total, add(shipping, fees ?? '0', places)), nets, places);
  const discounts = add(subtract(lineItems, subtotal), shippingDiscount, places);

  /** Shares do not divide evenly; they are cut where the amount of the goods ends. */
  const finest = Math.max(places, placesOf(subtotal));
  const isOver = groupOf(order.status) === 'cancelled' || order.paymentStatus === 'cancelled';
  /** What is left: nothing of an order that was cancelled or voided, never less than nothing. */
  const left = (amount: string | null, refund: string): string | null => {
    if (isOver || amount === null) return isOver ? zero : null;
    const isNone = isZero(nets) || isZero(refund);
    const share = isNone ? zero : over(times(refund, subtotal), nets, finest);
    return notBelowZero(subtract(amount, share, places), places);
  };
  /** How much of a partial payment has come is not said. */
  const unpaid = order.paymentStatus === 'not_paid' ? total : null;
  const refund = refundOf(lines, (_, at) => booked[at]?.net ?? '0');
  const refundedTax = refundOf(lines, ({ priceIncl, priceExcl }) =>
    subtract(orZero(priceIncl), orZero(priceExcl)),
  );
  return {
    written,
    booked,
    shippingDiscount,
    fields: {
      total_line_items_price: lineItems,
      subtotal_price: subtotal,
      total_discounts: discounts,
      // Before discounts, like the lines.
      total_shipping_price: add(shipping, shippingDiscount, places),
      total_tip_received: zero,
      total_price: total,
      total_tax: tax,
      total_outstanding: isOver || order.paymentStatus === 'paid' ? zero : unpaid,
      current_subtotal_price: left(subtotal, refund),
      current_total_discounts: isOver ? zero : discounts,
      current_total_price: left(total, refund),
      current_total_tax: left(tax, refundedTax),
      original_total_additional_fees: fees,
      current_total_additional_fees: isOver && fees !== null ? zero : fees,
    },
  };
}

/**
 * What the goods came to. Less than a coin between the lines and the order is rounding of the
 * shop's; goods that cost less than the order says are an error of the channel's, which the core
 * reports.
 */
function goodsOf(goods: string | null, nets: string, places: number): string {
  if (goods === null || compare(goods, nets) > 0) return nets;
  return isZero(round(subtract(nets, goods), places)) ? nets : goods;
}

/**
 * A line before discounts and after them. The price of a piece is finer than a coin, so pieces times
 * price is not always what was booked: the discount is cut where the booked amount ends.
 */
function lineAmounts(line: NativeLine, places: number) {
  const { basePriceIncl: price, priceIncl: booked } = line;
  const pieces = count(line.quantityOrdered);
  const computed =
    isAmount(price) && pieces !== undefined
      ? add(times(price, pieces), orZero(line.customIncl), places)
      : null;
  const net = money(amountIn(booked) ?? computed ?? '0', places);
  if (computed === null || computed === net) return { gross: net, net, discount: money(0, places) };
  const finest = Math.max(places, placesOf(net));
  const discount = round(subtract(computed, net), finest, places);
  return { gross: add(net, discount, places), net, discount };
}

/** What the refunded pieces are worth of something that lines have. */
const refundOf = (
  lines: readonly NativeLine[],
  of: (line: NativeLine, at: number) => Amount,
): string =>
  sum(
    lines.map((line, at) => {
      const refunded = refundedIn(line);
      const pieces = count(line.quantityOrdered) ?? 0;
      return refunded === 0 ? 0 : over(times(of(line, at), refunded), pieces, EXACT);
    }),
  );

export const refundedIn = ({ quantityRefunded, quantityOrdered }: NativeLine): number =>
  Math.min(count(quantityOrdered) ?? 0, count(quantityRefunded) ?? 0);
