// How a shop ships orders, which differs by what is installed there, and what it knows of parcels.
import type { Ask, Pairs } from '../../model/exchange.ts';
import {
  completeFulfillment,
  type Fulfillment,
  type FulfillmentDraft,
} from '../../model/fulfillment.ts';
import { subtract, sum } from '../../model/money.ts';
import type { LineItem, Order } from '../../model/order.ts';
import { completeOrder } from '../../model/order-draft.ts';
import type { OrderQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { listed, membersOf, texts } from '../kit/loose.ts';
import { readEach } from '../kit/records.ts';
import { filled, identifier } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { amountsOf } from './amounts.ts';
import { askFor, askSite } from './asks.ts';
import { errorOf } from './explain.ts';
import type { Cursor } from './listing.ts';
import type { NativeFulfillment, NativeOrder, NativeTracking } from './native.ts';
import { orders } from './orders.ts';
import { metaIn, metaOf, numberOf, textsIn, truthOf } from './values.ts';

/** The core's own fulfilments, one of two plugins, or nothing but the status of the order. */
export type Way = 'core' | 'wc-shipment-tracking/v3' | 'wc-ast/v3' | 'status';
const PLUGINS = ['wc-shipment-tracking/v3', 'wc-ast/v3'] as const;

/** What is installed changes rarely. */
export const HOUR = 3600;

/** As the index of the site names it; of all routes there it alone is asked for. */
const ROUTE = String.raw`/wc/v3/orders/(?P<order_id>[\d]+)/fulfillments`;

/** How this shop ships: by the index of its API, or by trying where a plugin closes that to strangers. */
export const wayOf = (orderId: string, reading: Reading): Promise<Way> =>
  reading.remember('way to ship', HOUR, async () => {
    const fields: Pairs = [['_fields', `namespaces,routes.${ROUTE}`]];
    const ask = { ...askSite(reading.account, '', fields), expect: [401, 403, 404] };
    const { namespaces, routes } = membersOf((await reading.call(ask)).body);
    const spoken = textsIn(namespaces);
    if (!spoken.includes(reading.version)) return await tried(orderId, reading);
    if (ROUTE in membersOf(routes)) return 'core';
    return PLUGINS.find((one) => spoken.includes(one)) ?? 'status';
  });

async function tried(orderId: string, reading: Reading): Promise<Way> {
  for (const way of ['core', ...PLUGINS] as const) {
    const reply = await reading.call({ ...parcelsAsk(way, orderId, reading), expect: [404] });
    if (reply.status !== 404 || errorOf(reply)?.code !== 'rest_no_route') return way;
  }
  return 'status';
}

/** The parcels of an order, to read and to add to. */
export const parcelsAsk = (
  way: Exclude<Way, 'status'>,
  orderId: string,
  reading: Pick<Reading, 'account' | 'version'>,
): Ask =>
  way === 'core'
    ? askFor(reading, `orders/${orderId}/fulfillments`)
    : askSite(reading.account, `${way}/orders/${orderId}/shipment-trackings`);

/** Orders with their parcels, as far as the shop knows of them. */
export async function readShipped(ids: readonly string[], reading: Reading) {
  const known = ids.filter((id) => orders.id.pattern.test(id));
  if (known.length === 0) return [];
  const found: NativeOrder[] = [];
  const query: OrderQuery = { ids: known, limit: known.length, status: 'any' };
  let cursor: Cursor | undefined;
  do {
    const page = await orders.fetch(query, cursor, reading);
    found.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  const [first] = found;
  if (first === undefined) return [];
  const way = await wayOf(String(first.id), reading);
  return readEach(
    found,
    async (native) => {
      const order = recordOf(native, reading);
      const parcels = await parcelsOf(native, way, reading);
      const fulfillments = parcels.map((one) => completeFulfillment(one));
      const shipped = { ...order, fulfillments };
      if (way !== 'core') return { native, order: shipped };
      const line_items = order.line_items.map((line) => leftOf(line, native, fulfillments));
      return { native, order: { ...shipped, line_items } };
    },
    reading,
  );
}

function recordOf(native: NativeOrder, reading: Reading): Order {
  try {
    return completeOrder(orders.transform(native, reading), 'woocommerce');
  } catch (error) {
    throw unreadableRecord(native.id, 'a value in it', error);
  }
}

/**
 * What is left of a line where some of the order has left: as WooCommerce reckons it, which takes
 * whatever it is sent (`FulfillmentUtils::get_pending_items`). The order alone does not say it.
 */
function leftOf(
  line: LineItem,
  native: NativeOrder,
  parcels: readonly Pick<Fulfillment, 'line_items'>[],
): LineItem {
  const { id, quantity, fulfillable_quantity: known } = line;
  const back = amountsOf(native).refunded.piecesOf(id);
  if (known !== null || quantity === null || back === null) return line;
  const sent = parcels.flatMap(({ line_items }) => line_items).filter((one) => one.id === id);
  const gone = sum([back, ...sent.map((one) => one.quantity ?? 0)], 0);
  const left = Math.max(0, Math.ceil(Number(subtract(quantity, gone, 0))));
  return { ...line, fulfillable_quantity: left };
}

async function parcelsOf(
  order: NativeOrder,
  way: Way,
  reading: Reading,
): Promise<readonly FulfillmentDraft[]> {
  if (way === 'status') return noted(order);
  const { body } = await reading.call(parcelsAsk(way, String(order.id), reading));
  if (!Array.isArray(body)) throw brokenAnswer('The shop', 'a list of parcels');
  return way === 'core'
    ? listed<NativeFulfillment>(body).filter(hasLeft).map(fulfilled)
    : listed<NativeTracking>(body).map((one) => ({
        id: filled(one.tracking_id) ?? '',
        status: 'shipped',
        tracking_numbers: texts([one.tracking_number]),
      }));
}

/** The others are drafts. */
const hasLeft = ({ is_fulfilled, date_deleted }: NativeFulfillment): boolean =>
  truthOf(is_fulfilled) === true && filled(date_deleted) === null;

const fulfilled = ({ id, meta_data }: NativeFulfillment): FulfillmentDraft => ({
  id: identifier(id) ?? '',
  status: 'shipped',
  tracking_numbers: texts([metaIn(meta_data, '_tracking_number')]),
  line_items: listed<{ item_id?: unknown; qty?: unknown }>(metaIn(meta_data, '_items')).map(
    ({ item_id, qty }) => ({ id: identifier(item_id), quantity: numberOf(qty) }),
  ),
});

/** What was noted beside the order when it was completed. */
export const NUMBERS = { key: '_tracking_number', between: ', ' } as const;

function noted(order: NativeOrder): readonly FulfillmentDraft[] {
  const numbers = metaOf(order, NUMBERS.key)?.split(NUMBERS.between) ?? [];
  if (numbers.length === 0) return [];
  return [{ id: String(order.id), status: 'shipped', tracking_numbers: numbers }];
}
