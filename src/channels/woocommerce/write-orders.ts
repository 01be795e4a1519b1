// Ships orders: by what the shop has for it.
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import type { Carriers, ChosenCarrier } from '../kit/carriers.ts';
import { membersOf } from '../kit/loose.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import type { FulfillmentWrite, Plan, Step } from '../writing.ts';
import { askFor, askSite, writing } from './asks.ts';
import { carriers, trackingCarriers } from './carriers.ts';
import type { NativeOrder } from './native.ts';
import { HOUR, NUMBERS, parcelsAsk, type Way, wayOf } from './shipments.ts';
import { waitsForPayment } from './status.ts';

type Shipping = (
  write: FulfillmentWrite,
  carrier: ChosenCarrier | null,
  reading: Reading,
) => readonly Step[] | Refusal;

export async function planFulfillments(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<Plan> {
  const [first] = writes;
  if (!first) return { steps: [], refused: [] };
  const way = await wayOf(first.order.id, reading);
  const taken = await carriersOf(way, first.order.id, reading);
  const { planned, refused } = sorted(writes, (write) => {
    if (write.item.location_id !== undefined)
      return new Refusal('location_not_found', 'The shop knows no places that orders leave from.');
    const carrier = carrierFor('The shop', taken, write.item.tracking_company);
    if (carrier instanceof Refusal) return carrier;
    return way === 'core'
      ? inCore(write, carrier, reading)
      : (isWhole(write) ?? (way === 'status' ? byStatus : byPlugin(way))(write, carrier, reading));
  });
  return { steps: planned.flat(), refused };
}

/** The plugin lists carriers of its own; the other takes whatever it is given, as does a note. */
function carriersOf(way: Way, orderId: string, reading: Reading): Promise<Carriers> | Carriers {
  if (way === 'core') return carriers;
  if (way !== 'wc-shipment-tracking/v3') return trackingCarriers({});
  return reading.remember('carriers', HOUR, async () => {
    // Older versions have the list below an order.
    for (const path of ['', `orders/${orderId}/`]) {
      const ask = askSite(reading.account, `${way}/${path}shipment-trackings/providers`);
      const { status, body } = await reading.call({ ...ask, expect: [404] });
      if (status !== 404) return trackingCarriers(membersOf(body));
    }
    return trackingCarriers({});
  });
}

/** One fulfilment of the core: some lines, and one number. */
const inCore: Shipping = ({ at, item, order, lines }, carrier, reading) => {
  const [number, ...others] = item.tracking_numbers ?? [];
  const [url, ...otherUrls] = item.tracking_urls ?? [];
  if (others.length > 0 || otherUrls.length > 0)
    return new Refusal(
      'refused_by_channel',
      'A fulfilment of this shop has one tracking number and one address: send each parcel by itself, with its lines.',
    );
  const items = lines.map(({ line, quantity }) => ({ item_id: Number(line.id), qty: quantity }));
  const meta = {
    _items: items,
    _tracking_number: number,
    _tracking_url: url,
    _shipment_provider: carrier?.code,
    _provider_name: carrier?.code === OTHER ? carrier.name : undefined,
  };
  const body = {
    ...{ status: 'fulfilled', is_fulfilled: true, meta_data: metaOf(meta) },
    notify_customer: item.notify_customer === true,
  };
  return [{ items: [at], ask: writing(parcelsAsk('core', order.id, reading), 'POST', body) }];
};
const OTHER = 'other';

/** Where an order can only be completed: all that is left must leave, and be paid. */
function isWhole({ order, lines, native }: FulfillmentWrite): Refusal | undefined {
  const { status } = native as NativeOrder;
  if (waitsForPayment(status))
    return new Refusal(
      'not_shippable',
      `The order waits for its payment (${status}). This shop ships an order by completing it, which would count it as paid.`,
    );
  const sent = new Map(lines.map(({ line, quantity }) => [line.id, quantity]));
  const isAll = order.line_items.every(
    ({ id, quantity, fulfillable_quantity: left }) =>
      (sent.get(id) ?? 0) >= (left ?? quantity ?? 0),
  );
  if (isAll) return undefined;
  return new Refusal(
    'not_shippable',
    'This shop has nothing to ship a part of an order with: leave "line_items" out once everything has left, or switch on fulfilments in WooCommerce.',
  );
}

/** A tracking item for each number, then the order is completed: its mail has them all. */
const byPlugin =
  (way: Exclude<Way, 'core' | 'status'>): Shipping =>
  ({ at, item, order }, carrier, reading) => {
    const numbers = item.tracking_numbers ?? [];
    const { tracking_urls: urls = [] } = item;
    if ((numbers.length === 0) !== (carrier === null) || urls.length > numbers.length)
      return new Refusal(
        'tracking_required',
        'The shop’s tracking plugin takes a carrier and a number together, or neither of them.',
      );
    const odd = numbers.find((number) => /[^a-z0-9 -]/i.test(number));
    if (way === 'wc-ast/v3' && odd !== undefined)
      return new Refusal(
        'refused_by_channel',
        'The shop’s tracking plugin takes letters, digits, blanks and hyphens alone in a tracking number.',
      );
    const isCustom = way === 'wc-shipment-tracking/v3' && carrier?.code === null;
    if (isCustom && urls.some((url) => url.includes('%')))
      return new Refusal(
        'refused_by_channel',
        'The shop’s tracking plugin takes a percent sign in an address for a place to fill in.',
      );
    const items = [at];
    const tracked = numbers.map((number, each) => ({
      items,
      ask: writing(parcelsAsk(way, order.id, reading), 'POST', {
        ...(isCustom
          ? { custom_tracking_provider: carrier.name }
          : { tracking_provider: carrier?.code ?? carrier?.name }),
        ...(urls[each] && { custom_tracking_link: urls[each] }),
        tracking_number: number,
      }),
    }));
    return [...tracked, { items, ask: completing(order.id, {}, reading) }];
  };

/** Tracking is noted with the order, for programs and for people. */
const byStatus: Shipping = ({ at, item, order }, carrier, reading) => {
  const { tracking_numbers: numbers = [], tracking_urls: urls = [] } = item;
  const odd = numbers.find((number) => number.includes(NUMBERS.between.trim()));
  if (odd !== undefined)
    return new Refusal('refused_by_channel', 'A tracking number may have no comma in this shop.');
  const meta = {
    [NUMBERS.key]: numbers.join(NUMBERS.between),
    _tracking_provider: carrier?.name,
    _tracking_url: urls.join(' '),
  };
  const words = [carrier?.name, numbers.join(NUMBERS.between), ...urls].filter(Boolean);
  const note = writing(askFor(reading, `orders/${order.id}/notes`), 'POST', {
    note: `Tracking: ${words.join(' ')}`,
  });
  const items = [at];
  return [
    ...(words.length > 0 ? [{ items, ask: note, prepares: true as const }] : []),
    { items, ask: completing(order.id, meta, reading) },
  ];
};

function completing(order: string, meta: Readonly<Record<string, unknown>>, reading: Reading) {
  const meta_data = metaOf(meta);
  return writing(askFor(reading, `orders/${order}`), 'PUT', {
    status: 'completed',
    ...(meta_data.length > 0 && { meta_data }),
  });
}

const metaOf = (meta: Readonly<Record<string, unknown>>) =>
  Object.entries(meta)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ({ key, value }));
