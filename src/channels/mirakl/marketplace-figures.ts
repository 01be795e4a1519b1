// The figures of one line of a marketplace's order: what was ordered, what is left, what was given back.
import { absolute, add, compare, isZero, subtract, sumOf, times } from '../../model/money.ts';
import { integer } from '../kit/loose.ts';
import type { Decimal, MarketplaceLine, MarketplaceOrder, MarketplaceTakeback } from './native.ts';
import { isOff } from './status.ts';

/** Amounts by what they are for. */
export interface Figures {
  readonly price: string;
  readonly shipping: string;
  readonly tax: string;
  readonly fees: string;
}

export const PARTS = ['price', 'shipping', 'tax', 'fees'] as const;

export interface LineFigures {
  /** What the line itself says. */
  readonly stated: Figures;
  /** What the buyer ordered, before anything was cancelled. */
  readonly ordered: Figures;
  /** What is left of that after refusals and cancelations; refunds are another matter. */
  readonly kept: Figures;
  /** Refused or cancelled as a whole. */
  readonly isOff: boolean;
}

export const NONE: Figures = { price: '0', shipping: '0', tax: '0', fees: '0' };

export const together = (all: readonly Figures[]): Figures =>
  eachPart((part) => sumOf(all, (one) => one[part], 0));

export const less = (from: Figures, off: Figures): Figures =>
  eachPart((part) => subtract(from[part], off[part], 0));

export const eachPart = (make: (part: (typeof PARTS)[number]) => string): Figures => ({
  price: make('price'),
  shipping: make('shipping'),
  tax: make('tax'),
  fees: make('fees'),
});

export function lineFigures(line: MarketplaceLine, order: MarketplaceOrder): LineFigures {
  const stated = statedOf(line);
  const cancelled = together((line.cancelations ?? []).map(takenBack));
  const isGone = isOff(line.order_line_state) || isOff(order.order_state);
  const isTakenOff = hasShrunk(line, stated, cancelled);
  const ordered = isTakenOff ? together([stated, cancelled]) : stated;
  return {
    stated,
    ordered: isGone ? { ...ordered, price: wholePrice(line, ordered.price) } : ordered,
    kept: isGone ? NONE : isTakenOff ? stated : less(stated, cancelled),
    isOff: isGone,
  };
}

/**
 * Some operators empty a line that is off, and say nowhere what it came to: its unit price does.
 * What is missing from such a line was not a discount.
 */
function wholePrice(line: MarketplaceLine, price: string): string {
  const goods = goodsOf(line);
  const isWhole = wholesOf(line).some((whole) => isNear(price, whole, line));
  return isWhole || !isAbove(goods, price) ? price : goods;
}

/** What a cancelation or a refund takes back. */
export const takenBack = (back: MarketplaceTakeback): Figures => ({
  price: plain(back.amount),
  shipping: plain(back.shipping_amount),
  tax: taxesOf(back),
  fees: feesOf(back),
});

const statedOf = (line: MarketplaceLine): Figures => ({
  price: plain(line.price ?? goodsOf(line)),
  shipping: plain(line.shipping_price),
  tax: taxesOf(line),
  fees: feesOf(line),
});

const plain = (value: Decimal | null | undefined): string => String(value ?? '0');

const taxesOf = ({
  taxes,
  shipping_taxes,
}: Pick<MarketplaceTakeback, 'taxes' | 'shipping_taxes'>): string =>
  sumOf([...(taxes ?? []), ...(shipping_taxes ?? [])], (tax) => plain(tax.amount), 0);

const feesOf = ({ fees }: Pick<MarketplaceTakeback, 'fees'>): string =>
  sumOf(fees ?? [], (fee) => plain(fee.amount), 0);

/** Unit price times pieces. */
const goodsOf = ({ price_unit, origin_unit_price, quantity }: MarketplaceLine): string =>
  times(plain(price_unit ?? origin_unit_price), integer(quantity) ?? 0, 0);

/**
 * Whether the line's own figures are already those after its cancelations, which differs between
 * operators. The figures decide: a line that still comes to its unit price times its pieces is whole; one
 * that does so only together with what was cancelled has shrunk.
 */
function hasShrunk(line: MarketplaceLine, stated: Figures, cancelled: Figures): boolean {
  if (isAbove(cancelled.price, stated.price) || isAbove(cancelled.shipping, stated.shipping))
    return true;
  if (isZero(cancelled.price)) return false;
  const wholes = wholesOf(line);
  const isWhole = (price: string) => wholes.some((whole) => isNear(price, whole, line));
  if (isWhole(stated.price)) return false;
  const before = add(stated.price, cancelled.price, 0);
  return isWhole(before) || wholes.some((whole) => isAbove(whole, before));
}

/** What a line may come to: with and without its discount, its promotions in the unit price or not. */
function wholesOf(line: MarketplaceLine): readonly string[] {
  const pieces = integer(line.quantity) ?? 0;
  const promoted = sumOf(line.promotions ?? [], ({ deduced_amount }) => plain(deduced_amount), 0);
  return [line.price_unit, line.origin_unit_price]
    .filter((unit) => unit !== null && unit !== undefined)
    .map((unit) => times(unit, pieces, 0))
    .flatMap((whole) => [whole, subtract(whole, promoted, 0)]);
}

/** Unit prices are rounded: each piece may be half a cent off. */
const isNear = (price: string, whole: string, { quantity }: MarketplaceLine): boolean =>
  !isAbove(absolute(subtract(price, whole, 0)), times('0.005', integer(quantity) ?? 0, 0));

const isAbove = (a: string, b: string): boolean => compare(a, b) > 0;
