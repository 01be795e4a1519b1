// What has left of an order: bol lists the shipments of an order, and gives each by itself.
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
import type { NativeItem, NativeOrder, NativeParcel, NativeParcelItem } from './native.ts';

/** Shipments on a full page. */
const FULL = 50;
/** Orders of which nothing has left cost no call. */
export const withShipments = (
  orders: readonly NativeOrder[],
  reading: Reading,
): Promise<readonly NativeOrder[]> =>
  readEach(
    orders,
    async (order) => {
      const isSent = order.orderItems.some(({ quantityShipped }) => quantityShipped !== 0);
      return { ...order, shipments: isSent ? await readShipments(order.orderId, reading) : [] };
    },
    reading,
    // The limit is counted by the minute: more at a time would only wait.
    1,
  );

/** By the order alone: "order-id" is only valid without "fulfilment-method", and gives both kinds. */
const readShipments = (order: string, reading: Reading): Promise<readonly NativeParcel[]> =>
  partOf(order, 'its list of shipments', reading, (own) =>
    readAgain(async () => {
      const rows = await collect<unknown, number>('shipments', async (page = 1) => {
        const reply = await own.call(
          askFor('shipments', 'shipments', {
            query: [
              ['order-id', order],
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
  const lines = new Map(
    parts(order.orderItems).map((item) => [identifier(item.orderItemId), item]),
  );
  const parcels = parts<NativeParcel>(order.shipments);
  const pieces = piecesIn(parcels, lines);
  const isMissing = ([id, { quantityShipped }]: [string | null, NativeItem]) =>
    (count(quantityShipped) ?? 0) > 0 && !pieces.has(id);
  if ([...lines].some(isMissing)) noteOld(order, note);
  return parcels.map((parcel) => {
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
      line_items: items.map((item) => {
        const id = identifier(item.orderItemId);
        const sku = filled(lines.get(id)?.offer?.reference);
        return { id, quantity: pieces.get(id)?.(item) ?? null, sku };
      }),
    };
  });
}

type Pieces = (item: NativeParcelItem) => number | undefined;

/**
 * How many pieces of a line are in a parcel. Its `quantity` is what was ordered, whatever the parcel
 * holds, and `quantityShipped` may be missing: then it is known only of a line that left in one
 * parcel. Figures that add up to more than has left are no figures of parcels.
 */
function piecesIn(
  parcels: readonly NativeParcel[],
  lines: ReadonlyMap<string | null, NativeItem>,
): ReadonlyMap<string | null, Pieces> {
  const items = parcels.flatMap(({ shipmentItems }) => parts(shipmentItems));
  const byLine = Map.groupBy(items, ({ orderItemId }) => identifier(orderItemId));
  return new Map(
    [...byLine].map(([id, own]): [string | null, Pieces] => {
      const left = count(lines.get(id)?.quantityShipped);
      if (own.length === 1) return [id, (item) => count(item.quantityShipped) ?? left];
      const said = own.reduce((sum, item) => sum + (count(item.quantityShipped) ?? 0), 0);
      const isByParcel = left === undefined || said <= left;
      return [id, (item) => (isByParcel ? count(item.quantityShipped) : undefined)];
    }),
  );
}

function noteOld({ orderId }: NativeOrder, note: Context['note']) {
  note({
    code: 'fulfillments_unknown',
    message:
      'bol lists shipments for three months: orders come without those that are older, although their goods have left.',
    field: 'fulfillments',
    id: orderId,
  });
}
