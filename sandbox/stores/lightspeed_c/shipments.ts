// The shipments of an order: one with what was sent, one with what was not sent yet.
import type { Fulfilment, Line, Order } from '../../catalogue/types.ts';
import { offsetText } from '../../zone.ts';
import { link } from './account.ts';
import { orderId, shipmentId } from './ids.ts';
import type { LightspeedShop } from './shops.ts';
import { isUntouched } from './status.ts';
import { variantTitle } from './titles.ts';

export interface Shipment {
  readonly id: number;
  readonly status: 'shipped' | 'not_shipped' | 'cancelled';
  /** Pieces of each line in it. */
  readonly pieces: ReadonlyMap<Line, number>;
}

/** A shipment is made with the order, and split where a part of it goes ahead. */
export function shipmentsOf(order: Order): readonly Shipment[] {
  const written = parcelOf(order, 1);
  const ownOf = (line: Line) =>
    written?.lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0;
  const gone = new Map(order.lines.map((line) => [line, line.fulfilledQuantity - ownOf(line)]));
  const isNothingLeft = isLate(order) || isSent(order);
  const kept = new Map(order.lines.map((line) => [line, isNothingLeft ? 0 : line.quantity - line.fulfilledQuantity])); // biome-ignore format: one thought
  const left = order.state === 'cancelled' ? 'cancelled' : 'not_shipped';
  return [
    {
      id: shipmentId(order, 0),
      status: isUntouched(order) ? left : 'shipped',
      pieces: gone,
    } as const,
    written
      ? ({
          id: shipmentId(order, 1),
          status: 'shipped',
          pieces: new Map(order.lines.map((line) => [line, ownOf(line)])),
        } as const)
      : ({ id: shipmentId(order, 1), status: left, pieces: kept } as const),
  ]
    .map(({ pieces, ...rest }) => ({
      ...rest,
      pieces: new Map([...pieces].filter(([, count]) => count > 0)),
    }))
    .filter(({ pieces }) => pieces.size > 0);
}

/** The second shipment of an order is sent by a write; the first is what went another way. */
export const parcelOf = (order: Order, index: 0 | 1): Fulfilment | undefined =>
  order.fulfilments.findLast(({ by }) => (by === 'lightspeed_c') === (index === 1));

/** The code that a shipment was given before it left. */
export const announcedOf = ({ own }: Order): string | null =>
  (own?.lightspeed_c?.trackingCode as string | null | undefined) ?? null;

/** Pieces that were given back before they were sent stay in no shipment. */
const isSent = ({ state, fulfilmentStatus }: Order): boolean =>
  state === 'closed' && fulfilmentStatus === 'fulfilled';

/** Of some orders what is left is put into a shipment only when it goes. */
const isLate = (order: Order): boolean => order.id % 4 === 1;

/** Pieces of a line that were put into one of these shipments, whether or not it has left. */
export const assignedIn = (shipments: readonly Shipment[], line: Line): number =>
  shipments.reduce((sum, { pieces }) => sum + (pieces.get(line) ?? 0), 0);

export const nativeShipments = (order: Order, shop: LightspeedShop): readonly object[] =>
  shipmentsOf(order).map(({ id, status }) => ({
    id,
    createdAt: offsetText(shop.timeZone, order.createdAt),
    updatedAt: offsetText(shop.timeZone, order.updatedAt),
    number: `SHIP${String(order.number).padStart(5, '0')}`,
    status,
    // One code a shipment: the merchant enters that of the last parcel.
    trackingCode:
      (status === 'shipped'
        ? parcelOf(order, id === shipmentId(order, 1) ? 1 : 0)?.trackingNumber
        : announcedOf(order)) ?? '',
    doNotifyShipped: false,
    doNotifyReadyForPickup: false,
    doNotifyTrackingCode: false,
    totalWeight: 0,
    totalSizeX: 0,
    totalSizeY: 0,
    totalSizeZ: 0,
    order: link(shop, `orders/${orderId(order)}`, orderId(order)),
    products: link(shop, `shipments/${id}/products`),
    metafields: link(shop, `shipments/${id}/metafields`),
    events: link(shop, `orders/events?shipment=${id}`),
  }));

export const nativeShipment = (order: Order, id: number, shop: LightspeedShop) =>
  nativeShipments(order, shop)[shipmentsOf(order).findIndex((one) => one.id === id)];

/** Goods are named by titles and codes; the line of the order is not. */
export function shipmentProducts(
  order: Order,
  id: number,
  shop: LightspeedShop,
): readonly object[] | undefined {
  const shipment = shipmentsOf(order).find((one) => one.id === id);
  return (
    shipment &&
    [...shipment.pieces].map(([line, quantity], index) => ({
      id: id * 100 + index,
      quantity,
      title: [line.vendor, line.title].filter(Boolean).join(' '),
      variant: variantTitle(line.options, shop),
      // Goods often have no codes at all.
      articleCode: isBare(order) ? '' : (line.sku ?? ''),
      ean: isBare(order) ? '' : (line.barcode ?? ''),
      sku: isBare(order) || line.id % 2 !== 0 ? '' : (line.sku ?? ''),
      customData: [],
    }))
  );
}

const isBare = (order: Order): boolean => order.id % 3 === 0;
