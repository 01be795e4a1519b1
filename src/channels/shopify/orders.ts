// Orders: asked for by search or by identifier, read whole.
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeInstant } from '../../model/time.ts';
import type { Orders, Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { moreDiscounts, moreLines, moreShipping, ordersByIds, ordersPage } from './documents.ts';
import { byIds, installed, type Place, search, walk, whole } from './graphql.ts';
import { numberOf, type Order } from './native.ts';
import { financialStatus, fulfillmentStatus, transform } from './orders-transform.ts';
import { isSince, noteStray, sinceTerm, timeTerms, withinTimes } from './search.ts';

export const orders: Orders<Order, Place> = {
  filters: {
    ids: 'channel',
    since_id: 'channel',
    status: 'channel',
    financial_status: 'channel',
    fulfillment_status: 'channel',
    created_at_min: 'channel',
    created_at_max: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'channel',
    processed_at_min: 'channel',
    processed_at_max: 'channel',
    attribution_app_id: 'service',
  },
  defaults: { status: 'open' },
  id: { pattern: /^\d{1,19}$/, example: '6120441733315' },
  idOf: ({ legacyResourceId }) => legacyResourceId,
  fetch,
  transform,
};

async function fetch(query: OrderQuery, page: Place | undefined, reading: Reading) {
  await tellWindow(query, reading);
  const app = await attributedTo(query.attribution_app_id, reading);
  const byApp = (order: Order) => app === undefined || numberOf(order.app?.id) === app;

  if (query.ids)
    return walk(query.limit, page, readByIds(query.ids, reading), (order) => {
      return byApp(order) && isAsked(order, query) && isInState(order, query);
    });
  const { items, next } = await walk(query.limit, page, readBySearch(query, reading), (order) => {
    noteStray(order, query, reading.note);
    return byApp(order) && isAsked(order, query);
  });
  return { items: await completed(items, reading), ...(next && { next }) };
}

function readBySearch(query: OrderQuery, reading: Reading) {
  const operation = ordersPage(reading.version);
  const terms = searchTerms(query);
  const variables = { ...(terms && { query: terms }), ...sortOf(query) };
  return (wanted: number, from: Place) =>
    search<Order>(operation, wanted, from, variables, reading);
}

/** In the order of `ids`, each order whole before it is sifted: its state depends on all its lines. */
function readByIds(ids: readonly string[], reading: Reading) {
  const operation = ordersByIds(reading.version);
  const gids = [...new Set(ids)].map((id) => `gid://shopify/Order/${id}`);
  return async (wanted: number, from: Place) => {
    const stretch = await byIds<Order>(operation, wanted, from, gids, {}, reading);
    return { ...stretch, items: await completed(stretch.items, reading) };
  };
}

/** `unpaid` and `unfulfilled` are no terms of Shopify's whose meaning is documented: spelled out. */
const FINANCIAL_TERMS: Readonly<Record<string, string>> = {
  authorized: 'financial_status:authorized',
  paid: 'financial_status:paid',
  pending: 'financial_status:pending',
  partially_paid: 'financial_status:partially_paid',
  partially_refunded: 'financial_status:partially_refunded',
  refunded: 'financial_status:refunded',
  voided: 'financial_status:voided',
  unpaid: '(financial_status:authorized OR financial_status:partially_paid)',
};
const FULFILLMENT_TERMS: Readonly<Record<string, string>> = {
  shipped: 'fulfillment_status:shipped',
  partial: 'fulfillment_status:partial',
  unshipped: 'fulfillment_status:unshipped',
  unfulfilled: '(fulfillment_status:unshipped OR fulfillment_status:partial)',
};
const STATUS_TERMS: Readonly<Record<string, string>> = {
  open: 'status:open',
  closed: 'status:closed',
  cancelled: 'status:cancelled',
};

/** The search, its terms joined by an unwritten AND. */
export function searchTerms(query: OrderQuery): string {
  return [
    STATUS_TERMS[query.status ?? ''],
    FINANCIAL_TERMS[query.financial_status ?? ''],
    FULFILLMENT_TERMS[query.fulfillment_status ?? ''],
    ...timeTerms(query),
    query.since_id === undefined ? undefined : sinceTerm(query.since_id),
  ]
    .filter((term) => term !== undefined)
    .join(' ');
}

/**
 * Newest first by what is filtered on, which Shopify advises for speed. By the time of change it
 * goes upwards: an order that changes during a walk then shows up again at its end, where downwards
 * it would slip past unseen. After an id, upwards too.
 */
function sortOf(query: OrderQuery): { readonly sortKey: string; readonly reverse: boolean } {
  if (query.since_id !== undefined) return { sortKey: 'ID', reverse: false };
  if (query.updated_at_min !== undefined || query.updated_at_max !== undefined)
    return { sortKey: 'UPDATED_AT', reverse: false };
  if (query.processed_at_min !== undefined || query.processed_at_max !== undefined)
    return { sortKey: 'PROCESSED_AT', reverse: true };
  return { sortKey: 'CREATED_AT', reverse: true };
}

/** The filters that the record itself proves, held against it even after a search. */
function isAsked(order: Order, query: OrderQuery): boolean {
  return (
    withinTimes(order, query) &&
    isSince(order.legacyResourceId, query.since_id) &&
    (query.status !== 'open' || (order.closedAt === null && order.cancelledAt === null)) &&
    (query.status !== 'closed' || order.closedAt !== null) &&
    (query.status !== 'cancelled' || order.cancelledAt !== null)
  );
}

/** The filters by state, for orders that no search has sifted. */
function isInState(order: Order, query: OrderQuery): boolean {
  const { financial_status = 'any', fulfillment_status = 'any' } = query;
  const financial = financialStatus(order);
  const fulfillment = fulfillmentStatus(order);
  return (
    (financial_status === 'any' ||
      (PAID_BY[financial_status] ?? [financial_status]).includes(financial)) &&
    (fulfillment_status === 'any' || (SHIPPED_BY[fulfillment_status] ?? []).includes(fulfillment))
  );
}

/** Filter values that mean several statuses, or another word for one. */
const PAID_BY: Readonly<Record<string, readonly (string | null)[]>> = {
  unpaid: ['authorized', 'partially_paid'],
};
const SHIPPED_BY: Readonly<Record<string, readonly (string | null)[]>> = {
  shipped: ['fulfilled'],
  partial: ['partial'],
  unshipped: [null],
  unfulfilled: [null, 'partial'],
};

const WINDOW = 60 * 86_400_000;

/**
 * Without `read_all_orders` Shopify shows the orders of the last 60 days and does not say so.
 * https://shopify.dev/docs/api/admin-graphql/latest/queries/orders
 */
async function tellWindow(query: OrderQuery, reading: Reading): Promise<void> {
  const opens = reading.now - WINDOW;
  if (query.created_at_min !== undefined && query.created_at_min >= opens) return;
  const { scopes } = await installed(reading);
  if (scopes.includes('read_all_orders')) return;
  reading.assume('created_at_min', writeInstant(opens));
  reading.note({
    code: 'orders_window',
    field: 'created_at',
    message:
      'Shopify shows only the orders of the last 60 days, since the access token lacks the scope read_all_orders.',
  });
}

/** The number of the app whose orders are asked for; undefined when any will do. */
async function attributedTo(asked: string | undefined, reading: Reading) {
  if (asked === undefined || /^\d+$/.test(asked)) return asked;
  if (asked !== 'current')
    throw new Fault(
      'invalid_request',
      '"attribution_app_id" must be the number of an app, or current.',
      {
        field: 'attribution_app_id',
      },
    );
  const { appId } = await installed(reading);
  if (appId === null)
    throw new Fault(
      'channel_invalid_response',
      'Shopify does not tell which app the access token belongs to.',
    );
  return appId;
}

/** The orders with their lists read to the end: an order comes with 20 lines at first. */
function completed(items: readonly Order[], reading: Reading): Promise<Order[]> {
  return inGroups(items, async (order) => ({
    ...order,
    lineItems: await whole(order.lineItems, moreLines(reading.version), order.id, reading),
    shippingLines: await whole(order.shippingLines, moreShipping, order.id, reading),
    discountApplications: await whole(order.discountApplications, moreDiscounts, order.id, reading),
  }));
}
