// What the catalogue says a channel must answer: the other side of every filter test.
import type { Order } from '../../sandbox/catalogue/types.ts';
import { isAll } from '../all.ts';
import { DAYS, type Service } from '../service.ts';
import { iso } from './instants.ts';
import { LOSSES } from './losses.ts';

/** A request body that leaves nothing out. */
export function everything(service: Service, channel: string): object {
  const orders = service.app && service.channel(channel).orders;
  const any = orders?.filters.status ? { status: 'any' } : {};
  return { ...any, ...LOSSES.get(channel)?.everything?.(service.sandbox.catalogue.moments) };
}

/** The last weeks of the catalogue have an order of every trait: without repetitions these are read. */
export function lately(
  service: Service,
  channel: string,
): { readonly body: object; readonly isMeant: (order: Order) => boolean } {
  if (isAll || !service.channel(channel).orders?.filters.created_at_min)
    return { body: {}, isMeant: () => true };
  const from = service.sandbox.catalogue.moments.anchor - DAYS * 86_400_000;
  return { body: { created_at_min: iso(from) }, isMeant: ({ createdAt }) => createdAt >= from };
}

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

export const idsOf = (items: readonly { readonly id?: unknown }[]): string[] =>
  items.map(({ id }) => String(id)).sort();

/** Open, closed or cancelled, as the channel's own status has it. */
export const bucketOf = (service: Service, channel: string, order: Order): string =>
  service.store(channel).bucket?.(order) ?? order.state;
