// How net amounts and taxes of an order become prices, and how prices are written.
import { decimals } from '../../model/currencies.ts';
import { absolute, compare, money, round, subtract, sum, times } from '../../model/money.ts';
import { filled } from '../kit/text.ts';
import type { NativeLineItem, NativeOrder, Taxed } from './native.ts';
import { amountOf, objectsIn, truthOf } from './values.ts';

/** An amount; null where no one says. */
export type Known = string | null;
export type Pricing = ReturnType<typeof pricingOf>;

/**
 * `shop`: the decimals that the shop rounds to. A shop prints a line as its net amount and its own
 * tax, rounded together, and makes its total of such lines (`get_line_total`); `isFine` leaves lines
 * as the shop keeps them, for totals that were made of those.
 */
export function pricingOf(order: NativeOrder, shop: number, isFine = false) {
  const places = decimals(filled(order.currency) ?? '');
  /** Whether prices include tax; null where the shop does not say. */
  const included = truthOf(order.prices_include_tax);
  /** Net amount and tax as one price, not rounded: with tax where prices include it. */
  const priced = (net: unknown, tax: unknown): Known =>
    included ? sumOf([amountOf(net), amountOf(tax)]) : amountOf(net);
  const line = (net: unknown, own: unknown, rated: Partial<Taxed>, which: 'total' | 'subtotal') => {
    if (isFine) return priced(net, taxOf(own, rated, which, shop));
    const price = priced(net, own);
    return price === null ? null : round(price, shop, 0);
  };
  return {
    places,
    zero: money('0', places),
    included,
    priced,
    /** The price of a line, after discounts and before them: asked for by each sum it is part of. */
    pricedLine: once((one: Partial<Taxed>) => line(one.total, one.total_tax, one, 'total')),
    pricedBefore: once((one: Partial<NativeLineItem>) =>
      line(one.subtotal, one.subtotal_tax, one, 'subtotal'),
    ),
  };
}

/** The same as `work`, which is done once for each line. */
function once<Line extends object>(work: (line: Line) => Known): (line: Line) => Known {
  const known = new Map<Line, Known>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const price = work(line);
    known.set(line, price);
    return price;
  };
}

/** An amount rounded as the shop rounds, or finer, with at least the decimals of the currency. */
export const writerOf =
  (fineness: number, places: number) =>
  (amount: Known): Known =>
    amount === null ? null : round(amount, fineness, places);

/**
 * The tax of a line as fine as its net amount: the line's own figure is rounded where the shop
 * rounds taxes line by line, and the two do not add up to the price; those of its rates are not.
 */
function taxOf(
  own: unknown,
  { taxes }: Partial<Taxed>,
  which: 'total' | 'subtotal',
  shop: number,
): Known {
  const written = amountOf(own);
  if (written === null) return null;
  const rates = objectsIn(taxes);
  const fine = rates.length === 0 ? null : sumOf(rates.map((rate) => amountOf(rate[which])));
  if (fine === null) return written;
  // Each rate was rounded by itself; what differs by more is another figure.
  const most = times(`0.${'0'.repeat(shop)}501`, rates.length, 0);
  return compare(absolute(subtract(fine, written, 0)), most) <= 0 ? fine : written;
}

/** The exact sum; null when one of the amounts is not known. */
export const sumOf = (amounts: readonly Known[]): Known =>
  areKnown(amounts) ? sum(amounts, 0) : null;

const areKnown = (amounts: readonly Known[]): amounts is readonly string[] =>
  !amounts.includes(null);
