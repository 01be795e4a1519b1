// The shipments and the refunds of an order become ours. Pure.
import type { FulfillmentDraft } from '../../model/fulfillment.ts';
import { isAmount, sum } from '../../model/money.ts';
import type { RefundDraft } from '../../model/refund.ts';
import { count, listed, parts } from '../kit/loose.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { besideOf, totalsOf } from './amounts.ts';
import { instantOf } from './dates.ts';
import type {
  NativeLine,
  NativeOrder,
  NativeRefund,
  NativeShipment,
  RefundItem,
} from './native.ts';

export function fulfillmentsOf(order: NativeOrder): readonly FulfillmentDraft[] {
  const lines = listed<NativeLine>(order.line_records);
  const skus = new Map(lines.map(({ id, sku }) => [identifier(id), filled(sku)]));
  return listed<NativeShipment>(order.shipment_records).map((shipment) => {
    const made = instantOf(shipment.date_created);
    const number = filled(shipment.tracking_number);
    const link = filled(shipment.tracking_link) ?? filled(shipment.generated_tracking_link);
    return {
      id: ownId(shipment.id),
      // A shipment is made when it leaves; it has no other state.
      status: 'shipped',
      tracking_company:
        filled(shipment.shipping_provider_display_name) ??
        filled(shipment.tracking_carrier) ??
        filled(shipment.shipping_provider),
      tracking_numbers: number === null ? [] : [number],
      tracking_urls: link === null ? [] : [link],
      created_at: made,
      shipped_at: made,
      line_items: parts(shipment.items).map(({ order_product_id, quantity }) => {
        const id = identifier(order_product_id);
        return { id, quantity: count(quantity), sku: skus.get(id) ?? null };
      }),
    };
  });
}

/** Amounts of a refund include tax; what a line's tax was is not said. */
export function refundsOf(order: NativeOrder): readonly RefundDraft[] {
  const { currency, places, written, inclusive, returnedOf } = totalsOf(order);
  return listed<NativeRefund>(order.refund_records).map((refund) => {
    const items = listed<RefundItem>(refund.items);
    const shipping = items
      .filter(({ item_type }) => item_type === 'SHIPPING' || item_type === 'HANDLING')
      .map(({ requested_amount }) => requested_amount);
    const others = besideOf(refund);
    const made = instantOf(refund.created);
    return {
      id: ownId(refund.id),
      // Those that every payment provider declined are left out when they are read.
      status: 'completed',
      created_at: made,
      processed_at: made,
      reason: filled(refund.reason),
      currency,
      amount: written(refund.total_amount),
      shipping_amount: shipping.every(isAmount) ? sum(shipping, places) : null,
      tax_amount: written(refund.total_tax),
      adjustment_amount: others.every(isAmount) ? sum(others, places) : null,
      line_items: items
        .filter(({ item_type }) => item_type === 'PRODUCT')
        .map((item) => ({
          line_item_id: identifier(item.item_id),
          quantity: count(item.quantity),
          subtotal: subtotalOf(item),
        })),
    };

    /** Worked out of the line's own price where the vendor names none; null where tax is in it. */
    function subtotalOf(item: RefundItem): string | null {
      if (!inclusive && !isAmount(refund.total_tax)) return null;
      return written(returnedOf(item, isAmount(refund.total_tax) ? refund.total_tax : '0'));
    }
  });
}
