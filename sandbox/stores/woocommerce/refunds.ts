// Refunds in WooCommerce's shape: what was refunded, as negative amounts.
import type { Order, Refund, RefundLine } from '../../catalogue/types.ts';
import { lineId, orderId, refundId, refundLineId } from './ids.ts';
import { lineItem, type Rendering } from './order-items.ts';
import { restRoot } from './replies.ts';
import { money, times, unitNumber } from './texts.ts';

export function nativeRefund(refund: Refund, order: Order, rendering: Rendering): object {
  const { shop, dp } = rendering;
  const id = refundId(order, refund);
  const print = (minor: number): string => money(minor, order.currency, dp);
  const parent = `${restRoot(shop)}/wc/v3/orders/${orderId(order)}`;
  const included = order.taxesIncluded;
  const shipping = refund.shipping.presentment - (included ? refund.shippingTax.presentment : 0);
  const [shippingLine] = order.shippingLines;
  return {
    id,
    parent_id: orderId(order),
    ...times('date_created', refund.createdAt, shop.timeZone),
    amount: print(refund.total.presentment),
    reason: refund.reason ?? '',
    refunded_by: 1,
    refunded_payment: true,
    meta_data: [],
    line_items: refund.lines.map((line) => refundItem(line, order, rendering)),
    shipping_lines:
      refund.shipping.presentment === 0 || shippingLine === undefined
        ? []
        : [
            {
              id: 700_000 + refund.id,
              method_title: shippingLine.title,
              method_id: shippingLine.code,
              instance_id: '4',
              total: print(-shipping),
              total_tax: print(-refund.shippingTax.presentment),
              taxes: [],
              meta_data: [],
            },
          ],
    tax_lines: [],
    fee_lines: [],
    _links: {
      self: [{ href: `${parent}/refunds/${id}` }],
      collection: [{ href: `${parent}/refunds` }],
      up: [{ href: parent }],
    },
  };
}

function refundItem(refunded: RefundLine, order: Order, rendering: Rendering): object {
  const line = order.lines.find((candidate) => candidate.id === refunded.lineId);
  if (line === undefined) throw new Error(`refund of an unknown line ${refunded.lineId}`);
  const print = (minor: number): string => money(minor, order.currency, rendering.dp);
  const net = refunded.subtotal.presentment - (order.taxesIncluded ? refunded.tax.presentment : 0);
  const original = String(lineId(line));
  return {
    ...lineItem(line, order, rendering),
    id: refundLineId(refunded),
    quantity: -refunded.quantity,
    subtotal: print(-net),
    subtotal_tax: print(-refunded.tax.presentment),
    total: print(-net),
    total_tax: print(-refunded.tax.presentment),
    taxes: refunded.taxes.map((tax) => ({
      id: tax.rate.id,
      total: print(-tax.amount.presentment),
      subtotal: print(-tax.amount.presentment),
    })),
    meta_data: [
      {
        id: 800_000 + refunded.id,
        key: '_refunded_item_id',
        value: original,
        display_key: '_refunded_item_id',
        display_value: original,
      },
    ],
    price: unitNumber(net, order.currency, refunded.quantity, 0),
  };
}
