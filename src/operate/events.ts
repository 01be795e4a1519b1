// What an operator does with event addresses and deliveries. A running service sees it within about a second.
import {
  type AddressWish,
  createEventAddresses,
  type EventAddress,
  refuseMixed,
} from '../events/addresses.ts';
import { createDeliveries, type Delivery, type DeliveryFilter } from '../events/deliveries.ts';
import { createSigning, type Rotation } from '../events/signing.ts';
import { ALL_TYPES, EventTypes } from '../model/notices.ts';
import { readBy } from '../model/read.ts';
import { record } from '../model/schema.ts';
import { auditedFor, type House } from './audit.ts';
import { eachOf, PAGE_ROWS, pageOf, placeIn } from './page.ts';

const receiversOf = ({ config }: House) => ({
  bounds: { local: config.mode === 'sandbox', ports: new Set(config.allowedPorts) },
  now: Date.now,
  // There is no one to wake here.
  wake: () => {},
});

/** The types as they were typed, checked; `field` is what they are called in a fault. */
export function typesIn(names: readonly string[] | undefined, field: string) {
  if (!names) return undefined;
  readBy(record({ [field]: EventTypes }), { [field]: names });
  refuseMixed(names, field);
  return names;
}

export function eventActs(house: House) {
  const { store, requireClient } = house;
  const audited = auditedFor(house);
  const signing = createSigning(store.addressSigning, Date.now);
  const addresses = createEventAddresses({ store, signing, ...receiversOf(house) });

  return {
    async list(client: string) {
      await requireClient(client);
      return (await addresses.list(client)).map(shown);
    },

    add: (client: string, url: string, types: readonly string[] = [ALL_TYPES]) =>
      audited('events.add', { client }, async (note) => {
        const wish = { url, types, paused: false };
        const { secret = '', ...added } = await addresses.add(client, wish);
        note({ id: added.id });
        return { ...shown(added), signing_secret: secret };
      }),

    /** Changes what is given; `name` says what the audit calls it. */
    set: (client: string, id: string, wish: Partial<AddressWish>, name = 'set') =>
      audited(`events.${name}`, { client, id }, async () =>
        shown(await addresses.set(client, id, wish)),
      ),

    rotate: (client: string, id: string, rotation: Rotation) =>
      audited('events.rotate', { client, id }, async () => {
        return { id, signing_secret: await addresses.rotate(client, id, rotation) };
      }),

    test: (client: string, id: string) =>
      audited('events.test', { client, id }, async () => {
        return { client_id: client, delivery_id: (await addresses.test(client, id)).id };
      }),

    remove: (client: string, id: string) =>
      audited('events.remove', { client, id }, async () => {
        await addresses.remove(client, id);
        return { id };
      }),
  };
}

export type ShownAddress = ReturnType<typeof shown>;
const shown = ({ id, url, types, paused }: EventAddress) => ({ id, url, types, paused });

export function deliveryActs(house: House) {
  const { store, requireClient } = house;
  const audited = auditedFor(house);
  const deliveries = createDeliveries({ store, ...receiversOf(house) });

  /** Newest first. */
  async function page(client: string, filter: DeliveryFilter, after?: string) {
    await requireClient(client);
    const { rows, next } = pageOf(await deliveries.list(client, filter, placeIn(after), PAGE_ROWS));
    return { rows: rows.map(shownDelivery), next };
  }

  return {
    page,

    list: (client: string, filter: DeliveryFilter) =>
      eachOf((after) => page(client, filter, after)),

    async show(client: string, id: string) {
      await requireClient(client);
      const delivery = await deliveries.find(client, id);
      const tries = delivery.tries.map(({ at, status, duration, error }) => ({
        ...{ at: time(at), status: status ?? null, duration_ms: duration, error: error ?? null },
      }));
      // It is empty when no key of the ring opens it.
      const body: unknown = delivery.body === '' ? null : JSON.parse(delivery.body);
      return { ...shownDelivery(delivery), body, tries };
    },

    /** One, or without an id all that failed; says how many. */
    replay: (client: string, id?: string) =>
      audited('deliveries.replay', { client, id }, async (note) => {
        if (id === undefined) return note({ count: await deliveries.replayFailed(client) }).count;
        await deliveries.replay(client, id);
        return 1;
      }),

    test: (client: string, url: string) =>
      audited('deliveries.test', { client }, async (note) => {
        const { id } = await deliveries.test(client, url);
        note({ id });
        return { client_id: client, delivery_id: id };
      }),
  };
}

export type ShownDelivery = ReturnType<typeof shownDelivery>;

const shownDelivery = (delivery: Delivery) => {
  const { id, state, attempts, type, url, createdAt, nextTryAt } = delivery;
  const next_try_at = state === 'waiting' ? time(nextTryAt) : null;
  return { id, state, attempts, type, url, created_at: time(createdAt), next_try_at };
};

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
