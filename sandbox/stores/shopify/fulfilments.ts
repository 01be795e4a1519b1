// The parcels of an order and what is in them.
import type { Fulfilment, Order } from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { lineSources } from './lines.ts';
import { printTime } from './time.ts';
import type { Resolvers } from './world.ts';

export interface FulfilmentSource {
  readonly order: Order;
  readonly fulfilment: Fulfilment;
}

export const fulfilmentResolvers: Resolvers<FulfilmentSource> = {
  id: ({ fulfilment }) => gidOf('Fulfillment', fulfilment.id),
  legacyResourceId: ({ fulfilment }) => String(numberOf('Fulfillment', fulfilment.id)),
  name: ({ order, fulfilment }) => `#${order.number}-F${order.fulfilments.indexOf(fulfilment) + 1}`,
  status: () => 'SUCCESS',
  displayStatus: () => 'FULFILLED',
  createdAt: ({ fulfilment }) => printTime(fulfilment.createdAt),
  updatedAt: ({ fulfilment }) => printTime(fulfilment.createdAt),
  inTransitAt: () => null,
  deliveredAt: () => null,
  totalQuantity: ({ fulfilment }) =>
    fulfilment.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  // The shop sends everything itself; its own hands are a service too.
  service: () => ({ id: gid('FulfillmentService', 1), handle: 'manual', serviceName: 'Manual' }),
  location: ({ fulfilment }, _args, { world }) =>
    world.locationById.get(fulfilment.locationId) ?? null,
  trackingInfo: ({ fulfilment }, { first }) => {
    const { carrier: company, trackingNumber: number, trackingUrl: url } = fulfilment;
    const all = [{ number, url }, ...(fulfilment.moreTracking ?? [])].map((one) => ({
      company,
      ...one,
    }));
    return all.filter((one) => one.company ?? one.number ?? one.url).slice(0, first ?? undefined);
  },
  fulfillmentLineItems: ({ order, fulfilment }, args) => {
    const rows = fulfilment.lines.flatMap(({ lineId, quantity }) => {
      const lineItem = lineSources(order).find(({ line }) => line.id === lineId);
      const number = numberOf('FulfillmentLineItem', lineId) + fulfilment.id;
      return lineItem === undefined
        ? []
        : [{ id: gid('FulfillmentLineItem', number), lineItem, quantity }];
    });
    return listed(rows, args);
  },
};
