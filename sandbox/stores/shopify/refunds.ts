// Refunds of an order: their lines, their shipping and the payments they went through.
import type { Order, Payment, Refund, RefundLine, ShippingLine } from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { lineSources } from './lines.ts';
import { bag, minus, nothing, share } from './money.ts';
import { adjustmentOf } from './order-amounts.ts';
import { printTime } from './time.ts';
import { tipPart } from './tips.ts';
import type { Resolvers } from './world.ts';

export interface RefundSource {
  readonly order: Order;
  readonly refund: Refund;
}

interface LineSource extends RefundSource {
  readonly part: RefundLine;
}

interface ShippingSource extends RefundSource {
  readonly line: ShippingLine;
}

interface PaymentSource {
  readonly order: Order;
  readonly payment: Payment;
}

export const refundResolvers: Resolvers<RefundSource> = {
  id: ({ refund }) => gidOf('Refund', refund.id),
  legacyResourceId: ({ refund }) => String(numberOf('Refund', refund.id)),
  createdAt: ({ refund }) => printTime(refund.createdAt),
  processedAt: ({ refund }) => printTime(refund.createdAt),
  updatedAt: ({ refund }) => printTime(refund.createdAt),
  note: ({ refund }) => refund.reason,
  totalRefundedSet: ({ order, refund }) => bag(refund.total, order.currency),
  refundLineItems: (source, args) =>
    listed(
      [...source.refund.lines, tipPart(source.order, source.refund)]
        .filter((part) => part !== null)
        .map((part) => ({ ...source, part })),
      args,
    ),
  orderAdjustments: (source, args) =>
    listed(adjustmentOf(source.order, source.refund).shop === 0 ? [] : [source], args),
  duties: () => [],
  refundShippingLines: (source, args) =>
    listed(
      source.refund.shipping.shop === 0
        ? []
        : source.order.shippingLines.map((line) => ({ ...source, line })),
      args,
    ),
  transactions: ({ order, refund }, args) =>
    listed(
      order.payments
        .filter(({ refundId }) => refundId === refund.id)
        .map((payment) => ({ order, payment })),
      args,
    ),
};

export const refundLineResolvers: Resolvers<LineSource> = {
  id: ({ part }) => gidOf('RefundLineItem', part.id),
  lineItem: ({ order, part }) => lineSources(order).find(({ line }) => line.id === part.lineId),
  location: () => null,
  quantity: ({ part }) => part.quantity,
  restocked: ({ refund }) => refund.restocked,
  restockType: ({ order, refund }) => {
    if (!refund.restocked) return 'NO_RESTOCK';
    return order.state === 'cancelled' ? 'CANCEL' : 'RETURN';
  },
  priceSet: ({ order, part }) => bag(share(part.subtotal, 1, part.quantity), order.currency),
  subtotalSet: ({ order, part }) => bag(part.subtotal, order.currency),
  totalTaxSet: ({ order, part }) => bag(part.tax, order.currency),
};

/** What it gives back beyond lines and shipping lowers what the order is worth: it is below zero. */
export const adjustmentResolvers: Resolvers<RefundSource> = {
  id: ({ refund }) => gid('OrderAdjustment', numberOf('Refund', refund.id) + 1),
  amountSet: ({ order, refund }) =>
    bag(minus(nothing, adjustmentOf(order, refund)), order.currency),
  taxAmountSet: ({ order }) => bag(nothing, order.currency),
  reason: () => 'REFUND_DISCREPANCY',
};

export const refundShippingResolvers: Resolvers<ShippingSource> = {
  id: ({ refund, line }) => gid('RefundShippingLine', numberOf('Refund', refund.id) + line.id),
  shippingLine: ({ order, line }) => ({ order, line }),
  subtotalAmountSet: ({ order, line }) => bag(line.total, order.currency),
  taxAmountSet: ({ order, line }) => bag(line.tax, order.currency),
};

export const transactionResolvers: Resolvers<PaymentSource> = {
  id: ({ payment }) => gidOf('OrderTransaction', payment.id),
  amountSet: ({ order, payment }) => bag(payment.amount, order.currency),
  status: ({ payment }) => payment.status.toUpperCase(),
};
