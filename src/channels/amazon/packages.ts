// The packages of an order become ours: Amazon gives them with the order.
import { Fault } from '../../model/faults.ts';
import type { FulfillmentDraft, FulfillmentState } from '../../model/fulfillment.ts';
import { instant } from '../../model/time.ts';
import type { Context, Note } from '../channel.ts';
import { count, parts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { filled, ownId } from '../kit/text.ts';
import { SERVICES } from './lines.ts';
import type { NativeOrder, Parcel } from './native.ts';

const STATES: ReadonlyMap<string, FulfillmentState> = new Map([
  ['PENDING', 'pending'],
  ['SHIPPED', 'shipped'],
  ['IN_TRANSIT', 'shipped'],
  ['DELIVERED', 'delivered'],
  ['CANCELLED', 'cancelled'],
  ['UNDELIVERABLE', 'failed'],
]);

/** What Amazon keeps back for this seller cannot be included, and no list may stand for it. */
export const packagesWithheld = (): Fault =>
  new Fault(
    'permission_missing',
    'Amazon does not give packages for this seller, so that fulfillments cannot be included. Leave them out of "include".',
  );

export function fulfillmentsOf(order: NativeOrder, { note }: Context): readonly FulfillmentDraft[] {
  const skus = new Map(
    parts(order.orderItems).map(({ orderItemId, product }) => [
      filled(orderItemId),
      filled(product?.sellerSku),
    ]),
  );
  const parcels = parts<Parcel>(order.packages);
  if (parcels.length === 0) noteMissing(order, note);
  return parcels.map((parcel) => {
    const word = filled(parcel.packageStatus?.status);
    const status = word === null ? null : STATES.get(word);
    if (status === undefined)
      noteUnknown(note, {
        vendor: 'Amazon',
        word,
        field: 'fulfillments.status',
        id: order.orderId,
      });
    const number = filled(parcel.trackingNumber);
    return {
      id: ownId(parcel.packageReferenceId),
      status: status ?? null,
      service: SERVICES.get(order.fulfillment?.fulfilledBy) ?? null,
      tracking_company: filled(parcel.carrier),
      tracking_numbers: number === null ? [] : [number],
      created_at: instant(filled(parcel.createdTime)),
      shipped_at: instant(filled(parcel.shipTime)),
      line_items: parts(parcel.packageItems).map(({ orderItemId, quantity }) => ({
        id: filled(orderItemId),
        quantity: count(quantity),
        sku: skus.get(filled(orderItemId)) ?? null,
      })),
    };
  });
}

const LEFT = ['PARTIALLY_SHIPPED', 'SHIPPED', 'INVOICE_UNCONFIRMED'];

/**
 * Amazon reports no packages for what it sends itself.
 * https://developer-docs.amazon.com/sp-api/changelog/new-introducing-the-orders-api-v2026-01-01
 */
function noteMissing({ orderId, fulfillment }: NativeOrder, note: Note) {
  if (!LEFT.includes(filled(fulfillment?.fulfillmentStatus) ?? '')) return;
  note({
    code: 'fulfillments_unknown',
    message:
      'Amazon reports packages only where the seller sends them itself: orders that Amazon sends come without fulfillments, although they have left.',
    field: 'fulfillments',
    id: orderId,
  });
}
