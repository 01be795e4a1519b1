// What V2 and V3 give beside an order: its coupons, and its refunds.
import type { Order, Refund } from '../../catalogue/types.ts';
import { consignmentId, couponId, lineId, orderId } from './ids.ts';
import { paymentMethod } from './status.ts';
import { fine, isoTime, number, text } from './texts.ts';

const types = { fixed_product: 0, percentage: 1, fixed_cart: 2, free_shipping: 4 } as const;

export function nativeCoupons(order: Order): readonly object[] {
  const of = (minor: number) => fine(minor, order.currency);
  return order.discounts.flatMap((discount, index) => {
    const { coupon, code, kind, basisPoints, value } = discount;
    if (coupon === null) return [];
    const onLines = order.lines
      .flatMap((line) => line.allocations)
      .filter((part) => part.discount === index)
      .reduce((sum, part) => sum + part.amount.presentment, 0);
    return [
      {
        id: order.id * 4 + index,
        coupon_id: couponId(coupon),
        order_id: orderId(order),
        code,
        amount: kind === 'percentage' ? text(basisPoints * 100) : text(of(value.presentment)),
        type: types[kind],
        discount: number(of(onLines)),
      },
    ];
  });
}

export function nativeRefund(refund: Refund, order: Order): object {
  const of = (minor: number): number => number(fine(minor, order.currency));
  const withTax = (amount: number, tax: number): number =>
    of(order.taxesIncluded ? amount : amount + tax);
  // Where pieces were refunded rather than an amount, none is given; of foreign money a share by
  // pieces may round otherwise than it was given back, so there it is.
  const hasAmount = refund.id % 2 === 1 || order.currency !== 'EUR';
  return {
    id: refund.id,
    order_id: orderId(order),
    user_id: 90_417,
    created: isoTime(refund.createdAt),
    reason: refund.reason ?? '',
    total_amount: of(refund.total.presentment),
    total_tax: of(refund.tax.presentment),
    uses_merchant_override_values: false,
    items: [
      ...refund.lines.map((line) => ({
        item_type: 'PRODUCT',
        item_id: lineId({ id: line.lineId }),
        reason: '',
        quantity: line.quantity,
        adjustments: [],
        requested_amount: hasAmount
          ? withTax(line.subtotal.presentment, line.tax.presentment)
          : null,
      })),
      ...(refund.shipping.presentment === 0
        ? []
        : [
            {
              item_type: 'SHIPPING',
              item_id: consignmentId(order, 0),
              reason: '',
              quantity: null,
              requested_amount: withTax(
                refund.shipping.presentment,
                refund.shippingTax.presentment,
              ),
            },
          ]),
      ...(refund.adjustment.presentment === 0
        ? []
        : [
            {
              item_type: 'ORDER',
              item_id: orderId(order),
              reason: '',
              quantity: null,
              requested_amount: of(refund.adjustment.presentment),
            },
          ]),
    ],
    payments: [
      {
        id: 10_000 + refund.id,
        provider_id: paymentMethod(order).toLowerCase().replaceAll(' ', ''),
        amount: of(refund.total.presentment),
        offline: false,
        is_declined: false,
        declined_message: '',
        transaction_id: String(20_000 + refund.id),
      },
    ],
  };
}
