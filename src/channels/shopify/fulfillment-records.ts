// The fulfilments of an order become ours. Pure.
import type { FulfillmentDraft, FulfillmentState } from '../../model/fulfillment.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { integer, parts, texts } from '../kit/loose.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { type Fulfillment, nodesOf, numberOf, type Order, recordId } from './native.ts';
import { known } from './status.ts';

const STATES: ReadonlyMap<string, FulfillmentState> = new Map([
  ['OPEN', 'pending'],
  ['PENDING', 'pending'],
  ['SUCCESS', 'shipped'],
  ['CANCELLED', 'cancelled'],
  ['ERROR', 'failed'],
  ['FAILURE', 'failed'],
]);

const DELIVERED = ['DELIVERED', 'PICKED_UP'];

export const fulfillmentsOf = (order: Order, { note }: Context): readonly FulfillmentDraft[] => {
  const skus = new Map(nodesOf(order.lineItems).map(({ id, sku }) => [id, filled(sku)]));
  return parts<Fulfillment>(order.fulfillments).map((one) => {
    const tracking = parts(one.trackingInfo);
    const state = known(STATES, one.status, 'fulfillments.status', order, note);
    const isThere = DELIVERED.includes(filled(one.displayStatus) ?? '');
    return {
      id: ownId(recordId(one)),
      status: state === 'shipped' && isThere ? 'delivered' : state,
      service: filled(one.service?.handle),
      location_id: identifier(one.location?.legacyResourceId),
      tracking_company: texts(tracking.map(({ company }) => company))[0] ?? null,
      tracking_numbers: texts(tracking.map(({ number }) => number)),
      tracking_urls: texts(tracking.map(({ url }) => url)),
      created_at: instant(one.createdAt),
      updated_at: instant(one.updatedAt),
      shipped_at: instant(one.inTransitAt),
      delivered_at: instant(one.deliveredAt),
      line_items: nodesOf(one.fulfillmentLineItems).map(({ lineItem, quantity }) => ({
        id: numberOf(lineItem?.id),
        quantity: integer(quantity),
        sku: skus.get(lineItem?.id) ?? null,
      })),
    };
  });
};
