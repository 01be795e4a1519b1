// Amounts as Mirakl writes them: JSON numbers, without tax where the API wants them so.
import { currencies } from '../../catalogue/currencies.ts';
import type { Amount, CurrencyCode, Line, Order, Refund, Tax } from '../../catalogue/types.ts';

/** Minor units as a number; the nearest binary number prints as the same decimals again. */
export const decimal = (minor: number, currency: CurrencyCode): number =>
  minor / 10 ** currencies[currency].decimals;

/** What a line or its shipping comes to in the order's own currency, tax apart. */
export interface Part {
  readonly net: number;
  readonly taxes: readonly (readonly [code: string, basisPoints: number, minor: number])[];
}

const part = (amount: Amount, taxes: readonly Tax[], { taxesIncluded }: Order): Part => {
  const rows = taxes.map(
    ({ rate, amount: tax }) => [rate.code, rate.basisPoints, tax.presentment] as const,
  );
  const tax = rows.reduce((sum, [, , minor]) => sum + minor, 0);
  return { net: amount.presentment - (taxesIncluded ? tax : 0), taxes: rows };
};

export const linePart = (line: Line, order: Order): Part => part(line.total, line.taxes, order);

/** Shipping of the whole order; Mirakl keeps it on lines, here on the first. */
export function shippingPart(order: Order): Part {
  const parts = order.shippingLines.map((line) => part(line.total, line.taxes, order));
  return added(parts);
}

export const nothing: Part = { net: 0, taxes: [] };

function added(parts: readonly Part[]): Part {
  const taxes = new Map<string, readonly [string, number, number]>();
  for (const [code, basisPoints, minor] of parts.flatMap((one) => one.taxes))
    taxes.set(code, [code, basisPoints, minor + (taxes.get(code)?.[2] ?? 0)]);
  return { net: parts.reduce((sum, { net }) => sum + net, 0), taxes: [...taxes.values()] };
}

/** What one refund gave back of one line. */
export interface Back {
  readonly refund: Refund;
  readonly quantity: number;
  readonly goods: Part;
  readonly shipping: Part;
}

/** Shipping, and money that belongs to no line, stand on the first. */
export function refundsOf(line: Line, order: Order): readonly Back[] {
  const isFirst = line === order.lines[0];
  return order.refunds.flatMap((refund): readonly Back[] => {
    const own = refund.lines.find(({ lineId }) => lineId === line.id);
    const goods = own ? part(own.subtotal, own.taxes, order) : nothing;
    const extra = isFirst ? refund.adjustment.presentment : 0;
    const shipping = isFirst ? shippingBack(refund, order) : nothing;
    if (!own && extra === 0 && shipping.net === 0) return [];
    return [
      {
        refund,
        quantity: own?.quantity ?? 0,
        goods: { net: goods.net + extra, taxes: goods.taxes },
        shipping,
      },
    ];
  });
}

/** A refund gives the tax on shipping as a sum: it goes by the first rate that shipping has. */
function shippingBack(refund: Refund, order: Order): Part {
  const tax = refund.shippingTax.presentment;
  const [rate] = shippingPart(order).taxes;
  return {
    net: refund.shipping.presentment - (order.taxesIncluded ? tax : 0),
    taxes: tax === 0 || rate === undefined ? [] : [[rate[0], rate[1], tax]],
  };
}

/** The same with the tax on top, where prices are given so. */
export const withTax = ({ net, taxes }: Part): number =>
  taxes.reduce((sum, [, , minor]) => sum + minor, net);
