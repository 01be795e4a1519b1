// Reads orders: by search or one by one, from the Orders API 2026-01-01, or from v0 where asked for.
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Orders, Reading } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { walk } from '../kit/paging.ts';
import { readable, readEach } from '../kit/records.ts';
import { filled, identifier } from '../kit/text.ts';
import { askFor, broken, marketplaceIdsOf } from './asking.ts';
import { withProducts } from './joins.ts';
import { tokenOf } from './lists.ts';
import type { NativeOrder } from './native.ts';
import { isV0, type OrderV0 } from './native-v0.ts';
import { noteRefusedNumber } from './numbers.ts';
import { transform2026 } from './orders-transform.ts';
import { fetchV0, type PlaceV0 } from './orders-v0.ts';
import { transformV0 } from './orders-v0-transform.ts';
import { isChosenFor, isIn, wordsOf } from './status.ts';
import { isWithin, requireTimes, tellWindow, type Window, windowOf } from './window.ts';
import { noteWithheld } from './withheld.ts';

/** Where the next page begins: Amazon's token with all that must be sent with it, or the next id. */
interface Place2026 {
  readonly token?: string;
  readonly window?: Window;
  /** True where Amazon refused to give everything about this seller's orders. */
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
    const { items, next } = query.ids
      ? await pick(query, query.ids, place?.at ?? 0, reading)
      : await search(query, place, reading);
    noteWithheld(items.filter(isAddressed).map(deliveryOf), NO_ROLE, reading.note);
    const joined = await withProducts(items, skusOf, reading);
    return { items: joined, ...(next && { next }) };
  },

  transform: (order, context) =>
    isV0(order) ? transformV0(order, context) : transform2026(order, context),
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
  let reach: ((bound: unknown) => void) | undefined = (bound) =>
    tellWindow(query, window, bound, reading);
  return walk({
    what: 'orders',
    limit: query.limit,
    from: page ?? { window },
    most: MOST_SEARCHES,
    read: async (place: Place2026, wanted) => {
      const step = await readStep(query, place, wanted, reading);
      reach?.(step.reach);
      reach = undefined;
      return step;
    },
    keep: (order) => isChosenFor(stateIn(order), query.status) && isInTime(order, query),
    nameOf: ({ orderId, lastUpdatedTime }) => `${orderId} ${lastUpdatedTime}`,
  });
}

const stateIn = ({ fulfillment }: NativeOrder): unknown => fulfillment?.fulfillmentStatus;

const isInTime = ({ createdTime, lastUpdatedTime }: NativeOrder, query: OrderQuery): boolean =>
  isWithin(query, createdTime, lastUpdatedTime);

interface Step {
  readonly rows: readonly NativeOrder[];
  readonly next?: Place2026;
  /** The upper bound in force, as Amazon says it. */
  readonly reach: unknown;
}

async function readStep(
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
  const next = tokenOf(isRecord(body.pagination) ? body.pagination.nextToken : undefined);
  return {
    rows: readable(body.orders, (row) => orderIn(row, query), reading),
    reach: body[NAMES[window.family].before],
    ...(next !== undefined && {
      next: { token: next, window, ...(less && { less: true as const }) },
    }),
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
 * Asks for all that Amazon can give of an order. While Amazon brings new parts to one account after
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
      'Amazon does not give packages, payments and tax registrations for this seller: the carrier, payment_gateway_names and billing_address are left out.',
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
    const read = await readOrder(id, less, query, reading);
    less ||= read.less;
    return read.order;
  };
  while (at < end && kept.length < query.limit) {
    // Never more than is missing: every order read is one that can be given.
    const group = ids.slice(at, Math.min(end, at + query.limit - kept.length));
    at += group.length;
    const read = await readEach(group, readOne, reading, AT_ONCE);
    kept.push(
      ...read
        .filter((order) => order !== undefined)
        .filter((order) => isIn(stateIn(order), query.status) && isInTime(order, query))
        .filter((order) => isSoldIn(order, marketplaces)),
    );
  }
  return { items: kept, ...(at < ids.length && { next: { at } }) };
}

const isSoldIn = ({ salesChannel }: NativeOrder, marketplaces: readonly string[]): boolean => {
  const sold = filled(salesChannel?.marketplaceId);
  return marketplaces.length === 0 || sold === null || marketplaces.includes(sold);
};

/** No order when there is none of this number; `less` when Amazon gave only its older parts. */
async function readOrder(
  id: string,
  known: boolean,
  query: OrderQuery,
  reading: Reading,
): Promise<{ readonly order?: NativeOrder; readonly less: boolean }> {
  try {
    const { reply, less } = await withData(known, reading, (included) =>
      reading.call({
        ...askFor(reading.account, 'getOrder', `/orders/2026-01-01/orders/${id}`, [included]),
        expect: [404],
      }),
    );
    if (reply.status === 404) return { less };
    const { order } = isRecord(reply.body) ? reply.body : {};
    return { order: orderIn(order, query, id), less };
  } catch (error) {
    noteRefusedNumber(id, error, reading);
    return { less: known };
  }
}

/** The order in a row, if it can be read: it needs its number, and the times that are asked for. */
function orderIn(row: unknown, query: OrderQuery, asked?: string): NativeOrder {
  const order = isRecord(row) ? (row as unknown as NativeOrder) : undefined;
  const id = identifier(order?.orderId);
  if (!order || id === null) throw unreadableRecord(asked, 'orderId');
  requireTimes(query, id, {
    created: ['createdTime', order.createdTime],
    updated: ['lastUpdatedTime', order.lastUpdatedTime],
  });
  return order;
}

const skusOf = ({ orderItems }: NativeOrder): readonly string[] =>
  parts(orderItems)
    .map(({ product }) => filled(product?.sellerSku))
    .filter((sku) => sku !== null);

/** States in which Amazon discloses the recipient to apps that may know. */
const ADDRESSED = ['UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED'];
const NO_ROLE = 'the app lacks the restricted role "Direct-to-Consumer Delivery".';

const isAddressed = ({ fulfillment }: NativeOrder): boolean =>
  ADDRESSED.includes(fulfillment?.fulfillmentStatus ?? '');

const deliveryOf = ({ fulfillment, recipient }: NativeOrder) => ({
  byAmazon: fulfillment?.fulfilledBy === 'AMAZON',
  address: recipient?.deliveryAddress,
});
