// The amounts of an order of Mirakl Connect: without tax, of whole lines, after cancelations.
import { decimals } from '../../model/currencies.ts';
import { compare, each, isZero, money, most, subtract, sum, sumOf } from '../../model/money.ts';
import { integer } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type {
  ConnectAdjustment,
  ConnectLine,
  ConnectMoney,
  ConnectOrder,
  Decimal,
} from './native.ts';
import { isRejected } from './status.ts';

export type Amounts = ReturnType<typeof amountsOf>;

export const cancelationsOf = (line: ConnectLine) => ofType(line, 'CANCELATION');
export const refundsOf = (line: ConnectLine) => ofType(line, 'REFUND');
const ofType = ({ adjustments }: ConnectLine, wanted: string): readonly ConnectAdjustment[] =>
  (adjustments ?? []).filter(({ type }) => type === wanted);

/**
 * A line's figures are those after cancelations: what was ordered is both together. Refunds, and
 * the rejection of a whole line, leave the figures as they are.
 */
export function amountsOf(order: ConnectOrder) {
  const lines = order.order_lines;
  const currency = currencyOf(lines);
  const places = decimals(currency);
  const add = (amounts: readonly Decimal[]) => sum(amounts, places);
  const live = isRejected(order) ? [] : lines.filter((line) => !isRejected(line));
  const refunds = lines.flatMap(refundsOf);

  const figures = (some: readonly ConnectLine[], adjustments: readonly ConnectAdjustment[]) => ({
    lines: add([
      ...some.map(({ price }) => price.amount),
      ...adjustments.map(({ price }) => worthOf(price)),
    ]),
    shipping: add([
      ...some.map((line) => worthOf(line.total_shipping_price)),
      ...adjustments.map(({ shipping_price }) => worthOf(shipping_price)),
    ]),
    tax: add([...some, ...adjustments].flatMap(taxesOf)),
  });
  const ordered = figures(lines, lines.flatMap(cancelationsOf));
  const kept = figures(live, []);
  const refunded = figures([], refunds);
  const left = {
    lines: subtract(kept.lines, refunded.lines, places),
    shipping: subtract(kept.shipping, refunded.shipping, places),
    tax: subtract(kept.tax, refunded.tax, places),
  };
  const totalOf = (parts: typeof left) => add([parts.lines, parts.shipping, parts.tax]);
  const notNegative = (value: string) => money(most(value, '0'), places);
  return {
    ...ordered,
    total: totalOf(ordered),
    current: {
      lines: notNegative(left.lines),
      tax: notNegative(left.tax),
      total: notNegative(totalOf(left)),
    },
    hasRefunds: refunds.length > 0,
    nothing: money('0', places),
    currency,
    places,
  };
}

/** The price of one piece; of a line that was cancelled as a whole, what one was. */
export function unitPriceOf(line: ConnectLine, { places, nothing }: Amounts): string {
  const pieces = integer(line.quantity) ?? 0;
  if (pieces > 0) return each(line.price.amount, pieces, places);
  const cancelations = cancelationsOf(line);
  const cancelled = piecesOf(cancelations);
  if (cancelled === 0) return nothing;
  return each(
    sumOf(cancelations, ({ price }) => worthOf(price), places),
    cancelled,
    places,
  );
}

export const piecesOf = (adjustments: readonly ConnectAdjustment[]): number =>
  adjustments.reduce((all, { quantity }) => all + (integer(quantity) ?? 0), 0);

/** Null where no tax is named: then no one said that there is none. */
export function isTaxed(line: ConnectLine): boolean | null {
  const taxes = [line, ...cancelationsOf(line)].flatMap((one) => one.taxes ?? []);
  return taxes.length === 0 ? null : taxes.some((tax) => !isZero(worthOf(tax.amount)));
}

export const isNothing = (value: string): boolean => compare(value, '0') <= 0;

export const currencyOf = (lines: readonly ConnectLine[]): string | null =>
  lines.map(({ price }) => filled(price.currency)).find((one) => one !== null) ?? null;

export const worthOf = (value: ConnectMoney | null | undefined): Decimal => value?.amount ?? '0';

const taxesOf = ({ taxes, shipping_taxes }: Pick<ConnectLine, 'taxes' | 'shipping_taxes'>) =>
  [...(taxes ?? []), ...(shipping_taxes ?? [])].map((tax) => worthOf(tax.amount));
