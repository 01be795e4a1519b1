// What the catalogue says a channel must answer: the other side of every filter test.
import type { Catalogue, Order } from '../../sandbox/catalogue/types.ts';
import type { Service } from '../service.ts';

const DAY = 86_400_000;

/**
 * The filters with which a channel shows all that its sandbox shop holds, where a plain request
 * shows less. Each entry has its reason.
 */
const EVERYTHING: Readonly<Record<string, (moments: Catalogue['moments']) => object>> = {
  // Amazon wants a lower bound; without one the last 30 days are read, and the report says so.
  amazon: ({ first }) => ({ created_at_min: iso(first) }),
  // bol shows open orders and those handled in the last 48 hours, unless asked for changes since.
  bol: ({ anchor }) => ({ updated_at_min: iso(anchor - 85 * DAY) }),
  // Mirakl Connect shows the last 30 days of changes unless told otherwise.
  mirakl: ({ first }) => ({ updated_at_min: iso(first) }),
};

/** A request body that leaves nothing out. */
export function everything(service: Service, channel: string): object {
  const orders = service.app && service.channel(channel).orders;
  const any = orders?.filters.status ? { status: 'any' } : {};
  return { ...any, ...EVERYTHING[channel]?.(service.sandbox.catalogue.moments) };
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Native identifiers of the shop's orders that a rule keeps, sorted. */
export function expectedIds(
  service: Service,
  channel: string,
  keep: (order: Order) => boolean,
  shop = 'demo',
): string[] {
  const store = service.store(channel);
  return service
    .shop(channel, shop)
    .orders.filter(keep)
    .map((order) => store.orderId(order))
    .sort();
}

export const idsOf = (items: readonly Record<string, unknown>[]): string[] =>
  items.map(({ id }) => String(id)).sort();

/** Open, closed or cancelled, as the channel's own status has it. */
export const bucketOf = (service: Service, channel: string, order: Order): string =>
  service.store(channel).bucket?.(order) ?? order.state;
