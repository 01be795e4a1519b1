// Orders: asked for by search or by identifier, read whole, held against every filter.
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeInstant } from '../../model/time.ts';
import type { Orders, Reading } from '../channel.ts';
import { type Stretch, walk } from '../kit/paging.ts';
import { readEach } from '../kit/records.ts';
import { withFulfillments } from './fulfillments.ts';
import { installed } from './installation.ts';
import { type Place, placeAfter, type Sort, startTerm, unread } from './long-walk.ts';
import { numberOf, type Order, recordId } from './native.ts';
import {
  moreDiscounts,
  moreLines,
  moreShipping,
  ordersByIds,
  ordersPage,
} from './order-documents.ts';
import { financialStatus, fulfillmentStatus } from './order-status.ts';
import { transform } from './orders-transform.ts';
import { byIds, pagesFor, search, whole } from './pages.ts';
import {
  isSince,
  noteStray,
  sinceTerm,
  type Time,
  timeOf,
  timeTerms,
  withinTimes,
} from './search.ts';

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
  idOf: recordId,
  fetch,
  transform,
};

async function fetch(query: OrderQuery, page: Place | undefined, reading: Reading) {
  await sayWindow(query, reading);
  const app = await attributedTo(query.attribution_app_id, reading);
  const sifted = (order: Order) => {
    if (!query.ids) noteStray(order, query, reading.note);
    return (app === undefined || numberOf(order.app?.id) === app) && isAsked(order, query);
  };
  const pageFrom = query.ids ? readByIds(query.ids, reading) : readBySearch(query, reading);
  return walk<Order, Place>({
    what: 'orders',
    limit: query.limit,
    from: page ?? {},
    most: pagesFor(query.limit, ordersPage(reading.version)),
    // The state of an order depends on all its lines: it is read whole before it is held against it.
    read: async (from, wanted) => {
      const { rows, next } = await pageFrom(from, wanted);
      return { rows: await completed(rows.filter(sifted), reading), next };
    },
    keep: (order) => isInState(order, query),
    nameOf: ({ id, updatedAt }) => `${id} ${updatedAt}`,
  });
}

type ReadPage = (from: Place, wanted: number) => Promise<Stretch<Order, Place>>;

function readBySearch(query: OrderQuery, reading: Reading): ReadPage {
  const operation = ordersPage(reading.version);
  const sort = sortOf(query);
  const terms = searchTerms(query);
  return async (from, wanted) => {
    const text = [terms, startTerm(from, sort)].filter(Boolean).join(' ');
    const variables = {
      ...(text && { query: text }),
      sortKey: sort.field.toUpperCase(),
      reverse: sort.reverse,
    };
    const { rows, after } = await search<Order>(operation, wanted, from.after, variables, reading);
    return {
      rows: unread(rows, from, sort),
      next: after === undefined ? undefined : placeAfter(rows, after, from, sort),
    };
  };
}

/** In the order of `ids`. */
function readByIds(ids: readonly string[], reading: Reading): ReadPage {
  const operation = ordersByIds(reading.version);
  const gids = [...new Set(ids)].map((id) => `gid://shopify/Order/${id}`);
  return (from, wanted) => byIds<Order>(operation, wanted, from, gids, {}, reading);
}

/** `unpaid` is no term of Shopify's: spelled out. */
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

/**
 * What has not shipped may be on hold, scheduled or in progress, for which Shopify has other words
 * or none, and may have shipped in part all the same. So the terms only leave out what cannot be
 * meant, and `isInState` decides by the order itself.
 */
const FULFILLMENT_TERMS: Readonly<Record<string, string>> = {
  shipped: 'fulfillment_status:shipped',
  partial: '-fulfillment_status:shipped',
  unshipped: '-fulfillment_status:shipped -fulfillment_status:partial',
  unfulfilled: '-fulfillment_status:shipped',
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
function sortOf(query: OrderQuery): Sort<Order> {
  const idOf = ({ id }: Order) => id;
  const by = (field: Time, reverse: boolean): Sort<Order> => ({
    field,
    reverse,
    valueOf: (order) => timeOf(order, field),
    idOf,
  });
  if (query.since_id !== undefined)
    return { field: 'id', reverse: false, valueOf: (order) => recordId(order) ?? '', idOf };
  if (query.updated_at_min !== undefined || query.updated_at_max !== undefined)
    return by('updated_at', false);
  if (query.processed_at_min !== undefined || query.processed_at_max !== undefined)
    return by('processed_at', true);
  return by('created_at', true);
}

/** The filters that the record itself proves, held against it even after a search. */
function isAsked(order: Order, query: OrderQuery): boolean {
  return (
    withinTimes(order, query) &&
    isSince(recordId(order), query.since_id) &&
    (query.status !== 'open' || (!order.closedAt && !order.cancelledAt)) &&
    (query.status !== 'closed' || !!order.closedAt) &&
    (query.status !== 'cancelled' || !!order.cancelledAt)
  );
}

/** The filters by state, as the record itself will say it: no search is as exact. */
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
async function sayWindow(query: OrderQuery, reading: Reading): Promise<void> {
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
      { field: 'attribution_app_id' },
    );
  const { appId } = await installed(reading);
  if (appId === null)
    throw new Fault(
      'channel_invalid_response',
      'Shopify does not say which app the access token belongs to.',
    );
  return appId;
}

/** The orders with their lists read to the end (an order comes with 20 lines), and what has shipped. */
async function completed(rows: readonly Order[], reading: Reading): Promise<Order[]> {
  const complete = await readEach(
    rows,
    async (order) => ({
      ...order,
      lineItems: await whole(order.lineItems, moreLines(reading.version), order.id, reading),
      shippingLines: await whole(order.shippingLines, moreShipping, order.id, reading),
      discountApplications: await whole(
        order.discountApplications,
        moreDiscounts,
        order.id,
        reading,
      ),
    }),
    reading,
  );
  return withFulfillments(complete, reading);
}
