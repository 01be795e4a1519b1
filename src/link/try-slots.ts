// How many tries of a visit may be under way at the same time: in all, of one client, and of one end user.
import { Fault } from '../model/faults.ts';
import { createSlots } from '../model/slots.ts';
import type { Visit } from '../store/index.ts';

const CONCURRENCY = 1000;
const CONCURRENCY_CLIENT = 100;
const CONCURRENCY_USER = 4;

/** Takes a slot; throws `channel_rate_limited` where none is left. */
export type TakeSlot = (visit: Visit) => () => void;

export function createTrySlots(): TakeSlot {
  const clients = createSlots({ max: CONCURRENCY, each: CONCURRENCY_CLIENT });
  const users = createSlots({ max: CONCURRENCY, each: CONCURRENCY_USER });
  return (visit) => {
    const [ofUser, ofClient] = [users.take(visit.userId), clients.take(visit.clientId)];
    const leave = () => {
      ofUser?.();
      ofClient?.();
    };
    if (ofUser && ofClient) return leave;
    leave();
    throw new Fault('channel_rate_limited', 'Too many tries are under way at the same time.', {
      reason: 'too_many_tries',
    });
  };
}
