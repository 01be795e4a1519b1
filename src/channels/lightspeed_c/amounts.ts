// The amounts of an order, tax included, so that they add up to what the buyer paid.
import { decimals } from '../../model/currencies.ts';
import {
  type Amount,
  compare,
  isZero,
  money,
  over,
  placesOf,
  round,
  subtract,
  sum,
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
  const written = (amount: unknown): string | null => {
    const known = amountIn(amount);
    return known === null ? null : money(known, places);
  };
  const minus = (a: Amount | null, b: Amount | null): string | null =>
    a === null || b === null ? null : subtract(a, b, places);
  const left = (a: Amount | null, b: Amount): string | null => {
    const rest = minus(a, b);
    return rest === null ? null : notBelowZero(rest, places);
  };
  const lines = listed<NativeLine>(order.orderProducts);
  const total = written(order.priceIncl);
  const tax = minus(total, written(order.priceExcl));
  const shipping = money(orZero(order.shipmentPriceIncl), places);
  const shippingDiscount = money(orZero(order.shipmentDiscountIncl), places);
  const fees = money(orZero(order.paymentPriceIncl), places);

  const lineItems = sum(
    lines.map((line) => lineAmounts(line, places).gross),
    places,
  );
  const nets = sum(
    lines.map((line) => lineAmounts(line, places).net),
    places,
  );
  const subtotal = goodsOf(minus(total, sum([shipping, fees], places)), nets, places);
  /** Shares do not divide evenly; they are cut where the amount of the goods ends. */
  const finest = Math.max(places, placesOf(subtotal));
  const ofGoods = (amount: Amount): string =>
    isZero(nets) ? zero : over(times(amount, subtotal), nets, finest);
  const refunded = ofGoods(refundOf(lines, (line) => lineAmounts(line, places).net));
  const refundedTax = ofGoods(
    refundOf(lines, ({ priceIncl, priceExcl }) => subtract(orZero(priceIncl), orZero(priceExcl))),
  );
  const discounts = sum([subtract(lineItems, subtotal), shippingDiscount], places);
  const isOver = groupOf(order.status) === 'cancelled' || order.paymentStatus === 'cancelled';
  return {
    places,
    zero,
    written,
    total,
    tax,
    lineItems,
    subtotal,
    /** Before discounts, like the lines. */
    shipping: sum([shipping, shippingDiscount], places),
    shippingDiscount,
    discounts,
    fees: isZero(fees) ? null : fees,
    /** What is left: nothing of an order that was cancelled or voided, never less than nothing. */
    current: {
      total: isOver ? zero : left(total, refunded),
      subtotal: isOver ? zero : left(subtotal, refunded),
      tax: isOver ? zero : left(tax, refundedTax),
      discounts: isOver ? zero : discounts,
      fees: isZero(fees) ? null : isOver ? zero : fees,
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

export interface LineAmounts {
  /** Before discounts and after them. */
  readonly gross: string;
  readonly net: string;
  readonly discount: string;
}

/**
 * The amounts of a line. The price of a piece is finer than a coin, so pieces times price is not
 * always what was booked: the discount is cut where the booked amount ends.
 */
export function lineAmounts(line: NativeLine, places: number): LineAmounts {
  const booked = amountIn(line.priceIncl);
  const price = amountIn(line.basePriceIncl);
  const pieces = count(line.quantityOrdered);
  const computed =
    price === null || pieces === undefined
      ? null
      : sum([times(price, pieces), orZero(line.customIncl)], places);
  const net = money(booked ?? computed ?? '0', places);
  const finest = Math.max(places, placesOf(net));
  const discount = money(round(subtract(computed ?? net, net), finest), places);
  return { gross: sum([net, discount], places), net, discount };
}

/** What the refunded pieces are worth of something that lines have. */
const refundOf = (lines: readonly NativeLine[], of: (line: NativeLine) => Amount): string =>
  sum(
    lines.map((line) => {
      const [pieces, refunded] = [count(line.quantityOrdered) ?? 0, refundedIn(line)];
      return refunded === 0 ? '0' : over(times(of(line), refunded), pieces, EXACT);
    }),
  );

export const refundedIn = ({ quantityRefunded, quantityOrdered }: NativeLine): number =>
  Math.min(count(quantityOrdered) ?? 0, count(quantityRefunded) ?? 0);
