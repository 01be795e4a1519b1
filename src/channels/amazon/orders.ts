// Reads orders: by search or one by one, from the Orders API 2026-01-01, or from v0 where asked for.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import type { Orders, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor, broken, isRecord, marketplaceIdsOf } from './asking.ts';
import { isWithheld } from './buyer.ts';
import { isV0, type NativeOrder, type OrderV0 } from './native.ts';
import { transform2026 } from './orders-transform.ts';
import { fetchV0, type PlaceV0 } from './orders-v0.ts';
import { transformV0 } from './orders-v0-transform.ts';
import { isIn, wordsOf } from './status.ts';
import { isWithin, tellWindow, type Window, windowOf } from './window.ts';

/** Where the next page begins: Amazon's token with all that must be sent with it, or the next id. */
interface Place2026 {
  readonly token?: string;
  readonly window?: Window;
  /** True where Amazon refused to tell everything about this seller's orders. */
  readonly less?: true;
  readonly at?: number;
}

export const orders: Orders<NativeOrder | OrderV0, Place2026 | PlaceV0> = {
  filters: {
    ids: 'channel',
    status: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
  },
  defaults: { status: 'open' },
  id: { pattern: /^\d{3}-\d{7}-\d{7}$/, example: '305-4471820-9914367' },
  idOf: (order) => (isV0(order) ? order.AmazonOrderId : order.orderId),

  async fetch(query, page, reading) {
    if (reading.version === 'v0') return fetchV0(query, page as PlaceV0 | undefined, reading);
    if (reading.account.tokenKind === 'restricted')
      throw new Fault(
        'invalid_request',
        'A restricted data token opens the Orders API v0 alone: send "api_version": "v0" with it, or an access or refresh token.',
        { field: 'api_version', reason: 'restricted_token' },
      );
    const place = page as Place2026 | undefined;
    const found = query.ids
      ? await pick(query, query.ids, place?.at ?? 0, reading)
      : await search(query, place, reading);
    noteWithheld(found.items, reading);
    return found;
  },

  transform: (order, telling) =>
    isV0(order) ? transformV0(order, telling) : transform2026(order, telling),
};

interface Found {
  readonly items: readonly NativeOrder[];
  readonly next?: Place2026;
}

/** How many searches one request makes when its filters leave few orders. */
const MOST_SEARCHES = 5;

async function search(
  query: OrderQuery,
  page: Place2026 | undefined,
  reading: Reading,
): Promise<Found> {
  const window = page?.window ?? windowOf(query, reading);
  if (!window) return { items: [] };
  const kept: NativeOrder[] = [];
  let place: Place2026 | undefined = page ?? { window };
  for (let count = 0; place && count < MOST_SEARCHES && kept.length < query.limit; count++) {
    // Never more than is missing, so that Amazon's token always stands behind what was kept.
    const { rows, next, reach }: Step = await step(
      query,
      place,
      query.limit - kept.length,
      reading,
    );
    if (count === 0) tellWindow(query, window, reach, reading);
    kept.push(...rows.filter((order) => fits(order, query)));
    place = next;
  }
  return { items: kept, ...(place && { next: place }) };
}

const fits = (order: NativeOrder, query: OrderQuery): boolean =>
  isIn(order.fulfillment?.fulfillmentStatus, query.status) &&
  isWithin(query, order.createdTime, order.lastUpdatedTime);

interface Step {
  readonly rows: readonly NativeOrder[];
  readonly next?: Place2026;
  /** The upper bound in force, as Amazon tells it. */
  readonly reach: unknown;
}

async function step(
  query: OrderQuery,
  place: Place2026,
  count: number,
  reading: Reading,
): Promise<Step> {
  const { window, token } = place;
  if (!window) throw broken('the page token holds no times');
  const { body, less } = await withData(place.less === true, reading, (included) =>
    reading.call(
      askFor(reading.account, 'searchOrders', '/orders/2026-01-01/orders', [
        ...timesOf(window),
        ...listed('fulfillmentStatuses', wordsOf(query.status, '2026')),
        ...listed('marketplaceIds', marketplaceIdsOf(reading.account)),
        included,
        ['maxResultsPerPage', String(count)],
        ...(token === undefined ? [] : ([['paginationToken', token]] as const)),
      ]),
    ),
  );
  if (!isRecord(body) || !Array.isArray(body.orders)) throw broken('it holds no list of orders');
  const next = isRecord(body.pagination) ? body.pagination.nextToken : undefined;
  return {
    rows: body.orders.map(wholeOrder),
    reach: body[NAMES[window.family].before],
    ...(typeof next === 'string' &&
      next !== '' && { next: { token: next, window, ...(less && { less: true as const }) } }),
  };
}

const NAMES = {
  created: { after: 'createdAfter', before: 'createdBefore' },
  updated: { after: 'lastUpdatedAfter', before: 'lastUpdatedBefore' },
} as const;

const timesOf = ({ family, after, before }: Window): Pairs => [
  [NAMES[family].after, after],
  ...(before === undefined ? [] : ([[NAMES[family].before, before]] as const)),
];

const listed = (name: string, values: readonly string[] | undefined): Pairs =>
  values && values.length > 0 ? [[name, values.join(',')]] : [];

const EVERYTHING =
  'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT';
const MOST_OF_IT = 'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT';

/**
 * Asks for all that Amazon can tell of an order. While Amazon brings new parts to one account after
 * another it may refuse them as invalid input; then the older parts are asked for, and it is said.
 * https://github.com/amzn/selling-partner-api-models/issues/5365
 */
async function withData<T extends { readonly body: unknown }>(
  less: boolean,
  reading: Reading,
  ask: (included: readonly ['includedData', string]) => Promise<T>,
): Promise<{ readonly body: unknown; readonly reply: T; readonly less: boolean }> {
  if (!less) {
    try {
      const reply = await ask(['includedData', EVERYTHING]);
      return { reply, body: reply.body, less: false };
    } catch (error) {
      if (!(error instanceof Fault) || error.reason !== 'invalid_input') throw error;
      const reply = await ask(['includedData', MOST_OF_IT]).catch(() => {
        throw error;
      });
      noteLess(reading);
      return { reply, body: reply.body, less: true };
    }
  }
  const reply = await ask(['includedData', MOST_OF_IT]);
  noteLess(reading);
  return { reply, body: reply.body, less: true };
}

const noteLess = ({ note }: Reading) =>
  note({
    code: 'field_withheld',
    field: 'payment_gateway_names',
    message:
      'Amazon does not tell packages, payments and tax registrations for this seller: the carrier, payment_gateway_names and billing_address are left out.',
  });

/** The quota allows so many single orders at once, and one every two seconds afterwards. */
const MOST_IDS = 30;
const AT_ONCE = 5;

async function pick(
  query: OrderQuery,
  ids: readonly string[],
  start: number,
  reading: Reading,
): Promise<Found> {
  const marketplaces = marketplaceIdsOf(reading.account);
  const kept: NativeOrder[] = [];
  const end = Math.min(ids.length, start + MOST_IDS);
  let at = start;
  let less = false;
  const readOne = async (id: string) => {
    const read = await readOrder(id, less, reading);
    less ||= read.less;
    return read.order;
  };
  while (at < end && kept.length < query.limit) {
    // Never more than is missing: every order read is one that can be told.
    const group = ids.slice(at, Math.min(end, at + query.limit - kept.length));
    at += group.length;
    const read = await inGroups(group, readOne, AT_ONCE);
    kept.push(
      ...read
        .filter((order) => order !== undefined)
        .filter((order) => fits(order, query) && isSoldIn(order, marketplaces)),
    );
  }
  return { items: kept, ...(at < ids.length && { next: { at } }) };
}

const isSoldIn = ({ salesChannel }: NativeOrder, marketplaces: readonly string[]): boolean =>
  marketplaces.length === 0 ||
  salesChannel?.marketplaceId === undefined ||
  marketplaces.includes(salesChannel.marketplaceId);

/** No order when there is none of this number; `less` when Amazon told only its older parts. */
async function readOrder(
  id: string,
  known: boolean,
  reading: Reading,
): Promise<{ readonly order?: NativeOrder; readonly less: boolean }> {
  const { reply, less } = await withData(known, reading, (included) =>
    reading.call({
      ...askFor(reading.account, 'getOrder', `/orders/2026-01-01/orders/${id}`, [included]),
      expect: [404],
    }),
  );
  if (reply.status === 404) return { less };
  const { order } = (reply.body ?? {}) as { readonly order?: unknown };
  return { order: wholeOrder(order), less };
}

function wholeOrder(value: unknown): NativeOrder {
  const whole =
    isRecord(value) &&
    typeof value.orderId === 'string' &&
    typeof value.createdTime === 'string' &&
    typeof value.lastUpdatedTime === 'string' &&
    Array.isArray(value.orderItems);
  if (!whole) throw broken('an order in it lacks its number, its times or its items');
  return value as unknown as NativeOrder;
}

/** States in which Amazon tells the recipient to apps that may know. */
const ADDRESSED = ['UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED'];

function noteWithheld(items: readonly NativeOrder[], reading: Reading) {
  const withheld = items.some(
    ({ fulfillment, recipient }) =>
      ADDRESSED.includes(fulfillment?.fulfillmentStatus ?? '') &&
      isWithheld(recipient?.deliveryAddress),
  );
  if (!withheld) return;
  reading.note({
    code: 'personal_data_withheld',
    field: 'shipping_address',
    message:
      'Amazon withholds names, addresses and contacts of buyers: the app lacks the restricted role "Direct-to-Consumer Delivery".',
  });
}
