// The parcels of an order and what lies in them.
import type { Fulfilment, Order } from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { lineSources } from './lines.ts';
import type { Resolvers } from './world.ts';

export interface FulfilmentSource {
  readonly order: Order;
  readonly fulfilment: Fulfilment;
}

export const fulfilmentResolvers: Resolvers<FulfilmentSource> = {
  id: ({ fulfilment }) => gidOf('Fulfillment', fulfilment.id),
  status: () => 'SUCCESS',
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
