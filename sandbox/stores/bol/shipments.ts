// The shipments of orders: listed by order or by fulfilment method, and each by its number.
import type { Fulfilment, Line, Order } from '../../catalogue/types.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { offsetText } from '../../zone.ts';
import { orderId, orderItemId } from './ids.ts';
import { isVisible } from './listing.ts';
import { type Held, timeZone } from './orders.ts';
import { anything, integer, oneOf, readParameters } from './params.ts';
import { methodOf } from './quantities.ts';
import { answer, problem } from './replies.ts';
import { transporterOf } from './transporters.ts';

const perPage = 50;
/** "All your shipments up to 3 months old." */
const shownFor = 90 * 86_400_000;
const parameters = {
  page: integer(1),
  'fulfilment-method': oneOf('FBR', 'FBB'),
  'order-id': anything,
} as const;

export interface Parcel {
  readonly id: string;
  readonly held: Held;
  readonly fulfilment: Fulfilment;
  readonly method: 'FBR' | 'FBB';
  readonly lines: readonly { readonly line: Line; readonly quantity: number }[];
}

/** What was sent together from one location: goods in bol's warehouse are sent separately. */
export function parcelsOf(held: Held): readonly Parcel[] {
  const { order } = held;
  return order.fulfilments.flatMap((fulfilment) =>
    (['FBR', 'FBB'] as const).flatMap((method, index) => {
      const lines = fulfilment.lines.flatMap(({ lineId, quantity }) => {
        const line = order.lines.find(({ id }) => id === lineId);
        return line !== undefined && methodOf(line.productId) === method
          ? [{ line, quantity }]
          : [];
      });
      const id = String(914_000_000 + fulfilment.id * 2 + index);
      return lines.length === 0 ? [] : [{ id, held, fulfilment, method, lines }];
    }),
  );
}

const offset = (instant: number): string => offsetText(timeZone, instant);

const orderOf = (order: Order): object => ({
  orderId: orderId(order),
  orderPlacedDateTime: offset(order.createdAt),
});

/** What this vendor was given with a parcel. */
const ownOf = ({ fulfilment: { by, own } }: Parcel) => (by === 'bol' ? own : undefined);

export const transportIdOf = ({ id }: Parcel): string => `3${id}`;

const referenceOf = (parcel: Parcel): unknown =>
  parcel.fulfilment.by === undefined
    ? `S${parcel.held.order.number}`
    : (ownOf(parcel)?.reference ?? '');

const headOf = (parcel: Parcel): object => ({
  shipmentId: parcel.id,
  shipmentDateTime: offset(parcel.fulfilment.createdAt),
  // Required of every shipment, also where the seller gave none.
  shipmentReference: referenceOf(parcel),
  order: orderOf(parcel.held.order),
});

export function listShipments(
  request: StoreRequest,
  all: readonly Held[],
  now: number,
): StoreReply {
  const given = readParameters(request, parameters);
  if (given.violations.length > 0) return problem(request, 400, 'Bad request', given.violations);
  const page = Number(given.text('page') ?? 1);
  const order = given.text('order-id');
  // "The id of the order. Only valid without fulfilment-method. The default fulfilment-method is ignored."
  if (order !== undefined && given.text('fulfilment-method') !== undefined)
    return problem(request, 400, 'Bad request', [
      { name: 'order-id', reason: 'Request contains order-id together with fulfilment-method.' },
    ]);
  const method = order === undefined ? (given.text('fulfilment-method') ?? 'FBR') : undefined;
  const found = all
    .filter((held) => isVisible(held, now) && (order === undefined || held.id === order))
    .flatMap(parcelsOf)
    .filter((parcel) => method === undefined || parcel.method === method)
    .filter(({ fulfilment }) => now - fulfilment.createdAt <= shownFor)
    .toSorted((one, other) => other.fulfilment.createdAt - one.fulfilment.createdAt);
  const rows = found.slice((page - 1) * perPage, page * perPage).map((parcel) => ({
    ...headOf(parcel),
    shipmentItems: parcel.lines.map(({ line }) => ({
      orderItemId: orderItemId(line),
      ean: line.barcode,
    })),
    transport: { transportId: transportIdOf(parcel) },
  }));
  return answer('v10', JSON.stringify({ shipments: rows }));
}

export function oneShipment(
  request: StoreRequest,
  all: readonly Held[],
  name: string,
  now: number,
): StoreReply {
  const parcel = all
    .filter((held) => isVisible(held, now))
    .flatMap(parcelsOf)
    .find(({ id }) => id === name);
  if (parcel === undefined) return problem(request, 404, `Shipment with id ${name} not found.`);
  const { fulfilment, method } = parcel;
  return answer(
    'v10',
    JSON.stringify({
      ...headOf(parcel),
      pickupPoint: false,
      shipmentItems: parcel.lines.map(({ line, quantity }) => ({
        orderItemId: orderItemId(line),
        fulfilment: { method, distributionParty: method === 'FBB' ? 'BOL' : 'RETAILER' },
        offer: line.sku === null ? {} : { reference: line.sku },
        product: { ean: line.barcode, title: line.title },
        quantity: line.quantity,
        quantityShipped: quantity,
        unitPrice: line.unitPrice.shop / 100,
        commission: Math.round(line.total.shop * 0.15) / 100,
      })),
      transport: {
        transportId: transportIdOf(parcel),
        transporterCode: ownOf(parcel)?.code ?? transporterOf(fulfilment.carrier),
        ...(fulfilment.trackingNumber !== null && { trackAndTrace: fulfilment.trackingNumber }),
        transportEvents: [
          { eventCode: 'IN_TRANSIT', eventDateTime: offset(fulfilment.createdAt + 3_600_000) },
        ],
      },
    }),
  );
}
