// Orders: asked for by search or by identifier, read whole, held against every filter.

import type { OrderFilter, OrderQuery } from '../../model/query.ts';
import { shape } from '../../model/shape.ts';
import { writeInstant } from '../../model/time.ts';
import type { Orders, Reading } from '../channel.ts';
import { boundsOf, isBounded } from '../kit/bounds.ts';
import { bounds, filtersBy } from '../kit/filters.ts';
import { refuse } from '../kit/given.ts';
import { walk } from '../kit/paging.ts';
import { readEach } from '../kit/records.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { fulfillmentsOf } from './fulfillment-records.ts';
import { withFulfillments, withWholeFulfillments } from './fulfillments.ts';
import { installed } from './installation.ts';
import { byIds, bySearch, pagesFor, whole } from './listing.ts';
import type { Cursor, Sort } from './long-walk.ts';
import { numberOf, type Order, recordId } from './native.ts';
import {
  MONEY_SETS,
  moreDiscounts,
  moreLines,
  moreShipping,
  ordersByIds,
  ordersPage,
} from './order-documents.ts';
import { transform } from './orders-transform.ts';
import { refundsOf, withRefunds } from './refunds.ts';
import { scanOrders } from './scan.ts';
import { isSince, noteOutside, sinceTerm, timeTerms, withinTimes } from './search.ts';
import { financialStatus, fulfillmentStatus } from './status.ts';

export const orders: Orders<Order, Cursor> = {
  filters: filtersBy<OrderFilter>({
    channel: [
      'ids',
      'since_id',
      'status',
      'financial_status',
      'fulfillment_status',
      ...bounds('created_at', 'updated_at', 'processed_at'),
    ],
    service: ['attribution_app_id'],
  }),
  defaults: { status: 'open' },
  id: { pattern: /^\d{1,19}$/, example: '6120441733315' },
  idOf: recordId,
  fetch,
  shape: shape({
    numbers: [
      'lineItems.nodes.*.discountAllocations.*.discountApplication.index',
      'shippingLines.nodes.*.discountAllocations.*.discountApplication.index',
    ],
    objects: [
      'app',
      'billingAddress',
      'customer',
      'customer.defaultAddress',
      'customer.defaultEmailAddress',
      'customer.defaultPhoneNumber',
      'customer.defaultPhoneNumber.smsMarketingConsent',
      'customerJourneySummary',
      'customerJourneySummary.firstVisit',
      'fulfillments.*.location',
      'fulfillments.*.service',
      'fulfillments.*.fulfillmentLineItems',
      'fulfillments.*.fulfillmentLineItems.nodes.*.lineItem',
      'lineItems.nodes.*.product',
      'lineItems.nodes.*.variant',
      'lineItems.nodes.*.weight',
      'purchasingEntity',
      'purchasingEntity.company',
      'purchasingEntity.location',
      'retailLocation',
      'shippingAddress',
      ...[
        ...MONEY_SETS,
        'lineItems.nodes.*.originalUnitPriceSet',
        'lineItems.nodes.*.totalDiscountSet',
        'lineItems.nodes.*.discountAllocations.*.allocatedAmountSet',
        'shippingLines.nodes.*.originalPriceSet',
        'shippingLines.nodes.*.discountedPriceSet',
        'shippingLines.nodes.*.discountAllocations.*.allocatedAmountSet',
        'refunds.*.totalRefundedSet',
        'refunds.*.refundLineItems.nodes.*.subtotalSet',
        'refunds.*.refundLineItems.nodes.*.totalTaxSet',
        'refunds.*.refundShippingLines.nodes.*.subtotalAmountSet',
        'refunds.*.refundShippingLines.nodes.*.taxAmountSet',
        'refunds.*.orderAdjustments.nodes.*.amountSet',
        'refunds.*.orderAdjustments.nodes.*.taxAmountSet',
      ].flatMap((set) => [set, `${set}.shopMoney`, `${set}.presentmentMoney`]),
    ],
    needed: [
      'discountApplications',
      'discountApplications.nodes.*.value',
      'lineItems.nodes.*.discountAllocations.*.discountApplication',
      'refunds.*.orderAdjustments',
      'refunds.*.refundLineItems',
      'refunds.*.refundLineItems.nodes.*.lineItem',
      'refunds.*.refundShippingLines',
      'refunds.*.transactions',
      'shippingLines',
      'shippingLines.nodes.*.discountAllocations.*.discountApplication',
      'totalTipReceivedSet',
    ],
    words: ['lineItems.nodes.*.id', 'refunds.*.refundLineItems.nodes.*.lineItem.id'],
  }),
  scan: scanOrders,
  transform,
  includes: { fulfillments: fulfillmentsOf, refunds: refundsOf },
};

async function fetch(query: OrderQuery, cursor: Cursor | undefined, reading: Reading) {
  await noteWindow(query, reading);
  const app = await attributedTo(query.attribution_app_id, reading);
  const isWanted = (order: Order) => {
    if (!query.ids) noteOutside(order, query, reading.note);
    return (app === undefined || numberOf(order.app?.id) === app) && isAsked(order, query);
  };
  const page = await walk<Order, Cursor>(
    {
      what: 'orders',
      limit: query.limit,
      from: cursor ?? {},
      most: pagesFor(query.limit, ordersPage(reading.version)),
      // The state of an order depends on all its lines: it is read whole before it is held against it.
      read: async (from, wanted) => {
        const { rows, next } = await readPage(query, from, wanted, reading);
        return { rows: await completed(rows.filter(isWanted), reading), next };
      },
      keep: (order) => isInState(order, query),
      nameOf: ({ id, updatedAt }) => `${id} ${updatedAt}`,
    },
    reading,
  );
  return query.include ? { ...page, items: await included(page.items, query, reading) } : page;
}

function readPage(query: OrderQuery, from: Cursor, wanted: number, reading: Reading) {
  const { version } = reading;
  if (query.ids) {
    const gids = [...new Set(query.ids)].map((id) => `gid://shopify/Order/${id}`);
    return byIds<Order>(ordersByIds(version), gids, from, wanted, reading);
  }
  const sort = sortOf(query);
  const search = {
    operation: ordersPage(version),
    terms: searchTerms(query),
    sort,
    variables: { sortKey: sort.field.toUpperCase(), reverse: sort.reverse },
  };
  return bySearch<Order>(search, from, wanted, reading);
}

/** `unpaid` is no term of Shopify's: spelled out. */
const FINANCIAL_TERMS: Readonly<Record<string, string>> = {
  unpaid: '(financial_status:authorized OR financial_status:partially_paid)',
};

/**
 * What has not shipped may be on hold, scheduled or in progress, for which Shopify has other words
 * or none, and may have shipped in part all the same. So the terms only leave out what cannot be
 * meant, and `isInState` decides by the order itself.
 */
const FULFILLMENT_TERMS: Readonly<Record<string, string>> = {
  partial: '-fulfillment_status:shipped',
  unshipped: '-fulfillment_status:shipped -fulfillment_status:partial',
  unfulfilled: '-fulfillment_status:shipped',
};

/** The search, its terms joined by an unwritten AND. */
export function searchTerms(query: OrderQuery): string {
  return [
    term('status', query.status),
    term('financial_status', query.financial_status, FINANCIAL_TERMS),
    term('fulfillment_status', query.fulfillment_status, FULFILLMENT_TERMS),
    ...timeTerms(query),
    query.since_id === undefined ? undefined : sinceTerm(query.since_id),
  ]
    .filter((one) => one !== undefined)
    .join(' ');
}

/** None for `any`; otherwise the caller's word is Shopify's too, where no other is given. */
function term(name: string, asked = 'any', others: Readonly<Record<string, string>> = {}) {
  return asked === 'any' ? undefined : (others[asked] ?? `${name}:${asked}`);
}

/**
 * Newest first by what is filtered on, which Shopify advises for speed. By the time of change it
 * goes upwards: an order that changes during a walk then shows up again at its end, where downwards
 * it would slip past unseen. After an id, upwards too.
 */
function sortOf(query: OrderQuery): Sort {
  if (query.since_id !== undefined) return { field: 'id', reverse: false };
  if (isBounded(boundsOf(query, 'updated_at'))) return { field: 'updated_at', reverse: false };
  const field = isBounded(boundsOf(query, 'processed_at')) ? 'processed_at' : 'created_at';
  return { field, reverse: true };
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
async function noteWindow(query: OrderQuery, reading: Reading): Promise<void> {
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
    return refuse('attribution_app_id', 'must be the number of an app, or current.');
  const { appId } = await installed(reading);
  if (appId === null) throw brokenAnswer('Shopify', 'the app that the access token belongs to');
  return appId;
}

/** The orders with their lists read to the end (an order comes with 20 lines), and what has shipped. */
async function completed(rows: readonly Order[], reading: Reading): Promise<Order[]> {
  const lines = moreLines(reading.version);
  const read = async (order: Order): Promise<Order> => {
    const { id, lineItems, shippingLines, discountApplications } = order;
    return {
      ...order,
      lineItems: await whole(lineItems, lines, id, reading),
      shippingLines: await whole(shippingLines, moreShipping, id, reading),
      discountApplications: await whole(discountApplications, moreDiscounts, id, reading),
    };
  };
  return withFulfillments(await readEach(rows, read, reading), reading);
}

/** The orders with what is to be included, one more ask for each 25 of them and each list. */
async function included(
  rows: readonly Order[],
  { include = [] }: OrderQuery,
  reading: Reading,
): Promise<readonly Order[]> {
  const shipped = include.includes('fulfillments')
    ? await withWholeFulfillments(rows, reading)
    : rows;
  return include.includes('refunds') ? withRefunds(shipped, reading) : shipped;
}
