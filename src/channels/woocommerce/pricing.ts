// How net amounts and taxes of an order become prices, and how prices are written.
import { decimals } from '../../model/currencies.ts';
import { absolute, compare, money, round, subtract, sum, times } from '../../model/money.ts';
import { filled } from '../kit/text.ts';
import type { NativeLineItem, NativeOrder, Taxed } from './native.ts';
import { amountOf, objectsIn, truthOf } from './values.ts';

/** An amount; null where nobody says. */
export type Known = string | null;
export type Pricing = ReturnType<typeof pricingOf>;

/** `shop`: the decimals that the shop rounds to; `fineness`: those that are kept here. */
export function pricingOf(order: NativeOrder, shop: number, fineness: number) {
  const places = decimals(filled(order.currency) ?? '');
  /** Whether prices include tax; null where the shop does not say. */
  const included = truthOf(order.prices_include_tax);
  /** Net amount and tax as one price, not rounded: with tax where prices include it. */
  const priced = (net: unknown, tax: unknown): Known =>
    included ? sumOf([amountOf(net), amountOf(tax)]) : amountOf(net);
  return {
    places,
    zero: money('0', places),
    included,
    priced,
    /** The price of a line, after discounts and before them. */
    pricedLine: (line: Partial<Taxed>): Known =>
      priced(line.total, taxOf(line.total_tax, line, 'total', shop)),
    pricedBefore: (line: Partial<NativeLineItem>): Known =>
      priced(line.subtotal, taxOf(line.subtotal_tax, line, 'subtotal', shop)),
    /** Rounded as the shop rounds, with at least the decimals of the currency. */
    write: (amount: Known): Known =>
      amount === null ? null : money(round(amount, fineness), places),
  };
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

/** The exact sum; null when one of the amounts is not known. */
export function sumOf(amounts: readonly Known[]): Known {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === amounts.length ? sum(known, 0) : null;
}
