// Reads orders from the Orders API v0, which Amazon ends on 27 March 2027: a list, then items by order.
import type { Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { collect, walk } from '../kit/paging.ts';
import { readable, readEach } from '../kit/records.ts';
import { filled, identifier } from '../kit/text.ts';
import { askFor, broken } from './asking.ts';
import { withProducts } from './joins.ts';
import { tokenOf } from './lists.ts';
import { fromV0, type ItemV0, type OrderV0 } from './native-v0.ts';
import { isRefusedInput, noteRefusedNumber } from './numbers.ts';
import { neededMarketplaces } from './participations.ts';
import { isChosenFor, isIn, wordsOf } from './status.ts';
import { isWithin, requireTimes, tellWindow, type Window, windowOf } from './window.ts';
import { noteWithheld } from './withheld.ts';

/** Where the next page begins: Amazon's token, or the next identifier. */
export interface PlaceV0 {
  readonly token?: string;
  readonly window?: Window;
  readonly at?: number;
}

/** Each order needs a call of its own for its items; the quota allows so many at once. */
const MOST_ORDERS = 30;
const AT_ONCE = 5;
const MOST_LISTS = 5;

type Bare = Omit<OrderV0, 'OrderItems'>;

interface Found<T> {
  readonly items: readonly T[];
  readonly next?: PlaceV0;
}

export async function fetchV0(
  query: OrderQuery,
  page: PlaceV0 | undefined,
  reading: Reading,
): Promise<Found<OrderV0>> {
  const { items, next } = query.ids
    ? await pick(query, query.ids, page?.at ?? 0, reading)
    : await list(query, page, reading);
  const whole = await readEach(items, (order) => withItems(order, reading), reading, AT_ONCE);
  const why = reading.account.tokenKind === 'restricted' ? NO_ROLE : NO_TOKEN;
  noteWithheld(whole.filter(isAddressed).map(deliveryOf), why, reading.note);
  const joined = await withProducts(whole, skusOf, reading);
  return { items: joined, ...(next && { next }) };
}

async function list(
  query: OrderQuery,
  page: PlaceV0 | undefined,
  reading: Reading,
): Promise<Found<Bare>> {
  const window = page?.window ?? windowOf(query, reading);
  if (!window) return { items: [] };
  let reach: ((bound: unknown) => void) | undefined = (bound) =>
    tellWindow(query, window, bound, reading);
  return walk({
    what: 'orders',
    limit: Math.min(query.limit, MOST_ORDERS),
    from: page ?? { window },
    most: MOST_LISTS,
    read: async ({ token }: PlaceV0, wanted) => {
      const filters: Pairs =
        token === undefined ? [...timesOf(window), ...statusesOf(query)] : [['NextToken', token]];
      const { rows, next, created, updated } = await readList(filters, wanted, query, reading);
      reach?.(window.family === 'created' ? created : updated);
      reach = undefined;
      return { rows, next: next === undefined ? undefined : { token: next, window } };
    },
    keep: (order) => isChosenFor(order.OrderStatus, query.status) && isInTime(order, query),
    nameOf: ({ AmazonOrderId, LastUpdateDate }) => `${AmazonOrderId} ${LastUpdateDate}`,
  });
}

async function pick(
  query: OrderQuery,
  ids: readonly string[],
  start: number,
  reading: Reading,
): Promise<Found<Bare>> {
  const most = Math.min(query.limit, MOST_ORDERS);
  const group = ids.slice(start, start + most);
  const at = start + group.length;
  const found = await readTogether(group, query, reading).catch((error: unknown) => {
    if (!isRefusedInput(error)) throw error;
    return readApart(group, query, reading);
  });
  const byId = new Map(found.map((order) => [order.AmazonOrderId, order]));
  const items = group
    .map((id) => byId.get(id))
    .filter((order) => order !== undefined)
    .filter((order) => isIn(order.OrderStatus, query.status) && isInTime(order, query));
  return { items, ...(at < ids.length && { next: { at } }) };
}

const readTogether = (
  ids: readonly string[],
  query: OrderQuery,
  reading: Reading,
): Promise<readonly Bare[]> =>
  collect('orders', (token: string | undefined) => {
    const filters: Pairs =
      token === undefined ? [['AmazonOrderIds', ids.join(',')]] : [['NextToken', token]];
    return readList(filters, MOST_ORDERS, query, reading);
  });

/** One by one, where one number among them made Amazon refuse them all. */
async function readApart(
  ids: readonly string[],
  query: OrderQuery,
  reading: Reading,
): Promise<readonly Bare[]> {
  const marketplaces = await neededMarketplaces(reading);
  const read = await readEach(ids, (id) => readAlone(id, query, reading), reading, AT_ONCE);
  return read
    .filter((order) => order !== undefined)
    .filter(({ MarketplaceId }) => {
      const sold = filled(MarketplaceId);
      return sold === null || marketplaces.includes(sold);
    });
}

/** Undefined when there is no such order, or Amazon does not take the number. */
async function readAlone(
  id: string,
  query: OrderQuery,
  reading: Reading,
): Promise<Bare | undefined> {
  const ask = askFor(reading.account, 'getOrder', `/orders/v0/orders/${id}`);
  try {
    const { status, body } = await reading.call({ ...ask, expect: [404] });
    if (status === 404) return undefined;
    return orderIn(isRecord(body) ? body.payload : undefined, query, id);
  } catch (error) {
    noteRefusedNumber(id, error, reading);
    return undefined;
  }
}

const isInTime = ({ PurchaseDate, LastUpdateDate }: Bare, query: OrderQuery): boolean =>
  isWithin(query, PurchaseDate, LastUpdateDate);

const timesOf = ({ family, after, before }: Window): Pairs => {
  const name = family === 'created' ? 'Created' : 'LastUpdated';
  return [
    [`${name}After`, after],
    ...(before === undefined ? [] : ([[`${name}Before`, before]] as const)),
  ];
};

function statusesOf({ status }: OrderQuery): Pairs {
  const words = wordsOf(status, 'v0');
  return words ? [['OrderStatuses', words.join(',')]] : [];
}

interface List {
  readonly rows: readonly Bare[];
  readonly next: string | undefined;
  readonly created: unknown;
  readonly updated: unknown;
}

async function readList(
  filters: Pairs,
  count: number,
  query: OrderQuery,
  reading: Reading,
): Promise<List> {
  const marketplaces = await neededMarketplaces(reading);
  const { body } = await reading.call(
    askFor(reading.account, 'getOrders', '/orders/v0/orders', [
      ['MarketplaceIds', marketplaces.join(',')],
      ...filters,
      ['MaxResultsPerPage', String(count)],
    ]),
  );
  const payload = payloadOf(body);
  if (!Array.isArray(payload.Orders)) throw broken('it holds no orders');
  return {
    rows: readable(payload.Orders, (row) => orderIn(row, query), reading),
    next: tokenOf(payload.NextToken),
    created: payload.CreatedBefore,
    updated: payload.LastUpdatedBefore,
  };
}

/** The order with all its items; a list of items has pages of its own. */
async function withItems(order: Bare, reading: Reading): Promise<OrderV0> {
  const { AmazonOrderId: id } = order;
  const items = await collect(`the items of ${id}`, async (token: string | undefined) => {
    const { body } = await reading.call(
      askFor(
        reading.account,
        'getOrderItems',
        `/orders/v0/orders/${id}/orderItems`,
        token === undefined ? [] : [['NextToken', token]],
      ),
    );
    const { OrderItems, NextToken } = payloadOf(body);
    if (!Array.isArray(OrderItems)) throw unreadableRecord(id, 'OrderItems');
    return { rows: OrderItems as readonly ItemV0[], next: tokenOf(NextToken) };
  });
  return { ...order, OrderItems: items };
}

const payloadOf = (body: unknown): Readonly<Record<string, unknown>> =>
  isRecord(body) && isRecord(body.payload) ? body.payload : {};

/** The order in a row, if it can be read: it needs its number, and the times that are asked for. */
function orderIn(row: unknown, query: OrderQuery, asked?: string): Bare {
  const order = isRecord(row) ? (row as unknown as Bare) : undefined;
  const id = identifier(order?.AmazonOrderId);
  if (!order || id === null) throw unreadableRecord(asked, 'AmazonOrderId');
  requireTimes(query, id, {
    created: ['PurchaseDate', order.PurchaseDate],
    updated: ['LastUpdateDate', order.LastUpdateDate],
  });
  return order;
}

const skusOf = ({ OrderItems }: OrderV0): readonly string[] =>
  parts(OrderItems)
    .map(({ SellerSKU }) => filled(SellerSKU))
    .filter((sku) => sku !== null);

/** States in which Amazon discloses the recipient to those who may know. */
const ADDRESSED = ['Unshipped', 'PartiallyShipped', 'Shipped', 'InvoiceUnconfirmed'];
const NO_TOKEN = 'Orders v0 discloses them only to a restricted data token (Atz.sprdt|…).';
const NO_ROLE =
  'the restricted data token does not cover them, or the app lacks the restricted role "Direct-to-Consumer Delivery".';

const isAddressed = ({ OrderStatus = '' }: OrderV0): boolean => ADDRESSED.includes(OrderStatus);

const deliveryOf = ({ FulfillmentChannel, ShippingAddress }: OrderV0) => ({
  byAmazon: FulfillmentChannel === 'AFN',
  address: fromV0(ShippingAddress),
});
