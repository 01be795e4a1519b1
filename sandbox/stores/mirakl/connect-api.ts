// Mirakl Connect's lists: which parameters count, the walk along page tokens, the answer.
import { createHash } from 'node:crypto';
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, perRecord } from '../../living/derived.ts';
import { once } from '../../once.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { connectOrder, type Oddity } from './connect-orders.ts';
import { connectProduct } from './connect-products.ts';
import { orderId, sku } from './ids.ts';
import { isWrong, type Rules, readParams, type Values } from './params.ts';
import { connectError, connectReply, invalidInput } from './replies.ts';
import type { Company } from './shops.ts';
import { connectStatus } from './status.ts';

const statuses = [
  'AWAITING_FRAUD_CHECK',
  'AWAITING_ACCEPTANCE',
  'AWAITING_PAYMENT',
  'AWAITING_SHIPMENT',
  'SHIPPED',
  'DELIVERED',
  'CLOSED',
];

const orderRules: Rules = {
  order_ids: { kind: 'list' },
  statuses: { kind: 'list', words: statuses },
  updated_from: { kind: 'date' },
  fulfillment_type: { kind: 'text', words: ['FULFILLED_BY_SELLER', 'FULFILLED_BY_PARTNER'] },
  page_token: { kind: 'text' },
  limit: { kind: 'integer', least: 1, most: 100 },
  sort: { kind: 'text', pattern: /^(updated_at|created_at)(,(ASC|DESC))?$/ },
};

const productRules: Rules = {
  page_token: { kind: 'text' },
  limit: { kind: 'integer', least: 1, most: 1000 },
};

const window = 30 * 86_400_000;

/** A record as lists need it; its JSON is made once. */
interface Row {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: string;
  readonly text: () => string;
}

export interface ConnectLists {
  readonly orders: readonly Row[];
  readonly products: readonly Row[];
}

export function listsOf(company: Company, catalogue: Catalogue): ConnectLists {
  const { anchor } = catalogue;
  const rowOf = perRecord((order: Order) => orderRow(order, anchor, 'none'));
  const oddRowOf = oddities.map((oddity) =>
    perRecord((order: Order) => orderRow(order, anchor, oddity)),
  );
  const rowOfProduct = perRecord(
    (product: Product): Row => ({
      id: sku(product.variants[0] ?? { sku: null }),
      createdAt: 0,
      updatedAt: 0,
      status: '',
      text: once(() => JSON.stringify(connectProduct(product))),
    }),
  );
  const orders = derived(catalogue, () =>
    company.orders.map((order, index) => {
      const odd = company.isOdd ? oddRowOf[index % oddRowOf.length] : undefined;
      return (odd ?? rowOf)(order);
    }),
  );
  const products = derived(catalogue, () => company.products.map(rowOfProduct));
  return {
    get orders() {
      return orders();
    },
    get products() {
      return products();
    },
  };
}

function orderRow(order: Order, anchor: number, oddity: Oddity): Row {
  const { status } = connectStatus(order, anchor);
  return {
    id: orderId(order),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    status:
      oddity === 'channel-status'
        ? 'CHANNEL_SPECIFIC'
        : oddity === 'new-reason'
          ? 'CLOSED'
          : status,
    text: once(() => JSON.stringify(connectOrder(order, anchor, oddity))),
  };
}

const oddities: readonly Oddity[] = ['channel-status', 'new-reason', 'anonymized', 'none'];

/** The operation a request is for, by its name in the documentation. */
export function operationOf({ path }: StoreRequest): 'v2-listOrders' | 'listProducts' | undefined {
  if (path === '/api/v2/orders') return 'v2-listOrders';
  return path === '/api/products' ? 'listProducts' : undefined;
}

export function connectList(
  request: StoreRequest,
  company: Company,
  lists: ConnectLists,
  now: number,
): StoreReply {
  const operation = operationOf(request);
  if (operation === undefined)
    return connectError(404, 'DATA_NOT_FOUND', 'The requested resource was not found');
  if (request.method !== 'GET')
    return connectError(405, 'METHOD_NOT_ALLOWED', 'The method is not allowed');
  const isOrders = operation === 'v2-listOrders';
  if (isOrders && !company.readsOrders)
    return connectError(403, 'FORBIDDEN', 'The scope connect:order:read is missing');
  const values = readParams(request.query, isOrders ? orderRules : productRules, 'repeated');
  if (isWrong(values)) return invalidInput(values.name, values.message);
  return isOrders
    ? listed(lists.orders.filter(orderFilter(values, now)), orderSort(values), values, 10, request)
    : listed(lists.products, byId, values, 1000, request);
}

function orderFilter(values: Values, now: number): (row: Row) => boolean {
  const ids = values.list('order_ids');
  const wanted = values.list('statuses');
  const from = values.date('updated_from') ?? (ids === undefined ? now - window : undefined);
  const partner = values.text('fulfillment_type') === 'FULFILLED_BY_PARTNER';
  return (row) =>
    !partner &&
    (ids === undefined || ids.includes(row.id)) &&
    (wanted === undefined || wanted.includes(row.status)) &&
    (from === undefined || row.updatedAt >= from);
}

type Compare = (a: Row, b: Row) => number;

const byId: Compare = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function orderSort(values: Values): Compare {
  const [field, direction = 'DESC'] = (values.text('sort') ?? 'updated_at').split(',');
  const sign = direction === 'ASC' ? 1 : -1;
  const value = (row: Row) => (field === 'created_at' ? row.createdAt : row.updatedAt);
  return (a, b) => sign * (value(a) - value(b) || byId(a, b));
}

/** Seek pagination: a token holds the last record given, and goes with the filters it came from. */
function listed(
  rows: readonly Row[],
  compare: Compare,
  values: Values,
  standard: number,
  request: StoreRequest,
): StoreReply {
  const sorted = rows.toSorted(compare);
  const limit = values.integer('limit') ?? standard;
  const filters = filtersOf(request);
  const token = values.text('page_token');
  const last = token === undefined ? undefined : readToken(token, filters);
  if (last === null) return invalidInput('page_token', 'page_token does not fit the filters');
  const start = last === undefined ? 0 : sorted.findIndex((row) => compare(row, last) > 0);
  const page = start < 0 ? [] : sorted.slice(start, start + limit);
  const end = page.at(-1);
  const more = end !== undefined && start + limit < sorted.length;
  const next = more ? `,"next_page_token":${JSON.stringify(writeToken(end, filters))}` : '';
  return connectReply(`{"data":[${page.map((row) => row.text()).join(',')}]${next}}`);
}

/** Everything but the page and its size. */
const filtersOf = ({ query }: StoreRequest): string =>
  createHash('sha1')
    .update(JSON.stringify(query.filter(([name]) => name !== 'page_token' && name !== 'limit')))
    .digest('base64url');

const writeToken = ({ id, createdAt, updatedAt }: Row, filters: string): string =>
  Buffer.from(JSON.stringify([filters, id, createdAt, updatedAt])).toString('base64url');

function readToken(token: string, filters: string): Row | null {
  try {
    const [own, id, createdAt, updatedAt] = JSON.parse(
      Buffer.from(token, 'base64url').toString(),
    ) as [string, string, number, number];
    return own === filters ? { id, createdAt, updatedAt, status: '', text: () => '' } : null;
  } catch {
    return null;
  }
}
