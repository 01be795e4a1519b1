// Amounts of the catalogue with and without tax, as JSON numbers of euros.
import { taxOn } from '../../catalogue/amounts.ts';
import type { Line, Minor, Order, ShippingLine, Tax } from '../../catalogue/types.ts';

/** Cents with and without tax. */
export interface Both {
  readonly incl: Minor;
  readonly excl: Minor;
}

/** An amount as the order has it, with tax and without. */
function both(amount: Minor, taxes: readonly Tax[], included: boolean): Both {
  const tax = taxes.reduce((sum, { rate }) => sum + taxOn(amount, rate, included), 0);
  return included ? { incl: amount, excl: amount - tax } : { incl: amount + tax, excl: amount };
}

export interface LineAmounts {
  readonly gross: Both;
  /** After the discounts that stand on the line. */
  readonly net: Both;
}

/** A fixed amount off the whole order is only on the order, never on its lines. */
export function lineAmounts(line: Line, order: Order): LineAmounts {
  const taken = line.allocations.reduce((sum, { discount, amount }) => {
    const onOrder = order.discounts[discount]?.kind === 'fixed_cart';
    return onOrder ? sum : sum + amount.shop;
  }, 0);
  const of = (amount: Minor) => both(amount, line.taxes, order.taxesIncluded);
  return { gross: of(line.gross.shop), net: of(line.gross.shop - taken) };
}

export interface ShipmentAmounts {
  readonly base: Both;
  readonly price: Both;
}

/** All shipping of an order is one shipment. */
export function shipmentAmounts({ shippingLines, taxesIncluded }: Order): ShipmentAmounts {
  const total = (of: (line: ShippingLine) => Minor): Both =>
    shippingLines.reduce(
      (sum, line) => {
        const { incl, excl } = both(of(line), line.taxes, taxesIncluded);
        return { incl: sum.incl + incl, excl: sum.excl + excl };
      },
      { incl: 0, excl: 0 },
    );
  return { base: total((line) => line.price.shop), price: total((line) => line.total.shop) };
}

/** Cents as a number of euros. */
export const euros = (cents: Minor): number => cents / 100;

/** The price of one piece, to four decimals. */
export const each = (cents: Minor, quantity: number): number =>
  Math.round((cents * 100) / quantity) / 10_000;

export const rateOf = (taxes: readonly Tax[]): number =>
  taxes.reduce((sum, { rate }) => sum + rate.basisPoints, 0) / 10_000;

export const taxRates = (taxes: readonly Tax[]): readonly object[] =>
  taxes.map(({ rate, amount }) => ({
    name: rate.title,
    rate: rate.basisPoints / 10_000,
    amount: euros(amount.shop),
  }));
