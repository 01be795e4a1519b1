// The amounts of an order: added up as the shop keeps them, and rounded once, after adding.
import { decimals } from '../../model/currencies.ts';
import {
  absolute,
  compare,
  isZero,
  money,
  placesOf,
  round,
  subtract,
  sum,
  times,
} from '../../model/money.ts';
import { filled } from '../kit/text.ts';
import type { NativeLineItem, NativeOrder, Taxed } from './native.ts';
import { type Refunded, refundedOf, sumOf } from './refunded.ts';
import { groupOf } from './status.ts';
import { amountOf, objectsIn, truthOf } from './values.ts';

type Known = string | null;

export interface Totals {
  /** Whether prices include tax; null where the shop does not say. */
  readonly included: boolean | null;
  /** Net amount and tax as one price, not rounded: with tax where prices include it. */
  readonly priced: (net: unknown, tax: unknown) => Known;
  /** The same of a line, after discounts and before them. */
  readonly pricedLine: (line: Partial<Taxed>) => Known;
  readonly pricedBefore: (line: Partial<NativeLineItem>) => Known;
  /** Rounded as the shop rounds, with at least the decimals of the currency. */
  readonly write: (amount: Known) => Known;
  readonly zero: string;
  readonly places: number;
  readonly lineItems: Known;
  readonly subtotal: Known;
  readonly discounts: Known;
  readonly shipping: Known;
  /** Gift cards and discounts of plugins are fees below zero. Null where there are none. */
  readonly fees: Known;
  readonly total: Known;
  readonly tax: Known;
  readonly refunded: Refunded;
  /** What is left after refunds; nothing of a cancelled or refunded order. */
  readonly current: {
    readonly total: Known;
    readonly tax: Known;
    readonly subtotal: Known;
    readonly discounts: Known;
    readonly fees: Known;
  };
}

/** What a shop rounds to unless its owner changes that, whatever the currency has. */
const USUAL = 2;
/** As fine as WooCommerce reckons, and as fine as it is asked to write. */
const FINEST = 6;

/**
 * Net amounts and taxes are asked for as the shop keeps them, not rounded, so that a price of 10.00
 * does not become 8.26 and 1.73. Where even so the rounded parts do not add up to the total, while
 * the parts themselves do, they are given as they are rather than a cent off.
 */
export function totalsOf(order: NativeOrder): Totals {
  const currency = decimals(filled(order.currency) ?? '');
  const written = placesOf(money(amountOf(order.total) ?? '0', 0));
  const shop = Math.max(order.shop_decimals ?? Math.max(USUAL, currency), written);
  const rounded = totalsAt(order, shop, shop);
  if (addsUp(rounded)) return rounded;
  const fine = totalsAt(order, shop, FINEST);
  return addsUp(fine) ? fine : rounded;
}

/** `shop`: the decimals that the shop rounds to; `fineness`: those that are kept here. */
function totalsAt(order: NativeOrder, shop: number, fineness: number): Totals {
  const places = decimals(filled(order.currency) ?? '');
  const included = truthOf(order.prices_include_tax);
  const priced = (net: unknown, tax: unknown): Known =>
    included ? sumOf([amountOf(net), amountOf(tax)]) : amountOf(net);
  const write = (amount: Known): Known =>
    amount === null ? null : money(round(amount, fineness), places);
  const pricedLine = (line: Partial<Taxed>) =>
    priced(line.total, taxOf(line.total_tax, line, 'total', shop));
  const pricedBefore = (line: Partial<NativeLineItem>) =>
    priced(line.subtotal, taxOf(line.subtotal_tax, line, 'subtotal', shop));

  const lines = objectsIn(order.line_items);
  const feeLines = objectsIn(order.fee_lines);
  const subtotal = sumOf(lines.map(pricedLine));
  const fees = feeLines.length === 0 ? null : sumOf(feeLines.map(pricedLine));
  const refunded = refundedOf(order, included === true, pricedLine);
  const amounts = {
    included,
    priced,
    pricedLine,
    pricedBefore,
    write,
    zero: money('0', places),
    places,
    lineItems: write(sumOf(lines.map(pricedBefore))),
    subtotal: write(subtotal),
    discounts: write(priced(order.discount_total, order.discount_tax)),
    shipping: write(shippingOf(order, priced, pricedLine)),
    fees: write(fees),
    total: totalOf(order, places),
    tax: write(amountOf(order.total_tax)),
    refunded,
  };
  return { ...amounts, current: currentOf(order, amounts, { subtotal, fees }) };
}

/**
 * The tax of a line as fine as its net amount: the line's own figure is rounded where the shop
 * rounds taxes line by line, and the two do not add up to the price; those of its rates are not.
 */
function taxOf(
  rounded: unknown,
  { taxes }: Partial<Taxed>,
  which: 'total' | 'subtotal',
  shop: number,
): Known {
  const written = amountOf(rounded);
  const rates = objectsIn(taxes);
  const fine = rates.length === 0 ? null : sumOf(rates.map((rate) => amountOf(rate[which])));
  if (written === null || fine === null) return written;
  // Each rate was rounded by itself; what differs by more is another figure.
  const most = times(`5.01e-${shop + 1}`, rates.length, 0);
  return compare(absolute(subtract(fine, written, 0)), most) <= 0 ? fine : written;
}

/** The sum of the lines, which are finer; the order's own figures where they say something else. */
function shippingOf(
  { shipping_total, shipping_tax, shipping_lines }: NativeOrder,
  priced: Totals['priced'],
  pricedLine: Totals['pricedLine'],
): Known {
  const lines = objectsIn(shipping_lines);
  const own = amountOf(shipping_total);
  const net = sumOf(lines.map(({ total }) => amountOf(total)));
  const agree = own !== null && net !== null && isZero(round(subtract(own, net, 0), FINEST - 1));
  return (agree ? sumOf(lines.map(pricedLine)) : null) ?? priced(shipping_total, shipping_tax);
}

const totalOf = ({ total }: NativeOrder, places: number): Known => {
  const amount = amountOf(total);
  return amount === null ? null : money(amount, places);
};

function currentOf(
  order: NativeOrder,
  amounts: Omit<Totals, 'current'>,
  exact: { readonly subtotal: Known; readonly fees: Known },
): Totals['current'] {
  const { refunded, write, zero, total, tax, subtotal, discounts, fees } = amounts;
  if (isOver(order, amounts))
    return { total: zero, tax: zero, subtotal: zero, discounts: zero, fees: fees && zero };
  if (!refunded.any) return { total, tax, subtotal, discounts, fees };
  return {
    total: write(atLeastNothing(less(total, refunded.total))),
    tax: write(atLeastNothing(less(tax, refunded.tax))),
    subtotal: write(atLeastNothing(less(exact.subtotal, refunded.goods))),
    discounts,
    fees: write(less(exact.fees, refunded.fees)),
  };
}

/** Nothing is left of an order that was cancelled, failed or wholly refunded. */
function isOver({ status }: NativeOrder, { refunded, total }: Omit<Totals, 'current'>): boolean {
  if (groupOf(status) === 'cancelled' || status === 'refunded') return true;
  return (
    refunded.any && refunded.total !== null && total !== null && compare(refunded.total, total) >= 0
  );
}

const less = (amount: Known, off: Known): Known =>
  amount === null || off === null ? null : subtract(amount, off, 0);

/** More may have been given back than was paid. */
const atLeastNothing = (amount: Known): Known =>
  amount !== null && compare(amount, '0') < 0 ? '0' : amount;

/** Whether the parts come to the total, to the last decimal of the currency. */
function addsUp({ lineItems, discounts, shipping, fees, tax, total, included, places }: Totals) {
  const parts = [lineItems, shipping, fees ?? '0', included ? '0' : tax];
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length || discounts === null || total === null) return true;
  return isZero(round(subtract(total, subtract(sum(known, 0), discounts, 0), 0), places));
}
