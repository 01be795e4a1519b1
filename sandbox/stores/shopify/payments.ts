// Refunds, transactions and fulfillments of an order.
import type {
  Amount,
  Fulfilment,
  Order,
  Payment,
  Refund,
  RefundLine,
} from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gateways } from './gateways.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { type LineSource, lineSource } from './lines.ts';
import { bag, isNothing, minus, nothing, share } from './money.ts';
import { printTime } from './time.ts';
import type { Resolvers, World } from './world.ts';

export interface RefundSource {
  readonly order: Order;
  readonly refund: Refund;
}

export interface TransactionSource {
  readonly order: Order;
  readonly payment: Payment;
}

export interface FulfilmentSource {
  readonly order: Order;
  readonly fulfilment: Fulfilment;
}

export function refundSources(order: Order): readonly RefundSource[] {
  return order.refunds.map((refund) => ({ order, refund }));
}

export function transactionSources(order: Order): readonly TransactionSource[] {
  return order.payments.map((payment) => ({ order, payment }));
}

export function fulfilmentSources(order: Order): readonly FulfilmentSource[] {
  return order.fulfilments.map((fulfilment) => ({ order, fulfilment }));
}

const restockLocation = (world: World): unknown =>
  world.catalogue.locations.find((location) => location.isDefault) ?? null;

interface RefundLineSource {
  readonly order: Order;
  readonly refund: Refund;
  readonly part: RefundLine;
  readonly source: LineSource;
}

export const refundResolvers: Resolvers<RefundSource> = {
  id: ({ refund }) => gidOf('Refund', refund.id),
  legacyResourceId: ({ refund }) => String(numberOf('Refund', refund.id)),
  createdAt: ({ refund }) => printTime(refund.createdAt),
  processedAt: ({ refund }) => printTime(refund.createdAt),
  updatedAt: ({ refund }) => printTime(refund.createdAt),
  note: ({ refund }) => refund.reason,
  totalRefundedSet: ({ order, refund }) => bag(refund.total, order.currency),
  totalRefunded: ({ order, refund }) => bag(refund.total, order.currency).shopMoney,
  refundLineItems: ({ order, refund }, args) =>
    listed(
      refund.lines.flatMap((part): RefundLineSource[] => {
        const source = lineSource(order, part.lineId);
        return source === null ? [] : [{ order, refund, part, source }];
      }),
      args,
      ({ part }) => numberOf('RefundLineItem', part.id),
    ),
  refundShippingLines: ({ order, refund }, args) => {
    const [line] = order.shippingLines;
    const given = isNothing(refund.shipping) || line === undefined ? [] : [line];
    const rows = given.map((shipping) => ({
      id: gid('RefundShippingLine', numberOf('Refund', refund.id) + 1),
      shippingLine: { order, line: shipping },
      subtotalAmountSet: bag(refund.shipping, order.currency),
      taxAmountSet: bag(refund.shippingTax, order.currency),
    }));
    return listed(rows, args, () => refund.id);
  },
  orderAdjustments: ({ order, refund }, args) => {
    const rows = isNothing(refund.adjustment)
      ? []
      : [
          {
            id: gid('OrderAdjustment', numberOf('Refund', refund.id) + 2),
            // Money given back beyond lines and shipping stands here with a minus.
            amountSet: bag(minus(nothing, refund.adjustment), order.currency),
            taxAmountSet: bag(nothing, order.currency),
            reason: 'REFUND_DISCREPANCY',
          },
        ];
    return listed(rows, args, () => refund.id);
  },
  transactions: ({ order, refund }, args) =>
    listed(
      transactionSources(order).filter(({ payment }) => payment.refundId === refund.id),
      args,
      ({ payment }) => numberOf('OrderTransaction', payment.id),
    ),
};

export const refundLineResolvers: Resolvers<RefundLineSource> = {
  id: ({ part }) => gidOf('RefundLineItem', part.id),
  lineItem: ({ source }) => source,
  quantity: ({ part }) => part.quantity,
  restocked: ({ refund }) => refund.restocked,
  restockType: ({ refund, source }) =>
    !refund.restocked ? 'NO_RESTOCK' : source.line.fulfilledQuantity > 0 ? 'RETURN' : 'CANCEL',
  location: ({ refund }, _args, { world }) => (refund.restocked ? restockLocation(world) : null),
  priceSet: ({ order, part }) => bag(share(part.subtotal, 1, part.quantity), order.currency),
  subtotalSet: ({ order, part }) => bag(part.subtotal, order.currency),
  totalTaxSet: ({ order, part }) => bag(part.tax, order.currency),
};

export const transactionResolvers: Resolvers<TransactionSource> = {
  id: ({ payment }) => gidOf('OrderTransaction', payment.id),
  kind: ({ payment }) => payment.kind.toUpperCase(),
  status: ({ payment }) => payment.status.toUpperCase(),
  gateway: ({ payment }) => gateways[payment.gateway].name,
  formattedGateway: ({ payment }) => gateways[payment.gateway].title,
  manualPaymentGateway: ({ payment }) => gateways[payment.gateway].manual,
  amountSet: ({ order, payment }) => bag(payment.amount, order.currency),
  totalUnsettledSet: ({ order, payment }) =>
    bag(payment.kind === 'authorization' ? payment.amount : nothing, order.currency),
  createdAt: ({ payment }) => printTime(payment.createdAt),
  processedAt: ({ payment }) => printTime(payment.createdAt),
  authorizationExpiresAt: () => null,
  accountNumber: () => null,
  paymentId: ({ payment }) => payment.transactionId,
  manuallyCapturable: ({ order, payment }) =>
    payment.kind === 'authorization' && order.financialStatus === 'authorized',
  multiCapturable: () => false,
  location: () => null,
  test: ({ order }) => order.test,
};

export const fulfilmentResolvers: Resolvers<FulfilmentSource> = {
  id: ({ fulfilment }) => gidOf('Fulfillment', fulfilment.id),
  legacyResourceId: ({ fulfilment }) => String(numberOf('Fulfillment', fulfilment.id)),
  name: ({ order, fulfilment }) => `#${order.number}-F${order.fulfilments.indexOf(fulfilment) + 1}`,
  createdAt: ({ fulfilment }) => printTime(fulfilment.createdAt),
  updatedAt: ({ fulfilment }) => printTime(fulfilment.createdAt),
  deliveredAt: () => null,
  estimatedDeliveryAt: () => null,
  inTransitAt: () => null,
  status: () => 'SUCCESS',
  displayStatus: () => 'FULFILLED',
  requiresShipping: () => true,
  location: ({ fulfilment }, _args, { world }) =>
    world.locationById.get(fulfilment.locationId) ?? null,
  totalQuantity: ({ fulfilment }) =>
    fulfilment.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  trackingInfo: ({ fulfilment }) => [
    {
      company: fulfilment.carrier,
      number: fulfilment.trackingNumber,
      url: fulfilment.trackingUrl,
    },
  ],
  fulfillmentLineItems: ({ order, fulfilment }, args) => {
    const rows = fulfilment.lines.flatMap(({ lineId, quantity }, index) => {
      const source = lineSource(order, lineId);
      if (source === null) return [];
      const part = (whole: Amount): unknown =>
        bag(share(whole, quantity, source.line.quantity), order.currency);
      return [
        {
          id: gid('FulfillmentLineItem', numberOf('FulfillmentLineItem', lineId) + fulfilment.id),
          index,
          lineItem: source,
          quantity,
          originalTotalSet: part(source.line.gross),
          discountedTotalSet: part(source.line.total),
        },
      ];
    });
    return listed(rows, args, ({ index }) => index);
  },
};
