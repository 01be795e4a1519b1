// What V2 and V3 give beside an order: its coupons, and its refunds.
import type { Order, Refund } from '../../catalogue/types.ts';
import { consignmentId, couponId, lineId, orderId } from './ids.ts';
import type { BigcommerceShop } from './shops.ts';
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

/** What reached the buyer of a refund of some lines, where it is not what the pieces were worth. */
function lessOf(refund: Refund, order: Order, { givesLess }: BigcommerceShop) {
  const none = { fee: 0, override: 0, declined: 0 };
  const isPart = refund.lines.length > 0 && refund.total.presentment > 2 * KEPT;
  if (!givesLess || !isPart || order.financialStatus !== 'partially_refunded') return none;
  const kinds = ['fee', 'override', 'declined'] as const;
  return { ...none, [kinds[refund.id % kinds.length] ?? 'fee']: KEPT };
}
/** In minor units. */
const KEPT = 150;

export function nativeRefund(refund: Refund, order: Order, shop: BigcommerceShop): object {
  const of = (minor: number): number => number(fine(minor, order.currency));
  const withTax = (amount: number, tax: number): number =>
    of(order.taxesIncluded ? amount : amount + tax);
  const { fee, override, declined } = lessOf(refund, order, shop);
  const total = refund.total.presentment - fee - override;
  const tax = Math.round((refund.tax.presentment * total) / (refund.total.presentment || 1));
  // Where pieces were refunded rather than an amount, none is given; of foreign money a share by
  // pieces may round otherwise than it was given back, so there it is.
  const hasAmount = fee + override === 0 && (refund.id % 2 === 1 || order.currency !== 'EUR');
  const payment = {
    provider_id: paymentMethod(order).toLowerCase().replaceAll(' ', ''),
    offline: false,
    is_declined: false,
    declined_message: '',
    transaction_id: String(20_000 + refund.id),
  };
  return {
    id: refund.id,
    order_id: orderId(order),
    user_id: 90_417,
    created: isoTime(refund.createdAt),
    reason: refund.reason ?? '',
    total_amount: of(total),
    total_tax: of(tax),
    uses_merchant_override_values: override > 0,
    items: [
      ...refund.lines.map((line, index) => ({
        item_type: 'PRODUCT',
        item_id: lineId({ id: line.lineId }),
        reason: '',
        quantity: line.quantity,
        adjustments:
          fee > 0 && index === 0 ? [{ amount: of(-fee), description: 'Service fee' }] : [],
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
      { ...payment, id: 10_000 + refund.id, amount: of(total - declined) },
      ...(declined === 0
        ? []
        : [
            {
              ...payment,
              id: 60_000 + refund.id,
              provider_id: 'giftcertificate',
              amount: of(declined),
              is_declined: true,
              declined_message: 'The gift certificate has ended.',
            },
          ]),
    ],
  };
}
