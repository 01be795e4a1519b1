// The event addresses of a client: see them, set them, rotate the secret of one, send it a test.
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { ALL_TYPES } from '../model/notices.ts';
import { type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import type { ChangedAddresses, Delivery, EventAddress, Store } from '../store/index.ts';
import { ADDRESS_REMOVED, testDelivery } from './outbox.ts';
import { newSigningSecret } from './sign.ts';
import type { Rotation, Signing } from './signing.ts';

export type { EventAddress } from '../store/index.ts';

/** An address as somebody wants it to be; without an id it is the one with this url, or a new one. */
export interface AddressWish {
  readonly id?: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly paused: boolean;
}

/** What is made just now is shown with its secret, this once. */
export interface ShownAddress extends EventAddress {
  readonly secret?: string;
}

export type EventAddresses = ReturnType<typeof createEventAddresses>;

export interface EventAddressesDependencies {
  readonly store: Pick<Store, 'eventAddresses' | 'deliveries'>;
  readonly signing: Signing;
  readonly bounds: ReceiverBounds;
  readonly now: () => number;
  readonly wake: () => void;
}

export const MOST_ADDRESSES = 5;
const ENDED_AT_A_TIME = 1000;

export function createEventAddresses(deps: EventAddressesDependencies) {
  const { store, signing, bounds, now, wake } = deps;

  async function find(clientId: string, id: string): Promise<EventAddress> {
    const address = await store.eventAddresses.find(clientId, id);
    if (!address) throw unknown();
    return address;
  }

  /** Puts what is wished for in place, all or nothing. */
  async function change(
    clientId: string,
    decide: (current: readonly EventAddress[]) => readonly AddressWish[],
  ): Promise<readonly ShownAddress[]> {
    let secrets: readonly (string | undefined)[] = [];
    const changed = await store.eventAddresses.change(clientId, (current) => {
      const wishes = matched(decide(current), current);
      check(wishes, current, bounds);
      secrets = wishes.map(({ id }) => (id === undefined ? newSigningSecret() : undefined));
      return wishes.map(({ id, url, types, paused }, at) =>
        id === undefined
          ? { url, types, paused, secret: secrets[at] ?? newSigningSecret() }
          : { id, url, types, paused },
      );
    });
    if (!changed) throw new Fault('invalid_token', 'The client of this access token was deleted.');
    await endRemoved(clientId, changed);
    wake();
    return changed.addresses.map((address, at) => {
      const secret = secrets[at];
      return secret === undefined ? address : { ...address, secret };
    });
  }

  /** Should this be broken off, the outbox ends the rest when their next try is due. */
  async function endRemoved(clientId: string, { removed }: ChangedAddresses): Promise<void> {
    for (const id of removed)
      for (let some = ENDED_AT_A_TIME; some === ENDED_AT_A_TIME; )
        some = await store.deliveries.endWaiting(clientId, id, ADDRESS_REMOVED, ENDED_AT_A_TIME);
  }

  return {
    /** Oldest first. */
    list: store.eventAddresses.list,
    put: (clientId: string, wishes: readonly AddressWish[]) => change(clientId, () => wishes),

    async add(clientId: string, wish: Omit<AddressWish, 'id'>): Promise<ShownAddress> {
      const all = await change(clientId, (current) => {
        if (current.some(({ url }) => url === wish.url))
          throw invalid('url', 'There is an event address with this url already.');
        return [...current, wish];
      });
      const last = all.at(-1);
      if (!last) throw unknown();
      return last;
    },

    /** Changes what is given of one. */
    async set(clientId: string, id: string, wish: Partial<Omit<AddressWish, 'id'>>) {
      const all = await change(clientId, (current) => {
        if (!current.some((one) => one.id === id)) throw unknown();
        return current.map((one) => (one.id === id ? { ...one, ...wish } : one));
      });
      const one = all.find((address) => address.id === id);
      if (!one) throw unknown();
      return one;
    },

    /** What waits for it has failed. */
    async remove(clientId: string, id: string): Promise<void> {
      await change(clientId, (current) => {
        if (!current.some((one) => one.id === id)) throw unknown();
        return current.filter((one) => one.id !== id);
      });
    },

    async rotate(clientId: string, id: string, rotation: Rotation): Promise<string> {
      await find(clientId, id);
      const secret = await signing.rotate(id, rotation);
      if (secret === undefined) throw unknown();
      return secret;
    },

    /** Sends a test event there, signed with the address's own secret. */
    async test(clientId: string, id: string): Promise<Delivery> {
      const { url, paused } = await find(clientId, id);
      if (paused) throw invalid('id', 'This event address is paused: resume it first.');
      const delivery = testDelivery({ clientId, url, addressId: id }, now());
      await store.deliveries.add(delivery);
      wake();
      const written = await store.deliveries.find(clientId, delivery.id);
      if (!written) throw unknown();
      return written;
    },
  };
}

const unknown = () => new Fault('not_found', 'There is no event address with this id.');

/** Gives a wish without an id that of the address with the same url, so that it may be sent twice. */
function matched(
  wishes: readonly AddressWish[],
  current: readonly EventAddress[],
): readonly AddressWish[] {
  const named = new Set(wishes.map(({ id }) => id));
  return wishes.map((wish) => {
    if (wish.id !== undefined) return wish;
    const same = current.find(({ id, url }) => url === wish.url && !named.has(id));
    return same ? { ...wish, id: same.id } : wish;
  });
}

/** Throws a fault that names everything that is wrong. */
function check(
  wishes: readonly AddressWish[],
  current: readonly EventAddress[],
  bounds: ReceiverBounds,
): void {
  const faults = new Faults();
  if (wishes.length > MOST_ADDRESSES)
    faults.add(
      invalid(
        'addresses',
        `A client has at most ${MOST_ADDRESSES} event addresses; these are ${wishes.length}.`,
      ),
    );
  wishes.forEach(({ id, url, types }, at) => {
    const before = current.find((one) => one.id === id);
    const field = `addresses[${at}]`;
    faults.keep(() => refuseMixed(types, `${field}.types`));
    if (id !== undefined && !before)
      faults.add(invalid(`${field}.id`, `"${field}.id": there is no event address with this id.`));
    if (wishes.findIndex((one) => one.url === url) !== at)
      faults.add(
        invalid(`${field}.url`, `"${field}.url" is there twice: give it once, with all its types.`),
      );
    else if (id !== undefined && wishes.findIndex((one) => one.id === id) !== at)
      faults.add(invalid(`${field}.id`, `"${field}.id" is named twice.`));
    if (before?.url === url) return;
    faults.keep(() => receiverAddress(url, `${field}.url`, bounds));
  });
  faults.throwAny();
}

/** What stands for all types stands alone. */
export function refuseMixed(types: readonly string[], field: string): void {
  if (types.includes(ALL_TYPES) && types.length > 1)
    throw invalid(field, `"${field}" holds "${ALL_TYPES}" and more: "${ALL_TYPES}" stands alone.`);
}
