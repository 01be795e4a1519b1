// The shipments of an order become ours. Pure.
import type { FulfillmentDraft, FulfillmentState } from '../../model/fulfillment.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { listed } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import type { NativeLine, NativeOrder, NativeParcel, NativeShipmentProduct } from './native.ts';
import { noteUnplaced, placing } from './shipments.ts';
import { hasGone } from './status.ts';

const STATES: ReadonlyMap<string, FulfillmentState> = new Map([
  ['not_shipped', 'pending'],
  ['shipped', 'shipped'],
  ['cancelled', 'cancelled'],
]);

export function fulfillmentsOf(order: NativeOrder, { note }: Context): readonly FulfillmentDraft[] {
  const place = placing(listed<NativeLine>(order.orderProducts));
  return listed<NativeParcel>(order.shipmentRecords).map((parcel) => {
    const word = filled(parcel.status);
    const own = word === null ? null : STATES.get(word);
    // The order says that it has left; its shipment may never have been marked.
    const status = own === 'pending' && hasGone(order) ? 'shipped' : own;
    if (status === undefined)
      noteUnknown(note, { vendor: 'Lightspeed', word, field: 'fulfillments.status', id: order.id });
    const code = filled(parcel.trackingCode);
    const goods = listed<NativeShipmentProduct>(parcel.shipmentProducts).flatMap(place);
    if (goods.some(({ line }) => !line)) noteUnplaced(order.id, 'fulfillments', note);
    return {
      id: ownId(parcel.id),
      status: status ?? null,
      tracking_numbers: code === null ? [] : [code],
      created_at: instant(filled(parcel.createdAt)),
      updated_at: instant(filled(parcel.updatedAt)),
      line_items: goods.map(({ line, quantity }) => ({
        id: identifier(line?.id),
        quantity,
        sku: filled(line?.sku) ?? filled(line?.articleCode),
      })),
    };
  });
}
