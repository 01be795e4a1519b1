// Orders: found in bol's lists or by their numbers, each read whole by an ask of its own.
import { Fault } from '../../model/faults.ts';
import type { OrderQuery } from '../../model/query.ts';
import { writeInstant } from '../../model/time.ts';
import type { Orders, Reading } from '../channel.ts';
import { readEach } from '../kit/records.ts';
import { TOGETHER } from './asks.ts';
import { startOf } from './days.ts';
import type { NativeOrder } from './native.ts';
import { transformOrder } from './orders-transform.ts';
import {
  edgeOf,
  firstPlace,
  isCutOff,
  matches,
  type Place,
  placeAfter,
  samePlaceNow,
  stretchOf,
} from './stages.ts';
import { allowance, isSpent, readOrder, walkStretch } from './walk.ts';

/** Where a walk over lists stands, or how many of the orders named were read. */
type Page = Place | { readonly at: number };

export const orders: Orders<NativeOrder, Page> = {
  filters: {
    ids: 'channel',
    status: 'channel',
    updated_at_min: 'channel',
    updated_at_max: 'service',
    created_at_min: 'service',
    created_at_max: 'service',
  },
  defaults: { status: 'open' },
  id: { pattern: /^[0-9A-Za-z]{6,20}$/, example: 'C00031K4LM' },
  idOf: (order) => order.orderId,

  async fetch(query, page, reading) {
    if (query.ids) return pick(query.ids, query, page && 'at' in page ? page.at : 0, reading);
    if (isCutOff(query, reading.now)) tellWindow(reading);
    const place = page && 'stage' in page ? page : firstPlace(query, reading.now);
    return walk(query, place, reading);
  },

  transform: transformOrder,
};

function tellWindow({ now, note, assume }: Reading) {
  assume('updated_at_min', writeInstant(startOf(edgeOf(now))));
  note({
    code: 'orders_window',
    message:
      'bol tells of an order that is shipped or cancelled for three months after its last change; older ones cannot be read. Open orders are all there.',
    field: 'updated_at_min',
  });
}

/** One page of ours: fewer orders than asked for, or none, where many had to be looked at. */
async function walk(query: OrderQuery, start: Place, reading: Reading): Promise<Walked> {
  const allowed = allowance();
  const items: NativeOrder[] = [];
  const first = samePlaceNow(start, query, reading.now);
  let place: Place | undefined = first;
  while (place) {
    const stretch = stretchOf(place, query, reading.now);
    const missing = query.limit - items.length;
    try {
      const step = await walkStretch(stretch, place.mark, missing, allowed, reading);
      items.push(...step.items);
      if (step.mark) return { items, next: { ...place, mark: step.mark } };
    } catch (error) {
      // What was read before bol had enough is not thrown away: the next request goes on from here.
      if (place === first || !isRateLimited(error)) throw error;
      return { items, next: place };
    }
    place = placeAfter(place, query, reading.now);
    if (place && (items.length >= query.limit || isSpent(allowed))) return { items, next: place };
  }
  return { items };
}

interface Walked {
  readonly items: readonly NativeOrder[];
  readonly next?: Place;
}

const isRateLimited = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'channel_rate_limited';

/** Named orders in the order of their names, without those that bol does not know any more. */
async function pick(ids: readonly string[], query: OrderQuery, start: number, reading: Reading) {
  const items: NativeOrder[] = [];
  let at = start;
  while (at < ids.length && items.length < query.limit) {
    const batch = ids.slice(at, at + query.limit - items.length);
    at += batch.length;
    for (const order of await readEach(batch, (id) => readOrder(id, reading), reading, TOGETHER))
      if (order && matches(order, query)) items.push(order);
  }
  return { items, ...(at < ids.length && { next: { at } }) };
}
