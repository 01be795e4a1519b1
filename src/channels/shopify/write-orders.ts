// What has left the merchant: which pieces wait at which location, and the calls that send them.
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import type { FulfillmentWrite, Plan, Step } from '../writing.ts';
import { askOf } from './asks.ts';
import { carriers } from './carriers.ts';
import { FULFILLING, mayWrite } from './installation.ts';
import { allByIds, whole } from './listing.ts';
import { type Connection, nodesOf, numberOf } from './native.ts';
import { morePiecesToShip, moreToShip, SHIP, toShip, WRITE_POINTS } from './write-documents.ts';
import { saidOf } from './write-errors.ts';

/** Pieces of an order that one location is to send: https://shopify.dev/docs/apps/build/orders-fulfillment */
interface FulfillmentOrder {
  readonly id: string;
  readonly status: string;
  readonly assignedLocation: { readonly location: { readonly legacyResourceId: string } | null };
  readonly lineItems: Connection<{
    readonly id: string;
    readonly remainingQuantity: number;
    readonly lineItem: { readonly id: string };
  }>;
}
interface Waiting {
  readonly id: string;
  readonly fulfillmentOrders: Connection<FulfillmentOrder>;
}

/** Some pieces of a line that wait at a location. */
interface Pieces {
  readonly place: string;
  readonly order: string;
  readonly id: string;
  readonly quantity: number;
}

/** https://shopify.dev/docs/api/admin-graphql/latest/input-objects/FulfillmentOrderLineItemsInput */
export const MOST_LINES = 512;
/** The others are on hold, wait for their day, or are done with. */
const READY = ['OPEN', 'IN_PROGRESS'];

export async function planFulfillments(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<Plan> {
  await mayWrite(FULFILLING, 'any', reading);
  const waiting = await readWaiting(writes, reading);
  const { planned, refused } = sorted(writes, (write) => {
    const carrier = carrierFor('Shopify', carriers, write.item.tracking_company);
    if (carrier instanceof Refusal) return carrier;
    const parcels = parcelsOf(write, waiting.get(write.item.order_id) ?? []);
    if (parcels instanceof Refusal) return parcels;
    return stepsOf(write, parcels, carrier && (carrier.code ?? carrier.name), reading);
  });
  return { steps: planned.flat(), refused };
}

/** The fulfilment orders of each order, whole, by the number of the order. */
async function readWaiting(writes: readonly FulfillmentWrite[], reading: Reading) {
  const ids = writes.map(({ item }) => `gid://shopify/Order/${item.order_id}`);
  const found = await allByIds<Waiting>(toShip, ids, reading);
  const read = async ({ id, fulfillmentOrders }: Waiting) => {
    const list = await whole(fulfillmentOrders, moreToShip, id, reading);
    const orders = await inGroups(nodesOf(list), async (one) => ({
      ...one,
      lineItems: await whole(one.lineItems, morePiecesToShip, one.id, reading, id),
    }));
    return [numberOf(id), orders] as const;
  };
  return new Map(await inGroups(found, read));
}

/** What each location sends, or why it cannot be said. */
function parcelsOf(
  { item, lines }: FulfillmentWrite,
  orders: readonly FulfillmentOrder[],
): ReadonlyMap<string, readonly Pieces[]> | Refusal {
  const wrong = item.tracking_urls?.find((url) => !/^https?:/.test(URL.parse(url)?.href ?? ''));
  if (wrong !== undefined)
    return new Refusal('invalid_request', 'Each of "tracking_urls" must be a web address.');
  const { location_id: place } = item;
  const chosen: Pieces[] = [];
  for (const { line, quantity } of lines) {
    const all = orders.flatMap((order) => piecesOf(order, line.id));
    const ready = all.filter(({ isReady }) => isReady);
    const there = place === undefined ? ready : ready.filter((one) => one.place === place);
    const places = [...new Set(there.map((one) => one.place))];
    const sum = there.reduce((so, one) => so + one.quantity, 0);
    if (place !== undefined && there.length === 0 && ready.length > 0)
      return new Refusal(
        'location_not_found',
        `Line ${line.id} does not leave from location ${place}, but from ${listOf(ready)}.`,
      );
    if (sum < quantity)
      return new Refusal(
        'not_shippable',
        `Of line ${line.id} only ${sum} of ${quantity} can be shipped${place === undefined ? '' : ` from location ${place}`}: the rest is on hold, scheduled, at another location, or for a fulfilment service whose orders the app may not ship.`,
      );
    if (sum > quantity && places.length > 1)
      return new Refusal(
        'location_required',
        `Pieces of line ${line.id} wait at several locations: name one as "location_id", of ${listOf(there)}.`,
      );
    let left = quantity;
    for (const one of there) {
      const taken = Math.min(left, one.quantity);
      if (taken > 0) chosen.push({ ...one, quantity: taken });
      left -= taken;
    }
  }
  return Map.groupBy(chosen, (one) => one.place);
}

const listOf = (pieces: readonly Pieces[]): string =>
  [...new Set(pieces.map(({ place }) => place))].join(', ');

function piecesOf(order: FulfillmentOrder, line: string | null) {
  const place = order.assignedLocation?.location?.legacyResourceId ?? '';
  return nodesOf(order.lineItems)
    .filter(
      ({ lineItem, remainingQuantity }) => numberOf(lineItem?.id) === line && remainingQuantity > 0,
    )
    .map(({ id, remainingQuantity: quantity }) => ({
      ...{ place, order: order.id, id, quantity },
      isReady: READY.includes(order.status),
    }));
}

/** One call for each location: Shopify takes no two in one. */
function stepsOf(
  { at, item }: FulfillmentWrite,
  parcels: ReadonlyMap<string, readonly Pieces[]>,
  company: string | null,
  reading: Reading,
): Step[] {
  const { tracking_numbers: numbers, tracking_urls: urls } = item;
  const trackingInfo = {
    ...(company && { company }),
    ...(numbers && { numbers }),
    ...(urls && { urls }),
  };
  return [...parcels.values()]
    .flatMap((pieces) => batches(pieces, MOST_LINES))
    .map((pieces) => {
      const fulfillment = {
        lineItemsByFulfillmentOrder: [...Map.groupBy(pieces, ({ order }) => order)].map(
          ([fulfillmentOrderId, some]) => ({
            fulfillmentOrderId,
            fulfillmentOrderLineItems: some.map(({ id, quantity }) => ({ id, quantity })),
          }),
        ),
        ...(Object.keys(trackingInfo).length > 0 && { trackingInfo }),
        notifyCustomer: item.notify_customer === true,
      };
      return {
        items: [at],
        ask: askOf(SHIP, { fulfillment }, { cost: WRITE_POINTS, reads: false }, reading),
        read: (reply) => [saidOf(reply, 'fulfillmentCreate')[0]?.refusal],
      };
    });
}
