// The shipments and the refunds of an order become ours. Pure.
import type { FulfillmentDraft } from '../../model/fulfillment.ts';
import type { RefundDraft } from '../../model/refund.ts';
import type { Context, Note } from '../channel.ts';
import { count, listed, parts } from '../kit/loose.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { totalsOf } from './amounts.ts';
import { instantOf } from './dates.ts';
import type { NativeLine, NativeOrder, NativeRefund, NativeShipment } from './native.ts';

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
export function refundsOf(order: NativeOrder, { note }: Context): readonly RefundDraft[] {
  const { currency, refunds } = totalsOf(order);
  return refunds.map(({ native, amount, tax, shipping, others, lines, isUndivided }) => {
    if (isUndivided) noteUndivided(order, native, note);
    const made = instantOf(native.created);
    return {
      id: ownId(native.id),
      // Those that every payment provider declined are left out when they are read.
      status: 'completed',
      created_at: made,
      processed_at: made,
      reason: filled(native.reason),
      currency,
      amount,
      shipping_amount: shipping,
      tax_amount: tax,
      adjustment_amount: others,
      line_items: lines.map(({ item, subtotal }) => ({
        line_item_id: identifier(item.item_id),
        quantity: count(item.quantity),
        subtotal,
      })),
    };
  });
}

function noteUndivided({ id }: NativeOrder, refund: NativeRefund, note: Note) {
  note({
    code: 'refunds_unknown',
    message: `The merchant gave back another amount than the lines of refund ${refund.id} come to; what of it each line got is not known.`,
    field: 'refunds.line_items.subtotal',
    id: String(id),
  });
}
