// The fulfilments of an order become ours. Pure.
import type { FulfillmentDraft, FulfillmentState } from '../../model/fulfillment.ts';
import { instant } from '../../model/time.ts';
import type { Context } from '../channel.ts';
import { integer, parts, texts } from '../kit/loose.ts';
import { filled, identifier, ownId } from '../kit/text.ts';
import { type Fulfillment, nodesOf, numberOf, type Order, recordId } from './native.ts';
import { known } from './status.ts';
import { tipIds } from './tips.ts';

const STATES: ReadonlyMap<string, FulfillmentState> = new Map([
  ['OPEN', 'pending'],
  ['PENDING', 'pending'],
  ['SUCCESS', 'shipped'],
  ['CANCELLED', 'cancelled'],
  ['ERROR', 'failed'],
  ['FAILURE', 'failed'],
]);

/**
 * What became of a fulfilment that was made (`SUCCESS`), by what Shopify displays. Being made does
 * not say that it left: a label may have been bought for it and no more.
 * https://shopify.dev/docs/api/admin-graphql/latest/enums/FulfillmentDisplayStatus
 */
const DISPLAYED: ReadonlyMap<string, FulfillmentState> = new Map([
  ['SUBMITTED', 'pending'],
  ['CONFIRMED', 'pending'],
  ['LABEL_PURCHASED', 'pending'],
  ['LABEL_PRINTED', 'pending'],
  ['LABEL_VOIDED', 'pending'],
  ['FULFILLED', 'shipped'],
  ['MARKED_AS_FULFILLED', 'shipped'],
  ['CARRIER_PICKED_UP', 'shipped'],
  ['IN_TRANSIT', 'shipped'],
  ['OUT_FOR_DELIVERY', 'shipped'],
  ['ATTEMPTED_DELIVERY', 'shipped'],
  ['DELAYED', 'shipped'],
  ['READY_FOR_PICKUP', 'shipped'],
  ['DELIVERED', 'delivered'],
  ['PICKED_UP', 'delivered'],
  ['NOT_DELIVERED', 'failed'],
  ['FAILURE', 'failed'],
  ['CANCELED', 'cancelled'],
]);

export const fulfillmentsOf = (order: Order, { note }: Context): readonly FulfillmentDraft[] => {
  const skus = new Map(nodesOf(order.lineItems).map(({ id, sku }) => [id, filled(sku)]));
  const tips = tipIds(order);
  return parts<Fulfillment>(order.fulfillments).map((one) => {
    const tracking = parts(one.trackingInfo);
    const made = known(STATES, one.status, 'fulfillments.status', order, note);
    const displayed = made === 'shipped' && filled(one.displayStatus) !== null;
    return {
      id: ownId(recordId(one)),
      status: displayed
        ? known(DISPLAYED, one.displayStatus, 'fulfillments.status', order, note)
        : made,
      service: filled(one.service?.handle),
      location_id: identifier(one.location?.legacyResourceId),
      tracking_company: texts(tracking.map(({ company }) => company))[0] ?? null,
      tracking_numbers: texts(tracking.map(({ number }) => number)),
      tracking_urls: texts(tracking.map(({ url }) => url)),
      created_at: instant(one.createdAt),
      updated_at: instant(one.updatedAt),
      shipped_at: instant(one.inTransitAt),
      delivered_at: instant(one.deliveredAt),
      line_items: nodesOf(one.fulfillmentLineItems)
        .filter(({ lineItem }) => !tips.has(lineItem?.id))
        .map(({ lineItem, quantity }) => ({
          id: numberOf(lineItem?.id),
          quantity: integer(quantity),
          sku: skus.get(lineItem?.id) ?? null,
        })),
    };
  });
};
