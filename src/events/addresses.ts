// The event addresses of a client: see them, set them, rotate the secret of one, send it a test.
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { ALL_TYPES } from '../model/notices.ts';
import { type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import type { Delivery, EventAddress, WantedAddress } from '../store/index.ts';
import { createDeliveries, type DeliveriesDependencies } from './deliveries.ts';
import { ADDRESS_REMOVED } from './outbox.ts';
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

export const MOST_ADDRESSES = 5;
const ENDED_AT_A_TIME = 1000;

export function createEventAddresses(deps: DeliveriesDependencies & { readonly signing: Signing }) {
  const { store, signing, bounds, wake } = deps;
  const deliveries = createDeliveries(deps);

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
    let wanted: readonly WantedAddress[] = [];
    const changed = await store.eventAddresses.change(clientId, (current) => {
      wanted = wantedOf(decide(current), current);
      check(wanted, current, bounds);
      return wanted;
    });
    if (!changed) throw new Fault('invalid_token', 'The client of this access token was deleted.');
    // Should this be broken off, the outbox ends the rest when their next try is due.
    for (const id of changed.removed)
      for (let some = ENDED_AT_A_TIME; some === ENDED_AT_A_TIME; )
        some = await store.deliveries.endWaiting(clientId, id, ADDRESS_REMOVED, ENDED_AT_A_TIME);
    wake();
    return changed.addresses.map((address, at) => {
      const made = wanted[at];
      return made && 'secret' in made ? { ...address, secret: made.secret } : address;
    });
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
      return existing(all, all.at(-1)?.id);
    },

    /** Changes what is given of one. */
    async set(clientId: string, id: string, wish: Partial<Omit<AddressWish, 'id'>>) {
      const all = await change(clientId, (current) => {
        const before = existing(current, id);
        return current.map((one) => (one === before ? { ...one, ...wish } : one));
      });
      return existing(all, id);
    },

    /** What waits for it has failed. */
    async remove(clientId: string, id: string): Promise<void> {
      await change(clientId, (current) => {
        const removed = existing(current, id);
        return current.filter((one) => one !== removed);
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
      return await deliveries.test(clientId, url, id);
    },
  };
}

const unknown = () => new Fault('not_found', 'There is no event address with this id.');

function existing<T extends EventAddress>(all: readonly T[], id: string | undefined): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw unknown();
  return found;
}

/** Without an id it is the address with the same url, so that a wish may be sent twice, or a new one. */
function wantedOf(
  wishes: readonly AddressWish[],
  current: readonly EventAddress[],
): readonly WantedAddress[] {
  const named = new Set(wishes.map(({ id }) => id));
  return wishes.map(({ id: given, url, types, paused }) => {
    const id = given ?? current.find((one) => one.url === url && !named.has(one.id))?.id;
    const wish = { url, types, paused };
    return id === undefined ? { ...wish, secret: newSigningSecret() } : { ...wish, id };
  });
}

/** Throws a fault that names everything that is wrong. */
function check(
  wanted: readonly WantedAddress[],
  current: readonly EventAddress[],
  bounds: ReceiverBounds,
): void {
  const faults = new Faults();
  if (wanted.length > MOST_ADDRESSES)
    faults.add(
      invalid(
        'addresses',
        `A client has at most ${MOST_ADDRESSES} event addresses; these are ${wanted.length}.`,
      ),
    );
  const ids = wanted.map((one) => ('id' in one ? one.id : undefined));
  wanted.forEach(({ url, types }, at) => {
    const id = ids[at];
    const before = current.find((one) => one.id === id);
    const field = `addresses[${at}]`;
    faults.keep(() => refuseMixed(types, `${field}.types`));
    if (id !== undefined && !before)
      faults.add(invalid(`${field}.id`, `"${field}.id": there is no event address with this id.`));
    if (wanted.findIndex((one) => one.url === url) !== at)
      faults.add(
        invalid(`${field}.url`, `"${field}.url" is there twice: give it once, with all its types.`),
      );
    else if (id !== undefined && ids.indexOf(id) !== at)
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
