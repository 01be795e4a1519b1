// What a seller has sent: shipments of Mirakl Connect, or of one marketplace in one of its two ways.
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import type { Carriers } from '../kit/carriers.ts';
import { listed, membersOf, parts, texts } from '../kit/loose.ts';
import { carrierFor, sorted } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import type { FulfillmentWrite, Plan, Step } from '../writing.ts';
import { carriers, marketplaceCarriers } from './carriers.ts';
import { askMarketplace, isMarketplace } from './marketplace.ts';
import { type ConnectOrder, isOffer, type MarketplaceOrder } from './native.ts';
import { products } from './products.ts';
import { idIn, refusalIn, refusedWith, writeConnect, writeMarketplace } from './write-asks.ts';

const DAY = 86_400;

export async function planFulfillments(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<Plan> {
  const places = await placesOf(writes, reading);
  const steps = isMarketplace(reading.account)
    ? await marketplaceStepsOf(writes, reading)
    : connectSteps;
  const { planned, refused } = sorted(writes, (write) => {
    const all = steps(write);
    return all instanceof Refusal ? all : (misplaced(write, places) ?? all);
  });
  return { steps: planned.flat(), refused };
}

/** Neither API lists warehouses: a seller's are those that the products of the orders are kept in. */
async function placesOf(
  writes: readonly FulfillmentWrite[],
  reading: Reading,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const placed = writes.filter(({ item }) => item.location_id !== undefined);
  const ids = [...new Set(placed.flatMap(productsIn))];
  const found = new Map<string, readonly string[]>();
  let cursor: Parameters<typeof products.fetch>[1];
  while (ids.length > 0) {
    const { items, next } = await products.fetch({ ids, limit: ids.length }, cursor, reading);
    for (const one of items)
      found.set(
        String(products.idOf(one)),
        texts(
          isOffer(one)
            ? parts(one.warehouses).map(({ code }) => code)
            : parts(one.quantities).map(({ warehouse_code: code }) => code),
        ),
      );
    if (next === undefined) break;
    cursor = next;
  }
  return found;
}

const productsIn = ({ order }: FulfillmentWrite): readonly string[] =>
  order.line_items.flatMap(({ product_id: id }) => (id !== null && products.id.pattern.test(id) ? [id] : [])); // biome-ignore format: one thought

function misplaced(
  write: FulfillmentWrite,
  places: ReadonlyMap<string, readonly string[]>,
): Refusal | undefined {
  const { location_id: place } = write.item;
  const known = new Set(productsIn(write).flatMap((id) => places.get(id) ?? []));
  if (place === undefined || known.has(place)) return undefined;
  const where = known.size > 0 ? `, but in ${[...known].join(', ')}` : ': leave "location_id" out';
  return new Refusal(
    'location_not_found',
    `Nothing of the order is kept in a warehouse "${place}"${where}.`,
  );
}

function connectSteps(write: FulfillmentWrite): readonly Step[] | Refusal {
  const { at, item, lines } = write;
  const order = write.native as ConnectOrder;
  const waits = order.status === 'AWAITING_ACCEPTANCE';
  const states = order.order_lines.map(({ id, status }) => ({ id, state: status }));
  const ready = { waits, states, state: order.status, shippable: 'AWAITING_SHIPMENT' };
  const refusal =
    order.fulfillment?.type === 'FULFILLED_BY_PARTNER'
      ? new Refusal('not_shippable', 'A partner sends this order, and says so to Mirakl itself.')
      : unready(write, ready);
  if (refusal) return refusal;
  const carrier = carrierFor('Mirakl Connect', carriers, item.tracking_company);
  if (carrier instanceof Refusal) return carrier;
  const tracking = onlyParcel(item);
  if (tracking instanceof Refusal) return tracking;
  const { number, url } = tracking;
  const path = `/v2/orders/${encodeURIComponent(item.order_id)}`;
  const accept = {
    order_lines: order.order_lines.map(({ id }) => ({ id, accepted: true })),
  };
  const shipment = {
    items: lines.map(({ line, quantity }) => ({ order_line_id: line.id, quantity })),
    ...(carrier && { carrier: carrier.name }),
    ...(number !== undefined && { tracking_number: number }),
    ...(url !== undefined && { tracking_url: url }),
    ...(item.location_id !== undefined && { warehouse_id: item.location_id }),
  };
  const ship: Step = {
    items: [at],
    ask: writeConnect('POST', 'v2-createShipment', `${path}/shipments`, shipment),
    read: (reply) => {
      const process = idIn(reply, 'action_id', 'tracking_id');
      return [refusalIn(reply) ?? (process === undefined ? undefined : { process })];
    },
  };
  if (!waits) return [ship];
  const ask = writeConnect('PUT', 'v2-acceptOrderLines', `${path}/accept`, accept);
  return [{ items: [at], ask, read: (reply) => [refusalIn(reply)] }, accepted(ship)];
}

/** An order may have to be paid for before it can be sent: what was done of it must not be passed over. */
const accepted = (step: Step): Step => ({
  ...step,
  read: (reply) =>
    (step.read?.(reply) ?? []).map((taken) =>
      taken instanceof Refusal
        ? new Refusal(taken.code, `The order was accepted, but not shipped. ${taken.message}`)
        : taken,
    ),
});

interface Readiness {
  /** The order waits for the seller to accept it. */
  readonly waits: boolean;
  readonly state: string;
  readonly states: readonly { readonly id: string; readonly state: string }[];
  /** The state in which a line can be sent. */
  readonly shippable: string;
}

/** Why the order, or a line that is asked for, cannot be sent now. */
function unready({ item, lines }: FulfillmentWrite, ready: Readiness): Refusal | undefined {
  if (ready.waits && !item.accept)
    return new Refusal(
      'not_accepted',
      'The order waits for its acceptance: send "accept": true to accept all of its lines first.',
    );
  for (const { line, quantity } of lines) {
    const state = ready.states.find(({ id }) => id === line.id)?.state ?? ready.state;
    if (!ready.waits && state !== ready.shippable)
      return new Refusal(
        'not_shippable',
        `Line "${line.id}" cannot be sent now: Mirakl says ${state} of it.`,
      );
    if (quantity < (line.fulfillable_quantity ?? quantity))
      return new Refusal(
        'not_shippable',
        `Mirakl shows of a line only whether it has left: a part of line "${line.id}" could not be read back. Send all ${line.fulfillable_quantity} pieces of it.`,
      );
  }
  return undefined;
}

/** Mirakl keeps one number and one address for what leaves together. */
function onlyParcel({
  tracking_numbers: numbers = [],
  tracking_urls: urls = [],
}: FulfillmentWrite['item']) {
  if (numbers.length > 1 || urls.length > 1)
    return new Refusal(
      'invalid_request',
      'Mirakl takes one tracking number and one address for a shipment: send each parcel with its lines by a call of its own.',
    );
  return { number: numbers[0], url: urls[0] };
}

// A marketplace.

async function marketplaceStepsOf(writes: readonly FulfillmentWrite[], reading: Reading) {
  const isMulti = await hasShipments(reading);
  const isNamed = writes.some(({ item }) => item.tracking_company !== undefined);
  const known = isNamed ? await carriersOf(reading) : carriers;
  return (write: FulfillmentWrite) => marketplaceSteps(write, known, isMulti, reading);
}

/** Where the operator has shipments of parts, they can be listed (ST11); elsewhere there is no such call. */
const hasShipments = ({ account, call, remember }: Reading): Promise<boolean> =>
  remember('shipments', DAY, async () => {
    const ask = askMarketplace(account, 'ST11', '/api/shipments', [['limit', '1']]);
    return (await call({ ...ask, expect: [400, 404] })).status < 400;
  });

async function carriersOf({ account, call, remember }: Reading): Promise<Carriers> {
  const list = await remember('carriers', DAY, async () => {
    const { body } = await call(askMarketplace(account, 'SH21', '/api/shipping/carriers'));
    return listed<{ code?: unknown; label?: unknown }>(membersOf(body).carriers);
  });
  return marketplaceCarriers(list);
}

function marketplaceSteps(
  write: FulfillmentWrite,
  known: Carriers,
  isMulti: boolean,
  { account }: Reading,
): readonly Step[] | Refusal {
  const { at, item, lines } = write;
  const order = write.native as MarketplaceOrder;
  const waits = order.order_state === 'WAITING_ACCEPTANCE';
  const states = order.order_lines.map(({ order_line_id: id, order_line_state: state }) => ({
    ...{ id, state },
  }));
  const ready = { waits, states, state: order.order_state, shippable: 'SHIPPING' };
  const refusal =
    order.can_shop_ship === false && !waits && !isMulti
      ? new Refusal('not_shippable', 'The marketplace says that the seller cannot ship this order.')
      : unready(write, ready);
  if (refusal) return refusal;
  const tracking = trackingOf(item, known, isMulti ? 'tracking_url' : 'carrier_url');
  if (tracking instanceof Refusal) return tracking;
  const path = `/api/orders/${encodeURIComponent(item.order_id)}`;
  const step = (
    ask: Step['ask'],
    read: NonNullable<Step['read']> = (reply) => [refusalIn(reply)],
  ): Step => ({ items: [at], ask, read });
  const then = waits ? accepted : (one: Step) => one;
  const accept = order.order_lines.map(({ order_line_id: id }) => ({ id, accepted: true }));
  const first = waits
    ? [step(writeMarketplace(account, 'PUT', 'OR21', `${path}/accept`, { order_lines: accept }))]
    : [];
  if (isMulti) {
    const shipment = {
      order_id: item.order_id,
      shipment_lines: lines.map(({ line, quantity }) => ({ order_line_id: line.id, quantity })),
      shipped: true,
      ...(item.location_id !== undefined && {
        shipping_from: { warehouse: { code: item.location_id } },
      }),
      ...(tracking && { tracking }),
    };
    const body = { shipments: [shipment] };
    return [
      ...first,
      then(
        step(writeMarketplace(account, 'POST', 'ST01', '/api/shipments', body), (reply) => {
          const errors = membersOf(reply.body).shipment_errors ?? [];
          const [error] = listed<{ message?: unknown }>(errors);
          return [refusalIn(reply) ?? (error && refusedWith(filled(error.message)))];
        }),
      ),
    ];
  }
  if (item.location_id !== undefined)
    return new Refusal(
      'location_not_found',
      'Orders of this marketplace leave from no place that is known here: leave "location_id" out.',
    );
  const asked = new Set(lines.map(({ line }) => line.id));
  const others = write.order.line_items.filter(
    ({ id, fulfillable_quantity: left }) => !asked.has(id) && left !== 0,
  );
  if (others.length > 0)
    return new Refusal(
      'not_shippable',
      'This marketplace takes orders as a whole: leave "line_items" out when all of it has left.',
    );
  return [
    ...first,
    ...(tracking
      ? [then(step(writeMarketplace(account, 'PUT', 'OR23', `${path}/tracking`, tracking)))]
      : []),
    then(step(writeMarketplace(account, 'PUT', 'OR24', `${path}/ship`))),
  ];
}

/** A carrier of the operator's list by its code and with a number; any other by its name. */
function trackingOf(
  item: FulfillmentWrite['item'],
  known: Carriers,
  urlName: 'tracking_url' | 'carrier_url',
): object | Refusal | null {
  const carrier = carrierFor('The marketplace', known, item.tracking_company);
  if (carrier instanceof Refusal) return carrier;
  const parcel = onlyParcel(item);
  if (parcel instanceof Refusal) return parcel;
  const { number, url } = parcel;
  if (carrier === null)
    return number === undefined && url === undefined
      ? null
      : new Refusal(
          'tracking_required',
          'The marketplace takes a tracking number with its carrier only: send "tracking_company".',
        );
  const tracked = { ...(number !== undefined && { tracking_number: number }) };
  if (carrier.code === null)
    return { carrier_name: carrier.name, ...tracked, ...(url !== undefined && { [urlName]: url }) };
  if (number === undefined)
    return new Refusal(
      'tracking_required',
      `The marketplace takes ${carrier.name} with a tracking number only.`,
    );
  if (url !== undefined)
    return new Refusal(
      'invalid_request',
      `The marketplace makes the address of the tracking page of ${carrier.name} itself: leave "tracking_urls" out.`,
    );
  return { carrier_code: carrier.code, ...tracked };
}
