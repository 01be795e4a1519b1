// For tests: bol as one seller meets it, with lists that filter items as the vendor's do.
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { readInstant } from '../../model/time.ts';
import type { Reading, Warning } from '../channel.ts';
import { dayOf } from './dates.ts';
import { FULL } from './listing.ts';
import type { NativeItem, NativeOrder } from './native.ts';
import { leftOf } from './status.ts';

export const NOW = Date.UTC(2026, 10, 1, 12);

export interface FakeReading extends Reading {
  readonly asks: Ask[];
  readonly warnings: Warning[];
  readonly assumed: (readonly [filter: string, value: string])[];
}

/** A reading whose call is answered by a function. */
export function readingOf(
  answer: (ask: Ask) => Partial<Reply> | undefined,
  now = NOW,
): FakeReading {
  const asks: Ask[] = [];
  const warnings: Warning[] = [];
  const assumed: [string, string][] = [];
  const kept = new Map<string, unknown>();
  const call: Call = async (ask) => {
    asks.push(ask);
    const given = answer(ask);
    if (!given) throw new Fault('unexpected', `No one answers ${ask.url}.`);
    const reply = { status: 200, headers: {}, text: '', body: undefined, ...given };
    if (reply.status >= 400 && !ask.expect?.includes(reply.status))
      throw new Fault('channel_failed', `status ${reply.status}`, { status: reply.status });
    return reply;
  };
  return {
    account: {},
    version: 'v10',
    now,
    call,
    note: (warning) => warnings.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: (filter, value) => assumed.push([filter, value]),
    remember: async <T>(key: string, _seconds: number, make: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as T;
    },
    asks,
    warnings,
    assumed,
  };
}

export const queryOf = (ask: Ask | undefined): Record<string, string> =>
  Object.fromEntries(ask?.query ?? []);

/** One item of a made-up order. */
export interface ItemPlan {
  readonly changed: number;
  readonly quantity?: number;
  readonly shipped?: number;
  readonly cancelled?: number;
}

export interface OrderPlan {
  readonly id: string;
  readonly placed: number;
  readonly items: readonly ItemPlan[];
}

const written = (at: number): string => new Date(at).toISOString().replace('.000', '');

export const orderOf = ({ id, placed, items }: OrderPlan): NativeOrder => ({
  orderId: id,
  orderPlacedDateTime: written(placed),
  shipmentDetails: { countryCode: 'NL' },
  orderItems: items.map((item, index) => ({
    orderItemId: `${id}-${index}`,
    quantity: item.quantity ?? 1,
    quantityShipped: item.shipped ?? 0,
    quantityCancelled: item.cancelled ?? 0,
    latestChangedDateTime: written(item.changed),
    unitPrice: '1.00',
    totalPrice: '1.00',
    discounts: [],
  })),
});

export interface Seller {
  /** What bol holds now; a test may change it between two pages. */
  orders: readonly OrderPlan[];
  now: number;
  /** True where lists have all items of an order when one of them matches. */
  whole: boolean;
  readonly lists: Record<string, string>[];
  readonly read: string[];
  reading(): FakeReading;
}

/** A seller whose orders are listed and answered as the Retailer API does it. */
export function fakeSeller(orders: readonly OrderPlan[], now = NOW): Seller {
  const seller: Seller = {
    orders,
    now,
    whole: false,
    lists: [],
    read: [],
    reading: () => readingOf(answer, seller.now),
  };
  return seller;

  function answer(ask: Ask): Partial<Reply> {
    const [, id] = /\/orders\/(\w+)$/.exec(ask.url) ?? [];
    if (id === undefined) return { body: list(queryOf(ask)) };
    seller.read.push(id);
    const plan = seller.orders.find((order) => order.id === id);
    return plan ? { body: orderOf(plan) } : { status: 404 };
  }

  function list(query: Record<string, string>): object {
    seller.lists.push(query);
    const wanted = wantedBy(query, seller.now);
    const rows = seller.orders
      .map(orderOf)
      .sort((a, b) => String(b.orderPlacedDateTime).localeCompare(String(a.orderPlacedDateTime)))
      .map((order) => ({ order, items: order.orderItems.filter(wanted) }))
      .filter(({ items }) => items.length > 0)
      .map(({ order: { orderId, orderPlacedDateTime, orderItems }, items }) => ({
        orderId,
        orderPlacedDateTime,
        orderItems: seller.whole ? orderItems : items,
      }));
    const first = (Number(query.page) - 1) * FULL;
    const page = rows.slice(first, first + FULL);
    return page.length === 0 ? {} : { orders: page };
  }
}

function wantedBy(query: Record<string, string>, now: number) {
  const minutes = query['change-interval-minute'];
  const day = query['latest-change-date'];
  return (item: NativeItem): boolean => {
    const changed = readInstant(String(item.latestChangedDateTime)) ?? 0;
    const open = leftOf(item) > 0;
    if (query.status === 'OPEN' && !open) return false;
    if (day !== undefined) return dayOf(changed) === day;
    if (minutes !== undefined) return changed >= now - Number(minutes) * 60_000;
    return open || changed >= now - 48 * 3_600_000;
  };
}
