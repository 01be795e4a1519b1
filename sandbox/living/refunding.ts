// What one refund returns: pieces of lines, shipping, an amount, or all that is left.
import { add, divide, minus, zero } from '../catalogue/amounts.ts';
import { amountOf, currencies } from '../catalogue/currencies.ts';
import type { Amount, Instant, Line, Order, Refund, RefundLine, Tax } from '../catalogue/types.ts';
import type { LastIds } from './living.ts';
import { printed } from './money.ts';
import { impossible } from './refusal.ts';

export interface RefundWish {
  readonly lines?: readonly { readonly line: Line; readonly quantity: number | undefined }[];
  readonly shipping?: boolean;
  readonly amount?: Amount;
  readonly reason?: string | null;
}

export function refundOf(order: Order, wish: RefundWish, at: Instant, lastIds: LastIds): Refund {
  const left = minus(order.totals.total, order.totals.refunded);
  if (left.shop <= 0) throw impossible(`Order ${order.number} was refunded whole already.`);
  const says = wish.lines ?? wish.shipping ?? wish.amount;
  const parts = says === undefined ? allOf(order, left, lastIds) : someOf(order, wish, lastIds);
  const refund = whole(order, parts, wish.reason ?? null, at, lastIds);
  if (refund.total.presentment > left.presentment)
    throw impossible(
      `Order ${order.number} has ${printed(left, order.currency)} ${order.currency} left to give back, which is less than ${printed(refund.total, order.currency)}.`,
    );
  if (refund.total.shop === 0)
    throw impossible(`What is asked for of order ${order.number} is worth nothing.`);
  return refund;
}

interface Parts {
  readonly lines: readonly RefundLine[];
  readonly shipping: Amount;
  readonly shippingTax: Amount;
  readonly adjustment: Amount;
}

function whole(
  order: Order,
  { lines, shipping, shippingTax, adjustment }: Parts,
  reason: string | null,
  at: Instant,
  lastIds: LastIds,
): Refund {
  lastIds.refund += 1;
  const tax = add(...lines.map((part) => part.tax), shippingTax);
  const goods = add(...lines.map((part) => part.subtotal));
  return {
    id: lastIds.refund,
    createdAt: at,
    reason,
    restocked: lines.length > 0,
    lines,
    shipping,
    shippingTax,
    adjustment,
    total: add(goods, shipping, adjustment, order.taxesIncluded ? zero : tax),
    tax,
  };
}

function someOf(order: Order, wish: RefundWish, lastIds: LastIds): Parts {
  const lines = (wish.lines ?? []).map(({ line, quantity }) => {
    const left = line.quantity - line.refundedQuantity;
    if (left === 0 || (quantity ?? left) > left) {
      const number = order.lines.indexOf(line) + 1;
      throw impossible(`Line ${number} of order ${order.number} has ${left} left to give back.`);
    }
    return partOf(order, line, quantity ?? left, lastIds);
  });
  const back = wish.shipping === true ? shippingLeft(order) : { price: zero, tax: zero };
  if (wish.shipping === true && back.price.shop === 0)
    throw impossible(`Order ${order.number} has no shipping left to give back.`);
  return {
    lines,
    shipping: back.price,
    shippingTax: back.tax,
    adjustment: wish.amount ?? zero,
  };
}

/** All pieces, the shipping and the rest; only an amount where earlier ones do not leave that much. */
function allOf(order: Order, left: Amount, lastIds: LastIds): Parts {
  const lines = order.lines
    .filter((line) => line.quantity > line.refundedQuantity)
    .map((line) => partOf(order, line, line.quantity - line.refundedQuantity, lastIds));
  const { price, tax } = shippingLeft(order);
  const taxes = order.taxesIncluded ? zero : add(tax, ...lines.map((part) => part.tax));
  const goods = add(price, taxes, ...lines.map((part) => part.subtotal));
  const rest = minus(left, goods);
  if (rest.shop < 0) return { lines: [], shipping: zero, shippingTax: zero, adjustment: left };
  return { lines, shipping: price, shippingTax: tax, adjustment: rest };
}

function shippingLeft({ shippingLines, refunds }: Order): { price: Amount; tax: Amount } {
  return {
    price: minus(
      add(...shippingLines.map(({ total }) => total)),
      add(...refunds.map(({ shipping }) => shipping)),
    ),
    tax: minus(
      add(...shippingLines.map(({ tax }) => tax)),
      add(...refunds.map(({ shippingTax }) => shippingTax)),
    ),
  };
}

/** Some pieces of a line; the last ones take what rounding has left. */
function partOf(order: Order, line: Line, quantity: number, lastIds: LastIds): RefundLine {
  const before = order.refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id);
  const last = quantity === line.quantity - line.refundedQuantity;
  const cut = (all: Amount, given: readonly Amount[]): Amount => {
    const left = minus(all, add(...given));
    const share = shareOf(all, quantity, line.quantity, order);
    return last || share.shop > left.shop ? left : share;
  };
  const taxes = line.taxes.map(
    ({ rate, amount }, at): Tax => ({
      rate,
      amount: cut(
        amount,
        before.map((part) => part.taxes[at]?.amount ?? zero),
      ),
    }),
  );
  lastIds.refundLine += 1;
  return {
    id: lastIds.refundLine,
    lineId: line.id,
    quantity,
    subtotal: cut(
      line.total,
      before.map((part) => part.subtotal),
    ),
    taxes,
    tax: add(...taxes.map((tax) => tax.amount)),
  };
}

/** In foreign currencies rounded down to what is whole in both. */
function shareOf(all: Amount, pieces: number, of: number, { currency }: Order): Amount {
  const { denominator } = currencies[currency];
  const cents =
    denominator === 1
      ? divide(all.shop * pieces, of)
      : Math.floor((all.shop * pieces) / of / denominator) * denominator;
  return amountOf(cents, currency);
}
