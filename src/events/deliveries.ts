// What clients and operators may see of deliveries, and do to them: list, show, replay, test.

import { testEvent } from '../model/event.ts';
import { Fault } from '../model/faults.ts';
import { type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import {
  type After,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryKind,
  GIVE_UP_AFTER,
  newDelivery,
  type Store,
} from '../store/index.ts';

export type { After, Delivery, DeliveryFilter, DeliveryKind } from '../store/index.ts';
export { DELIVERY_STATES };

export type Deliveries = ReturnType<typeof createDeliveries>;

export interface DeliveriesDependencies {
  readonly store: Pick<Store, 'deliveries' | 'eventAddresses'>;
  readonly bounds: ReceiverBounds;
  readonly now: () => number;
  readonly wake: () => void;
}

const REPLAYED_AT_A_TIME = 500;

export function createDeliveries({ store, bounds, now, wake }: DeliveriesDependencies) {
  /** Given a kind, others are not found. */
  const find = async (clientId: string, id: string, kind?: DeliveryKind): Promise<Delivery> => {
    const delivery = await store.deliveries.find(clientId, id, kind);
    if (!delivery)
      throw new Fault('not_found', 'There is no such delivery; deliveries are kept for 30 days.');
    return delivery;
  };

  return {
    /** Newest first; go on while there is a `next`. */
    list: store.deliveries.list,
    find,

    async replay(clientId: string, id: string, kind?: DeliveryKind): Promise<Delivery> {
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

    /** Has all failed ones tried again, or those of a kind; returns how many. */
    async replayFailed(clientId: string, kind?: DeliveryKind): Promise<number> {
      const giveUpAt = now() + GIVE_UP_AFTER;
      let all = 0;
      let after: After | undefined;
      do {
        const bounds = [giveUpAt, REPLAYED_AT_A_TIME, kind, after] as const;
        const { count, next } = await store.deliveries.replayFailed(clientId, ...bounds);
        all += count;
        after = next;
      } while (after);
      if (all > 0) wake();
      return all;
    },

    /** Sends a test event there; an event address was checked when it was set. */
    async test(clientId: string, url: string, addressId?: string): Promise<Delivery> {
      if (addressId === undefined) receiverAddress(url, 'url', bounds);
      const addressee = { clientId, url, ...(addressId !== undefined && { addressId }) };
      const delivery = newDelivery(addressee, testEvent(now()), now());
      await store.deliveries.add(delivery);
      wake();
      return await find(clientId, delivery.id);
    },
  };
}
