// Reads orders from the Orders API v0, which Amazon ends on 27 March 2027: a list, then items by order.
import type { Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { askFor, broken, isRecord } from './asking.ts';
import { fromV0, isWithheld } from './buyer.ts';
import type { ItemV0, OrderV0 } from './native.ts';
import { neededMarketplaces } from './participations.ts';
import { isIn, wordsOf } from './status.ts';
import { isWithin, tellWindow, type Window, windowOf } from './window.ts';

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
    : await walk(query, page, reading);
  const whole = await inGroups(items, (order) => withItems(order, reading), AT_ONCE);
  noteWithheld(whole, reading);
  return { items: whole, ...(next && { next }) };
}

async function walk(
  query: OrderQuery,
  page: PlaceV0 | undefined,
  reading: Reading,
): Promise<Found<Bare>> {
  const window = page?.window ?? windowOf(query, reading);
  if (!window) return { items: [] };
  const most = Math.min(query.limit, MOST_ORDERS);
  const kept: Bare[] = [];
  let place: PlaceV0 | undefined = page ?? { window };
  for (let count = 0; place && count < MOST_LISTS && kept.length < most; count++) {
    const filters =
      place.token === undefined
        ? [...timesOf(window), ...statusesOf(query)]
        : ([['NextToken', place.token]] as const);
    const list: List = await readList(filters, most - kept.length, reading);
    const reach = window.family === 'created' ? list.created : list.updated;
    if (count === 0) tellWindow(query, window, reach, reading);
    kept.push(...list.orders.filter((order) => fits(order, query)));
    place = list.token === undefined ? undefined : { token: list.token, window };
  }
  return { items: kept, ...(place && { next: place }) };
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
  const found: Bare[] = [];
  let token: string | undefined;
  do {
    const filters: Pairs =
      token === undefined ? [['AmazonOrderIds', group.join(',')]] : [['NextToken', token]];
    const list: List = await readList(filters, MOST_ORDERS, reading);
    found.push(...list.orders);
    token = list.token;
  } while (token !== undefined);
  const byId = new Map(found.map((order) => [order.AmazonOrderId, order]));
  const items = group
    .map((id) => byId.get(id))
    .filter((order) => order !== undefined)
    .filter((order) => fits(order, query));
  return { items, ...(at < ids.length && { next: { at } }) };
}

const fits = (order: Bare, query: OrderQuery): boolean =>
  isIn(order.OrderStatus, query.status) &&
  isWithin(query, order.PurchaseDate, order.LastUpdateDate);

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
  readonly orders: readonly Bare[];
  readonly token: string | undefined;
  readonly created: unknown;
  readonly updated: unknown;
}

async function readList(filters: Pairs, count: number, reading: Reading): Promise<List> {
  const marketplaces = await neededMarketplaces(reading);
  const { body } = await reading.call(
    askFor(reading.account, 'getOrders', '/orders/v0/orders', [
      ['MarketplaceIds', marketplaces.join(',')],
      ...filters,
      ['MaxResultsPerPage', String(count)],
    ]),
  );
  const payload = payloadOf(body, 'Orders');
  return {
    orders: (payload.Orders as readonly unknown[]).map(wholeOrder),
    token: tokenOf(payload),
    created: payload.CreatedBefore,
    updated: payload.LastUpdatedBefore,
  };
}

/** The order with all its items; a list of items has pages of its own. */
async function withItems(order: Bare, reading: Reading): Promise<OrderV0> {
  const items: ItemV0[] = [];
  let token: string | undefined;
  do {
    const { body } = await reading.call(
      askFor(
        reading.account,
        'getOrderItems',
        `/orders/v0/orders/${order.AmazonOrderId}/orderItems`,
        token === undefined ? [] : [['NextToken', token]],
      ),
    );
    const payload = payloadOf(body, 'OrderItems');
    items.push(...(payload.OrderItems as readonly unknown[]).map(wholeItem));
    token = tokenOf(payload);
  } while (token !== undefined);
  return { ...order, OrderItems: items };
}

function payloadOf(body: unknown, list: string): Readonly<Record<string, unknown>> {
  const payload = isRecord(body) ? body.payload : undefined;
  if (!isRecord(payload) || !Array.isArray(payload[list])) throw broken(`it holds no ${list}`);
  return payload;
}

const tokenOf = ({ NextToken }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof NextToken === 'string' && NextToken !== '' ? NextToken : undefined;

function wholeOrder(value: unknown): Bare {
  const whole =
    isRecord(value) &&
    typeof value.AmazonOrderId === 'string' &&
    typeof value.PurchaseDate === 'string' &&
    typeof value.LastUpdateDate === 'string' &&
    typeof value.OrderStatus === 'string';
  if (!whole) throw broken('an order in it lacks its number, its times or its state');
  return value as unknown as Bare;
}

function wholeItem(value: unknown): ItemV0 {
  const whole =
    isRecord(value) &&
    typeof value.OrderItemId === 'string' &&
    typeof value.QuantityOrdered === 'number';
  if (!whole) throw broken('an item in it lacks its number or its quantity');
  return value as unknown as ItemV0;
}

/** States in which Amazon tells the recipient to those who may know. */
const ADDRESSED = ['Unshipped', 'PartiallyShipped', 'Shipped', 'InvoiceUnconfirmed'];

function noteWithheld(items: readonly OrderV0[], reading: Reading) {
  const withheld = items.some(
    ({ OrderStatus, ShippingAddress }) =>
      ADDRESSED.includes(OrderStatus) && isWithheld(fromV0(ShippingAddress)),
  );
  if (!withheld) return;
  reading.note({
    code: 'personal_data_withheld',
    field: 'shipping_address',
    message:
      'Amazon withholds names, addresses and contacts of buyers: Orders v0 tells them only to a restricted data token (Atz.sprdt|…).',
  });
}
