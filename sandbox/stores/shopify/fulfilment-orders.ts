// What is still to be sent of an order, by the location that has to send it.
import type { Order } from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gidOf, idIn } from './ids.ts';
import { type LineSource, lineSources } from './lines.ts';
import { unfulfilledQuantity } from './order-amounts.ts';
import { displayedFulfilment } from './order-fulfilment.ts';
import type { Resolvers } from './world.ts';

export interface FulfilmentOrder {
  /** The order's number, and its place in the order. */
  readonly id: number;
  readonly order: Order;
  readonly locationId: number;
  readonly lines: readonly LineSource[];
}

/** At most so many of one order. */
const places = 2;

/** Every sixth order is split: each second line is sent from the second location. */
export function fulfilmentOrdersOf(order: Order): readonly FulfilmentOrder[] {
  const sources = lineSources(order).filter(({ line }) => order.lines.includes(line));
  const at = (place: number): readonly LineSource[] =>
    order.id % 6 === 1
      ? sources.filter((_, i) => i % places === place)
      : place === 0
        ? sources
        : [];
  return Array.from({ length: places }, (_, place) => ({
    ...{ id: order.id * places + place, order, locationId: place + 1, lines: at(place) },
  })).filter(({ lines }) => lines.length > 0);
}

/** The order that a fulfilment order belongs to, and its own number. */
export function fulfilmentOrderIn(gid: string): { readonly id: number; readonly order: number } {
  const id = idIn('FulfillmentOrder', gid) ?? 0;
  return { id, order: Math.floor(id / places) };
}

export const remainingOf = ({ order, line }: LineSource): number =>
  unfulfilledQuantity(order, line);

export function statusOf({ order, lines }: FulfilmentOrder): string {
  if (order.state === 'cancelled') return 'CANCELLED';
  if (lines.every((source) => remainingOf(source) === 0)) return 'CLOSED';
  const shown = displayedFulfilment(order);
  if (shown === 'ON_HOLD' || shown === 'SCHEDULED' || shown === 'IN_PROGRESS') return shown;
  return lines.some(({ line }) => line.fulfilledQuantity > 0) ? 'IN_PROGRESS' : 'OPEN';
}

export const fulfilmentOrderResolvers: Resolvers<FulfilmentOrder> = {
  id: ({ id }) => gidOf('FulfillmentOrder', id),
  orderId: ({ order }) => gidOf('Order', order.id),
  status: statusOf,
  requestStatus: () => 'UNSUBMITTED',
  assignedLocation: ({ locationId }, _args, { world }) => {
    const location = world.locationById.get(locationId) ?? null;
    return { location, name: location?.name ?? '' };
  },
  lineItems: ({ lines }, args) => listed(lines, args),
};

export const fulfilmentOrderLineResolvers: Resolvers<LineSource> = {
  id: ({ line }) => gidOf('FulfillmentOrderLineItem', line.id),
  lineItem: (source) => source,
  remainingQuantity: remainingOf,
  totalQuantity: ({ line }) => line.quantity,
  requiresShipping: ({ line }) => line.requiresShipping,
  sku: ({ line }) => line.sku,
};
