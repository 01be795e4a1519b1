// The amounts of a marketplace's order: what was ordered, and what is left of it.
import { decimals } from '../../model/currencies.ts';
import {
  absolute,
  compare,
  each,
  isZero,
  money,
  most,
  over,
  placesOf,
  round,
  subtract,
  sum,
  sumOf,
  times,
} from '../../model/money.ts';
import type { Note } from '../channel.ts';
import { integer } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import {
  eachPart,
  type Figures,
  type LineFigures,
  less,
  lineFigures,
  NONE,
  takenBack,
  together,
} from './marketplace-figures.ts';
import type {
  Decimal,
  MarketplaceLine,
  MarketplaceOrder,
  MarketplaceTakeback,
  OrderTax,
} from './native.ts';
import { isOff } from './status.ts';

export type Amounts = ReturnType<typeof amountsOf>;

/** Whether prices hold the taxes that are given beside them. */
const TAX_MODES: Readonly<Record<string, boolean>> = { TAX_INCLUDED: true, TAX_EXCLUDED: false };

export function amountsOf(order: MarketplaceOrder, note: Note) {
  const places = decimals(filled(order.currency_iso_code));
  const write = (value: string) => money(value, places);
  const taxesIncluded = taxModeOf(order, note);
  const lines = (order.order_lines ?? []).map((line) => {
    const figures = lineFigures(line, order);
    return { ...figures, ...pricedLine(line, figures.ordered.price, places), native: line };
  });
  const beside = unexplained(order, lines);
  const fees = together(lines.map(({ ordered }) => ordered)).fees;
  const ordered = together([...lines.map((line) => line.ordered), beside]);
  const isGone = isNothingLeft(order);
  const kept = isGone ? NONE : less(together(lines.map((line) => line.kept)), refunded(order));
  const current = isGone ? NONE : together([kept, beside]);
  const live = isOff(order.order_state) ? [] : lines.filter((line) => !line.isOff);
  const totalOf = ({ price, shipping, tax, fees: extra }: Figures) =>
    sum([price, shipping, extra, ...(taxesIncluded === false ? [tax] : [])], places);
  const left = (value: string) => write(notNegative(value));
  return {
    places,
    taxesIncluded,
    /** Price of one and discount, of each line. */
    priced: lines.map(({ unit, discount }) => ({ unit, discount })),
    lines: sumOf(lines, ({ gross }) => gross, places),
    discounts: sumOf(lines, ({ discount }) => discount, places),
    subtotal: write(ordered.price),
    shipping: write(ordered.shipping),
    tax: write(ordered.tax),
    total: totalOf(ordered),
    /** Null where the operator charges none. */
    fees: isZero(fees) ? null : write(fees),
    nothing: money('0', places),
    current: {
      subtotal: left(current.price),
      discounts: sumOf(live, (line) => discountLeft(line, places), places),
      tax: left(current.tax),
      fees: left(kept.fees),
      total: left(totalOf(current)),
    },
  };
}

const notNegative = (value: string): string => String(most(value, '0'));

function taxModeOf({ order_tax_mode, order_id }: MarketplaceOrder, note: Note): boolean | null {
  const mode = filled(order_tax_mode);
  const isIncluded = TAX_MODES[mode ?? ''];
  if (isIncluded === undefined)
    note({
      code: 'unknown_tax_mode',
      message:
        mode === null
          ? 'The marketplace does not say whether prices hold the tax; taxes_included is null.'
          : `The marketplace names a tax mode whose meaning is not known, "${mode}"; taxes_included is null.`,
      field: 'taxes_included',
      word: mode,
      id: order_id,
    });
  return isIncluded ?? null;
}

/** Price of one before discounts, and what the price that was asked for is below that. */
function pricedLine(
  { origin_unit_price, price_unit, quantity }: MarketplaceLine,
  asked: string,
  places: number,
) {
  const unit = origin_unit_price ?? price_unit ?? null;
  const pieces = integer(quantity) ?? 0;
  const gross = unit === null ? '0' : times(unit, pieces, places);
  if (unit !== null && compare(gross, asked) >= 0)
    return { unit: money(unit, places), gross, discount: subtract(gross, asked, places) };
  // The line costs more than its parts: the price it has is the only one to go by.
  return {
    unit: pieces > 0 ? each(asked, pieces, places) : money(asked, places),
    gross: money(asked, places),
    discount: money('0', places),
  };
}

/**
 * A discount goes with the goods it was given on: with those that were cancelled, with pieces that
 * were given back, and with all of them where the whole price was. An amount for no pieces leaves it.
 */
function discountLeft(
  { discount, ordered, kept, native }: LineFigures & Discounted,
  places: number,
): string {
  const paid = (native.refunds ?? []).filter(isPaidOut);
  const back = sumOf(paid, (refund) => takenBack(refund).price, 0);
  const isAllBack = !isZero(kept.price) && compare(back, kept.price) >= 0;
  const share = isZero(ordered.price) ? '1' : over(kept.price, ordered.price, 12);
  const pieces = integer(native.quantity) ?? 0;
  const gone = sumOf(paid, ({ quantity }) => integer(quantity) ?? 0, 0);
  const left = pieces === 0 ? share : subtract(share, over(gone, pieces, 12), 0);
  if (isAllBack || compare(left, '0') <= 0) return money('0', places);
  return round(times(discount, left, 0), Math.max(places, placesOf(discount)));
}

interface Discounted {
  readonly discount: string;
  readonly native: MarketplaceLine;
}

/**
 * What the order's own figures have beside those of its lines; nothing, as a rule. Mirakl leaves
 * refused and cancelled lines out of an order's figures, but not every operator's Mirakl does, and
 * with a part of a line it differs again. So they are held against the three sums that they can
 * be: of what is left, of the lines that are not off, of all lines. The nearest is the one.
 */
function unexplained(order: MarketplaceOrder, lines: readonly LineFigures[]): Figures {
  const sums = [
    together(lines.map(({ kept }) => kept)),
    together(lines.filter((line) => !line.isOff).map(({ stated }) => stated)),
    together(lines.map(({ stated }) => stated)),
  ];
  const given = givenBy(order);
  const meant = nearest(given, sums);
  // Taxes of the order may be those of other lines than its prices are: they say so themselves.
  const { tax } = [meant, ...sums].find((one) => distance(given, one, ['tax']) === '0') ?? meant;
  const base = { ...meant, tax };
  return eachPart((part) => subtract(given[part] ?? base[part], base[part], 0));
}

type Given = Readonly<Record<keyof Figures, string | null>>;

function nearest(given: Given, [first = NONE, ...others]: readonly Figures[]): Figures {
  const off = (one: Figures) => distance(given, one, ['price', 'shipping', 'fees']);
  return others.reduce((best, one) => (compare(off(one), off(best)) < 0 ? one : best), first);
}

const distance = (given: Given, sums: Figures, parts: readonly (keyof Figures)[]): string =>
  sumOf(parts, (part) => absolute(subtract(given[part] ?? sums[part], sums[part], 0)), 0);

/** The order's own figures, as far as it has them. Fees are what the total has beside the rest. */
function givenBy(order: MarketplaceOrder): Given {
  const price = textOf(order.price);
  const shipping = textOf(order.shipping_price);
  const total = textOf(order.total_price);
  const isWhole = price !== null && shipping !== null && total !== null;
  const taxes = order.order_taxes ?? [];
  return {
    price,
    shipping,
    fees: isWhole ? subtract(total, sum([price, shipping], 0), 0) : null,
    // Operators that reckon taxes by the order give them there; the lines may have none.
    tax: taxes.length > 0 ? totalTaxes(taxes) : null,
  };
}

const textOf = (value: Decimal | null | undefined): string | null =>
  value === undefined || value === null ? null : String(value);

export const totalTaxes = (taxes: readonly OrderTax[]): string =>
  sumOf(taxes, ({ total_amount }) => textOf(total_amount) ?? '0', 0);

export const refundsOf = (order: MarketplaceOrder): readonly MarketplaceTakeback[] =>
  (order.order_lines ?? []).flatMap((line) => line.refunds ?? []);

/** A refund counts when it was paid out; until then it is only asked for. */
export const isPaidOut = ({ refund_state, state }: MarketplaceTakeback): boolean =>
  (filled(refund_state) ?? filled(state)) === 'REFUNDED';

/** All refunds were asked for, so they come to everything; whether they were paid is theirs to say. */
export const isAllRefunded = (order: MarketplaceOrder): boolean =>
  order.fully_refunded === true && refundsOf(order).every(isPaidOut);

const isNothingLeft = (order: MarketplaceOrder): boolean =>
  isOff(order.order_state) || (isAllRefunded(order) && refundsOf(order).length === 0);

/**
 * What was paid back. Where taxes are reckoned by the order, those of a refund stand with the
 * order, under the number that the refund has; the refund itself may have them too.
 */
function refunded(order: MarketplaceOrder): Figures {
  const refunds = refundsOf(order);
  const groups = (order.order_refunds ?? []).filter(({ taxes }) => (taxes ?? []).length > 0);
  const isGrouped = (id: unknown) =>
    filled(id) !== null && groups.some(({ order_refund_id }) => order_refund_id === id);
  const isWaiting = (id: unknown) =>
    refunds.some((refund) => refund.order_refund_id === id && !isPaidOut(refund));
  const paidGroups = groups.filter(({ order_refund_id }) => !isWaiting(order_refund_id));
  const paid = refunds.filter(isPaidOut).map((refund) => {
    const back = takenBack(refund);
    return isGrouped(refund.order_refund_id) ? { ...back, tax: '0' } : back;
  });
  return together([
    ...paid,
    ...paidGroups.map(({ taxes }) => ({ ...NONE, tax: totalTaxes(taxes ?? []) })),
  ]);
}
