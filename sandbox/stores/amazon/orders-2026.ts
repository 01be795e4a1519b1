// The Orders API 2026-01-01: searchOrders and getOrder.
import type { Order } from '../../catalogue/types.ts';
import { perRecord } from '../../living/derived.ts';
import type { StoreRequest } from '../../store.ts';
import { utcText } from '../../zone.ts';
import { statusOf } from './holding.ts';
import { orderId } from './ids.ts';
import { type NativeOrder, nativeOrder } from './order-2026.ts';
import {
  date,
  integer,
  list,
  type Parameters,
  type Place,
  readPlace,
  readQuery,
  text,
  Wrong,
  writeToken,
} from './params.ts';
import { type AmazonShop, marketplaceOf } from './shops.ts';

const parts = [
  'BUYER',
  'RECIPIENT',
  'PROCEEDS',
  'EXPENSE',
  'PROMOTION',
  'CANCELLATION',
  'FULFILLMENT',
  'PACKAGES',
  'TAX',
  'PAYMENT',
  'FULFILLMENT_ORDERS',
];
const newerParts = ['PACKAGES', 'TAX', 'PAYMENT', 'FULFILLMENT_ORDERS'];

const searchParameters: Parameters = {
  createdAfter: date,
  createdBefore: date,
  lastUpdatedAfter: date,
  lastUpdatedBefore: date,
  fulfillmentStatuses: list(7, [
    'PENDING_AVAILABILITY',
    'PENDING',
    'UNSHIPPED',
    'PARTIALLY_SHIPPED',
    'SHIPPED',
    'CANCELLED',
    'UNFULFILLABLE',
  ]),
  marketplaceIds: list(50),
  fulfilledBy: list(2, ['MERCHANT', 'AMAZON']),
  maxResultsPerPage: integer(1, 100),
  paginationToken: text,
  includedData: list(parts.length, parts),
};

export interface OrderBook {
  search(request: StoreRequest): string;
  /** Null when there is no such order. */
  find(id: string, request: StoreRequest): string | null;
}

export function openOrders(shop: AmazonShop, now: () => number): OrderBook {
  const nativeOf = perRecord((order: Order) => nativeOrder(order, shop));
  const textsOf = perRecord((_: Order) => new Map<string, string>());

  function textOf(order: Order, included: readonly string[]): string {
    const texts = textsOf(order);
    const key = included.join(',');
    const known = texts.get(key) ?? JSON.stringify(assembled(nativeOf(order), included));
    texts.set(key, known);
    return known;
  }

  return {
    search(request) {
      const asked = readQuery(request.query, searchParameters);
      const included = includedOf(asked.list('includedData'), shop);
      const window = readWindow(
        {
          createdAfter: asked.date('createdAfter'),
          createdBefore: asked.date('createdBefore'),
          updatedAfter: asked.date('lastUpdatedAfter'),
          updatedBefore: asked.date('lastUpdatedBefore'),
        },
        now(),
      );
      const sold = readMarketplaces(asked.list('marketplaceIds'), shop);
      const statuses = asked.list('fulfillmentStatuses');
      const found = inWindow(shop, window).filter(
        (order) =>
          sold.includes(marketplaceOf(order, shop.sells).id) &&
          (statuses?.includes(statusOf(order)) ?? true),
      );
      const query = asked.except('paginationToken', 'maxResultsPerPage');
      const token = asked.text('paginationToken');
      const place =
        token === undefined ? undefined : readPlace(token, 'paginationToken', query, now());
      const left = behind(found, window, place);
      const page = left.slice(0, asked.integer('maxResultsPerPage') ?? 100);
      const next = placeAfter(page, left, window);
      const pagination = next ? { nextToken: writeToken(next, query, now()) } : {};
      const reach = {
        [window.family === 'created' ? 'createdBefore' : 'lastUpdatedBefore']:
          `${utcText(window.before)}Z`,
      };
      const rows = page.map((order) => textOf(order, included));
      return `{"orders":[${rows.join(',')}],"pagination":${JSON.stringify(pagination)},${JSON.stringify(reach).slice(1)}`;
    },
    find(id, request) {
      const asked = readQuery(request.query, { includedData: list(parts.length, parts) });
      const included = includedOf(asked.list('includedData'), shop);
      readOrderId(id);
      const order = shop.orders.find((one) => orderId(one) === id);
      return order === undefined ? null : `{"order":${textOf(order, included)}}`;
    },
  };
}

/** Three digits, seven and seven; anything else is refused before it is looked for. */
export function readOrderId(id: string): void {
  if (!/^\d{3}-\d{7}-\d{7}$/.test(id)) throw new Wrong(`Invalid orderId: ${id}.`);
}

function includedOf(asked: readonly string[] | undefined, shop: AmazonShop): readonly string[] {
  const newer = asked?.find((part) => newerParts.includes(part));
  if (shop.olderData && newer !== undefined)
    throw new Wrong(`Invalid value for includedData: ${newer}.`);
  return asked ?? [];
}

function assembled(native: NativeOrder, included: readonly string[]): object {
  const chosen = (given: NativeOrder['parts']) =>
    Object.assign({}, ...included.map((part) => given[part] ?? {}));
  return {
    ...native.base,
    ...chosen(native.parts),
    orderItems: native.items.map((item) => ({ ...item.base, ...chosen(item.parts) })),
  };
}

export interface Bounds {
  readonly createdAfter: number | undefined;
  readonly createdBefore: number | undefined;
  readonly updatedAfter: number | undefined;
  readonly updatedBefore: number | undefined;
}

export interface TimeWindow {
  readonly family: 'created' | 'updated';
  readonly after: number;
  readonly before: number;
}

const youngest = 2 * 60_000;

/** The rules that stand in the words of the parameters. */
export function readWindow(bounds: Bounds, now: number): TimeWindow {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore } = bounds;
  if (createdAfter === undefined && updatedAfter === undefined)
    throw new Wrong('Exactly one of createdAfter and lastUpdatedAfter must be set.');
  if (createdAfter !== undefined && updatedAfter !== undefined)
    throw new Wrong('createdAfter and lastUpdatedAfter cannot both be set.');
  const family = createdAfter === undefined ? 'updated' : 'created';
  if ((family === 'created' ? updatedBefore : createdBefore) !== undefined)
    throw new Wrong('Created and last updated dates cannot be mixed.');
  const after = createdAfter ?? updatedAfter ?? 0;
  const asked = family === 'created' ? createdBefore : updatedBefore;
  if (asked !== undefined && asked < after)
    throw new Wrong('The end of the range lies before its start.');
  if (asked !== undefined && asked > now - youngest)
    throw new Wrong('The end of the range must be at least two minutes before the current time.');
  // Without an end the range ends two minutes ago, and cannot begin later than that.
  if (after > now - youngest)
    throw new Wrong('The start of the range must be at least two minutes before the current time.');
  return { family, after, before: asked ?? now - youngest };
}

/** Newest first, by the time that was filtered on; both bounds belong to the range. */
export function inWindow(
  shop: AmazonShop,
  { family, after, before }: TimeWindow,
): readonly Order[] {
  const at = timeOf(family);
  return shop.orders
    .filter((order) => at(order) >= after && at(order) <= before)
    .sort((one, other) => at(other) - at(one) || other.id - one.id);
}

const timeOf =
  (family: TimeWindow['family']) =>
  (order: Order): number =>
    family === 'created' ? order.createdAt : order.updatedAt;

/** The part of a list after a position; a token means a position, not a count. */
export function behind(
  found: readonly Order[],
  { family }: Pick<TimeWindow, 'family'>,
  place: Place | undefined,
): readonly Order[] {
  if (place === undefined) return found;
  const [time, id] = place;
  const at = timeOf(family);
  return found.filter((order) => at(order) < time || (at(order) === time && order.id < id));
}

/** The place to go on from; undefined where the page was the last. */
export function placeAfter(
  page: readonly Order[],
  left: readonly Order[],
  { family }: Pick<TimeWindow, 'family'>,
): Place | undefined {
  const last = page.at(-1);
  if (last === undefined || page.length === left.length) return undefined;
  return [timeOf(family)(last), last.id];
}

export function readMarketplaces(
  asked: readonly string[] | undefined,
  shop: AmazonShop,
): readonly string[] {
  const own = shop.sells.map(({ id }) => id);
  const foreign = asked?.find((id) => !own.includes(id));
  if (foreign !== undefined) throw new Wrong(`Invalid marketplace: ${foreign}.`);
  return asked ?? own;
}
