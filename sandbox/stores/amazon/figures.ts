// The amounts of an order as Amazon splits them: by item, before tax, with shipping spread over items.
import { divide, share, taxOn } from '../../catalogue/amounts.ts';
import { currencies, decimal } from '../../catalogue/currencies.ts';
import type { Line, Order } from '../../catalogue/types.ts';

/** Minor units of the order's own currency. */
export interface ItemFigures {
  readonly line: Line;
  readonly item: number;
  readonly itemTax: number;
  readonly discount: number;
  readonly discountTax: number;
  readonly shipping: number;
  readonly shippingTax: number;
  readonly shippingDiscount: number;
}

/** Before tax, which Orders 2026-01-01 gives beside the other sums. */
export function netFigures(order: Order): readonly ItemFigures[] {
  const included = order.taxesIncluded;
  const spread = spreader(order);
  const prices = sum(order.shippingLines.map((line) => line.price.presentment));
  const taxOnPrice = included ? shippingTaxInside(order) : 0;
  const tax = sum(order.shippingLines.map((line) => line.tax.presentment));
  const off = order.totals.shippingDiscounts.presentment;
  const offTax = included ? taxOnPrice - tax : 0;
  const shipping = spread(prices - taxOnPrice);
  const shippingTax = spread(tax);
  const shippingDiscount = spread(off - offTax);
  return order.lines.map((line, at) => {
    const inside = included ? line.grossTax.presentment : 0;
    const discountTax = line.grossTax.presentment - line.tax.presentment;
    return {
      line,
      item: line.gross.presentment - inside,
      itemTax: line.grossTax.presentment,
      discount: line.discount.presentment - (included ? discountTax : 0),
      discountTax,
      shipping: shipping[at] ?? 0,
      shippingTax: shippingTax[at] ?? 0,
      shippingDiscount: shippingDiscount[at] ?? 0,
    };
  });
}

/** As the buyer saw them: Orders v0 gives European prices with the tax inside, and no tax. */
export function shownFigures(order: Order): readonly ItemFigures[] {
  if (!order.taxesIncluded) return netFigures(order);
  const spread = spreader(order);
  const shipping = spread(sum(order.shippingLines.map((line) => line.price.presentment)));
  const shippingDiscount = spread(order.totals.shippingDiscounts.presentment);
  return order.lines.map((line, at) => ({
    line,
    item: line.gross.presentment,
    itemTax: 0,
    discount: line.discount.presentment,
    discountTax: 0,
    shipping: shipping[at] ?? 0,
    shippingTax: 0,
    shippingDiscount: shippingDiscount[at] ?? 0,
  }));
}

/** Shares in proportion to what the lines cost; evenly, when they cost nothing. */
function spreader(order: Order): (value: number) => readonly number[] {
  const weights = order.lines.map((line) => line.gross.presentment);
  const even = weights.every((weight) => weight === 0);
  return (value) => share(value, even ? weights.map(() => 1) : weights);
}

/** Tax inside the price of shipping before discounts; the catalogue gives it after them. */
function shippingTaxInside(order: Order): number {
  const { numerator, denominator } = currencies[order.currency];
  return sum(
    order.shippingLines.map((line) => {
      if (line.discount.shop === 0) return line.tax.presentment;
      const cents = sum(line.taxes.map(({ rate }) => taxOn(line.price.shop, rate, true)));
      return divide(cents * numerator, denominator);
    }),
  );
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export const totalTax = (f: ItemFigures): number => f.itemTax - f.discountTax + f.shippingTax;

export const amount = (minor: number, order: Order): string =>
  decimal(minor, currencies[order.currency].decimals);
