// What has left the merchant, asked for where the lines of an order do not say it.
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { parts } from '../kit/loose.ts';
import { readEach } from '../kit/records.ts';
import { allByIds, whole } from './listing.ts';
import { type Fulfillment, type LineItem, nodesOf, type Order } from './native.ts';
import { allFulfillments, FULFILLMENTS, fulfillments, moreShipped } from './order-documents.ts';

/**
 * A line of which pieces were returned or removed has neither in its current quantity: what was
 * sent and came back looks like what was never sent, unless something of it still stands as sent.
 */
const isSilent = ({ quantity, currentQuantity, unfulfilledQuantity }: LineItem): boolean =>
  currentQuantity < quantity && unfulfilledQuantity >= currentQuantity;

type Shipping = Required<Pick<Order, 'id' | 'fulfillments'>>;

/** The orders, those with silent lines with their fulfilments. */
export async function withFulfillments(
  orders: readonly Order[],
  reading: Reading,
): Promise<Order[]> {
  const silent = orders.filter((order) => nodesOf(order.lineItems).some(isSilent));
  if (silent.length === 0) return [...orders];
  const ids = silent.map(({ id }) => id);
  const found = await allByIds<Shipping>(fulfillments, ids, reading);
  const shipped = await readEach(found, (one) => completed(one, reading), reading);
  const byOrder = new Map(shipped.map((one) => [one.id, one]));
  const leftOut = new Set(found.map(({ id }) => id).filter((id) => !byOrder.has(id)));
  return orders
    .filter(({ id }) => !leftOut.has(id))
    .map((order) => ({ ...order, ...byOrder.get(order.id) }));
}

/** With all fulfilments of the order, and all lines of each. */
async function completed({ id, fulfillments: some }: Shipping, reading: Reading) {
  const isCut = parts(some).length >= FULFILLMENTS.first;
  const [full] = isCut ? await allByIds<Shipping>(allFulfillments, [id], reading) : [];
  const list = await inGroups(parts(full?.fulfillments ?? some), async (one) => {
    const lines = await whole(one.fulfillmentLineItems, moreShipped, one.id, reading, id);
    return { ...one, fulfillmentLineItems: lines };
  });
  return { id, fulfillments: list };
}

/** What became of the parcels that never left. */
const NOT_SENT = ['CANCELLED', 'ERROR', 'FAILURE'];

/** How many pieces of each line were sent, by the line's global id; undefined where nobody asked. */
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
