// Reads orders from the Orders API v0: a list, then the items order by order.
import type { Pairs } from '../../../model/exchange.ts';
import type { OrderQuery } from '../../../model/query.ts';
import { unreadableRecord } from '../../../model/unreadable.ts';
import type { Reading } from '../../channel.ts';
import { membersOf, parts, texts } from '../../kit/loose.ts';
import { collect } from '../../kit/paging.ts';
import { pair } from '../../kit/pairs.ts';
import { readable, readEach } from '../../kit/records.ts';
import { noteWithheld } from '../addresses.ts';
import { askFor, broken, isRefusedInput, tokenOf } from '../asks.ts';
import { withProducts } from '../joins.ts';
import { neededMarketplaces } from '../participations.ts';
import {
  byNumber,
  type Fetch,
  fits,
  isSoldIn,
  orderIn,
  type Search,
  type Shape,
  search,
} from '../search.ts';
import { namesOf, reportHorizon, timesOf } from '../window.ts';
import type { ItemV0, OrderV0 } from './native.ts';
import { laterState, wordsOfV0 } from './status.ts';
import { deliveryOf } from './transform.ts';

/** Each order needs a call of its own for its items; the quota allows so many at the same time. */
export const MOST_ORDERS = 30;
const CONCURRENCY = 5;
const PATH = '/orders/v0/orders';

const NO_TOKEN = 'Orders v0 discloses them only to a restricted data token (Atz.sprdt|…).';
const NO_ROLE =
  'the restricted data token does not cover them, or the app lacks the restricted role "Direct-to-Consumer Delivery".';

type Bare = Omit<OrderV0, 'OrderItems'>;

export const fetchV0: Fetch<OrderV0> = async (query, cursor, reading) => {
  const read = query.ids ? readNamed : readList;
  const { items, next } = await read(query, cursor, reading);
  const whole = await readEach(items, (order) => withItems(order, reading), reading, CONCURRENCY);
  const isRestricted = reading.account.tokenKind === 'restricted';
  noteWithheld(whole.map(deliveryOf), isRestricted ? NO_ROLE : NO_TOKEN, reading.note);
  // A restricted data token does not open the listings.
  const joined = isRestricted ? whole : await withProducts(whole, skusOf, reading);
  return { items: joined, ...(next && { next }) };
};

const SHAPE: Shape<Bare> = {
  idName: 'AmazonOrderId',
  headOf: (order) => ({
    id: order.AmazonOrderId,
    state: laterState(order.OrderStatus),
    created: ['PurchaseDate', order.PurchaseDate],
    updated: ['LastUpdateDate', order.LastUpdateDate],
  }),
};

const skusOf = ({ OrderItems }: OrderV0): readonly string[] =>
  texts(parts(OrderItems).map(({ SellerSKU }) => SellerSKU));

/** v0 has the names of the later version, with a capital. */
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const readList: Fetch<Bare> = (query, cursor, reading) => {
  const read: Search<Bare>['read'] = async (window, token, wanted) => {
    const times = timesOf(window).map(([name, value]) => [capital(name), value] as const);
    const first = [...times, ...pair('OrderStatuses', wordsOfV0(query.status))];
    const filters = token === undefined ? first : pair('NextToken', token);
    const { rows, token: next, payload } = await readPage(filters, wanted, reading);
    return { rows, token: next, reach: payload[capital(namesOf(window)[1])] };
  };
  const limit = Math.min(query.limit, MOST_ORDERS);
  return search(query, cursor, { limit, shape: SHAPE, read }, reading);
};

const readNamed: Fetch<Bare> = async ({ ids = [], ...query }, cursor, reading) => {
  const start = cursor?.at ?? 0;
  const group = ids.slice(start, start + Math.min(query.limit, MOST_ORDERS));
  const at = start + group.length;
  const found = await readTogether(group, query, reading).catch((error: unknown) => {
    if (!isRefusedInput(error)) throw error;
    return readApart(group, query, reading);
  });
  const byId = new Map(found.map((order) => [order.AmazonOrderId, order]));
  if (group.some((id) => !byId.has(id))) {
    reportHorizon(reading);
    reading.assume('marketplaceIds', (await neededMarketplaces(reading)).join(','));
  }
  const items = group
    .map((id) => byId.get(id))
    .filter((order) => order !== undefined)
    .filter((order) => fits(order, SHAPE, query));
  return { items, ...(at < ids.length && { next: { at } }) };
};

const readTogether = (
  ids: readonly string[],
  query: OrderQuery,
  reading: Reading,
): Promise<readonly Bare[]> =>
  collect('orders', async (token: string | undefined) => {
    const filters = token === undefined ? pair('AmazonOrderIds', ids) : pair('NextToken', token);
    const page = await readPage(filters, MOST_ORDERS, reading);
    const rows = readable(page.rows, (row) => orderIn(row, SHAPE, query), reading);
    return { rows, next: page.token };
  });

/** One by one, where one number among them made Amazon refuse them all. */
async function readApart(
  ids: readonly string[],
  query: OrderQuery,
  reading: Reading,
): Promise<readonly Bare[]> {
  const marketplaces = await neededMarketplaces(reading);
  const readOne = async (id: string) => {
    const ask = askFor(reading.account, 'getOrder', `${PATH}/${id}`);
    const { status, body } = await reading.call({ ...ask, expect: [404] });
    if (status === 404) return undefined;
    return orderIn(membersOf(body).payload, SHAPE, query, id);
  };
  const read = await readEach(
    ids,
    (id) => byNumber(id, () => readOne(id), reading),
    reading,
    CONCURRENCY,
  );
  return read
    .filter((order) => order !== undefined)
    .filter(({ MarketplaceId }) => isSoldIn(MarketplaceId, marketplaces));
}

async function readPage(filters: Pairs, count: number, reading: Reading) {
  const { body } = await reading.call(
    askFor(reading.account, 'getOrders', PATH, [
      ...pair('MarketplaceIds', await neededMarketplaces(reading)),
      ...filters,
      ...pair('MaxResultsPerPage', count),
    ]),
  );
  const payload = membersOf(membersOf(body).payload);
  const { Orders: rows, NextToken } = payload;
  if (!Array.isArray(rows)) throw broken('a list of orders');
  return { rows, token: tokenOf(NextToken), payload };
}

/** The order with all its items; a list of items has pages of its own. */
async function withItems(order: Bare, reading: Reading): Promise<OrderV0> {
  const { AmazonOrderId: id } = order;
  const items = await collect(`the items of ${id}`, async (token: string | undefined) => {
    const query = pair('NextToken', token);
    const path = `${PATH}/${id}/orderItems`;
    const { body } = await reading.call(askFor(reading.account, 'getOrderItems', path, query));
    const { OrderItems, NextToken } = membersOf(membersOf(body).payload);
    if (!Array.isArray(OrderItems)) throw unreadableRecord(id, 'OrderItems');
    return { rows: OrderItems as readonly ItemV0[], next: tokenOf(NextToken) };
  });
  return { ...order, OrderItems: items };
}
