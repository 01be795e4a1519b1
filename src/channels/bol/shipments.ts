// What has left of an order: bol lists shipments by order, and tells of each by itself.
import type { FulfillmentDraft, FulfillmentState } from '../../model/fulfillment.ts';
import { instant, readInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Context, Reading } from '../channel.ts';
import { count, isRecord, membersOf, parts } from '../kit/loose.ts';
import { noteUnknown } from '../kit/notes.ts';
import { collect } from '../kit/paging.ts';
import { partOf, readAgain, readEach } from '../kit/records.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { askFor, rowsIn } from './asks.ts';
import type { NativeItem, NativeOrder, NativeParcel } from './native.ts';

/** Shipments on a full page. */
const FULL = 50;
/** What bol sends itself, and what the seller does: a list holds one of them. */
const METHODS = ['FBR', 'FBB'];

/** Orders of which nothing has left cost no call. */
export const withShipments = (
  orders: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeOrder[]> =>
  readEach(
    orders,
    async (order) => {
      const sent = order.orderItems.filter(({ quantityShipped }) => quantityShipped !== 0);
      const shipments: NativeParcel[] = [];
      for (const method of sent.length === 0 ? [] : methodsOf(sent))
        shipments.push(...(await readShipments(order.orderId, method, reading)));
      return { ...order, shipments };
    },
    reading,
    // The limit is counted by the minute: more at a time would only wait.
    1,
  );

function methodsOf(items: readonly NativeItem[]): readonly string[] {
  const said = items.map(({ fulfilment }) => filled(fulfilment?.method));
  return METHODS.filter((method) => said.includes(method) || said.includes(null));
}

const readShipments = (
  order: string,
  method: string,
  reading: Reading,
): Promise<readonly NativeParcel[]> =>
  partOf(order, 'its list of shipments', reading, (own) =>
    readAgain(async () => {
      const rows = await collect<unknown, number>('shipments', async (page = 1) => {
        const reply = await own.call(
          askFor('shipments', 'shipments', {
            query: [
              ['order-id', order],
              ['fulfilment-method', method],
              ['page', String(page)],
            ],
          }),
        );
        const found = rowsIn(reply, 'shipments');
        return { rows: found, ...(found.length >= FULL && { next: page + 1 }) };
      });
      const shipments: NativeParcel[] = [];
      for (const row of rows) {
        const id = identifier(membersOf(row).shipmentId);
        if (id === null) throw unreadableRecord(order, 'shipmentId');
        const { body } = await own.call(askFor(`shipments/${encodeURIComponent(id)}`, 'shipment'));
        if (!isRecord<NativeParcel>(body)) throw unreadableRecord(order, `shipment ${id}`);
        shipments.push(body);
      }
      return shipments;
    }),
  );

/** What the carrier says last decides; before it says anything, the parcel has left the seller. */
const STATES: ReadonlyMap<string, FulfillmentState> = new Map([
  ['PRE_ANNOUNCED', 'shipped'],
  ['INBOUND_COLLECT', 'shipped'],
  ['AT_TRANSPORTER', 'shipped'],
  ['IN_TRANSIT', 'shipped'],
  ['AT_PICK_UP_POINT', 'shipped'],
  ['DELIVERED_AT_NEIGHBOURS', 'delivered'],
  ['DELIVERED_AT_CUSTOMER', 'delivered'],
  ['PICKED_UP_AT_PICK_UP_POINT', 'delivered'],
  ['RETURNED_TO_SENDER', 'failed'],
]);

const SERVICES: ReadonlyMap<string, string> = new Map([
  ['FBB', 'bol'],
  ['FBR', 'manual'],
]);

export function fulfillmentsOf(order: NativeOrder, { note }: Context): readonly FulfillmentDraft[] {
  const skus = new Map(
    parts(order.orderItems).map(({ orderItemId, offer }) => [
      identifier(orderItemId),
      filled(offer?.reference),
    ]),
  );
  return parts<NativeParcel>(order.shipments).map((parcel) => {
    const { transport } = parcel;
    const items = parts(parcel.shipmentItems);
    const events = parts(transport?.transportEvents)
      .map(({ eventCode, eventDateTime }) => ({
        code: filled(eventCode) ?? '',
        at: instant(filled(eventDateTime)),
        order: readInstant(filled(eventDateTime) ?? '') ?? 0,
      }))
      .toSorted((a, b) => a.order - b.order);
    const last = events.at(-1);
    const status = last ? STATES.get(last.code) : 'shipped';
    if (status === undefined)
      noteUnknown(note, {
        vendor: 'bol',
        word: last?.code,
        field: 'fulfillments.status',
        id: order.orderId,
      });
    const tracking = filled(transport?.trackAndTrace);
    const left = instant(filled(parcel.shipmentDateTime));
    const methods = new Set(items.map(({ fulfilment }) => filled(fulfilment?.method) ?? ''));
    const [method = ''] = methods.size === 1 ? methods : [];
    return {
      id: ownId(parcel.shipmentId),
      status: status ?? null,
      service: SERVICES.get(method) ?? null,
      tracking_company: filled(transport?.transporterCode),
      tracking_numbers: tracking === null ? [] : [tracking],
      created_at: left,
      updated_at: last?.at ?? left,
      shipped_at: left,
      delivered_at: status === 'delivered' ? (last?.at ?? null) : null,
      line_items: items.map(({ orderItemId, quantity, quantityShipped }) => {
        const id = identifier(orderItemId);
        const pieces = count(quantityShipped) ?? count(quantity);
        return { id, quantity: pieces, sku: skus.get(id) ?? null };
      }),
    };
  });
}
