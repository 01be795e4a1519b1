// What has left the merchant, asked for where the lines of an order do not say it.
import type { Reading } from '../channel.ts';
import { parts } from '../kit/loose.ts';
import { type Beside, withParts } from './beside.ts';
import { whole } from './listing.ts';
import { type Fulfillment, type LineItem, nodesOf, type Order } from './native.ts';
import { fulfillments, moreShipped, wholeFulfillments } from './order-documents.ts';

/**
 * A line of which pieces were returned or removed has neither in its current quantity: what was
 * sent and came back looks like what was never sent, unless something of it still stands as sent.
 */
const isSilent = ({ quantity, currentQuantity, unfulfilledQuantity }: LineItem): boolean =>
  currentQuantity < quantity && unfulfilledQuantity >= currentQuantity;

/** The orders, those with silent lines with their fulfilments. */
export function withFulfillments(orders: readonly Order[], reading: Reading): Promise<Order[]> {
  const silent = orders.filter((order) => nodesOf(order.lineItems).some(isSilent));
  return withParts(orders, silent, fulfillments, PARCELS, reading);
}

/** All of them with all that is known of their fulfilments. */
export const withWholeFulfillments = (
  orders: readonly Order[],
  reading: Reading,
): Promise<Order[]> => withParts(orders, orders, wholeFulfillments, PARCELS, reading);

const PARCELS: Beside<'fulfillments', Fulfillment> = {
  field: 'fulfillments',
  complete: async (one, order, reading) => ({
    ...one,
    fulfillmentLineItems: await whole(
      one.fulfillmentLineItems,
      moreShipped,
      one.id,
      reading,
      order,
    ),
  }),
};

/** What became of the parcels that never left. */
const NOT_SENT = ['CANCELLED', 'ERROR', 'FAILURE'];

/** How many pieces of each line were sent, by the line's global id; undefined where no one asked. */
export function sentOf(order: Order): ReadonlyMap<string, number> | undefined {
  if (!Array.isArray(order.fulfillments)) return undefined;
  const sent = new Map<string, number>();
  for (const { status, fulfillmentLineItems } of parts<Fulfillment>(order.fulfillments)) {
    if (NOT_SENT.includes(status)) continue;
    for (const { lineItem, quantity } of nodesOf(fulfillmentLineItems))
      if (typeof lineItem?.id === 'string' && typeof quantity === 'number')
        sent.set(lineItem.id, (sent.get(lineItem.id) ?? 0) + quantity);
  }
  return sent;
}
