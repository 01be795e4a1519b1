// What clients and operators may see of deliveries, and do to them: list, show, replay, test.
import { Fault } from '../model/faults.ts';
import { type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import {
  type After,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryFilter,
  type DeliveryKind,
  GIVE_UP_AFTER,
  type Listed,
  type Store,
} from '../store/index.ts';
import { testDelivery } from './outbox.ts';

export type {
  After,
  Delivery,
  DeliveryFilter,
  DeliveryKind,
  DeliveryState,
  Try,
} from '../store/index.ts';
export { DELIVERY_STATES };

export interface Deliveries {
  /** Newest first, at most `limit` after `after`; go on while there is a `next`. */
  list(
    clientId: string,
    filter: DeliveryFilter,
    after: After | undefined,
    limit: number,
  ): Promise<Listed<Delivery>>;
  /** Given a kind, others are not found. */
  find(clientId: string, id: string, kind?: DeliveryKind): Promise<Delivery>;
  /** Has it tried anew, with the same id and body. */
  replay(clientId: string, id: string, kind?: DeliveryKind): Promise<Delivery>;
  /** Has all failed ones tried anew, or those of a kind; returns how many. */
  replayFailed(clientId: string, kind?: DeliveryKind): Promise<number>;
  /** Sends a test event to an address. */
  test(clientId: string, url: string): Promise<Delivery>;
}

export interface DeliveriesDependencies {
  readonly store: Pick<Store, 'deliveries' | 'eventAddresses'>;
  readonly bounds: ReceiverBounds;
  readonly now: () => number;
  /** There is something to deliver. */
  readonly wake: () => void;
}

const REPLAYED_AT_ONCE = 500;

export function createDeliveries({ store, bounds, now, wake }: DeliveriesDependencies): Deliveries {
  const find: Deliveries['find'] = async (clientId, id, kind) => {
    const delivery = await store.deliveries.find(clientId, id, kind);
    if (!delivery)
      throw new Fault('not_found', 'There is no such delivery; deliveries are kept for 30 days.');
    return delivery;
  };

  return {
    list: (clientId, filter, after, limit) => store.deliveries.list(clientId, filter, after, limit),
    find,

    async replay(clientId, id, kind) {
      const { addressId } = await find(clientId, id, kind);
      if (addressId !== null && !(await store.eventAddresses.find(clientId, addressId)))
        throw new Fault(
          'invalid_request',
          'The event address that this delivery went to was removed: there is nowhere to send it.',
          { field: 'id' },
        );
      await store.deliveries.replay(clientId, id, now() + GIVE_UP_AFTER);
      wake();
      return await find(clientId, id);
    },

    async replayFailed(clientId, kind) {
      let all = 0;
      let after: After | undefined;
      do {
        const { count, next } = await store.deliveries.replayFailed(
          clientId,
          now() + GIVE_UP_AFTER,
          REPLAYED_AT_ONCE,
          kind,
          after,
        );
        all += count;
        after = next;
      } while (after);
      if (all > 0) wake();
      return all;
    },

    async test(clientId, url) {
      receiverAddress(url, 'url', bounds);
      const delivery = testDelivery({ clientId, url }, now());
      await store.deliveries.add(delivery);
      wake();
      return await find(clientId, delivery.id);
    },
  };
}
