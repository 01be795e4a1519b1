// The Orders API v0: getOrders, getOrder and getOrderItems, each in its payload.
import type { Order } from '../../catalogue/types.ts';
import type { StoreRequest } from '../../store.ts';
import { utcText } from '../../zone.ts';
import { oldStatuses, statusOf } from './holding.ts';
import { orderId } from './ids.ts';
import { oldItems, oldOrder } from './order-v0.ts';
import {
  behind,
  inWindow,
  placeAfter,
  readMarketplaces,
  readOrderId,
  readWindow,
} from './orders-2026.ts';
import {
  date,
  integer,
  list,
  type Parameters,
  type Place,
  readQuery,
  readToken,
  text,
  Wrong,
  writeToken,
} from './params.ts';
import { type AmazonShop, marketplaceOf } from './shops.ts';

const listParameters: Parameters = {
  CreatedAfter: date,
  CreatedBefore: date,
  LastUpdatedAfter: date,
  LastUpdatedBefore: date,
  OrderStatuses: list(8, [
    'PendingAvailability',
    'Pending',
    'Unshipped',
    'PartiallyShipped',
    'Shipped',
    'InvoiceUnconfirmed',
    'Canceled',
    'Unfulfillable',
  ]),
  MarketplaceIds: list(50),
  FulfillmentChannels: list(2, ['AFN', 'MFN']),
  MaxResultsPerPage: integer(1, 100),
  NextToken: text,
  AmazonOrderIds: list(50),
};

/** Items come so many at a time. */
const itemsAtATime = 50;

export interface OldOrderBook {
  list(request: StoreRequest, restricted: boolean): object;
  /** Null when there is no such order. */
  find(id: string, request: StoreRequest, restricted: boolean): object | null;
  items(id: string, request: StoreRequest): object | null;
}

export function openOldOrders(shop: AmazonShop, now: () => number): OldOrderBook {
  return {
    list(request, restricted) {
      const asked = readQuery(request.query, listParameters);
      const marketplaces = asked.list('MarketplaceIds');
      if (marketplaces === undefined) throw new Wrong('MarketplaceIds is required.');
      const sold = readMarketplaces(marketplaces, shop);
      const token = asked.text('NextToken');
      // A token holds the query that it goes on with; others need not be sent again.
      const state: ListState =
        token === undefined ? startOf(asked, now()) : readState(token, sold, now());
      const family = state.window ?? { family: 'created' as const };
      const left = behind(matching(state, sold, shop), family, state.place);
      const page = left.slice(0, asked.integer('MaxResultsPerPage') ?? 100);
      const place = placeAfter(page, left, family);
      return {
        payload: {
          Orders: page.map((order) => oldOrder(order, shop, restricted)),
          ...(place && { NextToken: writeState({ ...state, place }, sold, now()) }),
          ...(state.window && {
            [state.window.family === 'created' ? 'CreatedBefore' : 'LastUpdatedBefore']:
              `${utcText(state.window.before)}Z`,
          }),
        },
      };
    },
    find(id, request, restricted) {
      readQuery(request.query, {});
      readOrderId(id);
      const order = shop.orders.find((one) => orderId(one) === id);
      return order === undefined ? null : { payload: oldOrder(order, shop, restricted) };
    },
    items(id, request) {
      const asked = readQuery(request.query, { NextToken: text });
      readOrderId(id);
      const order = shop.orders.find((one) => orderId(one) === id);
      if (order === undefined) return null;
      const token = asked.text('NextToken');
      const at = token === undefined ? 0 : readToken(token, 'NextToken', id, now());
      const items = oldItems(order);
      const end = at + itemsAtATime;
      return {
        payload: {
          AmazonOrderId: id,
          OrderItems: items.slice(at, end),
          ...(end < items.length && { NextToken: writeToken(end, id, now()) }),
        },
      };
    },
  };
}

interface ListState {
  /** Where to go on; the start unless said. */
  readonly place?: Place;
  readonly window?: ReturnType<typeof readWindow>;
  readonly statuses?: readonly string[];
  readonly ids?: readonly string[];
}

function startOf(asked: ReturnType<typeof readQuery>, now: number): ListState {
  const ids = asked.list('AmazonOrderIds');
  const odd = ids?.find((id) => !/^\d{3}-\d{7}-\d{7}$/.test(id));
  if (odd !== undefined) throw new Wrong(`AmazonOrderIds holds an invalid value: ${odd}.`);
  if (ids) return { ids };
  const statuses = asked.list('OrderStatuses');
  const window = readWindow(
    {
      createdAfter: asked.date('CreatedAfter'),
      createdBefore: asked.date('CreatedBefore'),
      updatedAfter: asked.date('LastUpdatedAfter'),
      updatedBefore: asked.date('LastUpdatedBefore'),
    },
    now,
  );
  return { window, ...(statuses && { statuses }) };
}

function matching({ window, statuses, ids }: ListState, sold: readonly string[], shop: AmazonShop) {
  const here = (order: Order) => sold.includes(marketplaceOf(order, shop.sells).id);
  if (ids)
    return shop.orders
      .filter((order) => ids.includes(orderId(order)) && here(order))
      .sort((one, other) => other.createdAt - one.createdAt || other.id - one.id);
  const orders = window ? inWindow(shop, window) : [];
  return orders.filter(
    (order) => here(order) && (statuses?.includes(oldStatuses[statusOf(order)]) ?? true),
  );
}

/** The whole query travels in the token, beside the marketplaces that must come again. */
const writeState = (state: ListState, sold: readonly string[], now: number): string =>
  Buffer.from(JSON.stringify({ state, sold, now })).toString('base64');

function readState(token: string, sold: readonly string[], now: number): ListState {
  let read: { state?: ListState; sold?: readonly string[]; now?: number };
  try {
    read = JSON.parse(Buffer.from(token, 'base64').toString());
  } catch {
    throw new Wrong('The NextToken is not valid.');
  }
  if (!read.state || read.sold?.join() !== sold.join())
    throw new Wrong('The NextToken belongs to a request with other parameters.');
  if (now - (read.now ?? 0) > 86_400_000) throw new Wrong('The NextToken has expired.');
  return read.state;
}
