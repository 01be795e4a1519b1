// What clients and operators may see of deliveries, and do to them: list, show, replay, test.
import { Fault } from '../model/faults.ts';
import { type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import {
  type After,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  type Store,
} from '../store/index.ts';
import { testDelivery } from './outbox.ts';
import { GIVE_UP_AFTER } from './schedule.ts';

export type { After, Delivery, DeliveryState, Try } from '../store/index.ts';
export { DELIVERY_STATES };

export interface Deliveries {
  /** Newest first, at most `limit` after `after`. */
  list(
    clientId: string,
    state: DeliveryState | undefined,
    after: After | undefined,
    limit: number,
  ): Promise<readonly Delivery[]>;
  find(clientId: string, id: string): Promise<Delivery>;
  /** Has it tried anew, with the same id and body. */
  replay(clientId: string, id: string): Promise<Delivery>;
  /** Has all failed ones tried anew; returns how many. */
  replayFailed(clientId: string): Promise<number>;
  /** Sends a test event to an address. */
  test(clientId: string, url: string): Promise<Delivery>;
}

export interface DeliveriesDependencies {
  readonly store: Pick<Store, 'deliveries'>;
  readonly bounds: ReceiverBounds;
  readonly now: () => number;
  /** There is something to deliver. */
  readonly wake: () => void;
}

const REPLAYED_AT_ONCE = 500;

export function createDeliveries({ store, bounds, now, wake }: DeliveriesDependencies): Deliveries {
  const find = async (clientId: string, id: string): Promise<Delivery> => {
    const delivery = await store.deliveries.find(clientId, id);
    if (!delivery)
      throw new Fault('not_found', 'There is no such delivery; deliveries are kept for 30 days.');
    return delivery;
  };

  return {
    list: (clientId, state, after, limit) => store.deliveries.list(clientId, state, after, limit),
    find,

    async replay(clientId, id) {
      await find(clientId, id);
      await store.deliveries.replay(clientId, id, now() + GIVE_UP_AFTER);
      wake();
      return await find(clientId, id);
    },

    async replayFailed(clientId) {
      let all = 0;
      for (let some = REPLAYED_AT_ONCE; some === REPLAYED_AT_ONCE; all += some)
        some = await store.deliveries.replayFailed(
          clientId,
          now() + GIVE_UP_AFTER,
          REPLAYED_AT_ONCE,
        );
      if (all > 0) wake();
      return all;
    },

    async test(clientId, url) {
      receiverAddress(url, 'url', bounds);
      const delivery = testDelivery(clientId, url, now());
      await store.deliveries.add(delivery);
      wake();
      return await find(clientId, delivery.id);
    },
  };
}
